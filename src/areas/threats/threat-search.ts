import type { Tx } from '../../graph/routes/context.ts'
import { type ListReader, readerOfEdge } from '../../graph/views/paging.ts'
import type { ThreatIndicatorRow } from '../rows.ts'
import { bestMatches } from './best-matches.ts'
import {
  candidateIn,
  countSections,
  filteredPartsOf,
  leavesOf,
  type MatchCandidate,
  type Subtree,
  subtreeOf,
} from './indicator-index.ts'
import { indicatorsOf } from './records.ts'
import { countSearched, searchedCharacters } from './search-cost.ts'
import { soughtText } from './text-filter.ts'
import { scoreOf } from './text-match.ts'

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

/** Returns the indicators in the order of their collection. */
const byTime = (tx: Tx, search: ThreatSearch): ListReader<ThreatIndicatorRow> =>
  readerOfEdge(tx, {
    table: 'threatIndicators',
    edge: 'byTime',
    owner: ownerOf(search),
    ascending: !search.descending,
    between: betweenOf(search),
  })

/**
 * Returns the reader of the indicators that match a text, in the order of their collection. It counts the
 * indicators that it looks through until the page is full, and ends beyond the bound.
 */
function textByTime(tx: Tx, search: TextSearch): ListReader<ThreatIndicatorRow> {
  const { text, strict, descending } = search
  const score = scoreOf(text, strict)
  const sought = soughtText(text, strict)
  return {
    ...byTime(tx, search),
    read(onward, from, most) {
      const upwards = onward !== descending
      const range = { ...betweenOf(search), newestFirst: !upwards, ...(from && { after: from }) }
      const sections = tx.sections('threatIndicators', 'byTime', ownerOf(search), range)
      const inOrder = <T>(items: readonly T[]) => (upwards ? items : items.toReversed())
      const rows: ThreatIndicatorRow[] = []
      /** Returns false when the walk must end. */
      const readRow = (row: ThreatIndicatorRow): boolean => {
        if (!countSearched(tx, searchedCharacters(row))) return false
        if (score(row) > 0) rows.push(row)
        return rows.length < most
      }
      const readSubtree = (subtree: Subtree, candidate: MatchCandidate | undefined): boolean => {
        if (!candidate || candidate.scores === 0) return countSearched(tx, subtree.characters)
        const leaves = leavesOf(candidate)
        return leaves.length > 0
          ? inOrder(leaves).every((leaf) => readSubtree(leaf.subtree, leaf))
          : inOrder(subtree.rows).every(readRow)
      }
      for (const section of inOrder(sections))
        for (const part of inOrder(filteredPartsOf(subtreeOf(section))))
          if (!readSubtree(part, candidateIn(part, sought))) return rows
      return rows
    },
  }
}

/**
 * Returns the reader of the indicators that match a text, in the order of their scores (SIL-175). Each page
 * counts all indicators of the search.
 */
function textByRelevance(tx: Tx, search: TextSearch): ListReader<ThreatIndicatorRow> {
  const { text, strict, descending } = search
  const score = scoreOf(text, strict)
  const sought = soughtText(text, strict)
  const sections = tx.sections('threatIndicators', 'byTime', ownerOf(search), betweenOf(search))
  const isWithinBound = countSections(tx, sections)
  return {
    list: `${byTime(tx, search).list}/byRelevance`,
    read: (onward, from, most) =>
      isWithinBound
        ? bestMatches({ sections, sought, score, upwards: onward !== descending, from, most })
        : [],
    position: (row) => [score(row), row.id],
  }
}

/**
 * Returns the indicators that a search finds. A search without a text reads a range of one list. A search
 * with a text counts the indicators of its type, threat type and time, up to a bound; `searchCostError`
 * returns an error if the bound was exceeded. It reads only those parts of the list that may have matches. A
 * search by time ends when its page is full.
 */
export function foundIndicators(tx: Tx, search: ThreatSearch): ListReader<ThreatIndicatorRow> {
  if (!hasText(search)) return byTime(tx, search)
  return search.byRelevance ? textByRelevance(tx, search) : textByTime(tx, search)
}
