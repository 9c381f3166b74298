import { describe, expect, test } from 'vitest'
import { act, call, get, jsonOf, refusedBy, rowOf } from '../../service/scene.ts'
import {
  adOf,
  adSetOf,
  campaignOf,
  fieldsOf,
  fresh,
  listed,
  start,
  update,
  updateRefusal,
} from './campaign-world.ts'

const { userToken, adAccount, user } = start

describe('an update', () => {
  test('is a POST to the campaign that returns success [CAM-003, CAM-152, CAM-178, CAM-231]', () => {
    const world = fresh()
    const campaign = campaignOf(world, { name: 'Before', daily_budget: 500 })
    world.clock.advance('1h')
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = `name=After&access_token=${userToken}`
    const response = world.request({ method: 'POST', url: `/v19.0/${campaign}`, headers, body })
    expect(jsonOf(response)).toEqual({ success: true })
    const url = `/v19.0/${campaign}?fields=name,daily_budget,created_time,updated_time`
    expect(get(world, `${url}&access_token=${userToken}`)).toEqual({
      id: campaign,
      name: 'After',
      daily_budget: '500',
      created_time: '2026-01-15T09:00:00+0000',
      updated_time: '2026-01-15T10:00:00+0000',
    })
    expect(world.events.last()).toMatchObject({ type: 'campaign.updated', data: { campaign, adAccount } })
  })

  test.each<[string, string]>([
    ['the user of the token', user],
    ['the app of the token', start.app],
    ['the ad account', `act_${adAccount.replace('act_', '')}`],
  ])('is refused with 368 if %s is blocked, and changes nothing [CAM-182]', (_, actor) => {
    const world = fresh()
    const campaign = campaignOf(world, { name: 'Before' })
    world.actions.blockActor({ actor }).unwrap()
    expect(refusedBy(world, () => update(world, campaign, { name: 'After' }))).toMatchObject({ code: 368 })
  })

  const labels = [{ name: 'a' }, { id: '5', deep: [1] }]
  const upstream = { one: { a: 'b' } }
  test.each<[string, object, object]>([
    ['adlabels [CAM-009, CAM-153]', { adlabels: labels }, { adlabels: labels }],
    ['adlabels as text [CAM-153]', { adlabels: JSON.stringify(labels) }, { adlabels: labels }],
    ['bid_strategy [CAM-160]', { bid_strategy: 'COST_CAP' }, { bid_strategy: 'COST_CAP' }],
    [
      'budget_rebalance_flag [CAM-013, CAM-161]',
      { budget_rebalance_flag: 'true' },
      { budget_rebalance_flag: true },
    ],
    ['daily_budget [CAM-162]', { daily_budget: '700' }, { daily_budget: '700', budget_remaining: '700' }],
    ['lifetime_budget [CAM-166]', { lifetime_budget: 9 }, { lifetime_budget: '9', budget_remaining: '9' }],
    [
      'is_ios_network_attribution [CAM-026, CAM-164]',
      { is_ios_network_attribution: true },
      { is_ios_network_attribution: true },
    ],
    [
      'iterative_split_test_configs [CAM-165]',
      { iterative_split_test_configs: [{ x: 1 }] },
      { iterative_split_test_configs: [{ x: 1 }] },
    ],
    ['name [CAM-167]', { name: 'Été 😀' }, { name: 'Été 😀' }],
    ['objective [CAM-168]', { objective: 'LINK_CLICKS' }, { objective: 'LINK_CLICKS' }],
    [
      'promoted_object [CAM-033, CAM-169]',
      { promoted_object: { page_id: '7' } },
      { promoted_object: { page_id: '7' } },
    ],
    [
      'special_ad_categories [CAM-170]',
      { special_ad_categories: ['HOUSING', 'CREDIT'] },
      { special_ad_categories: ['HOUSING', 'CREDIT'], special_ad_category: 'HOUSING' },
    ],
    [
      'special_ad_category [CAM-171]',
      { special_ad_category: 'EMPLOYMENT' },
      { special_ad_categories: ['EMPLOYMENT'], special_ad_category: 'EMPLOYMENT' },
    ],
    [
      'special_ad_category beside the array, which wins [CAM-171]',
      { special_ad_category: 'EMPLOYMENT', special_ad_categories: ['CREDIT'] },
      { special_ad_categories: ['CREDIT'], special_ad_category: 'CREDIT' },
    ],
    [
      'special_ad_category_country [CAM-172]',
      { special_ad_category_country: ['US', 'FR'] },
      { special_ad_category_country: ['US', 'FR'] },
    ],
    ['spend_cap [CAM-173]', { spend_cap: 10_000 }, { spend_cap: '10000' }],
    ['status [CAM-062, CAM-174]', { status: 'ACTIVE' }, { status: 'ACTIVE', configured_status: 'ACTIVE' }],
    ['upstream_events [CAM-175]', { upstream_events: upstream }, { upstream_events: upstream }],
  ])('sets %s', (_, params, expected) => {
    const world = fresh()
    const campaign = campaignOf(world, { objective: 'REACH' })
    const everything = call(world, userToken, 'readCampaign', { campaign }).unwrap()
    world.clock.advance('1h')
    expect(update(world, campaign, params).unwrap()).toEqual({ success: true })
    const changed = { ...expected, updated_time: '2026-01-15T10:00:00+0000' }
    const status = 'status' in params ? { effective_status: 'ACTIVE' } : {}
    expect(call(world, userToken, 'readCampaign', { campaign }).unwrap()).toEqual({
      ...everything,
      ...changed,
      ...status,
    })
  })

  test.each(['v6.0', 'v7.0', 'v26.0'])(
    'takes either form of the categories in %s [CAM-170..171]',
    (version) => {
      const world = fresh()
      const campaign = campaignOf(world)
      update(world, campaign, { special_ad_category: 'CREDIT' }, version).unwrap()
      expect(fieldsOf(world, campaign, 'special_ad_categories')).toEqual({
        special_ad_categories: ['CREDIT'],
      })
      update(world, campaign, { name: 'Neither' }, version).unwrap()
      expect(fieldsOf(world, campaign, 'special_ad_categories')).toEqual({
        special_ad_categories: ['CREDIT'],
      })
      update(world, campaign, { special_ad_categories: 'NONE' }, version).unwrap()
      expect(fieldsOf(world, campaign, 'special_ad_categories')).toEqual({ special_ad_categories: ['NONE'] })
    },
  )

  test.each(['v6.0', 'v7.0', 'v26.0'])('keeps budget_rebalance_flag in %s [CAM-014]', (version) => {
    const world = fresh()
    const campaign = campaignOf(world)
    update(world, campaign, { budget_rebalance_flag: true }, version).unwrap()
    const flag = { budget_rebalance_flag: true }
    expect(fieldsOf(world, campaign, 'budget_rebalance_flag', version)).toEqual(flag)
  })

  test('ignores parameters that only creation has [CAM-176]', () => {
    const world = fresh()
    const campaign = campaignOf(world, { topline_id: '7', buying_type: 'RESERVED' })
    const { graph } = world.state
    const fixed = { buying_type: 'AUCTION', source_campaign_id: start.campaign, topline_id: '8' }
    expect(update(world, campaign, fixed).unwrap()).toEqual({ success: true })
    expect(world.state.graph).toBe(graph)
    expect(fieldsOf(world, campaign, 'buying_type,source_campaign_id,topline_id')).toEqual({
      buying_type: 'RESERVED',
      topline_id: '7',
    })
  })

  test('without parameters, or with the current values, changes nothing', () => {
    const world = fresh()
    const given = { name: 'N', adlabels: [{ a: 1 }], spend_cap: 20_000, lifetime_budget: 5, status: 'ACTIVE' }
    const campaign = campaignOf(world, given)
    world.clock.advance('1h')
    const { graph } = world.state
    for (const params of [{}, given, { name: 'N' }])
      expect(update(world, campaign, params).unwrap()).toEqual({ success: true })
    expect(world.state.graph).toBe(graph)
  })

  test.each<[object, string]>([
    [{ adlabels: 'x' }, 'Param adlabels.0 must be a JSON object, got "x"'],
    [{ adset_bid_amounts: '[]' }, 'Param adset_bid_amounts must be a JSON object, got "[]"'],
    [
      { adset_bid_amounts: { 1: 'x' } },
      'Param adset_bid_amounts.1 must be a 64-bit integer (beyond 2^53 as a string), got "x"',
    ],
    [{ adset_budgets: [{ daily_budget: 5 }] }, 'The parameter adset_budgets.0.adset_id is required'],
    [
      { bid_strategy: 'MANUAL' },
      'Param bid_strategy must be one of LOWEST_COST_WITHOUT_CAP, LOWEST_COST_WITH_BID_CAP, COST_CAP, got "MANUAL"',
    ],
    [{ budget_rebalance_flag: 'x' }, 'Param budget_rebalance_flag must be true or false, got "x"'],
    [{ is_ios_network_attribution: 5 }, 'Param is_ios_network_attribution must be true or false, got 5'],
    [{ daily_budget: 0 }, 'Param daily_budget must be 1 or more, got 0'],
    [{ lifetime_budget: 0 }, 'Param lifetime_budget must be 1 or more, got 0'],
    [{ daily_budget: 1, lifetime_budget: 1 }, 'Params daily_budget and lifetime_budget exclude each other'],
    [{ objective: 'reach' }, 'Param objective must be one of APP_INSTALLS, '],
    [{ promoted_object: [] }, 'Param promoted_object must be a JSON object, got []'],
    [
      { special_ad_categories: ['NONE', 'CREDIT'] },
      'Param special_ad_categories must not name NONE beside another category',
    ],
    [{ special_ad_category: 'X' }, 'Param special_ad_category must be one of NONE, '],
    [{ special_ad_category_country: 'XX' }, 'Param special_ad_category_country.0 must be one of '],
    [{ spend_cap: 9_999 }, 'Param spend_cap must be 10000 or more in subunits of USD, got 9999'],
    [
      { status: 'IN_PROCESS' },
      'Param status must be one of ACTIVE, PAUSED, DELETED, ARCHIVED, got "IN_PROCESS"',
    ],
    [
      { upstream_events: { a: 'b' } },
      'Param upstream_events must be a dictionary of dictionaries of strings',
    ],
    [{ execution_options: 'x' }, 'Param execution_options.0 must be one of validate_only, include_'],
  ])('refuses %j like creation does [CAM-177, CAM-179]', (params, message) => {
    const world = fresh()
    expect(updateRefusal(world, start.campaign, params).startsWith(`(#100) ${message}`)).toBe(true)
  })

  test('removes the spend cap with 922337203685478 [CAM-173]', () => {
    const world = fresh()
    const campaign = campaignOf(world, { spend_cap: 20_000 })
    update(world, campaign, { spend_cap: '922337203685478' }).unwrap()
    expect(fieldsOf(world, campaign, 'spend_cap,can_use_spend_cap')).toEqual({ can_use_spend_cap: true })
  })

  test('checks a spend cap in the currency of the account [CAM-173]', () => {
    const world = fresh()
    const account = world.actions
      .createAdAccount({ name: 'A', currency: 'JPY', administrators: [user] })
      .unwrap().id
    const campaign = campaignOf(world, {}, account)
    expect(updateRefusal(world, campaign, { spend_cap: 14_999 })).toMatch(/15000 or more in subunits of JPY/)
    expect(update(world, campaign, { spend_cap: 15_000 }).ok).toBe(true)
  })
})

