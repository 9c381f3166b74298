import { compareKeys, type Key } from '../../engine/store/tree.ts'
import type { Tx } from '../../service/routes/context.ts'
import { type ListReader, readerOfEdge } from '../../service/views/paging.ts'
import type { ThreatIndicatorRow } from '../rows.ts'
import { indicatorsOf } from './records.ts'
import { searchCounter } from './search-cost.ts'
import { type Score, scoreOf } from './text-match.ts'

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

/** A search with a text. */
interface TextSearch extends ThreatSearch {
  readonly text: string
}

const hasText = (search: ThreatSearch): search is TextSearch => search.text !== undefined

/** Both ends are exclusive (SIL-177). */
const betweenOf = ({ since, until }: ThreatSearch) => ({
  ...(since !== undefined && { from: [since, true as const] }), // THR-028
  ...(until !== undefined && { below: [until] }), // THR-029
})

const ownerOf = ({ type, threatType }: ThreatSearch) => indicatorsOf(type, threatType)

/** A condition on an indicator. */
type Condition = (row: ThreatIndicatorRow) => boolean

/** Returns the reader of the indicators in the order of their collection. */
const byTime = (tx: Tx, search: ThreatSearch, where?: Condition): ListReader<ThreatIndicatorRow> =>
  readerOfEdge(tx, {
    table: 'threatIndicators',
    edge: 'byTime',
    owner: ownerOf(search),
    ascending: !search.descending,
    between: betweenOf(search),
    ...(where && { where }),
  })

/** Returns the score of an indicator that a search looks through: 0 beyond the bound of the request. */
function countedScore(tx: Tx, { text, strict }: TextSearch): Score {
  const [count, score] = [searchCounter(tx), scoreOf(text, strict)]
  return (row) => (count(row) ? score(row) : 0)
}

/** An indicator that a text matches, and its position in the order of scores. */
interface Match {
  readonly row: ThreatIndicatorRow
  readonly at: Key
}

/** Returns the matches of a search, the lowest score first. It counts all indicators of its range. */
function matchesOf(tx: Tx, search: TextSearch): Match[] {
  const score = countedScore(tx, search)
  return tx
    .list('threatIndicators', 'byTime', ownerOf(search), betweenOf(search))
    .map((row) => ({ row, at: [score(row), row.id] as const }))
    .filter(({ at: [match] }) => match > 0)
    .sort((one, other) => compareKeys(one.at, other.at))
}

/** Returns the reader of the indicators that match a text, in the order of their scores (SIL-175). */
function textByRelevance(tx: Tx, search: TextSearch): ListReader<ThreatIndicatorRow> {
  const matches = matchesOf(tx, search)
  const score = scoreOf(search.text, search.strict)
  return {
    list: `${byTime(tx, search).list}/byRelevance`,
    read(onward, from, most) {
      const upwards = onward !== search.descending
      const isAfter = ({ at }: Match) => !from || compareKeys(at, from) * (upwards ? 1 : -1) > 0
      return (upwards ? matches : matches.toReversed())
        .filter(isAfter)
        .slice(0, most)
        .map(({ row }) => row)
    },
    position: (row) => [score(row), row.id],
    sample: () => [0, 0],
  }
}

/**
 * Returns the indicators that a search finds. A search without a text reads a range of one list. A search
 * with a text counts the indicators of its type, threat type and time that it looks through, up to a bound;
 * `searchCostError` returns an error if the bound was exceeded. A search by time ends when its page is full.
 */
export function foundIndicators(tx: Tx, search: ThreatSearch): ListReader<ThreatIndicatorRow> {
  if (!hasText(search)) return byTime(tx, search)
  if (search.byRelevance) return textByRelevance(tx, search)
  const score = countedScore(tx, search)
  return byTime(tx, search, (row) => score(row) > 0)
}
