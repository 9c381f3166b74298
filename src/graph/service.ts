import type { Tables } from '../areas/tables.ts'
import type { OutboxActions } from '../areas/webhooks/outbox-changes.ts'
import type { Json } from '../engine/guard.ts'
import { failed } from '../engine/operation.ts'
import { readBy } from '../engine/schema.ts'
import { storageFullOf } from '../engine/storage.ts'
import type { AnyRow } from '../engine/table.ts'
import {
  answeredError,
  answerTooLong,
  charactersLeft,
  isRead,
  isWithinBudget,
  showWithinBudget,
  spendBudget,
} from './answer-budget.ts'
import type { Call } from './call.ts'
import type { CallAnswer } from './call-answer.ts'
import { logCall } from './call-log.ts'
import type { Node, ReadContext, ServiceOutcome, ServiceWork, Tx } from './context.ts'
import {
  type CallError,
  type ErrorCode,
  type Failure,
  graphError,
  invalidParameter,
  isCallError,
  isFailure,
  parameterError,
} from './contract/errors.ts'
import type { Action, ActionContext, EndpointContext } from './define.ts'
import { injectedError } from './injected-fault.ts'
import { countIn, usageOf } from './ledger/rates.ts'
import { missingError } from './missing.ts'
import { type CallProgress, passChecks } from './pipeline.ts'
import { type Route, type Routes, resolve } from './routes.ts'
import { storageError } from './storage-error.ts'
import { unknownAction } from './values/nearest.ts'
import { type Selection, show, type View } from './views/fields.ts'
import { type ListReader, type ListSource, type PageParams, pageOf, readerOfEdge } from './views/paging.ts'
import { recordsOf } from './views/record-cache.ts'

/** Operations by name. */
export interface Registry {
  readonly routes: Routes
  readonly actions: Readonly<Record<string, Action>>
  /** Whether the caller may see an existing node. */
  readonly isVisible: (seen: ReadContext, node: Node) => boolean
  /** The outbox of webhooks, for actions. */
  readonly outbox: (tx: Tx, ledger: ServiceWork['ledger']) => OutboxActions
}

/** The name, among the checks, of the rule of an endpoint. */
export const ruleCheck = 'rule of the endpoint'

/** The name of the check for faults of the answer to a call that succeeded. */
export const answerCheck = 'fault of the answer'

const everything: Selection = { names: new Map() }

/** Creates the context of an endpoint's rule. */
function endpointContextOf(
  progress: CallProgress,
  route: Route,
  read: ReadContext,
): EndpointContext<string, unknown, ErrorCode> {
  const { call, params, selection } = progress
  const refuseFor = (error: CallError): Failure => ({ failure: answeredError(error, route) })
  const asksForFields = Object.hasOwn(call.params, 'fields') && call.params['fields'] !== ''
  const page = <R extends AnyRow>(source: ListSource<keyof Tables> | ListReader<R>, view: View<R>) => {
    const reading = ('read' in source ? source : readerOfEdge(read.tx, source)) as ListReader<R>
    const record = recordsOf<R, View<R>>(view, selection ?? everything, read)
    const list = pageOf(reading, params as PageParams, (row) => showWithinBudget(progress, record, row))
    if (isCallError(list)) return refuseFor(list)
    return isWithinBudget(progress) ? list : { failure: answerTooLong(progress, true) }
  }
  // A spread of `read` would create an object that is slow to create and to read.
  const context: EndpointContext<string, unknown, ErrorCode> = {
    tx: read.tx,
    caller: read.caller,
    version: read.version,
    policy: read.policy,
    now: read.now,
    params,
    files: call.files,
    refuse: (code, message, more) => refuseFor({ code, message, ...more }),
    refuseFor,
    show: <R extends AnyRow, V extends View<R>>(view: V, row: R) =>
      recordsOf<R, V>(view, selection ?? everything, read)(row),
    // One function reads every list. Only its declared type relates the view to the rows.
    pageOf: page as unknown as EndpointContext<string, unknown, ErrorCode>['pageOf'],
    asks: (name) => asksForFields && (selection?.names.has(name) ?? false),
    readBack: (view, row) => (asksForFields ? show(view, row, selection ?? everything, read) : {}),
    asynchronous: call.asynchronous === true,
    get outbox() {
      return progress.outbox()
    },
  }
  return route.node ? Object.assign(context, { [route.placeholder]: route.node }) : context
}

