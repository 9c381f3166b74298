import { describe, expect, test } from 'vitest'
import { createWorld } from '../../../src/index.ts'
import { act, begin, call, forked, jsonOf } from '../../service/scene.ts'

const start = begin({ policy: { beyond: 'serve' } })
const { page, pageToken, user, userToken } = start
const fresh = () => forked(start).world
type World = ReturnType<typeof fresh>

const ask = (world: World, method: string, path: string, token = userToken, params = {}) =>
  jsonOf(world.request({ method, path, params: { ...params, access_token: token } }))
const errorOf = (answer: Record<string, unknown>) => answer['error'] as Record<string, unknown>

describe('what the live service has taken away of people', () => {
  const groups = 'If posting to a group, requires app being installed in the group, and \\ either'
  const deprecated =
    '(#200) This endpoint is deprecated since the required permission publish_actions is deprecated'

  test.each([
    ['feed', { message: 'Hello' }, 200, `(#200) ${groups}`, 'Codeinwp/tweet-old-post/issues/649'],
    ['photos', { url: 'https://img.test/a.png' }, 200, deprecated, 'mobolic/facebook-sdk/issues/467'],
    [
      'videos',
      {},
      100,
      '(#100) No permission to publish the video',
      'mrdotb/facebook-api-video-upload/issues/26',
    ],
  ])(
    'POST me/%s %j is refused with %i: %s (https://github.com/%s)',
    (edge, params, code, message, _source) => {
      for (const id of ['me', user]) {
        const error = errorOf(ask(fresh(), 'POST', `/${id}/${edge}`, userToken, params))
        expect(error).toMatchObject({ code, type: 'OAuthException' })
        expect(String(error['message'])).toContain(message)
        expect(String(error['message'])).not.toContain('not simulated')
      }
    },
  )

  test('is refused in a batch too, and a page publishes', () => {
    const batch = [{ method: 'POST', relative_url: 'me/feed', body: 'message=Hello' }]
    const answers = ask(fresh(), 'POST', '/', userToken, { batch }) as unknown as {
      code: number
      body: string
    }[]
    expect(answers.map(({ body }) => errorOf(JSON.parse(body))['code'])).toEqual([200])
    const published = ask(fresh(), 'POST', '/me/feed', pageToken, { message: 'Hello' })
    expect(published).toEqual({ id: expect.stringContaining(`${page}_`) })
  })

  test.each(['feed', 'posts', 'videos', 'videos/uploaded'])('lists nothing at GET me/%s', (edge) => {
    expect(ask(fresh(), 'GET', `/me/${edge}`)).toEqual({ data: [] })
    expect(errorOf(ask(fresh(), 'GET', `/${user}/${edge}`, pageToken))['code']).toBe(200)
  })
})

describe('a profile picture', () => {
  test.each([
    ['a person', user],
    ['a page', page],
  ])(
    'of %s is read without a token (https://developers.facebook.com/docs/graph-api/reference/user/picture)',
    (_, id) => {
      const world = fresh()
      const shown = jsonOf(world.request({ method: 'GET', url: `/v24.0/${id}/picture?redirect=0` }))
      expect(shown).toEqual(ask(world, 'GET', `/v24.0/${id}/picture`, userToken, { redirect: 0 }))
      const { status, headers } = world.request({ method: 'GET', url: `/${id}/picture` })
      expect(status).toBe(302)
      expect(headers['location']).toMatch(/^https?:.*\.png$/)
    },
  )

  test('is not shown by a token that is not valid, nor of a page that nobody sees', () => {
    const world = fresh()
    expect(errorOf(ask(world, 'GET', `/${user}/picture`, 'nobody'))['code']).toBe(190)
    const hidden = act(world, 'createPage', { name: 'H', published: false }).unwrap()['id']
    const answer = jsonOf(world.request({ method: 'GET', url: `/${hidden}/picture` }))
    expect(errorOf(answer)).toMatchObject({ code: 100, error_subcode: 33 })
    expect(errorOf(jsonOf(world.request({ method: 'GET', url: `/${user}` })))['code']).toBe(190)
  })
})

describe('a person', () => {
  test('has a locale, a website and the time of the last change', () => {
    const world = fresh()
    const made = { name: 'Eve', website: 'https://eve.test/', locale: 'de_DE' }
    const { id } = act(world, 'createUser', made).unwrap()
    const { token } = act(world, 'issueToken', { kind: 'user', app: start.app, user: id }).unwrap()
    const fields = 'locale,website,updated_time'
    expect(call(world, String(token), 'me', { fields }).unwrap()).toEqual({
      ...{ id, locale: 'de_DE', website: 'https://eve.test/', updated_time: '2026-01-15T09:00:00+0000' },
    })
    expect(call(world, userToken, 'readUser', { user: id, fields }).unwrap()).toEqual({ id })
    expect(call(world, userToken, 'me', { fields: 'locale' }).unwrap()).toEqual({ id: user, locale: 'en_US' })
  })

  test('of the starter world has an e-mail address where the permission exists', () => {
    const world = createWorld({ policy: 'platform' })
    const { userToken: token } = world.starter()
    expect(world.as(token).me({ fields: 'email' }).unwrap()).toMatchObject({ email: 'ada@starter.test' })
    const contract = createWorld()
    const { userToken: other } = contract.starter()
    expect(contract.as(other).me({ fields: 'email' }).unwrap()).not.toHaveProperty('email')
  })
})

