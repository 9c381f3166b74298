import type { Json } from '../../engine/values/guard.ts'
import type { Policy } from '../../service/policy.ts'
import type { Tx } from '../../service/routes/context.ts'
import { unixTime } from '../../service/values/times.ts'
import type { LeadRow } from '../rows.ts'

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

/** Returns the payload of a delivery with one lead, delivered at once. */
function leadNotice(lead: LeadRow, { webhookIds: ids }: Policy): Json {
  const { page, createdTime } = lead
  const changes = [{ field: 'leadgen', value: withIds(leadChangeValue(lead), ids) }]
  const id = ids === 'text' ? String(page) : page
  return { object: 'page', entry: [{ id, time: unixTime(createdTime), changes }] }
}

/** Where notices are queued: the outbox of the ledger. */
interface Outbox {
  readonly notify: (page: number, field: 'leadgen', value: { readonly [member: string]: Json }) => void
}

/** Emits the event of a new lead, and queues its notices. */
export function announceLead(tx: Tx, outbox: Outbox, lead: LeadRow, policy: Policy): void {
  tx.emit('leadgen', leadNotice(lead, policy))
  outbox.notify(lead.page, 'leadgen', leadChangeValue(lead))
}
