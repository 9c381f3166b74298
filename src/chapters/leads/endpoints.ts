import { z } from '../../engine/schema/zod.ts'
import type { ErrorCode } from '../../service/contract/errors.ts'
import { isCallError } from '../../service/contract/errors.ts'
import { type EndpointContext, endpoint } from '../../service/routes/define.ts'
import { defaulted, numericId, oneOf } from '../../service/values/scalars.ts'
import { unixSeconds, unixTime } from '../../service/values/times.ts'
import { pagingParams } from '../../service/views/paging.ts'
import { listResult, recordResult } from '../../service/views/results.ts'
import type { LeadRow } from '../rows.ts'
import { leadView } from './lead.ts'
import { exportsLeads, leadAccessError, readsLeads } from './lead-access.ts'
import { leadsAsTsv } from './lead-export.ts'
import { leadFiltering, rangeBetween, rangeOfConditions } from './lead-filter.ts'

// The contract lists no errors for these endpoints (LEA-047).
const chapter = 'Endpoints › Leads'

/**
 * Reads one lead. Its disclaimer answers are shown when `fields` names `custom_disclaimer_responses`
 * (LEA-001, LEA-021, LEA-022).
 */
export const readLead = endpoint({
  route: 'GET /{lead}',
  chapter,
  access: readsLeads,
  ...recordResult(leadView),
  run: ({ lead, show }) => show(leadView, lead),
})

// LEA-004, LEA-024
const listParams = z.object({
  ...pagingParams,
  /** Conditions on the time of the leads; all must hold. */
  filtering: defaulted(leadFiltering, []),
})

type LeadListContext = Omit<EndpointContext<'', z.output<typeof listParams>, ErrorCode>, 'refuse'>

/** Returns the requested page of the leads of a form or an ad, newest first. */
function leadPage(context: LeadListContext, edge: 'byForm' | 'byAd', owner: number) {
  const { tx, params, pageOf } = context
  // An ad can show the forms of several pages, and each page has its own lead access.
  const canReadPage = new Map<number, boolean>()
  const where = ({ page }: LeadRow): boolean => {
    const canRead = canReadPage.get(page) ?? leadAccessError(context, tx.find('pages', page)) === undefined
    canReadPage.set(page, canRead)
    return canRead
  }
  const between = rangeOfConditions(params.filtering)
  const source = { table: 'leads', edge, owner: [owner], where, between } as const
  return pageOf(source, leadView)
}

/**
 * Lists the leads of a form, newest first: those of every ad that uses it, and organic ones (LEA-003,
 * LEA-025, LEA-026, LEA-027, LEA-028).
 */
export const listFormLeads = endpoint({
  route: 'GET /{form}/leads',
  chapter,
  access: readsLeads,
  ...listResult(leadView),
  params: listParams,
  run: (context) => leadPage(context, 'byForm', context.form.id),
})

/** Lists the leads of an ad, newest first (LEA-002, LEA-023). */
export const listAdLeads = endpoint({
  route: 'GET /{ad}/leads',
  chapter,
  access: readsLeads,
  ...listResult(leadView),
  params: listParams,
  run: (context) => leadPage(context, 'byAd', context.ad.id),
})

/**
 * Exports the leads of a form between two times as tab-separated text, oldest first. Both times are included;
 * they are clamped to the time from the form's creation until now (LEA-005, LEA-029; SIL-160).
 */
export const exportLeads = endpoint({
  route: 'GET {web_url}/ads/lead_gen/export_csv/?id={form}',
  chapter,
  access: exportsLeads,
  params: z.object({
    /** The id of the form. */
    id: numericId, // LEA-031
    /** The kind of the object: always `form`. */
    type: oneOf(['form']), // LEA-032
    /** The start of the range. Times before the form was created count as its creation. */
    from_date: unixSeconds.optional(), // LEA-033
    /** The end of the range. Now, if left out or later. */
    to_date: unixSeconds.optional(), // LEA-034
  }),
  mediaType: 'text/tab-separated-values', // LEA-030
  result: z.string(),
  run(context) {
    const { form, params, tx, now } = context
    const created = unixTime(form.createdTime)
    const from = Math.max(params.from_date ?? created, created) // LEA-039, LEA-040
    const to = Math.min(params.to_date ?? Number.POSITIVE_INFINITY, unixTime(now)) // LEA-041, LEA-042
    const leads = tx.list('leads', 'byForm', [form.id], rangeBetween(from, to + 1))
    const file = leadsAsTsv(form, leads, context)
    return isCallError(file) ? context.refuseFor(file) : file
  },
})
