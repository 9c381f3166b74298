import { z } from 'zod'
import { readsLeads } from '../access.ts'
import { type Asking, endpoint } from '../define.ts'
import type { ErrorCode } from '../errors.ts'
import { leadView } from '../model/lead.ts'
import { listOf, listPage, type PageAsked, pagingParams } from '../paging.ts'
import { isProblem } from '../problem.ts'
import { record } from '../record.ts'

const chapter = 'Endpoints › Leads'

type ListAsking = Pick<Asking<'', PageAsked, ErrorCode>, 'tx' | 'params' | 'show' | 'refuseFor'>

/** Reads one lead. Disclaimer answers are shown when `fields` names custom_disclaimer_responses. */
export const readLead = endpoint({
  route: 'GET /{lead}',
  chapter,
  access: readsLeads,
  errors: [],
  params: z.object({}),
  view: leadView,
  result: record(leadView),
  run: ({ lead, show }) => show(leadView, lead),
})

const listParams = z.object(pagingParams)

/** A page of the leads of an owner, newest first. */
function leadsOf(asking: ListAsking, edge: 'byForm' | 'byAd', owner: number) {
  const { tx, params, show, refuseFor } = asking
  const list = listPage(tx, { table: 'leads', edge, owner: [owner] }, params, (lead) => show(leadView, lead))
  return isProblem(list) ? refuseFor(list) : list
}

/** Lists the leads of a form, newest first: those of every ad that uses it, and the organic ones. */
export const listFormLeads = endpoint({
  route: 'GET /{form}/leads',
  chapter,
  access: readsLeads,
  errors: [],
  params: listParams,
  view: leadView,
  result: listOf(record(leadView)),
  run: (asking) => leadsOf(asking, 'byForm', asking.form.id),
})

/** Lists the leads that one ad led to, newest first. */
export const listAdLeads = endpoint({
  route: 'GET /{ad}/leads',
  chapter,
  access: readsLeads,
  errors: [],
  params: listParams,
  view: leadView,
  result: listOf(record(leadView)),
  run: (asking) => leadsOf(asking, 'byAd', asking.ad.id),
})
