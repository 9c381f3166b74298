import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import type { Key } from '../../../src/engine/store/tree.ts'
import { bounds } from '../../../src/service/contract/bounds.ts'
import { createWorld } from '../../../src/world/create-world.ts'
import type { World } from '../../../src/world/world.ts'
import { holds } from '../../chance.ts'
import { act, rowOf } from '../../service/scene.ts'
import { type Indicator, type PlainSearch, plainSearch } from './plain-search.ts'
import { NOW } from './threat-world.ts'

const most = bounds.searchedCharactersMax
const setBound = (searchedCharactersMax: number) => Object.assign(bounds, { searchedCharactersMax })
afterEach(() => {
  setBound(most)
})

/** Words that share beginnings, of several scripts, and whose lower case has another length. */
const words = [
  'evil',
  'EVIL',
  'devil',
  'e',
  'vi',
  'İstanbul',
  'i̇st',
  'ΟΔΟΣ',
  'οδος',
  'ß',
  '悪意',
  '意図',
  '😈',
  'K2',
]
const sentence = fc
  .tuple(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }), fc.constantFrom('', ' ', '-'))
  .map(([some, between]) => some.join(between))
const value = fc.oneof(
  { weight: 3, arbitrary: sentence },
  { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 40 }) },
)
const types = ['URI', 'DOMAIN', 'EVIL']
const threats = ['EVIL', 'PHISHING', 'TOR']
const indicator = fc.record(
  {
    indicator: value,
    type: fc.constantFrom(...types),
    threatTypes: fc.subarray(threats),
    description: value,
    severity: fc.constantFrom('INFO', 'SEVERE'),
    addedOn: fc.integer({ min: NOW - 40, max: NOW }),
  },
  { requiredKeys: ['indicator', 'type'] },
)

/** A search, and which parts of the worlds it refers to. */
const searches = fc.record({
  text: fc.oneof(
    sentence,
    fc.constantFrom('EVIL', 'info', 'id', 'part', 'phish'),
    fc.string({ minLength: 1, maxLength: 5 }),
  ),
  at: fc.nat(5_000),
  length: fc.integer({ min: 1, max: 40 }),
  strict: fc.boolean(),
  type: fc.option(fc.constantFrom(...types), { nil: undefined }),
  threatType: fc.option(fc.constantFrom(...threats), { nil: undefined }),
  since: fc.option(fc.integer({ min: NOW - 45, max: NOW }), { nil: undefined }),
  until: fc.option(fc.integer({ min: NOW - 45, max: NOW + 2 }), { nil: undefined }),
  byRelevance: fc.boolean(),
  ascending: fc.boolean(),
  limit: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constant(1_000)),
  cursor: fc.constantFrom(undefined, 'after', 'before'),
  position: fc.oneof(
    fc.constant('row' as const),
    fc.tuple(fc.integer({ min: 2, max: 12 }), fc.constantFrom(0, 1e15)),
    fc.constantFrom<Key>([5.5, 1], [5, 0], [5, -1]),
  ),
})
type Drawn = typeof searches extends fc.Arbitrary<infer T> ? T : never

interface Scene {
  readonly world: World
  readonly token: string
  readonly rows: readonly Indicator[]
}

function added({ world, rows, token }: Scene, given: object): Scene {
  const { id } = act(world, 'addThreatIndicator', given).unwrap()
  return { world, token, rows: [...rows, rowOf(world, String(id)) as unknown as Indicator] }
}

/** Too many characters for the filter of a leaf. */
const long = { indicator: 'long', type: 'URI', description: `${'x'.repeat(40_000)}evil`, addedOn: NOW - 20 }

/** A world with enough indicators for a tree of several levels. Their ids are in no order. */
function largeScene(): Scene {
  const world = createWorld({ now: NOW * 1000, history: 'off' })
  const { token } = world.actions.createApp({ name: 'Hunter' }).unwrap()
  const given = fc.sample(indicator, { numRuns: 2_000, seed: 7 })
  for (const one of [...given, long]) act(world, 'addThreatIndicator', one).unwrap()
  const { rows } = world.snapshot().state.graph
  return {
    world,
    token,
    rows: rows.filter(({ kind }) => kind === 'threatIndicators') as unknown as Indicator[],
  }
}

