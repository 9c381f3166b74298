import { describe, expect, test } from 'vitest'
import { toFetchHandler } from '../../../src/server/fetch.ts'
import { type Permission, permissions } from '../../../src/service/caller/caller.ts'
import type { World } from '../../../src/world/world.ts'
import { begin, call, forked, jsonOf, refusedBy, type Scene } from '../../service/scene.ts'

const start = begin()
const { user, userToken, page, pageToken, app, appToken, form } = start
const secret = appToken.split('|')[1] ?? ''
const home = 'https://client.test/back'
const asked = { client_id: app, redirect_uri: home, response_type: 'code' } as const
const HOUR = 3_600
const SIXTY_DAYS = 5_184_000

const query = (params: object) => new URLSearchParams(params as Record<string, string>).toString()

/** Returns the URL to which the authorization window redirects. */
function sentTo(world: World, params: object = {}): URL {
  const { location } = call(world, '', 'authorize', { ...asked, ...params }).unwrap()
  return new URL(String(location))
}

const codeOf = (world: World, params: object = {}): string =>
  sentTo(world, params).searchParams.get('code') ?? ''

const exchange = (world: World, params: object) =>
  call(world, '', 'exchangeToken', { client_id: app, client_secret: secret, ...params })

const forCode = (world: World, params: object = {}) => exchange(world, { redirect_uri: home, ...params })

const tokenFor = (world: World, params: object): string =>
  String(exchange(world, params).unwrap()['access_token'])

const longLived = (world: World, token: string) =>
  exchange(world, { grant_type: 'fb_exchange_token', fb_exchange_token: token })

const granted = 'user_photos,user_profile'

