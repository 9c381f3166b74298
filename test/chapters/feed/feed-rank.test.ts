import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readsPublished } from '../../../src/chapters/feed/listed-posts.ts'
import type { PageRow, PostRow } from '../../../src/chapters/rows.ts'
import type { Tables } from '../../../src/chapters/tables.ts'
import { open } from '../../../src/engine/state/draft.ts'
import { indexesOf } from '../../../src/engine/state/edge.ts'
import { compareKeys, type Key } from '../../../src/engine/store/tree.ts'
import { service } from '../../../src/machine/service-machine.ts'
import { identify } from '../../../src/service/caller/caller.ts'
import type { ServiceContents, ServiceState, Tx } from '../../../src/service/routes/context.ts'
import { holds } from '../../chance.ts'
import { tokenOf } from '../../service/scene.ts'
import { forkWorld, page, pageToken, publishedId, start, visitor } from './feed-world.ts'

const owner = Number(page)
const indexes = indexesOf(service.schema)

/** A world with a post of the page, and a token that sees only what is public. */
const { state, model, stranger } = (() => {
  const world = forkWorld({ policy: { beyond: 'serve' } })
  const app = world.actions.createApp({ name: 'Reader', publicContentAccess: true }).unwrap().id
  const token = tokenOf({ ...start, world }, { app, tasks: [] })
  const id = Number(publishedId(world, { message: 'x' }).split('_')[1])
  return {
    state: world.state as ServiceState,
    model: world.state.graph.rows.get(id) as PostRow,
    stranger: token,
  }
})()

const transactionOn = ({ graph }: ServiceState) => open<Tables, ServiceContents>(graph, indexes)

/** Returns the state with likenesses of the post in its place, and their rows. */
function stateWith(posts: readonly Partial<PostRow>[], policy: Partial<ServiceContents['settings']>) {
  const tx = transactionOn(state)
  const { id, kind: _, ...fields } = model
  tx.remove(id)
  const rows = posts.map((post) => tx.insert('posts', { ...fields, ...post }))
  tx.configure({ ...tx.settings, ...policy })
  return { state: { ...state, graph: tx.commit() }, rows }
}

const yearOf = (instant: number): number => new Date(instant).getUTCFullYear()
const positionOf = ({ createdTime, id }: PostRow): Key => [createdTime, id]

/** Sorts rows from the highest key to the lowest. */
const descending = (rows: readonly PostRow[], keyOf: (row: PostRow) => Key): PostRow[] =>
  rows.toSorted((one, other) => compareKeys(keyOf(other), keyOf(one)))

/** A way to read a feed. The caller sees all posts, or the public ones. */
interface Reading {
  readonly maximum: number
  readonly own: boolean
  readonly sees: 'all' | 'public'
  readonly unpublished: 'with' | 'without' | 'alone'
}

/** Returns the posts that a feed lists, as the contract says it: the posts newest first, without some. */
function plainFeed(rows: readonly PostRow[], { maximum, own, sees, unpublished }: Reading): PostRow[] {
  const living = rows.filter(({ expiresAt }) => expiresAt === null || expiresAt > state.graph.now)
  const published = living.filter((row) => row.published)
  const best = [...new Set(published.map(({ createdTime }) => yearOf(createdTime)))].flatMap((year) =>
    descending(
      published.filter(({ createdTime }) => yearOf(createdTime) === year),
      ({ rank, createdTime, id }) => [rank, createdTime, id],
    ).slice(0, maximum),
  )
  const listed = {
    with: [...best, ...living.filter((row) => !row.published)],
    without: best,
    alone: living.filter((row) => !row.published),
  }[unpublished]
  const isSeen = (row: PostRow) => sees === 'all' || (row.published && row.privacy === 'EVERYONE')
  return descending(
    listed.filter((row) => isSeen(row) && (!own || row.author === owner)),
    positionOf,
  )
}

/** Instants at both ends of years, some of them equal. `Date.UTC` does not take the year 50 for itself. */
const ends = [2024, 2025, 2026, 50].map((year) => new Date(0).setUTCFullYear(year, 0, 1))
const instant = fc
  .tuple(fc.constantFrom(...ends), fc.integer({ min: -4, max: 4 }))
  .map(([end, distance]) => end + distance)

const somePost = fc.record({
  createdTime: instant,
  rank: fc.constantFrom(0, 0, 0, 1, -1),
  published: fc.constantFrom(true, true, true, false),
  expiresAt: fc.constantFrom(null, null, null, state.graph.now, state.graph.now + 1),
  author: fc.constantFrom(owner, owner, Number(visitor)),
  privacy: fc.constantFrom('EVERYONE', 'EVERYONE', 'SELF'),
})

const reading: fc.Arbitrary<Reading> = fc.oneof(
  fc.record({
    maximum: fc.oneof(fc.integer({ min: 0, max: 12 }), fc.constant(600)),
    own: fc.constant(false),
    sees: fc.constantFrom('all', 'public'),
    unpublished: fc.constantFrom('with', 'without', 'alone'),
  }),
  fc.record({
    maximum: fc.integer({ min: 0, max: 12 }),
    own: fc.constant(true),
    sees: fc.constantFrom('all', 'public'),
    unpublished: fc.constant('without'),
  }),
)

const cursorOf = (list: string, position: Key): string =>
  Buffer.from(JSON.stringify([list, position])).toString('base64url')

