import { describe, expect, test } from 'vitest'
import { begin, call, forked, idsOf, jsonOf, refusedBy, type Scene, tokenOf } from '../../service/scene.ts'

const start = begin({ policy: { beyond: 'serve' } })
const { adAccount, adSet, ad, userToken } = start
const fresh = () => forked(start)

const update = ({ world }: Scene, params: object, token = userToken) =>
  call(world, token, 'updateAd', { ad, ...params })
const read = ({ world }: Scene, fields: string) => {
  const { id: _id, ...record } = call(world, userToken, 'readAd', { ad, fields }).unwrap()
  return record
}
const refused = (scene: Scene, params: object, token = userToken) =>
  refusedBy(scene.world, () => update(scene, params, token))

/** A picture of the ad account, and its hash. */
const uploaded = ({ world }: Scene) => {
  const bytes =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const { images } = call(world, userToken, 'uploadAdImage', { adAccount, bytes }).unwrap()
  return Object.values(images as Record<string, { hash: string }>)[0]?.hash
}

// https://developers.facebook.com/docs/marketing-api/reference/adgroup/#Updating
describe('an ad is changed', () => {
  const specs = [{ 'action.type': ['post_engagement'] }]
  test.each<[object, string, object]>([
    [{ name: 'Neu ü' }, 'name', { name: 'Neu ü' }],
    [{ status: 'ACTIVE' }, 'status', { status: 'ACTIVE' }],
    [{ status: 'ARCHIVED' }, 'status,effective_status', { status: 'ARCHIVED', effective_status: 'ARCHIVED' }],
    [{ tracking_specs: specs }, 'tracking_specs', { tracking_specs: specs }],
  ])('by %j', (params, fields, expected) => {
    const scene = fresh()
    expect(update(scene, params).unwrap()).toEqual({ success: true })
    expect(read(scene, fields)).toEqual(expected)
  })

  test('to another creative, and to a new one', () => {
    const scene = fresh()
    const { id: other } = scene.world.as(userToken).addCreative({ adAccount, title: 'Other' }).unwrap()
    update(scene, { creative: { creative_id: other } }).unwrap()
    expect(read(scene, 'creative')).toEqual({ creative: { id: other } })
    update(scene, { name: 'Shown', creative: { image_hash: uploaded(scene) } }).unwrap()
    const { creative } = read(scene, 'creative{name,image_hash}')
    expect(creative).toMatchObject({ name: 'Shown', image_hash: uploaded(scene) })
  })

  test('and keeps what the call does not name, apart from its time', () => {
    const scene = fresh()
    const fields = 'status,creative,tracking_specs,adset_id,created_time'
    const before = read(scene, fields)
    scene.world.clock.advance('1h')
    update(scene, { name: 'B' }).unwrap()
    expect(read(scene, `${fields},name`)).toEqual({ ...before, name: 'B' })
    const changed = new Date(scene.world.clock.now).toISOString().replace('.000Z', '+0000')
    expect(read(scene, 'updated_time')).toEqual({ updated_time: changed })
  })

  test('over HTTP, and in a batch', () => {
    const { world } = fresh()
    const asked = (path: string, params: object) =>
      jsonOf(world.request({ method: 'POST', path, params: { access_token: userToken, ...params } }))
    expect(asked(`/${ad}`, { name: 'New', status: 'PAUSED' })).toEqual({ success: true })
    const batch = [
      { method: 'POST', relative_url: ad, body: 'name=Batched' },
      { method: 'DELETE', relative_url: ad },
      { method: 'GET', relative_url: `${ad}?fields=name,status` },
    ]
    const answers = asked('/', { batch }) as unknown as { body: string }[]
    expect(answers.map(({ body }) => JSON.parse(body))).toEqual([
      { success: true },
      { success: true },
      { name: 'Batched', status: 'DELETED', id: ad },
    ])
  })
})

describe('an ad is not changed', () => {
  test.each<[object, RegExp]>([
    [{}, /At least one param is required/],
    [{ name: '' }, /Param name must be/],
    [{ status: 'RUNNING' }, /Param status must be/],
    [{ creative: {} }, /Param creative needs creative_id, or one of/],
    [{ creative: { creative_id: '1' } }, /Param creative.creative_id must be the id of a creative/],
    [{ creative: { image_hash: 'x' } }, /No image of the ad account has the hash/],
    [{ tracking_specs: 'all' }, /Param tracking_specs/],
  ])('by %j', (params, message) => {
    expect(refused(fresh(), params)).toMatchObject({ code: 100, message: expect.stringMatching(message) })
  })

  test('without the right to manage ads', () => {
    const scene = fresh()
    expect(refused(scene, { name: 'A' }, tokenOf(scene, { role: 'ANALYST' })).code).toBe(200)
    const reader = tokenOf(scene, { role: 'ADMIN', without: ['ads_management'] })
    expect(refused(scene, { name: 'A' }, reader).code).toBe(200)
  })

  test.each<[object, RegExp]>([
    [{ tracking_specs: [] }, /An archived ad accepts only name and status, got tracking_specs/],
    [{ status: 'ACTIVE' }, /can only become DELETED, got ACTIVE/],
  ])('after it was archived, by %j', (params, message) => {
    const scene = fresh()
    update(scene, { status: 'ARCHIVED' }).unwrap()
    expect(refused(scene, params).message).toMatch(message)
    expect(update(scene, { name: 'Old', status: 'ARCHIVED' }).ok).toBe(true)
    expect(update(scene, { status: 'DELETED' }).ok).toBe(true)
  })

  test('after it was deleted, apart from another deletion', () => {
    const scene = fresh()
    update(scene, { status: 'DELETED' }).unwrap()
    expect(refused(scene, { name: 'A' }).message).toMatch(/deleted ad cannot be updated/)
    expect(update(scene, { status: 'DELETED' }).unwrap()).toEqual({ success: true })
  })
})

describe('a deleted ad', () => {
  test('stays readable, leaves the lists, and keeps the time of its deletion', () => {
    const scene = fresh()
    const remove = () => call(scene.world, userToken, 'deleteAd', { ad }).unwrap()
    scene.world.clock.advance('1h')
    expect(remove()).toEqual({ success: true })
    const { updated_time: time } = read(scene, 'updated_time')
    scene.world.clock.advance('1h')
    remove()
    expect(read(scene, 'status,updated_time')).toEqual({ status: 'DELETED', updated_time: time })
    for (const [operation, of] of [
      ['listAds', { adAccount }],
      ['listAdSetAds', { adSet }],
    ] as const)
      expect(idsOf(call(scene.world, userToken, operation, of).unwrap())).not.toContain(ad)
  })
})
