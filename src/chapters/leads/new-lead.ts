import type { Json } from '../../engine/values/guard.ts'
import { type CallError, invalidParameter } from '../../service/contract/errors.ts'
import type { Tx } from '../../service/routes/context.ts'
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
    answers: form.questions
      .filter(({ key }) => Object.hasOwn(answers, key))
      .map(({ key }) => ({ name: key, values: answerValues(answers[key]) })),
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
