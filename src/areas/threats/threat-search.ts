import type { Key } from '../../engine/tree.ts'
import type { Tx } from '../../graph/context.ts'
import { caseless } from '../../graph/values/letter-case.ts'
import { finderOf } from '../../graph/values/text-search.ts'
import { type ListReader, readerOfEdge, readerOfRows } from '../../graph/views/paging.ts'
import type { ThreatIndicatorRow } from '../rows.ts'
import { indicatorsOf } from './records.ts'

/** Which indicators are sought, and in which order. */
export interface ThreatSearch {
  readonly text: string | undefined
  /** Whether only a whole value fits the text. */
  readonly strict: boolean
  readonly type: string | undefined
  readonly threatType: string | undefined
  /** Only what was collected after this instant, and before that one, in Unix milliseconds. */
  readonly since: number | undefined
  readonly until: number | undefined
  readonly byRelevance: boolean
  readonly descending: boolean
}

type Score = (indicator: ThreatIndicatorRow) => number

const EXACT = 3
const PREFIX = 2
const SUBSTRING = 1

/**
 * How well indicators fit a text, 0 for not at all (SIL-176): a whole value is better than a beginning and
 * that better than a part; within these an indicator's own value is better than its description, and that
 * than any other. Of the id, whose digits say nothing, only the whole fits.
 */
export function scoreOf(text: string, strict: boolean): Score {
  const sought = caseless(text)
  const find = finderOf(sought)
  const fit = (value: string): number => {
    const whole = caseless(value)
    if (whole === sought) return EXACT
    const at = strict ? -1 : find(whole)
    return at < 0 ? 0 : at === 0 ? PREFIX : SUBSTRING
  }
  // Types and the like are few names in many rows.
  const names = new Map<string, number>()
  const fitOfName = (name: string): number => {
    const known = names.get(name) ?? fit(name)
    names.set(name, known)
    return known
  }
  const weighed = (fits: number, weight: number) => (fits === 0 ? 0 : fits * 3 + weight)
  return ({ id, indicator, description, type, threatTypes, severity, shareLevel, status }) => {
    const best = [type, severity, shareLevel, status, ...threatTypes].reduce(
      (most, name) => Math.max(most, fitOfName(name)),
      String(id) === text ? EXACT : 0,
    )
    return Math.max(weighed(fit(indicator), 2), weighed(fit(description), 1), weighed(best, 0))
  }
}

/** A list by the time at which its indicators were collected: a range, walked no further than is asked. */
function byTime(tx: Tx, search: ThreatSearch, score: Score | undefined): ListReader<ThreatIndicatorRow> {
  const { type, threatType, since, until, descending } = search
  return readerOfEdge(tx, {
    table: 'threatIndicators',
    edge: 'byTime',
    owner: indicatorsOf(type, threatType),
    ascending: !descending,
    // Both ends are left out: what was collected in the very second is neither after it nor before it.
    between: {
      ...(since !== undefined && { from: [since, true] }),
      ...(until !== undefined && { below: [until] }),
    },
    ...(score && { where: (row: ThreatIndicatorRow) => score(row) > 0 }),
  })
}

/** What fits a text, the worst first, then by id. */
function ranked(
  rows: readonly ThreatIndicatorRow[],
  score: Score,
): [position: Key, row: ThreatIndicatorRow][] {
  const byScore: ThreatIndicatorRow[][] = []
  for (const row of rows) {
    const fits = score(row)
    if (fits === 0) continue
    byScore[fits] ??= []
    byScore[fits].push(row)
  }
  return byScore.flatMap((fitting, fits) =>
    fitting
      .sort((one, other) => one.id - other.id)
      .map((row): [Key, ThreatIndicatorRow] => [[fits, row.id], row]),
  )
}

/** A list by how well its indicators fit a text. All of them are looked through, once for each page. */
function byRelevance(tx: Tx, search: ThreatSearch, score: Score): ListReader<ThreatIndicatorRow> {
  const { list, read } = byTime(tx, { ...search, descending: false }, undefined)
  const rows = ranked(read(true, undefined, Number.POSITIVE_INFINITY), score)
  return readerOfRows(`${list}/byRelevance`, rows, (row) => [score(row), row.id], !search.descending)
}

/**
 * The indicators that a search finds. Without a text that is a range of a list, whatever its size. A text is
 * looked for in every indicator of the types and times that were asked for, which is a walk: about a tenth of
 * a second for 10^5 of them. By time the walk ends when the page is full.
 */
export function foundIndicators(tx: Tx, search: ThreatSearch): ListReader<ThreatIndicatorRow> {
  const { text, strict } = search
  const score = text === undefined ? undefined : scoreOf(text, strict)
  return score && search.byRelevance ? byRelevance(tx, search, score) : byTime(tx, search, score)
}
