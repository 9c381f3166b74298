import { describe, expect, test } from 'vitest'
import { copyResult } from '../../../src/chapters/campaigns/copy-campaign.ts'
import { call, get, jsonOf, rowOf } from '../../service/scene.ts'
import { adOf, adSetOf, campaignOf, fieldsOf, fresh, listed, start, update } from './campaign-world.ts'

const { userToken, adAccount, campaign, adSet, ad, creative, user } = start

describe('the edges of a campaign', () => {
  /** Creates a campaign with two objects of each kind, a minute apart, the oldest first. */
  function family() {
    const world = fresh()
    const parent = campaignOf(world, { name: 'Parent' })
    const two = (make: () => string) =>
      ['first', 'second'].map(() => {
        world.clock.advance('1m')
        return make()
      })
    const adsets = two(() => adSetOf(world, parent))
    const ads = two(() => adOf(world, adsets[0] ?? ''))
    const copies = two(() =>
      String(call(world, userToken, 'copyCampaign', { campaign: parent }).unwrap()['copied_campaign_id']),
    )
    const studied = { adAccount, campaigns: [parent, campaign] }
    const ad_studies = two(() => world.actions.createAdStudy({ ...studied, name: 'Study' }).unwrap().id)
    const adrules_governed = two(
      () => world.actions.createAdRule({ adAccount, campaigns: [parent] }).unwrap().id,
    )
    const edges: Record<string, string[]> = { adsets, ads, copies, ad_studies, adrules_governed }
    return { world, parent, edges }
  }

  test.each([
    ['ad_studies [CAM-049]'],
    ['adrules_governed [CAM-050]'],
    ['ads [CAM-052]'],
    ['adsets [CAM-053]'],
    ['copies [CAM-054]'],
  ])('%s lists its objects, newest first, page by page', (title) => {
    const { world, parent, edges } = family()
    const [edge = ''] = title.split(' ')
    const [older, newer] = edges[edge] ?? []
    const url = `/v26.0/${parent}/${edge}?access_token=${userToken}&fields=id`
    expect(get(world, url)['data']).toEqual([{ id: newer }, { id: older }])
    const page = get(world, `${url}&limit=1`) as { data: object[]; paging: { next: string } }
    expect(page.data).toEqual([{ id: newer }])
    expect(jsonOf(world.request({ method: 'GET', url: page.paging.next }))['data']).toEqual([{ id: older }])
    expect(get(world, `${url}&after=x`)).toMatchObject({ error: { code: 100 } })
  })

  test('copies and sources in an ad account without a role for the caller are hidden [CAM-036, CAM-054]', () => {
    const world = fresh()
    const rival = world.actions.createUser({ name: 'Rival' }).unwrap().id
    const theirs = world.actions.createAdAccount({ name: 'Rival', administrators: [rival] }).unwrap().id
    const { token } = world.actions
      .issueToken({ kind: 'user', app: start.app, user: rival, scopes: ['ads_management'] })
      .unwrap()
    const make = (source: string) =>
      call(world, token, 'createCampaign', {
        adAccount: theirs,
        special_ad_categories: [],
        source_campaign_id: source,
      })
    const parent = campaignOf(world, { name: 'Secret' })
    const refused = make(parent)
    expect(refused.ok ? undefined : refused.error).toMatchObject({
      code: 100,
      message: `(#100) Param source_campaign_id must be the id of a campaign, got ${parent}`,
    })
    world.actions.assignAdAccountRole({ adAccount, user: rival, role: 'ANALYST' }).unwrap()
    const copied = String(make(parent).unwrap()['id'])
    const sourceOf = () =>
      call(world, token, 'readCampaign', { campaign: copied, fields: 'source_campaign' }).unwrap()
    expect(sourceOf()).toEqual({ id: copied, source_campaign: { id: parent, name: 'Secret' } })
    world.actions.assignAdAccountRole({ adAccount, user: rival }).unwrap()
    expect(sourceOf()).toEqual({ id: copied })
    expect(listed(world, 'listCampaignCopies', { campaign: parent })).toEqual([])
    world.actions.assignAdAccountRole({ adAccount: theirs, user, role: 'ANALYST' }).unwrap()
    expect(listed(world, 'listCampaignCopies', { campaign: parent })).toEqual([copied])
  })

  test('are empty for a campaign without objects', () => {
    const world = fresh()
    const lonely = campaignOf(world)
    for (const edge of ['ads', 'adsets', 'copies', 'ad_studies', 'adrules_governed'])
      expect(get(world, `/${lonely}/${edge}?access_token=${userToken}`)).toEqual({ data: [], paging: {} })
  })

  test('a study has its fields [CAM-049]', () => {
    const world = fresh()
    const { id } = world.actions.createAdStudy({ adAccount, name: 'S', campaigns: [campaign] }).unwrap()
    expect(call(world, userToken, 'listCampaignAdStudies', { campaign }).unwrap()['data']).toEqual([
      { id, name: 'S', created_time: '2026-01-15T09:00:00+0000' },
    ])
  })

  test('rules are listed if they name the campaign by id or have the entity_type CAMPAIGN [CAM-051]', () => {
    const world = fresh()
    const other = campaignOf(world)
    const elsewhere = world.actions.createAdAccount({ name: 'E', administrators: [user] }).unwrap().id
    const rule = (given: object, account = adAccount) =>
      world.actions.createAdRule({ adAccount: account, ...given }).unwrap().id
    const byId = rule({ campaigns: [campaign, other] })
    const byIdForAds = rule({ campaigns: [campaign], entityType: 'AD' })
    const byType = rule({ entityType: 'CAMPAIGN' })
    const forOther = rule({ campaigns: [other], entityType: 'CAMPAIGN' })
    rule({})
    rule({ entityType: 'AD' })
    rule({ entityType: 'ADSET' })
    rule({ entityType: 'CAMPAIGN' }, elsewhere)
    const governing = (of: string) => listed(world, 'listCampaignAdRules', { campaign: of })
    expect(governing(campaign)).toEqual([byType, byIdForAds, byId])
    expect(governing(other)).toEqual([forOther, byType, byId])
  })

  test('a rule shows its filters [CAM-050]', () => {
    const world = fresh()
    const about = { name: 'R', entityType: 'AD', campaigns: [campaign] } as const
    const { id } = world.actions.createAdRule({ adAccount, ...about }).unwrap()
    expect(call(world, userToken, 'listCampaignAdRules', { campaign }).unwrap()['data']).toEqual([
      {
        id,
        account_id: adAccount,
        name: 'R',
        created_time: '2026-01-15T09:00:00+0000',
        evaluation_spec: {
          filters: [
            { field: 'entity_type', operator: 'EQUAL', value: 'AD' },
            { field: 'campaign.id', operator: 'IN', value: [campaign] },
          ],
        },
      },
    ])
  })
})

