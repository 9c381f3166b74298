import { describe, expect, test } from 'vitest'
import { begin, call, forked, idsOf, jsonOf, refusedBy, type Scene, tokenOf } from '../../service/scene.ts'

const start = begin({ policy: { beyond: 'serve' } })
const { page, user, userToken, appToken } = start
const fresh = () => forked(start)
const list = ({ world }: Scene, params: object = {}, token = userToken) =>
  call(world, token, 'listUserLikes', { user, ...params })
const like = ({ world }: Scene, liked: string, more: object = {}) =>
  world.actions.setPageLike({ page: liked, user, ...more })

// https://developers.facebook.com/docs/graph-api/reference/user/likes/
describe('the likes of a person', () => {
  test('are nothing at first, and then pages with the time of the like, the newest first', () => {
    const scene = fresh()
    expect(list(scene).unwrap()).toMatchObject({ data: [] })
    like(scene, page).unwrap()
    scene.world.clock.advance('1h')
    const other = scene.world.actions.createPage({ name: 'Other' }).unwrap().id
    like(scene, other).unwrap()
    const time = new Date(scene.world.clock.now).toISOString().replace('.000Z', '+0000')
    const fields = 'name,created_time,category'
    const { data } = list(scene, { fields }).unwrap() as { data: object[] }
    expect(data[0]).toMatchObject({ id: other, name: 'Other', created_time: time })
    expect(idsOf({ data })).toEqual([other, page])
  })

  test('are each there once, until the like is taken back', () => {
    const scene = fresh()
    like(scene, page).unwrap()
    like(scene, page).unwrap()
    expect(idsOf(list(scene).unwrap())).toEqual([page])
    like(scene, page, { liked: false }).unwrap()
    like(scene, page, { liked: false }).unwrap()
    expect(idsOf(list(scene).unwrap())).toEqual([])
  })

  test('are answered over HTTP, in a batch, and within the record of the person', () => {
    const scene = fresh()
    like(scene, page).unwrap()
    const ask = (method: string, path: string, params: object = {}) =>
      jsonOf(scene.world.request({ method, path, params: { access_token: userToken, ...params } }))
    expect(idsOf(ask('GET', '/me/likes'))).toEqual([page])
    expect(ask('GET', '/me', { fields: 'likes.limit(1){name}' })['likes']).toMatchObject({
      data: [{ id: page }],
    })
    const batch = [{ method: 'GET', relative_url: `${user}/likes` }]
    const [answer] = ask('POST', '/', { batch }) as unknown as { body: string }[]
    expect(idsOf(JSON.parse(answer?.body ?? ''))).toEqual([page])
  })

  test('are for the person with user_likes, and for an app that they use', () => {
    const scene = fresh()
    like(scene, page).unwrap()
    expect(idsOf(list(scene, {}, appToken).unwrap())).toEqual([page])
    const { token } = scene.world.actions
      .issueToken({ kind: 'user', app: start.app, user, scopes: ['public_profile'] })
      .unwrap()
    // Without the permission the list is empty, as that of friends is.
    expect(list(scene, {}, token).unwrap()).toEqual({ data: [], paging: {} })
    const another = tokenOf(scene)
    expect(refusedBy(scene.world, () => list(scene, {}, another)).code).toBe(200)
  })

  test.each([
    ['page', { page: '1' }],
    ['person', { user: '1' }],
  ])('need a %s that exists', (_case, params) => {
    const { world } = fresh()
    expect(refusedBy(world, () => world.actions.setPageLike({ page, user, ...params })).code).toBe(100)
  })
})
