import type { Input } from '../../engine/domain.ts'
import { failed } from '../../engine/outcome.ts'
import { readBy, shortText } from '../../engine/schema/schema.ts'
import { z } from '../../engine/schema/zod.ts'
import { LATEST } from '../../engine/state/clock.ts'
import { bounds } from '../../service/contract/bounds.ts'
import { graphError, invalidParameter, parameterError } from '../../service/contract/errors.ts'
import type { Policy } from '../../service/policy.ts'
import type { ServiceOutcome, ServiceWork, Tx } from '../../service/routes/context.ts'
import { shown } from '../../service/values/scalars.ts'
import type { WebhookRow } from '../rows.ts'
import {
  addresseeOf,
  deliveryId,
  deliveryIn,
  deliveryNumber,
  type EndedDelivery,
  newDelivery,
  note,
  type Outbox,
  outboxIn,
  type QueuedDelivery,
  withEnded,
  withNotice,
} from './outbox.ts'

/** Adds seconds to an instant, up to the end of time. */
const later = (from: number, seconds: number): number => Math.min(from + seconds * 1_000, LATEST)

/**
 * Returns the waiting notices that are due by an instant as deliveries: all of an app as one (SIL-166). A
 * payload has one object, so notices of people, and those of an area, have deliveries of their own.
 */
export function waitingDeliveries(waiting: Outbox['waiting'], by: number): QueuedDelivery[] {
  const deliveries = new Map<string, QueuedDelivery>()
  for (const notice of waiting) {
    if (notice.due > by) continue
    const { number, app, object, due } = notice
    const key = `${app} ${object}`
    const known = deliveries.get(key)
    if (known) known.notices.push(notice)
    else deliveries.set(key, newDelivery(number, app, { notices: [notice], due }))
  }
  return [...deliveries.values()]
}

/**
 * Drops deliveries that have expired (HOK-021, SIL-165). A delivery with an open attempt stays, because its
 * result may still come.
 */
export function withoutExpired(outbox: Outbox, now: number): Outbox {
  const gone = outbox.sending.filter(({ dropAt, open }) => dropAt !== null && dropAt <= now && open === null)
  if (gone.length === 0) return outbox
  return withEnded(outbox, gone, 'dropped', 'It was not delivered in time')
}

/** Returns the webhook of an app for a kind of object. That of pages also gets the notices of areas. */
export const webhookOf = (tx: Pick<Tx, 'first'>, app: number, object?: string): WebhookRow | undefined =>
  tx.first('webhooks', 'byApp', [app, object === 'user' ? object : 'page'])

/** Returns the webhook to which a delivery goes. */
export function webhookFor(tx: Pick<Tx, 'first'>, delivery: QueuedDelivery): WebhookRow | undefined {
  const { app, object } = addresseeOf(delivery)
  return webhookOf(tx, app, object)
}

/** A delivery with an attempt that is due. */
export interface DueDelivery {
  readonly id: string
  readonly app: string
  /** The number of its first notice. Later deliveries have higher numbers. */
  readonly number: number
  /** The URL of its webhook; null for a transport in the same process. */
  readonly url: string | null
  readonly delivery: QueuedDelivery
}

/**
 * Returns the waiting notices that can be in the delivery with this id: those of the app of its first notice.
 * A flush starts many deliveries, and grouping the notices of all apps for each would take long.
 */
function waitingFor({ waiting }: Outbox, id: string): Outbox['waiting'] {
  const first = waiting.find(({ number }) => deliveryId(number) === id)
  return first ? waiting.filter(({ app }) => app === first.app) : []
}

/**
 * Returns the deliveries that are due now and have a webhook, attempted ones first, then in their order. A
 * verification goes to a webhook that waits for it, and notices go to an active one (SIL-163).
 *
 * @param id Looks for this delivery alone.
 */
