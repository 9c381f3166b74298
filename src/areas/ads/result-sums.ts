import { type Section, sizeOfSection, summaries } from '../../engine/summaries.ts'
import type { AdResultRow } from '../rows.ts'

/** The actions of one type: their number and their value in subunits. */
export interface ActionSum {
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

/** No results. */
export const noResults: Sums = { impressions: 0, reach: 0, clicks: 0, spend: 0n, actions: new Map() }

function actionsAdded(one: Sums['actions'], other: Sums['actions']): Sums['actions'] {
  if (other.size === 0) return one
  if (one.size === 0) return other
  const added = new Map(one)
  for (const [type, { count, value }] of other) {
    const { count: before = 0, value: worth = 0n } = added.get(type) ?? {}
    added.set(type, { count: before + count, value: worth + value })
  }
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

/** The results of one ad in one part of its audience, added up over days. */
export interface Cell {
  readonly ad: number
  readonly segment: AdResultRow['segment']
  readonly sums: Sums
}

/** The results of a subtree of an edge. */
interface Summary {
  readonly total: Sums
  /** Its cells by ad and segment; undefined if there are many, so that its parts have them. */
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
  const total = [...cells.values()].reduce((sum, { sums }) => addSums(sum, sums), noResults)
  return { total, cells, parts: [] }
}

function cellsOfParts(parts: readonly Summary[]): ReadonlyMap<string, Cell> | undefined {
  const cells = new Map<string, Cell>()
  for (const part of parts) {
    if (!part.cells || part.cells.size > CELLS_MAX) return undefined
    for (const [key, cell] of part.cells) add(cells, key, cell)
    if (cells.size > CELLS_MAX) return undefined
  }
  return cells
}

const summaryOfParts = (parts: readonly Summary[]): Summary => ({
  total: parts.reduce((sum, { total }) => addSums(sum, total), noResults),
  cells: cellsOfParts(parts),
  parts,
})

const wholeSummaryOf = summaries(summaryOfRows, summaryOfParts)

/** Returns the results of a section, which may be a part of a leaf. */
function summaryOf(section: Section<AdResultRow>): Summary {
  const { node, from, to, rowOf } = section
  if (node.children || to - from === node.keys.length) return wholeSummaryOf(section)
  return summaryOfRows(node.keys.slice(from, to).map((key) => rowOf(Number(key.at(-1)))))
}

/** Returns all results of some sections, added up. */
export const totalOf = (sections: readonly Section<AdResultRow>[]): Sums =>
  sections.reduce((sum, section) => addSums(sum, summaryOf(section).total), noResults)

function* cellsOf({ cells, parts }: Summary): Generator<Cell> {
  if (cells) yield* cells.values()
  else for (const part of parts) yield* cellsOf(part)
}

/** Returns the results of some sections by ad and segment. A cell can come more than once. */
export function* cellsIn(sections: readonly Section<AdResultRow>[]): Generator<Cell> {
  for (const section of sections) if (sizeOfSection(section) > 0) yield* cellsOf(summaryOf(section))
}
