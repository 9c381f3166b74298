import { type CallError, invalidParameter } from '../../service/contract/errors.ts'
import type { Tx } from '../../service/routes/context.ts'
import { caseless } from '../../service/values/letter-case.ts'
import { shown } from '../../service/values/scalars.ts'
import { type ListedAudience, listedAudience, noNode, type TargetingAudience } from './audience.ts'
import {
  audiencesOf,
  audiencesWithId,
  findAudience,
  interestsNamed,
  type TargetingEntry,
} from './audiences.ts'

/** Audiences by type and id, by id alone, and interests by name. */
interface AudienceLists {
  readonly targeting_list?: readonly TargetingEntry[] | undefined
  readonly id_list?: readonly string[] | undefined
  readonly name_list?: readonly string[] | undefined
}

/** The error of an id that does not identify exactly one audience (TGT-039, SIL-139). */
function idError(audiences: readonly TargetingAudience[], id: string): CallError | undefined {
  const { length } = audiencesWithId(audiences, id)
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
  const audiences = audiencesOf(tx)
  for (const id of id_list) {
    const error = idError(audiences, id)
    if (error) return error
  }
  // A name may be in any case (TGT-041, TGT-042).
  const named = interestsNamed(audiences, name_list, locale, caseless)
  // An invalid item has only the fields that the caller sent, and `valid` (TGT-046).
  const itemOf = (audience: TargetingAudience | undefined, sent: Partial<ListedAudience>): ListedAudience =>
    audience ? { ...listedAudience(audience, locale), valid: true } : { ...noNode, ...sent, valid: false }
  return [
    ...targeting_list.map(({ id, type }) =>
      itemOf(findAudience(audiences, id, type), { audience: id, type }),
    ),
    ...id_list.map((id) => itemOf(audiencesWithId(audiences, id)[0], { audience: id })),
    ...name_list.map((name) => itemOf(named(name), { words: { name } })),
  ]
}
