import { describe, expect, test } from 'vitest'
import { copyParams } from '../../../src/chapters/campaigns/copied-objects.ts'
import { makeCampaignCopy } from '../../../src/chapters/campaigns/copy-campaign.ts'
import type { CampaignRow } from '../../../src/chapters/rows.ts'
import type { Tables } from '../../../src/chapters/tables.ts'
import { open } from '../../../src/engine/state/draft.ts'
import { indexesOf } from '../../../src/engine/state/edge.ts'
import { service } from '../../../src/machine/service-machine.ts'
import { isCallError } from '../../../src/service/contract/errors.ts'
import type { ServiceContents } from '../../../src/service/routes/context.ts'
import type { World } from '../../../src/world/world.ts'
import { begin, call, forked, get, refusedBy, rowOf } from '../../service/scene.ts'

const start = begin()
const { userToken, adAccount, campaign, adSet, creative, user } = start
const categories = { special_ad_categories: [] as unknown }

const fresh = (): World => forked(start).world
const create = (world: World, params: object, version?: string, account = adAccount) =>
  call(world, userToken, 'createCampaign', { adAccount: account, ...categories, ...params }, version)
const idOf = (world: World, params: object, version?: string) =>
  String(create(world, params, version).unwrap()['id'])
const read = (world: World, id: string, fields?: string, version?: string) =>
  call(
    world,
    userToken,
    'readCampaign',
    { campaign: id, ...(fields !== undefined && { fields }) },
    version,
  ).unwrap()
const messageOf = (world: World, params: object, version?: string) => {
  const error = refusedBy(world, () => create(world, params, version))
  expect(error.code).toBe(100)
  return error.message
}

