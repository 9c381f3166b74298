import type { Tx } from '../../graph/context.ts'
import { type Audience, compareAudiences, isAudienceShown } from './audience.ts'
import { matchesOf } from './audience-index.ts'
import { folded } from './audience-text.ts'
import type { AudienceType } from './built-in-audiences.ts'
import { sheetsIn } from './prepared-sheet.ts'

/** What is searched, and in which list. */
export interface AudienceSearch {
  readonly text: string
  readonly locale: string
  readonly limitType: AudienceType | undefined
  readonly limit: number
}

/**
 * Finds audiences by name or path: the best match first, then the largest, then by id (SIL-135). Of each
 * sheet it asks for no more than a page of each rank.
 */
export function searchAudiences(tx: Tx, { text, locale, limitType, limit }: AudienceSearch): Audience[] {
  const sought = folded(text)
  const isWanted = (audience: Audience) => isAudienceShown(audience, limitType)
  const found = sheetsIn(tx).map(({ index }) => matchesOf(index(locale), sought, isWanted, limit))
  const ranks = [0, 1, 2] as const
  return ranks
    .flatMap((rank) => found.flatMap((matches) => matches[rank]).sort(compareAudiences))
    .slice(0, limit)
}

/** Everything that browsing shows, the largest first. */
export const browsedAudiences = (tx: Tx, limitType: AudienceType | undefined): Audience[] =>
  sheetsIn(tx)
    .flatMap(({ audiences }) => audiences)
    .filter((audience) => audience.browsable && isAudienceShown(audience, limitType))
    .sort(compareAudiences)
