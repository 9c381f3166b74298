import { describe, expect, test } from 'vitest'
import { type Permission, permissions } from '../../../src/service/caller/caller.ts'
import { act, forked, get, jsonOf, refusedBy } from '../../service/scene.ts'
import { type CatalogScene, counted, countsOf, read, record, stage, statsOf } from './catalog-world.ts'

const start = stage()
const fresh = (): CatalogScene => ({ ...start, ...forked(start) })
const { pixel, appSource, user, catalog } = start
const today = '2026-01-20'

describe('a statistic [CAT-001]', () => {
  test('has the fields of its record and no id [CAT-011..014, CAT-021]', () => {
    const scene = fresh()
    record(scene, ['cup', 'mug'])
    expect(statsOf(scene)).toEqual([
      {
        date_start: '2026-01-19',
        date_stop: '2026-01-19',
        event: 'ViewContent',
        event_source: { id: pixel, source_type: 'pixel' },
        total_matched_content_ids: 1,
        total_unmatched_content_ids: 1,
        unique_matched_content_ids: 1,
        unique_unmatched_content_ids: 1,
      },
    ])
  })

  test.each<[string, string[][], number[]]>([
    ['one matched id [CAT-011, CAT-013]', [['cup']], [1, 0, 1, 0]],
    ['one unmatched id [CAT-012, CAT-014]', [['mug']], [0, 1, 0, 1]],
    ['an id twice in an event [CAT-011, CAT-013]', [['cup', 'cup']], [2, 0, 1, 0]],
    ['an id in two events [CAT-012, CAT-014]', [['mug'], ['mug']], [0, 2, 0, 1]],
    [
      'several of each [CAT-011..014]',
      [
        ['cup', 'jug', 'mug'],
        ['cup', 'pan', 'mug'],
      ],
      [3, 3, 2, 2],
    ],
    ['ids of another case', [['CUP', ' cup']], [0, 2, 0, 2]],
    ['an event without contents', [[]], [0, 0, 0, 0]],
  ])('counts %s', (_, events, counts) => {
    const together = fresh()
    act(together.world, 'recordCatalogEvents', {
      catalog: together.catalog,
      events: events.map((contents) => ({
        source: pixel,
        event: 'ViewContent',
        contents,
        time: '2026-01-19',
      })),
    }).unwrap()
    expect(counted(together)).toEqual(counts)
    const oneByOne = fresh()
    for (const contents of events) record(oneByOne, contents)
    expect(counted(oneByOne)).toEqual(counts)
  })

  test('matches the items at the time of recording', () => {
    const scene = fresh()
    record(scene, ['mug'])
    scene.world.actions.ingestProductFeed({ feed: scene.feed, rows: [{ id: 'mug' }] }).unwrap()
    record(scene, ['mug', 'mug'])
    expect(counted(scene)).toEqual([2, 1, 1, 1])
  })

  test('matches only items of its own catalog', () => {
    const scene = fresh()
    const { actions } = scene.world
    const users = [scene.user]
    const other = actions.createCatalog({ name: 'Other', adAccount: scene.adAccount, users }).unwrap().id
    record({ ...scene, catalog: other }, ['cup'])
    record(scene, ['cup'])
    expect(counted({ ...scene, catalog: other })).toEqual([0, 1, 0, 1])
    expect(counted(scene)).toEqual([1, 0, 1, 0])
  })

  test('counts hundreds of different ids, in one call or in many', () => {
    const scene = fresh()
    const contents = Array.from({ length: 700 }, (_, at) => `sku-${at % 600}`)
    record(scene, contents.slice(0, 350))
    record(scene, contents.slice(350))
    expect(counted(scene)).toEqual([0, 700, 0, 600])
  })

  test.each<[string, unknown, string]>([
    ['__proto__', '__proto__', '__proto__'],
    ['constructor', 'constructor', 'constructor'],
    ['a number', 7, '7'],
    ['the largest 64-bit integer', '9223372036854775807', '9223372036854775807'],
    ['a large number', 2n ** 63n - 1n, '9223372036854775807'],
    ['the smallest 64-bit integer', -(2n ** 63n), '-9223372036854775808'],
    ['letters outside the basic plane', '🙂\u0000', '🙂\u0000'],
  ])('accepts %s as a content id', (_, content, id) => {
    const scene = fresh()
    record(scene, [content, content, 'toString'])
    expect(counted(scene)).toEqual([0, 3, 0, 2])
    scene.world.actions.ingestProductFeed({ feed: scene.feed, rows: [{ id }] }).unwrap()
    record(scene, [content])
    expect(counted(scene)).toEqual([1, 3, 1, 2])
  })
})

