import type { Tx } from '../../graph/context.ts'
import { bounds } from '../../graph/contract/bounds.ts'
import { type CallError, invalidParameter } from '../../graph/contract/errors.ts'
import type { ThreatIndicatorRow } from '../rows.ts'

/** Characters that each indicator counts in addition to its texts. */
const PER_INDICATOR = 64

type Texts = Pick<ThreatIndicatorRow, 'indicator' | 'type' | 'threatTypes' | 'description'>

/** The characters of an indicator's texts. */
export const textCharacters = ({ indicator, type, threatTypes, description }: Texts): number =>
  [indicator, type, description, ...threatTypes].reduce((sum, text) => sum + text.length, 0)

/**
 * The characters that the text searches of one request have looked through. The calls of a batch share it.
 */
const costOf = (tx: Tx): { characters: number } =>
  tx.once('threat search cost', 'all', () => ({ characters: 0 }))

/** Counts an indicator before a search looks through its texts. Returns false beyond the bound. */
export function countSearched(tx: Tx, indicator: ThreatIndicatorRow): boolean {
  const cost = costOf(tx)
  if (cost.characters > bounds.searchedCharactersMax) return false
  cost.characters += PER_INDICATOR + textCharacters(indicator)
  return cost.characters <= bounds.searchedCharactersMax
}

/** The most indicators that can be searched before the bound is exceeded, and one more to exceed it. */
export function searchableIndicators(tx: Tx): number {
  const left = bounds.searchedCharactersMax - costOf(tx).characters
  return Math.floor(Math.max(left, 0) / PER_INDICATOR) + 1
}

/** The error if the text searches of this request have exceeded the bound. */
export function searchCostError(tx: Tx): CallError | undefined {
  if (costOf(tx).characters <= bounds.searchedCharactersMax) return undefined
  return invalidParameter(
    `Param text needs a search of too many indicators: one request searches at most ` +
      `${bounds.searchedCharactersMax} characters, and ${PER_INDICATOR} of them count for each indicator; ` +
      'narrow the search with type, threat_type, since or until, or split the batch',
  )
}