describe('the objects of an edge are readable by id', () => {
  const created = { created_time: '2026-01-15T08:55:00+0000', updated_time: '2026-01-15T08:55:00+0000' }
  const paused = { status: 'PAUSED', configured_status: 'PAUSED' }

  test('an ad set [CAM-053]', () => {
    expect(get(start.world, `/v26.0/${adSet}?access_token=${userToken}`)).toEqual({
      id: adSet,
      name: 'Starter Ad Set',
      account_id: adAccount,
      campaign_id: campaign,
      ...paused,
      effective_status: 'CAMPAIGN_PAUSED',
      ...created,
      daily_budget: '1000',
      attribution_spec: [{ event_type: 'CLICK_THROUGH', window_days: 1 }],
      tracking_specs: [],
    })
    const world = fresh()
    const own = campaignOf(world)
    const times = { startTime: '2026-02-01', endTime: '2026-03-01' }
    const made = adSetOf(world, own, { lifetimeBudget: 5, optimizationGoal: 'REACH', ...times })
    const fields = 'optimization_goal,lifetime_budget,start_time,end_time'
    expect(call(world, userToken, 'readAdSet', { adSet: made, fields }).unwrap()).toEqual({
      id: made,
      optimization_goal: 'REACH',
      lifetime_budget: '5',
      start_time: '2026-02-01T00:00:00+0000',
      end_time: '2026-03-01T00:00:00+0000',
    })
  })

  test('an ad [CAM-052]', () => {
    expect(get(start.world, `/v26.0/${ad}?access_token=${userToken}`)).toEqual({
      id: ad,
      name: 'Starter Ad',
      account_id: adAccount,
      campaign_id: campaign,
      adset_id: adSet,
      creative: { id: creative },
      status: 'ACTIVE',
      configured_status: 'ACTIVE',
      effective_status: 'CAMPAIGN_PAUSED',
      ...created,
    })
  })

  test.each([
    ['ACTIVE', 'ACTIVE', 'ACTIVE'],
    ['ACTIVE', 'PAUSED', 'PAUSED'],
    ['PAUSED', 'ACTIVE', 'CAMPAIGN_PAUSED'],
    ['PAUSED', 'PAUSED', 'CAMPAIGN_PAUSED'],
    ['DELETED', 'ACTIVE', 'DELETED'],
  ])(
    'in a campaign that is %s, an ad that was %s has the effective status %s [CAM-052]',
    (above, own, expected) => {
      const world = fresh()
      const parent = campaignOf(world)
      const under = adSetOf(world, parent, { status: own })
      const made = adOf(world, under, { status: own })
      update(world, parent, { status: above }).unwrap()
      for (const id of [under, made])
        expect(get(world, `/${id}?fields=effective_status&access_token=${userToken}`)).toEqual({
          id,
          effective_status: expected,
        })
    },
  )

  test('a creative', () => {
    expect(get(start.world, `/v26.0/${creative}?access_token=${userToken}`)).toEqual({
      id: creative,
      account_id: adAccount,
      name: 'Starter Creative',
      title: 'Hello',
      status: 'ACTIVE',
    })
  })

  test('an ad account [CAM-001]', () => {
    expect(get(start.world, `/v26.0/act_${adAccount}?access_token=${userToken}`)).toEqual({
      id: `act_${adAccount}`,
      account_id: adAccount,
      name: 'Starter Account',
      currency: 'USD',
      created_time: '2026-01-15T08:55:00+0000',
    })
  })
})

