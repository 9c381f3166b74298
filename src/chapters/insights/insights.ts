import type { z } from '../../engine/schema/zod.ts'
import { compareKeys, type Key } from '../../engine/store/tree.ts'
import { bounds } from '../../service/contract/bounds.ts'
import { type CallError, invalidParameter, isCallError } from '../../service/contract/errors.ts'
import type { Tx } from '../../service/routes/context.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { present } from '../../service/values/references.ts'
import { type ListReader, readerOfRows } from '../../service/views/paging.ts'
import type { adFiltering } from '../ads/ad-filter.ts'
import type { AudienceSegment, SegmentDimension } from '../ads/result-segments.ts'
import { type AdPart, addTo, cellOf, noSums, sumOf, totalOf } from '../ads/result-sums.ts'
import type { AdAccountRow, AdRow, AdSetRow, CampaignRow } from '../rows.ts'
import { insightFilters } from './insight-filter.ts'
import { type Increment, type Period, partOf } from './insight-period.ts'
import { type InsightRow, insightLevels, type Level } from './insight-row.ts'

/** An object that has insights. */
export type InsightObject = AdAccountRow | CampaignRow | AdSetRow | AdRow

const levelOfKind = { adAccounts: 'account', campaigns: 'campaign', adSets: 'adset', ads: 'ad' } as const
/** The edge of the results of each kind of object. */
export const edgeOfKind = {
  adAccounts: 'byAccount',
  campaigns: 'byCampaign',
  adSets: 'byAdSet',
  ads: 'byAd',
} as const

/** Returns the level of an object: the highest at which its insights can be read. */
export const levelOfObject = ({ kind }: InsightObject): Level => levelOfKind[kind]

/** Returns the ad account of an object. */
export const accountOfObject = (tx: Tx, object: InsightObject): AdAccountRow =>
  object.kind === 'adAccounts' ? object : present(tx, 'adAccounts', object.adAccount)

/** The place of a level, from the highest down. */
export const depthOf = (level: Level): number => insightLevels.indexOf(level)

/** The options of a read of insights. */
export interface Grouping {
  readonly level: Level
  readonly period: Period
  readonly increment: Increment
  readonly breakdowns: readonly SegmentDimension[]
  readonly filtering: z.output<typeof adFiltering>
}

/** Returns the id of the object of a level that an ad belongs to. */
const idAt = (level: Level, { id, adSet, campaign, adAccount }: AdRow): number =>
  ({ account: adAccount, campaign, adset: adSet, ad: id })[level]

/** The value of a dimension that is not known. */
const UNKNOWN = 'unknown'

const dimensionOf = ({ segment }: AdPart, name: SegmentDimension): string => segment?.[name] ?? UNKNOWN

const segmentOf = (of: AdPart, breakdowns: readonly SegmentDimension[]): AudienceSegment =>
  Object.fromEntries(breakdowns.map((name) => [name, dimensionOf(of, name)]))

/**
 * Returns the position of an insight in its list. A whole period is no part of it, so that a cursor stays
 * valid when a period such as `last_7d` moves on.
 */
const positionOf = (
  { since, id, segment }: Pick<InsightRow, 'since' | 'id' | 'segment'>,
  { increment, breakdowns }: Grouping,
): Key => [increment === 'all_days' ? 0 : since, id, ...breakdowns.map((name) => segment[name] ?? UNKNOWN)]

/** A read of insights: what it reads, and which ads count. */
interface Reading extends Grouping {
  readonly tx: Tx
  readonly object: InsightObject
  readonly account: AdAccountRow
  readonly isShown: (ad: AdRow) => boolean
  /** The results that its request may still add up. */
  readonly budget: { left: number }
}

/** Returns how many results a request may still add up. Reads of a batch, and expanded edges, share it. */
const budgetOf = (tx: Tx): Reading['budget'] =>
  tx.once('insight results', 'all', () => ({ left: bounds.insightResultsMax }))

/** Returns the results of an object in a period, or undefined beyond the bound of the request. */
function resultsIn({ tx, object: { id, kind }, budget }: Reading, { since, until }: Period) {
  const range = { from: [since], below: [until + 1], limit: budget.left + 1 }
  const results = tx.list('adResults', edgeOfKind[kind], [id], range)
  budget.left -= results.length
  return budget.left < 0 ? undefined : results
}

