import type { Tx } from '../../graph/context.ts'
import type { CallError } from '../../graph/contract/errors.ts'
import { caseless } from '../../graph/values/letter-case.ts'
import { shown } from '../../graph/values/scalars.ts'
import { type Audience, compareAudiences, type ListedAudience, listed, noNode } from './audience.ts'
import type { AudienceNamed } from './audience-suggestions.ts'
import { audienceOf, audiencesWithId, type Sheet, sheetsIn } from './prepared-sheet.ts'

/** Audiences by type and id, by id alone, and interests by name. */
export interface AudienceLists {
  readonly targeting_list?: readonly AudienceNamed[] | undefined
  readonly id_list?: readonly string[] | undefined
  readonly name_list?: readonly string[] | undefined
}

/** The interest of this name, whatever its case; of several the largest (SIL-139). */
function interestNamed(sheets: readonly Sheet[], name: string, locale: string): Audience | undefined {
  const meant = sheets.map(({ interests }) => interests(locale).get(caseless(name)))
  return meant.filter((audience) => audience !== undefined).sort(compareAudiences)[0]
}

/** Says why an id of `id_list` does not identify exactly one audience (TGT-039, SIL-139). */
function idProblem(sheets: readonly Sheet[], id: string): CallError | undefined {
  const { length } = audiencesWithId(sheets, id)
  if (length === 1) return undefined
  const count = length === 0 ? 'none' : `${length}, of different types`
  const message = `Param id_list must hold ids of exactly one audience each, and ${shown(id)} is of ${count}`
  return { code: 100, message }
}

/**
 * Validates audiences: one item for each entry, in the order of the lists. An unknown id of `id_list`, or one
 * that audiences of several types share, makes the whole call invalid (SIL-139). An audience is valid
 * however small it is, because a list of its type shows it.
 */
export function validatedAudiences(
  tx: Tx,
  { targeting_list = [], id_list = [], name_list = [] }: AudienceLists,
  locale: string,
): ListedAudience[] | CallError {
  const sheets = sheetsIn(tx)
  for (const id of id_list) {
    const error = idProblem(sheets, id)
    if (error) return error
  }
  const said = (audience: Audience | undefined, otherwise: Partial<ListedAudience>): ListedAudience =>
    audience ? { ...listed(audience, locale), valid: true } : { ...noNode, ...otherwise, valid: false }
  return [
    ...targeting_list.map(({ id, type }) => said(audienceOf(sheets, id, type), { audience: id, type })),
    ...id_list.map((id) => said(audiencesWithId(sheets, id)[0], { audience: id })),
    ...name_list.map((name) => said(interestNamed(sheets, name, locale), { words: { name } })),
  ]
}
