import { boundedArray, shortText } from '../../engine/schema/schema.ts'
import { z } from '../../engine/schema/zod.ts'
import { LATEST } from '../../engine/state/clock.ts'
import { deepFreeze } from '../../engine/store/freeze.ts'
import type { Json } from '../../engine/values/guard.ts'
import { bounds } from '../../service/contract/bounds.ts'
import { limits } from '../../service/contract/limits.ts'
import { jsonObjectColumn } from '../../service/values/columns.ts'
import { webhookFields } from './page-fields.ts'
import { userFields } from './user-fields.ts'

const whole = z.number().int().nonnegative()
const instant = z.number().int().max(LATEST)

const Missed = z.strictObject({
  at: instant,
  /** The page that changed, or the person. */
  page: whole,
  /** Null if no app is installed on the page. */
  app: whole.nullable(),
  field: z.enum([...webhookFields, ...userFields]),
  reason: z.enum([
    'notInstalled',
    'noWebhook',
    'pending',
    'failed',
    'notSubscribed',
    'notChosen',
    'notPermitted',
  ]),
})

/** The last changes of which an app was not notified, oldest first. They explain a missing delivery. */
const MissedList = boundedArray(Missed).refine(
  (missed) => missed.length <= bounds.missedNoticesMax,
  `has more than ${bounds.missedNoticesMax} entries`,
)

/** A change of which an app was not notified. */
export type Missed = z.output<typeof Missed>

/** The reason why an app was not notified of a change. */
export type MissedReason = Missed['reason']

const Notice = z.strictObject({
  number: whole,
  app: whole,
  /** The page that changed, or the person. */
  page: whole,
  field: shortText(bounds.noticeFieldCharactersMax),
  /** The object that its payload names: `page` if left out, `user`, or the name of an area. */
  object: shortText(bounds.noticeFieldCharactersMax).exactOptional(),
  value: jsonObjectColumn,
  due: instant,
})

const Attempt = z.strictObject({
  /** The start of the attempt, in Unix milliseconds. */
  at: instant,
  /** The HTTP status of the answer; null if there was no answer. */
  status: whole.nullable(),
  error: z.string().nullable(),
})

const QueuedDelivery = z.strictObject({
  id: z.string(),
  app: whole,
  kind: z.enum(['notices', 'verification']),
  /** The kind of object that the webhook of a verification watches; absent for pages. */
  object: z.literal('user').exactOptional(),
  notices: boundedArray(Notice),
  /** The expected answer to a verification. */
  challenge: z.string().nullable(),
  /** The URL of the last attempt; null for a transport in the same process. */
  url: z.string().nullable(),
  /** The due time of the next attempt; null if there is no next attempt. */
  due: instant.nullable(),
  firstAt: instant.nullable(),
  dropAt: instant.nullable(),
  /** The number of used entries of the retry schedule. */
  used: whole,
  /** The start of an attempt without a result yet. */
  open: instant.nullable(),
  attempts: boundedArray(Attempt),
})

const endings = ['delivered', 'failed', 'dropped'] as const
const EndedDelivery = QueuedDelivery.extend({
  ending: z.enum(endings),
  endedAt: instant,
  reason: z.string().nullable(),
})

/** The outbox as a ledger and a snapshot store it. */
export const Outbox = z.strictObject({
  /** The number of the next notice or verification. */
  next: whole,
  /** Notices without an attempt, in the order of their events. */
  waiting: boundedArray(Notice),
  /** Verifications and attempted deliveries that have not ended. They never merge with others (SIL-166). */
  sending: boundedArray(QueuedDelivery),
  /** Ended deliveries, oldest first, with at most 1,000 notices together. */
  ended: boundedArray(EndedDelivery),
  /** The number of ended deliveries that are no longer listed. */
  forgotten: whole,
  /** The last changes of which an app was not notified, oldest first. */
  missed: MissedList.exactOptional(),
})

/** Deliveries to apps and their results. It is plain data that is replaced and never changed. */
export type Outbox = z.output<typeof Outbox>

/** One change that one app is notified of. */
export type Notice = z.output<typeof Notice>