describe('execution_options of an update [CAM-035, CAM-108, CAM-163]', () => {
  const seeded = { title: 'Raise the budget' }
  const both = ['validate_only', 'include_recommendations']
  test.each<[unknown, boolean, object]>([
    ['validate_only', false, { success: true }],
    ['validate_only,include_recommendations', false, { success: true }],
    [both, false, { success: true }],
    ['include_recommendations', true, { success: true }],
  ])('%j, with changes: %j', (execution_options, changes, expected) => {
    const world = fresh()
    const campaign = campaignOf(world, { name: 'Before' })
    expect(update(world, campaign, { name: 'After', execution_options }).unwrap()).toEqual(expected)
    expect(fieldsOf(world, campaign, 'name')).toEqual({ name: changes ? 'After' : 'Before' })
  })

  test('returns the existing recommendations [CAM-034, CAM-163]', () => {
    const world = fresh()
    const campaign = campaignOf(world)
    world.actions.setCampaignPlatformFields({ campaign, recommendations: seeded }).unwrap()
    expect(update(world, campaign, { execution_options: both }).unwrap()).toEqual({
      success: true,
      recommendations: seeded,
    })
  })

  test('validate_only reports every error, and deletes nothing', () => {
    const world = fresh()
    const execution_options = ['validate_only']
    expect(updateRefusal(world, start.campaign, { execution_options, daily_budget: 5 })).toMatch(
      /The ad sets have budgets/,
    )
    const { graph } = world.state
    expect(update(world, start.campaign, { execution_options, status: 'DELETED' }).ok).toBe(true)
    expect(world.state.graph).toBe(graph)
  })
})