describe('statistics are broken down', () => {
  test('by day, event and source, in this order, ascending [CAT-015..019]', () => {
    const scene = fresh()
    for (const time of ['2026-01-19', '2026-01-18T23:59:59Z'])
      for (const source of [appSource, pixel])
        for (const event of ['ViewContent', 'AddToCart', 'Purchase'])
          record(scene, ['cup'], { time, source, event })
    const rows = statsOf(scene).map((stat) => {
      const { id, source_type: type } = stat['event_source'] as Record<string, string>
      return [stat['date_start'], stat['event'], type, id === (type === 'pixel' ? pixel : appSource)]
    })
    const events = ['AddToCart', 'Purchase', 'ViewContent'] as const
    const day = (date: string) =>
      events.flatMap((event) => [
        [date, event, 'pixel', true],
        [date, event, 'app', true],
      ])
    expect(rows).toEqual([...day('2026-01-18'), ...day('2026-01-19')])
  })

  const events = [
    { device: 'mobile_ipad', contents: ['cup', 'mug'] },
    { device: 'desktop', contents: ['cup'] },
    { device: 'desktop', contents: ['cup', 'jug'] },
    { contents: ['mug'] },
  ]

  test('by device too with DEVICE_TYPE [CAT-024..026]', () => {
    const scene = fresh()
    for (const { contents, ...more } of events) record(scene, contents, more)
    expect(counted(scene)).toEqual([4, 2, 2, 1])
    expect(statsOf(scene)[0]).not.toHaveProperty('device_type')
    const byDevice = statsOf(scene, { breakdowns: ['DEVICE_TYPE'] })
    expect(byDevice.map((stat) => [stat['device_type'], ...countsOf(stat)])).toEqual([
      ['desktop', 3, 0, 2, 0],
      ['mobile_ipad', 1, 1, 1, 1],
      ['unknown', 0, 1, 0, 1],
    ])
    for (const stat of byDevice)
      expect(stat).toMatchObject({ event: 'ViewContent', event_source: { id: pixel } })
  })

  test.each<[unknown, number]>([
    [undefined, 1],
    ['', 1],
    [[], 1],
    ['DEVICE_TYPE', 3],
    ['["DEVICE_TYPE"]', 3],
    [['DEVICE_TYPE', 'DEVICE_TYPE'], 3],
    ['device_type', 3],
    ['["device_type"]', 3],
    [['device_type', 'DEVICE_TYPE'], 3],
  ])('breakdowns=%j gives %i records [CAT-024..025]', (breakdowns, count) => {
    const scene = fresh()
    for (const { contents, ...more } of events) record(scene, contents, more)
    expect(statsOf(scene, { breakdowns })).toHaveLength(count)
  })

  test.each(['Device_Type', 'AGE', 'age', ['DEVICE_TYPE', 'AGE'], 'DEVICE_TYPE,', true, 5, ['__proto__']])(
    'breakdowns=%j is refused [CAT-025, CAT-028]',
    (breakdowns) => {
      const scene = fresh()
      const { code, message } = refusedBy(scene.world, () => read(scene, { breakdowns }))
      expect([code, message]).toEqual([100, expect.stringContaining('Param breakdowns')])
    },
  )

  test('an id on ten devices is unique once over all devices, and once on each', () => {
    const scene = fresh()
    const devices = [
      'desktop',
      'mobile_android_phone',
      'mobile_android_tablet',
      'mobile_ipad',
      'mobile_iphone',
      'mobile_ipod',
      'mobile_phone',
      'mobile_tablet',
      'mobile_windows_phone',
      'unknown',
    ]
    for (const device of [...devices, ...devices]) record(scene, ['cup'], { device })
    expect(counted(scene)).toEqual([20, 0, 1, 0])
    const shown = statsOf(scene, { breakdowns: 'DEVICE_TYPE' })
    expect(shown.map(({ device_type: device }) => device)).toEqual(devices)
    for (const stat of shown) expect(countsOf(stat)).toEqual([2, 0, 1, 0])
  })
})

