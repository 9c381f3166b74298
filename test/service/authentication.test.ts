import { describe, expect, test } from 'vitest'
import { act, begin, call, forked, idsOf, type Scene, tokenOf } from './scene.ts'

const start = begin()
const { page, app, userToken } = start
const fresh = () => forked(start)

const read = ({ world }: Scene, token: string, post: string, fields: string) =>
  call(world, token, 'readPost', { post, fields })

const listed = ({ world }: Scene, token: string) =>
  idsOf(call(world, token, 'listPageFeed', { page }).unwrap())

const publish = ({ world, pageToken }: Scene, params: object) =>
  call(world, pageToken, 'publishPost', { page, message: 'x', ...params })

const pageTokenOf = (scene: Scene, more: Parameters<typeof tokenOf>[1] = {}) =>
  tokenOf(scene, { kind: 'page', ...more })

/** A post with a second administrator on the page, so that who made it is shown at all. */
function administered(): [Scene, string] {
  const scene = fresh()
  pageTokenOf(scene)
  return [scene, String(publish(scene, {}).unwrap()['id'])]
}

describe('a listed permission is required:', () => {
  test('business_management, for the creator of a post [AUT-012]', () => {
    const [scene, post] = administered()
    expect(read(scene, pageTokenOf(scene), post, 'admin_creator').unwrap()).toHaveProperty('admin_creator')
    const without = pageTokenOf(scene, { without: ['business_management'] })
    expect(read(scene, without, post, 'admin_creator').unwrap()).not.toHaveProperty('admin_creator')
  })

  test('read_page_mailboxes, for whether a visitor can be answered [AUT-013]', () => {
    const scene = fresh()
    const { user } = scene
    const visit = act(scene.world, 'visitPage', { page, user, message: 'Hi' }).unwrap()
    const post = String(visit['id'])
    const asked = (token: string) => read(scene, token, post, 'can_reply_privately').unwrap()
    expect(asked(pageTokenOf(scene))).toHaveProperty('can_reply_privately')
    const without = pageTokenOf(scene, { without: ['read_page_mailboxes'] })
    expect(asked(without)).not.toHaveProperty('can_reply_privately')
  })
})

describe('a page access token is needed', () => {
  test('to see the information of people in the feed [AUT-019]', () => {
    const scene = fresh()
    const visitor = scene.world.actions.createUser({ name: 'Visitor' }).unwrap().id
    act(scene.world, 'visitPage', { page, user: visitor, message: 'Hi' }).unwrap()
    const from = (token: string) =>
      call(scene.world, token, 'listPageFeed', { page, fields: 'from' }).unwrap()['data']
    expect(from(scene.pageToken)).toMatchObject([{ from: { id: visitor, name: 'Visitor' } }])
    expect(from(userToken)).toEqual([{ id: expect.any(String) }])
  })

  test('to post a link with a custom image [AUT-020]', () => {
    const scene = fresh()
    scene.world.actions.registerDomain({ page, domain: 'own.test' }).unwrap()
    const params = { page, link: 'https://own.test/', picture: 'https://img.test/a.png' }
    expect(call(scene.world, userToken, 'publishPost', params)).toMatchObject({
      ok: false,
      error: { code: 100, message: expect.stringContaining('requires a page access token') },
    })
    expect(call(scene.world, scene.pageToken, 'publishPost', params).ok).toBe(true)
  })

  test('to read a post with a message button, from its own page [AUT-021..022]', () => {
    const scene = fresh()
    const made = publish(scene, { link: 'https://a.test/', call_to_action: { type: 'MESSAGE_PAGE' } })
    const post = String(made.unwrap()['id'])
    const { actions } = scene.world
    const other = actions.createPage({ name: 'Other', administrators: [scene.user] }).unwrap().id
    const scopes = ['pages_read_engagement'] as const
    const { token } = actions
      .issueToken({ kind: 'page', app, user: scene.user, page: other, scopes })
      .unwrap()
    expect(listed(scene, scene.pageToken)).toEqual([post])
    expect(read(scene, scene.pageToken, post, 'id').ok).toBe(true)
    expect(listed(scene, userToken)).toEqual([])
    for (const stranger of [userToken, token])
      expect(read(scene, stranger, post, 'id')).toMatchObject({ error: { code: 100, subcode: 33 } })
  })
})

test('reading a video post requires an administrator of the page [AUT-023]', () => {
  const scene = fresh()
  const added = act(scene.world, 'addPagePost', { page, video: { title: 'Tour', seconds: 75 } }).unwrap()
  const post = String(added['id'])
  const moderator = tokenOf(scene, { tasks: ['MODERATE', 'CREATE_CONTENT'] })
  const admin = tokenOf(scene, { tasks: ['MANAGE'] })
  expect([listed(scene, admin), listed(scene, moderator)]).toEqual([[post], []])
  expect(read(scene, admin, post, 'id').ok).toBe(true)
  expect(read(scene, moderator, post, 'id')).toMatchObject({ error: { code: 100, subcode: 33 } })
})

describe('a token', () => {
  const { world, pageToken } = start
  const ask = (method: string, query: string, headers: Record<string, string> = {}, body?: string) => {
    const url = `/${page}/feed?${query}`
    const response = world.fork().request({ method, url, headers, ...(body !== undefined && { body }) })
    return (JSON.parse(String(response.body)) as { error?: { code: number } }).error?.code ?? 'answered'
  }
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

  test.each<[string, number | string, Parameters<typeof ask>]>([
    ['in the query of a GET [AUT-001]', 'answered', ['GET', `access_token=${pageToken}`]],
    ['in the query of a POST', 'answered', ['POST', `message=x&access_token=${pageToken}`]],
    ['in the form of a POST [AUT-002]', 'answered', ['POST', '', {}, `message=x&access_token=${pageToken}`]],
    ['in a header', 'answered', ['GET', '', bearer(pageToken)]],
    ['in a header and the query', 'answered', ['GET', `access_token=${pageToken}`, bearer(pageToken)]],
    ['nowhere [AUT-003]', 190, ['GET', '']],
    ['that is empty [AUT-003]', 190, ['GET', 'access_token=']],
    ['that nobody issued [AUT-004]', 190, ['GET', 'access_token=nobody']],
    ['other in the header than in the query', 190, ['GET', `access_token=${pageToken}`, bearer(userToken)]],
    [
      'other in the form than in the query',
      190,
      ['POST', `access_token=${pageToken}`, {}, `access_token=${userToken}`],
    ],
    ['in the body of a GET, which means nothing', 190, ['GET', '', {}, `access_token=${pageToken}`]],
    ['in a header of another scheme', 190, ['GET', '', { authorization: `Basic ${pageToken}` }]],
  ])('%s', (_, expected, sent) => {
    expect(ask(...sent)).toBe(expected)
  })
})