/** Replaces what a drawn search says of the indicators by values of one of them. */
function searchOf({ rows }: Scene, drawn: Drawn): PlainSearch {
  const { at, length, text, cursor, position, ...search } = drawn
  const row = rows[at % rows.length]
  const [one, other] = [row?.indicator ?? '', row?.description ?? '']
  const part = `${one}${other}`.slice(at % 20, (at % 20) + length)
  const named = text === 'id' ? String(row?.id) : text === 'part' && part !== '' ? part : text
  const here: Key = [search.byRelevance ? 2 + (at % 11) : (row?.addedOn ?? 0), row?.id ?? 0]
  return { ...search, text: named, ...(cursor && { [cursor]: position === 'row' ? here : position }) }
}

const cursorOf = ({ byRelevance, type = '', threatType = '' }: PlainSearch, position: Key): string =>
  Buffer.from(
    JSON.stringify([
      `threatIndicators.byTime/${type}/${threatType}${byRelevance ? '/byRelevance' : ''}`,
      position,
    ]),
  ).toString('base64url')

function pathOf(search: PlainSearch): string {
  const { text, strict, type, threatType, since, until, byRelevance, ascending, limit, after, before } =
    search
  const params = {
    text,
    strict_text: strict,
    type,
    threat_type: threatType,
    since,
    until,
    sort_by: byRelevance ? 'RELEVANCE' : 'CREATE_TIME',
    sort_order: ascending ? 'ASCENDING' : 'DESCENDING',
    limit,
    after: after && cursorOf(search, after),
    before: before && cursorOf(search, before),
  }
  const given = Object.entries(params).filter(([, param]) => param !== undefined)
  return `threat_indicators?${new URLSearchParams(given.map(([name, param]) => [name, String(param)]))}`
}

/** Runs searches as one batch, and returns their pages as the plain search does. */
function batchOf({ world, token }: Scene, searches: readonly PlainSearch[]) {
  const { body } = world.request({
    method: 'POST',
    url: `/?access_token=${token}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ batch: searches.map((search) => ({ relative_url: pathOf(search) })) }),
  })
  return (JSON.parse(String(body)) as { body: string }[]).map(({ body: text }) => {
    const { data, paging, error } = JSON.parse(text)
    if (error) return error.message.includes('Param text needs a search of too many') ? undefined : error
    const ids = data.map(({ id }: { id: string }) => Number(id))
    return { ids, next: paging.next !== undefined, previous: paging.previous !== undefined }
  })
}

const large = largeScene()
const all = large.rows.reduce(
  (sum, { indicator: one, description }) => sum + one.length + description.length + 84,
  0,
)

test('a text search finds what a plain search finds, in any order of writes, forks and batches', () => {
  const step = fc.record({
    add: fc.array(indicator, { maxLength: 3 }),
    fork: fc.boolean(),
    searches: fc.array(searches, { minLength: 1, maxLength: 4 }),
    bound: fc.constantFrom(most, 4 * all, all, Math.floor(all / 20)),
  })
  const property = fc.property(fc.array(step, { minLength: 1, maxLength: 4 }), (story) => {
    const scenes = [{ ...large, world: large.world.fork() }]
    for (const { add, fork, searches: drawn, bound } of story) {
      const last = scenes.at(-1) ?? large
      const next = add.reduce<Scene>(added, fork ? { ...last, world: last.world.fork() } : last)
      if (fork) scenes.push(next)
      else scenes.splice(-1, 1, next)
      setBound(bound)
      for (const scene of scenes) {
        const sought = drawn.map((search) => searchOf(scene, search))
        const cost = { characters: 0 }
        const expected = sought.map((search) => plainSearch(scene.rows, search, cost, bound))
        expect(batchOf(scene, sought)).toEqual(expected)
      }
      setBound(most)
    }
  })
  holds(30, property)
})
