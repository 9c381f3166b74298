import { z } from 'zod'
import type { ErrorCode } from '../../graph/contract/errors.ts'
import { type EndpointContext, endpoint } from '../../graph/define.ts'
import { defaulted, numericId, oneOf } from '../../graph/values/scalars.ts'
import { unixSeconds, unixTime } from '../../graph/values/times.ts'
import { listOf, pagingParams } from '../../graph/views/paging.ts'
import { recordSchema } from '../../graph/views/record.ts'
import type { LeadRow } from '../rows.ts'
import { leadView } from './lead.ts'
import { exportsLeads, leadAccessError, readsLeads } from './lead-access.ts'
import { leadsAsTsv } from './lead-export.ts'
import { leadFiltering, stretchBetween, stretchOfConditions } from './lead-filter.ts'

const chapter = 'Endpoints › Leads'

/** Reads one lead. Disclaimer answers are shown when `fields` names custom_disclaimer_responses. */
export const readLead = endpoint({
  route: 'GET /{lead}',
  chapter,
  access: readsLeads,
  errors: [],
  params: z.object({}),
  view: leadView,
  result: recordSchema(leadView),
  run: ({ lead, show }) => show(leadView, lead),
})

const listParams = z.object({ ...pagingParams, filtering: defaulted(leadFiltering, []) })

type LeadListContext = Omit<EndpointContext<'', z.output<typeof listParams>, ErrorCode>, 'refuse'>

/** A page of the leads of an owner, newest first. */
function leadPage(asking: LeadListContext, edge: 'byForm' | 'byAd', owner: number) {
  const { tx, params, pageOf } = asking
  // An ad may show the forms of several pages, and each page says who may read its leads.
  const pages = new Map<number, boolean>()
  const where = ({ page }: LeadRow): boolean => {
    const known = pages.get(page) ?? leadAccessError(asking, tx.find('pages', page)) === undefined
    pages.set(page, known)
    return known
  }
  const between = stretchOfConditions(params.filtering)
  const source = { table: 'leads', edge, owner: [owner], where, between } as const
  return pageOf(source, leadView)
}

/** Lists the leads of a form, newest first: those of every ad that uses it, and the organic ones. */
export const listFormLeads = endpoint({
  route: 'GET /{form}/leads',
  chapter,
  access: readsLeads,
  errors: [],
  params: listParams,
  view: leadView,
  result: listOf(recordSchema(leadView)),
  run: (context) => leadPage(context, 'byForm', context.form.id),
})

/** Lists the leads that one ad led to, newest first. */
export const listAdLeads = endpoint({
  route: 'GET /{ad}/leads',
  chapter,
  access: readsLeads,
  errors: [],
  params: listParams,
  view: leadView,
  result: listOf(recordSchema(leadView)),
  run: (context) => leadPage(context, 'byAd', context.ad.id),
})

/**
 * Exports the leads of a form between two instants, both included, oldest first, as tab-separated text. The
 * instants are kept between the form's creation and now.
 */
export const exportLeads = endpoint({
  route: 'GET {web_url}/ads/lead_gen/export_csv/?id={form}',
  chapter,
  access: exportsLeads,
  errors: [],
  params: z.object({
    id: numericId,
    type: oneOf(['form']),
    from_date: unixSeconds.optional(),
    to_date: unixSeconds.optional(),
  }),
  mediaType: 'text/tab-separated-values',
  result: z.string(),
  run(context) {
    const { form, params, tx, now } = context
    const created = unixTime(form.createdTime)
    const from = Math.max(params.from_date ?? created, created)
    const to = Math.min(params.to_date ?? Number.POSITIVE_INFINITY, unixTime(now))
    return leadsAsTsv(form, tx.list('leads', 'byForm', [form.id], stretchBetween(from, to + 1)), context)
  },
})
