import type { Input } from '../../engine/domain.ts'
import { failed } from '../../engine/outcome.ts'
import { readBy, shortText } from '../../engine/schema/schema.ts'
import { z } from '../../engine/schema/zod.ts'
import { bounds } from '../../service/contract/bounds.ts'
import { graphError, invalidParameter, parameterError } from '../../service/contract/errors.ts'
import type { ServiceOutcome, ServiceWork, Tx } from '../../service/routes/context.ts'
import { shown } from '../../service/values/scalars.ts'
import {
  dueDelivery,
  isSuccess,
  webhookFor,
  withAttemptResult,
  withAttemptStarted,
  withoutExpired,
} from './attempt.ts'
import { isAddressed } from './delivery.ts'
import { type AttemptResult, note, outboxIn, type QueuedDelivery } from './outbox.ts'

const Result = z.union([
  z.strictObject({
    status: z.number().int().min(100).max(599),
    body: shortText(bounds.webhookAnswerBytesMax).optional(),
  }),
  z.strictObject({ error: shortText(bounds.webhookErrorCharactersMax) }),
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

const notDue = (id: string): ServiceOutcome =>
  invalid(`The delivery ${shown(id)} is not due, or does not exist`)

/** Starts an attempt. The content of the delivery is fixed from now on. */
function startAttempt({ tx, ledger }: ServiceWork, id: string): ServiceOutcome {
  const outbox = withoutExpired(outboxIn(ledger), tx.now)
  const delivery = dueDelivery(outbox, id, tx.now)
  if (!delivery || !isAddressed(tx, delivery)) return notDue(id)
  const webhook = webhookFor(tx, delivery)
  const url = delivery.kind === 'verification' ? delivery.url : (webhook?.url ?? null)
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
  const delivery = outbox.sending.find(({ id: known }) => known === id)
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
export function runDelivered(work: ServiceWork, input: Input): { outcome: ServiceOutcome } {
  const read = readBy(DeliveredInput, input)
  if (!read.success) return { outcome: failed(graphError(parameterError(read.error))) }
  const { data } = read
  return {
    outcome:
      'begin' in data
        ? startAttempt(work, data.begin)
        : endAttempt(work, data.delivery, resultOf(data.result)),
  }
}
