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
  type Addressee,
  type AttemptResult,
  addresseeOf,
  deliveryId,
  deliveryIn,
  type EndedDelivery,
  endedDelivery,
  type Notice,
  newDelivery,
  note,
  type Outbox,
  outboxIn,
  type QueuedDelivery,
  withEnded,
  withNotice,
} from './outbox.ts'
import type { WatchedObject } from './user-fields.ts'

/** Adds seconds to an instant, up to the end of time. */
const later = (from: number, seconds: number): number => Math.min(from + seconds * 1_000, LATEST)

/**
 * Returns the notices that one delivery would hold now: all that are due (SIL-166). A payload has one object,
 * so notices of people, and those of an area, have deliveries of their own.
 */
export const dueNotices = ({ waiting }: Outbox, { app, object }: Addressee, now: number): Notice[] =>
  waiting.filter((notice) => notice.app === app && notice.object === object && notice.due <= now)

/** Returns the first notice without an attempt for each app and object, of those due by an instant. */
export function firstWaiting(waiting: readonly Notice[], by = LATEST): Notice[] {
  const firsts = new Map<string, Notice>()
  for (const notice of waiting) {
    const key = `${notice.app} ${notice.object}`
    if (notice.due <= by && !firsts.has(key)) firsts.set(key, notice)
  }
  return [...firsts.values()]
}

/**
 * Drops deliveries that have expired (HOK-021, SIL-165). A delivery with an open attempt stays, because its
 * result may still come.
 */
export function withoutExpired(outbox: Outbox, now: number): Outbox {
  const gone = outbox.sending.filter(({ dropAt, open }) => dropAt !== null && dropAt <= now && open === null)
  if (gone.length === 0) return outbox
  return withEnded(
    outbox,
    gone.map((delivery) =>
      endedDelivery(delivery, 'dropped', delivery.dropAt ?? now, 'It was not delivered in time'),
    ),
  )
}

/** Returns the delivery with this id if an attempt is due. */
export function dueDelivery(outbox: Outbox, id: string, now: number): QueuedDelivery | undefined {
  const known = deliveryIn(outbox.sending, id)
  if (known) return known.due !== null && known.due <= now ? known : undefined
  const head = outbox.waiting.find(({ number }) => deliveryId(number) === id)
  const notices = head ? dueNotices(outbox, head, now) : []
  return head && notices[0] === head ? newDelivery(head.number, head.app, { notices, due: now }) : undefined
}

/**
 * Starts an attempt. At the first attempt of a delivery its notices leave the queue: from then on they stay
 * together (SIL-166).
 */
