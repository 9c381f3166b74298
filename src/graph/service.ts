import type { Tables } from '../areas/tables.ts'
import type { OutboxActions } from '../areas/webhooks/outbox-actions.ts'
import type { Json } from '../engine/guard.ts'
import { logEntry } from '../engine/log-entry.ts'
import type { Work } from '../engine/machine.ts'
import { type Failure, failed, isFailure, type Outcome } from '../engine/operation.ts'
import { push } from '../engine/ring.ts'
import { noRoomIn } from '../engine/room.ts'
import { readBy } from '../engine/schema.ts'
import type { AnyRow } from '../engine/table.ts'
import { answerSize, answerSizeError } from './answer-size.ts'
import type { Node, ReadContext, Tx } from './context.ts'
import { bounds } from './contract/bounds.ts'
import {
  type CallError,
  type ErrorCode,
  fitting,
  type GraphError,
  graphError,
  isCallError,
  parameterError,
} from './contract/errors.ts'
import type { Action, ActionContext, EndpointContext } from './define.ts'
import { countIn, type Usage, usageOf } from './ledger/rates.ts'
import { type Call, type CallProgress, injectedError, passChecks, type Route } from './pipeline.ts'
import type { Policy } from './policy.ts'
import { nowhere, type Routes, resolve } from './routes.ts'
import { storageError } from './stores.ts'
import { absolute, unplaced } from './values/links.ts'
import { type Selection, show, type View } from './views/fields.ts'
import { type ListSource, type PageAsked, pageOf, type Reading, readingAlong } from './views/paging.ts'

/** Operations by name. */
export interface Registry {
  readonly routes: Routes
  readonly actions: Readonly<Record<string, Action>>
  /** Whether a node that exists is there for this caller. */
  readonly isVisible: (seen: ReadContext, node: Node) => boolean
  /** The outbox of webhooks, for actions. */
  readonly outbox: (tx: Tx, ledger: ServiceWork['ledger']) => OutboxActions
}

/** What whoever words the reply needs beside the outcome. */
export interface CallAnswer {
  readonly call: Call
  readonly operation?: string
  readonly version: string
  /** The media type of an answer that is no JSON. */
  readonly mediaType?: string
  /** The caller is sent to the `location` of the result. */
  readonly redirects?: true
  /** A fault dropped the connection: no reply is sent. */
  readonly dropped: boolean
  /** How far the limit is used up that this call counts for. */
  readonly usage?: Usage
  /** What its parts came to, in their order: the calls of a batch, or the reads of `ids`. */
  readonly parts?: readonly Part[]
  /** The calls of a batch are answered without their headers. */
  readonly bare?: boolean
}

/** One call within another; without `answer` one that could not be understood. */
export interface Part {
  readonly outcome: Outcome
  readonly answer?: CallAnswer | undefined
  /** The entity tag of what its caller knows already. */
  readonly ifNoneMatch?: string | undefined
}

type ServiceWork = Work<Tables>

const policyOf = (work: ServiceWork): Policy => work.tx.settings as unknown as Policy

/** The error of a call, in one of the codes that its endpoint answers. */
const worded = (error: CallError, route: Route | undefined): GraphError =>
  graphError(fitting(error, route?.codes ?? nowhere))

const everything: Selection = { names: new Map() }

const isRead = ({ method }: Call): boolean => method === 'GET' || method === 'HEAD'

const charactersLeft = ({ call: { room } }: CallProgress): number =>
  room?.characters ?? bounds.answerCharactersMax

const hasRoom = (progress: CallProgress): boolean => (progress.listed ?? 0) <= charactersLeft(progress)

/** One row of a list, counted. Once a list has outgrown its answer, the rest of it is not shown at all. */
function listed<T>(progress: CallProgress, show: () => T): T {
  if (!hasRoom(progress)) return {} as T
  const record = show()
  progress.listed = (progress.listed ?? 0) + answerSize(record)
  return record
}

/** An answer without room. The room is closed for the reads behind it: they cost nothing then. */
function crowded({ call: { room }, route }: CallProgress, isList: boolean): GraphError {
  if (room) room.characters = 0
  return worded(answerSizeError(isList), route)
}

/**
 * Takes an answer off the room of its request, or refuses it. What a write answers is short and stays: its
 * effect has happened.
 */
function roomed(progress: CallProgress, outcome: Outcome): Outcome {
  if (!outcome.ok) return outcome
  const { call, route, listed = answerSize(outcome.value) } = progress
  // A file, such as an export, is one text: what it costs is bounded by what the world holds.
  if (route?.endpoint.mediaType !== undefined) return outcome
  if (isRead(call) && listed > charactersLeft(progress)) return failed(crowded(progress, false))
  if (call.room) call.room.characters -= listed
  return outcome
}

