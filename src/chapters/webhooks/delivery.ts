import { hmac } from '@noble/hashes/hmac.js'
import { sha1 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { LATEST } from '../../engine/state/clock.ts'
import { keepLast } from '../../engine/values/keep-last.ts'
import type { Policy } from '../../service/policy.ts'
import type { Tx } from '../../service/routes/context.ts'
import { unixTime } from '../../service/values/times.ts'
import { urlWith } from '../../service/values/urls.ts'
import { withIds } from '../leads/new-lead.ts'
import type { WebhookRow } from '../rows.ts'
import { waitingDeliveries, webhookFor, withoutExpired } from './attempt.ts'
import {
  deliveryIn,
  deliveryNumber,
  type EndedDelivery,
  type Notice,
  newDelivery,
  type Outbox,
  type QueuedDelivery,
} from './outbox.ts'

/** One try to deliver. */
export interface Attempt {
  /** The start of the attempt, in Unix milliseconds. */
  readonly at: number
  /** The HTTP status of the answer; null if there was no answer. */
  readonly status: number | null
  readonly error: string | null
}

/** A delivery to an app: notices in one payload, or the verification of its webhook (HOK-002). */
export interface Delivery {
  readonly id: string
  readonly app: string
  readonly kind: 'notices' | 'verification'
  /** `queued` has no attempt yet, `attempted` may be retried, and the others are final. */
  readonly status: 'queued' | 'attempted' | 'delivered' | 'failed' | 'dropped'
  /** The due time of the next attempt, in Unix milliseconds; null if there is no next attempt. */
  readonly due: number | null
  readonly attempts: readonly Attempt[]
  /** The number of notices in it. */
  readonly notices: number
  /** The reason why it was dropped or failed. */
  readonly reason: string | null
  /** The exact request. */
  readonly request: {
    readonly method: 'GET' | 'POST'
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
  }
}

const encoder = new TextEncoder()

/** Returns the headers that sign a body with an app's secret (SIL-164). */
export function signatures(
  body: string,
  secret: string,
  signing: Policy['webhook']['signing'],
): Record<string, string> {
  const [key, bytes] = [encoder.encode(secret), encoder.encode(body)]
  const headers: Record<string, string> = {}
  if (signing === 'both' || signing === 'sha1')
    headers['X-Hub-Signature'] = `sha1=${bytesToHex(hmac(sha1, key, bytes))}`
  if (signing === 'both' || signing === 'sha256')
    headers['X-Hub-Signature-256'] = `sha256=${bytesToHex(hmac(sha256, key, bytes))}`
  return headers
}

// A delivery is shown more often than it changes.
const keptSignatures = keepLast<Readonly<Record<string, string>>>(16)

/** Returns what the entry of a person has: the changes, or the names of the fields without values. */
function changesOfUser(id: string | number, notices: readonly Notice[]): object {
  const told = notices.filter(({ value }) => Object.keys(value).length > 0)
  const untold = notices.filter((notice) => !told.includes(notice))
  return {
    uid: id,
    ...(told.length > 0 && { changes: told.map(({ field, value }) => ({ field, ...value })) }),
    ...(untold.length > 0 && { changed_fields: [...new Set(untold.map(({ field }) => field))] }),
  }
}

/** Returns the payload of a delivery as JSON: an entry for each page, by id, and a change for each notice. */
function payload(notices: readonly Notice[], instant: number, ids: Policy['webhookIds']): string {
  const byPage = new Map<number, Notice[]>()
  for (const notice of notices) {
    const others = byPage.get(notice.page)
    if (others) others.push(notice)
    else byPage.set(notice.page, [notice])
  }
  const object = notices[0]?.object ?? 'page'
  const sorted = [...byPage].sort(([left], [right]) => left - right)
  const entry = sorted.map(([page, ofId]) => {
    const id = ids === 'text' ? String(page) : page // HOK-009, SIL-167
    const time = unixTime(instant) // HOK-010
    if (object === 'user') return { id, time, ...changesOfUser(id, ofId) }
    // HOK-011, HOK-012
    return { id, time, changes: ofId.map(({ field, value }) => ({ field, value: withIds(value, ids) })) }
  })
  return JSON.stringify({ object, entry }) // HOK-006, HOK-007, HOK-008
}

/** The URL in the requests to a transport in the same process. */
const inProcessUrl = (app: number): string => `https://sink.test/${app}`

/** Returns the URL of the handshake with a webhook, whose answer must be the challenge (SIL-163). */
export function handshake({ app, url, verifyToken }: WebhookRow, challenge: string): string {
  return urlWith(url ?? inProcessUrl(app), [
    ['hub.mode', 'subscribe'],
    ['hub.challenge', challenge],
    ['hub.verify_token', verifyToken],
  ])
}

// Node prints a getter as [Getter], unless the object has this member.
const inspected = Symbol.for('nodejs.util.inspect.custom')
const plainCopy = {
  value(this: object) {
    return { ...this }
  },
}

function requestOf(tx: Tx, delivery: QueuedDelivery, url: string | null, now: number): Delivery['request'] {
  const target = url ?? inProcessUrl(delivery.app)
  if (delivery.kind === 'verification') return { method: 'GET', url: target, headers: {}, body: '' }
  // The time of the attempt that is under way, or else of the last one (SIL-166).
  const instant = delivery.open ?? delivery.attempts.at(-1)?.at ?? now
  const { secret = '' } = tx.find('apps', delivery.app) ?? {}
  const { webhookIds, webhook } = tx.settings
  // Most receivers of simulations look at neither, and a signature costs more than the rest of an attempt.
  let body: string | undefined
  let headers: Readonly<Record<string, string>> | undefined
  const request: Delivery['request'] = {
    method: 'POST',
    url: target,
    get headers() {
      const signed = [request.body, secret, webhook.signing] as const
      headers ??= {
        'Content-Type': 'application/json',
        ...keptSignatures(JSON.stringify(signed), () => signatures(...signed)),
      }
      return headers
    },
    get body() {
      body ??= payload(delivery.notices, instant, webhookIds)
      return body
    },
  }
  return Object.defineProperty(request, inspected, plainCopy)
}

function shown(tx: Tx, delivery: QueuedDelivery | EndedDelivery): Delivery {
  const { id, app, kind, due, attempts, notices, firstAt } = delivery
  const hasEnded = 'ending' in delivery
  const current = hasEnded || kind === 'verification' ? undefined : webhookFor(tx, delivery)
  const now = hasEnded ? delivery.endedAt : tx.now
  return {
    id,
    app: String(app),
    kind,
    status: hasEnded ? delivery.ending : firstAt === null ? 'queued' : 'attempted',
    due,
    attempts,
    notices: notices.length,
    reason: hasEnded ? delivery.reason : null,
    request: requestOf(tx, delivery, current ? current.url : delivery.url, now),
  }
}

/** Returns waiting notices as deliveries: all that are due as one, and each other notice as its own. */
const shownWaiting = (outbox: Outbox, now: number): QueuedDelivery[] =>
  waitingDeliveries(outbox.waiting, LATEST).flatMap(({ app, notices }) => {
    const due = notices.filter((notice) => notice.due <= now)
    const later = notices.filter((notice) => notice.due > now).map((notice) => [notice])
    return [due, ...later].flatMap((together) => {
      const [first] = together
      return first ? [newDelivery(first.number, app, { notices: together, due: first.due })] : []
    })
  })

const currentDeliveries = (outbox: Outbox, now: number): (QueuedDelivery | EndedDelivery)[] => {
  const current = withoutExpired(outbox, now)
  return [...current.ended, ...current.sending, ...shownWaiting(current, now)]
}

/** Returns every delivery: ended ones, those being sent, and waiting notices as they would be sent now. */
export function shownOutbox(outbox: Outbox, tx: Tx): readonly Delivery[] {
  return currentDeliveries(outbox, tx.now).map((delivery) => shown(tx, delivery))
}

/** Finds the deliveries of what a step added to an outbox, oldest first. */
export type FindDeliveries = (before: Outbox, after: Outbox) => readonly string[]

/**
 * Returns a function that finds the deliveries of a step in an outbox of a later time. Each delivery is found
 * by the numbers of its notices, or of its verification.
 */
export function deliveriesByStep(outbox: Outbox, now: number): FindDeliveries {
  const found = new Map<number, string>()
  for (const { id, kind, notices } of currentDeliveries(outbox, now)) {
    if (kind === 'verification') found.set(deliveryNumber(id), id)
    for (const { number } of notices) found.set(number, id)
  }
  return (before, after) => {
    const ids = new Set<string>()
    for (let number = before.next; number < after.next; number++) {
      const id = found.get(number)
      if (id !== undefined) ids.add(id)
    }
    return [...ids]
  }
}

/** Returns one delivery that was attempted or has ended. */
export function shownDelivery(outbox: Outbox, tx: Tx, id: string): Delivery | undefined {
  const delivery = deliveryIn(outbox.sending, id) ?? outbox.ended.findLast((one) => one.id === id)
  return delivery && shown(tx, delivery)
}