/** Returns the insights of a part of the period by object and segment, or undefined beyond the bound. */
function groupsIn(reading: Reading, part: Period): InsightRow[] | undefined {
  const { tx, level, account, breakdowns, isShown } = reading
  const groups = noSums<string | number, AdPart>()
  const results = resultsIn(reading, part)
  if (!results) return undefined
  for (const cell of results.map(cellOf)) {
    const { of } = cell
    const ad = present(tx, 'ads', of.ad)
    if (!isShown(ad)) continue
    const id = idAt(level, ad)
    const values = breakdowns.map((name) => dimensionOf(of, name))
    addTo(groups, values.length === 0 ? id : JSON.stringify([id, ...values]), cell)
  }
  return [...groups.entries.values()].map(({ of, sums }) => {
    const ad = present(tx, 'ads', of.ad)
    const segment = segmentOf(of, breakdowns)
    return { id: idAt(level, ad), kind: 'insights', level, account, ad, segment, sums, ...part }
  })
}

/** Returns the results of the object itself in a part of the period, which needs no walk of its ads. */
function wholeIn(reading: Reading, part: Period, ad: AdRow): InsightRow[] | undefined {
  const { level, account, object } = reading
  const results = resultsIn(reading, part)
  if (!results) return undefined
  const sums = totalOf(results)
  return [{ id: object.id, kind: 'insights', level, account, ad, segment: {}, sums, ...part }]
}

const tooMany = (): CallError =>
  invalidParameter(
    `The period has more than ${bounds.insightResultsMax} results of ads: choose a shorter period, or ` +
      'fewer reads in one request',
  )

/** Returns the insights of all parts of the period that have results, or the error beyond the bounds. */
function insightRows(reading: Reading): InsightRow[] | CallError {
  const { tx, object, period, increment, level, breakdowns, filtering } = reading
  const hasFilter = filtering.length > 0
  const isWhole = level === levelOfObject(object) && breakdowns.length === 0 && !hasFilter
  const rows: InsightRow[][] = []
  for (let from = period.since; from <= period.until; ) {
    const range = { from: [from], below: [period.until + 1], limit: 1 }
    const [first] = tx.list('adResults', edgeOfKind[object.kind], [object.id], range)
    if (!first) break
    const part = partOf(period, increment, first.day)
    const found = isWhole ? wholeIn(reading, part, present(tx, 'ads', first.ad)) : groupsIn(reading, part)
    if (!found) return tooMany()
    rows.push(found)
    from = part.until + 1
  }
  return rows.flat()
}

/** The insights of a read. */
interface Insights {
  readonly list: ListReader<InsightRow>
  /** Returns all of them added up, on all pages of the list; undefined without any. */
  readonly total: () => InsightRow | undefined
}

/** Returns insights added up, as the results of the object of the read in its whole period. */
function totalRow(
  rows: readonly InsightRow[],
  object: InsightObject,
  period: Period,
): InsightRow | undefined {
  const [first] = rows
  if (!first) return undefined
  const sums = sumOf(rows.map((row) => row.sums))
  return { ...first, ...period, id: object.id, level: levelOfObject(object), segment: {}, sums }
}

/** Returns the insights of an object, or the error of a condition or of a period with too many results. */
export function insightsOf(
  context: ReadContext,
  object: InsightObject,
  grouping: Grouping,
): Insights | CallError {
  const { tx } = context
  const filters = insightFilters(context, grouping.filtering)
  if (isCallError(filters)) return filters
  const account = accountOfObject(tx, object)
  const budget = budgetOf(tx)
  const rows = insightRows({ ...grouping, tx, object, account, isShown: filters.ofAd, budget })
  if (isCallError(rows)) return rows
  const placed = rows
    .filter(filters.ofInsight)
    .map((row): [Key, InsightRow] => [positionOf(row, grouping), row])
    .sort(([one], [other]) => compareKeys(one, other))
  const { level, increment, breakdowns } = grouping
  const name = `insights/${object.id}/${[level, increment, ...breakdowns].join('/')}`
  return {
    list: readerOfRows(name, placed, (insight) => positionOf(insight, grouping), true),
    total: () =>
      totalRow(
        placed.map(([, row]) => row),
        object,
        grouping.period,
      ),
  }
}
