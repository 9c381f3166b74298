import type { Json } from '../../engine/guard.ts'
import { unixTime } from '../../graph/values/times.ts'
import type { LeadRow } from '../rows.ts'

/**
 * What is told of one lead (chapter Events). Ids are JSON numbers here and nowhere else; an organic lead has
 * no ad, and so no ad ids (SIL-166, SIL-167).
 */
export function leadChangeValue({ id, page, form, ad, createdTime }: LeadRow): {
  readonly [member: string]: Json
} {
  const adIds = ad === null ? {} : { adgroup_id: ad, ad_id: ad }
  return { leadgen_id: id, page_id: page, form_id: form, ...adIds, created_time: unixTime(createdTime) }
}

/** The notice of one lead, as the webhook of an app receives it when it is delivered alone and at once. */
export function leadNotice(lead: LeadRow): Json {
  const { page, createdTime } = lead
  const changes = [{ field: 'leadgen', value: leadChangeValue(lead) }]
  return { object: 'page', entry: [{ id: page, time: unixTime(createdTime), changes }] }
}
