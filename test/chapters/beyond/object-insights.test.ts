import { describe, expect, test } from 'vitest'
import { act, begin, call, forked, jsonOf, refusedBy, tokenOf } from '../../service/scene.ts'

// The starter world begins on 2026-01-15 at 09:00.
const start = (() => {
  const scene = begin({ policy: { beyond: 'serve' } })
  const { world, page, pageToken } = scene
  const post = String(call(world, pageToken, 'publishPost', { page, message: 'Hello' }).unwrap()['id'])
  const record = (object: string, metric: string, date: string, value: number) =>
    act(world, 'recordInsights', { object, metric, date, value }).unwrap()
  record(page, 'page_impressions', '2026-01-07', 100)
  record(page, 'page_impressions', '2026-01-13', 3)
  record(page, 'page_impressions', '2026-01-13T23:59:59Z', 4)
  record(page, 'page_impressions', '2026-01-14', 50)
  record(page, 'page_fan_adds', '2026-01-14', 1)
  record(post, 'post_impressions', '2026-01-15', 9)
  record(post, 'post_impressions', '2026-01-14', 1)
  return { ...scene, post }
})()
const { page, post, pageToken, world } = start
const read = (params: object) => call(world, pageToken, 'listPageInsights', { page, ...params })

describe('the insights of a page', () => {
  test('have a value for each day, which counts the day', () => {
    expect(read({ metric: 'page_impressions', period: 'day' }).unwrap()['data']).toEqual([
      {
        name: 'page_impressions',
        period: 'day',
        values: [
          { value: 7, end_time: '2026-01-14T00:00:00+0000' },
          { value: 50, end_time: '2026-01-15T00:00:00+0000' },
        ],
        title: 'Daily page impressions',
        description: 'Daily page impressions',
        id: `${page}/insights/page_impressions/day`,
      },
    ])
  })

  test('have every period of every metric by default, in the order of the call', () => {
    const { data } = read({ metric: 'page_fan_adds,page_impressions' }).unwrap()
    const rows = data as { name: string; period: string; values: { value: number }[] }[]
    expect(
      rows.map(({ name, period, values }) => [name, period, ...values.map(({ value }) => value)]),
    ).toEqual([
      ['page_fan_adds', 'day', 0, 1],
      ['page_fan_adds', 'week', 0, 1],
      ['page_fan_adds', 'days_28', 0, 1],
      ['page_impressions', 'day', 7, 50],
      // The week before the end of 2026-01-13 begins on 2026-01-07.
      ['page_impressions', 'week', 107, 57],
      ['page_impressions', 'days_28', 107, 157],
    ])
  })

  test.each<[object, string[], number[]]>([
    [{ since: '2026-01-07', until: '2026-01-09' }, ['2026-01-08', '2026-01-09'], [100, 0]],
    [{ date_preset: 'yesterday' }, ['2026-01-15'], [50]],
    [{ date_preset: 'today' }, ['2026-01-16'], [0]],
  ])('are those of %j', (days, ends, values) => {
    const { data } = read({ metric: ['page_impressions'], period: 'day', ...days }).unwrap()
    const [row] = data as { values: { value: number; end_time: string }[] }[]
    expect(row?.values.map(({ end_time: end }) => end.slice(0, 10))).toEqual(ends)
    expect(row?.values.map(({ value }) => value)).toEqual(values)
  })

  // The longest period has 90 days. That of `maximum` ends with today.
  test.each<[object, string, string]>([
    [{ date_preset: 'maximum' }, '2025-10-19', '2026-01-16'],
    [{ since: '2025-10-17', until: '2026-01-15' }, '2025-10-18', '2026-01-15'],
  ])('are those of 90 days with %j', (days, first, last) => {
    const { data } = read({ metric: 'page_impressions', period: 'day', ...days }).unwrap()
    const [row] = data as { values: { end_time: string }[] }[]
    const ends = row?.values.map(({ end_time: end }) => end.slice(0, 10)) ?? []
    expect([ends.length, ends[0], ends.at(-1)]).toEqual([90, first, last])
  })

  test('lead to the days before and after', () => {
    const days = { since: '2026-01-10', until: '2026-01-12', metric: 'page_impressions' }
    const params = { ...days, period: 'day', date_preset: 'last_year', access_token: pageToken }
    const answer = world.fork().request({ method: 'GET', path: `/${page}/insights`, params })
    const { paging } = jsonOf(answer) as { paging: { previous: string; next: string } }
    const daysOf = (link: string) => {
      const query = new URL(link).searchParams
      return [query.get('since'), query.get('until')].map((time) =>
        new Date(Number(time) * 1_000).toISOString().slice(0, 10),
      )
    }
    const periodOf = (link: string) => new URL(link).searchParams.get('period')
    expect([paging.previous, paging.next].map(periodOf)).toEqual(['day', 'day'])
    expect(daysOf(paging.previous)).toEqual(['2026-01-08', '2026-01-10'])
    expect(daysOf(paging.next)).toEqual(['2026-01-12', '2026-01-14'])
  })

  test.each<[object, RegExp]>([
    [{}, /The parameter metric is required/],
    [{ metric: '' }, /metric must have at least 1 item/],
    [{ metric: 'post_clicks' }, /must be a valid insights metric, got "post_clicks"/],
    [{ metric: '__proto__' }, /must be a valid insights metric/],
    [{ metric: 'page_fans', period: 'month' }, /period must be one of day, week/],
    [{ metric: 'page_fans', since: '2026-01-02', until: '2026-01-02' }, /since must lie before until/],
    [{ metric: 'page_fans', since: '2025-01-02', until: '2026-01-02' }, /at most 90 days apart/],
    [{ metric: 'page_fans', since: 'x' }, /since must be/],
    [{ metric: Array.from({ length: 101 }, () => 'page_fans') }, /at most 100 items/],
  ])('are refused with %j', (params, message) => {
    expect(refusedBy(world, () => read(params))).toMatchObject({
      code: 100,
      message: expect.stringMatching(message),
    })
  })

  test('are read with a page token that reads engagement only', () => {
    const scene = forked(start)
    // https://github.com/pablobarbera/Rfacebook/issues/174
    const otherKind = { code: 190, message: '(#190) This method must be called with a Page Access Token' }
    for (const [token, error] of [
      [start.userToken, otherKind],
      [tokenOf(scene, { kind: 'page', without: ['pages_read_engagement'] }), { code: 200 }],
    ] as const)
      for (const [operation, params] of [
        ['listPageInsights', { page, metric: 'page_fans' }],
        ['listPostInsights', { post, metric: 'post_clicks' }],
      ] as const)
        expect(call(scene.world, token, operation, params)).toMatchObject({ error })
  })
})

