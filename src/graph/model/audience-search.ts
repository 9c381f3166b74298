import type { Tx } from '../seen.ts'
import type { AudienceType } from '../vocabulary/audiences.ts'
import { type Audience, compareAudiences, isShown } from './audience.ts'
import { type Entry, sheetsIn } from './audience-sheet.ts'
import { folded } from './audience-text.ts'

/** What is searched, and in which list. */
export interface AudienceSearch {
  readonly text: string
  readonly locale: string
  readonly limitType: AudienceType | undefined
  readonly limit: number
}

/** Matches by how well they fit: whole name, beginning of the name, any part of name or path. */
type Ranked = readonly [exact: Audience[], prefix: Audience[], substring: Audience[]]

/** How well an audience fits a folded text; a category that holds it makes no better match (SIL-135). */
function rankOf({ name, path }: Entry, text: string): 0 | 1 | 2 | undefined {
  const at = name.indexOf(text)
  if (at === 0) return name.length === text.length ? 0 : 1
  return at > 0 || path.some((part) => part.includes(text)) ? 2 : undefined
}

/**
 * Finds audiences by name or path: the best match first, then the largest, then by id (SIL-135). It looks
 * through the prepared text of every audience, which takes some ten milliseconds for 10^5 added ones, and of
 * each sheet it keeps no more than a page.
 */
export function searchAudiences(tx: Tx, { text, locale, limitType, limit }: AudienceSearch): Audience[] {
  const sought = folded(text)
  const found: Ranked = [[], [], []]
  for (const sheet of sheetsIn(tx)) {
    const ofSheet: Ranked = [[], [], []]
    for (const entry of sheet.entries(locale)) {
      const rank = rankOf(entry, sought)
      if (rank === undefined || !isShown(entry.audience, limitType)) continue
      if (ofSheet[rank].length < limit) ofSheet[rank].push(entry.audience)
    }
    found.forEach((audiences, rank) => {
      audiences.push(...(ofSheet[rank] ?? []))
    })
  }
  return found.flatMap((audiences) => audiences.sort(compareAudiences)).slice(0, limit)
}

/** Everything that browsing shows, the largest first. */
export const browsedAudiences = (tx: Tx, limitType: AudienceType | undefined): Audience[] =>
  sheetsIn(tx)
    .flatMap(({ audiences }) => audiences)
    .filter((audience) => audience.browsable && isShown(audience, limitType))
    .sort(compareAudiences)
