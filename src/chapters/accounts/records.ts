import { z } from '../../engine/schema/zod.ts'
import { by, instant, rowId, table } from '../../engine/store/table.ts'
import { decimalText } from '../../service/values/columns.ts'
import { timeZoneNames } from './time-zones.ts'

/** The roles that a person can have on an ad account. */
export const adAccountRoleNames = ['ADMIN', 'ADVERTISER', 'ANALYST'] as const

/** The terms that can be accepted for an ad account. */
export const adTerms = [
  'custom_audience_tos',
  'value_based_custom_audience_tos',
  'web_custom_audience_tos',
] as const

/** An ad account. */
export const adAccounts = table({
  row: z.object({
    name: z.string(),
    currency: z.string(),
    /** Language and region of its users, such as en_US. */
    locale: z.string(),
    /** Its time zone; absent for UTC. */
    timeZone: z.enum(timeZoneNames).optional(),
    createdTime: instant(),
    blocked: z.boolean(),
    /** The amount that its ads have cost, in subunits of its currency; absent until something is spent. */
    spent: decimalText.optional(),
    /** The most that its ads may cost, in subunits of its currency; absent without a limit. */
    spendCap: decimalText.optional(),
    business: rowId('businesses').optional(),
    paymentMethod: rowId('paymentMethods').optional(),
    /** The terms that were accepted for it. */
    acceptedTerms: z.array(z.enum(adTerms)).optional(),
    /** Whether the terms of pixels of other sites were accepted. */
    offsitePixels: z.boolean().optional(),
  }),
  edges: { byBusiness: { owners: by('business') } },
})

/** The role of a person on an ad account. */
export const adAccountRoles = table({
  row: z.object({ adAccount: rowId('adAccounts'), user: rowId('users'), role: z.enum(adAccountRoleNames) }),
  edges: {
    byAccountUser: { owners: by('adAccount', 'user') },
    byUser: { owners: by('user') },
  },
})