export function withAttemptStarted(
  outbox: Outbox,
  delivery: QueuedDelivery,
  url: string | null,
  now: number,
  { dropAfter }: Policy['webhook'],
): Outbox {
  const { firstAt, kind, notices } = delivery
  const first = firstAt ?? now
  const dropAt = kind === 'notices' ? later(first, dropAfter) : null
  const open: QueuedDelivery = {
    ...delivery,
    url,
    open: now,
    firstAt: first,
    dropAt: delivery.dropAt ?? dropAt,
  }
  const place = outbox.sending.indexOf(delivery)
  if (place >= 0) return { ...outbox, sending: outbox.sending.with(place, open) }
  const taken = new Set(notices)
  const waiting = outbox.waiting.filter((notice) => !taken.has(notice))
  return { ...outbox, waiting, sending: [...outbox.sending, open] }
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

const isVerified = ({ challenge }: QueuedDelivery, { status, body }: AttemptResult): boolean =>
  status === 200 && body === challenge

/** Whether an attempt succeeded: HTTP 200, and for a verification its challenge as the body (SIL-163). */
const isSuccess = (delivery: QueuedDelivery, result: AttemptResult): boolean =>
  delivery.kind === 'verification' ? isVerified(delivery, result) : result.status === 200

/** The reason why a verification failed. */
function failureReason({ status, error }: AttemptResult): string {
  if (status === null) return error ?? 'No answer came'
  return status === 200 ? 'The answer was not the challenge' : `The answer had the status ${status}`
}

/** Adds the result of an attempt to its delivery, which ends or is due for a retry. */
export function withAttemptResult(
  outbox: Outbox,
  delivery: QueuedDelivery,
  result: AttemptResult,
  now: number,
  policy: Policy['webhook'],
): Outbox {
  const { status, error } = result
  const at = delivery.open ?? now
  const attempted: QueuedDelivery = {
    ...delivery,
    open: null,
    attempts: [...delivery.attempts, { at, status, error }],
  }
  if (isSuccess(delivery, result))
    return withEnded(outbox, [endedDelivery(attempted, 'delivered', now, null)])
  if (delivery.kind === 'verification')
    return withEnded(outbox, [endedDelivery(attempted, 'failed', now, failureReason(result))])
  const next: QueuedDelivery = { ...attempted, ...nextRetry(attempted, at, policy) }
  const sending = outbox.sending.map((one) => (one.id === next.id ? next : one))
  return withoutExpired({ ...outbox, sending }, now)
}

/** The outbox in which a delivery is due, or the reason why it cannot be sent. */
type Resent =
  | { readonly ok: true; readonly outbox: Outbox; readonly id: string }
  | { readonly ok: false; readonly reason: string }

const refused = (reason: string): Resent => ({ ok: false, reason })

/** Returns the id of the delivery that sends a notice: that of the first notice that is sent with it. */
function deliveryOf(outbox: Outbox, number: number, now: number): string {
  const notice = outbox.waiting.find((one) => one.number === number)
  const [first] = notice ? dueNotices(outbox, notice, now) : []
  return deliveryId(first?.number ?? number)
}

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

/** Returns the webhook of an app for a kind of object. */
export const webhookOf = (
  tx: Pick<Tx, 'first'>,
  app: number,
  object: WatchedObject = 'page',
): WebhookRow | undefined => tx.first('webhooks', 'byApp', [app, object])

/** Returns the webhook to which a delivery goes. */
export const webhookFor = (tx: Pick<Tx, 'first'>, delivery: QueuedDelivery): WebhookRow | undefined => {
  const { app, object } = addresseeOf(delivery)
  return webhookOf(tx, app, object === 'user' ? object : 'page')
}

/**
 * Returns the webhook to which a delivery can go: the active one of its app, or for a verification the
 * pending one (SIL-163).
 */
export function addressed(tx: Pick<Tx, 'first'>, delivery: QueuedDelivery): WebhookRow | undefined {
  const webhook = webhookFor(tx, delivery)
  const status = delivery.kind === 'verification' ? 'pending' : 'active'
  return webhook?.status === status ? webhook : undefined
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

const resultOf = (result: z.output<typeof Result>): AttemptResult =>
  'error' in result
    ? { status: null, error: result.error, body: null }
    : { status: result.status, error: null, body: result.body ?? null }

const invalid = (message: string): ServiceOutcome => failed(graphError(invalidParameter(message)))

/** Starts an attempt. The content of the delivery is fixed from now on. */
function startAttempt({ tx, ledger }: ServiceWork, id: string): ServiceOutcome {
  const outbox = withoutExpired(outboxIn(ledger), tx.now)
  const delivery = dueDelivery(outbox, id, tx.now)
  const webhook = delivery && addressed(tx, delivery)
  if (!webhook) return invalid(`The delivery ${shown(id)} is not due, or does not exist`)
  const url = delivery.kind === 'verification' ? delivery.url : webhook.url
  note(ledger, withAttemptStarted(outbox, delivery, url, tx.now, tx.settings.webhook))
  return { ok: true, value: {} }
}

/** Sets the status of a webhook after its verification. */
function endVerification(tx: Tx, delivery: QueuedDelivery, isActive: boolean): void {
  const webhook = webhookFor(tx, delivery)
  if (webhook) tx.patch('webhooks', webhook.id, { status: isActive ? 'active' : 'failed' })
}

/** Stores the result of an attempt. */
function endAttempt({ tx, ledger }: ServiceWork, id: string, result: AttemptResult): ServiceOutcome {
  const outbox = outboxIn(ledger)
  const delivery = deliveryIn(outbox.sending, id)
  if (delivery?.open === null || delivery === undefined)
    return invalid(
      `The delivery ${shown(id)} has no attempt in progress: start one with begin before its result`,
    )
  const ok = isSuccess(delivery, result)
  note(ledger, withAttemptResult(outbox, delivery, result, tx.now, tx.settings.webhook))
  if (delivery.kind === 'verification') endVerification(tx, delivery, ok)
  const types = delivery.kind === 'verification' ? ['verified', 'refused'] : ['delivered', 'undelivered']
  tx.emit(`webhook.${types[ok ? 0 : 1]}`, { delivery: id, app: String(delivery.app) })
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
    outcome:
      'begin' in data
        ? startAttempt(work, data.begin)
        : endAttempt(work, data.delivery, resultOf(data.result)),
  }
}
