import { describe, expect, test } from 'vitest'
import { syntheticPicture } from '../../../src/chapters/pictures/synthetic.ts'
import { act, begin, call, forked, jsonOf, refusedBy } from '../../service/scene.ts'

const start = begin({ policy: { beyond: 'serve' } })
const { user, userToken, page, pageToken, appToken, noPermissionToken } = start
const fresh = () => forked(start)

const ask = (path: string, params: object = {}, token = userToken, { world } = fresh()) =>
  world.request({ method: 'GET', path, params: { access_token: token, ...params } })

/** A world in which the page has a picture of 1,000 × 500 pixels. */
function withPicture() {
  const scene = fresh()
  const { world } = scene
  const bytes = syntheticPicture({ url: 'a', width: 1_000, height: 500 })
  const files = [{ part: 'source', name: 'a.png', bytes }]
  const { id: photo } = call(world, pageToken, 'uploadPagePhoto', { page, files }).unwrap()
  act(world, 'setProfilePicture', { page, photo }).unwrap()
  return scene
}

describe('the edge picture', () => {
  test.each([`/v24.0/me/picture`, `/${user}/picture`, `/${page}/picture`])(
    '%s redirects to the picture, which the web address serves',
    (path) => {
      const scene = fresh()
      const { status, headers } = ask(path, {}, userToken, scene)
      expect(status).toBe(302)
      expect(headers['cache-control']).toBe('no-store')
      const location = String(headers['location'])
      expect(location).toMatch(/^https?:\/\//)
      const picture = scene.world.request({ method: 'GET', url: location, bytes: true })
      expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/png'])
    },
  )

  test('of a page token is that of its page', () => {
    const scene = withPicture()
    const { body } = ask('/me/picture', { redirect: 0 }, pageToken, scene)
    expect(jsonOf({ body })).toMatchObject({ data: { is_silhouette: false } })
  })

  test.each([0, '0', false, 'false', 'False'])('with redirect=%s is described', (redirect) => {
    const { status, headers, body } = ask('/me/picture', { redirect })
    expect([status, headers['location']]).toEqual([200, undefined])
    expect(jsonOf({ body })).toEqual({
      data: { height: 200, is_silhouette: true, url: expect.stringMatching(/^https?:/), width: 200 },
    })
  })

  // It is also displayed 960, 720, 480 and 320 pixels wide (SIL-073).
  test.each<[object, number, number]>([
    [{}, 320, 160],
    [{ type: 'small' }, 320, 160],
    [{ type: 'large' }, 320, 160],
    [{ width: 320 }, 320, 160],
    [{ width: 321 }, 480, 240],
    [{ height: 700 }, 720, 360],
    [{ width: 100, height: 700 }, 320, 160],
    [{ width: 961, type: 'small' }, 1_000, 500],
    [{ width: 9_999 }, 1_000, 500],
  ])(
    'of a page is the smallest that is as wide as requested, or the largest: %j',
    (params, width, height) => {
      const { body } = ask(`/${page}/picture`, { redirect: 'false', ...params }, userToken, withPicture())
      expect(jsonOf({ body })['data']).toMatchObject({ is_silhouette: false, width, height })
    },
  )

  test.each([
    { type: 'huge' },
    { type: ['large'] },
    { type: '__proto__' },
    { width: 0 },
    { width: -1 },
    { width: 10_000 },
    { width: '1e3' },
    { width: 'wide' },
    { height: 1.5 },
    { redirect: 'no' },
    { redirect: { a: 1 } },
  ])('refuses %j', (params) => {
    const { world } = fresh()
    for (const [operation, node] of [
      ['readUserPicture', { user }],
      ['readPagePicture', { page }],
    ] as const)
      expect(refusedBy(world, () => call(world, userToken, operation, { ...node, ...params })).code).toBe(100)
  })

  test('needs a token, any token', () => {
    for (const token of [userToken, pageToken, appToken, noPermissionToken])
      expect(ask(`/${user}/picture`, {}, token).status).toBe(302)
    expect(jsonOf(ask(`/${user}/picture`, {}, ''))).toMatchObject({ error: { code: 190 } })
  })

  test('of a page that the caller cannot see does not exist', () => {
    const { world } = fresh()
    const { id } = act(world, 'createPage', { name: 'Hidden', published: false }).unwrap()
    const refused = () => call(world, userToken, 'readPagePicture', { page: id })
    expect(refusedBy(world, refused)).toMatchObject({ code: 100, subcode: 33 })
  })

  test('is a redirect within a batch', () => {
    const { world } = fresh()
    const batch = JSON.stringify([{ method: 'GET', relative_url: 'me/picture' }])
    const { body } = world.request({ method: 'POST', path: '/', params: { batch, access_token: userToken } })
    const [answer] = JSON.parse(String(body)) as {
      code: number
      headers: { name: string; value: string }[]
    }[]
    expect(answer?.code).toBe(302)
    const location = answer?.headers.find(({ name }) => name === 'Location')?.value
    expect(location).toMatch(/^https?:\/\/[^?]*\.png$/)
  })

  test('leads nowhere with the token', () => {
    const { headers } = ask('/me/picture', { width: 200 })
    expect(headers['location']).not.toContain(userToken)
  })

  test('is not served under the default policy', () => {
    const { world } = begin()
    expect(
      world.request({ method: 'GET', path: '/me/picture', params: { access_token: userToken } }).status,
    ).toBe(400)
  })
})

describe('the field picture of a person', () => {
  test.each(['picture', 'picture.type(large)', 'picture.width(640).height(640)', 'picture{url,width}'])(
    'is shown for %s',
    (fields) => {
      const { picture } = call(fresh().world, userToken, 'me', { fields }).unwrap() as {
        picture: { data: { url: string } }
      }
      expect(picture.data.url).toEqual(expect.any(String))
    },
  )

  test('is shown only on request', () => {
    for (const world of [
      fresh().world,
      begin({ policy: { beyond: 'serve', defaultFields: 'minimal' } }).world,
    ])
      expect(Object.keys(call(world, userToken, 'me', {}).unwrap())).not.toContain('picture')
  })

  test('is unknown under the default policy', () => {
    const { world } = begin()
    expect(refusedBy(world, () => call(world, userToken, 'me', { fields: 'picture' })).message).toMatch(
      /nonexisting field \(picture\)/,
    )
  })
})
