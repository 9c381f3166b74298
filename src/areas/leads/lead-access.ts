import { type Access, type Account, accountOf, denied, lacking } from '../../graph/access/access.ts'
import { roleOn } from '../../graph/access/roles.ts'
import { heldTasks } from '../../graph/access/tasks.ts'
import type { Problem } from '../../graph/contract/errors.ts'
import type { Node, Seen, Tx } from '../../graph/seen.ts'
import type { AdRow, PageRow } from '../rows.ts'
import { pagesOfAd } from './lead.ts'

// Apps created after this instant need leads_retrieval (SIL-059): 2 July 2018, 23:59:59 UTC.
const LEADS_RETRIEVAL_SINCE = Date.UTC(2018, 6, 2, 23, 59, 59)

function retrievalProblem({ viewer }: Seen): Problem | undefined {
  return viewer.app.createdTime > LEADS_RETRIEVAL_SINCE ? lacking(viewer, ['leads_retrieval']) : undefined
}

/** Why a caller may not read the leads of a page. */
export function leadProblem(seen: Seen, page: Account | undefined): Problem | undefined {
  const { viewer } = seen
  const problem = retrievalProblem(seen)
  if (problem) return problem
  if (page?.kind !== 'pages' || !viewer.user)
    return denied('Requires the token of an administrator of the page')
  if (viewer.kind === 'page' && viewer.page?.id !== page.id)
    return denied('Requires a token of the page', 'the page token is of another page')
  const { leadAccess } = page
  if (leadAccess?.includes(viewer.user.id)) return undefined
  if (leadAccess)
    return denied(
      'Requires access to the leads of the page',
      'lead access is customized and leaves this user out',
    )
  if (heldTasks(seen, page.id).includes('MANAGE')) return undefined
  return denied('Requires an administrator of the page', 'the caller does not hold the task MANAGE')
}

/** Why a caller may read the leads of no page at all. */
function noPageProblem(seen: Seen): Problem | undefined {
  const { viewer, tx } = seen
  const { user } = viewer
  if (!user || viewer.kind === 'page') return leadProblem(seen, viewer.page)
  if (tx.first('pages', 'byLeadReader', [user.id])) return undefined
  const [role] = tx.list('pageRoles', 'byUser', [user.id], {
    where: ({ page, tasks }) => tasks.includes('MANAGE') && tx.find('pages', page)?.leadAccess === null,
    limit: 1,
  })
  return role ? undefined : denied('Requires an administrator of a page', 'the caller reads leads of no page')
}

/**
 * Why a caller may not ask for the leads of an ad. An ad serves the forms of several pages perhaps: whoever
 * reads the leads of one may ask, and so may whoever has a role on the ad account. An ad without leads has no
 * page yet, so whoever reads the leads of any page may ask.
 */
function adLeadsProblem(seen: Seen, ad: AdRow): Problem | undefined {
  const { tx, viewer } = seen
  if (viewer.user && roleOn(tx, ad.adAccount, viewer.user.id)) return retrievalProblem(seen)
  const [first, ...others] = pagesOfAd(tx, ad.id)
  if (!first) return retrievalProblem(seen) ?? noPageProblem(seen)
  const problem = leadProblem(seen, first)
  return problem && others.some((page) => !leadProblem(seen, page)) ? undefined : problem
}

/** The pages whose leads a call on a node reads. */
function leadPagesOf(tx: Tx, node: Node): PageRow[] {
  if (node.kind === 'ads') return pagesOfAd(tx, node.id)
  const page = accountOf(tx, node)
  return page?.kind === 'pages' ? [page] : []
}

/** Exporting leads: whoever may read them. The web address has no call limits, and fewer codes (SIL-160). */
export const exportsLeads: Access = {
  surface: 'user',
  writes: false,
  codes: [],
  permissions: ['leads_retrieval'],
  tasks: ['MANAGE'],
  account: (tx, node) => leadPagesOf(tx, node)[0],
  refuse: (seen, account, node) =>
    node?.kind === 'ads' ? adLeadsProblem(seen, node) : leadProblem(seen, account),
}

/** Reading leads: an administrator of the page, or whom a customized lead access names (SIL-058). */
export const readsLeads: Access = { ...exportsLeads, surface: 'page', codes: [80001], leadPages: leadPagesOf }
