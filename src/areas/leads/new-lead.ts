import type { Json } from '../../engine/guard.ts'
import type { Tx } from '../../graph/context.ts'
import type { LeadFormRow, LeadRow } from '../rows.ts'
import { optionalDisclaimers } from './lead.ts'

/** A valid submission of a lead form. */
interface Submission {
  readonly ad: number | undefined
  readonly preview: boolean
  readonly platform: string
  readonly answers: Readonly<Record<string, Json>>
  readonly disclaimers: Readonly<Record<string, Json>>
}

const answerValues = (answer: Json | undefined): string[] =>
  Array.isArray(answer) ? answer.map(String) : [String(answer ?? '')]

/** Inserts a lead, with its answers in the order of the form's questions (LEA-017, LEA-018, LEA-019). */
export function newLead(
  tx: Tx,
  form: LeadFormRow,
  { ad, preview, platform, answers, disclaimers }: Submission,
): LeadRow {
  return tx.insert('leads', {
    form: form.id,
    page: form.page,
    ad: ad ?? null,
    preview,
    platform,
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
