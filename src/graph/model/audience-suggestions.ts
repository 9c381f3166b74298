import type { Tx } from '../seen.ts'
import type { AudienceType } from '../vocabulary/audiences.ts'
import { type Audience, compareAudiences, isShown } from './audience.ts'
import { audienceOf, sheetsIn } from './audience-sheet.ts'

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

/** The beginnings of a path, each as one text, the shortest first. */
const beginnings = (path: readonly string[]): string[] =>
  path.map((_, at) => JSON.stringify(path.slice(0, at + 1)))

/**
 * Suggests audiences that share the beginning of their path with a given one: the longest shared beginning
 * first, then the largest, then by id (SIL-135). What is given is not suggested, and what is given but not
 * known suggests nothing.
 */
export function suggestedAudiences(tx: Tx, { given, limitType, limit }: SuggestionsAsked): Audience[] {
  const sheets = sheetsIn(tx)
  const taken = new Set(given.map(named))
  const paths = given.map(({ id, type }) => audienceOf(sheets, id, type)?.path ?? [])
  const near = new Set(paths.flatMap(beginnings))
  const byShared: Audience[][] = []
  for (const { path, audiences } of sheets.flatMap(({ categories }) => categories)) {
    const shared = beginnings(path).filter((beginning) => near.has(beginning)).length
    if (shared === 0) continue
    const fresh = audiences.filter((audience) => isShown(audience, limitType) && !taken.has(named(audience)))
    byShared[shared] ??= []
    byShared[shared].push(...fresh.slice(0, limit))
  }
  // Lengths that nothing shares are holes, which `flat` leaves out.
  return byShared
    .map((audiences) => audiences.sort(compareAudiences))
    .reverse()
    .flat()
    .slice(0, limit)
}
