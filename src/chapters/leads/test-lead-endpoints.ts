import { z } from '../../engine/schema/zod.ts'
import { permissionError, withCheck } from '../../service/access/access.ts'
import { isCallError } from '../../service/contract/errors.ts'
import { endpoint } from '../../service/routes/define.ts'
import { list, object } from '../../service/values/compounds.ts'
import { defaulted, text } from '../../service/values/scalars.ts'
import { listResult } from '../../service/views/results.ts'
import { leadView } from './lead.ts'
import { exportsLeads, readsLeads } from './lead-access.ts'
import { announceLead, newTestLead } from './new-lead.ts'

const source = 'https://developers.facebook.com/docs/marketing-api/guides/lead-ads/testing-troubleshooting/'

/** Access to make and delete test leads: that of reading leads. */
const testsLeads = { ...exportsLeads, surface: 'page', codes: [80001], writes: true } as const

/** Lists the test lead of a form, if it has one. */
export const listTestLeads = endpoint({
  route: 'GET /{form}/test_leads',
  source,
  access: readsLeads,
  ...listResult(leadView),
  run: ({ form, pageOf }) => pageOf({ table: 'leads', edge: 'tests', owner: [form.id] }, leadView),
})

/**
 * Makes a test lead of a form. It is a lead without an ad, of which apps get a notice. A form has at most
 * one: delete it before you make another one.
 */
export const createTestLead = endpoint({
  route: 'POST /{form}/test_leads',
  source,
  access: testsLeads,
  params: z.object({
    /** The answers. A question without an answer gets a dummy text. */
    field_data: defaulted(
      list(
        object({
          /** The field id of the question. */
          name: text,
          /** The answers. */
          values: list(text),
        }),
      ),
      [],
    ),
    /** The check boxes of the disclaimer that are checked. */
    custom_disclaimer_responses: defaulted(
      list(
        object({
          /** The key of the check box. */
          checkbox_key: text,
          /** `1` or `true` if the box is checked. */
          is_checked: defaulted(text, '1'),
        }),
      ),
      [],
    ),
  }),
  result: z.object({
    /** The id of the lead. */
    id: z.string(),
  }),
  run({ form, params, tx, outbox, policy, refuse, refuseFor }) {
    if (form.archived) return refuse(100, 'An archived lead form accepts no leads')
    const known = tx.first('leads', 'tests', [form.id])
    if (known) return refuse(100, `The form has the test lead ${known.id}: delete it to make another one`)
    const { field_data: answers, custom_disclaimer_responses: boxes } = params
    const lead = newTestLead(tx, form, answers, boxes)
    if (isCallError(lead)) return refuseFor(lead)
    announceLead(tx, outbox, lead, policy)
    return { id: String(lead.id) }
  },
})

const noTestLead = permissionError('Only test leads can be deleted', 'a person submitted this lead')

/** Deletes a test lead. No other lead can be deleted. */
export const deleteTestLead = endpoint({
  route: 'DELETE /{lead}',
  source,
  access: withCheck(testsLeads, (_context, _account, node) =>
    node?.kind === 'leads' && node.test ? undefined : noTestLead,
  ),
  run({ lead, tx }) {
    tx.remove(lead.id)
    return { success: true }
  },
})
