import type { Section } from '../../engine/state/summaries.ts'
import { priorityQueue } from '../../engine/store/priority-queue.ts'
import { compareKeys, type Key } from '../../engine/store/tree.ts'
import type { ThreatIndicatorRow } from '../rows.ts'
import { candidateIn, filteredPartsOf, leavesOf, type MatchCandidate, subtreeOf } from './indicator-index.ts'
import type { SoughtText } from './text-filter.ts'
import type { Score } from './text-match.ts'

/** A page of a list by relevance. */
export interface BestMatches {
  readonly sections: readonly Section<ThreatIndicatorRow>[]
  readonly sought: SoughtText
  readonly score: Score
  /** Lists the lowest score first. */
  readonly upwards: boolean
  /** Only indicators after this position, a score and an id. */
  readonly from: Key | undefined
  /** Maximum number of indicators. */
  readonly most: number
}

/** An indicator with its score and id, or a section with the first score and id that it may have. */
interface Entry {
  readonly score: number
  readonly id: number
  readonly found: ThreatIndicatorRow | MatchCandidate
}

/** Returns the first score of a section, in the order of the list, that an indicator in the page can have. */
function firstScore(
  scores: number,
  upwards: boolean,
  isAfter: (score: number) => boolean,
): number | undefined {
  for (let others = scores; others !== 0; ) {
    // The lowest bit alone, or the highest one.
    const score = 31 - Math.clz32(upwards ? others & -others : others)
    if (isAfter(score)) return score
    others ^= 1 << score
  }
  return undefined
}

/**
 * Returns the best matches of a search, or the worst: a best-first search. It opens the section with the best
 * score that its indicators may have, so that it reads few indicators even if all match.
 */
export function bestMatches({
  sections,
  sought,
  score,
  upwards,
  from,
  most,
}: BestMatches): ThreatIndicatorRow[] {
  const isAfter = (match: number, id: number): boolean =>
    !from || compareKeys([match, id], from) * (upwards ? 1 : -1) > 0
  const queue = priorityQueue<Entry>((one, other) => {
    const difference = one.score - other.score || one.id - other.id
    return upwards ? difference < 0 : difference > 0
  })
  const add = (candidate: MatchCandidate): void => {
    const { lowestId, highestId } = candidate.subtree
    const [first, last] = upwards ? [lowestId, highestId] : [highestId, lowestId]
    const best = firstScore(candidate.scores, upwards, (match) => isAfter(match, last))
    if (best !== undefined) queue.push({ score: best, id: first, found: candidate })
  }
  const addRow = (row: ThreatIndicatorRow): void => {
    const match = score(row)
    if (match > 0 && isAfter(match, row.id)) queue.push({ score: match, id: row.id, found: row })
  }
  for (const section of sections)
    for (const part of filteredPartsOf(subtreeOf(section))) {
      const candidate = candidateIn(part, sought)
      if (candidate) add(candidate)
    }
  const rows: ThreatIndicatorRow[] = []
  while (rows.length < most) {
    const found = queue.pop()?.found
    if (!found) break
    if ('kind' in found) rows.push(found)
    else {
      leavesOf(found).forEach(add)
      found.subtree.rows.forEach(addRow)
    }
  }
  return rows
}
