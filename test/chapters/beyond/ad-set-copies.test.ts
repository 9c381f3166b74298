import { describe, expect, test } from 'vitest'
import { begin, call, forked, idsOf, refusedBy, type Scene, tokenOf } from '../../service/scene.ts'

const start = begin({ policy: { beyond: 'serve' } })
const { adAccount, campaign, adSet, ad, userToken } = start
const fresh = () => forked(start)

const copy = ({ world }: Scene, params: object = {}, token = userToken) =>
  call(world, token, 'copyAdSet', { adSet, ...params })
const copied = (scene: Scene, params: object = {}): string =>
  String(copy(scene, params).unwrap()['copied_adset_id'])
const read = ({ world }: Scene, id: string, fields: string) =>
  call(world, userToken, 'readAdSet', { adSet: id, fields }).unwrap()
const update = ({ world }: Scene, params: object) =>
  call(world, userToken, 'updateAdSet', { adSet, ...params }).unwrap()
const refused = (scene: Scene, params: object, token = userToken) =>
  refusedBy(scene.world, () => copy(scene, params, token))
const otherCampaign = ({ world }: Scene, params: object = {}): string =>
  String(
    call(world, userToken, 'createCampaign', {
      adAccount,
      name: 'Other',
      objective: call(world, userToken, 'readCampaign', { campaign, fields: 'objective' }).unwrap()[
        'objective'
      ],
      special_ad_categories: [],
      ...params,
    }).unwrap()['id'],
  )
const addAds = ({ world }: Scene, count: number) => {
  const creative = String(world.actions.createCreative({ adAccount, name: 'C' }).unwrap().id)
  for (let made = 0; made < count; made++) world.actions.createAdWithCreative({ adSet, creative }).unwrap()
}

describe('a copy of an ad set', () => {
  test('names the copy and its source, and is in the list of the campaign', () => {
    const scene = fresh()
    const id = copied(scene)
    expect(read(scene, id, 'campaign_id')).toEqual({ id, campaign_id: campaign })
    expect(idsOf(call(scene.world, userToken, 'listCampaignAdSets', { campaign }).unwrap())).toEqual([
      id,
      adSet,
    ])
    expect(idsOf(call(scene.world, userToken, 'listAdSetAds', { adSet: id }).unwrap())).toEqual([])
    const result = copy(scene).unwrap()
    expect(result).toEqual({
      copied_adset_id: result['copied_adset_id'],
      ad_object_ids: [{ ad_object_type: 'ad_set', source_id: adSet, copied_id: result['copied_adset_id'] }],
    })
  })

  test.each<[object, object]>([
    [{}, { name: 'A - Copy', status: 'PAUSED' }],
    [{ status_option: 'ACTIVE' }, { name: 'A - Copy', status: 'ACTIVE' }],
    [{ rename_options: { rename_suffix: ' 2' } }, { name: 'A 2' }],
    [{ rename_options: { rename_strategy: 'NO_RENAME', rename_prefix: 'B ' } }, { name: 'A' }],
    [{ rename_options: { rename_strategy: 'DEEP_RENAME', rename_prefix: 'B ' } }, { name: 'B A - Copy' }],
    [
      { start_time: '2026-03-01', end_time: '2026-04-01' },
      { start_time: '2026-03-01T00:00:00+0000', end_time: '2026-04-01T00:00:00+0000' },
    ],
    [{}, { bid_amount: '7', bid_strategy: 'COST_CAP', targeting: { age_min: 20 }, daily_budget: '500' }],
  ])('by %j has %j', (params, expected) => {
    const scene = fresh()
    const targeting = { age_min: 20 }
    update(scene, { name: 'A', bid_amount: 7, bid_strategy: 'COST_CAP', targeting, daily_budget: 500 })
    const id = copied(scene, params)
    expect(read(scene, id, Object.keys(expected).join(','))).toEqual({ id, ...expected })
  })

  test('keeps the status of its source if the call says so', () => {
    const scene = fresh()
    update(scene, { status: 'ARCHIVED' })
    const id = copied(scene, { status_option: 'INHERITED_FROM_SOURCE' })
    expect(read(scene, id, 'status')).toEqual({ id, status: 'ARCHIVED' })
  })

  test('is made in another campaign of the account', () => {
    const scene = fresh()
    const campaign_id = otherCampaign(scene)
    const id = copied(scene, { campaign_id, deep_copy: true })
    expect(read(scene, id, 'campaign_id')).toEqual({ id, campaign_id })
    const ads = call(scene.world, userToken, 'listCampaignAds', { campaign: campaign_id, fields: 'adset_id' })
    expect(ads.unwrap()).toMatchObject({ data: [{ adset_id: id }] })
  })

  test('has the ads with a deep copy, and the ads keep their creatives', () => {
    const scene = fresh()
    const { world } = scene
    addAds(scene, 1)
    const [second, first] = idsOf(call(world, userToken, 'listAdSetAds', { adSet }).unwrap())
    expect(first).toBe(ad)
    const objects = copy(scene, { deep_copy: true }).unwrap()['ad_object_ids'] as { source_id: string }[]
    expect(objects.map(({ source_id }) => source_id).sort()).toEqual([adSet, ad, second].sort())
    const creativeOf = (id: string) => call(world, userToken, 'readAd', { ad: id, fields: 'creative,name' })
    for (const { ad_object_type, source_id, copied_id } of objects as Record<string, string>[])
      if (ad_object_type === 'ad')
        expect({ ...creativeOf(copied_id ?? '').unwrap(), id: '' }).toEqual({
          ...creativeOf(source_id ?? '').unwrap(),
          id: '',
        })
  })

  test('shows the fields that the call names', () => {
    expect(copy(fresh(), { fields: 'status' }).unwrap()).toMatchObject({ status: 'PAUSED' })
  })
})