describe('the status', () => {
  const all = 'status,configured_status,effective_status'
  const statuses = ['ACTIVE', 'PAUSED', 'ARCHIVED', 'DELETED'] as const
  const allowed: Readonly<Record<string, readonly string[]>> = {
    ACTIVE: statuses,
    PAUSED: statuses,
    ARCHIVED: ['ARCHIVED', 'DELETED'],
    DELETED: ['DELETED'],
  }

  const pairs = statuses.flatMap((from) => statuses.map((to) => [from, to] as const))
  test.each(pairs)(
    'goes from %s to %s where the table says so [CAM-019..020, CAM-042..043, CAM-059, CAM-062..063]',
    (from, to) => {
      const world = fresh()
      const campaign = campaignOf(world, { status: 'ACTIVE' })
      update(world, campaign, { status: from }).unwrap()
      world.clock.advance('1h')
      if (allowed[from]?.includes(to)) {
        expect(update(world, campaign, { status: to }).unwrap()).toEqual({ success: true })
        const expected = { status: to, configured_status: to, effective_status: to }
        expect(fieldsOf(world, campaign, all)).toEqual(expected)
      } else {
        expect(updateRefusal(world, campaign, { status: to })).toBe(
          from === 'DELETED'
            ? '(#100) A deleted campaign cannot be updated'
            : `(#100) An archived campaign can only become DELETED, got ${to}`,
        )
        expect(fieldsOf(world, campaign, 'status')).toEqual({ status: from })
      }
    },
  )

  test('ARCHIVED allows a new name, and nothing else [CAM-063]', () => {
    const world = fresh()
    const campaign = campaignOf(world, { status: 'ACTIVE' })
    update(world, campaign, { status: 'ARCHIVED' }).unwrap()
    expect(update(world, campaign, { name: 'Old', status: 'ARCHIVED' }).ok).toBe(true)
    expect(fieldsOf(world, campaign, 'name,status')).toEqual({ name: 'Old', status: 'ARCHIVED' })
    expect(updateRefusal(world, campaign, { name: 'Older', daily_budget: 5 })).toBe(
      '(#100) An archived campaign accepts only name and status, got daily_budget',
    )
  })

  test('ARCHIVED and DELETED refuse new ad sets and ads [CAM-063]', () => {
    for (const status of ['ARCHIVED', 'DELETED'] as const) {
      const world = fresh()
      const campaign = campaignOf(world)
      const adSet = adSetOf(world, campaign)
      update(world, campaign, { status }).unwrap()
      const closed = status === 'DELETED' ? 'that is not deleted' : `a campaign that is ${status}`
      const ad = { adAccount, name: 'Ad', adset_id: adSet, creative: { creative_id: start.creative } }
      const refusals: [() => ReturnType<typeof call>, string][] = [
        [() => act(world, 'createAdSet', { campaign }), `must be ACTIVE or PAUSED, got ${status}`],
        [() => act(world, 'createAdWithCreative', { adSet, creative: start.creative }), closed],
        [() => call(world, userToken, 'createAd', ad), closed],
      ]
      for (const [refused, words] of refusals) {
        const { code, message } = refusedBy(world, refused)
        expect([code, message]).toEqual([100, expect.stringContaining(words)])
      }
    }
  })

  test('ACTIVE and PAUSED accept new ad sets and ads [CAM-063]', () => {
    for (const status of ['ACTIVE', 'PAUSED'] as const) {
      const world = fresh()
      const adSet = adSetOf(world, campaignOf(world, { status }))
      const ad = { adAccount, name: 'Ad', adset_id: adSet, creative: { creative_id: start.creative } }
      expect([adOf(world, adSet), call(world, userToken, 'createAd', ad).ok]).toEqual([
        expect.any(String),
        true,
      ])
    }
  })

  test.each([{}, { name: 'N' }, { status: 'DELETED', name: 'N' }])(
    'DELETED is final: %j is refused [CAM-063]',
    (params) => {
      const world = fresh()
      const campaign = campaignOf(world)
      update(world, campaign, { status: 'DELETED' }).unwrap()
      expect(updateRefusal(world, campaign, params)).toBe('(#100) A deleted campaign cannot be updated')
    },
  )

  test('DELETED deletes ad sets and ads too, and other parameters of the call apply', () => {
    const world = fresh()
    const campaign = campaignOf(world)
    const adSet = adSetOf(world, campaign)
    const ad = adOf(world, adSet)
    update(world, campaign, { status: 'DELETED', name: 'Gone' }).unwrap()
    expect([campaign, adSet, ad].map((id) => rowOf(world, id)['status'])).toEqual(Array(3).fill('DELETED'))
    expect(fieldsOf(world, campaign, 'name')).toEqual({ name: 'Gone' })
    expect(listed(world, 'listCampaigns', { adAccount })).not.toContain(campaign)
  })
})