describe('creating', () => {
  test('creates a paused campaign with defaults for all other fields [CAM-001, CAM-080, CAM-094, CAM-118..119]', () => {
    const world = fresh()
    const made = create(world, {}).unwrap()
    expect(made).toEqual({ id: expect.stringMatching(/^\d{15}$/), success: true })
    const time = '2026-01-15T09:00:00+0000'
    expect(read(world, String(made['id']))).toEqual({
      id: made['id'],
      account_id: adAccount,
      budget_rebalance_flag: false,
      budget_remaining: '0',
      buying_type: 'AUCTION',
      can_create_brand_lift_study: true,
      can_use_spend_cap: true,
      configured_status: 'PAUSED',
      created_time: time,
      effective_status: 'PAUSED',
      is_ios_network_attribution: false,
      name: '',
      pacing_type: ['standard'],
      special_ad_categories: [],
      special_ad_category: 'NONE',
      status: 'PAUSED',
      updated_time: time,
    })
    expect(world.events.last()).toMatchObject({
      type: 'campaign.created',
      data: { campaign: made['id'], adAccount },
    })
  })

  test('stores the parameters [CAM-081, CAM-107, CAM-110..114, CAM-048]', () => {
    const world = fresh()
    const given = {
      name: 'Été 😀',
      adlabels: [{ name: 'a' }, { id: '5', nested: { deep: [1] } }],
      promoted_object: { page_id: '7', any: [true] },
      iterative_split_test_configs: [{ x: 1 }],
      upstream_events: { one: { a: 'b' } },
      topline_id: '77',
    }
    const id = idOf(world, { ...given, source_campaign_id: campaign })
    expect(read(world, id)).toMatchObject({
      ...given,
      source_campaign_id: campaign,
      source_campaign: { id: campaign, name: 'Starter Campaign' },
    })
    expect(
      idOf(
        world,
        Object.fromEntries(
          Object.entries(given).map(([key, value]) => [
            key,
            typeof value === 'string' ? value : JSON.stringify(value),
          ]),
        ),
      ),
    ).toBeDefined()
  })

  test.each<[object, string]>([
    [{ adlabels: 'x' }, 'Param adlabels.0 must be a JSON object, got "x"'],
    [{ promoted_object: [] }, 'Param promoted_object must be a JSON object, got []'],
    [
      { upstream_events: { a: 'b' } },
      'Param upstream_events must be a dictionary of dictionaries of strings',
    ],
    [
      { upstream_events: { a: { b: 1 } } },
      'Param upstream_events must be a dictionary of dictionaries of strings',
    ],
    [{ topline_id: 'x' }, 'Param topline_id must be a numeric id, got "x"'],
    [{ source_campaign_id: '1' }, 'Param source_campaign_id must be the id of a campaign, got 1'],
    [
      { source_campaign_id: start.lead },
      `Param source_campaign_id must be the id of a campaign, got ${start.lead}`,
    ],
    [{ buying_type: 'FREE' }, 'Param buying_type must be one of AUCTION, RESERVED, FIXED_CPM, got "FREE"'],
    [
      { bid_strategy: 'LOWEST_COST_WITH_MIN_ROAS' },
      'Param bid_strategy must be one of LOWEST_COST_WITHOUT_CAP, LOWEST_COST_WITH_BID_CAP, COST_CAP, got "LOWEST_COST_WITH_MIN_ROAS"',
    ],
    [
      { execution_options: ['dry_run'] },
      'Param execution_options.0 must be one of validate_only, include_recommendations, got "dry_run"',
    ],
    [{ special_ad_category_country: ['US', 'XX'] }, 'Param special_ad_category_country.1 must be one of '],
    [{ special_ad_category_country: ['us'] }, 'Param special_ad_category_country.0 must be one of '],
    [{ objective: 'reach' }, 'Param objective must be one of APP_INSTALLS, '],
  ])('refuses %j [CAM-120]', (params, message) => {
    expect(messageOf(fresh(), params).startsWith(`(#100) ${message}`)).toBe(true)
  })

  const objectives = [
    'APP_INSTALLS',
    'BRAND_AWARENESS',
    'CONVERSIONS',
    'EVENT_RESPONSES',
    'LEAD_GENERATION',
    'LINK_CLICKS',
    'LOCAL_AWARENESS',
    'MESSAGES',
    'OFFER_CLAIMS',
    'PAGE_LIKES',
    'POST_ENGAGEMENT',
    'PRODUCT_CATALOG_SALES',
    'REACH',
    'STORE_VISITS',
    'VIDEO_VIEWS',
  ]
  test.each(objectives)('takes the objective %s [CAM-030, CAM-082..083]', (objective) => {
    const world = fresh()
    const id = idOf(world, { objective })
    expect(read(world, id, 'objective')).toEqual({ id, objective })
  })

  test.each([
    ['ACTIVE', true],
    ['PAUSED', true],
    ['DELETED', false],
    ['ARCHIVED', false],
  ])('accepts the status %s: %j [CAM-061, CAM-085..086]', (status, taken) => {
    const world = fresh()
    if (!taken) {
      const words = `(#100) Param status must be ACTIVE or PAUSED on creation, got ${status}`
      expect(messageOf(world, { status })).toBe(words)
      return
    }
    const id = idOf(world, { status })
    const all = { status, configured_status: status, effective_status: status }
    expect(read(world, id, 'status,configured_status,effective_status')).toEqual({ id, ...all })
  })

  test.each(['AUCTION', 'RESERVED', 'FIXED_CPM'])(
    'takes the buying type %s [CAM-016, CAM-093]',
    (buying_type) => {
      const world = fresh()
      const id = idOf(world, { buying_type })
      const can_use_spend_cap = buying_type === 'AUCTION'
      expect(read(world, id, 'buying_type,can_use_spend_cap')).toEqual({ id, buying_type, can_use_spend_cap })
    },
  )

  test.each(['LOWEST_COST_WITHOUT_CAP', 'LOWEST_COST_WITH_BID_CAP', 'COST_CAP'])(
    'takes the bid strategy %s [CAM-096..097, CAM-047]',
    (bid_strategy) => {
      const world = fresh()
      const id = idOf(world, { bid_strategy })
      expect(read(world, id, 'bid_strategy')).toEqual({ id, bid_strategy })
    },
  )

  const byLetter = [
    ['AD AE AF AG AI AL AM AN AO AQ AR AS AT AU AW AX AZ', '[CAM-125]'],
    ['BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ', '[CAM-126]'],
    ['CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ', '[CAM-127]'],
    ['DE DJ DK DM DO DZ', '[CAM-128]'],
    ['EC EE EG EH ER ES ET', '[CAM-129]'],
    ['FI FJ FK FM FO FR', '[CAM-130]'],
    ['GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY', '[CAM-131]'],
    ['HK HM HN HR HT HU', '[CAM-132]'],
    ['ID IE IL IM IN IO IQ IR IS IT', '[CAM-133]'],
    ['JE JM JO JP', '[CAM-134]'],
    ['KE KG KH KI KM KN KP KR KW KY KZ', '[CAM-135]'],
    ['LA LB LC LI LK LR LS LT LU LV LY', '[CAM-136]'],
    ['MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ', '[CAM-137]'],
    ['NA NC NE NF NG NI NL NO NP NR NU NZ', '[CAM-138]'],
    ['OM', '[CAM-139]'],
    ['PA PE PF PG PH PK PL PM PN PR PS PT PW PY', '[CAM-140]'],
    ['QA', '[CAM-141]'],
    ['RE RO RS RU RW', '[CAM-142]'],
    ['SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ', '[CAM-143]'],
    ['TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ', '[CAM-144]'],
    ['UA UG UM US UY UZ', '[CAM-145]'],
    ['VA VC VE VG VI VN VU', '[CAM-146]'],
    ['WF WS', '[CAM-147]'],
    ['XK', '[CAM-148]'],
    ['YE YT', '[CAM-149]'],
    ['ZA ZM ZW', '[CAM-150]'],
  ] as const

  test.each(byLetter)('takes the country codes %s %s', (codes) => {
    const world = fresh()
    const expected = codes.split(' ')
    for (const given of [expected, JSON.stringify(expected), expected.join(',')]) {
      const id = idOf(world, { special_ad_category_country: given })
      expect(read(world, id, 'special_ad_category_country')).toEqual({
        id,
        special_ad_category_country: expected,
      })
    }
  })

  test('refuses another country code [CAM-092, CAM-151]', () => {
    const taken = new Set<string>(byLetter.flatMap(([codes]) => codes.split(' ')))
    expect(taken.size).toBe(251)
    const alphabet = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
    const pairs = alphabet.flatMap((one) => alphabet.map((other) => one + other))
    const world = fresh()
    const execution_options = ['validate_only']
    for (const code of pairs) {
      const { ok } = create(world, { execution_options, special_ad_category_country: [code] })
      expect([code, ok]).toEqual([code, taken.has(code)])
    }
  })

  test('is a POST of url-encoded fields [CNV-007..008]', () => {
    const world = fresh()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const body = `name=a%20b&special_ad_categories=%5B%5D&daily_budget=500&access_token=${userToken}`
    const response = world.request({ method: 'POST', url: `/v7.0/act_${adAccount}/campaigns`, headers, body })
    const { id } = JSON.parse(String(response.body)) as { id: string }
    expect(get(world, `/v7.0/${id}?fields=name,daily_budget&access_token=${userToken}`)).toEqual({
      id,
      name: 'a b',
      daily_budget: '500',
    })
  })
})

