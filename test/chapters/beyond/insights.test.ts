import { describe, expect, test } from 'vitest'
import { act, begin, call, jsonOf, refusedBy } from '../../service/scene.ts'
import { withBounds } from '../../service/with-bounds.ts'

// The starter world begins on 2026-01-15.
const start = (() => {
  const scene = begin({ policy: { beyond: 'serve' } })
  const { world, adSet, creative, campaign, ad } = scene
  const second = String(
    act(world, 'createAdWithCreative', { adSet, creative, name: 'Second' }).unwrap()['id'],
  )
  world.clock.advance('30d')
  const record = (results: object) => act(world, 'recordAdResults', results).unwrap()
  record({ ad, date: '2026-02-12', impressions: 100, reach: 80, clicks: 4, spend: 150 })
  record({ ad, date: '2026-02-12T23:59:59Z', impressions: 10, spend: 5 })
  record({ ad, date: '2026-02-13', impressions: 7, reach: 5, clicks: 1, spend: 50 })
  record({ ad: second, date: '2026-02-13', impressions: 1_000, reach: 900, clicks: 30, spend: 2_000 })
  record({ ad: second, impressions: 3 })
  return { ...scene, second, campaign }
})()
const { world, adAccount, campaign, adSet, ad, second, userToken } = start

const read = (params: object) => {
  const { data } = call(world, userToken, 'listInsights', { adAccount, ...params }).unwrap()
  return data as readonly Record<string, unknown>[]
}

/** The records without the days of the period, which every read has. */
const readValues = (params: object) =>
  read(params).map(({ date_start: _start, date_stop: _stop, ...values }) => values)
const range = { since: '2026-02-12', until: '2026-02-13' }