describe('the insights of a post', () => {
  test('are those of its lifetime, and go with it', () => {
    const scene = forked(start)
    const ask = { post, metric: 'post_impressions' }
    expect(call(scene.world, pageToken, 'listPostInsights', ask).unwrap()['data']).toMatchObject([
      { period: 'lifetime', values: [{ value: 10 }], id: `${post}/insights/post_impressions/lifetime` },
    ])
    call(scene.world, pageToken, 'deletePost', { post }).unwrap()
    expect(
      [...scene.world.state.graph.rows.values()].some(
        (row) => 'object' in row && row.kind === 'metricValues' && String(row.object) !== page,
      ),
    ).toBe(false)
  })
})

describe('custom audiences', () => {
  const { adAccount, userToken } = start
  const make = (params: object, scene = forked(start), token = userToken) =>
    call(scene.world, token, 'createCustomAudience', { adAccount, ...params })

  test('are created without people, and read', () => {
    const scene = forked(start)
    const source = { customer_file_source: 'USER_PROVIDED_ONLY' }
    const given = { name: 'Buyers', description: 'Of 2025', retention_days: 30, ...source }
    const { id } = make(given, scene).unwrap()
    const fields = `${Object.keys(given).join()},subtype,approximate_count_lower_bound,account_id`
    expect(
      call(scene.world, userToken, 'readCustomAudience', { customAudience: id, fields }).unwrap(),
    ).toEqual({
      ...{ id, account_id: adAccount, ...given, subtype: 'CUSTOM', approximate_count_lower_bound: -1 },
    })
    expect(call(scene.world, userToken, 'listCustomAudiences', { adAccount }).unwrap()).toMatchObject({
      data: [{ id }],
    })
  })

  test.each<[object, RegExp]>([
    [{ name: 'A' }, /customer_file_source is required for the subtype CUSTOM/],
    [{ name: '', subtype: 'WEBSITE' }, /name must be text that is not empty/],
    [{ name: 'A', subtype: 'MAGIC' }, /subtype must be one of APP/],
    [{ name: 'A', subtype: 'APP', retention_days: 541 }, /retention_days must be an integer from 1 to 540/],
  ])('are refused with %j', (params, message) => {
    expect(refusedBy(start.world, () => make(params, start)).message).toMatch(message)
  })

  test('require ads_management and a role', () => {
    const params = { name: 'A', subtype: 'WEBSITE' }
    expect(make(params, start, start.noAdsManagementToken)).toMatchObject({ error: { code: 200 } })
    expect(make(params, start, tokenOf(forked(start)))).toMatchObject({ ok: false })
  })
})