describe('the window', () => {
  // 20 January minus 28 days is 23 December.
  test.each<[string, string, boolean]>([
    ['the last instant of yesterday', '2026-01-19T23:59:59Z', true],
    ['the first instant of today', '2026-01-20T00:00:00Z', false],
    ['now', '2026-01-20T12:00:00Z', false],
    ['the first instant of 28 days ago', '2025-12-23T00:00:00Z', true],
  ])('with %s: %s is shown: %j [CAT-015, LIM-022]', (_, time, isShown) => {
    const scene = fresh()
    record(scene, ['cup'], { time })
    expect(statsOf(scene).map(({ date_start: date }) => date)).toEqual(isShown ? [time.slice(0, 10)] : [])
  })

  test.each([
    ['earlier than 28 days ago', '2025-12-22T23:59:59Z'],
    ['in the future', '2026-01-20T12:00:01Z'],
  ])('refuses an event that is %s', (_, time) => {
    const { world, catalog } = fresh()
    const events = [
      { source: pixel, event: 'Purchase', contents: [] },
      { source: pixel, event: 'Purchase', contents: [], time },
    ]
    const { message } = refusedBy(world, () => act(world, 'recordCatalogEvents', { catalog, events }))
    expect(message).toBe('(#100) Param events.1.time must lie in the last 28 days')
  })

  test('has UTC days, and moves with the clock [CAT-015, LIM-022]', () => {
    const scene = fresh()
    const { clock } = scene.world
    record(scene, ['cup'], { time: undefined })
    const dates = () => statsOf(scene).map(({ date_start: date }) => date)
    clock.advanceTo('2026-01-20T23:59:59Z')
    expect(dates()).toEqual([])
    clock.advanceTo('2026-01-21T00:00:00Z')
    expect(dates()).toEqual([today])
    clock.advanceTo('2026-02-17T23:59:59Z')
    expect(dates()).toEqual([today])
    clock.advanceTo('2026-02-18T00:00:00Z')
    expect(dates()).toEqual([])
  })

  test('has no record for a day without events', () => {
    const scene = fresh()
    for (const time of ['2026-01-10', '2026-01-12']) record(scene, ['cup'], { time })
    expect(statsOf(scene).map(({ date_stop: date }) => date)).toEqual(['2026-01-10', '2026-01-12'])
  })

  test('the next event removes days before it', () => {
    const scene = fresh()
    const { world } = scene
    const kept = () =>
      world.snapshot().state.graph.rows.filter(({ kind }) => /^(eventStats|contentBuckets)$/.test(kind))
        .length
    const others = kept()
    for (let at = 0; at < 300; at++) record(scene, [`sku-${at}`], { device: at % 2 ? 'desktop' : 'unknown' })
    expect(kept() - others).toBeGreaterThan(100)
    world.clock.advance('29d')
    record(scene, ['cup'], { time: undefined })
    expect(kept() - others).toBe(3)
  })
})

