import { describe, expect, test } from 'vitest'
import { act, begin, call, refusedBy } from '../../service/scene.ts'

// The starter world begins on 2026-01-15.
const start = (() => {
  const scene = begin({ policy: { beyond: 'serve' } })
  const { world, adSet, creative, ad } = scene
  const second = String(act(world, 'createAdWithCreative', { adSet, creative, name: 'B' }).unwrap()['id'])
  world.clock.advance('60d')
  const record = (results: object) => act(world, 'recordAdResults', results).unwrap()
  const young = { age: '18-24', gender: 'female', country: 'US', region: 'Oregon' }
  const old = { age: '65+', gender: 'female', country: 'US' }
  const clicks = { type: 'link_click', count: 3 }
  record({
    ...{ ad, date: '2026-01-31', impressions: 300, reach: 200, clicks: 7, spend: 1_000, segment: young },
    actions: [clicks, { type: 'purchase', count: 2, value: 4_999 }],
  })
  record({ ad, date: '2026-01-31', impressions: 100, reach: 50, spend: 234, segment: old, actions: [clicks] })
  record({ ad, date: '2026-02-01', impressions: 5, segment: young, actions: [clicks, clicks] })
  record({ ad: second, date: '2026-02-10', impressions: 10, spend: 1 })
  record({ ad: second, date: '2026-02-10', impressions: 1, segment: {}, actions: [] })
  return { ...scene, second }
})()
const { world, adAccount, campaign, adSet, ad, second, userToken } = start
const range = { since: '2026-01-31', until: '2026-02-28' }
const january = { since: '2026-01-31', until: '2026-01-31' }

const read = (params: object, operation = 'listInsights') => {
  const node = operation === 'listInsights' ? { adAccount } : {}
  const asked = { ...node, time_range: range, ...params }
  return call(world, userToken, operation, asked).unwrap()['data'] as readonly Record<string, unknown>[]
}

describe('rates and costs', () => {
  test('are computed from the counts, with up to six decimals', () => {
    const fields = [
      ...['frequency', 'ctr', 'cpc', 'cpm', 'cpp', 'inline_link_clicks', 'inline_link_click_ctr'],
      ...['cost_per_inline_link_click', 'actions', 'action_values', 'cost_per_action_type', 'purchase_roas'],
    ]
    expect(read({ time_range: january, fields: fields.join() })).toEqual([
      {
        date_start: '2026-01-31',
        date_stop: '2026-01-31',
        frequency: '1.6', // 400 impressions of 250 people
        ctr: '1.75', // 7 clicks of 400 impressions, in percent
        cpc: '1.762857', // 12.34 / 7
        cpm: '30.85', // 12.34 / 0.4
        cpp: '49.36', // 12.34 / 0.25
        inline_link_clicks: '6',
        inline_link_click_ctr: '1.5',
        cost_per_inline_link_click: '2.056667', // 12.34 / 6
        actions: [
          { action_type: 'link_click', value: '6' },
          { action_type: 'purchase', value: '2' },
        ],
        action_values: [{ action_type: 'purchase', value: '49.99' }],
        cost_per_action_type: [
          { action_type: 'link_click', value: '2.056667' },
          { action_type: 'purchase', value: '6.17' },
        ],
        purchase_roas: [{ action_type: 'purchase', value: '4.051053' }], // 49.99 / 12.34
      },
    ])
  })

  test('are missing where they would divide by zero', () => {
    const day = { since: '2026-02-01', until: '2026-02-01' }
    const fields = 'impressions,frequency,ctr,cpc,cpm,cpp,purchase_roas,action_values,actions'
    expect(read({ time_range: day, fields })).toEqual([
      {
        ...{ date_start: '2026-02-01', date_stop: '2026-02-01', impressions: '5', ctr: '0', cpm: '0' },
        actions: [{ action_type: 'link_click', value: '6' }],
      },
    ])
  })
})

describe('breakdowns', () => {
  test('divide the results, and those of no known segment are unknown', () => {
    expect(read({ breakdowns: 'age,gender', fields: 'impressions' })).toEqual(
      [
        { age: '18-24', gender: 'female', impressions: '305' },
        { age: '65+', gender: 'female', impressions: '100' },
        { age: 'unknown', gender: 'unknown', impressions: '11' },
      ].map((row) => ({ ...row, date_start: '2026-01-31', date_stop: '2026-02-28' })),
    )
  })

  test('add up what they do not divide', () => {
    const rows = read({ breakdowns: ['country'], fields: 'impressions', time_range: january })
    expect(rows).toMatchObject([{ country: 'US', impressions: '400' }])
  })

  test('are listed page by page, with those of each ad and day apart', () => {
    const params = { level: 'ad', time_increment: 1, breakdowns: ['age'], fields: 'ad_id,impressions' }
    const rows = read(params)
    expect(rows.map((row) => [row['date_start'], row['ad_id'], row['age'], row['impressions']])).toEqual([
      ['2026-01-31', ad, '18-24', '300'],
      ['2026-01-31', ad, '65+', '100'],
      ['2026-02-01', ad, '18-24', '5'],
      ['2026-02-10', second, 'unknown', '11'],
    ])
    const walked: unknown[] = []
    for (let after: string | undefined; walked.length < 9; ) {
      const asked = { adAccount, time_range: range, ...params, limit: 1, ...(after && { after }) }
      const page = call(world, userToken, 'listInsights', asked).unwrap()
      walked.push(...(page['data'] as unknown[]))
      const paging = page['paging'] as { next?: string; cursors: { after: string } }
      if (!paging.next) break
      ;({ after } = paging.cursors)
    }
    expect(walked).toEqual(rows)
  })

  test('refuse the cursor of other breakdowns', () => {
    const params = { adAccount, time_range: range, limit: 1 }
    const page = call(world, userToken, 'listInsights', { ...params, breakdowns: ['age'] }).unwrap()
    const { after } = (page['paging'] as { cursors: { after: string } }).cursors
    const refused = () => call(world, userToken, 'listInsights', { ...params, breakdowns: ['gender'], after })
    expect(refusedBy(world, refused).message).toMatch(/must be a cursor of this list/)
  })
})

