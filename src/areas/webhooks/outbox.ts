import { z } from 'zod'
import { LATEST } from '../../engine/clock.ts'
import { deepFreeze } from '../../engine/freeze.ts'
import type { Json } from '../../engine/guard.ts'
import { boundedArray } from '../../engine/schema.ts'
import { limits } from '../../graph/contract/limits.ts'
import { jsonObjectColumn } from '../../graph/values/columns.ts'
import { type WebhookField, webhookFields } from './records.ts'

const whole = z.number().int().nonnegative()
const instant = z.number().int().max(LATEST)

const Notice = z.strictObject({
  number: whole,
  app: whole,
  page: whole,
  field: z.enum(webhookFields),
  value: jsonObjectColumn,
  due: instant,
})

const Attempt = z.strictObject({
  /** When it began, in Unix milliseconds. */
  at: instant,
  /** The HTTP status that was answered; null when no answer came. */
  status: whole.nullable(),
  error: z.string().nullable(),
})

const QueuedDelivery = z.strictObject({
  id: z.string(),
  app: whole,
  kind: z.enum(['notices', 'verification']),
  notices: boundedArray(Notice),
  /** What a verification has to be answered with. */
  challenge: z.string().nullable(),
  /** Where the last attempt went; null is a sink in the process of the world. */
  url: z.string().nullable(),
  /** When the next attempt is due; null when no more is to come. */
  due: instant.nullable(),
  firstAt: instant.nullable(),
  dropAt: instant.nullable(),
  /** How many times of the retry schedule are used up. */
  used: whole,
  /** When the attempt began whose result is still to be reported. */
  open: instant.nullable(),
  attempts: boundedArray(Attempt),
})

const endings = ['delivered', 'failed', 'dropped'] as const
const EndedDelivery = QueuedDelivery.extend({
  ending: z.enum(endings),
  endedAt: instant,
  reason: z.string().nullable(),
})

/** The outbox as a ledger notes it, and a snapshot has to hold it. */
export const Outbox = z.strictObject({
  /** The number that the next notice or verification gets. */
  next: whole,
  /** Notices that were never attempted, in the order of their events. */
  waiting: boundedArray(Notice),
  /** What was attempted, or is a verification, and has not ended. It never merges again. */
  sending: boundedArray(QueuedDelivery),
  /** What has ended, oldest first: as many as hold 1,000 notices. */
  ended: boundedArray(EndedDelivery),
  /** How many ended deliveries are listed no more. */
  forgotten: whole,
})

/** What is to be delivered to apps, and what came of it. Plain data, replaced and never changed. */
export type Outbox = z.output<typeof Outbox>

/** One event, to be told to one app. */
export type Notice = z.output<typeof Notice>

/** A delivery on its way: notices that stay together from their first attempt on, or a verification. */
export type QueuedDelivery = z.output<typeof QueuedDelivery>

/** A delivery that has ended. */
export type EndedDelivery = z.output<typeof EndedDelivery>

/** How an attempt ended: with an HTTP status, or without an answer. */
export interface AttemptResult {
  readonly status: number | null
  readonly error: string | null
  readonly body: string | null
}

/** The part of a ledger that notes the outbox. */
export interface NotesLedger {
  notes: { readonly [name: string]: Json }
}

const empty: Outbox = deepFreeze({ next: 1, waiting: [], sending: [], ended: [], forgotten: 0 })

/** The outbox that a ledger notes. */
export const outboxIn = ({ notes }: NotesLedger): Outbox => (notes['webhooks'] ?? empty) as unknown as Outbox

/** Notes an outbox in place of the one before. */
export function note(ledger: NotesLedger, outbox: Outbox): void {
  if (outbox === outboxIn(ledger)) return
  ledger.notes = { ...ledger.notes, webhooks: outbox as unknown as Json }
}

/** The id of the delivery whose first notice has this number. */
export const deliveryId = (number: number): string => `delivery-${number}`

/** The number in the id of a delivery. */
export const deliveryNumber = (id: string): number => Number(id.slice('delivery-'.length))

/** A delivery of which nothing was attempted yet. */
export const newDelivery = (first: number, app: number, more: Partial<QueuedDelivery>): QueuedDelivery => ({
  id: deliveryId(first),
  app,
  kind: 'notices',
  notices: [],
  challenge: null,
  url: null,
  due: null,
  firstAt: null,
  dropAt: null,
  used: 0,
  open: null,
  attempts: [],
  ...more,
})

const weightOf = ({ notices }: QueuedDelivery): number => Math.max(1, notices.length)

