import { bounds } from '../../service/contract/bounds.ts'
import { type CallError, invalidParameter } from '../../service/contract/errors.ts'
import type { Tx } from '../../service/routes/context.ts'
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

/**
 * The characters that the text searches of one request have looked through. The calls of a batch share it.
 */
const costOf = (tx: Tx): { characters: number } =>
  tx.once('threat search cost', 'all', () => ({ characters: 0 }))

/**
 * Returns a function that counts an indicator before a search looks through its texts. It returns false
 * beyond the bound of the request.
 */
export function searchCounter(tx: Tx): (texts: Texts) => boolean {
  const cost = costOf(tx)
  return (texts) => {
    if (cost.characters > bounds.searchedCharactersMax) return false
    cost.characters += PER_INDICATOR + textCharacters(texts)
    return cost.characters <= bounds.searchedCharactersMax
  }
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
