import type { Tx } from '../../graph/routes/context.ts'
import { compareAudiences, isListedFor, type TargetingAudience } from './audience.ts'
import { audienceBlocks } from './audience-blocks.ts'
import { findMatches } from './audience-index.ts'
import { foldText } from './audience-text.ts'
import type { AudienceType } from './built-in-audiences.ts'

/** The text and the filters of a search. */
interface AudienceSearch {
  readonly text: string
  readonly locale: string
  readonly limitType: AudienceType | undefined
  readonly limit: number
}

/** Finds audiences by name or path: the best match first, then the largest, then by id (SIL-135). */
export function searchAudiences(
  tx: Tx,
  { text, locale, limitType, limit }: AudienceSearch,
): TargetingAudience[] {
  const folded = foldText(text)
  const isListed = (audience: TargetingAudience) => isListedFor(audience, limitType)
  const found = audienceBlocks(tx).map(({ index }) => findMatches(index(locale), folded, isListed, limit))
  const ranks = [0, 1, 2] as const
  return ranks
    .flatMap((rank) => found.flatMap((matches) => matches[rank]).sort(compareAudiences))
    .slice(0, limit)
}

/**
 * Returns the whole taxonomy, the largest audience first, without those that only a search finds (TGT-035).
 */
export const browseAudiences = (tx: Tx, limitType: AudienceType | undefined): TargetingAudience[] =>
  audienceBlocks(tx)
    .flatMap(({ audiences }) => audiences)
    .filter((audience) => audience.browsable && isListedFor(audience, limitType))
    .sort(compareAudiences)
