import { z } from '../../engine/zod.ts'
import { pageAccess } from '../../graph/access/access.ts'
import { endpoint } from '../../graph/define.ts'
import { listOf, pagingParams } from '../../graph/views/paging.ts'
import { recordSchema } from '../../graph/views/record.ts'
import { leadFormView } from './lead-form-view.ts'
import { pageTokenAccess } from './page-access.ts'

const chapter = 'Beyond the description'

const readsForms = { tasks: ['MANAGE', 'ADVERTISE'], permissions: ['leads_retrieval'] } as const

/** Lists the lead forms of a page, newest first. Requires a page token. */
export const listLeadForms = endpoint({
  route: 'GET /{page}/leadgen_forms',
  chapter,
  source: 'https://developers.facebook.com/docs/graph-api/reference/page/leadgen_forms/',
  access: pageTokenAccess(readsForms),
  params: z.object(pagingParams),
  view: leadFormView,
  result: listOf(recordSchema(leadFormView)),
  run: ({ page, pageOf }) => pageOf({ table: 'leadForms', edge: 'byPage', owner: [page.id] }, leadFormView),
})

/** Reads a lead form: its questions, its page, and the number of its leads. */
export const readLeadForm = endpoint({
  route: 'GET /{form}',
  chapter,
  source: 'https://developers.facebook.com/docs/marketing-api/guides/lead-ads/retrieving/',
  access: pageAccess(readsForms),
  params: z.object({}),
  view: leadFormView,
  result: recordSchema(leadFormView),
  run: ({ form, show }) => show(leadFormView, form),
})
