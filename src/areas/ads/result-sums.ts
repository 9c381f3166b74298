import { type Section, sectionSummaries } from '../../engine/state/summaries.ts'
import type { AdResultRow } from '../rows.ts'

/** The actions of one type: their number and their value in subunits. */
interface ActionSum {
  readonly count: number
  readonly value: bigint
}

/** Results, added up. */
export interface Sums {
  readonly impressions: number
  readonly reach: number
  readonly clicks: number
  readonly spend: bigint
  readonly actions: ReadonlyMap<string, ActionSum>
}

/** Sums that others are added to in place, so that no addition makes an object. */
interface Growing extends Sums {
  impressions: number
  reach: number
  clicks: number
  spend: bigint
  actions: Map<string, ActionSum>
}

const noActions: Sums['actions'] = new Map()

const zero = (): Growing => ({ impressions: 0, reach: 0, clicks: 0, spend: 0n, actions: new Map() })

function grow(sums: Growing, by: Sums): Growing {
  sums.impressions += by.impressions
  sums.reach += by.reach
  sums.clicks += by.clicks
  sums.spend += by.spend
  for (const [type, { count, value }] of by.actions) {
    const { count: before = 0, value: worth = 0n } = sums.actions.get(type) ?? {}
    sums.actions.set(type, { count: before + count, value: worth + value })
  }
  return sums
}

/** Adds up sums. */
export function sumOf(all: Iterable<Sums>): Sums {
  const sums = zero()
  for (const one of all) grow(sums, one)
  return sums
}

const actionsOf = (actions: NonNullable<AdResultRow['actions']>): Sums['actions'] =>
  new Map(Object.entries(actions).map(([type, { count, value }]) => [type, { count, value: BigInt(value) }]))

const sumsOfRow = ({ impressions, reach, clicks, spend, actions }: AdResultRow): Sums => ({
  impressions,
  reach,
  clicks,
  spend: BigInt(spend),
  actions: actions ? actionsOf(actions) : noActions,
})

/** Something whose sums are added up by keys, and the sums. */
interface Entry<T> {
  readonly of: T
  readonly sums: Sums
}

/** Sums by keys. */
export interface SumsBy<K, T> {
  readonly entries: Map<K, Entry<T>>
  /** The sums of keys that were added to. The first sums of a key are kept as they were given. */
  readonly growing: Map<K, Growing>
}

/** Returns sums by keys, without any. */
export const noSums = <K, T>(): SumsBy<K, T> => ({ entries: new Map(), growing: new Map() })

/** Adds sums to those of a key. The first entry of a key says what it is of. */
export function addTo<K, T>({ entries, growing }: SumsBy<K, T>, key: K, { of, sums }: Entry<T>): void {
  const grown = growing.get(key)
  if (grown) {
    grow(grown, sums)
    return
  }
  const first = entries.get(key)
  if (first === undefined) {
    entries.set(key, { of, sums })
    return
  }
  const both = grow(grow(zero(), first.sums), sums)
  growing.set(key, both)
  entries.set(key, { of: first.of, sums: both })
}

const totalOfSection = sectionSummaries(
  (rows: readonly AdResultRow[]) => sumOf(rows.map(sumsOfRow)),
  (parts: readonly Sums[]) => sumOf(parts),
)

/** Returns all results of some sections, added up. */
export const totalOf = (sections: readonly Section<AdResultRow>[]): Sums =>
  sumOf(sections.map(totalOfSection))

/** An ad, and a part of its audience. */
type AdPart = Pick<AdResultRow, 'ad' | 'segment'>

/** The results of one ad in one part of its audience, added up over days. */
export type Cell = Entry<AdPart>

type Cells = SumsBy<string | number, AdPart>

/** The cells of a subtree of an edge. */
interface Summary {
  /** By ad and segment; undefined if there are many, so that its parts have them. */
  readonly cells: Cells | undefined
  readonly parts: readonly Summary[]
}

/** The most cells that a subtree keeps. Its parts keep their own. */
const CELLS_MAX = 4_096

function summaryOfRows(rows: readonly AdResultRow[]): Summary {
  const cells: Cells = noSums()
  for (const row of rows) {
    const { ad, segment } = row
    addTo(cells, segment ? `${ad}/${JSON.stringify(segment)}` : ad, { of: row, sums: sumsOfRow(row) })
  }
  return { cells, parts: [] }
}

function cellsOfParts(parts: readonly Summary[]): Cells | undefined {
  const cells: Cells = noSums()
  for (const part of parts) {
    if (!part.cells) return undefined
    for (const [key, cell] of part.cells.entries) addTo(cells, key, cell)
    if (cells.entries.size > CELLS_MAX) return undefined
  }
  return cells
}

const summaryOf = sectionSummaries(summaryOfRows, (parts: readonly Summary[]) => ({
  cells: cellsOfParts(parts),
  parts,
}))

function* cellsOf({ cells, parts }: Summary): Generator<Cell> {
  if (cells) yield* cells.entries.values()
  else for (const part of parts) yield* cellsOf(part)
}

/** Returns the results of some sections by ad and segment. A cell can come more than once. */
export function* cellsIn(sections: readonly Section<AdResultRow>[]): Generator<Cell> {
  for (const section of sections) yield* cellsOf(summaryOf(section))
}
