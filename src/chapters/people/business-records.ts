import { z } from '../../engine/schema/zod.ts'
import { by, instant, rowId, table } from '../../engine/store/table.ts'

/** The roles that a person can have in a business. */
export const businessRoleNames = ['ADMIN', 'EMPLOYEE'] as const

/** A business, the owner of business tags, pages and ad accounts. */
export const businesses = table({
  row: z.object({
    name: z.string(),
    /** Absent for a business that came with a tag or an ad account. */
    createdTime: instant().optional(),
    /** When its pages and ad accounts last changed; absent until then. */
    updatedTime: instant().optional(),
    /** Whether the platform has verified the business. */
    verified: z.boolean().optional(),
    creator: rowId('users').optional(),
    paymentMethod: rowId('paymentMethods').optional(),
  }),
  edges: {},
})

/** A way in which ad accounts and businesses pay. */
export const paymentMethods = table({
  row: z.object({ displayString: z.string(), type: z.int() }),
  edges: {},
})

/** The role of a person in a business. */
export const businessRoles = table({
  row: z.object({ business: rowId('businesses'), user: rowId('users'), role: z.enum(businessRoleNames) }),
  edges: {
    byBusinessUser: { owners: by('business', 'user') },
    byUser: { owners: by('user') },
  },
})