describe('special ad categories', () => {
  const required =
    '(#100) The parameter special_ad_categories is required: send NONE or an empty list when none applies'
  const absent = { special_ad_categories: undefined }

  test.each<[string, object, string[] | string]>([
    ['v6.0', absent, []],
    ['v6.0', { ...absent, special_ad_category: 'HOUSING' }, ['HOUSING']],
    ['v6.0', { special_ad_categories: ['CREDIT'] }, ['CREDIT']],
    ['v7.0', absent, required],
    ['v7.0', { ...absent, special_ad_category: 'HOUSING' }, required],
    ['v26.0', absent, required],
    ['v7.0', { special_ad_categories: ['CREDIT'], special_ad_category: 'HOUSING' }, ['CREDIT']],
    ['v7.0', { special_ad_categories: ['CREDIT'], special_ad_category: 'X' }, ['CREDIT']],
    ['v26.0', { special_ad_categories: [], special_ad_category: ['NONE'] }, []],
    ['v7.0', { ...absent, special_ad_category: 'X' }, required],
    ['v6.0', { special_ad_categories: ['CREDIT'], special_ad_category: 'HOUSING' }, ['CREDIT']],
    ['v7.0', { special_ad_categories: [] }, []],
    ['v7.0', { special_ad_categories: '' }, []],
    ['v7.0', { special_ad_categories: '[]' }, []],
    ['v7.0', { special_ad_categories: 'NONE' }, ['NONE']],
    ['v7.0', { special_ad_categories: ['NONE'] }, ['NONE']],
    ['v7.0', { special_ad_categories: 'HOUSING,CREDIT' }, ['HOUSING', 'CREDIT']],
    ['v7.0', { special_ad_categories: '["EMPLOYMENT"]' }, ['EMPLOYMENT']],
    ['v7.0', { special_ad_categories: ['ISSUES_ELECTIONS_POLITICS'] }, ['ISSUES_ELECTIONS_POLITICS']],
    [
      'v7.0',
      { special_ad_categories: ['NONE', 'CREDIT'] },
      '(#100) Param special_ad_categories must not name NONE beside another category',
    ],
    [
      'v7.0',
      { special_ad_categories: ['credit'] },
      '(#100) Param special_ad_categories.0 must be one of NONE, EMPLOYMENT, HOUSING, CREDIT, ISSUES_ELECTIONS_POLITICS, got "credit"',
    ],
    [
      'v6.0',
      { ...absent, special_ad_category: 'X' },
      '(#100) Param special_ad_category must be one of NONE, EMPLOYMENT, HOUSING, CREDIT, ISSUES_ELECTIONS_POLITICS, got "X"',
    ],
  ])('%s, %j: %j [CAM-087..091, CAM-115..117, VER-008..009]', (version, params, expected) => {
    const world = fresh()
    if (typeof expected === 'string') {
      expect(messageOf(world, params, version)).toBe(expected)
      return
    }
    const id = idOf(world, params, version)
    const fields = 'special_ad_categories,special_ad_category'
    // The older field is a string in every version: the first category, or NONE.
    const [first = 'NONE'] = expected
    for (const reading of ['v3.0', 'v6.0', 'v7.0', 'v26.0']) {
      expect(read(world, id, fields, reading)).toEqual({
        id,
        special_ad_categories: expected,
        special_ad_category: first,
      })
    }
  })

  test('are readable as a list and as the older single value [CAM-038..039, CAM-079, VER-011..012]', () => {
    const world = fresh()
    const id = idOf(world, { special_ad_categories: ['HOUSING', 'CREDIT'] })
    expect(read(world, id)).toMatchObject({
      special_ad_categories: ['HOUSING', 'CREDIT'],
      special_ad_category: 'HOUSING',
    })
  })
})

