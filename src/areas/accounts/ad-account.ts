import { z } from 'zod'
import { instant, type RowOf, rowId, table } from '../../engine/table.ts'
import type { Seen, Tx } from '../../graph/seen.ts'
import type { Tables } from '../tables.ts'

/** What a person may be on an ad account. */
export const adAccountRoleNames = ['ADMIN', 'ADVERTISER', 'ANALYST'] as const

/** An ad account. */
export const adAccounts = table({
  row: z.object({
    name: z.string(),
    currency: z.string(),
    /** The language of its users, such as en_US. */
    locale: z.string(),
    createdTime: instant(),
    blocked: z.boolean(),
  }),
  edges: {},
})

/** The role of a person on an ad account. */
export const adAccountRoles = table({
  row: z.object({ adAccount: rowId('adAccounts'), user: rowId('users'), role: z.enum(adAccountRoleNames) }),
  edges: {
    byAccountUser: { owners: ({ adAccount, user }) => [[adAccount, user]] },
    byUser: { owners: ({ user }) => [[user]] },
  },
})

/** A row of an ad account. */
export type AdAccount = RowOf<Tables, 'adAccounts'>

/** The role of a person on an ad account now. */
export function roleOn(
  tx: Tx,
  adAccount: number,
  user: number,
): (typeof adAccountRoleNames)[number] | undefined {
  return tx.first('adAccountRoles', 'byAccountUser', [adAccount, user])?.role
}

/** Whether this caller has a role on an ad account: without one, nothing of it is told to him. */
export const hasRoleOn = ({ tx, viewer }: Seen, adAccount: number): boolean =>
  viewer.user !== undefined && roleOn(tx, adAccount, viewer.user.id) !== undefined
