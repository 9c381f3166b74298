import type { Json } from '../engine/guard.ts'
import { logEntry } from '../engine/log-entry.ts'
import { push } from '../engine/ring.ts'
import { isRead } from './answer-budget.ts'
import type { ServiceOutcome, ServiceWork } from './context.ts'
import type { CallProgress } from './pipeline.ts'
import { absoluteLinks, logOrigins } from './values/links.ts'

/** A call in the log. It is the same for every transport, and omits the value that a read returned. */
export type CallEntry = {
  readonly sequence: number
  /** The time of the call, in Unix milliseconds. */
  readonly at: number
  /** The name of the endpoint; null if the path belongs to no endpoint. */
  readonly operation: string | null
  readonly method: string
  readonly target: string | null
  readonly version: string
  /** The id of the token's row, or of the app if it is an app token; never the token itself. */
  readonly token: number | null
  readonly params: { readonly [name: string]: Json }
  readonly fields?: readonly string[]
  /** The files that the call uploaded, without their bytes. */
  readonly files: readonly { readonly part: string; readonly name: string; readonly length: number }[]
  readonly outcome: { readonly ok: boolean } & { readonly [member: string]: Json }
}

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
