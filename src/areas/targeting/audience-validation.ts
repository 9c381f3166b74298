import { type CallError, invalidParameter } from '../../graph/contract/errors.ts'
import type { Tx } from '../../graph/routes/context.ts'
import { caseless } from '../../graph/values/letter-case.ts'
import { shown } from '../../graph/values/scalars.ts'
import {
  compareAudiences,
  type ListedAudience,
  listedAudience,
  noNode,
  type TargetingAudience,
} from './audience.ts'
import { type AudienceBlock, audienceBlocks, audiencesWithId, findAudience } from './audience-blocks.ts'
import type { TargetingEntry } from './audience-suggestions.ts'

/** Audiences by type and id, by id alone, and interests by name. */
interface AudienceLists {
  readonly targeting_list?: readonly TargetingEntry[] | undefined
  readonly id_list?: readonly string[] | undefined
  readonly name_list?: readonly string[] | undefined
}

/** Returns the interest with this name in any case, the largest if there are several (TGT-041, TGT-042). */
function interestNamed(
  blocks: readonly AudienceBlock[],
  name: string,
  locale: string,
): TargetingAudience | undefined {
  const found = blocks.map(({ interests }) => interests(locale).get(caseless(name)))
  return found.filter((audience) => audience !== undefined).sort(compareAudiences)[0]
}

/** The error of an id that does not identify exactly one audience (TGT-039, SIL-139). */
function idError(blocks: readonly AudienceBlock[], id: string): CallError | undefined {
  const { length } = audiencesWithId(blocks, id)
  if (length === 1) return undefined
  const count = length === 0 ? 'no audience' : `${length} audiences of different types`
  return invalidParameter(
    `Param id_list must hold ids of exactly one audience each, and ${shown(id)} is the id of ${count}`,
  )
}

/**
 * Validates audiences. Returns an item for each entry, in the order of the lists (SIL-139). An id of
 * `id_list` that does not identify exactly one audience makes the whole call fail. A small audience is valid
 * too, because `limit_type` lists it.
 */
export function validateAudiences(
  tx: Tx,
  { targeting_list = [], id_list = [], name_list = [] }: AudienceLists,
  locale: string,
): ListedAudience[] | CallError {
  const blocks = audienceBlocks(tx)
  for (const id of id_list) {
    const error = idError(blocks, id)
    if (error) return error
  }
  // An invalid item has only the fields that the caller sent, and `valid` (TGT-046).
  const itemOf = (audience: TargetingAudience | undefined, sent: Partial<ListedAudience>): ListedAudience =>
    audience ? { ...listedAudience(audience, locale), valid: true } : { ...noNode, ...sent, valid: false }
  return [
    ...targeting_list.map(({ id, type }) => itemOf(findAudience(blocks, id, type), { audience: id, type })),
    ...id_list.map((id) => itemOf(audiencesWithId(blocks, id)[0], { audience: id })),
    ...name_list.map((name) => itemOf(interestNamed(blocks, name, locale), { words: { name } })),
  ]
}
