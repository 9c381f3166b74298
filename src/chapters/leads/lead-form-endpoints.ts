import { z } from '../../engine/schema/zod.ts'
import { pageAccess } from '../../service/access/access.ts'
import { alsoWith } from '../../service/access/live-access.ts'
import { isCallError } from '../../service/contract/errors.ts'
import { endpoint } from '../../service/routes/define.ts'
import { defaulted } from '../../service/values/scalars.ts'
import { pagingParams } from '../../service/views/paging.ts'
import { listResult, recordResult } from '../../service/views/results.ts'
import { adFiltering, filterOf } from '../ads/ad-filter.ts'
import { mustBePageToken, pageTokenAccess } from '../people/page-access.ts'
import { leadFormFilterFields, leadFormView } from './lead-form-view.ts'

const readsForms = { tasks: ['MANAGE', 'ADVERTISE'], permissions: ['leads_retrieval'] } as const

/**
 * Lists the lead forms of a page, newest first, archived ones too. `filtering` tests ids, names, statuses and
 * times. Requires a page token.
 */
export const listLeadForms = endpoint({
  route: 'GET /{page}/leadgen_forms',
  source: 'https://developers.facebook.com/docs/graph-api/reference/page/leadgen_forms/',
  access: alsoWith(pageTokenAccess(readsForms, mustBePageToken), 'pages_manage_ads'),
  ...listResult(leadFormView),
  params: z.object({
    /** Conditions on the forms to list; all must hold. */
    filtering: defaulted(adFiltering, []),
    ...pagingParams,
  }),
  run(context) {
    const { page, params, pageOf, refuseFor } = context
    const where = filterOf(context, params.filtering, 'form', leadFormFilterFields)
    if (isCallError(where)) return refuseFor(where)
    return pageOf({ table: 'leadForms', edge: 'byPage', owner: [page.id], where }, leadFormView)
  },
})

/** Reads a lead form: its questions, its page, and the number of its leads. */
export const readLeadForm = endpoint({
  route: 'GET /{form}',
  source: 'https://developers.facebook.com/docs/marketing-api/guides/lead-ads/retrieving/',
  access: alsoWith(pageAccess(readsForms), 'pages_manage_ads'),
  ...recordResult(leadFormView),
  run: ({ form, show }) => show(leadFormView, form),
})