describe('the authorization window [REF-001]', () => {
  test('redirects with a code and the state, without a token [REF-001..002]', () => {
    for (const path of ['/oauth/authorize', '/v26.0/oauth/authorize']) {
      const { world } = forked(start)
      const url = `https://graph.test${path}?${query({ ...asked, scope: granted, state: 'a b&c=é' })}`
      const { status, headers } = world.request({ method: 'GET', url })
      expect(status).toBe(302)
      const location = new URL(headers['location'] ?? '')
      expect(location.origin + location.pathname).toBe(home)
      expect([...location.searchParams]).toEqual([
        ['code', expect.stringMatching(/^\w{20,}$/)],
        ['state', 'a b&c=é'],
      ])
    }
  })

  test('has a JSON body, and none for HEAD', () => {
    const { world } = forked(start)
    const url = `/oauth/authorize?${query(asked)}`
    const answer = world.request({ method: 'GET', url })
    expect(answer.headers['content-type']).toContain('json')
    expect(jsonOf(answer)).toEqual({ location: answer.headers['location'] })
    expect(world.request({ method: 'HEAD', url })).toMatchObject({ status: 302, body: '' })
  })

  test('redirects a fetch client', async () => {
    const { world } = forked(start)
    const request = new Request(`https://graph.test/oauth/authorize?${query(asked)}`)
    const response = await toFetchHandler(world)(request)
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toContain(`${home}?code=`)
  })

  test('redirects with access_denied if the person denies access [REF-001]', () => {
    const { world } = forked(start)
    world.actions.setConsent({ app, user, granted: false }).unwrap()
    const { graph } = world.state
    expect(sentTo(world, { state: '7' }).href).toBe(`${home}?error=access_denied&state=7`)
    expect(sentTo(world).href).toBe(`${home}?error=access_denied`)
    expect(world.state.graph).toBe(graph)
  })

  test('redirects with access_denied if no person is named [REF-001]', () => {
    const { world } = forked(start)
    const other = world.actions.createApp({ name: 'Other' }).unwrap().id
    expect(sentTo(world, { client_id: other }).href).toBe(`${home}?error=access_denied`)
    world.actions.setConsent({ app: other, user }).unwrap()
    expect(codeOf(world, { client_id: other })).not.toBe('')
  })

  test.each([
    ['https://client.test', 'https://client.test/?code='],
    ['https://client.test/a?b=%20+c', 'https://client.test/a?b=%20+c&code='],
    ['http://localhost:3000/a', 'http://localhost:3000/a?code='],
    ['https://client.test/é', 'https://client.test/%C3%A9?code='],
    ['https://client.test/a\r\nset-cookie: x', 'https://client.test/aset-cookie:%20x?code='],
  ])('keeps the query of the redirect URI %j', (address, expected) => {
    const { world } = forked(start)
    expect(sentTo(world, { redirect_uri: address }).href.slice(0, expected.length)).toBe(expected)
  })

  test.each(['https://client.test/a#there', 'https://client.test/a?x=1#', 'https://client.test/#a#b'])(
    'puts the code before the fragment of %s',
    (address) => {
      const { world } = forked(start)
      const { location } = call(world, '', 'authorize', { ...asked, redirect_uri: address }).unwrap()
      const hash = address.slice(address.indexOf('#'))
      expect(String(location).endsWith(hash)).toBe(true)
      expect(new URL(String(location)).searchParams.get('code')).toMatch(/\w{20,}/)
    },
  )

  test('accepts a numeric app id', () => {
    const { world } = forked(start)
    expect(call(world, '', 'authorize', { ...asked, client_id: Number(app) }).ok).toBe(true)
  })

  test.each([
    [{ client_id: undefined }, 'The parameter client_id is required'],
    [{ redirect_uri: undefined }, 'The parameter redirect_uri is required'],
    [{ response_type: undefined }, 'The parameter response_type is required'],
    [{ response_type: 'token' }, 'Param response_type must be one of code, got "token"'],
    [{ redirect_uri: '/back' }, 'Param redirect_uri must be an absolute http or https URL, got "/back"'],
    [
      { redirect_uri: 'javascript:1' },
      'Param redirect_uri must be an absolute http or https URL, got "javascript:1"',
    ],
    [
      { redirect_uri: `https://a.test/${'b'.repeat(2_034)}` },
      'Param redirect_uri must have at most 2048 characters, got 2049',
    ],
    [{ client_id: page }, `Param client_id must be the id of an app, got "${page}"`],
    [{ client_id: 'x' }, 'Param client_id must be the id of an app, got "x"'],
  ])('refuses %j with code 100 and status 400, without a redirect [REF-001, REF-004]', (change, message) => {
    const { world } = forked(start)
    expect(refusedBy(world, () => call(world, '', 'authorize', { ...asked, ...change }))).toMatchObject({
      code: 100,
      message: `(#100) ${message}`,
    })
    const sent = Object.entries({ ...asked, ...change }).filter(([, value]) => value !== undefined)
    const response = world.request({
      method: 'GET',
      url: `/oauth/authorize?${query(Object.fromEntries(sent))}`,
    })
    expect(response.status).toBe(400)
    expect(response.headers).not.toHaveProperty('location')
  })

  test('accepts a valid token and refuses an invalid one [AUT-004]', () => {
    const { world } = forked(start)
    for (const token of [userToken, pageToken, appToken])
      expect(call(world, token, 'authorize', asked).ok).toBe(true)
    for (const token of ['nobody', start.expiredToken])
      expect(refusedBy(world, () => call(world, token, 'authorize', asked)).code).toBe(190)
    const wrong = () => call(world, appToken, 'authorize', { ...asked, client_id: page })
    expect(refusedBy(world, wrong).message).toBe(
      `(#100) Param client_id must be the id of an app, got ${page}`,
    )
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])(
    '%s is unsupported [REF-003]',
    (method) => {
      const { world } = forked(start)
      const url = `/oauth/authorize?${query({ ...asked, access_token: userToken })}`
      expect(jsonOf(world.request({ method, url }))['error']).toMatchObject({ code: 100, error_subcode: 33 })
    },
  )
})

