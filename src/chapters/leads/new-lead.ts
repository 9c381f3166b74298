import type { Json } from '../../engine/values/guard.ts'
import { type CallError, invalidParameter } from '../../service/contract/errors.ts'
import type { Policy } from '../../service/policy.ts'
import type { Tx } from '../../service/routes/context.ts'
import { unixTime } from '../../service/values/times.ts'
import type { LeadFormRow, LeadRow } from '../rows.ts'
import { optionalDisclaimers } from './lead.ts'

/** A valid submission of a lead form. */
interface Submission {
  readonly ad: number | undefined
  readonly preview: boolean
  readonly platform: string
  readonly partnerName?: string | undefined
  readonly answers: Readonly<Record<string, Json>>
  readonly disclaimers: Readonly<Record<string, Json>>
}

const answerValues = (answer: Json | undefined): string[] =>
  Array.isArray(answer) ? answer.map(String) : [String(answer ?? '')]

/** Inserts a lead, with its answers in the order of the form's questions (LEA-017, LEA-018, LEA-019). */
export function newLead(
  tx: Tx,
  form: LeadFormRow,
  { ad, preview, platform, partnerName: partner, answers, disclaimers }: Submission,
): LeadRow {
  return tx.insert('leads', {
    form: form.id,
    page: form.page,
    ad: ad ?? null,
    preview,
    platform,
    ...(partner !== undefined && { partner }),
    createdTime: tx.now,
    answers: form.questions.flatMap(({ key }) =>
      Object.hasOwn(answers, key) ? [{ name: key, values: answerValues(answers[key]) }] : [],
    ),
    // LEA-016
    disclaimers: optionalDisclaimers(form).map(({ key }) => ({
      checkbox_key: key,
      is_checked: disclaimers[key] === true ? '1' : '',
    })),
  })
}

/** The answers of a test lead, and its check boxes, as a call gives them. */
interface TestAnswer {
  readonly name: string
  readonly values: readonly string[]
}
interface TestBox {
  readonly checkbox_key: string
  readonly is_checked: string
}

/** Inserts a test lead. A question without an answer gets a dummy text; or returns the error. */
export function newTestLead(
  tx: Tx,
  form: LeadFormRow,
  answers: readonly TestAnswer[],
  boxes: readonly TestBox[],
): LeadRow | CallError {
  const unknown = answers.find(({ name }) => !form.questions.some(({ key }) => key === name))
  if (unknown)
    return invalidParameter(`Param field_data must name questions of the form, got ${unknown.name}`)
  const other = boxes.find(({ checkbox_key: name }) => !form.disclaimers.some(({ key }) => key === name))
  if (other)
    return invalidParameter(
      `Param custom_disclaimer_responses must name check boxes of the form, got ${other.checkbox_key}`,
    )
  const given = new Map(answers.map(({ name, values }) => [name, [...values]]))
  const dummies = form.questions.map(({ key }): [string, Json] => [
    key,
    given.get(key) ?? [`<test lead: dummy data for ${key}>`],
  ])
  const checked = boxes.filter(({ is_checked: value }) => value === '1' || value === 'true')
  const lead = newLead(tx, form, {
    ad: undefined,
    preview: false,
    platform: 'fb',
    answers: Object.fromEntries(dummies),
    disclaimers: Object.fromEntries(checked.map(({ checkbox_key: name }) => [name, true])),
  })
  return tx.patch('leads', lead.id, { test: true })
}

/**
 * Returns the `value` of a leadgen change (chapter Events). Its ids are JSON numbers, unlike anywhere else.
 * An organic lead has no ad ids (SIL-154, SIL-166, SIL-167). Rows: HOK-013, HOK-014, HOK-015, HOK-016,
 * HOK-017, HOK-018, HOK-019.
 */
function leadChangeValue({ id, page, form, ad, createdTime }: LeadRow): {
  readonly [member: string]: Json
} {
  const adIds = ad === null ? {} : { adgroup_id: ad, ad_id: ad }
  return { leadgen_id: id, page_id: page, form_id: form, ...adIds, created_time: unixTime(createdTime) }
}

/**
 * Returns the value of the change that the live service sends as a test. Its ids name nothing, in the live
 * service and here.
 */
export const sampleLeadChange = (now: number): { readonly [member: string]: Json } => ({
  ad_id: 444_444_444,
  form_id: 444_444_444_444,
  leadgen_id: 444_444_444_444,
  created_time: unixTime(now),
  page_id: 444_444_444_444,
  adgroup_id: 44_444_444_444,
})

type Change = { readonly [member: string]: Json }

/** Returns the value of a change as the policy spells its ids, whose names end in `_id` (SIL-167). */
export const withIds = (value: Change, ids: Policy['webhookIds']): Change =>
  ids === 'number'
    ? value
    : Object.fromEntries(
        Object.entries(value).map(([name, member]) => [
          name,
          name.endsWith('_id') && typeof member === 'number' ? String(member) : member,
        ]),
      )

/** Where notices are queued: the outbox of the ledger. */
interface Outbox {
  readonly notify: (page: number, field: 'leadgen', value: { readonly [member: string]: Json }) => void
}

/**
 * Emits the event of a new lead, and queues its notices. The event has the payload of a delivery with this
 * lead alone, delivered at once.
 */
export function announceLead(tx: Tx, outbox: Outbox, lead: LeadRow, { webhookIds: ids }: Policy): void {
  const { page, createdTime } = lead
  const value = leadChangeValue(lead)
  const changes = [{ field: 'leadgen', value: withIds(value, ids) }]
  const id = ids === 'text' ? String(page) : page
  tx.emit('leadgen', { object: 'page', entry: [{ id, time: unixTime(createdTime), changes }] })
  outbox.notify(page, 'leadgen', value)
}
