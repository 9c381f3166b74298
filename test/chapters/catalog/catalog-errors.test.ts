import { describe, expect, test } from 'vitest'
import { act, call, forked, get, jsonOf, refusedBy } from '../../service/scene.ts'
import { type CatalogScene, counted, record, stage } from './catalog-world.ts'

const start = stage()
const fresh = (): CatalogScene => ({ ...start, ...forked(start) })
const { feed, user } = start

interface Given {
  readonly severity: 'fatal' | 'warning'
  readonly summary?: string
  readonly description?: string
  readonly row?: unknown
  readonly column?: unknown
}

const fatal = (row?: unknown, column?: unknown): Given => ({ severity: 'fatal', row, column })
const warning = (row?: unknown, column?: unknown): Given => ({ severity: 'warning', row, column })

/** Uploads rows with ids, and errors. */
function ingest({ world }: CatalogScene, ids: readonly unknown[], errors: readonly Given[]) {
  const rows = ids.map((id) => ({ id, title: 'x' }))
  const all = errors.map((error) => ({ summary: 'Wrong', description: 'It is wrong', ...error }))
  return act(world, 'ingestProductFeed', { feed, rows, errors: all })
}

const read = (scene: CatalogScene, feedUpload: unknown, params: object = {}, token = scene.userToken) =>
  call(scene.world, token, 'listFeedUploadErrors', { feedUpload, ...params })

const errorsOf = (scene: CatalogScene, feedUpload: unknown, params: object = {}) =>
  read(scene, feedUpload, params).unwrap()['data'] as Record<string, unknown>[]

/** Creates an upload with three errors in a new world. */
function uploaded(): { scene: CatalogScene; upload: unknown } {
  const scene = fresh()
  const { id: upload } = ingest(scene, ['a', 'b'], [warning(1, 2), fatal(2, 1), warning()]).unwrap()
  return { scene, upload }
}

describe('an upload error [CAT-002]', () => {
  test.each<[string, Given, object]>([
    [
      'with all it has [CAT-003..009]',
      { severity: 'fatal', summary: 'No price', description: 'A price is needed', row: 2, column: 3 },
      {
        summary: 'No price',
        description: 'A price is needed',
        severity: 'fatal',
        row_number: 2,
        column_number: 3,
      },
    ],
    [
      'of a row as a whole [CAT-008]',
      warning(1),
      { summary: 'Wrong', description: 'It is wrong', severity: 'warning', row_number: 1 },
    ],
    ['without a row', fatal(), { summary: 'Wrong', description: 'It is wrong', severity: 'fatal' }],
  ])('%s has the fields that the upload gave it', (_, error, expected) => {
    const scene = fresh()
    const { id } = ingest(scene, ['a', 'b'], [error]).unwrap()
    expect(errorsOf(scene, id)).toEqual([{ id: expect.stringMatching(/^\d{15}$/), ...expected }])
  })

  test('is listed by row, column and id [CAT-008..009]', () => {
    const scene = fresh()
    const given = [warning(2, 1), warning(1, 10), warning(1, 9), fatal(), warning(1), warning(1, 9)]
    const { id } = ingest(scene, ['a', 'b'], given).unwrap()
    const read = errorsOf(scene, id)
    expect(read.map((error) => [error['row_number'], error['column_number']])).toEqual([
      [undefined, undefined],
      [1, undefined],
      [1, 9],
      [1, 9],
      [1, 10],
      [2, 1],
    ])
    expect(Number(read[2]?.['id'])).toBeLessThan(Number(read[3]?.['id']))
  })

  test('does not change when the feed is uploaded again [CAT-022]', () => {
    const { scene, upload } = uploaded()
    const before = errorsOf(scene, upload)
    const { id: other } = ingest(scene, ['b'], []).unwrap()
    expect(errorsOf(scene, upload)).toEqual(before)
    expect(errorsOf(scene, other)).toEqual([])
  })

  test.each(['error', 'FATAL', '', null, 5, '__proto__'])(
    'has no severity %j [CAT-007, CAT-022]',
    (severity) => {
      const scene = fresh()
      const { code, message } = refusedBy(scene.world, () => ingest(scene, ['a'], [{ severity } as Given]))
      expect([code, message]).toEqual([
        100,
        expect.stringContaining('severity must be one of fatal, warning'),
      ])
    },
  )
})