/** Runs the rule of a call that passed every check. */
function runRule(progress: CallProgress): ServiceOutcome {
  const { route, context } = progress
  if (!route || !context) throw new Error('A call without a route passed the checks')
  if (isRead(progress.call) && charactersLeft(progress) <= 0) return failed(answerTooLong(progress, false))
  try {
    const result = route.endpoint.run(endpointContextOf(progress, route, context))
    return isFailure(result) ? failed(result.failure) : spendBudget(progress, { ok: true, value: result })
  } catch (error) {
    // The error is caught here, so that the call log contains it.
    const lack = storageFullOf(error)
    if (lack) return failed(answeredError(storageError(lack), route))
    throw error
  }
}

/**
 * Applies the fault rules that act after the commit: the effect of the call stays, and its answer is lost.
 */
function lost(progress: CallProgress, outcome: ServiceOutcome): ServiceOutcome {
  const error = outcome.ok ? injectedError(progress, true) : undefined
  return error ? failed(answeredError(error, progress.route), true) : outcome
}

/** Returns the effects of fault rules on the answer to a call. `ran` is the outcome of its rule. */
function effectsOn(
  { effects: { answerFault: fault, ...times } }: CallProgress,
  outcome: ServiceOutcome,
  ran: ServiceOutcome,
) {
  const dropped = !outcome.ok && outcome.error['type'] === 'ConnectionDropped'
  return { ...times, dropped, ...(fault && { replaced: { fault, value: ran.ok ? ran.value : undefined } }) }
}

/** Answers one call of an endpoint: runs the checks in order, and then the rule. */
export function answerCall(
  { routes, isVisible, outbox }: Registry,
  work: ServiceWork,
  call: Call,
): { outcome: ServiceOutcome; answer: CallAnswer } {
  const progress: CallProgress = {
    call,
    tx: work.tx,
    ledger: work.ledger,
    policy: work.tx.settings,
    resolve: (asked, tx, caller) => resolve(routes, asked, tx, caller),
    missingError: (progress) => missingError(routes, progress),
    isVisible,
    outbox: () => outbox(work.tx, work.ledger),
    effects: {},
    version: call.version ?? work.tx.settings.defaultVersion,
  }
  const refused = passChecks(progress)
  const ran = refused ? failed(answeredError(refused.error, progress.route)) : runRule(progress)
  const outcome = lost(progress, ran)
  logCall(work, progress, outcome)
  const { operation, node, endpoint: { mediaType, redirects } = {} } = progress.route ?? {}
  const refusedBy = outcome.ok ? undefined : (refused?.check.name ?? (ran.ok ? answerCheck : ruleCheck))
  const usage = progress.limit && usageOf(work.ledger, progress.limit, work.tx.now)
  return {
    outcome,
    answer: {
      call,
      version: progress.version,
      ...effectsOn(progress, outcome, ran),
      ...(operation !== undefined && { operation }),
      ...(node && { node }),
      ...(refusedBy !== undefined && { refusedBy }),
      ...(mediaType !== undefined && { mediaType }),
      ...(redirects && { redirects }),
      ...(usage && { usage }),
      ...(refused?.error.hint !== undefined && { hint: refused.error.hint }),
    },
  }
}

/** Runs an action. An unknown action or an invalid parameter is an error with code 100. */
export function runAction(
  { actions, outbox }: Registry,
  work: ServiceWork,
  name: string,
  given: Json,
): ServiceOutcome {
  const found = Object.hasOwn(actions, name) ? actions[name] : undefined
  if (!found) return failed(graphError(invalidParameter(unknownAction(name, actions))))
  const read = readBy(found.params, given)
  if (!read.success) return failed(graphError(parameterError(read.error)))
  const { tx, ledger } = work
  const context: ActionContext<unknown> = {
    tx,
    params: read.data,
    policy: work.tx.settings,
    now: tx.now,
    refuse: (message) => ({ failure: graphError(invalidParameter(message)) }),
    count: (window, seconds) => countIn(ledger, window, seconds, tx.now),
    outbox: outbox(tx, ledger),
  }
  const result = found.run(context)
  return isFailure(result) ? failed(result.failure) : { ok: true, value: result }
}
