import { heightOf, partsOf, type Section, sizeOfSection, summaries } from '../../engine/summaries.ts'
import type { Tx } from '../../graph/context.ts'
import type { ThreatIndicatorRow } from '../rows.ts'
import { areTooMany, countSearched, searchedCharacters } from './search-cost.ts'
import { candidatesIn, filterOfBranch, filterOfLeaf, type SoughtText } from './text-filter.ts'

/** Indicators that follow each other in a list. */
export type Indicators = Section<ThreatIndicatorRow>

/** The counted characters and the ids of the indicators of a subtree. */
interface Tally {
  readonly characters: number
  readonly lowestId: number
  readonly highestId: number
  /** The indicators of a leaf. */
  readonly rows: readonly ThreatIndicatorRow[]
}

const oneTally = (row: ThreatIndicatorRow) => ({
  characters: searchedCharacters(row),
  lowestId: row.id,
  highestId: row.id,
})

function joined(parts: readonly Omit<Tally, 'rows'>[], rows: readonly ThreatIndicatorRow[]): Tally {
  let [characters, lowestId, highestId] = [0, Number.POSITIVE_INFINITY, 0]
  for (const part of parts) {
    characters += part.characters
    lowestId = Math.min(lowestId, part.lowestId)
    highestId = Math.max(highestId, part.highestId)
  }
  return { characters, lowestId, highestId, rows }
}

const tallyOf = summaries<ThreatIndicatorRow, Tally>(
  (rows) => joined(rows.map(oneTally), rows),
  (parts) => joined(parts, []),
)

const filterOf = summaries(filterOfLeaf, filterOfBranch)

/** Returns the indicators of a leaf, or of a part of it. */
export const rowsIn = (section: Indicators): readonly ThreatIndicatorRow[] =>
  tallyOf(section).rows.slice(section.from, section.to)

/** Returns the characters that a search of a section counts. */
export function charactersIn(section: Indicators): number {
  const { characters, rows } = tallyOf(section)
  const isPart = rows.length > section.to - section.from
  return isPart ? joined(rowsIn(section).map(oneTally), []).characters : characters
}

/** Counts all indicators of some sections. Returns false beyond the bound of a search. */
export function countSections(tx: Tx, sections: readonly Indicators[]): boolean {
  const indicators = sections.reduce((sum, section) => sum + sizeOfSection(section), 0)
  // Too many indicators exceed the bound, so their texts are not read.
  if (areTooMany(tx, indicators)) return countSearched(tx, Number.POSITIVE_INFINITY)
  return countSearched(
    tx,
    sections.reduce((sum, section) => sum + charactersIn(section), 0),
  )
}

/** Returns the lowest and the highest id of the subtree of a section. */
export const idsIn = (section: Indicators): Pick<Tally, 'lowestId' | 'highestId'> => tallyOf(section)

/** A section, and the scores that its indicators may have: one bit for each score. */
export interface Candidate {
  readonly section: Indicators
  readonly scores: number
  /** Returns those leaves of a branch that may have indicators with a score. */
  readonly leaves: () => readonly Candidate[]
}

const noLeaves = () => []

/** Returns the scores that the indicators of a leaf may have. */
function scoresAt(byScore: readonly number[], place: number): number {
  let scores = 0
  byScore.forEach((leaves, score) => {
    scores |= ((leaves >>> place) & 1) << score
  })
  return scores
}

function candidateIn(section: Indicators, sought: SoughtText): Candidate {
  const byScore = candidatesIn(filterOf(section), sought)
  let scores = 0
  byScore.forEach((_, score) => {
    scores |= 1 << score
  })
  const leaves = () =>
    partsOf(section).map((leaf, place) => ({
      section: leaf,
      scores: scoresAt(byScore, place),
      leaves: noLeaves,
    }))
  return { section, scores, leaves: heightOf(section) === 0 ? noLeaves : leaves }
}

/**
 * Lists the leaves and the branches above leaves that cover some sections, upwards or downwards. Their
 * filters say which scores their indicators may have; without a score, no indicator of a section matches.
 */
export function* candidatesOf(
  sections: readonly Indicators[],
  sought: SoughtText,
  upwards: boolean,
): Generator<Candidate> {
  for (const section of upwards ? sections : sections.toReversed()) {
    if (heightOf(section) === 2) yield* candidatesOf(partsOf(section), sought, upwards)
    else yield candidateIn(section, sought)
  }
}