describe('an item', () => {
  /** Returns the ids that the catalog has: those that an event matches. */
  const known = (scene: CatalogScene, ids: readonly string[]) =>
    ids.filter((id) => record(scene, [id])['matched'] === 1)

  test.each<[string, Given[], string[]]>([
    ['no errors', [], ['a', 'b', 'c']],
    ['a fatal error of a row [CAT-007, CAT-010]', [fatal(2, 1)], ['a', 'c']],
    ['a warning of a row [CAT-007]', [warning(2, 1)], ['a', 'b', 'c']],
    ['both of one row [CAT-007]', [warning(2), fatal(2), warning(2, 2)], ['a', 'c']],
    ['fatal errors of all rows [CAT-010]', [fatal(1), fatal(2), fatal(3)], []],
    ['a fatal error without a row [CAT-010]', [fatal()], ['a', 'b', 'c']],
  ])('is created for each row without a fatal error: %s', (_, errors, items) => {
    const scene = fresh()
    expect(ingest(scene, ['a', 'b', 'c'], errors).unwrap()['items']).toEqual(items)
    expect(known(scene, ['a', 'b', 'c'])).toEqual(items)
  })

  test('does not change by a later fatal row, and changes by another row', () => {
    const scene = fresh()
    const titles = () =>
      scene.world
        .snapshot()
        .state.graph.rows.filter(({ kind }) => kind === 'catalogItems')
        .map((row) => row as unknown as { item: string; columns: { title?: string } })
        .filter(({ item }) => item === 'a')
        .map(({ columns }) => columns.title)
    const send = (title: string, errors: Given[]) =>
      scene.world.actions
        .ingestProductFeed({
          feed,
          rows: [{ id: 'a', title }],
          errors: errors.map((error) => ({ summary: '', ...error })) as never,
        })
        .unwrap()
    send('first', [])
    send('second', [fatal(1)])
    expect(titles()).toEqual(['first'])
    send('third', [warning(1)])
    expect(titles()).toEqual(['third'])
  })

  test('of a fatal row needs no id', () => {
    const scene = fresh()
    expect(ingest(scene, [undefined, 'b'], [fatal(1)]).unwrap()['items']).toEqual(['b'])
  })

  test.each([
    ['__proto__', '__proto__'],
    ['constructor', 'constructor'],
    [7, '7'],
    ['9223372036854775807', '9223372036854775807'],
    [-(2n ** 63n), '-9223372036854775808'],
  ])('can have the id %s', (id, text) => {
    const scene = fresh()
    expect(ingest(scene, [id], []).unwrap()['items']).toEqual([text])
    record(scene, [id, 'toString'])
    expect(counted(scene)).toEqual([1, 1, 1, 1])
  })

  test('stores columns of any name except __proto__', () => {
    const scene = fresh()
    const row = JSON.parse(
      '{"id":"a","__proto__":"x","constructor":"y","":"z","toString":{"a":[1,null]}}',
    ) as object
    scene.world.actions.ingestProductFeed({ feed, rows: [row as Record<string, unknown>] }).unwrap()
    const rows = scene.world.snapshot().state.graph.rows as unknown as { item?: string; columns?: object }[]
    const columns = rows.find(({ item }) => item === 'a')?.columns ?? {}
    expect(JSON.stringify(columns)).toBe('{"id":"a","constructor":"y","":"z","toString":{"a":[1,null]}}')
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })
})

