import { describe, expect, test } from 'vitest'
import { begin, call, forked, jsonOf, refusedBy, type Scene, tokenOf } from '../../service/scene.ts'

const start = begin({ policy: { beyond: 'serve' } })
const { adAccount, user, userToken } = start
const fresh = () => forked(start)
const as = ({ world }: Scene, operation: string, params: object, token = userToken) =>
  call(world, token, operation, params)
const refused = (scene: Scene, operation: string, params: object, token = userToken) =>
  refusedBy(scene.world, () => as(scene, operation, params, token))
const created = (scene: Scene) =>
  String(as(scene, 'createAdsPixel', { adAccount, name: 'My WCA Pixel' }).unwrap()['id'])
const fields = 'name,creation_time,owner_ad_account'

// https://developers.facebook.com/docs/marketing-api/reference/ads-pixel/
describe('the pixel of an ad account', () => {
  test('is created, listed, read and renamed', () => {
    const scene = fresh()
    expect(as(scene, 'listAdsPixels', { adAccount }).unwrap()).toMatchObject({ data: [] })
    const pixel = created(scene)
    const record = {
      ...{ id: pixel, name: 'My WCA Pixel' },
      creation_time: new Date(scene.world.clock.now).toISOString().replace('.000Z', '+0000'),
      owner_ad_account: { id: `act_${adAccount}`, account_id: adAccount },
    }
    expect(as(scene, 'listAdsPixels', { adAccount, fields }).unwrap()['data']).toEqual([record])
    expect(as(scene, 'updateAdsPixel', { pixel, name: 'B' }).unwrap()).toEqual({ success: true })
    expect(as(scene, 'readAdsPixel', { pixel, fields }).unwrap()).toEqual({ ...record, name: 'B' })
  })

  test('is one, so that a second is refused with 6200', () => {
    const scene = fresh()
    created(scene)
    const message = '(#6200) A pixel already exists for this account'
    expect(refused(scene, 'createAdsPixel', { adAccount, name: 'Two' })).toMatchObject({
      code: 6200,
      message,
    })
  })

  test('is answered over HTTP, and cannot be deleted', () => {
    const { world } = fresh()
    const ask = (method: string, path: string, params: object = {}) =>
      jsonOf(world.request({ method, path, params: { access_token: userToken, ...params } }))
    const { id } = ask('POST', `/act_${adAccount}/adspixels`, { name: 'A' })
    expect(ask('GET', `/${id}`, { fields: 'name' })).toEqual({ id, name: 'A' })
    expect(ask('GET', `/act_${adAccount}`, { fields: 'adspixels{name}' })['adspixels']).toMatchObject({
      data: [{ id, name: 'A' }],
    })
    expect(ask('DELETE', `/${id}`)['error']).toMatchObject({ code: 100 })
  })

  test('is seen and changed by those with a role on the account', () => {
    const scene = fresh()
    const pixel = created(scene)
    const analyst = tokenOf(scene, { role: 'ANALYST' })
    expect(as(scene, 'readAdsPixel', { pixel }, analyst).ok).toBe(true)
    expect(refused(scene, 'updateAdsPixel', { pixel, name: 'B' }, analyst).code).toBe(200)
    for (const operation of ['readAdsPixel', 'updateAdsPixel'])
      expect(refused(scene, operation, { pixel, name: 'B' }, tokenOf(scene)).code).toBe(200)
    expect(refused(scene, 'createAdsPixel', { adAccount, name: '' }).code).toBe(100)
  })
})

describe('an event source that an action created', () => {
  const source = (scene: Scene, type: 'pixel' | 'app', users: string[]) =>
    String(scene.world.actions.createEventSource({ name: 'Shop', type, users }).unwrap().id)

  test('is a pixel without an ad account for its users', () => {
    const scene = fresh()
    const pixel = source(scene, 'pixel', [user])
    expect(as(scene, 'readAdsPixel', { pixel, fields: 'name,owner_ad_account' }).unwrap()).toEqual({
      id: pixel,
      name: 'Shop',
    })
    expect(as(scene, 'updateAdsPixel', { pixel, name: 'B' }).ok).toBe(true)
    expect(refused(scene, 'readAdsPixel', { pixel: source(scene, 'pixel', []) }).code).toBe(200)
  })

  test('is no pixel if it is an app', () => {
    const scene = fresh()
    const pixel = source(scene, 'app', [user])
    expect(refused(scene, 'readAdsPixel', { pixel })).toMatchObject({ code: 100, subcode: 33 })
  })
})
