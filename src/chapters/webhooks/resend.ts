import { withoutExpired } from './attempt.ts'
import { deliveryId, withNotice } from './outbox.ts'
import type { EndedDelivery, Outbox, QueuedDelivery } from './outbox-schema.ts'

/** The outbox in which a delivery is due, or the reason why it cannot be sent. */
type Resent =
  | { readonly ok: true; readonly outbox: Outbox; readonly id: string }
  | { readonly ok: false; readonly reason: string }

const refused = (reason: string): Resent => ({ ok: false, reason })

/** Makes notices due that wait for their first attempt. */
function withNoticeDue(outbox: Outbox, id: string, now: number): Resent | undefined {
  const at = outbox.waiting.findIndex(({ number }) => deliveryId(number) === id)
  const notice = outbox.waiting[at]
  if (!notice) return undefined
  const waiting = outbox.waiting.with(at, { ...notice, due: Math.min(notice.due, now) })
  return { ok: true, outbox: { ...outbox, waiting }, id }
}

/** Makes the next attempt of a delivery due that failed before, or that has used its retries. */
function withRetryDue(outbox: Outbox, delivery: QueuedDelivery, now: number): Resent {
  if (delivery.open !== null) return refused('it is under way')
  const { id } = delivery
  const sending = outbox.sending.map((one) => (one.id === id ? { ...one, due: now } : one))
  return { ok: true, outbox: { ...outbox, sending }, id }
}

/** Queues the notices of a delivery that has ended once more: they are due now, and form one payload. */
function withNoticesAgain(outbox: Outbox, { kind, notices }: EndedDelivery, now: number): Resent {
  if (kind === 'verification') return refused('its handshake has ended: set the webhook again')
  const again = notices.reduce<Outbox>(
    (filled, { number: _number, due: _due, ...notice }) => withNotice(filled, notice, now),
    outbox,
  )
  return { ok: true, outbox: again, id: deliveryId(outbox.next) }
}

/** Makes a delivery due now, whether it waits, failed, or has ended. */
export function resent(before: Outbox, id: string, now: number): Resent {
  const outbox = withoutExpired(before, now)
  const pending = outbox.sending.find((delivery) => delivery.id === id)
  if (pending) return withRetryDue(outbox, pending, now)
  const ended = outbox.ended.findLast((delivery) => delivery.id === id)
  if (ended) return withNoticesAgain(outbox, ended, now)
  return withNoticeDue(outbox, id, now) ?? refused('the outbox has no such delivery')
}
