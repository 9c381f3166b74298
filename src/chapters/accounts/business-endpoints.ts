import { z } from '../../engine/schema/zod.ts'
import { heldTasks } from '../../service/access/access.ts'
import { ownAccess } from '../../service/access/ownership.ts'
import { roleOn } from '../../service/access/roles.ts'
import { endpoint } from '../../service/routes/define.ts'
import { nodeId } from '../../service/values/references.ts'
import { listResult, recordResult } from '../../service/views/results.ts'
import type { View } from '../../service/views/view.ts'
import { managedPageView, pageView } from '../people/views.ts'
import type { PageRoleRow } from '../rows.ts'
import { adAccountView } from './ad-account.ts'
import { managesBusiness, readsBusiness } from './business-access.ts'
import { businessView, ownBusinessView } from './business-view.ts'
import { ownAdAccountView } from './own-ad-account.ts'

const reference = 'https://developers.facebook.com/docs/marketing-api/reference/business/'
const userReference = 'https://developers.facebook.com/docs/graph-api/reference/user/'
const claimResult = z.object({
  /** The state of the claim: always `CONFIRMED`, because the caller administers both. */
  access_status: z.enum(['CONFIRMED']),
})

const confirmed = { access_status: 'CONFIRMED' } as const

/** A page in the list of those that are assigned to a person. */
const assignedPageView = { ...managedPageView, minimal: ['id', 'name', 'tasks'] } satisfies View<PageRoleRow>

/** Lists the businesses in which a person has a role. Requires their user token with business_management. */
export const listBusinesses = endpoint({
  route: 'GET /{user}/businesses',
  source: `${userReference}businesses/`,
  access: ownAccess(...readsBusiness.permissions),
  ...listResult(ownBusinessView),
  run: ({ user, pageOf }) =>
    pageOf({ table: 'businessRoles', edge: 'byUser', owner: [user.id] }, ownBusinessView),
})

/** Reads a business in which the person of the token has a role. */
export const readBusiness = endpoint({
  route: 'GET /{business}',
  source: reference,
  access: readsBusiness,
  ...recordResult(businessView),
  run: ({ business, show }) => show(businessView, business),
})

/** Lists the pages that a business owns, newest first. */
export const listOwnedPages = endpoint({
  route: 'GET /{business}/owned_pages',
  source: `${reference}owned_pages/`,
  access: readsBusiness,
  ...listResult(pageView),
  run: ({ business, pageOf }) =>
    pageOf({ table: 'pages', edge: 'byBusiness', owner: [business.id] }, pageView),
})

/** Makes a business the owner of a page. The caller must be an ADMIN, with the task MANAGE on the page. */
export const claimPage = endpoint({
  route: 'POST /{business}/owned_pages',
  source: `${reference}owned_pages/`,
  access: managesBusiness,
  params: z.object({
    /** The id of the page, which no other business owns. */
    page_id: nodeId,
  }),
  result: claimResult,
  run(context) {
    const { business, params, tx, refuse } = context
    const page = tx.find('pages', params.page_id)
    if (!page || !heldTasks(context, page.id).includes('MANAGE'))
      return refuse(
        100,
        `Param page_id must be the id of a page that the caller manages, got ${params.page_id}`,
      )
    if (page.business !== undefined && page.business !== business.id)
      return refuse(100, `Param page_id must be the id of a page without a business, got ${page.id}`)
    tx.patch('pages', page.id, { business: business.id })
    tx.patch('businesses', business.id, { updatedTime: tx.now })
    return confirmed
  },
})

/** Lists the ad accounts that a business owns, newest first. */
export const listOwnedAdAccounts = endpoint({
  route: 'GET /{business}/owned_ad_accounts',
  source: `${reference}owned_ad_accounts/`,
  access: readsBusiness,
  ...listResult(adAccountView),
  run: ({ business, pageOf }) =>
    pageOf({ table: 'adAccounts', edge: 'byBusiness', owner: [business.id] }, adAccountView),
})

/** Makes a business the owner of an ad account. The caller must be an ADMIN of both. */
export const claimAdAccount = endpoint({
  route: 'POST /{business}/owned_ad_accounts',
  source: `${reference}owned_ad_accounts/`,
  access: managesBusiness,
  params: z.object({
    /** The id of the ad account, which no other business owns, with the prefix `act_` or without it. */
    adaccount_id: nodeId,
  }),
  result: claimResult,
  run({ business, caller, params, tx, refuse }) {
    const { adaccount_id: id } = params
    const account = tx.find('adAccounts', id)
    if (!account || !caller.user || roleOn(tx, account.id, caller.user.id) !== 'ADMIN')
      return refuse(
        100,
        `Param adaccount_id must be the id of an ad account that the caller administers, got ${id}`,
      )
    if (account.business !== undefined && account.business !== business.id)
      return refuse(100, `Param adaccount_id must be the id of an ad account without a business, got ${id}`)
    tx.patch('adAccounts', account.id, { business: business.id })
    tx.patch('businesses', business.id, { updatedTime: tx.now })
    return confirmed
  },
})

/** Lists the pages that are assigned to a person: those on which they have a task. */
export const listAssignedPages = endpoint({
  route: 'GET /{user}/assigned_pages',
  source: `${userReference}assigned_pages/`,
  access: ownAccess(),
  ...listResult(assignedPageView),
  run: ({ user, pageOf }) =>
    pageOf({ table: 'pageRoles', edge: 'byUser', owner: [user.id] }, assignedPageView),
})

/** Lists the ad accounts that are assigned to a person: those on which they have a role. */
export const listAssignedAdAccounts = endpoint({
  route: 'GET /{user}/assigned_ad_accounts',
  source: `${userReference}assigned_ad_accounts/`,
  access: ownAccess(),
  ...listResult(ownAdAccountView),
  run: ({ user, pageOf }) =>
    pageOf({ table: 'adAccountRoles', edge: 'byUser', owner: [user.id] }, ownAdAccountView),
})
