import { hmac } from '@noble/hashes/hmac.js'
import { sha1 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Tx } from '../../graph/context.ts'
import type { Policy } from '../../graph/policy.ts'
import { unixTime } from '../../graph/values/times.ts'
import { urlWith } from '../../graph/values/urls.ts'
import type { WebhookRow } from '../rows.ts'
import { dueNotices, waitingApps, withoutExpired } from './attempt.ts'
import {
  deliveryNumber,
  type EndedDelivery,
  type Notice,
  newDelivery,
  type Outbox,
  type QueuedDelivery,
} from './outbox.ts'

/** One try to carry a delivery. */
export interface Attempt {
  /** When it began, in Unix milliseconds. */
  readonly at: number
  /** The HTTP status that was answered; null when no answer came. */
  readonly status: number | null
  readonly error: string | null
}

/** A delivery to an app: notices of events in one payload, or the verification of its webhook. */
export interface Delivery {
  readonly id: string
  readonly app: string
  readonly kind: 'notices' | 'verification'
  /** `queued` was never attempted; `attempted` is tried again; the others are ends. */
  readonly status: 'queued' | 'attempted' | 'delivered' | 'failed' | 'dropped'
  /** When the next attempt is due, in Unix milliseconds; null when no more is to come. */
  readonly due: number | null
  readonly attempts: readonly Attempt[]
  /** How many notices it holds. */
  readonly notices: number
  /** Why it was dropped or failed. */
  readonly reason: string | null
  /** What is sent, to the byte. */
  readonly request: {
    readonly method: 'GET' | 'POST'
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
  }
}

const encoder = new TextEncoder()

/** The headers that sign a body under an app's secret (SIL-164). */
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

/** The payload of a delivery (chapter Events): an entry for each page, by its id, a change for each lead. */
function payload(notices: readonly Notice[], instant: number): string {
  const pages = [...new Set(notices.map(({ page }) => page))].sort((left, right) => left - right)
  const entry = pages.map((id) => ({
    id,
    time: unixTime(instant),
    changes: notices.filter(({ page }) => page === id).map(({ field, value }) => ({ field, value })),
  }))
  return JSON.stringify({ object: 'page', entry })
}

/** Where the requests to a sink in the process of the world say that they go. */
const inProcess = (app: number): string => `https://sink.test/${app}`

/** The address of the handshake with a webhook: the challenge has to come back (SIL-163). */
export function handshake({ app, url, verifyToken }: WebhookRow, challenge: string): string {
  return urlWith(url ?? inProcess(app), [
    ['hub.mode', 'subscribe'],
    ['hub.challenge', challenge],
    ['hub.verify_token', verifyToken],
  ])
}

/** What deliveries are shown with. */
interface Showing {
  readonly tx: Tx
  readonly policy: Policy
  readonly now: number
}

function requestOf(
  { tx, policy, now }: Showing,
  parcel: QueuedDelivery,
  url: string | null,
): Delivery['request'] {
  const target = url ?? inProcess(parcel.app)
  if (parcel.kind === 'verification') return { method: 'GET', url: target, headers: {}, body: '' }
  const body = payload(parcel.notices, parcel.firstAt ?? now)
  const { secret = '' } = tx.find('apps', parcel.app) ?? {}
  const signed = signatures(body, secret, policy.webhook.signing)
  return { method: 'POST', url: target, headers: { 'Content-Type': 'application/json', ...signed }, body }
}

const isEnded = (parcel: QueuedDelivery | EndedDelivery): parcel is EndedDelivery =>
  Object.hasOwn(parcel, 'ending')

function shown(showing: Showing, parcel: QueuedDelivery | EndedDelivery): Delivery {
  const { id, app, kind, due, attempts, notices, firstAt } = parcel
  const isOver = isEnded(parcel)
  const current = isOver || kind === 'verification' ? undefined : showing.tx.first('webhooks', 'byApp', [app])
  const at = isOver ? { ...showing, now: parcel.endedAt } : showing
  return {
    id,
    app: String(app),
    kind,
    status: isOver ? parcel.ending : firstAt === null ? 'queued' : 'attempted',
    due,
    attempts,
    notices: notices.length,
    reason: isOver ? parcel.reason : null,
    request: requestOf(at, parcel, current ? current.url : parcel.url),
  }
}

/** What waits, as the deliveries that it would be taken as: what is due as one. */
function waitingParcels(outbox: Outbox, now: number): QueuedDelivery[] {
  return waitingApps(outbox).flatMap((app) => {
    const taken = dueNotices(outbox, app, now)
    const later = outbox.waiting.filter((notice) => notice.app === app && notice.due > now)
    return [taken, ...later.map((notice) => [notice])].flatMap((notices) => {
      const [first] = notices
      return first ? [newDelivery(first.number, app, { notices, due: first.due })] : []
    })
  })
}

/** Every delivery: what has ended, what is being sent, and what waits, as it would be taken now. */
export function shownOutbox(outbox: Outbox, showing: Showing): readonly Delivery[] {
  const current = withoutExpired(outbox, showing.now)
  return [...current.ended, ...current.sending, ...waitingParcels(current, showing.now)].map((parcel) =>
    shown(showing, parcel),
  )
}

/** One delivery that is being sent. */
export function shownDelivery(outbox: Outbox, showing: Showing, id: string): Delivery | undefined {
  const parcel = outbox.sending.find((one) => one.id === id) ?? outbox.ended.findLast((one) => one.id === id)
  return parcel && shown(showing, parcel)
}

/** A delivery whose time has come. */
export interface DueDelivery {
  readonly id: string
  readonly app: string
  /** The number of its first notice, which rises from delivery to delivery. */
  readonly number: number
  /** Null when it goes to a sink in the process of the world. */
  readonly url: string | null
}

/** The deliveries of active webhooks that are due by now, in the order in which they came to be. */
export function dueDeliveries(outbox: Outbox, tx: Tx, now: number): readonly DueDelivery[] {
  const sending = withoutExpired(outbox, now).sending.filter(({ due }) => due !== null && due <= now)
  const firsts = new Map<number, QueuedDelivery>()
  for (const { app, due, number } of outbox.waiting)
    if (due <= now && !firsts.has(app)) firsts.set(app, newDelivery(number, app, {}))
  return [...sending, ...firsts.values()]
    .filter((parcel) => isAddressed(tx, parcel))
    .map(({ id, app }) => {
      const { url = null } = tx.first('webhooks', 'byApp', [app]) ?? {}
      return { id, app: String(app), number: deliveryNumber(id), url }
    })
}

/** Whether there is somebody to deliver to: an active webhook, or for a verification one that is pending. */
export function isAddressed(tx: Tx, { app, kind }: QueuedDelivery): boolean {
  const { status } = tx.first('webhooks', 'byApp', [app]) ?? {}
  return status === (kind === 'verification' ? 'pending' : 'active')
}
