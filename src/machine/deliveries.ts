import { z } from 'zod'
import {
  dueDelivery,
  isSuccess,
  withAttemptResult,
  withAttemptStarted,
  withoutExpired,
} from '../areas/webhooks/attempt.ts'
import { isAddressed } from '../areas/webhooks/delivery.ts'
import { type AttemptResult, note, outboxIn, type QueuedDelivery } from '../areas/webhooks/outbox.ts'
import type { Input } from '../engine/machine.ts'
import { failed } from '../engine/operation.ts'
import { readBy, shortText } from '../engine/schema.ts'
import type { ServiceOutcome, ServiceWork, Tx } from '../graph/context.ts'
import { graphError, invalidParameter, parameterError } from '../graph/contract/errors.ts'
import { shown } from '../graph/values/scalars.ts'

/** The longest reason and the longest answer that a carrier reports; more says nothing. */
const ERROR_LENGTH_MAX = 200
const BODY_LENGTH_MAX = 64 * 1024

const Result = z.union([
  z.strictObject({
    status: z.number().int().min(100).max(599),
    body: shortText(BODY_LENGTH_MAX).optional(),
  }),
  z.strictObject({ error: shortText(ERROR_LENGTH_MAX) }),
])

const DeliveredInput = z.union([
  z.strictObject({ type: z.string(), begin: z.string() }),
  z.strictObject({ type: z.string(), delivery: z.string(), result: Result }),
])

const resultOf = (result: z.output<typeof Result>): AttemptResult =>
  'error' in result
    ? { status: null, error: result.error, body: null }
    : { status: result.status, error: null, body: result.body ?? null }

const invalid = (message: string): ServiceOutcome => failed(graphError(invalidParameter(message)))

const notDue = (id: string): ServiceOutcome => invalid(`No delivery ${shown(id)} is due`)

/** A carrier takes a delivery: its content is fixed from now on. */
function begin({ tx, ledger }: ServiceWork, id: string): ServiceOutcome {
  const outbox = withoutExpired(outboxIn(ledger), tx.now)
  const parcel = dueDelivery(outbox, id, tx.now)
  if (!parcel || !isAddressed(tx, parcel)) return notDue(id)
  const webhook = tx.first('webhooks', 'byApp', [parcel.app])
  const url = parcel.kind === 'verification' ? parcel.url : (webhook?.url ?? null)
  note(ledger, withAttemptStarted(outbox, parcel, url, tx.now, tx.settings.webhook))
  return { ok: true, value: {} }
}

/** The handshake of a webhook ends: it is active from now on, or failed. */
function settleWebhook(tx: Tx, parcel: QueuedDelivery, isActive: boolean): void {
  const webhook = tx.first('webhooks', 'byApp', [parcel.app])
  if (webhook) tx.patch('webhooks', webhook.id, { status: isActive ? 'active' : 'failed' })
}

/** A carrier reports what came of a delivery. */
function report({ tx, ledger }: ServiceWork, id: string, result: AttemptResult): ServiceOutcome {
  const outbox = outboxIn(ledger)
  const parcel = outbox.sending.find((one) => one.id === id)
  if (parcel?.open === null || parcel === undefined)
    return invalid(`No delivery ${shown(id)} is on its way: a carrier begins it first`)
  const ok = isSuccess(parcel, result)
  note(ledger, withAttemptResult(outbox, parcel, result, tx.now, tx.settings.webhook))
  if (parcel.kind === 'verification') settleWebhook(tx, parcel, ok)
  const what = parcel.kind === 'verification' ? ['verified', 'refused'] : ['delivered', 'undelivered']
  tx.emit(`webhook.${what[ok ? 0 : 1]}`, { delivery: id, app: String(parcel.app) })
  return { ok: true, value: {} }
}

/**
 * Takes what a carrier of deliveries says: that it begins one, or what came of it. Between the two anything
 * may happen in the world, since carrying takes time.
 */
export function takeDelivered(work: ServiceWork, input: Input): { outcome: ServiceOutcome } {
  const read = readBy(DeliveredInput, input)
  if (!read.success) return { outcome: failed(graphError(parameterError(read.error))) }
  const { data } = read
  return {
    outcome: 'begin' in data ? begin(work, data.begin) : report(work, data.delivery, resultOf(data.result)),
  }
}
