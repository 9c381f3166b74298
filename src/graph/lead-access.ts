import { type Access, type Account, accountOf, denied, lacking } from './access.ts'
import type { Problem } from './errors.ts'
import { roleOn } from './model/ad-account.ts'
import { heldTasks } from './model/page.ts'
import type { Seen } from './seen.ts'

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

/** Reading leads: an administrator of the page, or whom a customized lead access names (SIL-058). */
export const readsLeads: Access = {
  surface: 'page',
  writes: false,
  codes: [80001],
  permissions: ['leads_retrieval'],
  tasks: ['MANAGE'],
  readsLeads: true,
  account(tx, node) {
    // The leads of an ad are those of the pages whose forms it shows; the first stands for all in the limits.
    if (node.kind !== 'ads') return accountOf(tx, node)
    const lead = tx.first('leads', 'byAd', [node.id])
    return lead && tx.find('pages', lead.page)
  },
  refuse(seen, account, node) {
    const problem = leadProblem(seen, account)
    if (!problem || node?.kind !== 'ads') return problem
    // Who runs the ad may ask for its leads too, and sees those of the pages that let him.
    const { user } = seen.viewer
    return user && roleOn(seen.tx, node.adAccount, user.id) ? retrievalProblem(seen) : problem
  },
}

/** Exporting leads: whoever may read them. The web address has no call limits, and fewer codes (SIL-160). */
export const exportsLeads: Access = { ...readsLeads, surface: 'user', codes: [], readsLeads: false }
