import { z } from '../../engine/schema/zod.ts'
import { action } from '../../service/routes/define.ts'
import { list } from '../../service/values/compounds.ts'
import { nodeId } from '../../service/values/references.ts'
import { defaulted, filledText, integer, oneOf, text } from '../../service/values/scalars.ts'
import { currencies } from './money.ts'
import { adAccountRoleNames } from './records.ts'
import { timeZoneNames } from './time-zones.ts'

/**
 * Creates an ad account, and gives each of its administrators the role ADMIN. `business` is the name of the
 * business that owns it. `spendCap` is in subunits of its currency; it only appears in reads.
 */
export const createAdAccount = action({
  chapter: 'Endpoints › Ad campaigns',
  params: z.object({
    /** The name of the ad account. */
    name: text,
    /** The ISO 4217 code of the currency of all its amounts. */
    currency: defaulted(oneOf(currencies), 'USD'),
    /** The locale of targeting reads without `locale`. */
    locale: defaulted(text, 'en_US'),
    /**
     * The time zone of the days of its results, and of the times of its objects. By default `Etc/UTC`.
     */
    timeZone: oneOf(timeZoneNames).optional(),
    /** The users who get the role ADMIN. */
    administrators: defaulted(list(nodeId), []),
    /**
     * The most that the account may spend, in subunits of the currency. Without it there is no cap.
     */
    spendCap: integer(1).optional(),
    /** The name of the business that owns the account. A new name creates the business. */
    business: filledText.optional(),
  }),
  result: z.object({
    /** The id of the new ad account, without the prefix `act_`. */
    id: z.string(),
  }),
  run({ params, tx }) {
    const { administrators, spendCap, business: name, timeZone, ...account } = params
    const { id } = tx.insert('adAccounts', {
      ...account,
      createdTime: tx.now,
      blocked: false,
      ...(timeZone !== undefined && { timeZone }),
      ...(spendCap !== undefined && { spendCap: String(spendCap) }),
      ...(name !== undefined && { business: tx.insert('businesses', { name }).id }),
    })
    for (const user of new Set(administrators))
      tx.insert('adAccountRoles', { adAccount: id, user, role: 'ADMIN' })
    return { id: String(id) }
  },
})

/** Sets the role of a person on an ad account. Without `role` it removes their role. */
export const assignAdAccountRole = action({
  chapter: 'Authentication',
  params: z.object({
    adAccount: nodeId,
    user: nodeId,
    /** The role of the person: an ADMIN or ADVERTISER changes ads, an ANALYST only reads them. */
    role: oneOf(adAccountRoleNames).optional(),
  }),
  run({ params, tx }) {
    const { adAccount, user, role } = params
    const current = tx.first('adAccountRoles', 'byAccountUser', [adAccount, user])
    if (current) tx.remove(current.id)
    if (role) tx.insert('adAccountRoles', { adAccount, user, role })
    return { success: true }
  },
})
