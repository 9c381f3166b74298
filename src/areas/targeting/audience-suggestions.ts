import type { Tx } from '../../graph/routes/context.ts'
import { compareAudiences, isListedFor, type TargetingAudience } from './audience.ts'
import { audienceBlocks, findAudience, pathPrefixes } from './audience-blocks.ts'
import { firstMatches } from './audience-index.ts'
import type { AudienceType } from './built-in-audiences.ts'

/** An entry of `targeting_list`: type and id together identify one audience. */
export interface TargetingEntry {
  readonly type: string
  readonly id: string
}

/** The parameters of suggestions. */
interface SuggestionParams {
  readonly targetingList: readonly TargetingEntry[]
  readonly limitType: AudienceType | undefined
  readonly limit: number
}

const keyOf = ({ type, id }: TargetingEntry): string => `${type}/${id}`

/**
 * Suggests audiences whose path shares a prefix with an audience of the list: the longest shared prefix
 * first, then the largest, then by id (SIL-135). It does not suggest audiences of the list, and ignores
 * unknown entries.
 */
export function suggestAudiences(
  tx: Tx,
  { targetingList, limitType, limit }: SuggestionParams,
): TargetingAudience[] {
  const blocks = audienceBlocks(tx)
  const listed = new Set(targetingList.map(keyOf))
  const paths = targetingList.map(({ id, type }) => findAudience(blocks, id, type)?.path ?? [])
  const sought = new Set(paths.flatMap(pathPrefixes))
  const bySharedLength: (readonly TargetingAudience[])[][] = []
  for (const { prefixes, audiences } of blocks.flatMap(({ categories }) => categories)) {
    const length = prefixes.filter((prefix) => sought.has(prefix)).length
    bySharedLength[length] ??= []
    bySharedLength[length].push(audiences)
  }
  const isNew = (audience: TargetingAudience) =>
    isListedFor(audience, limitType) && !listed.has(keyOf(audience))
  const suggestions: TargetingAudience[] = []
  for (let length = bySharedLength.length - 1; length > 0 && suggestions.length < limit; length--) {
    const found = (bySharedLength[length] ?? []).flatMap((audiences) => firstMatches(audiences, isNew, limit))
    suggestions.push(...found.sort(compareAudiences))
  }
  return suggestions.slice(0, limit)
}