describe('the fields of a campaign that no call can set', () => {
  const platform = {
    ad_strategy_id: '77',
    boosted_object_id: '88',
    brand_lift_studies: [{ id: '99' }, { id: '98', name: 'Second' }],
    recommendations: { title: 'Raise the budget' },
  }
  const names = Object.keys(platform).join(',')

  test('are shown once the platform sets them [CAM-008, CAM-010..012, CAM-034..035]', () => {
    const world = fresh()
    expect(fieldsOf(world, campaign, names)).toEqual({})
    world.actions.setCampaignPlatformFields({ campaign, ...platform }).unwrap()
    expect(fieldsOf(world, campaign, names)).toEqual(platform)
  })

  test('recommendations are an object, and absent if there are none [CAM-034..035]', () => {
    const world = fresh()
    const shown = () => fieldsOf(world, campaign, 'recommendations')
    const set = (recommendations: object) =>
      world.actions.setCampaignPlatformFields({ campaign, recommendations: { ...recommendations } })
    for (const given of [{ title: 'Raise the budget' }, { items: [1, 2] }]) {
      set(given).unwrap()
      expect(shown()).toEqual({ recommendations: given })
      expect(call(world, userToken, 'readCampaign', { campaign }).unwrap()).toMatchObject({
        recommendations: given,
      })
    }
    set({}).unwrap()
    expect(shown()).toEqual({})
    expect(call(world, userToken, 'readCampaign', { campaign }).unwrap()).not.toHaveProperty(
      'recommendations',
    )
  })

  test('can_create_brand_lift_study is true without a study [CAM-017]', () => {
    const world = fresh()
    expect(fieldsOf(world, campaign, 'can_create_brand_lift_study')).toEqual({
      can_create_brand_lift_study: true,
    })
    world.actions.setCampaignPlatformFields({ campaign, brand_lift_studies: [] }).unwrap()
    expect(fieldsOf(world, campaign, 'brand_lift_studies,can_create_brand_lift_study')).toEqual({
      brand_lift_studies: [],
      can_create_brand_lift_study: true,
    })
    world.actions.setCampaignPlatformFields({ campaign, brand_lift_studies: [{ id: '99' }] }).unwrap()
    expect(fieldsOf(world, campaign, 'can_create_brand_lift_study')).toEqual({
      can_create_brand_lift_study: false,
    })
  })

  test('times, pacing, source campaign and topline [CAM-021, CAM-031..032, CAM-036..037, CAM-045..046]', () => {
    const world = fresh()
    const given = { name: 'Copy', source_campaign_id: campaign, topline_id: '7' }
    const made = campaignOf(world, given)
    world.clock.advance('1h')
    update(world, made, { name: 'Later' }).unwrap()
    const fields = 'created_time,updated_time,pacing_type,source_campaign,source_campaign_id,topline_id'
    expect(fieldsOf(world, made, fields)).toEqual({
      created_time: '2026-01-15T09:00:00+0000',
      updated_time: '2026-01-15T10:00:00+0000',
      pacing_type: ['standard'],
      source_campaign: { id: campaign, name: 'Starter Campaign' },
      source_campaign_id: campaign,
      topline_id: '7',
    })
  })
})

test.each([
  ['AUCTION', true],
  ['RESERVED', false],
  ['FIXED_CPM', false],
])('can_use_spend_cap with the buying_type %s is %s [CAM-018]', (buying_type, can_use_spend_cap) => {
  const world = fresh()
  const made = campaignOf(world, { buying_type })
  expect(fieldsOf(world, made, 'can_use_spend_cap')).toEqual({ can_use_spend_cap })
  if (!can_use_spend_cap) return
  update(world, made, { spend_cap: 50_000, status: 'ARCHIVED' }).unwrap()
  expect(fieldsOf(world, made, 'can_use_spend_cap')).toEqual({ can_use_spend_cap })
})

