import type { adAccountRoleNames } from '../../areas/accounts/records.ts'
import type { ReadContext, Tx } from '../context.ts'

/** The role of a person on an ad account now. */
export function roleOn(
  tx: Tx,
  adAccount: number,
  user: number,
): (typeof adAccountRoleNames)[number] | undefined {
  return tx.first('adAccountRoles', 'byAccountUser', [adAccount, user])?.role
}

/** Whether this caller has a role on an ad account: without one, nothing of it is told to him. */
export const hasRoleOn = ({ tx, caller }: ReadContext, adAccount: number): boolean =>
  caller.user !== undefined && roleOn(tx, adAccount, caller.user.id) !== undefined
