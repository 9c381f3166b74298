import { bounds } from '../../graph/contract/bounds.ts'
import { type CallError, invalidParameter } from '../../graph/contract/errors.ts'
import type { Tx } from '../../graph/routes/context.ts'
import type { ThreatIndicatorRow } from '../rows.ts'

/** Characters that each indicator counts in addition to its texts. */
const PER_INDICATOR = 64

type Texts = Pick<ThreatIndicatorRow, 'indicator' | 'type' | 'threatTypes' | 'description'>

/** The characters of an indicator's texts. */
export function textCharacters({ indicator, type, threatTypes, description }: Texts): number {
  let sum = indicator.length + type.length + description.length
  for (const name of threatTypes) sum += name.length
  return sum
}

/** The characters that an indicator counts. */
export const searchedCharacters = (texts: Texts): number => PER_INDICATOR + textCharacters(texts)

/**
 * The characters that the text searches of one request have looked through. The calls of a batch share it.
 */
const costOf = (tx: Tx): { characters: number } =>
  tx.once('threat search cost', 'all', () => ({ characters: 0 }))

/** Counts characters before a search looks through them. Returns false beyond the bound. */
export function countSearched(tx: Tx, characters: number): boolean {
  const cost = costOf(tx)
  cost.characters += characters
  return cost.characters <= bounds.searchedCharactersMax
}

/** Whether a search of so many indicators exceeds the bound, whatever their texts are. */
export const areTooMany = (tx: Tx, indicators: number): boolean =>
  costOf(tx).characters + indicators * PER_INDICATOR > bounds.searchedCharactersMax

/** The error if the text searches of this request have exceeded the bound. */
export function searchCostError(tx: Tx): CallError | undefined {
  if (costOf(tx).characters <= bounds.searchedCharactersMax) return undefined
  return invalidParameter(
    `Param text needs a search of too many indicators: one request searches at most ` +
      `${bounds.searchedCharactersMax} characters, and ${PER_INDICATOR} of them count for each indicator; ` +
      'narrow the search with type, threat_type, since or until, or split the batch',
  )
}