describe('budgets and spend caps', () => {
  test.each<[object, object]>([
    [{ daily_budget: 1 }, { daily_budget: '1', budget_remaining: '1' }],
    [{ daily_budget: '1000' }, { daily_budget: '1000', budget_remaining: '1000' }],
    [{ lifetime_budget: 5 }, { lifetime_budget: '5', budget_remaining: '5' }],
    [
      { lifetime_budget: '9223372036854775807' },
      { lifetime_budget: '9223372036854775807', budget_remaining: '9223372036854775807' },
    ],
    [{}, { budget_remaining: '0' }],
  ])('%j reads back as text [CAM-015, CAM-022, CAM-028, CAM-098, CAM-100, CNV-016]', (params, expected) => {
    const world = fresh()
    const id = idOf(world, params)
    expect(read(world, id, 'daily_budget,lifetime_budget,budget_remaining')).toEqual({ id, ...expected })
  })

  test.each<[object, string]>([
    [{ daily_budget: 1, lifetime_budget: 1 }, 'Params daily_budget and lifetime_budget exclude each other'],
    [{ daily_budget: 0 }, 'Param daily_budget must be 1 or more, got 0'],
    [{ lifetime_budget: -1 }, 'Param lifetime_budget must be 1 or more, got -1'],
    [
      { daily_budget: '-9223372036854775808' },
      'Param daily_budget must be 1 or more, got -9223372036854775808',
    ],
    [{ daily_budget: 1.5 }, 'Param daily_budget must be a 64-bit integer (beyond 2^53 as a string), got 1.5'],
  ])('%j is refused', (params, message) => expect(messageOf(fresh(), params)).toBe(`(#100) ${message}`))

  test.each<[string, string, number]>([
    ['USD', 'cents', 10_000],
    ['JPY', 'yen, 150 to the dollar and without subunits', 15_000],
    ['EUR', 'cents, 90 to the dollar', 9_000],
  ])('a spend cap in %s (%s) is at least %i [CAM-040, CAM-102..103, LIM-016]', (currency, _, least) => {
    const world = fresh()
    const account = world.actions.createAdAccount({ name: 'A', currency, administrators: [user] }).unwrap().id
    const made = create(world, { spend_cap: least }, undefined, account).unwrap()
    expect(read(world, String(made['id']), 'spend_cap')).toEqual({ id: made['id'], spend_cap: String(least) })
    const less = () => create(world, { spend_cap: least - 1 }, undefined, account)
    expect(refusedBy(world, less)).toMatchObject({
      code: 100,
      message: `(#100) Param spend_cap must be ${least} or more in subunits of ${currency}, got ${least - 1}`,
    })
  })

  test.each([922337203685478, '922337203685478'])(
    'the spend cap %j is none [CAM-018, CAM-104, LIM-017]',
    (cap) => {
      const world = fresh()
      const id = idOf(world, { spend_cap: cap })
      expect(read(world, id, 'spend_cap,can_use_spend_cap')).toEqual({ id, can_use_spend_cap: true })
    },
  )

  test.each(['922337203685477', '922337203685479', '9223372036854775807'])(
    'the spend cap %s is one',
    (cap) => {
      const world = fresh()
      const id = idOf(world, { spend_cap: cap })
      expect(read(world, id, 'spend_cap')).toEqual({ id, spend_cap: cap })
    },
  )

  test.each(['RESERVED', 'FIXED_CPM'])(
    'a campaign with the buying_type %s cannot have a spend cap [CAM-105..106]',
    (buying_type) => {
      expect(messageOf(fresh(), { buying_type, spend_cap: 50_000 })).toBe(
        `(#100) Param spend_cap is not available for the buying_type ${buying_type}`,
      )
    },
  )
})

