import {
  type Access,
  type Account,
  accountOf,
  heldTasks,
  missingPermissions,
  permissionError,
} from '../../service/access/access.ts'
import { roleOn } from '../../service/access/roles.ts'
import type { CallError } from '../../service/contract/errors.ts'
import type { Node, Tx } from '../../service/routes/context.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import type { AdRow, PageRow } from '../rows.ts'
import { pagesOfAd } from './lead.ts'

// Apps created after 2 July 2018 need the permission leads_retrieval (SIL-059).
const LEADS_RETRIEVAL_SINCE = Date.UTC(2018, 6, 2, 23, 59, 59)

function retrievalError({ caller }: ReadContext): CallError | undefined {
  return caller.app.createdTime > LEADS_RETRIEVAL_SINCE
    ? missingPermissions(caller, ['leads_retrieval'])
    : undefined
}

/** The error if the caller cannot read the leads of a page (SIL-058). */
export function leadAccessError(context: ReadContext, page: Account | undefined): CallError | undefined {
  const { caller } = context
  const error = retrievalError(context)
  if (error) return error
  if (page?.kind !== 'pages' || !caller.user)
    return permissionError('Requires the token of an administrator of the page')
  if (caller.kind === 'page' && caller.page?.id !== page.id)
    return permissionError('Requires a token of the page', 'the page token is of another page')
  const { leadAccess } = page
  if (leadAccess?.includes(caller.user.id)) return undefined
  if (leadAccess)
    return permissionError(
      'Requires access to the leads of the page',
      'the page has customized lead access, which does not include this user',
    )
  if (heldTasks(context, page.id).includes('MANAGE')) return undefined
  return permissionError('Requires an administrator of the page', 'the caller does not hold the task MANAGE')
}

/** The error if the caller cannot read the leads of any page. */
function noPageError(context: ReadContext): CallError | undefined {
  const { caller, tx } = context
  const { user } = caller
  if (!user || caller.kind === 'page') return leadAccessError(context, caller.page)
  if (tx.first('pages', 'byLeadReader', [user.id])) return undefined
  const [role] = tx.list('pageRoles', 'byUser', [user.id], {
    where: ({ page, tasks }) => tasks.includes('MANAGE') && tx.find('pages', page)?.leadAccess === null,
    limit: 1,
  })
  return role
    ? undefined
    : permissionError('Requires an administrator of a page', 'the caller cannot read the leads of any page')
}

/**
 * The error if the caller cannot list the leads of an ad. They need a role on the ad account or access to the
 * leads of a page that the ad has leads for. An ad without leads has no page yet: access to the leads of any
 * page is enough.
 */
function adLeadsError(context: ReadContext, ad: AdRow): CallError | undefined {
  const { tx, caller } = context
  if (caller.user && roleOn(tx, ad.adAccount, caller.user.id)) return retrievalError(context)
  const [first, ...others] = pagesOfAd(tx, ad.id)
  if (!first) return retrievalError(context) ?? noPageError(context)
  const error = leadAccessError(context, first)
  return error && others.some((page) => !leadAccessError(context, page)) ? undefined : error
}

/** Returns the pages whose leads a call on a node reads. */
function pagesOfLeads(tx: Tx, node: Node): PageRow[] {
  if (node.kind === 'ads') return pagesOfAd(tx, node.id)
  const page = accountOf(tx, node)
  return page?.kind === 'pages' ? [page] : []
}

/** Access to the export of leads: like reading them, without call limits (SIL-160). */
export const exportsLeads: Access = {
  surface: 'user',
  writes: false,
  codes: [],
  permissions: ['leads_retrieval'],
  tasks: ['MANAGE'],
  account: (tx, node) => pagesOfLeads(tx, node)[0],
  errorOf: (context, account, node) =>
    node?.kind === 'ads' ? adLeadsError(context, node) : leadAccessError(context, account),
}

/** Access to leads: an administrator of the page, or a user in its customized lead access (SIL-058). */
export const readsLeads: Access = {
  ...exportsLeads,
  surface: 'page',
  codes: [80001],
  leadPages: pagesOfLeads,
}
