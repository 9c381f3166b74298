import { dueDeliveries } from '../../chapters/webhooks/attempt.ts'
import { outboxIn } from '../../chapters/webhooks/outbox.ts'
import { type Handle, readingTx, runSettled } from '../../world/handle/handle.ts'
import type { Answer } from '../read/step-schema.ts'

/** The result of an attempt as the input `delivered` takes it. */
type Report = { readonly status: number; readonly body?: string } | { readonly error: string }

/** The rounds of one delivery step: more than the attempts of one delivery in one instant. */
const ROUNDS_MAX = 100

/** Returns the ids of the deliveries that are due now. Notices that are queued later wait. */
function dueNow(handle: Handle, app: string | undefined, before: number): readonly string[] {
  const outbox = outboxIn(handle.state.ledger)
  return dueDeliveries(outbox, readingTx(handle))
    .filter((due) => due.number < before && (app === undefined || due.app === app))
    .map(({ id }) => id)
}

/** Returns the report of an attempt. A receiver without a scripted answer accepts what comes. */
function reportOf(handle: Handle, id: string, answer: Answer = 200): Report {
  if (typeof answer === 'object' && 'error' in answer) return answer
  const { status, body } = typeof answer === 'number' ? { status: answer, body: undefined } : answer
  const { sending } = outboxIn(handle.state.ledger)
  const { kind, challenge } = sending.find((delivery) => delivery.id === id) ?? {}
  return { status, ...(kind === 'verification' && { body: body ?? challenge ?? '' }) }
}

/**
 * Delivers what is due, round by round, as `world.webhooks.flush` does with a receiver that answers at once:
 * all attempts of a round begin before the first answer.
 */
export function deliverTo(
  handle: Handle,
  app: string | undefined,
  answers: readonly Answer[],
): readonly string[] {
  const before = outboxIn(handle.state.ledger).next
  const left = [...answers]
  const attempted = new Set<string>()
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const ids = dueNow(handle, app, before)
    if (ids.length === 0) break
    const begun = ids.filter((id) => runSettled(handle, { type: 'delivered', begin: id }).outcome.ok)
    for (const id of begun) {
      attempted.add(id)
      runSettled(handle, { type: 'delivered', delivery: id, result: reportOf(handle, id, left.shift()) })
    }
  }
  return [...attempted]
}