describe('execution_options of a creation [CAM-108..109]', () => {
  test.each<[unknown, object]>([
    ['validate_only', { success: true }],
    [['validate_only'], { success: true }],
    [['validate_only', 'include_recommendations'], { success: true }],
    ['validate_only,include_recommendations', { success: true }],
    ['include_recommendations,validate_only', { success: true }],
    ['["include_recommendations","validate_only"]', { success: true }],
  ])('%j creates nothing', (execution_options, expected) => {
    const world = fresh()
    const { graph } = world.state
    expect(create(world, { execution_options, fields: 'name' }).unwrap()).toEqual(expected)
    expect(world.state.graph).toBe(graph)
  })

  test('validate_only reports every error', () => {
    const execution_options = ['validate_only']
    expect(messageOf(fresh(), { execution_options, daily_budget: 0 })).toMatch(/daily_budget/)
    expect(messageOf(fresh(), { execution_options, special_ad_categories: undefined })).toMatch(
      /The parameter special_ad_categories is required/,
    )
  })

  test('include_recommendations adds nothing, because a new campaign has no recommendations [CAM-035]', () => {
    const made = create(fresh(), { execution_options: 'include_recommendations' }).unwrap()
    expect(made).toEqual({ id: expect.any(String), success: true })
  })
})