describe('no copy of an ad set is made', () => {
  test.each<[string, object, RegExp]>([
    ['in a campaign that nobody knows', { campaign_id: '1' }, /campaign_id must be the id of a campaign/],
    ['with a text for a campaign', { campaign_id: 'x' }, /Param campaign_id must be/],
    ['with an unknown status', { status_option: 'RUNNING' }, /Param status_option must be/],
    ['that ends before it starts', { start_time: 2e9, end_time: 1e9 }, /end_time must lie after start_time/],
  ])('%s', (_case, params, message) => {
    expect(refused(fresh(), params)).toMatchObject({ code: 100, message: expect.stringMatching(message) })
  })

  test('that starts after the end of its source', () => {
    const scene = fresh()
    update(scene, { end_time: '2026-03-01' })
    expect(refused(scene, { start_time: '2026-04-01' }).message).toMatch(/start_time must lie before the end/)
  })

  test('with more than three ads, but with three', () => {
    const scene = fresh()
    addAds(scene, 2)
    expect(copy(scene, { deep_copy: true }).ok).toBe(true)
    addAds(scene, 1)
    expect(refused(scene, { deep_copy: true }).message).toMatch(/at most 3 child ads, and this ad set has 4/)
    expect(copy(scene).ok).toBe(true)
  })

  test.each<[string, object, RegExp]>([
    ['with another objective', { objective: 'APP_INSTALLS' }, /with the objective of the source campaign/],
    ['with a budget, beside its own', { daily_budget: 900 }, /names a campaign with a budget/],
  ])('in a campaign %s', (_case, params, message) => {
    const scene = fresh()
    update(scene, { daily_budget: 500 })
    expect(refused(scene, { campaign_id: otherCampaign(scene, params) }).message).toMatch(message)
  })

  test('in a campaign of another account', () => {
    const scene = fresh()
    const { world } = scene
    const other = world.actions.createAdAccount({ name: 'B', administrators: [scene.user] }).unwrap().id
    expect(refused(scene, { campaign_id: otherCampaign(scene, { adAccount: other }) }).message).toMatch(
      /of the ad account of the ad set/,
    )
  })

  test('in an archived campaign', () => {
    const scene = fresh()
    call(scene.world, userToken, 'updateCampaign', { campaign, status: 'ARCHIVED' }).unwrap()
    expect(refused(scene, {}).message).toMatch(/is ARCHIVED/)
  })

  test('of a deleted ad set', () => {
    const scene = fresh()
    update(scene, { status: 'DELETED' })
    expect(refused(scene, {}).message).toMatch(/A deleted ad set cannot be copied/)
  })

  test('without the right to manage ads', () => {
    const scene = fresh()
    expect(refused(scene, {}, tokenOf(scene, { role: 'ANALYST' })).code).toBe(200)
  })
})
