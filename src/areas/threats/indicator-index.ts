import { type Section, sizeOfSection, summaries } from '../../engine/state/summaries.ts'
import type { Tx } from '../../graph/routes/context.ts'
import type { ThreatIndicatorRow } from '../rows.ts'
import { areTooMany, countSearched, searchedCharacters } from './search-cost.ts'
import { filterOfBranch, filterOfLeaf, leavesWith, type SoughtText, type TextFilter } from './text-filter.ts'

/** Indicators that follow each other in a list: a leaf of its tree, or a branch. */
export interface Subtree {
  /** The characters that a search of all its indicators counts. */
  readonly characters: number
  readonly lowestId: number
  readonly highestId: number
  /** The indicators of a leaf. A branch has none. */
  readonly rows: readonly ThreatIndicatorRow[]
  /** The subtrees of a branch. */
  readonly parts: readonly Subtree[]
  /** The filter, from its first use on. */
  filter?: TextFilter
  /** The result of `filteredPartsOf`, from its first call on. */
  filteredParts?: readonly Subtree[]
}

function subtreeOfRows(rows: readonly ThreatIndicatorRow[]): Subtree {
  let [characters, lowestId, highestId] = [0, Number.POSITIVE_INFINITY, 0]
  for (const row of rows) {
    characters += searchedCharacters(row)
    lowestId = Math.min(lowestId, row.id)
    highestId = Math.max(highestId, row.id)
  }
  return { characters, lowestId, highestId, rows, parts: [] }
}

const subtreeOfParts = (parts: readonly Subtree[]): Subtree => ({
  characters: parts.reduce((sum, part) => sum + part.characters, 0),
  lowestId: Math.min(...parts.map(({ lowestId }) => lowestId)),
  highestId: Math.max(...parts.map(({ highestId }) => highestId)),
  rows: [],
  parts,
})

const wholeSubtreeOf = summaries(subtreeOfRows, subtreeOfParts)

/** Returns the filter of a leaf, or of a branch above leaves. */
function filterOf(subtree: Subtree): TextFilter {
  subtree.filter ??=
    subtree.parts.length > 0 ? filterOfBranch(subtree.parts.map(filterOf)) : filterOfLeaf(subtree.rows)
  return subtree.filter
}

/** Returns the subtree of a section, or a leaf with a part of the rows. */
export function subtreeOf(section: Section<ThreatIndicatorRow>): Subtree {
  const whole = wholeSubtreeOf(section)
  const { from, to } = section
  if (whole.parts.length > 0 || to - from === whole.rows.length) return whole
  // The filter of the whole leaf is good enough for a part of it.
  return { ...subtreeOfRows(whole.rows.slice(from, to)), filter: filterOf(whole) }
}

/** Counts all indicators of some sections. Returns false beyond the bound of a search. */
export function countSections(tx: Tx, sections: readonly Section<ThreatIndicatorRow>[]): boolean {
  const indicators = sections.reduce((sum, section) => sum + sizeOfSection(section), 0)
  // Too many indicators exceed the bound, so their texts are not read.
  if (areTooMany(tx, indicators)) return countSearched(tx, Number.POSITIVE_INFINITY)
  return countSearched(
    tx,
    sections.reduce((sum, section) => sum + subtreeOf(section).characters, 0),
  )
}

/** A leaf or a branch above leaves whose indicators may match a text. */
export interface MatchCandidate {
  readonly subtree: Subtree
  /** The scores that its indicators may have: one bit for each score. */
  readonly scores: number
  /** The leaves whose indicators may have a score, by score: one bit for each leaf. */
  readonly leavesByScore: readonly number[]
}

function candidateOf(subtree: Subtree, leavesByScore: readonly number[]): MatchCandidate {
  let scores = 0
  for (let score = 0; score < leavesByScore.length; score++) if (leavesByScore[score]) scores |= 1 << score
  return { subtree, scores, leavesByScore }
}

/** Returns a candidate, or undefined if no indicator of the subtree can match a text. */
export function candidateIn(subtree: Subtree, sought: SoughtText): MatchCandidate | undefined {
  const leavesByScore = leavesWith(filterOf(subtree), sought)
  return leavesByScore && candidateOf(subtree, leavesByScore)
}

/** Returns the leaves of a candidate; some of them may have no scores. */
export const leavesOf = ({ subtree, leavesByScore }: MatchCandidate): MatchCandidate[] =>
  subtree.parts.map((leaf, index) =>
    candidateOf(
      leaf,
      leavesByScore.map((leaves) => (leaves >>> index) & 1),
    ),
  )

/** Returns the branches above leaves of a subtree, in order, or the subtree itself if it is not higher. */
export function filteredPartsOf(subtree: Subtree): readonly Subtree[] {
  const isHigher = subtree.parts[0] !== undefined && subtree.parts[0].parts.length > 0
  subtree.filteredParts ??= isHigher ? subtree.parts.flatMap(filteredPartsOf) : [subtree]
  return subtree.filteredParts
}
