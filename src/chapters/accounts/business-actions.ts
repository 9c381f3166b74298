import { z } from '../../engine/schema/zod.ts'
import { action } from '../../service/routes/define.ts'
import { list } from '../../service/values/compounds.ts'
import { nodeId } from '../../service/values/references.ts'
import { boolean, defaulted, filledText, oneOf } from '../../service/values/scalars.ts'
import { businessRoleNames } from '../people/business-records.ts'

const chapter = 'Beyond the description'

/** Creates a business, and gives each of its administrators the role ADMIN. The first one created it. */
export const createBusiness = action({
  chapter,
  params: z.object({
    /** The name of the business. */
    name: filledText,
    /** The users who get the role ADMIN. */
    administrators: defaulted(list(nodeId), []),
    /** Whether the platform has verified the business. */
    verified: defaulted(boolean, false),
  }),
  result: z.object({
    /** The id of the new business. */
    id: z.string(),
  }),
  run({ params, tx }) {
    const { administrators, ...business } = params
    const [creator] = administrators
    const made = { ...business, createdTime: tx.now, ...(creator !== undefined && { creator }) }
    const { id } = tx.insert('businesses', made)
    for (const user of new Set(administrators))
      tx.insert('businessRoles', { business: id, user, role: 'ADMIN' })
    return { id: String(id) }
  },
})

/** Sets the role of a person in a business. Without `role` it removes the person. */
export const assignBusinessRole = action({
  chapter,
  params: z.object({
    business: nodeId,
    user: nodeId,
    /** The role of the person: an ADMIN adds pages and ad accounts, an EMPLOYEE only reads. */
    role: oneOf(businessRoleNames).optional(),
  }),
  run({ params, tx }) {
    const { business, user, role } = params
    const current = tx.first('businessRoles', 'byBusinessUser', [business, user])
    if (current) tx.remove(current.id)
    if (role) tx.insert('businessRoles', { business, user, role })
    return { success: true }
  },
})

/** Makes a business the owner of pages and ad accounts, whoever owned them before. */
export const assignToBusiness = action({
  chapter,
  params: z.object({
    business: nodeId,
    /** The pages that the business owns from now on, besides those that it has. */
    pages: defaulted(list(nodeId), []),
    /** The ad accounts that the business owns from now on, besides those that it has. */
    adAccounts: defaulted(list(nodeId), []),
  }),
  run({ params, tx }) {
    const { business, pages, adAccounts } = params
    for (const id of pages) tx.patch('pages', id, { business })
    for (const id of adAccounts) tx.patch('adAccounts', id, { business })
    tx.patch('businesses', business, { updatedTime: tx.now })
    return { success: true }
  },
})