export function dueDeliveries(before: Outbox, tx: Tx, id?: string): readonly DueDelivery[] {
  const outbox = withoutExpired(before, tx.now)
  const found: DueDelivery[] = []
  const waiting = id === undefined ? outbox.waiting : waitingFor(outbox, id)
  for (const delivery of [...outbox.sending, ...waitingDeliveries(waiting, tx.now)]) {
    if (delivery.due === null || delivery.due > tx.now || (id ?? delivery.id) !== delivery.id) continue
    const webhook = webhookFor(tx, delivery)
    if (webhook?.status !== (delivery.kind === 'verification' ? 'pending' : 'active')) continue
    const number = deliveryNumber(delivery.id)
    found.push({ id: delivery.id, app: String(delivery.app), number, url: webhook.url, delivery })
  }
  return found
}

/**
 * Returns the due time of the next attempt, in Unix milliseconds (SIL-165). It skips the times of the retry
 * schedule before the start of the last attempt, so that a world that was not flushed for a day retries once
 * and not eight times.
 */
function nextRetry(
  delivery: QueuedDelivery,
  startedAt: number,
  { retrySchedule }: Policy['webhook'],
): Partial<QueuedDelivery> {
  const first = delivery.firstAt ?? startedAt
  const place = retrySchedule.findIndex(
    (seconds, index) => index >= delivery.used && later(first, seconds) >= startedAt,
  )
  const seconds = retrySchedule[place]
  const due = seconds === undefined ? LATEST : later(first, seconds)
  if (due >= (delivery.dropAt ?? LATEST)) return { due: null, used: retrySchedule.length }
  return { due, used: place + 1 }
}

/** The reason why a verification failed. */
function failureReason(status: number | null, error: string | null): string {
  if (status === null) return error ?? 'No answer came'
  return status === 200 ? 'The answer was not the challenge' : `The answer had the status ${status}`
}

/** The outbox in which a delivery is due, or the reason why it cannot be sent. */
type Resent =
  | { readonly ok: true; readonly outbox: Outbox; readonly id: string }
  | { readonly ok: false; readonly reason: string }

const refused = (reason: string): Resent => ({ ok: false, reason })

/** Returns the id of the delivery that sends a notice: that of the first notice that is sent with it. */
const deliveryOf = (outbox: Outbox, number: number, now: number): string =>
  waitingDeliveries(outbox.waiting, now).find(({ notices }) => notices.some((one) => one.number === number))
    ?.id ?? deliveryId(number)

/** Makes notices due that wait for their first attempt. */
function withNoticeDue(outbox: Outbox, id: string, now: number): Resent | undefined {
  const at = outbox.waiting.findIndex(({ number }) => deliveryId(number) === id)
  const notice = outbox.waiting[at]
  if (!notice) return undefined
  const waiting = outbox.waiting.with(at, { ...notice, due: Math.min(notice.due, now) })
  const changed = { ...outbox, waiting }
  return { ok: true, outbox: changed, id: deliveryOf(changed, notice.number, now) }
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
  return { ok: true, outbox: again, id: deliveryOf(again, outbox.next, now) }
}

/** Makes a delivery due now, whether it waits, failed, or has ended. */
export function resent(before: Outbox, id: string, now: number): Resent {
  const outbox = withoutExpired(before, now)
  const pending = deliveryIn(outbox.sending, id)
  if (pending) return withRetryDue(outbox, pending, now)
  const ended = outbox.ended.findLast((delivery) => delivery.id === id)
  if (ended) return withNoticesAgain(outbox, ended, now)
  return withNoticeDue(outbox, id, now) ?? refused('the outbox has no such delivery')
}

const Result = z.union([
  z.strictObject({
    status: z.number().int().min(100).max(599),
    body: shortText(bounds.webhookAnswerBytesMax).optional(),
  }),
  z.strictObject({ error: shortText(bounds.webhookErrorCharactersMax) }),
])

const BeginInput = z.strictObject({ type: z.string(), begin: z.string() })
const EndInput = z.strictObject({ type: z.string(), delivery: z.string(), result: Result })
const DeliveredInput = z.union([BeginInput, EndInput])

/** The result of an attempt: the status and the body of the answer, or an error if there was none. */
interface AttemptResult {
  readonly status?: number
  readonly body?: string | undefined
  readonly error?: string
}

const invalid = (message: string): ServiceOutcome => failed(graphError(invalidParameter(message)))

/**
 * Starts an attempt. The content of the delivery is fixed from now on: at the first attempt its notices leave
 * the queue, and stay together (SIL-166).
 */
