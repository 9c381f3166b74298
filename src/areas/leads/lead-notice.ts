import type { Json } from '../../engine/guard.ts'
import type { Tx } from '../../graph/context.ts'
import { unixTime } from '../../graph/values/times.ts'
import type { LeadRow } from '../rows.ts'

/**
 * Returns the `value` of a leadgen change (chapter Events). Its ids are JSON numbers, unlike anywhere else.
 * An organic lead has no ad ids (SIL-154, SIL-166, SIL-167). Rows: HOK-013, HOK-014, HOK-015, HOK-016,
 * HOK-017, HOK-018, HOK-019.
 */
export function leadChangeValue({ id, page, form, ad, createdTime }: LeadRow): {
  readonly [member: string]: Json
} {
  const adIds = ad === null ? {} : { adgroup_id: ad, ad_id: ad }
  return { leadgen_id: id, page_id: page, form_id: form, ...adIds, created_time: unixTime(createdTime) }
}

/** Returns the payload of a delivery with one lead, delivered at once. */
export function leadNotice(lead: LeadRow): Json {
  const { page, createdTime } = lead
  const changes = [{ field: 'leadgen', value: leadChangeValue(lead) }]
  return { object: 'page', entry: [{ id: page, time: unixTime(createdTime), changes }] }
}

/** Where notices are queued: the outbox of the ledger. */
interface Outbox {
  readonly notify: (page: number, field: 'leadgen', value: { readonly [member: string]: Json }) => void
}

/** Emits the event of a new lead, and queues its notices. */
export function announceLead(tx: Tx, outbox: Outbox, lead: LeadRow): void {
  tx.emit('leadgen', leadNotice(lead))
  outbox.notify(lead.page, 'leadgen', leadChangeValue(lead))
}