describe('source_campaign_id [CAM-037]', () => {
  const fields = 'source_campaign_id,source_campaign'

  test('is the id of the source of a copy as text, and absent from other campaigns [CAM-037]', () => {
    const world = fresh()
    const source = campaignOf(world, { name: 'First' })
    expect(fieldsOf(world, source, fields)).toEqual({})
    const copyOf = (campaign: string) =>
      String(call(world, userToken, 'copyCampaign', { campaign }).unwrap()['copied_campaign_id'])
    const copy = copyOf(source)
    expect(fieldsOf(world, copy, fields)).toEqual({
      source_campaign_id: source,
      source_campaign: { id: source, name: 'First' },
    })
    expect(fieldsOf(world, copyOf(copy), 'source_campaign_id')).toEqual({ source_campaign_id: copy })
  })

  test('does not change when the source is renamed, archived or deleted [CAM-037]', () => {
    const world = fresh()
    const source = campaignOf(world, { name: 'First' })
    const copy = campaignOf(world, { source_campaign_id: source })
    for (const change of [{ name: 'Second' }, { status: 'ARCHIVED' }, { status: 'DELETED' }]) {
      update(world, source, change).unwrap()
      expect(fieldsOf(world, copy, fields)).toEqual({
        source_campaign_id: source,
        source_campaign: { id: source, name: 'Second' },
      })
    }
  })
})

describe('budget_rebalance_flag [CAM-013]', () => {
  test('is false on creation, and an update can switch it on and off [CAM-013]', () => {
    const world = fresh()
    const made = campaignOf(world)
    const flag = () => fieldsOf(world, made, 'budget_rebalance_flag')
    expect(flag()).toEqual({ budget_rebalance_flag: false })
    for (const budget_rebalance_flag of [true, false]) {
      update(world, made, { budget_rebalance_flag }).unwrap()
      update(world, made, { name: String(budget_rebalance_flag) }).unwrap()
      expect(flag()).toEqual({ budget_rebalance_flag })
    }
  })

  test('is copied [CAM-013]', () => {
    const world = fresh()
    update(world, campaign, { budget_rebalance_flag: true }).unwrap()
    const { copied_campaign_id: copy } = call(world, userToken, 'copyCampaign', { campaign }).unwrap()
    const flag = { budget_rebalance_flag: true }
    expect(fieldsOf(world, String(copy), 'budget_rebalance_flag')).toEqual(flag)
  })
})

test('statistics of a campaign count a person once, even if several ad sets reached them [CAM-057]', () => {
  const world = fresh()
  const { actions } = world
  const people = ['A', 'B', 'C'].map((name) => actions.createUser({ name }).unwrap().id)
  const second = adSetOf(world, campaign)
  expect(actions.recordReach({ adSet, users: people.slice(0, 2) }).unwrap()).toEqual({
    adSet: 2,
    campaign: 2,
  })
  expect(actions.recordReach({ adSet: second, users: people.slice(1) }).unwrap()).toEqual({
    adSet: 2,
    campaign: 3,
  })
  expect(actions.recordReach({ adSet: second, users: people }).unwrap()).toEqual({ adSet: 3, campaign: 3 })
  const copy = call(world, userToken, 'copyCampaign', { campaign, deep_copy: true }).unwrap()
  const [copied = ''] = listed(world, 'listCampaignAdSets', { campaign: copy['copied_campaign_id'] })
  expect(actions.recordReach({ adSet: copied, users: [] }).unwrap()).toEqual({ adSet: 0, campaign: 0 })
})

test('statistics include the people that a deleted ad set reached [CAM-057]', () => {
  const world = fresh()
  const { actions } = world
  const people = ['A', 'B', 'C'].map((name) => actions.createUser({ name }).unwrap().id)
  const [first, second] = [adSetOf(world, campaign), adSetOf(world, campaign)]
  actions.recordReach({ adSet: first, users: people.slice(0, 2) }).unwrap()
  update(world, campaign, { status: 'DELETED' }).unwrap()
  expect(rowOf(world, first)['status']).toBe('DELETED')
  expect(actions.recordReach({ adSet: second, users: people.slice(1) }).unwrap()).toEqual({
    adSet: 2,
    campaign: 3,
  })
})

test('ad_object_type has eight values and no other [CAM-217..218]', () => {
  const types = ['unique_adcreative', 'ad', 'ad_set', 'campaign', 'opportunities', 'privacy_info_center']
  const answers = (ad_object_type: string) =>
    copyResult.safeParse({
      copied_campaign_id: '1',
      ad_object_ids: [{ ad_object_type, source_id: '1', copied_id: '2' }],
    }).success
  for (const type of [...types, 'topline', 'ad_account']) expect([type, answers(type)]).toEqual([type, true])
  for (const type of ['creative', 'AD', '']) expect([type, answers(type)]).toEqual([type, false])
})
