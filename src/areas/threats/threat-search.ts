import type { Key } from '../../engine/tree.ts'
import type { Tx } from '../../graph/context.ts'
import { caseless } from '../../graph/values/letter-case.ts'
import { finderOf } from '../../graph/values/text-search.ts'
import { type ListReader, readerOfEdge, readerOfRows } from '../../graph/views/paging.ts'
import type { ThreatIndicatorRow } from '../rows.ts'
import { indicatorsOf } from './records.ts'
import { countSearched, searchableIndicators } from './search-cost.ts'

/** The conditions and the order of a search (THR-033: all conditions may be combined). */
interface ThreatSearch {
  readonly text: string | undefined
  /** Only a whole value matches the text. */
  readonly strict: boolean
  readonly type: string | undefined
  readonly threatType: string | undefined
  /** Only indicators collected after this instant, in Unix milliseconds. */
  readonly since: number | undefined
  /** Only indicators collected before this instant, in Unix milliseconds. */
  readonly until: number | undefined
  readonly byRelevance: boolean
  readonly descending: boolean
}

type Score = (indicator: ThreatIndicatorRow) => number

const EXACT = 3
const PREFIX = 2
const SUBSTRING = 1

/**
 * Returns a function that scores how well an indicator matches a text, 0 for no match (THR-020, SIL-176). A
 * whole value scores more than a prefix, and a prefix more than another part; among equals, `indicator`
 * scores more than `description`, and `description` more than other fields. The id matches only as a whole.
 * A strict search matches whole values only (THR-022).
 */
function scoreOf(text: string, strict: boolean): Score {
  const sought = caseless(text)
  const find = finderOf(sought)
  const matchOf = (value: string): number => {
    const whole = caseless(value)
    if (whole === sought) return EXACT
    const at = strict ? -1 : find(whole)
    if (at < 0) return 0
    return at === 0 ? PREFIX : SUBSTRING
  }
  // Many indicators share a few names, such as types, so each name is matched only once.
  const names = new Map<string, number>()
  const matchOfName = (name: string): number => {
    const match = names.get(name) ?? matchOf(name)
    names.set(name, match)
    return match
  }
  const weighted = (match: number, weight: number) => (match === 0 ? 0 : match * 3 + weight)
  return ({ id, indicator, description, type, threatTypes, severity, shareLevel, status }) => {
    const best = [type, severity, shareLevel, status, ...threatTypes].reduce(
      (most, name) => Math.max(most, matchOfName(name)),
      String(id) === text ? EXACT : 0,
    )
    return Math.max(weighted(matchOf(indicator), 2), weighted(matchOf(description), 1), weighted(best, 0))
  }
}

/** Returns the indicators in the order of their collection. */
function byTime(tx: Tx, search: ThreatSearch, score: Score | undefined): ListReader<ThreatIndicatorRow> {
  const { type, threatType, since, until, descending } = search
  const matches = (row: ThreatIndicatorRow) =>
    // Beyond the bound every row matches, so that the page fills and the walk ends. The call is then refused.
    !countSearched(tx, row) || (score?.(row) ?? 0) > 0
  return readerOfEdge(tx, {
    table: 'threatIndicators',
    edge: 'byTime',
    owner: indicatorsOf(type, threatType),
    ascending: !descending,
    // Both ends are exclusive (SIL-177).
    between: {
      ...(since !== undefined && { from: [since, true] }), // THR-028
      ...(until !== undefined && { below: [until] }), // THR-029
    },
    ...(score && { where: matches }),
  })
}

/** Sorts indicators that match a text by score, the lowest first, then by id (SIL-175). */
function ranked(
  tx: Tx,
  indicators: readonly ThreatIndicatorRow[],
  score: Score,
): [position: Key, row: ThreatIndicatorRow][] {
  const byScore: ThreatIndicatorRow[][] = []
  for (const row of indicators) {
    if (!countSearched(tx, row)) return []
    const match = score(row)
    if (match === 0) continue
    byScore[match] ??= []
    byScore[match].push(row)
  }
  return byScore.flatMap((equals, match) =>
    equals
      .sort((one, other) => one.id - other.id)
      .map((row): [Key, ThreatIndicatorRow] => [[match, row.id], row]),
  )
}

/** Returns the indicators in the order of their scores. Each page searches all of them. */
function byRelevance(tx: Tx, search: ThreatSearch, score: Score): ListReader<ThreatIndicatorRow> {
  const { list, read } = byTime(tx, { ...search, descending: false }, undefined)
  const rows = ranked(tx, read(true, undefined, searchableIndicators(tx)), score)
  return readerOfRows(`${list}/byRelevance`, rows, (row) => [score(row), row.id], !search.descending)
}

/**
 * Returns the indicators that a search finds. A search without a text reads a range of one list: its cost
 * does not depend on the number of indicators. A search with a text reads the indicators of its type, threat
 * type and time, up to a bound; `searchCostError` returns an error if the bound was exceeded. A search by
 * time ends when its page is full.
 */
export function foundIndicators(tx: Tx, search: ThreatSearch): ListReader<ThreatIndicatorRow> {
  const { text, strict } = search
  const score = text === undefined ? undefined : scoreOf(text, strict)
  return score && search.byRelevance ? byRelevance(tx, search, score) : byTime(tx, search, score)
}