describe('metadata=1', () => {
  test.each([
    ['me', 'user', userToken, ['picture', 'accounts', 'permissions']],
    [page, 'page', pageToken, ['feed', 'photos', 'videos']],
  ])(
    'says the type, the fields and the edges of %s (arsduo/koala, get_object_metadata)',
    (id, type, token, edges) => {
      const world = fresh()
      const { metadata, ...record } = ask(world, 'GET', `/v24.0/${id}`, token, { metadata: '1' })
      expect(record).toEqual(ask(world, 'GET', `/v24.0/${id}`, token))
      const described = metadata as {
        type: string
        fields: { name: string }[]
        connections: Record<string, string>
      }
      expect(described.type).toBe(type)
      expect(described.fields.map(({ name }) => name)).toEqual(expect.arrayContaining(['id', 'name']))
      for (const edge of edges) {
        const url = described.connections[edge] ?? ''
        expect(url).toMatch(new RegExp(`/v24\\.0/\\d+/${edge}\\?`))
        expect(world.request({ method: 'GET', url }).status).toBeLessThan(400)
      }
    },
  )

  test('adds nothing with another value, and is refused by a list', () => {
    expect(ask(fresh(), 'GET', '/me', userToken, { metadata: '0' })).not.toHaveProperty('metadata')
    expect(errorOf(ask(fresh(), 'GET', `/${page}/feed`, pageToken, { metadata: '1' }))['code']).toBe(100)
  })

  test('stays refused under the contract', () => {
    const { world } = forked(start, { policy: { beyond: 'refuse' } })
    expect(errorOf(ask(world, 'GET', '/me', userToken, { metadata: '1' }))['code']).toBe(100)
    expect(ask(world, 'GET', '/me', userToken, { debug: 'all' })).not.toHaveProperty('__debug__')
  })
})

describe('debug (https://developers.facebook.com/docs/graph-api/guides/debugging)', () => {
  const info = {
    link: 'https://developers.facebook.com/docs/graph-api/guides/debugging',
    message: 'No API Version was specified in the request. Default version v26.0 was used.',
    type: 'info',
  }

  const friends = {
    link: 'https://developers.facebook.com/docs/apps/changelog#v2_0',
    message: 'Only friends who have installed the app are returned in versions greater or equal to v2.0.',
    type: 'info',
  }

  test.each([
    ['all', '/me', { messages: [info] }],
    ['info', '/me', { messages: [info] }],
    ['warning', '/me', {}],
    ['all', '/v24.0/me', {}],
    ['all', '/v24.0/me?fields=id,name,email', {}],
    ['all', '/v24.0/me/friends', { messages: [friends] }],
    ['all', '/me/friends', { messages: [info, friends] }],
    ['info', '/v24.0/me?fields=id,friends{name}', { messages: [friends] }],
    ['all', '/v24.0/me?fields=id,accounts', {}],
    ['warning', '/v24.0/me/friends', {}],
  ])('%s of %s adds %j', (debug, path, added) => {
    const [place = '', fields] = path.split('?fields=')
    const params = { debug, ...(fields && { fields }) }
    expect(ask(fresh(), 'GET', place, userToken, params)['__debug__']).toEqual(added)
  })

  test('warns of a field that the token has no permission to read, and that is left out', () => {
    const warning = (name: string, permission: string) => ({
      message: `Field ${name} is only accessible on User object, if ${permission} permission is granted by the user`,
      type: 'warning',
    })
    const world = fresh()
    const { token } = act(world, 'issueToken', {
      ...{ kind: 'user', app: start.app, user: start.user, scopes: ['public_profile'] },
    }).unwrap() as { token: string }
    const path = '/v24.0/me?fields=id,email,birthday'
    for (const debug of ['all', 'info', 'warning'])
      expect(ask(world, 'GET', path, token, { debug })).toEqual({
        id: start.user,
        __debug__: { messages: [warning('email', 'email'), warning('birthday', 'user_birthday')] },
      })
    expect(ask(world, 'GET', '/v24.0/me?fields=id', token, { debug: 'all' })['__debug__']).toEqual({})
  })

  test.each(['', 'nothing'])('with the value "%s" adds nothing', (debug) => {
    expect(ask(fresh(), 'GET', '/me', userToken, { debug })).not.toHaveProperty('__debug__')
  })

  test('is in a list and in a batch', () => {
    expect(ask(fresh(), 'GET', `/v24.0/${page}/feed`, pageToken, { debug: 'all' })['__debug__']).toEqual({})
    const batch = [{ method: 'GET', relative_url: 'v24.0/me?debug=all' }]
    const answers = ask(fresh(), 'POST', '/', userToken, { batch }) as unknown as { body: string }[]
    expect(answers.map(({ body }) => JSON.parse(body).__debug__)).toEqual([{}])
  })
})