/** The outbox with more deliveries ended; the oldest are forgotten when they are too many. */
function ending(outbox: Outbox, more: readonly EndedDelivery[]): Outbox {
  if (more.length === 0) return outbox
  // Frozen here, where all but the new ones is known to be: lists may be long, and events come often.
  const all = [...outbox.ended, ...more.map(deepFreeze)]
  let weight = all.reduce((sum, parcel) => sum + weightOf(parcel), 0)
  let from = 0
  for (; weight > limits.endedNoticesMax && from < all.length - 1; from++)
    weight -= weightOf(all[from] as EndedDelivery)
  return {
    ...outbox,
    ended: Object.freeze(all.slice(from)) as EndedDelivery[],
    forgotten: outbox.forgotten + from,
  }
}

/** A delivery as it ended. */
export const endedDelivery = (
  parcel: QueuedDelivery,
  end: EndedDelivery['ending'],
  endedAt: number,
  reason: string | null,
): EndedDelivery => ({ ...parcel, due: null, open: null, ending: end, endedAt, reason })

/** Ends some of the deliveries that are being sent. */
export function withEnded(outbox: Outbox, gone: readonly EndedDelivery[]): Outbox {
  const ids = new Set(gone.map(({ id }) => id))
  const sending = outbox.sending.filter(({ id }) => !ids.has(id))
  return ending({ ...outbox, sending }, gone)
}

/** Notices that have not ended. */
const openNotices = ({ waiting, sending }: Outbox): number =>
  sending.reduce((sum, { notices }) => sum + notices.length, waiting.length)

/** An event that an app is to be told of. */
export interface NewNotice {
  readonly app: number
  readonly page: number
  readonly field: WebhookField
  readonly value: { readonly [member: string]: Json }
}

/** Queues a notice. A full outbox takes none: the notice is listed as dropped. */
export function withNotice(outbox: Outbox, news: NewNotice, now: number, due = now): Outbox {
  const most = limits.outboxNoticesMax
  if (openNotices(outbox) >= most)
    return withDroppedNotice(outbox, news, now, `The outbox holds ${most} notices already`)
  const number = outbox.next
  const notice: Notice = deepFreeze({ number, ...news, due: Math.min(due, LATEST) })
  const longer = { ...outbox, next: number + 1 }
  return Object.freeze({ ...longer, waiting: Object.freeze([...outbox.waiting, notice]) as Notice[] })
}

/** Lists a notice as dropped that is queued for nobody. */
export function withDroppedNotice(outbox: Outbox, news: NewNotice, now: number, reason: string): Outbox {
  const number = outbox.next
  const notice: Notice = { number, ...news, due: now }
  const dropped = endedDelivery(newDelivery(number, news.app, { notices: [notice] }), 'dropped', now, reason)
  return ending({ ...outbox, next: number + 1 }, [dropped])
}

/** Puts the notice that an app was to get last before the one before it. */
export function withLastTwoSwapped(outbox: Outbox, app: number): Outbox {
  const last = outbox.waiting.at(-1)
  const at = outbox.waiting.slice(0, -1).findLastIndex((notice) => notice.app === app)
  if (last?.app !== app || at < 0) return outbox
  const { waiting } = outbox
  return { ...outbox, waiting: [...waiting.slice(0, at), last, ...waiting.slice(at, -1)] }
}

/** Queues the verification of a webhook; an earlier one that is still on its way is dropped. */
export function withVerification(
  outbox: Outbox,
  { app, url }: { readonly app: number; readonly url: string },
  challenge: string,
  now: number,
): Outbox {
  const parcel = newDelivery(outbox.next, app, { kind: 'verification', challenge, url, due: now })
  const { sending, ...rest } = withoutVerification(outbox, app, 'The webhook was set again', now)
  return { ...rest, next: outbox.next + 1, sending: [...sending, parcel] }
}

/** The outbox without the verification of an app that is on its way. */
export function withoutVerification(outbox: Outbox, app: number, reason: string, now: number): Outbox {
  const gone = outbox.sending.filter((parcel) => parcel.app === app && parcel.kind === 'verification')
  return withEnded(
    outbox,
    gone.map((parcel) => endedDelivery(parcel, 'dropped', now, reason)),
  )
}

/** Drops everything that an app was still to get. */
export function withoutApp(outbox: Outbox, app: number, reason: string, now: number): Outbox {
  const isOf = (one: { readonly app: number }) => one.app === app
  const notices = outbox.waiting.filter(isOf)
  const [first] = notices
  const unsent = first ? [newDelivery(first.number, app, { notices })] : []
  const gone = [...outbox.sending.filter(isOf), ...unsent]
  if (gone.length === 0) return outbox
  const waiting = outbox.waiting.filter((notice) => !isOf(notice))
  return withEnded(
    { ...outbox, waiting },
    gone.map((parcel) => endedDelivery(parcel, 'dropped', now, reason)),
  )
}
