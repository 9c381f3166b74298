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

/** Adds actions to those that a map has. */
function addActions(to: Map<string, ActionSum>, actions: Sums['actions']): void {
  for (const [type, { count, value }] of actions) {
    const { count: before = 0, value: worth = 0n } = to.get(type) ?? {}
    to.set(type, { count: before + count, value: worth + value })
  }
}

function actionsAdded(one: Sums['actions'], other: Sums['actions']): Sums['actions'] {
  if (other.size === 0) return one
  if (one.size === 0) return other
  const added = new Map(one)
  addActions(added, other)
  return added
}

/** Adds up two sums. */
export const addSums = (one: Sums, other: Sums): Sums => ({
  impressions: one.impressions + other.impressions,
  reach: one.reach + other.reach,
  clicks: one.clicks + other.clicks,
  spend: one.spend + other.spend,
  actions: actionsAdded(one.actions, other.actions),
})

const sumsOfRow = ({ impressions, reach, clicks, spend, actions = {} }: AdResultRow): Sums => ({
  impressions,
  reach,
  clicks,
  spend: BigInt(spend),
  actions: new Map(
    Object.entries(actions).map(([type, { count, value }]) => [type, { count, value: BigInt(value) }]),
  ),
})

/** Adds up sums, without a copy for each of them. */
function sumOf(all: Iterable<Sums>): Sums {
  let [impressions, reach, clicks, spend] = [0, 0, 0, 0n]
  const actions = new Map<string, ActionSum>()
  for (const one of all) {
    impressions += one.impressions
    reach += one.reach
    clicks += one.clicks
    spend += one.spend
    addActions(actions, one.actions)
  }
  return { impressions, reach, clicks, spend, actions }
}

const totalOfSection = sectionSummaries(
  (rows: readonly AdResultRow[]) => sumOf(rows.map(sumsOfRow)),
  (parts: readonly Sums[]) => sumOf(parts),
)

/** Returns all results of some sections, added up. */
export const totalOf = (sections: readonly Section<AdResultRow>[]): Sums =>
  sumOf(sections.map(totalOfSection))

/** The results of one ad in one part of its audience, added up over days. */
export interface Cell {
  readonly ad: number
  readonly segment: AdResultRow['segment']
  readonly sums: Sums
}

/** The cells of a subtree of an edge. */
interface Summary {
  /** By ad and segment; undefined if there are many, so that its parts have them. */
  readonly cells: ReadonlyMap<string, Cell> | undefined
  readonly parts: readonly Summary[]
}

/** The most cells that a subtree keeps. Its parts keep their own. */
const CELLS_MAX = 4_096

function add(cells: Map<string, Cell>, key: string, { ad, segment, sums }: Cell): void {
  const known = cells.get(key)
  cells.set(key, { ad, segment, sums: known ? addSums(known.sums, sums) : sums })
}

function summaryOfRows(rows: readonly AdResultRow[]): Summary {
  const cells = new Map<string, Cell>()
  for (const row of rows) {
    const { ad, segment } = row
    add(cells, `${ad}/${segment ? JSON.stringify(segment) : ''}`, { ad, segment, sums: sumsOfRow(row) })
  }
  return { cells, parts: [] }
}

function cellsOfParts(parts: readonly Summary[]): ReadonlyMap<string, Cell> | undefined {
  const cells = new Map<string, Cell>()
  for (const part of parts) {
    if (!part.cells) return undefined
    for (const [key, cell] of part.cells) add(cells, key, cell)
    if (cells.size > CELLS_MAX) return undefined
  }
  return cells
}

const summaryOf = sectionSummaries(summaryOfRows, (parts: readonly Summary[]) => ({
  cells: cellsOfParts(parts),
  parts,
}))

function* cellsOf({ cells, parts }: Summary): Generator<Cell> {
  if (cells) yield* cells.values()
  else for (const part of parts) yield* cellsOf(part)
}

/** Returns the results of some sections by ad and segment. A cell can come more than once. */
export function* cellsIn(sections: readonly Section<AdResultRow>[]): Generator<Cell> {
  for (const section of sections) yield* cellsOf(summaryOf(section))
}