describe('a list of upload errors', () => {
  test('has only data and paging without a summary [CAT-036, CAT-040]', () => {
    const { scene, upload } = uploaded()
    const url = `/v20.0/${upload}/errors?access_token=${scene.userToken}`
    const answer = get(scene.world, url)
    expect(Object.keys(answer)).toEqual(['data', 'paging'])
    expect(answer['data']).toHaveLength(3)
  })

  test.each([
    'total_count',
    'true',
    'True',
    true,
    1,
    '["total_count"]',
    ['total_count'],
    'total_count,total_count',
  ])('with summary=%j has their total number [CAT-038..040]', (summary) => {
    const { scene, upload } = uploaded()
    expect(read(scene, upload, { summary, limit: 1 }).unwrap()).toMatchObject({
      data: [{ severity: 'warning' }],
      summary: { total_count: 3 },
    })
  })

  test.each([undefined, '', 'false', false, 0, []])('with summary=%j does not', (summary) => {
    const { scene, upload } = uploaded()
    expect(Object.keys(read(scene, upload, { summary }).unwrap())).toEqual(['data', 'paging'])
  })

  test.each(['count', 'total_count,order', ['__proto__'], 'TOTAL_COUNT', '{"a":1}', 2, null])(
    'with summary=%j is refused [CAT-041]',
    (summary) => {
      const { scene, upload } = uploaded()
      const { code, message } = refusedBy(scene.world, () => read(scene, upload, { summary }))
      expect([code, message]).toEqual([
        100,
        expect.stringContaining('Param summary must be true or total_count'),
      ])
    },
  )

  test('has a summary on every page, over HTTP, and if it is empty [CAT-039..040]', () => {
    const { scene, upload } = uploaded()
    const query = `access_token=${scene.userToken}&summary=true&limit=2`
    const first = get(scene.world, `/v24.0/${upload}/errors?${query}`)
    const second = get(scene.world, (first['paging'] as { next: string }).next)
    expect([first, second].map(({ data }) => (data as unknown[]).length)).toEqual([2, 1])
    for (const page of [first, second]) expect(page['summary']).toEqual({ total_count: 3 })
    expect(second['paging']).not.toHaveProperty('next')
    const { id: empty } = ingest(scene, ['a'], []).unwrap()
    expect(read(scene, empty, { summary: true }).unwrap()).toEqual({
      data: [],
      paging: {},
      summary: { total_count: 0 },
    })
  })

  test('has every field under either policy', () => {
    const { scene, upload } = uploaded()
    const minimal = { ...scene, world: scene.world.fork({ policy: { defaultFields: 'minimal' } }) }
    expect(errorsOf(minimal, upload)).toEqual(errorsOf(scene, upload))
  })

  test('ignores all other parameters [CAT-037]', () => {
    const { scene, upload } = uploaded()
    const all = errorsOf(scene, upload)
    expect(errorsOf(scene, upload, { severity: 'fatal', row_number: 1, breakdowns: 'x' })).toEqual(all)
  })

  test.each(['v2.0', 'v2.3', 'v3.0', 'v26.0'])(
    'is no part of the ads interface, whose versions retire: %s',
    (version) => {
      const { scene, upload } = uploaded()
      expect(
        call(scene.world, scene.userToken, 'listFeedUploadErrors', { feedUpload: upload }, version).ok,
      ).toBe(true)
    },
  )

  test('is refused without access to the catalog [CAT-041]', () => {
    const { scene, upload } = uploaded()
    const { world, appToken, catalog } = scene
    const missing = { code: 100, subcode: 33 }
    expect(refusedBy(world, () => read(scene, upload, {}, appToken))).toMatchObject(missing)
    world.actions.assignCatalogAccess({ catalog, user, access: false }).unwrap()
    expect(refusedBy(world, () => read(scene, upload))).toMatchObject(missing)
    expect(refusedBy(world, () => read(scene, '1'))).toMatchObject(missing)
    expect(refusedBy(world, () => read(scene, catalog))).toMatchObject(missing)
  })

  test('needs a token [CAT-041]', () => {
    const { scene, upload } = uploaded()
    expect(refusedBy(scene.world, () => read(scene, upload, {}, 'nobody')).code).toBe(190)
  })
})

describe.each(['POST', 'PUT', 'PATCH', 'DELETE'])('%s', (method) => {
  test('on errors is unsupported, and changes nothing [CAT-042..044]', () => {
    const { scene, upload } = uploaded()
    const { world, userToken } = scene
    const { graph } = world.state
    const url = `/v20.0/${upload}/errors?access_token=${userToken}&severity=fatal`
    const response = world.request({ method, url })
    expect([response.status, jsonOf(response)]).toEqual([
      400,
      { error: expect.objectContaining({ code: 100, error_subcode: 33, type: 'GraphMethodException' }) },
    ])
    expect(world.state.graph).toBe(graph)
  })
})