/** What an endpoint's rule works with. */
function askingOf(
  progress: CallProgress,
  route: Route,
  context: ReadContext,
): EndpointContext<string, unknown, ErrorCode> {
  const { call, params, selection } = progress
  const refuseFor = (error: CallError): Failure => ({ failure: worded(error, route) })
  const asksForFields = Object.hasOwn(call.params, 'fields') && call.params['fields'] !== ''
  const page = <R extends AnyRow>(source: ListSource<keyof Tables> | Reading<R>, view: View<R>) => {
    const reading = ('read' in source ? source : readingAlong(context.tx, source)) as Reading<R>
    const list = pageOf(reading, params as PageAsked, (row) => listed(progress, () => asking.show(view, row)))
    if (isCallError(list)) return refuseFor(list)
    return hasRoom(progress) ? list : { refused: crowded(progress, true) }
  }
  // The members of `seen` are named: a spread of them here makes an object that is slow to make and to read.
  const asking: EndpointContext<string, unknown, ErrorCode> = {
    tx: context.tx,
    caller: context.caller,
    version: context.version,
    policy: context.policy,
    now: context.now,
    params,
    files: call.files,
    refuse: (code, message, more) => refuseFor({ code, message, ...more }),
    refuseFor,
    show: (view, row) => show(view, row, selection ?? everything, context),
    // One function reads every list; its type says which view fits which rows.
    pageOf: page as unknown as EndpointContext<string, unknown, ErrorCode>['pageOf'],
    asks: (name) => asksForFields && (selection?.names.has(name) ?? false),
    readBack: (view, row) => (asksForFields ? show(view, row, selection ?? everything, context) : {}),
    asynchronous: call.asynchronous === true,
  }
  return route.node ? Object.assign(asking, { [route.placeholder]: route.node }) : asking
}

/** Runs the rule of a call that passed every check. */
function runRule(progress: CallProgress): Outcome {
  const { route, context } = progress
  if (!route || !context) throw new Error('A call without a route passed the checks')
  if (isRead(progress.call) && charactersLeft(progress) <= 0) return failed(crowded(progress, false))
  try {
    const result = route.endpoint.run(askingOf(progress, route, context))
    return isFailure(result) ? failed(result.failure) : roomed(progress, { ok: true, value: result })
  } catch (error) {
    // Refused here, so that the call log has it too.
    const lack = noRoomIn(error)
    if (lack) return failed(worded(storageError(lack), route))
    throw error
  }
}

/** A fault rule that acts after the commit: the effect stays, and the answer is lost. */
function lost(progress: CallProgress, outcome: Outcome): Outcome {
  const error = outcome.ok ? injectedError(progress, true) : undefined
  return error ? failed(worded(error, progress.route), true) : outcome
}

/**
 * Writes a call into the log, as a copy: the caller may do with the result what he likes. What a read
 * answered is left out: it follows from the graph. So is what is a secret.
 */
function log(
  { ledger, tx }: ServiceWork,
  { call, route, caller, version, params, selection }: CallProgress,
  outcome: Outcome,
): void {
  const untold = isRead(call) || route?.endpoint.answersSecret === true
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
    outcome: outcome.ok && untold ? { ok: true } : absolute(outcome, unplaced),
  }
  ledger.calls = push(ledger.calls, logEntry(entry))
}

/** Answers one call of an endpoint: the checks in their order, then its rule. */
export function answerCall(
  { routes, isVisible }: Registry,
  work: ServiceWork,
  call: Call,
): { outcome: Outcome; answer: CallAnswer } {
  const progress: CallProgress = {
    call,
    tx: work.tx,
    ledger: work.ledger,
    policy: policyOf(work),
    resolve: (asked, tx, caller) => resolve(routes, asked, tx, caller),
    isVisible,
    version: call.version ?? policyOf(work).defaultVersion,
  }
  const refused = passChecks(progress)
  const outcome = refused
    ? failed(worded(refused.problem, progress.route))
    : lost(progress, runRule(progress))
  log(work, progress, outcome)
  const { operation, endpoint: { mediaType, redirects } = {} } = progress.route ?? {}
  const usage = progress.limit && usageOf(work.ledger, progress.limit, work.tx.now)
  const dropped = !outcome.ok && outcome.error.code === 0
  return {
    outcome,
    answer: {
      call,
      version: progress.version,
      dropped,
      ...(operation !== undefined && { operation }),
      ...(mediaType !== undefined && { mediaType }),
      ...(redirects && { redirects }),
      ...(usage && { usage }),
    },
  }
}

/** Runs an action. An action that there is not, or whose parameters are wrong, is refused with 100. */
export function runAction(
  { actions, outbox }: Registry,
  work: ServiceWork,
  name: string,
  given: Json,
): Outcome {
  const found = Object.hasOwn(actions, name) ? actions[name] : undefined
  if (!found) return failed(graphError({ code: 100, message: `There is no action ${name}` }))
  const read = readBy(found.params, given)
  if (!read.success) return failed(graphError(parameterError(read.error)))
  const { tx, ledger } = work
  const context: ActionContext<unknown> = {
    tx,
    params: read.data,
    policy: policyOf(work),
    now: tx.now,
    refuse: (message) => ({ failure: graphError({ code: 100, message }) }),
    count: (window, seconds) => countIn(ledger, window, seconds, tx.now),
    outbox: outbox(tx, ledger),
  }
  const result = found.run(context)
  return isFailure(result) ? failed(result.failure) : { ok: true, value: result }
}
