import { pendingTasks } from '../../src/engine/state/clock.ts'
import { open } from '../../src/engine/state/draft.ts'
import { indexesOf } from '../../src/engine/state/edge.ts'
import { graphHash, ledgerHash } from '../../src/engine/state/hash.ts'
import type { State } from '../../src/engine/state/state.ts'
import { items } from '../../src/engine/store/ring.ts'
import { rowMap } from '../../src/engine/store/row-map.ts'
import { unknownRowsDigest } from '../../src/engine/store/rows-digest.ts'
import type { AnyRow } from '../../src/engine/store/table.ts'
import type { Key } from '../../src/engine/store/tree.ts'
import { type Book, type Library, type Shelf, toy } from './toy.ts'

type Place = readonly [owner: Key, order: Key]
type Expected = { places: (row: never) => readonly Place[] }

/** The edges of the library once more, in the order of the schema, and in the plainest words there are. */
const edges: readonly (readonly [kind: string, edge: string, Expected])[] = [
  ['tasks', 'byTime', { places: (task: { at: number }) => [[[], [task.at]]] }],
  ['tasks', 'byKey', { places: (task: { key: string }) => [[[task.key], []]] }],
  ['shelves', 'byName', { places: (shelf: Shelf) => [[[], [shelf.name]]] }],
  ['shelves', 'byRoom', { places: (shelf: Shelf) => [[[shelf.room], [shelf.name]]] }],
  ['shelves', 'open', { places: (shelf: Shelf) => (shelf.public ? [[[], []]] : []) }],
  ['books', 'byTitle', { places: (book: Book) => [[[], [book.title]]] }],
  ['books', 'onShelf', { places: (book: Book) => [[[book.shelf], [book.pages]]] }],
  [
    'books',
    'byAuthor',
    {
      places: (book: Book) =>
        [...new Set(book.authors)].map((author) => [[author], [-book.pages, book.title]] as const),
    },
  ],
  [
    'books',
    'lentTo',
    {
      places: (book: Book) => (book.reader === undefined ? [] : [[[book.reader, 'lent'], []]]),
    },
  ],
  ['books', 'withCover', { places: (book: Book) => (book.cover ? [[[], []]] : []) }],
]

function byParts(left: Key, right: Key): number {
  for (const [at, part] of left.entries()) {
    const other = right[at]
    if (part !== other && other !== undefined) return part < other ? -1 : 1
  }
  return 0
}

/** The lists of one edge, worked out by sorting the whole table: owner as text → its rows' keys and ids. */
function listsOf({ graph }: State, kind: string, { places }: Expected): Map<string, Key[]> {
  const lists = new Map<string, Key[]>()
  for (const row of graph.rows.values()) {
    if (row.kind !== kind) continue
    for (const [owner, order] of places(row as never)) {
      const name = JSON.stringify(owner)
      lists.set(name, [...(lists.get(name) ?? []), [...order, row.id]])
    }
  }
  for (const list of lists.values()) list.sort(byParts)
  return lists
}

const ids = (rows: readonly AnyRow[]) => rows.map(({ id }) => id)
const indexes = indexesOf(toy.schema)

type Lister = (kind: string, edge: string, owner: Key, options?: object) => AnyRow[]

/** What is wrong with the walks of one list, in both directions and from each position. */
function walkProblems(list: Lister, name: string, owner: Key, keys: readonly Key[]): string[] {
  const problems: string[] = []
  const [kind = '', edge = ''] = name.split('.')
  const expected = keys.map((key) => key.at(-1))
  const check = (what: string, options: object, wanted: readonly unknown[]) => {
    const got = ids(list(kind, edge, owner, options))
    if (got.join() !== wanted.join()) problems.push(`${name} of ${owner} ${what}: ${got}, not ${wanted}`)
  }
  check('upwards', {}, expected)
  check('downwards', { newestFirst: true }, expected.toReversed())
  const stride = Math.max(1, Math.floor(keys.length / 8))
  for (let place = 0; place < keys.length; place += stride) {
    const after = keys[place]
    check(`after ${after}`, { after, limit: 4 }, expected.slice(place + 1, place + 5))
    const before = expected.slice(0, place).toReversed()
    check(`before ${after}`, { after, newestFirst: true, limit: 4 }, before.slice(0, 4))
  }
  return problems
}

/** Everything that is wrong with the trees, counts and walks of a state; nothing should be. */
export function problemsOf(state: State): string[] {
  const tx = open<Library>(state.graph, indexes)
  const list = tx.list.bind(tx) as unknown as Lister
  const problems: string[] = []
  edges.forEach(([kind, edge, expected], place) => {
    const lists = listsOf(state, kind, expected)
    let total = 0
    for (const [name, keys] of lists) {
      const owner = JSON.parse(name) as Key
      total += keys.length
      const count = tx.count(kind as never, edge as never, owner)
      if (count !== keys.length) problems.push(`${kind}.${edge} ${name} counts ${count}, not ${keys.length}`)
      problems.push(...walkProblems(list, `${kind}.${edge}`, owner, keys))
    }
    const held = state.graph.edges[place]?.size
    if (held !== total) problems.push(`${kind}.${edge} holds ${held} keys, not ${total}`)
    if (list(kind, edge, ['nobody there']).length > 0) problems.push(`${kind}.${edge} has rows of nobody`)
    if (tx.count(kind as never, edge as never, ['nobody there']) > 0)
      problems.push(`${kind}.${edge} counts rows of nobody`)
  })
  return problems
}

/** Returns all that a state holds as text: rows, edges, blobs and ledger, without caches. */
export function photograph({ graph, ledger }: State): string {
  const { rows, edges, blobs, digest: _, ...rest } = graph
  const trees = [blobs, ...edges].map((tree) => [tree.size, ...tree.entries()])
  const { events, calls, windows, ...numbers } = ledger
  const logs = [events.dropped, calls.dropped, [...items(events)], [...items(calls)], [...windows.entries()]]
  return JSON.stringify([rest, rows.size, [...rows.values()], trees, numbers, logs])
}

/** Returns the hash of a state from copies of all rows, without a cached sum. */
export function freshHash({ graph, ledger }: State): string {
  const rows = rowMap<AnyRow>()
  for (const row of graph.rows.values()) rows.set(row.id, JSON.parse(JSON.stringify(row)) as AnyRow)
  return `${graphHash({ ...graph, rows, digest: unknownRowsDigest() })} ${ledgerHash(ledger)}`
}

/** Returns the hash of a state with the sums that the engine has cached. */
export const cachedHash = ({ graph, ledger }: State): string => `${graphHash(graph)} ${ledgerHash(ledger)}`

/** Returns the first value of a state that a user can reach and that is not frozen, or undefined. */
export function thawed({ graph, ledger }: State): unknown {
  const all = [
    graph.settings,
    graph.streams,
    ledger.notes,
    ...graph.rows.values(),
    ...graph.blobs.values(),
    ...items(ledger.events),
    ...items(ledger.calls),
    ...pendingTasks(graph),
  ]
  const isThawed = (value: unknown): boolean =>
    typeof value === 'object' &&
    value !== null &&
    (!Object.isFrozen(value) || Object.values(value).some(isPlainAndThawed))
  const isPlainAndThawed = (value: unknown): boolean =>
    (Array.isArray(value) || Object.getPrototypeOf(Object(value)) === Object.prototype) && isThawed(value)
  return all.find(isThawed)
}