describe('parts of the period', () => {
  test.each([
    [
      'monthly',
      [
        ['2026-01-31', '2026-01-31', '400'],
        ['2026-02-01', '2026-02-28', '16'],
      ],
    ],
    [
      2,
      [
        ['2026-01-31', '2026-02-01', '405'],
        ['2026-02-10', '2026-02-11', '11'],
      ],
    ],
    [90, [['2026-01-31', '2026-02-28', '416']]],
  ])('are those of time_increment=%s', (time_increment, expected) => {
    const rows = read({ time_increment, fields: 'impressions' })
    expect(rows.map((row) => [row['date_start'], row['date_stop'], row['impressions']])).toEqual(expected)
  })
})

describe('the insights of an object', () => {
  test.each([
    ['listCampaignInsights', { campaign }, { campaign_id: campaign, impressions: '416' }],
    ['listAdSetInsights', { adSet }, { campaign_id: campaign, adset_id: adSet, impressions: '416' }],
    ['listAdInsights', { ad }, { ad_id: ad, impressions: '405' }],
    ['listAdInsights', { ad: second }, { ad_id: second, impressions: '11', spend: '0.01' }],
  ])('are read by %s', (operation, node, expected) => {
    expect(read(node, operation)).toMatchObject([expected])
  })

  test('can be those of lower levels', () => {
    expect(read({ campaign, level: 'ad' }, 'listCampaignInsights')).toMatchObject([
      { ad_id: ad },
      { ad_id: second },
    ])
  })

  test('cannot be those of higher levels', () => {
    const refused = () => call(world, userToken, 'listAdInsights', { ad, level: 'campaign' })
    expect(refusedBy(world, refused)).toMatchObject({
      code: 100,
      message: '(#100) Param level must be one of ad for the insights of this object, got campaign',
    })
  })
})

describe('filtering', () => {
  test.each<[string, unknown, unknown, string[]]>([
    ['ad.id', 'IN', [second], ['11']],
    ['ad.name', 'CONTAIN', 'starter', ['405']],
    ['campaign.name', 'CONTAIN', 'starter', ['405', '11']],
    ['adset.id', 'NOT_EQUAL', adSet, []],
    ['adset.effective_status', 'IN', ['ACTIVE'], []],
    // The campaign is paused.
    ['adset.effective_status', 'IN', ['CAMPAIGN_PAUSED'], ['405', '11']],
    ['impressions', 'GREATER_THAN', 100, ['405']],
    ['spend', 'LESS_THAN', '0.02', ['11']],
  ])('by %s %s %j', (field, operator, value, expected) => {
    const rows = read({ level: 'ad', filtering: [{ field, operator, value }], fields: 'impressions' })
    expect(rows.map((row) => row['impressions'])).toEqual(expected)
  })
})

describe('the summary', () => {
  const summaryOf = (params: object) =>
    call(world, userToken, 'listInsights', { adAccount, time_range: range, level: 'ad', ...params }).unwrap()[
      'summary'
    ]
  const period = { date_start: '2026-01-31', date_stop: '2026-02-28' }
  test.each<[object, object | undefined]>([
    [{}, undefined],
    [{ summary: '' }, undefined],
    [
      { summary: 'impressions,spend,ctr' },
      { ...period, impressions: '416', spend: '12.35', ctr: '1.682692' },
    ],
    // Only the listed results, on all pages.
    [
      { summary: ['impressions'], limit: 1 },
      { ...period, impressions: '416' },
    ],
    [
      {
        summary: ['impressions'],
        filtering: [{ field: 'impressions', operator: 'GREATER_THAN', value: 100 }],
      },
      { ...period, impressions: '405' },
    ],
    // It has no part of the audience, no shorter period, and no object below that of the path.
    [
      { summary: 'impressions,ad_id,age', breakdowns: 'age', time_increment: 1 },
      { ...period, impressions: '416' },
    ],
    [
      { default_summary: true, fields: 'impressions,ad_name' },
      { ...period, impressions: '416' },
    ],
    [
      { default_summary: 'true', summary: 'clicks', fields: 'reach' },
      { ...period, reach: '250', clicks: '7' },
    ],
    [{ summary: 'impressions', time_range: { since: '2025-01-01', until: '2025-01-02' } }, undefined],
  ])('of %j', (params, expected) => expect(summaryOf(params)).toEqual(expected))

  test.each([
    { summary: 'nothing' },
    { summary: '__proto__' },
    { summary: 'true' },
    { default_summary: 'perhaps' },
  ])('refuses %j', (params) => {
    expect(
      refusedBy(world, () => call(world, userToken, 'listInsights', { adAccount, ...params })).code,
    ).toBe(100)
  })

  test('is that of the object of the path', () => {
    const asked = { ad, time_range: range, summary: 'ad_id,impressions' }
    expect(call(world, userToken, 'listAdInsights', asked).unwrap()['summary']).toEqual({
      ...period,
      ad_id: ad,
      impressions: '405',
    })
  })
})
