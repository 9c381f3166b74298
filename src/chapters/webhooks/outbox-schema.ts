import { boundedArray, shortText } from '../../engine/schema/schema.ts'
import { z } from '../../engine/schema/zod.ts'
import { LATEST } from '../../engine/state/clock.ts'
import { bounds } from '../../service/contract/bounds.ts'
import { jsonObjectColumn } from '../../service/values/columns.ts'
import { MissedList } from './missed.ts'

const whole = z.number().int().nonnegative()
const instant = z.number().int().max(LATEST)
const Notice = z.strictObject({
  number: whole,
  app: whole,
  /** The page that changed, or the person. */
  page: whole,
  field: shortText(bounds.noticeFieldCharactersMax),
  /** What its payload is about: `page` if left out, `user`, or the name of an area. */
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
