import type { Input } from '../engine/domain.ts'
import { failed } from '../engine/outcome.ts'
import { readBy } from '../engine/schema/schema.ts'
import { addToLog, logEntry, sharedList } from '../engine/state/log-entry.ts'
import { get, last, push, type Ring } from '../engine/store/ring.ts'
import { storageFullOf } from '../engine/store/storage.ts'
import type { Json } from '../engine/values/guard.ts'
import { noticedIn } from './advice.ts'
import { answeredError, answerTooLong, charactersLeft, spendBudget } from './answer-budget.ts'
import type { Advice, Noticed } from './call-advice.ts'
import type { CallAnswer } from './call-answer.ts'
import type { CallEntry } from './call-entry.ts'
import type { CallProgress } from './call-progress.ts'
import { servesBeyond } from './contract/beyond.ts'
import { graphError, invalidParameter, isFailure, parameterError } from './contract/errors.ts'
import { endpointContextOf } from './endpoint-context.ts'
import { injectedError } from './injected-fault.ts'
import { countLead } from './ledger/rates.ts'
import { checks, type RefusedCheck } from './pipeline.ts'
import type { Registry } from './registry.ts'
import { areaError } from './routes/area-error.ts'
import type { Call } from './routes/call.ts'
import type { ServiceOutcome, ServiceWork } from './routes/context.ts'
import type { Action, ActionContext } from './routes/define.ts'
import { withDescription } from './routes/described-answer.ts'
import { missingNode } from './routes/node-parameters.ts'
import type { Route } from './routes/route.ts'
import { storageError } from './storage-error.ts'
import { isStubError, stubAnswer } from './stubs/stub-answer.ts'
import { absoluteLinks, logOrigins } from './values/links.ts'
import { unknownAction } from './values/nearest.ts'
import { shown } from './values/scalars.ts'
import type { Selection } from './views/view.ts'

/** The name, among the checks, of the rule of an endpoint. */
export const ruleCheck = 'rule of the endpoint'

/** The name of the check for faults of the answer to a call that succeeded. */
export const answerCheck = 'fault of the answer'

/** Returns the outcome of a call that a stub answers. */
function runStub(progress: CallProgress, route: Route): ServiceOutcome {
  const answer = route.stub && stubAnswer(progress, route.stub.armed)
  if (!answer) throw new Error('A route without a stub')
  return isStubError(answer) ? failed(answeredError(answer, progress)) : { ok: true, value: answer.value }
}

/** Runs the rule of a call that passed every check. */
function runRule(progress: CallProgress): ServiceOutcome {
  const { call, route, context, isRead } = progress
  if (!route || !context) throw new Error('A call without a route passed the checks')
  if (isRead && charactersLeft(progress) <= 0) return failed(answerTooLong(progress, false))
  try {
    if (route.stub) return runStub(progress, route)
    const result = route.endpoint.run(endpointContextOf(progress, route, context))
    if (isFailure(result)) return failed(result.failure)
    if (progress.expansionFailure) return failed(progress.expansionFailure.error)
    const { metadata, debug } = call.params
    const isDescribed = metadata !== undefined || debug !== undefined
    return { ok: true, value: isDescribed ? withDescription(progress, result) : result }
  } catch (error) {
    // The error is caught here, so that the call log contains it.
    const lack = storageFullOf(error)
    if (lack) return failed(answeredError(storageError(lack), progress))
    throw error
  }
}

/** Begins a call. All members exist from the start, so that every call has one shape. */
const beginCall = (registry: Registry, { tx, ledger }: ServiceWork, call: Call): CallProgress => ({
  registry,
  call,
  isRead: call.method === 'GET' || call.method === 'HEAD',
  tx,
  ledger,
  policy: tx.settings,
  version: call.version ?? tx.settings.defaultVersion,
  caller: undefined,
  route: undefined,
  account: undefined,
  context: undefined,
  params: undefined,
  selection: undefined,
  limit: undefined,
  counted: [],
  effects: {},
  noRows: false,
  listed: undefined,
  root: undefined,
  expanded: undefined,
  expansionFailure: undefined,
})

/** Returns the answer to a call. `ran` is the outcome of its rule, without the faults of the answer. */
function answerOf(
  { call, version, route, effects, limit, selection, expansionFailure }: CallProgress,
  refused: RefusedCheck | undefined,
  ran: ServiceOutcome,
  outcome: ServiceOutcome,
  advice: Advice | undefined,
): CallAnswer {
  const { answerFault: fault, latency, staleBy, headers } = effects
  return {
    call,
    version,
    operation: route?.operation,
    failedEdge: expansionFailure?.operation,
    stub: route?.stub?.armed.stub.route,
    node: route?.node,
    refusedBy: outcome.ok ? undefined : (refused?.check.name ?? (ran.ok ? answerCheck : ruleCheck)),
    mediaType: route?.endpoint.mediaType,
    redirects: route?.endpoint.redirects,
    dropped: !outcome.ok && outcome.error['type'] === 'ConnectionDropped',
    replaced: fault && { fault, value: ran.ok ? ran.value : undefined },
    latency,
    staleBy,
    advice,
    notSimulated: selection?.notSimulated,
    headers,
    limit,
  }
}

interface CheckedCall {
  readonly refused: RefusedCheck | undefined
  readonly ran: ServiceOutcome
}

/** Runs the checks in their order, and then the rule. */
function checkAndRun(progress: CallProgress): CheckedCall {
  for (const check of checks) {
    const error = check.errorOf(progress)
    if (error) return { refused: { check, error }, ran: failed(answeredError(error, progress)) }
  }
  const ran = runRule(progress)
  return {
    refused: undefined,
    ran: progress.isRead || progress.call.answerBudget ? spendBudget(progress, ran) : ran,
  }
}

