import type { Tx } from '../../graph/context.ts'
import { type Audience, compareAudiences, isAudienceShown } from './audience.ts'
import { firstMatches } from './audience-index.ts'
import type { AudienceType } from './built-in-audiences.ts'
import { audienceOf, beginningsOf, sheetsIn } from './prepared-sheet.ts'

/** What a caller names to say which audience he means. */
export interface AudienceNamed {
  readonly type: string
  readonly id: string
}

/** Which audiences are suggested. */
export interface SuggestionsAsked {
  readonly given: readonly AudienceNamed[]
  readonly limitType: AudienceType | undefined
  readonly limit: number
}

const named = ({ type, id }: AudienceNamed): string => `${type}/${id}`

/**
 * Suggests audiences that share the beginning of their path with a given one: the longest shared beginning
 * first, then the largest, then by id (SIL-135). What is given is not suggested, and what is given but not
 * known suggests nothing.
 */
export function suggestedAudiences(tx: Tx, { given, limitType, limit }: SuggestionsAsked): Audience[] {
  const sheets = sheetsIn(tx)
  const taken = new Set(given.map(named))
  const paths = given.map(({ id, type }) => audienceOf(sheets, id, type)?.path ?? [])
  const near = new Set(paths.flatMap(beginningsOf))
  const byShared: (readonly Audience[])[][] = []
  for (const { beginnings, audiences } of sheets.flatMap(({ categories }) => categories)) {
    const shared = beginnings.filter((beginning) => near.has(beginning)).length
    byShared[shared] ??= []
    byShared[shared].push(audiences)
  }
  const isFresh = (audience: Audience) => isAudienceShown(audience, limitType) && !taken.has(named(audience))
  const suggested: Audience[] = []
  // Those that share nothing are left out, and what shares little is not looked at when more is enough.
  for (let shared = byShared.length - 1; shared > 0 && suggested.length < limit; shared--) {
    const fresh = (byShared[shared] ?? []).flatMap((audiences) => firstMatches(audiences, isFresh, limit))
    suggested.push(...fresh.sort(compareAudiences))
  }
  return suggested.slice(0, limit)
}
