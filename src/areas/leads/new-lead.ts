import type { Json } from '../../engine/guard.ts'
import type { Tx } from '../../graph/context.ts'
import type { LeadFormRow, LeadRow } from '../rows.ts'
import { optionalDisclaimers } from './lead.ts'

/** A submission of a lead form, found right. */
export interface Submission {
  readonly ad: number | undefined
  readonly preview: boolean
  readonly platform: string
  readonly answers: Readonly<Record<string, Json>>
  readonly disclaimers: Readonly<Record<string, Json>>
}

export const answerValues = (given: Json | undefined): string[] =>
  Array.isArray(given) ? given.map(String) : [String(given ?? '')]

/** Makes a lead, its answers in the order of the form's questions. */
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
    answers: form.questions.map(({ key }) => ({ name: key, values: answerValues(answers[key]) })),
    // An unchecked box reads as an empty string, a checked one as any other (Resources › Lead).
    disclaimers: optionalDisclaimers(form).map(({ key }) => ({
      checkbox_key: key,
      is_checked: disclaimers[key] === true ? '1' : '',
    })),
  })
}
