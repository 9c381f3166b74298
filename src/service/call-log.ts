import { addToLog, sharedList } from '../engine/state/log-entry.ts'
import { last } from '../engine/store/ring.ts'
import { isRead } from './answer-budget.ts'
import type { Advice, Noticed } from './call-advice.ts'
import type { CallEntry } from './call-entry.ts'
import type { CallProgress } from './call-progress.ts'
import { servesBeyond } from './contract/beyond.ts'
import type { ServiceOutcome, ServiceWork } from './routes/context.ts'
import { absoluteLinks, logOrigins } from './values/links.ts'
import type { Selection } from './views/view.ts'

const noFiles = Object.freeze([])
const readAnswer = Object.freeze({ ok: true })

const defaultFields = new WeakMap<Selection, readonly string[]>()

/** Returns the names of the selected fields. Calls without the parameter `fields` share a list. */
function fieldsOf({ call, selection }: CallProgress): readonly string[] | undefined {
  if (!selection) return undefined
  const { names, expansions = [] } = selection
  if (Object.hasOwn(call.params, 'fields'))
    return [...new Set([...names.keys(), ...expansions.map(({ member }) => member)])]
  let fields = defaultFields.get(selection)
  if (!fields) {
    fields = sharedList(names.keys())
    defaultFields.set(selection, fields)
  }
  return fields
}

/** Advice about the calls of logs. It stands beside them, because it is no part of the state. */
const advices = new WeakMap<CallEntry, Advice>()

/** Returns the advice about a call of a log; undefined if there is none, or if the log is of a snapshot. */
export const loggedAdvice = (entry: CallEntry): Advice | undefined => advices.get(entry)

/**
 * Adds a call to the call log. The entry is a copy, because callers may change the result. It leaves out the
 * answers to reads, which follow from the graph, and secret answers.
 */
export function logCall(
  { ledger, tx }: ServiceWork,
  progress: CallProgress,
  outcome: ServiceOutcome,
  { advice, ignored }: Noticed,
): void {
  const { call, route, caller, version, params, selection } = progress
  const leavesOutAnswer = isRead(call) || route?.endpoint.answersSecret === true
  ledger.calls = addToLog<CallEntry>(ledger.calls, {
    sequence: ledger.sequence,
    at: tx.now,
    operation: route?.operation ?? null,
    stub: route?.stub?.armed.stub.route,
    overrides: route?.stub?.overrides,
    method: call.method,
    target: call.path[0] ?? null,
    version,
    token: caller?.token?.id ?? caller?.app.id ?? null,
    // Before the parameters, which may fill the entry.
    outcome: outcome.ok && leavesOutAnswer ? readAnswer : absoluteLinks(outcome, logOrigins),
    params: params === undefined ? {} : (route?.endpoint.logged?.(params) ?? params),
    fields: fieldsOf(progress),
    ignored: servesBeyond(tx.settings) ? ignored : undefined,
    notSimulated: selection?.notSimulated,
    files:
      call.files.length === 0
        ? noFiles
        : call.files.map(({ part, name, bytes }) => ({ part, name, length: bytes.length })),
  })
  const entry = advice && last(ledger.calls)
  if (entry) advices.set(entry, advice)
}
