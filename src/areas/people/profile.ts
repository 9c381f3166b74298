import { z } from 'zod'
import type { ReadContext, Tx } from '../../graph/context.ts'

/** A page or a person as records name it. */
export const Profile = z.object({ id: z.string(), name: z.string() })

/** The page or person with this id; undefined when there is none. */
export function profileOf(tx: Tx, id: number): z.output<typeof Profile> | undefined {
  const profile = tx.find('pages', id) ?? tx.find('users', id)
  return profile && { id: String(id), name: profile.name }
}

/** Whether a profile is shown: to a page token every one, to any other only the token's person (SIL-055). */
export const isProfileShown = ({ caller }: ReadContext, id: number): boolean =>
  caller.kind === 'page' || caller.user?.id === id