/** A delivery that has not ended: notices in one payload, or a verification. */
export type QueuedDelivery = z.output<typeof QueuedDelivery>

/** A delivery that has ended. */
export type EndedDelivery = z.output<typeof EndedDelivery>

/** What a webhook is found by: its app, and the kind of object that it watches. */
export interface Addressee {
  readonly app: number
  readonly object?: string | undefined
}

/** Whether both lead to the same webhook. That of pages also gets the notices of areas. */
const isSameWebhook = (one: Addressee, other: Addressee): boolean =>
  one.app === other.app && (one.object === 'user') === (other.object === 'user')

/** Returns what the webhook of a delivery is found by. */
export const addresseeOf = ({ app, object, notices }: QueuedDelivery): Addressee => ({
  app,
  object: object ?? notices[0]?.object,
})

const empty: Outbox = deepFreeze({ next: 1, waiting: [], sending: [], ended: [], forgotten: 0 })

/** The part of a ledger that stores the outbox. */
export interface NotesLedger {
  notes: { readonly webhooks?: Outbox }
}

/** Returns the outbox of a ledger. */
export const outboxIn = ({ notes }: NotesLedger): Outbox => notes.webhooks ?? empty

/** Replaces the outbox of a ledger. */
export function note(ledger: NotesLedger, outbox: Outbox): void {
  if (outbox === outboxIn(ledger)) return
  ledger.notes = { ...ledger.notes, webhooks: outbox }
}

/** The id of the delivery whose first notice has this number. */
export const deliveryId = (number: number): string => `delivery-${number}`

/** Returns the number in the id of a delivery. */
export const deliveryNumber = (id: string): number => Number(id.slice('delivery-'.length))

/** Returns the delivery with an id, if a list has it. */
export function deliveryIn(deliveries: readonly QueuedDelivery[], id: string): QueuedDelivery | undefined {
  for (const delivery of deliveries) if (delivery.id === id) return delivery
  return undefined
}

/** Returns a delivery without an attempt. `first` is the number of its first notice. */
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

/** The number of notices of a delivery. A verification counts as one. */
const noticesOf = ({ notices }: QueuedDelivery): number => Math.max(1, notices.length)

// A list grows by one delivery at a time: the next count begins with this one.
const noticeCounts = new WeakMap<readonly EndedDelivery[], number>()

/**
 * Moves deliveries to `ended`, also those that were never sent. It forgets the oldest beyond the limit.
 *
 * @param endedAt The time at which each was to be dropped, if left out.
 */
export function withEnded(
  outbox: Outbox,
  deliveries: readonly QueuedDelivery[],
  ending: EndedDelivery['ending'],
  reason: string | null,
  endedAt?: number,
): Outbox {
  if (deliveries.length === 0) return outbox
  const ids = new Set<string>()
  const ended = [...outbox.ended]
  let count = noticeCounts.get(outbox.ended) ?? ended.reduce((sum, delivery) => sum + noticesOf(delivery), 0)
  for (const delivery of deliveries) {
    const { id, app, kind, notices, challenge, url, firstAt, dropAt, used, attempts } = delivery
    // Its members are named, because V8 is slow to add members to a copy.
    const over: EndedDelivery = {
      ...{ id, app, kind, notices, challenge, url, due: null, firstAt, dropAt, used, open: null, attempts },
      ...{ ending, endedAt: endedAt ?? dropAt ?? LATEST, reason },
    }
    // Those that have ended before are frozen already, and the list may be long.
    ended.push(deepFreeze(over))
    ids.add(id)
    count += noticesOf(over)
  }
  const sending = outbox.sending.filter(({ id }) => !ids.has(id))
  let from = 0
  for (const delivery of ended) {
    if (count <= limits.endedNoticesMax || from === ended.length - 1) break
    count -= noticesOf(delivery)
    from += 1
  }
  ended.splice(0, from)
  // The lists in the type of an outbox are not `readonly`, because zod infers the type.
  Object.freeze(ended)
  noticeCounts.set(ended, count)
  return { ...outbox, sending, ended, forgotten: outbox.forgotten + from }
}

