import { LATEST } from '../../engine/clock.ts'
import type { Policy } from '../../graph/policy.ts'
import {
  type AttemptResult,
  deliveryId,
  endedDelivery,
  type Notice,
  newDelivery,
  type Outbox,
  type QueuedDelivery,
  withEnded,
} from './outbox.ts'

/** An instant so many seconds later. */
const later = (from: number, seconds: number): number => Math.min(from + seconds * 1_000, LATEST)

/** The notices that would be taken now as one delivery of an app. */
export const dueNotices = ({ waiting }: Outbox, app: number, now: number): Notice[] =>
  waiting.filter((notice) => notice.app === app && notice.due <= now)

/** The apps that have notices which were never attempted. */
export const waitingApps = ({ waiting }: Outbox): number[] => [...new Set(waiting.map(({ app }) => app))]

/**
 * What was attempted, and is too old by now, is dropped (SIL-165), but not during an attempt: it may still be
 * answered.
 */
export function withoutExpired(outbox: Outbox, now: number): Outbox {
  const gone = outbox.sending.filter(({ dropAt, open }) => dropAt !== null && dropAt <= now && open === null)
  if (gone.length === 0) return outbox
  return withEnded(
    outbox,
    gone.map((parcel) =>
      endedDelivery(parcel, 'dropped', parcel.dropAt ?? now, 'It was not delivered in time'),
    ),
  )
}

/** A delivery that can be attempted, as it is before that. */
export function dueDelivery(outbox: Outbox, id: string, now: number): QueuedDelivery | undefined {
  const known = outbox.sending.find((parcel) => parcel.id === id)
  if (known) return known.due !== null && known.due <= now ? known : undefined
  const head = outbox.waiting.find(({ number }) => deliveryId(number) === id)
  const notices = head ? dueNotices(outbox, head.app, now) : []
  return head && notices[0] === head ? newDelivery(head.number, head.app, { notices, due: now }) : undefined
}

/**
 * Begins an attempt: the notices of a delivery that is taken for the first time leave the queue, and stay
 * together from now on.
 */
export function withAttemptStarted(
  outbox: Outbox,
  parcel: QueuedDelivery,
  url: string | null,
  now: number,
  { dropAfter }: Policy['webhook'],
): Outbox {
  const { firstAt, kind, notices } = parcel
  const first = firstAt ?? now
  const dropAt = kind === 'notices' ? later(first, dropAfter) : null
  const open: QueuedDelivery = { ...parcel, url, open: now, firstAt: first, dropAt: parcel.dropAt ?? dropAt }
  const isKnown = outbox.sending.some(({ id }) => id === parcel.id)
  if (isKnown) return { ...outbox, sending: outbox.sending.map((one) => (one.id === open.id ? open : one)) }
  const taken = new Set(notices.map(({ number }) => number))
  const waiting = outbox.waiting.filter(({ number }) => !taken.has(number))
  return { ...outbox, waiting, sending: [...outbox.sending, open] }
}

/**
 * When a delivery is tried again: at the next time of the schedule that has not passed when the last attempt
 * began, so that a world that nobody carried for for a day makes up for it once, not eight times.
 */
function nextTry(
  parcel: QueuedDelivery,
  began: number,
  { retrySchedule }: Policy['webhook'],
): Partial<QueuedDelivery> {
  const first = parcel.firstAt ?? began
  const place = retrySchedule.findIndex(
    (seconds, index) => index >= parcel.used && later(first, seconds) >= began,
  )
  const seconds = retrySchedule[place]
  const due = seconds === undefined ? LATEST : later(first, seconds)
  if (due >= (parcel.dropAt ?? LATEST)) return { due: null, used: retrySchedule.length }
  return { due, used: place + 1 }
}

const isVerified = ({ challenge }: QueuedDelivery, { status, body }: AttemptResult): boolean =>
  status === 200 && body === challenge

/** Whether a result is what the delivery asks for: HTTP 200, and from a verification its challenge. */
export const isSuccess = (parcel: QueuedDelivery, result: AttemptResult): boolean =>
  parcel.kind === 'verification' ? isVerified(parcel, result) : result.status === 200

/** Why a verification failed, in words. */
function failure({ status, error }: AttemptResult): string {
  if (status === null) return error ?? 'No answer came'
  return status === 200 ? 'The answer was not the challenge' : `The answer had the status ${status}`
}

/** Notes how the attempt of a delivery ended, and with it the delivery, or when it is tried again. */
export function withAttemptResult(
  outbox: Outbox,
  parcel: QueuedDelivery,
  result: AttemptResult,
  now: number,
  policy: Policy['webhook'],
): Outbox {
  const { status, error } = result
  const at = parcel.open ?? now
  const tried: QueuedDelivery = {
    ...parcel,
    open: null,
    attempts: [...parcel.attempts, { at, status, error }],
  }
  if (isSuccess(parcel, result)) return withEnded(outbox, [endedDelivery(tried, 'delivered', now, null)])
  if (parcel.kind === 'verification')
    return withEnded(outbox, [endedDelivery(tried, 'failed', now, failure(result))])
  const next: QueuedDelivery = { ...tried, ...nextTry(tried, at, policy) }
  const sending = outbox.sending.map((one) => (one.id === next.id ? next : one))
  return withoutExpired({ ...outbox, sending }, now)
}