/** Reads a page of a feed at a position: the ids of its posts, and whether pages come before and after it. */
function readPage(of: ServiceState, { own, sees, unpublished }: Reading, params: object) {
  const filter = { with: { fields: 'is_published' }, without: {}, alone: { is_published: false } }[
    unpublished
  ]
  const { outcome } = service.step(of, {
    type: 'call',
    operation: own ? 'listPagePosts' : 'listPageFeed',
    token: sees === 'all' ? pageToken : stranger,
    params: { page, ...filter, ...params },
  })
  if (!outcome.ok) throw new Error(outcome.error.message)
  const { data, paging } = outcome.value as { data: { id: string }[]; paging: object }
  return [data.map(({ id }) => Number(id.split('_')[1])), 'previous' in paging, 'next' in paging]
}

/** Returns a page of listed posts, before or after a position. */
function plainPage(listed: readonly PostRow[], limit: number, way: 'after' | 'before', position: Key) {
  const isBehind = (row: PostRow) => compareKeys(positionOf(row), position) < 0
  const isBefore = (row: PostRow) => compareKeys(positionOf(row), position) > 0
  const rows =
    way === 'after' ? listed.filter(isBehind).slice(0, limit) : listed.filter(isBefore).slice(-limit)
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return [[], false, false]
  return [rows.map(({ id }) => id), first !== listed[0], last !== listed.at(-1)]
}

test('a feed lists the posts newest first without those that are not among the best of their year, at any position [FEE-137, FEE-138, FEE-132]', () => {
  const posts = fc.array(somePost, { maxLength: 120, size: 'max' })
  const at = fc.tuple(fc.nat(), fc.integer({ min: -1, max: 1 }))
  const property = fc.property(
    posts,
    reading,
    fc.integer({ min: 1, max: 20 }),
    fc.constantFrom('after', 'before'),
    fc.array(at, { minLength: 3, maxLength: 3 }),
    (given, read, limit, way, places) => {
      const made = stateWith(given, { rankedPostsPerYear: read.maximum })
      const listed = plainFeed(made.rows, read)
      const list = read.own ? `posts.ownPublished/${page}` : `feed/${page}`
      const first = listed.slice(0, limit).map(({ id }) => id)
      expect(readPage(made.state, read, { limit })).toEqual([first, false, listed.length > limit])
      for (const [place, distance] of places) {
        const row = made.rows[place % Math.max(1, made.rows.length)]
        const position: Key = row ? [row.createdTime, row.id + distance] : [0, 0]
        const params = { limit, [way]: cursorOf(list, position) }
        expect(readPage(made.state, read, params)).toEqual(plainPage(listed, limit, way, position))
      }
    },
  )
  holds(150, property)
})

/** Returns a transaction that counts the rows that its lists read. */
function counting(tx: Tx): { readonly tx: Tx; readonly rows: () => number } {
  let rows = 0
  const list = (...[table, edge, key, options = {}]: Parameters<Tx['list']>) => {
    const { where = () => true } = options as { where?: (row: unknown) => boolean }
    const counted = (row: unknown) => {
      rows += 1
      return where(row)
    }
    return tx.list(table, edge, key, { ...options, where: counted })
  }
  return { tx: Object.assign(Object.create(tx), { list }) as Tx, rows: () => rows }
}

/** Returns the rows that the first page of 30 reads. The feed lists so many posts a year, of those with rank 1. */
function rowsRead(posts: readonly Partial<PostRow>[], maximum: number, onward: boolean): number {
  const made = stateWith(posts, { rankedPostsPerYear: maximum })
  const { tx, rows } = counting(transactionOn(made.state))
  const { caller } = identify(tx, [pageToken])
  if (!caller) throw new Error('The token is invalid')
  const context = { tx, caller, version: 'v7.0', policy: tx.settings, now: tx.now }
  const read = readsPublished(context, tx.find('pages', owner) as PageRow, 'published')
  expect(read(onward, undefined, 30).map(({ rank }) => rank)).toEqual(Array.from({ length: 30 }, () => 1))
  return rows()
}

/** Returns the rows that a page reads behind so many posts that the feed excludes. */
function rowsReadBehind(excluded: number, onward: boolean): number {
  const [newest, oldest] = [state.graph.now, state.graph.now - excluded - 41]
  const best = [oldest, newest].flatMap((from) =>
    Array.from({ length: 20 }, (_, at) => ({ createdTime: from + (from === newest ? -at : at), rank: 1 })),
  )
  const others = Array.from({ length: excluded }, (_, at) => ({ createdTime: oldest + 20 + at }))
  return rowsRead([...best, ...others], 40, onward)
}

test.each([true, false])(
  'a page behind ten times as many excluded posts reads as many rows, newest first: %j [FEE-137]',
  (onward) => {
    expect(rowsReadBehind(3_000, onward)).toBe(rowsReadBehind(300, onward))
  },
)

test.each([0, 4])(
  'a page behind %i excluded posts reads few rows of a year that lists 400 [FEE-137]',
  (few) => {
    const at = (place: number) => ({ createdTime: state.graph.now - place })
    const excluded = Array.from({ length: few }, (_, place) => at(place))
    const older = Array.from({ length: 10 }, (_, place) => at(1_000 + place))
    const listed = Array.from({ length: 400 }, (_, place) => ({ ...at(few + place), rank: 1 }))
    expect(rowsRead([...excluded, ...listed, ...older], 400, true)).toBeLessThan(100)
  },
)
