import { withoutExpired } from '../../chapters/webhooks/attempt.ts'
import { type Outbox, outboxIn } from '../../chapters/webhooks/outbox.ts'
import type { Handle } from '../handle/handle.ts'

/** The due time of the next delivery, and the interval of `now` in which it is correct. */
interface NextDelivery {
  readonly due: number | undefined
  readonly validFrom: number
  /** The instant at which the next delivery expires and is dropped. */
  readonly validUntil: number
}

// The result is cached, because a server needs it after each call, and an outbox may hold thousands of
// notices. An outbox is immutable, so it can be the key.
const cache = new WeakMap<Outbox, NextDelivery>()

function findNext(outbox: Outbox, now: number): NextDelivery {
  const { sending, waiting } = withoutExpired(outbox, now)
  let [due, validUntil] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (const delivery of sending) {
    if (delivery.due !== null) due = Math.min(due, delivery.due)
    if (delivery.dropAt !== null && delivery.dropAt > now) validUntil = Math.min(validUntil, delivery.dropAt)
  }
  for (const notice of waiting) due = Math.min(due, notice.due)
  return { due: due === Number.POSITIVE_INFINITY ? undefined : due, validFrom: now, validUntil }
}

/**
 * Returns the due time of the next delivery of a world, in Unix milliseconds; undefined if none is queued.
 */
export function nextDeliveryDue({ state }: Handle): number | undefined {
  const outbox = outboxIn(state.ledger)
  const { now } = state.graph
  const known = cache.get(outbox)
  if (known && now >= known.validFrom && now < known.validUntil) return known.due
  const found = findNext(outbox, now)
  cache.set(outbox, found)
  return found.due
}
