import type { adAccountRoleNames } from '../../chapters/accounts/records.ts'
import type { businessRoleNames } from '../../chapters/people/business-records.ts'
import type { Tx } from '../routes/context.ts'
import type { ReadContext } from '../routes/read-context.ts'

/** Returns the current role of a user on an ad account, or undefined. */
export function roleOn(
  tx: Tx,
  adAccount: number,
  user: number,
): (typeof adAccountRoleNames)[number] | undefined {
  return tx.first('adAccountRoles', 'byAccountUser', [adAccount, user])?.role
}

/** Returns the current role of a user in a business, or undefined. */
export function roleIn(
  tx: Tx,
  business: number,
  user: number,
): (typeof businessRoleNames)[number] | undefined {
  return tx.first('businessRoles', 'byBusinessUser', [business, user])?.role
}

/** Whether the caller has a role on an ad account. Callers without a role see nothing of it. */
export const hasRoleOn = ({ tx, caller }: ReadContext, adAccount: number): boolean =>
  caller.user !== undefined && roleOn(tx, adAccount, caller.user.id) !== undefined

/** Whether the caller has a role in a business. Callers without a role see nothing of it. */
export const hasRoleIn = ({ tx, caller }: ReadContext, business: number): boolean =>
  caller.user !== undefined && roleIn(tx, business, caller.user.id) !== undefined
