import { z } from 'zod'
import { readsLeads } from '../access.ts'
import { endpoint } from '../define.ts'
import { leadView } from '../model/lead.ts'
import { listOf, listPage, pagingParams } from '../paging.ts'
import { isProblem } from '../problem.ts'
import { record } from '../record.ts'

const chapter = 'Endpoints › Leads'

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

/** Lists the leads of a form, newest first: those of every ad that uses it, and the organic ones. */
export const listFormLeads = endpoint({
  route: 'GET /{form}/leads',
  chapter,
  access: readsLeads,
  errors: [],
  params: z.object(pagingParams),
  view: leadView,
  result: listOf(record(leadView)),
  run({ form, params, tx, show, refuseFor }) {
    const list = listPage(tx, { table: 'leads', edge: 'byForm', owner: [form.id] }, params, (lead) =>
      show(leadView, lead),
    )
    return isProblem(list) ? refuseFor(list) : list
  },
})

/** Lists the leads that one ad led to, newest first. */
export const listAdLeads = endpoint({
  route: 'GET /{ad}/leads',
  chapter,
  access: readsLeads,
  errors: [],
  params: z.object(pagingParams),
  view: leadView,
  result: listOf(record(leadView)),
  run({ ad, params, tx, show, refuseFor }) {
    const list = listPage(tx, { table: 'leads', edge: 'byAd', owner: [ad.id] }, params, (lead) =>
      show(leadView, lead),
    )
    return isProblem(list) ? refuseFor(list) : list
  },
})