function startAttempt({ tx, ledger }: ServiceWork, id: string): ServiceOutcome {
  const { now, settings } = tx
  const outbox = withoutExpired(outboxIn(ledger), now)
  const [found] = dueDeliveries(outbox, tx, id)
  if (!found) return invalid(`The delivery ${shown(id)} is not due, or does not exist`)
  const { delivery } = found
  const { kind, notices, firstAt, dropAt } = delivery
  const isVerification = kind === 'verification'
  const first = firstAt ?? now
  const open: QueuedDelivery = {
    ...delivery,
    url: isVerification ? delivery.url : found.url,
    open: now,
    firstAt: first,
    dropAt: isVerification ? dropAt : (dropAt ?? later(first, settings.webhook.dropAfter)),
  }
  const { sending, waiting } = outbox
  const place = sending.indexOf(delivery)
  const taken = new Set(notices)
  note(
    ledger,
    place >= 0
      ? { ...outbox, sending: sending.with(place, open) }
      : {
          ...outbox,
          waiting: waiting.filter((notice) => !taken.has(notice)),
          // Its notices were due at times of their own, and the delivery is due from now on.
          sending: [...sending, { ...open, due: now }],
        },
  )
  return { ok: true, value: {} }
}

/** Sets the status of a webhook after its verification. */
function endVerification(tx: Tx, delivery: QueuedDelivery, isActive: boolean): void {
  const webhook = webhookFor(tx, delivery)
  if (webhook) tx.patch('webhooks', webhook.id, { status: isActive ? 'active' : 'failed' })
}

/** Returns an outbox in which a delivery whose attempt failed is due for its next attempt. */
function withRetry(
  outbox: Outbox,
  delivery: QueuedDelivery,
  startedAt: number,
  { now, settings }: Tx,
): Outbox {
  const next = { ...delivery, ...nextRetry(delivery, startedAt, settings.webhook) }
  const sending = outbox.sending.map((one) => (one.id === next.id ? next : one))
  return withoutExpired({ ...outbox, sending }, now)
}

/** Stores the result of an attempt: its delivery ends, or is due for a retry. */
function endAttempt({ tx, ledger }: ServiceWork, id: string, result: AttemptResult): ServiceOutcome {
  const outbox = outboxIn(ledger)
  const delivery = deliveryIn(outbox.sending, id)
  if (!delivery || delivery.open === null)
    return invalid(
      `The delivery ${shown(id)} has no attempt in progress: start one with begin before its result`,
    )
  const { app, kind, challenge, open, attempts } = delivery
  const { status = null, error = null, body } = result
  const isVerification = kind === 'verification'
  // HTTP 200, and for a verification its challenge as the body (SIL-163).
  const ok = status === 200 && (!isVerification || body === challenge)
  const attempted = { ...delivery, open: null, attempts: [...attempts, { at: open, status, error }] }
  if (ok) note(ledger, withEnded(outbox, [attempted], 'delivered', null, tx.now))
  else if (isVerification)
    note(ledger, withEnded(outbox, [attempted], 'failed', failureReason(status, error), tx.now))
  else note(ledger, withRetry(outbox, attempted, open, tx))
  if (isVerification) endVerification(tx, delivery, ok)
  const types = isVerification ? ['verified', 'refused'] : ['delivered', 'undelivered']
  tx.emit(`webhook.${types[ok ? 0 : 1]}`, { delivery: id, app: String(app) })
  return { ok: true, value: {} }
}

/**
 * Runs an input of type `delivered`, which starts an attempt or reports its result. The world may change
 * between the two, because a delivery takes time.
 */
export function runDelivered(_: unknown, work: ServiceWork, input: Input): { outcome: ServiceOutcome } {
  // A union would first read most inputs by the wrong one of its schemas. It words the errors.
  const known = 'begin' in input ? readBy(BeginInput, input) : readBy(EndInput, input)
  const read = known.success ? known : readBy(DeliveredInput, input)
  if (!read.success) return { outcome: failed(graphError(parameterError(read.error))) }
  const { data } = read
  return {
    outcome: 'begin' in data ? startAttempt(work, data.begin) : endAttempt(work, data.delivery, data.result),
  }
}
