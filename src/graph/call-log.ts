import { logEntry } from '../engine/log-entry.ts'
import { push } from '../engine/ring.ts'
import { isRead } from './answer-budget.ts'
import type { CallEntry } from './call-entry.ts'
import type { ServiceOutcome, ServiceWork } from './context.ts'
import type { CallProgress } from './pipeline.ts'
import { absoluteLinks, logOrigins } from './values/links.ts'

/**
 * Adds a call to the call log. The entry is a copy, because callers may change the result. It leaves out the
 * answers to reads, which follow from the graph, and secret answers.
 */
export function logCall(
  { ledger, tx }: ServiceWork,
  { call, route, caller, version, params, selection }: CallProgress,
  outcome: ServiceOutcome,
): void {
  const leavesOutAnswer = isRead(call) || route?.endpoint.answersSecret === true
  const entry = {
    sequence: ledger.sequence,
    at: tx.now,
    operation: route?.operation ?? null,
    method: call.method,
    target: call.path[0] ?? null,
    version,
    token: caller?.token?.id ?? caller?.app.id ?? null,
    params: params === undefined ? {} : (route?.endpoint.logged?.(params) ?? params),
    ...(selection && { fields: [...selection.names.keys()] }),
    files: call.files.map(({ part, name, bytes }) => ({ part, name, length: bytes.length })),
    outcome: outcome.ok && leavesOutAnswer ? { ok: true } : absoluteLinks(outcome, logOrigins),
  }
  ledger.calls = push(ledger.calls, logEntry<CallEntry>(entry))
}