describe('a caller', () => {
  /** Creates a person with access to the catalog and to some event sources. */
  function reader(
    scene: CatalogScene,
    sources: readonly string[],
    scopes: readonly Permission[] = ['ads_read'],
  ) {
    const { actions } = scene.world
    const person = actions.createUser({ name: 'Reader' }).unwrap().id
    actions.assignCatalogAccess({ catalog, user: person }).unwrap()
    for (const eventSource of sources) actions.assignEventSourceAccess({ eventSource, user: person }).unwrap()
    return actions.issueToken({ kind: 'user', app: scene.app, user: person, scopes }).unwrap().token
  }

  const sourcesOf = (scene: CatalogScene, token: string) =>
    statsOf(scene, {}, token).map(({ event_source: source }) => (source as { id: string }).id)

  function recorded(): CatalogScene {
    const scene = fresh()
    for (const source of [pixel, appSource]) record(scene, ['cup'], { source })
    return scene
  }

  test.each([
    ['no source', []],
    ['the pixel', [pixel]],
    ['the app', [appSource]],
    ['both', [pixel, appSource]],
  ])('with access to %s sees its statistics [CAT-020]', (_, sources) => {
    const scene = recorded()
    const token = reader(scene, sources)
    expect(sourcesOf(scene, token)).toEqual(sources)
    expect(statsOf(scene, { breakdowns: 'DEVICE_TYPE' }, token)).toHaveLength(sources.length)
  })

  test('no longer sees a source after losing access, not even earlier days [CAT-020]', () => {
    const scene = recorded()
    scene.world.actions.assignEventSourceAccess({ eventSource: pixel, user, access: false }).unwrap()
    expect(sourcesOf(scene, scene.userToken)).toEqual([appSource])
    scene.world.actions.assignEventSourceAccess({ eventSource: pixel, user }).unwrap()
    expect(sourcesOf(scene, scene.userToken)).toEqual([pixel, appSource])
  })

  test('gets full pages without the statistics of other sources [CAT-020]', () => {
    const scene = fresh()
    for (const [at, source] of [pixel, appSource, pixel, appSource, appSource].entries())
      record(scene, ['cup'], { source, time: `2026-01-1${at}` })
    const token = reader(scene, [appSource])
    const first = read(scene, { limit: 2 }, token).unwrap()
    expect(datesOf(first)).toEqual(['2026-01-11', '2026-01-13'])
    expect(datesOf(get(scene.world, (first['paging'] as { next: string }).next))).toEqual(['2026-01-14'])
  })

  test.each<[Permission[], boolean]>([
    [['ads_read'], true],
    [['ads_management'], true],
    [permissions.filter((scope) => !scope.startsWith('ads_')), false],
  ])('with %j reads: %j [CAT-030]', (scopes, reads) => {
    const scene = recorded()
    const token = reader(scene, [pixel], scopes)
    if (reads) expect(sourcesOf(scene, token)).toEqual([pixel])
    else expect(refusedBy(scene.world, () => read(scene, {}, token)).code).toBe(200)
  })

  test('without access to the catalog is refused, even with every permission [CAT-030]', () => {
    const scene = recorded()
    const { actions } = scene.world
    actions.assignCatalogAccess({ catalog, user, access: false }).unwrap()
    const { code, because } = refusedBy(scene.world, () => read(scene))
    expect([code, because]).toEqual([200, ["the token's user has no access to the catalog"]])
    actions.assignCatalogAccess({ catalog, user }).unwrap()
    expect(sourcesOf(scene, scene.userToken)).toEqual([pixel, appSource])
  })

  test('that is an app, not a person, is refused [CAT-030]', () => {
    const scene = recorded()
    expect(refusedBy(scene.world, () => read(scene, {}, scene.appToken)).code).toBe(200)
  })

  test.each<[string, boolean, 'ADMIN' | 'ADVERTISER' | undefined, boolean]>([
    ['administers the app and the ad account', true, 'ADMIN', true],
    ['administers only the app', true, undefined, false],
    ['administers the app, and advertises', true, 'ADVERTISER', false],
    ['administers only the ad account', false, 'ADMIN', false],
  ])('of an app in development who %s reads: %j [CAT-029]', (_, administers, role, reads) => {
    const scene = recorded()
    const { actions } = scene.world
    const person = actions.createUser({ name: 'Developer' }).unwrap().id
    actions.assignCatalogAccess({ catalog, user: person }).unwrap()
    if (role) actions.assignAdAccountRole({ adAccount: scene.adAccount, user: person, role }).unwrap()
    const administrators = administers ? [person] : []
    const app = actions.createApp({ name: 'New', accessLevel: 'development', administrators }).unwrap().id
    const token = actions.issueToken({ kind: 'user', app, user: person, scopes: permissions }).unwrap().token
    if (reads) expect(read(scene, {}, token).ok).toBe(true)
    else expect(refusedBy(scene.world, () => read(scene, {}, token)).code).toBe(270)
  })
})

describe.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s', (method) => {
  test('on event_stats is unsupported, and changes nothing [CAT-033..035]', () => {
    const { world, userToken } = fresh()
    const { graph } = world.state
    const url = `/v20.0/${catalog}/event_stats?access_token=${userToken}&event=Purchase`
    const response = world.request({ method, url })
    expect([response.status, jsonOf(response)]).toEqual([
      400,
      { error: expect.objectContaining({ code: 100, error_subcode: 33, type: 'GraphMethodException' }) },
    ])
    expect(world.state.graph).toBe(graph)
  })
})

