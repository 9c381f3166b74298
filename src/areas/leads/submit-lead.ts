import type { Json } from '../../engine/guard.ts'
import type { Tx } from '../../graph/context.ts'
import { unixTime } from '../../graph/values/times.ts'
import type { LeadFormRow, LeadRow } from '../rows.ts'
import { optionalDisclaimers } from './lead.ts'

/** A submission of a lead form, found right. */
interface Submission {
  readonly ad: number | undefined
  readonly preview: boolean
  readonly platform: string
  readonly answers: Readonly<Record<string, Json>>
  readonly disclaimers: Readonly<Record<string, Json>>
}

const valuesOf = (given: Json | undefined): string[] =>
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
    answers: form.questions.map(({ key }) => ({ name: key, values: valuesOf(answers[key]) })),
    // An unchecked box reads as an empty string, a checked one as any other (Resources › Lead).
    disclaimers: optionalDisclaimers(form).map(({ key }) => ({
      checkbox_key: key,
      is_checked: disclaimers[key] === true ? '1' : '',
    })),
  })
}

/**
 * What is told of one lead (chapter Events). Ids are JSON numbers here and nowhere else; an organic lead has
 * no ad, and so no ad ids (SIL-166, SIL-167).
 */
export function leadValue({ id, page, form, ad, createdTime }: LeadRow): { readonly [member: string]: Json } {
  const adIds = ad === null ? {} : { adgroup_id: ad, ad_id: ad }
  return { leadgen_id: id, page_id: page, form_id: form, ...adIds, created_time: unixTime(createdTime) }
}

/** The notice of one lead, as the webhook of an app receives it when it is delivered alone and at once. */
export function leadNotice(lead: LeadRow): Json {
  const { page, createdTime } = lead
  const changes = [{ field: 'leadgen', value: leadValue(lead) }]
  return { object: 'page', entry: [{ id: page, time: unixTime(createdTime), changes }] }
}