describe('reading', () => {
  const presets = [
    'today',
    'yesterday',
    'this_month',
    'last_month',
    'this_quarter',
    'lifetime',
    'last_3d',
    'last_7d',
    'last_14d',
    'last_28d',
    'last_30d',
    'last_90d',
    'last_week_mon_sun',
    'last_week_sun_sat',
    'last_quarter',
    'last_year',
    'this_week_mon_today',
    'this_week_sun_today',
    'this_year',
  ]
  const readWith = (params: object) => call(start.world, userToken, 'readCampaign', { campaign, ...params })

  test.each(presets)('takes the date_preset %s and shows the same [CAM-058, CAM-066..067]', (date_preset) => {
    expect(readWith({ date_preset }).unwrap()).toEqual(readWith({}).unwrap())
  })

  test.each(['Today', 'last_5d', ''])('refuses the date_preset %j [CAM-067, CAM-072]', (date_preset) => {
    const { code, message } = refusedBy(start.world, () => readWith({ date_preset }))
    expect(code).toBe(100)
    expect(message.startsWith('(#100) Param date_preset must be one of today, ')).toBe(true)
  })

  test.each<unknown>([
    { since: '2026-01-01', until: '2026-01-02' },
    '{"since":"2026-01-01","until":"2026-01-02"}',
    { since: '2026-02-01', until: '2026-01-01' },
    { since: 'yesterday' },
    '{',
    5,
    '',
  ])('ignores the time_range %j, valid or not [CAM-068..071]', (time_range) => {
    expect(readWith({ time_range }).unwrap()).toEqual(readWith({}).unwrap())
  })

  test.each([
    'time_range=1&time_range[since]=2',
    'time_range[since]=2026-01-01&time_range=2026-01-02',
    'time_range[]=1&time_range[since]=2',
    'time_range[since][x]=1&time_range[since]=2',
  ])('ignores a time_range in contradictory forms: %s [CAM-071]', (query) => {
    const url = `/v19.0/${campaign}?fields=name&access_token=${userToken}`
    expect(get(start.world, `${url}&${query}`)).toEqual({ id: campaign, name: 'Starter Campaign' })
    expect(get(start.world, `${url}&${query.replaceAll('time_range', 'date_preset')}`)).toMatchObject({
      error: { code: 100, message: expect.stringMatching(/^\(#100\) Param date_preset must be one of /) },
    })
  })

  test('returns the requested fields [CAM-002, CAM-006..007, CAM-029, CAM-064..065]', () => {
    const url = `/v19.0/${campaign}?fields=name,account_id,objective&access_token=${userToken}`
    expect(get(start.world, url)).toEqual({
      id: campaign,
      name: 'Starter Campaign',
      account_id: adAccount,
      objective: 'LEAD_GENERATION',
    })
  })

  const issue = {
    level: 'AD',
    error_code: 1,
    error_summary: 's',
    error_message: 'm',
    error_type: 'SOFT_ERROR',
  }
  test.each<[string, object, string, string]>([
    ['neither', {}, 'v26.0', 'ACTIVE'],
    ['processing', { processing: true }, 'v4.0', 'IN_PROCESS'],
    ['processing', { processing: true }, 'v26.0', 'IN_PROCESS'],
    ['processing', { processing: true }, 'v3.3', 'ACTIVE'],
    ['issues', { issues: [issue] }, 'v26.0', 'WITH_ISSUES'],
    ['issues', { issues: [issue] }, 'v3.3', 'WITH_ISSUES'],
    ['both', { issues: [issue], processing: true }, 'v26.0', 'WITH_ISSUES'],
  ])(
    'with %s, %j has in %s the effective status %s [CAM-023..025, CAM-060, VER-007]',
    (_, state, version, expected) => {
      const world = fresh()
      const id = idOf(world, { status: 'ACTIVE' })
      const { issues, processing } = { issues: [], processing: false, ...state }
      world.actions.setCampaignIssues({ campaign: id, issues }).unwrap()
      world.actions.setProcessing({ campaign: id, processing }).unwrap()
      expect(read(world, id, 'effective_status,status,configured_status', version)).toEqual({
        id,
        effective_status: expected,
        status: 'ACTIVE',
        configured_status: 'ACTIVE',
      })
      const shown = read(world, id, 'issues_info', version)
      expect(shown).toEqual({ id, ...(issues.length > 0 && { issues_info: issues }) })
    },
  )

  test('shows the earliest start and the latest end of the ad sets that are not deleted [CAM-041, CAM-044]', () => {
    const world = fresh()
    const id = idOf(world, {})
    expect(read(world, id, 'start_time,stop_time')).toEqual({ id })
    const add = (startTime: string, endTime?: string) =>
      world.actions
        .createAdSet({ campaign: id, startTime, ...(endTime !== undefined && { endTime }) })
        .unwrap()
    add('2026-03-01', '2026-04-01')
    add('2026-02-01')
    add('2026-03-15', '2026-05-01T12:00:00+0200')
    expect(read(world, id, 'start_time,stop_time')).toEqual({
      id,
      start_time: '2026-02-01T00:00:00+0000',
      stop_time: '2026-05-01T10:00:00+0000',
    })
  })
})

describe('copying', () => {
  const copy = (world: World, params: object = {}, source = campaign) =>
    call(world, userToken, 'copyCampaign', { campaign: source, ...params })

  test('without deep_copy copies only the campaign, paused and renamed [CAM-004, CAM-203..205, CAM-212..217, CAM-219..220]', () => {
    const world = fresh()
    world.clock.advance('1h')
    const value = copy(world).unwrap()
    const { copied_campaign_id: id } = value
    expect(value).toEqual({
      copied_campaign_id: expect.stringMatching(/^\d{15}$/),
      ad_object_ids: [{ ad_object_type: 'campaign', source_id: campaign, copied_id: id }],
    })
    expect(id).not.toBe(campaign)
    expect(read(world, String(id))).toMatchObject({
      name: 'Starter Campaign - Copy',
      objective: 'LEAD_GENERATION',
      status: 'PAUSED',
      created_time: '2026-01-15T10:00:00+0000',
      source_campaign_id: campaign,
      source_campaign: { id: campaign, name: 'Starter Campaign' },
    })
    expect(read(world, String(id))).not.toHaveProperty('start_time')
  })

  /** Creates a campaign with two ad sets and `count` ads; the ids are in the order of creation. */
  function withAds(world: World, count: number) {
    const id = idOf(world, { name: 'C', status: 'ACTIVE' })
    const sets = ['S1', 'S2'].map(
      (name) =>
        world.actions.createAdSet({ campaign: id, name, status: 'ACTIVE', startTime: '2026-02-01' }).unwrap()
          .id,
    )
    const ads = Array.from({ length: count }, (_, index) => {
      const [adSet = ''] = index % 2 === 0 ? sets.toReversed() : sets
      return world.actions
        .createAdWithCreative({ adSet, creative, name: `A${index}`, status: 'PAUSED' })
        .unwrap().id
    })
    return { id, sets, ads }
  }

  type Copied = { ad_object_type: string; source_id: string; copied_id: string }

  test('with deep_copy lists ad sets, then ads, by source id; the creative is shared [CAM-204, CAM-216]', () => {
    const world = fresh()
    const { id, sets, ads } = withAds(world, 3)
    const { ad_object_ids: objects } = copy(world, { deep_copy: true }, id).unwrap() as {
      ad_object_ids: Copied[]
    }
    expect(objects.map(({ ad_object_type: type, source_id: source }) => [type, source])).toEqual([
      ['campaign', id],
      ...sets.map((source) => ['ad_set', source]),
      ...ads.map((source) => ['ad', source]),
    ])
    const copyOf = (source: string) => objects.find((one) => one.source_id === source)?.copied_id ?? ''
    for (const ad of ads) {
      const [source, made] = [rowOf(world, ad), rowOf(world, copyOf(ad))]
      expect(made).toMatchObject({
        creative: source['creative'],
        campaign: Number(copyOf(id)),
        status: 'PAUSED',
      })
      expect(made['adSet']).toBe(Number(copyOf(String(source['adSet']))))
    }
    expect(new Set(objects.map(({ copied_id: made }) => made)).size).toBe(objects.length)
  })

  test('with deep_copy accepts at most 3 ads in a synchronous call [CAM-206, CAM-221, LIM-014]', () => {
    const world = fresh()
    const { id } = withAds(world, 4)
    expect(refusedBy(world, () => copy(world, { deep_copy: true }, id))).toMatchObject({
      code: 100,
      message: '(#100) A synchronous deep copy takes at most 3 child ads, and this campaign has 4',
    })
    expect(copy(world, {}, id).ok).toBe(true)
  })

  test.each([
    [51, true],
    [52, false],
  ])('with deep_copy accepts %i ads in an asynchronous call: %j [CAM-207, LIM-015]', (count, taken) => {
    const world = fresh()
    const { id } = withAds(world, count)
    const tx = open<Tables, ServiceContents>(world.state.graph, indexesOf(service.schema))
    const source = tx.find('campaigns', Number(id)) as CampaignRow
    const made = makeCampaignCopy(tx, source, copyParams.parse({ deep_copy: true }), true)
    if (isCallError(made)) {
      expect([taken, made.code, made.message]).toEqual([
        false,
        100,
        'An asynchronous deep copy takes at most 51 child ads, and this campaign has 52',
      ])
    } else expect([taken, made.objects.length]).toEqual([true, 1 + 2 + 51])
  })

  test.each<[unknown, string, string]>([
    [undefined, 'C - Copy', 'S1'],
    [{}, 'C - Copy', 'S1'],
    [{ rename_strategy: 'ONLY_TOP_LEVEL_RENAME' }, 'C - Copy', 'S1'],
    [{ rename_strategy: 'NO_RENAME', rename_prefix: 'x' }, 'C', 'S1'],
    [{ rename_strategy: 'DEEP_RENAME' }, 'C - Copy', 'S1 - Copy'],
    [{ rename_strategy: 'DEEP_RENAME', rename_prefix: '<', rename_suffix: '>' }, '<C>', '<S1>'],
    [{ rename_suffix: '' }, 'C', 'S1'],
    ['{"rename_prefix":"New "}', 'New C - Copy', 'S1'],
  ])(
    'with rename_options %j names the campaign %s and an ad set %s [CAM-211]',
    (rename_options, name, setName) => {
      const world = fresh()
      const { id } = withAds(world, 1)
      const options = rename_options === undefined ? {} : { rename_options }
      const { ad_object_ids: objects } = copy(world, { deep_copy: true, ...options }, id).unwrap() as {
        ad_object_ids: Copied[]
      }
      const names = objects.map(({ copied_id: made }) => rowOf(world, made)['name'])
      expect(names.slice(0, 2)).toEqual([name, setName])
      expect(names.at(-1)).toBe(setName.replace('S1', 'A0'))
    },
  )

  test.each([
    [undefined, ['PAUSED', 'PAUSED', 'PAUSED', 'PAUSED']],
    ['PAUSED', ['PAUSED', 'PAUSED', 'PAUSED', 'PAUSED']],
    ['ACTIVE', ['ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE']],
    ['INHERITED_FROM_SOURCE', ['ACTIVE', 'ACTIVE', 'ACTIVE', 'PAUSED']],
  ])('with the status_option %s gives the statuses %j [CAM-212..214]', (status_option, expected) => {
    const world = fresh()
    const { id } = withAds(world, 1)
    const params = { deep_copy: true, ...(status_option !== undefined && { status_option }) }
    const { ad_object_ids: objects } = copy(world, params, id).unwrap() as { ad_object_ids: Copied[] }
    expect(objects.map(({ copied_id: made }) => rowOf(world, made)['status'])).toEqual(expected)
  })

  test('sets start_time and end_time on the copied ad sets only [CAM-208..210]', () => {
    const world = fresh()
    const { id } = withAds(world, 0)
    const times = { start_time: '2026-06-01T00:00:00+0000', end_time: 1_782_864_000 }
    const deep = copy(world, { deep_copy: true, ...times }, id).unwrap()
    expect(read(world, String(deep['copied_campaign_id']), 'start_time,stop_time')).toMatchObject({
      start_time: '2026-06-01T00:00:00+0000',
      stop_time: '2026-07-01T00:00:00+0000',
    })
    expect(read(world, id, 'start_time,stop_time')).toEqual({ id, start_time: '2026-02-01T00:00:00+0000' })
    const kept = copy(world, { deep_copy: true }, id).unwrap()
    expect(read(world, String(kept['copied_campaign_id']), 'start_time')).toMatchObject({
      start_time: '2026-02-01T00:00:00+0000',
    })
  })

  test.each<[object, string]>([
    [{ deep_copy: 'perhaps' }, 'Param deep_copy must be true or false, got "perhaps"'],
    [
      { status_option: 'DELETED' },
      'Param status_option must be one of ACTIVE, PAUSED, INHERITED_FROM_SOURCE, got "DELETED"',
    ],
    [{ start_time: 'soon' }, 'Param start_time must be an ISO 8601 time'],
    [{ start_time: '2026-06-01', end_time: '2026-06-01' }, 'Param end_time must lie after start_time'],
    [{ rename_options: 'x' }, 'Param rename_options must be a JSON object, got "x"'],
    [
      { rename_options: { rename_strategy: 'ALL' } },
      'Param rename_options.rename_strategy must be one of DEEP_RENAME, ONLY_TOP_LEVEL_RENAME, NO_RENAME, got "ALL"',
    ],
  ])('refuses %j [CAM-221]', (params, message) => {
    const world = fresh()
    const error = refusedBy(world, () => copy(world, params))
    expect(error.code).toBe(100)
    expect(error.message.startsWith(`(#100) ${message}`)).toBe(true)
  })

  // The ad set runs from 1 February to 1 March.
  const february = { startTime: '2026-02-01', endTime: '2026-03-01' }
  const tooLate =
    'start_time must lie before the end of the ad set ID, 2026-03-01T00:00:00+0000: send end_time too'
  const tooEarly =
    'end_time must lie after the start of the ad set ID, 2026-02-01T00:00:00+0000: send start_time too'
  test.each<[object, string | undefined]>([
    [{ start_time: '2026-02-28T23:59:59Z' }, undefined],
    [{ start_time: '2026-03-01' }, tooLate],
    [{ start_time: '2026-06-01' }, tooLate],
    [{ end_time: '2026-02-01T00:00:01Z' }, undefined],
    [{ end_time: '2026-02-01' }, tooEarly],
    [{ start_time: '2026-06-01', end_time: '2026-07-01' }, undefined],
    [{}, undefined],
  ])('with deep_copy and %j gives the error: %s [CAM-208..210, CAM-221]', (times, problem) => {
    const world = fresh()
    const id = idOf(world, { name: 'C' })
    world.actions.createAdSet({ campaign: id, startTime: '2025-01-01' }).unwrap()
    const bounded = world.actions.createAdSet({ campaign: id, ...february }).unwrap().id
    expect(copy(world.fork(), times, id).ok).toBe(true)
    const deep = () => copy(world, { deep_copy: true, ...times }, id)
    if (problem === undefined) expect(deep().ok).toBe(true)
    else {
      const message = `(#100) Param ${problem.replace('ID', bounded)}`
      expect(refusedBy(world, deep)).toMatchObject({ code: 100, message })
    }
  })

  test('resets the spend, the issues and the fields that only the platform sets [CAM-010..012, CAM-015, CAM-034]', () => {
    const world = fresh()
    const id = idOf(world, { name: 'C', daily_budget: 500 })
    world.actions.recordSpend({ campaign: id, amount: 200 }).unwrap()
    const platform = {
      ad_strategy_id: '5',
      boosted_object_id: '6',
      brand_lift_studies: [{ id: '7' }],
      recommendations: { title: 'R' },
    }
    world.actions.setCampaignPlatformFields({ campaign: id, ...platform }).unwrap()
    const fields = `budget_remaining,can_create_brand_lift_study,${Object.keys(platform).join()}`
    expect(read(world, id, fields)).toEqual({
      id,
      budget_remaining: '300',
      can_create_brand_lift_study: false,
      ...platform,
    })
    const made = String(copy(world, {}, id).unwrap()['copied_campaign_id'])
    expect(read(world, made, fields)).toEqual({
      id: made,
      budget_remaining: '500',
      can_create_brand_lift_study: true,
    })
  })

  test('refuses a deleted campaign, and skips deleted ad sets and ads', () => {
    const world = fresh()
    const { id, sets, ads } = withAds(world, 2)
    const tx = open<Tables, ServiceContents>(world.state.graph, indexesOf(service.schema))
    const params = copyParams.parse({ deep_copy: true })
    const [firstSet = '', secondSet = ''] = sets
    tx.patch('adSets', Number(firstSet), { status: 'DELETED' })
    tx.patch('ads', Number(ads[1]), { status: 'DELETED' })
    const made = makeCampaignCopy(tx, tx.find('campaigns', Number(id)) as CampaignRow, params, false)
    expect(isCallError(made) ? made : made.objects.map(({ source_id: source }) => source)).toEqual([
      id,
      secondSet,
      ads[0],
    ])
    const deleted = tx.patch('campaigns', Number(id), { status: 'DELETED' })
    expect(makeCampaignCopy(tx, deleted, params, false)).toEqual({
      code: 100,
      message: 'A deleted campaign cannot be copied',
    })
  })

  test('does not change the source', () => {
    const world = fresh()
    const before = [campaign, adSet, start.ad].map((id) => rowOf(world, id))
    copy(world, { deep_copy: true }).unwrap()
    expect([campaign, adSet, start.ad].map((id) => rowOf(world, id))).toEqual(before)
  })
})