describe('a page of statistics', () => {
  test('is followed by others, through cursors and links [CAT-027]', () => {
    const scene = fresh()
    for (const time of ['2026-01-11', '2026-01-12', '2026-01-13', '2026-01-14', '2026-01-15'])
      record(scene, ['cup'], { time, device: 'desktop' })
    record(scene, ['cup'], { time: today })
    const url = `/v20.0/${scene.catalog}/event_stats?limit=2&breakdowns=DEVICE_TYPE&access_token=${scene.userToken}`
    const pages: unknown[] = []
    for (let next: string | undefined = url; next; ) {
      const { data, paging } = get(scene.world, next) as {
        data: Record<string, unknown>[]
        paging: { next?: string; previous?: string; cursors: object }
      }
      pages.push(data.map(({ date_start: date }) => date))
      expect(Object.keys(paging.cursors)).toEqual(['before', 'after'])
      expect('previous' in paging).toBe(pages.length > 1)
      next = paging.next
    }
    expect(pages).toEqual([['2026-01-11', '2026-01-12'], ['2026-01-13', '2026-01-14'], ['2026-01-15']])
  })

  test('can be walked backwards in the same order', () => {
    const scene = fresh()
    for (const time of ['2026-01-11', '2026-01-12', '2026-01-13']) record(scene, ['cup'], { time })
    const last = read(scene, { limit: 2, after: cursors(read(scene, { limit: 1 })).after }).unwrap()
    expect(datesOf(last)).toEqual(['2026-01-12', '2026-01-13'])
    expect(
      datesOf(read(scene, { before: cursors(read(scene, { limit: 3, after: undefined })).after }).unwrap()),
    ).toEqual(['2026-01-11', '2026-01-12'])
  })

  test('refuses a cursor of a list with another breakdown [CAT-028]', () => {
    const scene = fresh()
    record(scene, ['cup'])
    const { after } = cursors(read(scene))
    expect(refusedBy(scene.world, () => read(scene, { after, breakdowns: 'DEVICE_TYPE' })).code).toBe(100)
    expect(read(scene, { after }).unwrap()).toEqual({ data: [], paging: {} })
  })

  test('is empty without events [CAT-027]', () => {
    expect(read(fresh()).unwrap()).toEqual({ data: [], paging: {} })
  })

  test('has exactly the requested fields, nested ones too', () => {
    const scene = fresh()
    record(scene, ['cup'])
    expect(statsOf(scene, { fields: 'event,event_source{source_type}' })).toEqual([
      { event: 'ViewContent', event_source: { id: expect.any(String), source_type: 'pixel' } },
    ])
    expect(statsOf(scene, { fields: 'id' })).toEqual([{}])
    expect(statsOf(scene, { fields: 'device_type', breakdowns: 'DEVICE_TYPE' })).toEqual([
      { device_type: 'unknown' },
    ])
    expect(statsOf(scene, { fields: 'device_type' })).toEqual([{}])
    expect(refusedBy(scene.world, () => read(scene, { fields: 'count' })).message).toBe(
      '(#100) Tried accessing nonexisting field (count) on node type (ProductEventStat)',
    )
  })

  test('has every field under either policy', () => {
    const scene = fresh()
    record(scene, ['cup'])
    const minimal = { ...scene, world: scene.world.fork({ policy: { defaultFields: 'minimal' } }) }
    for (const breakdowns of [[], ['DEVICE_TYPE']])
      expect(statsOf(minimal, { breakdowns })).toEqual(statsOf(scene, { breakdowns }))
  })

  test('is available over HTTP [CAT-023, CAT-027]', () => {
    const scene = fresh()
    record(scene, ['cup'])
    const query = `access_token=${scene.userToken}&breakdowns=%5B%22DEVICE_TYPE%22%5D&summary=true`
    const response = scene.world.request({
      method: 'GET',
      url: `/v24.0/${scene.catalog}/event_stats?${query}`,
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    expect(response.status).toBe(200)
    expect(Object.keys(jsonOf(response)).sort()).toEqual(['data', 'paging'])
    expect(jsonOf(response)['data']).toMatchObject([{ device_type: 'unknown' }])
  })
})

const cursors = (outcome: ReturnType<typeof read>) =>
  (outcome.unwrap()['paging'] as { cursors: { before: string; after: string } }).cursors
const datesOf = (list: object) =>
  (list as { data: Record<string, unknown>[] }).data.map(({ date_start: date }) => date)
