import { z } from '../../engine/schema/zod.ts'
import type { Tx } from '../../service/routes/context.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'

/** A page or a person as other records show it: id and name. */
export const Profile = z.object({
  /** The id of the person, the page or the app. */
  id: z.string(),
  /** The name of the person, the page or the app. */
  name: z.string(),
})

/** Returns the page or person with this id, or undefined. */
export function profileOf(tx: Tx, id: number): z.output<typeof Profile> | undefined {
  const profile = tx.find('pages', id) ?? tx.find('users', id)
  return profile && { id: String(id), name: profile.name }
}

/** Returns the profile that a caller acts as: the page of a page token, or the person. */
export const actingProfile = ({ caller: { page, user } }: ReadContext): number | undefined =>
  page?.id ?? user?.id

/**
 * Whether the caller sees a profile in feed records. A page token sees all; any other token sees only its own
 * person (FEE-030, FEE-056, FEE-086, AUT-019, SIL-055).
 */
export const isProfileShown = ({ caller }: ReadContext, id: number): boolean =>
  caller.kind === 'page' || caller.user?.id === id