describe('a code', () => {
  test('gives a user token that expires after an hour (SIL-046) [AUT-030]', () => {
    const { world } = forked(start)
    const given = forCode(world, { code: codeOf(world, { scope: granted }) }).unwrap()
    expect(given).toEqual({ access_token: expect.any(String), token_type: 'bearer', expires_in: HOUR })
    const ask = () => call(world, String(given['access_token']), 'me', {})
    expect(ask().unwrap()['id']).toBe(user)
    world.clock.advance(HOUR * 1000 - 1)
    expect(ask().ok).toBe(true)
    world.clock.advance(1)
    expect(refusedBy(world, ask)).toMatchObject({ code: 190, subcode: 463 })
  })

  test.each<[string, readonly Permission[] | undefined, string[]]>([
    ['user_photos,user_profile', undefined, ['user_photos', 'user_profile']],
    ['["user_photos","user_photos"]', undefined, ['user_photos']],
    ['user_photos,user_profile', ['user_photos', 'ads_read'], ['user_photos']],
    ['public_profile,user_photos', undefined, ['user_photos']],
    ['user_profile user_photos,email', undefined, ['user_profile', 'user_photos']],
    ['', undefined, []],
  ])('with scope %j and consent to %j gives the scopes %j [AUT-014]', (scope, scopes, expected) => {
    const { world } = forked(start)
    world.actions.setConsent({ app, user, ...(scopes && { scopes }) }).unwrap()
    const token = String(forCode(world, { code: codeOf(world, { scope }) }).unwrap()['access_token'])
    const rows = world.snapshot({ bytes: 'omit' }).state.graph.rows
    expect(rows.find((row) => row['token'] === token)).toMatchObject({ scopes: expected, type: 'user' })
    expect(call(world, token, 'listUserPhotos', { user }).ok).toBe(expected.includes('user_photos'))
  })

  test('gives a token of the person of the consent, with the privacy that they granted', () => {
    const { world } = forked(start)
    const other = world.actions.createUser({ name: 'Other' }).unwrap().id
    world.actions.assignTasks({ page, user: other, tasks: ['CREATE_CONTENT'] }).unwrap()
    world.actions.setConsent({ app, user: other, privacy: 'SELF' }).unwrap()
    const scope = permissions.join(',')
    const token = String(forCode(world, { code: codeOf(world, { scope }) }).unwrap()['access_token'])
    expect(call(world, token, 'me', {}).unwrap()['id']).toBe(other)
    const url = 'https://img.test/a.png'
    const open = () => call(world, token, 'uploadPagePhoto', { page, url, privacy: { value: 'EVERYONE' } })
    expect(refusedBy(world, open).message).toContain('granted at login')
  })

  test('is exchanged by an app whose id and secret are in the Authorization header', () => {
    const { world } = forked(start)
    const sent = (text: string) =>
      world.request({
        method: 'POST',
        url: '/v26.0/oauth/access_token',
        headers: {
          authorization: `Basic ${Buffer.from(text).toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: query({ grant_type: 'authorization_code', redirect_uri: home, code: codeOf(world) }),
      })
    expect(sent(`${app}:wrong`).status).toBe(400)
    expect(jsonOf(sent(`${app}:${secret}`))).toMatchObject({ token_type: 'bearer' })
  })

  test('works once (SIL-047)', () => {
    const { world } = forked(start)
    const code = codeOf(world)
    forCode(world, { code }).unwrap()
    expect(refusedBy(world, () => forCode(world, { code })).code).toBe(100)
  })

  test('differs each time, even at the same time', () => {
    const { world } = forked(start)
    expect(codeOf(world)).not.toBe(codeOf(world))
  })

  test('expires after an hour (SIL-047)', () => {
    const { world } = forked(start)
    const [first, second] = [codeOf(world), codeOf(world)]
    world.clock.advance(HOUR * 1000 - 1)
    expect(forCode(world, { code: first }).ok).toBe(true)
    world.clock.advance(1)
    const { code, message } = refusedBy(world, () => forCode(world, { code: second }))
    expect([code, message]).toEqual([100, '(#100) Param code must be used before it expires'])
  })

  test('works only for its app and redirect URI, and still works after a failed exchange', () => {
    const { world } = forked(start)
    const code = codeOf(world)
    const other = world.actions.createApp({ name: 'Other' }).unwrap()
    const wrong = [
      { code, client_secret: 'x' },
      { code, redirect_uri: `${home}/` },
      { code, redirect_uri: undefined },
      { code, client_id: other.id, client_secret: other.secret },
      { code: `${code}x` },
      { code: undefined },
    ]
    for (const params of wrong) expect(refusedBy(world, () => forCode(world, params)).code).toBe(100)
    expect(forCode(world, { code }).ok).toBe(true)
  })
})

describe('a token exchanged for a long-lived one', () => {
  const shortLived = (world: World, scope = permissions.join(',')): string =>
    tokenFor(world, { redirect_uri: home, code: codeOf(world, { scope }) })

  test('lasts 5,184,000 seconds and has the scopes of the first token, which stays valid (SIL-046) [AUT-030]', () => {
    const { world } = forked(start)
    const token = shortLived(world, granted)
    const given = longLived(world, token).unwrap()
    expect(given).toEqual({ access_token: expect.any(String), token_type: 'bearer', expires_in: SIXTY_DAYS })
    const ask = () => call(world, String(given['access_token']), 'me', {})
    expect(given['access_token']).not.toBe(token)
    expect(call(world, token, 'me', {}).ok).toBe(true)
    expect(call(world, String(given['access_token']), 'listUserPhotos', { user }).ok).toBe(true)
    expect(call(world, String(given['access_token']), 'listUserMedia', { user }).ok).toBe(false)
    world.clock.advance(SIXTY_DAYS * 1000 - 1)
    expect(ask().ok).toBe(true)
    world.clock.advance(1)
    expect(refusedBy(world, ask)).toMatchObject({ code: 190, subcode: 463 })
  })

  test('takes its lifetimes from the policy (SIL-046) [AUT-030]', () => {
    const tokenLifetimes = { shortLivedUser: 60, longLivedUser: 600, authorizationCode: 30 }
    const { world } = forked(start, { policy: { tokenLifetimes } })
    const code = codeOf(world)
    const first = forCode(world, { code: codeOf(world) }).unwrap()
    expect(first['expires_in']).toBe(60)
    expect(longLived(world, String(first['access_token'])).unwrap()['expires_in']).toBe(600)
    world.clock.advance('30s')
    expect(forCode(world, { code }).ok).toBe(false)
    for (const [lifetime, seconds] of [
      ['shortLived', 60],
      ['longLived', 600],
    ] as const) {
      const scopes = ['user_profile'] as const
      const { token } = world.actions.issueToken({ kind: 'user', app, user, scopes, lifetime }).unwrap()
      const rows = world.snapshot({ bytes: 'omit' }).state.graph.rows
      expect(rows.find((row) => row['token'] === token)?.['expiresAt']).toBe(world.clock.now + seconds * 1000)
    }
  })

  test('gives page tokens that read leads without expiry [AUT-026..027]', () => {
    const { world } = forked(start)
    const first = shortLived(world)
    const token = String(longLived(world, first).unwrap()['access_token'])
    const pageTokens = [first, token].map((one) => {
      const [found] = world.as(one).listManagedPages({ user }).unwrap().data
      expect(found?.id).toBe(page)
      return found?.access_token ?? ''
    })
    const leadsOf = (of: string | undefined) => call(world, of ?? '', 'listFormLeads', { form })
    expect(pageTokens.map((of) => leadsOf(of).ok)).toEqual([true, true])
    world.clock.advance('3650d')
    const answers = { full_name: 'Late Example', email: 'late@example.test' }
    const { id: lead } = world.actions.submitLead({ form, answers }).unwrap()
    expect(refusedBy(world, () => leadsOf(pageTokens[0])).code).toBe(190)
    expect(refusedBy(world, () => leadsOf(token)).code).toBe(190)
    expect(call(world, pageTokens[1] ?? '', 'readLead', { lead }).unwrap()['id']).toBe(lead)
  })

  test('of a page never expires [AUT-026..027]', () => {
    const { world } = forked(start)
    const issue = { kind: 'page', app, user, page, scopes: permissions, lifetime: 'shortLived' } as const
    const { token } = world.actions.issueToken(issue).unwrap()
    const given = longLived(world, token).unwrap()
    expect(given).toEqual({ access_token: expect.any(String), token_type: 'bearer' })
    world.clock.advance('3650d')
    expect(call(world, token, 'me', {}).ok).toBe(false)
    expect(call(world, String(given['access_token']), 'me', {}).unwrap()['id']).toBe(page)
  })

  test.each<[string, (scene: Scene) => string | undefined, number]>([
    ['none', () => undefined, 100],
    ['an unknown token', () => 'nobody', 190],
    ['an expired one', ({ expiredToken }) => expiredToken, 190],
    ['one of another app', ({ developmentAppToken }) => developmentAppToken, 100],
    ['an app token', () => appToken, 100],
    [
      'one of an ended session',
      ({ world }) => {
        world.actions.endSession({ token: userToken }).unwrap()
        return userToken
      },
      190,
    ],
  ])('is not given for %s', (_, given, code) => {
    const scene = forked(start)
    const token = given(scene)
    expect(refusedBy(scene.world, () => longLived(scene.world, token as string)).code).toBe(code)
  })
})

describe('issueToken', () => {
  function issued(world: World, params: object): string {
    const scopes = ['user_profile', 'pages_read_engagement'] as const
    return world.actions.issueToken({ kind: 'user', app, user, scopes, ...params }).unwrap().token
  }

  test.each<[object, string, boolean]>([
    [{ lifetime: 'shortLived' }, '59m', true],
    [{ lifetime: 'shortLived' }, '1h', false],
    [{ lifetime: 'longLived' }, '59d', true],
    [{ lifetime: 'longLived' }, '60d', false],
    [{ kind: 'page', page, lifetime: 'shortLived' }, '1h', false],
    [{ kind: 'page', page, lifetime: 'longLived' }, '5000d', true],
    [{ kind: 'systemUser', lifetime: 'shortLived' }, '5000d', true],
    [{ kind: 'systemUser', lifetime: 'longLived' }, '5000d', true],
    [{}, '5000d', true],
  ])('with %j gives a token; valid after %s: %s (SIL-046) [AUT-030]', (params, later, valid) => {
    const { world } = forked(start)
    const token = issued(world, params)
    world.clock.advance(later as '1h')
    expect(call(world, token, 'me', {}).ok).toBe(valid)
  })
})

describe('the exchange over HTTP', () => {
  test.each<[string, (params: object) => Parameters<World['request']>[0]]>([
    ['GET', (params) => ({ method: 'GET', url: `/oauth/access_token?${query(params)}` })],
    [
      'GET with a version',
      (params) => ({ method: 'GET', url: `/v26.0/oauth/access_token?${query(params)}` }),
    ],
    [
      'POST of a form',
      (params) => ({
        method: 'POST',
        url: '/v7.0/oauth/access_token',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: query(params),
      }),
    ],
    [
      'POST of JSON',
      (params) => ({
        method: 'POST',
        url: '/oauth/access_token',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(params),
      }),
    ],
  ])('accepts a %s, without a token [AUT-030]', (_, request) => {
    const { world } = forked(start)
    const params = { client_id: app, client_secret: secret, redirect_uri: home, code: codeOf(world) }
    const response = world.request(request(params))
    expect(response.status).toBe(200)
    expect(jsonOf(response)).toEqual({
      access_token: expect.any(String),
      token_type: 'bearer',
      expires_in: HOUR,
    })
    expect(world.calls.last('exchangeToken')).toBeDefined()
    const wrong = world.request(request({ ...params, client_secret: 'x' }))
    expect(jsonOf(wrong)['error']).toMatchObject({
      code: 100,
      message: '(#100) Param client_secret must be the secret of the app',
    })
  })

  test('gives an app token (SIL-045)', () => {
    const { world } = forked(start)
    const { graph } = world.state
    const given = exchange(world, { grant_type: 'client_credentials' }).unwrap()
    expect(given).toEqual({ access_token: `${app}|${secret}`, token_type: 'bearer' })
    expect(world.state.graph).toBe(graph)
  })

  test.each([
    [{ client_id: undefined }, 'The parameter client_id is required'],
    [{ client_secret: undefined }, 'The parameter client_secret is required'],
    [{ grant_type: 'password' }, 'Param grant_type must be one of '],
    [{}, 'The parameter code is required'],
    [{ code: 'x' }, 'The parameter redirect_uri is required'],
  ])('refuses %j', (params, message) => {
    const { code, message: words } = refusedBy(start.world, () => exchange(start.world, params))
    expect([code, words]).toEqual([100, expect.stringContaining(message)])
  })

  test.each([
    // https://github.com/mobolic/facebook-sdk, test/test_access_token.py
    [{ grant_type: 'fb_exchange_token' }, 1, 'fb_exchange_token parameter not specified'],
    // https://github.com/sns-sdks/python-facebook/issues/271
    [
      { client_id: '999999999' },
      101,
      'Error validating application. Cannot get application info due to a system error.',
    ],
  ])(
    'under the policy of the platform, refuses %j in the words of the live service',
    (params, code, message) => {
      const world = start.world.fork({ policy: 'platform' })
      expect(refusedBy(world, () => exchange(world, params))).toMatchObject({ code, message })
    },
  )

  test('is refused to a blocked app, like the authorization window (SIL-043)', () => {
    const { world } = forked(start)
    const code = codeOf(world)
    world.actions.blockActor({ actor: app }).unwrap()
    expect(refusedBy(world, () => forCode(world, { code })).code).toBe(200)
    expect(refusedBy(world, () => call(world, '', 'authorize', asked)).code).toBe(200)
  })
})

describe('secrets', () => {
  const logged = (world: World): string => JSON.stringify(world.calls.all())

  test.each(['GET', 'POST'])('are not in the call log of a %s exchange', (method) => {
    const { world } = forked(start)
    const code = codeOf(world)
    const params = [
      { redirect_uri: home, code },
      { grant_type: 'fb_exchange_token', fb_exchange_token: userToken },
      { grant_type: 'client_credentials' },
    ]
    const given = params.map((more) => {
      const url = `/oauth/access_token?${query({ client_id: app, client_secret: secret, ...more })}`
      return String(jsonOf(world.request({ method, url }))['access_token'])
    })
    expect(given).toEqual(given.map(() => expect.stringMatching(/./)))
    expect(world.calls.last('exchangeToken')).toMatchObject({
      params: { client_id: app, grant_type: 'client_credentials' },
      outcome: { ok: true },
    })
    for (const word of [secret, code, userToken, ...given]) expect(logged(world)).not.toContain(word)
    for (const word of [secret, code, userToken, ...given])
      expect(JSON.stringify(world.events.all())).not.toContain(word)
  })

  test.each([
    ['client_secret', { client_secret: [secret, 'x'] }],
    ['fb_exchange_token', { grant_type: 'fb_exchange_token', fb_exchange_token: [userToken] }],
    ['code', { code: [secret] }],
  ])('are not in the error for %s', (name, params) => {
    const { world } = forked(start)
    const { code, message } = refusedBy(world, () => exchange(world, params))
    expect([code, message]).toEqual([100, `(#100) Param ${name} must be text`])
    for (const word of [secret, userToken]) expect(logged(world)).not.toContain(word)
  })

  test('that are missing are named by their parameter', () => {
    const { code, message } = refusedBy(start.world, () => longLived(start.world, ''))
    expect([code, message]).toEqual([100, '(#100) The parameter fb_exchange_token is required'])
  })
})