describe('insights', () => {
  test('add up the results of an account in a period', () => {
    const fields =
      'account_id,account_name,account_currency,impressions,reach,clicks,spend,date_start,date_stop'
    expect(read({ time_range: JSON.stringify(range), fields })).toEqual([
      {
        account_id: adAccount,
        account_name: 'Starter Account',
        account_currency: 'USD',
        impressions: '1117',
        reach: '985',
        clicks: '35',
        spend: '22.05',
        date_start: '2026-02-12',
        date_stop: '2026-02-13',
      },
    ])
  })

  test('have five fields by default', () => {
    expect(Object.keys(read({ time_range: range })[0] ?? {}).sort()).toEqual(
      ['account_id', 'date_start', 'date_stop', 'impressions', 'spend'].sort(),
    )
  })

  test.each<[string, string, object[]]>([
    [
      'campaign',
      'campaign_id,campaign_name,adset_id,clicks',
      [{ campaign_id: campaign, campaign_name: 'Starter Campaign', clicks: '35' }],
    ],
    [
      'adset',
      'adset_id,adset_name,ad_id,clicks',
      [{ adset_id: adSet, adset_name: 'Starter Ad Set', clicks: '35' }],
    ],
    [
      'ad',
      'ad_id,ad_name,clicks',
      [
        { ad_id: ad, ad_name: 'Starter Ad', clicks: '5' },
        { ad_id: second, ad_name: 'Second', clicks: '30' },
      ],
    ],
  ])('are those of each %s', (level, fields, expected) => {
    expect(readValues({ level, fields, time_range: range })).toEqual(expected)
  })

  test.each([1, '1'])('are those of each day with time_increment=%j', (time_increment) => {
    expect(read({ time_increment, time_range: range, fields: 'impressions,date_start,date_stop' })).toEqual([
      { impressions: '110', date_start: '2026-02-12', date_stop: '2026-02-12' },
      { impressions: '1007', date_start: '2026-02-13', date_stop: '2026-02-13' },
    ])
  })

  test.each<[string, string, string, string]>([
    ['today', '3', '2026-02-14', '2026-02-14'],
    ['yesterday', '1007', '2026-02-13', '2026-02-13'],
    ['last_7d', '1117', '2026-02-07', '2026-02-13'],
    ['this_month', '1120', '2026-02-01', '2026-02-14'],
    // 2026-02-14 is a Saturday.
    ['this_week_sun_today', '1120', '2026-02-08', '2026-02-14'],
    ['this_week_mon_today', '1120', '2026-02-09', '2026-02-14'],
    ['this_quarter', '1120', '2026-01-01', '2026-02-14'],
    ['this_year', '1120', '2026-01-01', '2026-02-14'],
    ['data_maximum', '1120', '2026-01-15', '2026-02-14'],
    ['maximum', '1120', '2026-01-15', '2026-02-14'],
  ])('have the period %s', (date_preset, impressions, date_start, date_stop) => {
    const fields = 'impressions,date_start,date_stop'
    expect(read({ date_preset, fields })).toEqual([{ impressions, date_start, date_stop }])
  })

  test('have today in the default period once it has results', () => {
    expect(read({})).toMatchObject([{ impressions: '1120', date_stop: '2026-02-14' }])
    const { data } = call(world, userToken, 'listAdInsights', { ad }).unwrap()
    expect(data).toMatchObject([{ impressions: '117', date_stop: '2026-02-13' }])
  })

  test('are those of the last 30 days before today by name, and none where nothing was recorded', () => {
    expect(read({ date_preset: 'last_30d' })).toMatchObject([
      { date_start: '2026-01-15', date_stop: '2026-02-13' },
    ])
    expect(read({ date_preset: 'last_month' })).toEqual([])
  })

  test('are listed page by page', () => {
    const params = { adAccount, level: 'ad', fields: 'ad_id', time_range: range, limit: 1 }
    const first = call(world, userToken, 'listInsights', params).unwrap()
    const { after } = (first['paging'] as { cursors: { after: string } }).cursors
    expect(first['data']).toMatchObject([{ ad_id: ad }])
    const next = call(world, userToken, 'listInsights', { ...params, after }).unwrap()
    expect(next).toMatchObject({ data: [{ ad_id: second }] })
    expect(next['paging']).not.toHaveProperty('next')
  })

  test.each(['action_reaction', 'action_device,action_reaction', 'action_video_sound', 'matched_persona_id'])(
    'take action_breakdowns=%s, which https://github.com/facebook/facebook-nodejs-business-sdk lists',
    (actions) => {
      const asked = (params: object) =>
        call(world, userToken, 'listInsights', { adAccount, ...params }).unwrap()
      expect(asked({ action_breakdowns: actions })).toEqual(asked({}))
    },
  )

  test.each<[object, RegExp]>([
    [{ breakdowns: ['weather'] }, /breakdowns.0 must be one of age, gender/],
    [{ breakdowns: '{"age":1}' }, /breakdowns.0 must be one of age, gender/],
    [{ action_breakdowns: ['weather'] }, /action_breakdowns.0 must be one of action_type/],
    [{ filtering: [{ field: 'smiles', operator: 'IN', value: [1] }] }, /filtering.0.field must be one of/],
    [{ filtering: [{ field: 'spend', operator: 'GREATER_THAN', value: 'x' }] }, /value must be a number/],
    [{ level: 'page' }, /level must be one of account, campaign, adset, ad/],
    [{ time_increment: 0 }, /time_increment must be all_days, monthly, or a number of days from 1 to 90/],
    [{ time_increment: 91 }, /time_increment must be all_days, monthly, or a number of days from 1 to 90/],
    [{ time_increment: '1e1' }, /time_increment must be all_days/],
    [{ time_range: { since: 'x', until: '2026-02-01' } }, /time_range.since must be/],
    [{ date_preset: 'last_decade' }, /date_preset must be one of today/],
    [{ time_range: { since: '2026-02-02', until: '2026-02-01' } }, /since must not lie after/],
    [{ fields: 'cost_per_smile' }, /nonexisting field \(cost_per_smile\)/],
  ])('are refused with %j', (params, message) => {
    const error = refusedBy(world, () => call(world, userToken, 'listInsights', { adAccount, ...params }))
    expect(error).toMatchObject({ code: 100, message: expect.stringMatching(message) })
  })

  // The period has three results: two of the one ad, and one of the other.
  test.each([
    [{}, 3],
    [{ time_increment: 1 }, 3],
    [{ level: 'ad' }, 3],
    [{ breakdowns: 'age' }, 3],
    [{ filtering: [{ field: 'ad.id', operator: 'IN', value: [ad] }] }, 3],
    [{ time_range: { since: '2026-02-13', until: '2026-02-13' } }, 2],
  ])('of %j add up %i results at most, if there may be no more', (params, results) => {
    const all = { adAccount, time_range: range, ...params }
    const read = () => call(world, userToken, 'listInsights', all)
    withBounds({ insightResultsMax: results }, () => expect(read().ok).toBe(true))
    withBounds({ insightResultsMax: results - 1 }, () => {
      expect(refusedBy(world, read)).toMatchObject({
        code: 100,
        message:
          `(#100) The period has more than ${results - 1} results of ads: choose a shorter period, or fewer ` +
          'reads in one request',
      })
    })
  })

  // Each read of the batch adds up three results, and each of the month four.
  test('share the results that one request adds up', () => {
    withBounds({ insightResultsMax: 8 }, () => {
      const days = `time_range=${encodeURIComponent(JSON.stringify(range))}`
      const relative_url = `act_${adAccount}/insights?level=ad&${days}`
      const batch = JSON.stringify(Array.from({ length: 4 }, () => ({ method: 'GET', relative_url })))
      const ask = (method: 'GET' | 'POST', path: string, params: Record<string, string>) =>
        jsonOf(world.fork().request({ method, path, params: { ...params, access_token: userToken } }))
      const answers = ask('POST', '/', { batch }) as unknown as readonly { readonly code: number }[]
      expect(answers.map(({ code }) => code)).toEqual([200, 200, 400, 400])
      const expanded = (names: readonly string[]) =>
        ask('GET', `/act_${adAccount}`, {
          fields: names.map((name) => `insights.as(${name}).level(ad).date_preset(this_month)`).join(),
        })
      expect(expanded(['first', 'second'])).toHaveProperty('second.data.length', 2)
      expect(expanded(['first', 'second', 'third'])).toHaveProperty('error.code', 100)
    })
  })

  test('count their spend for the campaign and the account, in subunits', () => {
    const { amount_spent: spent } = call(world, userToken, 'readAdAccount', {
      adAccount,
      fields: 'amount_spent',
    }).unwrap()
    expect(spent).toBe('2205')
  })

  test('show whole amounts in a currency without subunits', () => {
    const { world } = begin({ policy: { beyond: 'serve' } })
    const { user, userToken } = start
    const { id } = act(world, 'createAdAccount', {
      name: 'J',
      currency: 'JPY',
      administrators: [user],
    }).unwrap()
    const campaign = call(world, userToken, 'createCampaign', {
      adAccount: id,
      special_ad_categories: [],
    }).unwrap()
    const adSet = act(world, 'createAdSet', { campaign: campaign['id'] }).unwrap()['id']
    const creative = act(world, 'createCreative', { adAccount: id }).unwrap()['id']
    const ad = act(world, 'createAdWithCreative', { adSet, creative }).unwrap()['id']
    act(world, 'recordAdResults', { ad, spend: 150 }).unwrap()
    const params = { adAccount: id, date_preset: 'today', fields: 'spend' }
    expect(call(world, userToken, 'listInsights', params).unwrap()).toMatchObject({
      data: [{ spend: '150' }],
    })
  })
})
