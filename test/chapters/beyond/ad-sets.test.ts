import { describe, expect, test } from 'vitest'
import { begin, call, forked, idsOf, jsonOf, refusedBy, type Scene, tokenOf } from '../../service/scene.ts'

const start = begin({ policy: { beyond: 'serve' } })
const { adAccount, campaign, adSet, ad, userToken } = start
const fresh = () => forked(start)

const update = ({ world }: Scene, params: object, token = userToken) =>
  call(world, token, 'updateAdSet', { adSet, ...params })
const read = ({ world }: Scene, fields: string) => {
  const { id: _id, ...record } = call(world, userToken, 'readAdSet', { adSet, fields }).unwrap()
  return record
}
const refused = (scene: Scene, params: object, token = userToken) =>
  refusedBy(scene.world, () => update(scene, params, token))

describe('an ad set is changed', () => {
  test.each<[object, string, object]>([
    [{ name: 'Neu ü' }, 'name', { name: 'Neu ü' }],
    [{ status: 'PAUSED' }, 'status', { status: 'PAUSED' }],
    [{ bid_amount: 30 }, 'bid_amount', { bid_amount: '30' }],
    [{ bid_strategy: 'COST_CAP' }, 'bid_strategy', { bid_strategy: 'COST_CAP' }],
    [{ targeting: { age_min: 20 } }, 'targeting', { targeting: { age_min: 20 } }],
    [{ daily_budget: 700 }, 'daily_budget,lifetime_budget', { daily_budget: '700' }],
    [{ lifetime_budget: 900 }, 'daily_budget,lifetime_budget', { lifetime_budget: '900' }],
    [{ promoted_object: { page_id: '1' } }, 'promoted_object', { promoted_object: { page_id: '1' } }],
    [{ start_time: '2026-03-01' }, 'start_time', { start_time: '2026-03-01T00:00:00+0000' }],
    [{ end_time: '2026-03-01' }, 'end_time', { end_time: '2026-03-01T00:00:00+0000' }],
  ])('by %j', (params, fields, expected) => {
    const scene = fresh()
    expect(update(scene, params).unwrap()).toEqual({ success: true })
    expect(read(scene, fields)).toEqual(expected)
  })

  test('and keeps what the call does not name, apart from its time', () => {
    const scene = fresh()
    const fields = 'name,status,bid_amount,daily_budget,targeting,promoted_object,start_time,end_time'
    update(scene, { name: 'A', daily_budget: 500, bid_amount: 7, end_time: '2026-05-01' }).unwrap()
    const before = read(scene, fields)
    scene.world.clock.advance('1h')
    update(scene, { name: 'B' }).unwrap()
    expect(read(scene, fields)).toEqual({ ...before, name: 'B' })
    const changed = new Date(scene.world.clock.now).toISOString().replace('.000Z', '+0000')
    expect(read(scene, 'updated_time')).toEqual({ updated_time: changed })
  })

  test('and one budget replaces the other', () => {
    const scene = fresh()
    update(scene, { daily_budget: 500 }).unwrap()
    update(scene, { lifetime_budget: 900 }).unwrap()
    expect(read(scene, 'daily_budget,lifetime_budget')).toEqual({ lifetime_budget: '900' })
  })

  test('over HTTP', () => {
    const { world } = fresh()
    const params = { access_token: userToken, targeting: '{"age_min":20}', name: 'New' }
    expect(jsonOf(world.request({ method: 'POST', path: `/${adSet}`, params }))).toEqual({ success: true })
  })
})

describe('an ad set is not changed', () => {
  test.each<[object, RegExp]>([
    [{}, /At least one param is required/],
    [{ name: '' }, /Param name must be/],
    [{ daily_budget: 1, lifetime_budget: 1 }, /exclude each other/],
    [{ daily_budget: 0 }, /Param daily_budget must be/],
    [{ start_time: '2026-03-02', end_time: '2026-03-01' }, /end_time must lie after start_time/],
    [{ start_time: '2026-03-01', end_time: '2026-03-01' }, /end_time must lie after start_time/],
    [{ status: 'RUNNING' }, /Param status must be/],
    [{ bid_strategy: 'CHEAP' }, /Param bid_strategy must be/],
    [{ targeting: 'people' }, /Param targeting must be/],
  ])('by %j', (params, message) => {
    expect(refused(fresh(), params)).toMatchObject({ code: 100, message: expect.stringMatching(message) })
  })

  test('beyond the end that it has', () => {
    const scene = fresh()
    update(scene, { end_time: '2026-03-01' }).unwrap()
    expect(refused(scene, { start_time: '2026-03-02' }).message).toMatch(/end_time must lie after/)
  })

  test('to a budget under a campaign with one', () => {
    const scene = fresh()
    const client = scene.world.as(userToken)
    const { id: campaign_id = '' } = client
      .createCampaign({ adAccount, special_ad_categories: [], daily_budget: 500 })
      .unwrap()
    const audience = { billing_event: 'IMPRESSIONS', targeting: {} } as const
    const { id: within } = client.addAdSet({ adAccount, campaign_id, name: 'Within', ...audience }).unwrap()
    expect(refused(scene, { adSet: within, daily_budget: 5 }).message).toMatch(/The campaign has a budget/)
    expect(update(scene, { adSet: within, name: 'Renamed' }).ok).toBe(true)
  })

  test('without the right to manage ads', () => {
    const scene = fresh()
    expect(refused(scene, { name: 'A' }, tokenOf(scene, { role: 'ANALYST' })).code).toBe(200)
  })

  test.each<[object, RegExp]>([
    [{ bid_amount: 5 }, /accepts only name and status, got bid_amount/],
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
    expect(refused(scene, { name: 'A' }).message).toMatch(/deleted ad set cannot be updated/)
    expect(refused(scene, { name: 'A', status: 'DELETED' }).message).toMatch(/deleted ad set/)
    expect(update(scene, { status: 'DELETED' }).unwrap()).toEqual({ success: true })
  })
})

describe('a deleted ad set', () => {
  test.each<[string, (scene: Scene) => unknown]>([
    ['deleteAdSet', ({ world }) => call(world, userToken, 'deleteAdSet', { adSet }).unwrap()],
    ['updateAdSet', (scene) => update(scene, { status: 'DELETED' }).unwrap()],
  ])('of %s is in no list, with its ads, and stays readable', (_operation, remove) => {
    const scene = fresh()
    expect(remove(scene)).toEqual({ success: true })
    const { world } = scene
    expect(read(scene, 'status')).toEqual({ status: 'DELETED' })
    expect(call(world, userToken, 'readAd', { ad, fields: 'status' }).unwrap()).toEqual({
      id: ad,
      status: 'DELETED',
    })
    expect(idsOf(call(world, userToken, 'listAdSets', { adAccount }).unwrap())).not.toContain(adSet)
    expect(idsOf(call(world, userToken, 'listAds', { adAccount }).unwrap())).not.toContain(ad)
    expect(call(world, userToken, 'readCampaign', { campaign, fields: 'status' }).ok).toBe(true)
  })
})