/** Returns an outbox with one more missed change. It forgets the oldest beyond the limit. */
export function withMissed(outbox: Outbox, missed: Missed): Outbox {
  const longer = [...(outbox.missed ?? []), Object.freeze(missed)].slice(-bounds.missedNoticesMax)
  Object.freeze(longer)
  return Object.freeze({ ...outbox, missed: longer })
}

/** A notice before it is queued. */
export interface NewNotice {
  readonly app: number
  readonly page: number
  readonly field: string
  readonly object?: string
  readonly value: { readonly [member: string]: Json }
}

/** Queues a notice. If the outbox is full, the notice is listed as dropped. */
export function withNotice(outbox: Outbox, notice: NewNotice, now: number, due = now): Outbox {
  const most = limits.outboxNoticesMax
  const open = outbox.sending.reduce((sum, { notices }) => sum + notices.length, outbox.waiting.length)
  if (open >= most) return withDroppedNotice(outbox, notice, now, `The outbox holds ${most} notices already`)
  const number = outbox.next
  const { app, page, field, object, value } = notice
  const queued: Notice = deepFreeze({
    ...{ number, app, page, field },
    ...(object !== undefined && { object }),
    ...{ value, due: Math.min(due, LATEST) },
  })
  const waiting = [...outbox.waiting, queued]
  Object.freeze(waiting)
  return Object.freeze({ ...outbox, next: number + 1, waiting })
}

/** Lists a notice as dropped without queueing it. */
export function withDroppedNotice(outbox: Outbox, notice: NewNotice, now: number, reason: string): Outbox {
  const number = outbox.next
  const notices = [{ number, ...notice, due: now }]
  const dropped = newDelivery(number, notice.app, { notices })
  return withEnded({ ...outbox, next: number + 1 }, [dropped], 'dropped', reason, now)
}

/** Swaps the last two waiting notices of an app, if they are of one kind of object: others come apart. */
export function withLastTwoSwapped(outbox: Outbox, app: number): Outbox {
  const last = outbox.waiting.at(-1)
  const at = outbox.waiting
    .slice(0, -1)
    .findLastIndex((notice) => notice.app === app && notice.object === last?.object)
  if (last?.app !== app || at < 0) return outbox
  const { waiting } = outbox
  return { ...outbox, waiting: [...waiting.slice(0, at), last, ...waiting.slice(at, -1)] }
}

/** Queues the verification of a webhook, and drops an earlier one that has not ended. */
export function withVerification(
  outbox: Outbox,
  { url, ...addressee }: { readonly app: number; readonly object?: 'user' | undefined; readonly url: string },
  challenge: string,
  now: number,
): Outbox {
  const { app, object } = addressee
  const ofUsers = object && { object }
  const more = { kind: 'verification', challenge, url, due: now, ...ofUsers } as const
  const delivery = newDelivery(outbox.next, app, more)
  const { sending, ...rest } = withoutVerification(outbox, addressee, 'The webhook was set again', now)
  return { ...rest, next: outbox.next + 1, sending: [...sending, delivery] }
}

/** Drops the verification of a webhook that has not ended. */
export function withoutVerification(
  outbox: Outbox,
  addressee: Addressee,
  reason: string,
  now: number,
): Outbox {
  const gone = outbox.sending.filter(
    (delivery) => delivery.kind === 'verification' && isSameWebhook(addresseeOf(delivery), addressee),
  )
  return withEnded(outbox, gone, 'dropped', reason, now)
}

/** Drops everything that is queued for a webhook. */
export function withoutWebhook(outbox: Outbox, addressee: Addressee, reason: string, now: number): Outbox {
  const notices = outbox.waiting.filter((notice) => isSameWebhook(notice, addressee))
  const [first] = notices
  const unsent = first ? [newDelivery(first.number, first.app, { notices })] : []
  const sending = outbox.sending.filter((delivery) => isSameWebhook(addresseeOf(delivery), addressee))
  const gone = [...sending, ...unsent]
  if (gone.length === 0) return outbox
  const waiting = outbox.waiting.filter((notice) => !isSameWebhook(notice, addressee))
  return withEnded({ ...outbox, waiting }, gone, 'dropped', reason, now)
}