describe('a reach-and-frequency campaign', () => {
  const bought = (buying_type: string) => {
    const world = fresh()
    const campaign = campaignOf(world, { buying_type, objective: 'REACH' })
    return { world, campaign, adSet: adSetOf(world, campaign) }
  }

  test.each<[string, object]>([
    ['spend_cap', { spend_cap: 20_000 }],
    ['spend_cap', { spend_cap: '922337203685478' }],
    ['bid_strategy', { bid_strategy: 'COST_CAP' }],
    ['daily_budget', { daily_budget: 5 }],
    ['adset_bid_amounts', { adset_bid_amounts: {} }],
    ['adset_budgets', { adset_budgets: [] }],
    ['adset_budgets', { adset_budgets: [{ adset_id: '5', lifetime_budget: 5 }] }],
    ['daily_budget', { daily_budget: 5, adset_budgets: [] }],
    ['adset_budgets', { lifetime_budget: 5, adset_budgets: [] }],
    ['daily_budget', { daily_budget: 5, objective: 'LINK_CLICKS' }],
  ])('refuses %s with 2625: %j [CAM-105, CAM-181]', (name, params) => {
    const { world, campaign } = bought('RESERVED')
    expect(updateRefusal(world, campaign, params, 2625)).toBe(
      `(#2625) Param ${name} cannot be updated with the buying_type RESERVED`,
    )
  })

  test('refuses a new objective with 2634 [CAM-185]', () => {
    const { world, campaign } = bought('RESERVED')
    expect(updateRefusal(world, campaign, { objective: 'LINK_CLICKS' }, 2634)).toBe(
      '(#2634) Param objective cannot be updated with the buying_type RESERVED',
    )
  })

  test('refuses to replace its daily budget by a lifetime budget with 2625 [CAM-166, CAM-181]', () => {
    const world = fresh()
    const campaign = campaignOf(world, { buying_type: 'RESERVED', daily_budget: 500 })
    expect(updateRefusal(world, campaign, { lifetime_budget: 9 }, 2625)).toBe(
      '(#2625) Param lifetime_budget cannot be updated with the buying_type RESERVED',
    )
    expect(updateRefusal(world, campaign, { adset_budgets: [] }, 2625)).toMatch(/Param adset_budgets cannot/)
    const budgets = 'daily_budget,lifetime_budget,budget_remaining,last_budget_toggling_time'
    expect(fieldsOf(world, campaign, budgets)).toEqual({ daily_budget: '500', budget_remaining: '500' })
  })

  test('accepts another lifetime budget in place of its own [CAM-166]', () => {
    const world = fresh()
    const campaign = campaignOf(world, { buying_type: 'RESERVED', lifetime_budget: 500 })
    update(world, campaign, { lifetime_budget: 900 }).unwrap()
    expect(fieldsOf(world, campaign, 'lifetime_budget')).toEqual({ lifetime_budget: '900' })
  })

  test('accepts all other parameters', () => {
    const { world, campaign } = bought('RESERVED')
    expect(update(world, campaign, { name: 'N', lifetime_budget: 5, status: 'ACTIVE' }).ok).toBe(true)
  })

  test('a premium campaign refuses a spend cap with 2625, and accepts the rest [CAM-106, CAM-181]', () => {
    const { world, campaign, adSet } = bought('FIXED_CPM')
    expect(updateRefusal(world, campaign, { spend_cap: 20_000 }, 2625)).toBe(
      '(#2625) Param spend_cap cannot be updated with the buying_type FIXED_CPM',
    )
    const money = { daily_budget: 5, bid_strategy: 'COST_CAP', adset_bid_amounts: { [adSet]: 5 } }
    expect(update(world, campaign, { objective: 'LINK_CLICKS', ...money }).ok).toBe(true)
  })

  test('an invalid parameter is reported before a state that forbids it', () => {
    const { world, campaign } = bought('RESERVED')
    expect(updateRefusal(world, campaign, { spend_cap: 1 })).toMatch(/10000 or more/)
    update(world, campaign, { status: 'DELETED' }).unwrap()
    expect(refusedBy(world, () => update(world, campaign, { objective: 'REACH' })).code).toBe(2634)
  })
})