/** Checks and runs a call in a world with areas. What an area throws becomes the error of its call. */
function checkAndRunArea(progress: CallProgress): CheckedCall {
  try {
    return checkAndRun(progress)
  } catch (thrown) {
    const { route } = progress
    const area = route?.endpoint.area
    if (!route || area === undefined) throw thrown
    return {
      refused: undefined,
      ran: failed(answeredError(areaError(area, route.operation, thrown), progress)),
    }
  }
}

/** Answers one call of an endpoint: runs the checks in order, and then the rule. */
export function answerCall(
  registry: Registry,
  work: ServiceWork,
  call: Call,
): { outcome: ServiceOutcome; answer: CallAnswer } {
  const progress = beginCall(registry, work, call)
  const { refused, ran } = registry.sealed
    ? registry.sealed(() => checkAndRunArea(progress))
    : checkAndRun(progress)
  // A fault rule that acts after the commit: the effect of the call stays, and its answer is lost.
  const error = ran.ok && work.ledger.notes.faults ? injectedError(progress, true) : undefined
  const outcome = error ? failed(answeredError(error, progress), true) : ran
  if (work.tx.changes.length > 0 && (outcome.ok || outcome.committed)) registry.noteChanges(work)
  const noticed = noticedIn(progress, refused, outcome)
  logCall(work, progress, outcome, noticed)
  return { outcome, answer: answerOf(progress, refused, ran, outcome, noticed.advice) }
}

/** Runs an input of type `action`. An unknown action or an invalid parameter is an error with code 100. */
export function runAction(registry: Registry, work: ServiceWork, input: Input): ServiceOutcome {
  const { actions, sealed } = registry
  const { name, params } = input
  if (typeof name !== 'string')
    return failed(graphError(invalidParameter(`An action must have a name as text, got ${shown(name)}`)))
  const found = Object.hasOwn(actions, name) ? actions[name] : undefined
  if (!found) return failed(graphError(invalidParameter(unknownAction(name, actions))))
  const { area } = found
  const given = params ?? {}
  if (!sealed || area === undefined) return runFound(registry, work, found, given)
  return sealed(() => runOfArea(name, area, () => runFound(registry, work, found, given)))
}

/** Runs an action of an area. What the area throws becomes the error of the action. */
function runOfArea(name: string, area: string, run: () => ServiceOutcome): ServiceOutcome {
  try {
    return run()
  } catch (thrown) {
    if (storageFullOf(thrown)) throw thrown
    return failed(graphError(areaError(area, name, thrown)))
  }
}

function runFound(
  { outbox, noteChanges }: Registry,
  work: ServiceWork,
  found: Action,
  given: Json,
): ServiceOutcome {
  const read = readBy(found.params, given)
  if (!read.success) return failed(graphError(parameterError(read.error)))
  const { tx, ledger } = work
  const missing = found.area === undefined ? missingNode(tx, Object(read.data)) : undefined
  if (missing !== undefined) return failed(graphError(invalidParameter(missing)))
  const context: ActionContext<unknown> = {
    tx,
    params: read.data,
    policy: work.tx.settings,
    now: tx.now,
    refuse: (message) => ({ failure: graphError(invalidParameter(message)) }),
    countLead: (page) => countLead(work, page),
    outbox: outbox(tx, ledger),
  }
  const result = found.run(context)
  if (isFailure(result)) return failed(result.failure)
  if (tx.changes.length > 0) noteChanges(work)
  return { ok: true, value: result }
}

const noFiles = Object.freeze([])
const readAnswer = Object.freeze({ ok: true })

/** The names in selections: those that the caller chose, and those that calls have by default. */
const selectedFields = {
  chosen: new WeakMap<Selection, readonly string[]>(),
  byDefault: new WeakMap<Selection, readonly string[]>(),
}

/** Returns the names of the selected fields. Log entries of calls without `fields` share a list. */
function fieldsOf({ call, selection }: CallProgress): readonly string[] | undefined {
  if (!selection) return undefined
  const isChosen = Object.hasOwn(call.params, 'fields')
  const known = selectedFields[isChosen ? 'chosen' : 'byDefault']
  let fields = known.get(selection)
  if (!fields) {
    const { names, expansions = [] } = selection
    fields = isChosen
      ? [...new Set([...names.keys(), ...expansions.map(({ member }) => member)])]
      : sharedList(names.keys())
    known.set(selection, fields)
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
  const leavesOutAnswer = progress.isRead || route?.endpoint.answersSecret === true
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

/**
 * Replaces the outcome of a call in the log by that of its part which failed: it is logged before its parts.
 * A log that is too small has dropped it.
 *
 * @param before The log before the call.
 */
export function logFailure(
  { ledger }: ServiceWork,
  before: Ring<CallEntry>,
  entry: CallEntry,
  outcome: ServiceOutcome,
): void {
  const { calls } = ledger
  const later: CallEntry[] = []
  let at = calls.size - 1
  for (let next = get(calls, at); next && next !== entry; next = get(calls, at)) {
    later.unshift(next)
    at -= 1
  }
  if (at < 0) return
  const failure = logEntry<Pick<CallEntry, 'outcome'>>({ outcome: absoluteLinks(outcome, logOrigins) })
  const failing = Object.freeze({ ...entry, ...failure })
  const advice = advices.get(entry)
  if (advice) advices.set(failing, advice)
  ledger.calls = [failing, ...later].reduce((log, one) => push(log, one), before)
}
