import { z } from 'zod'
import { instant, rowId, table } from '../../engine/table.ts'

/** The roles that a person can have on an ad account. */
export const adAccountRoleNames = ['ADMIN', 'ADVERTISER', 'ANALYST'] as const

/** An ad account. */
export const adAccounts = table({
  row: z.object({
    name: z.string(),
    currency: z.string(),
    /** Language and region of its users, such as en_US. */
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
