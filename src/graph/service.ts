import type { Tables } from '../areas/tables.ts'
import type { OutboxDoor } from '../areas/webhooks/outbox-door.ts'
import type { Json } from '../engine/guard.ts'
import { logEntry } from '../engine/log-entry.ts'
import type { Work } from '../engine/machine.ts'
import { isRefused, type Outcome, type Refused, refusal } from '../engine/operation.ts'
import { push } from '../engine/ring.ts'
import { noRoomIn } from '../engine/room.ts'
import { readBy } from '../engine/schema.ts'
import type { AnyRow } from '../engine/table.ts'
import { answerProblem, answerSize } from './answer-size.ts'
import { bounds } from './contract/bounds.ts'
import {
  type ErrorCode,
  fitting,
  type GraphError,
  graphError,
  type Problem,
  paramProblem,
} from './contract/errors.ts'
import { isProblem } from './contract/problem.ts'
import type { Action, Asking, Doing } from './define.ts'
import { countIn, type Usage, usageOf } from './ledger/rates.ts'
import { type Call, type Inquiry, injectedFault, passChecks, type Route } from './pipeline.ts'
import type { Policy } from './policy.ts'
import { nowhere, type Routes, resolve } from './routes.ts'
import type { Node, Seen, Tx } from './seen.ts'
import { roomProblem } from './stores.ts'
import { absolute, unplaced } from './values/links.ts'
import { type Selection, show, type View } from './views/fields.ts'
import { type ListSource, type PageAsked, pageOf, type Reading, readingAlong } from './views/paging.ts'

/** Operations by name. */
export interface Registry {
  readonly routes: Routes
  readonly actions: Readonly<Record<string, Action>>
  /** Whether a node that exists is there for this caller. */
  readonly isVisible: (seen: Seen, node: Node) => boolean
  /** The outbox of webhooks, for actions. */
  readonly outbox: (tx: Tx, ledger: ServiceWork['ledger']) => OutboxDoor
}

/** What whoever words the reply needs beside the outcome. */
export interface Answer {
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
  readonly answer?: Answer | undefined
  /** The entity tag of what its caller knows already. */
  readonly ifNoneMatch?: string | undefined
}

type ServiceWork = Work<Tables>

const policyOf = (work: ServiceWork): Policy => work.tx.settings as unknown as Policy

/** The error of a call, in one of the codes that its endpoint answers. */
const worded = (problem: Problem, route: Route | undefined): GraphError =>
  graphError(fitting(problem, route?.codes ?? nowhere))

const everything: Selection = { names: new Map() }

const isRead = ({ method }: Call): boolean => method === 'GET' || method === 'HEAD'

const charactersLeft = ({ call: { room } }: Inquiry): number => room?.characters ?? bounds.answerCharactersMax

const hasRoom = (inquiry: Inquiry): boolean => (inquiry.listed ?? 0) <= charactersLeft(inquiry)

/** One row of a list, counted. Once a list has outgrown its answer, the rest of it is not shown at all. */
function listed<T>(inquiry: Inquiry, show: () => T): T {
  if (!hasRoom(inquiry)) return {} as T
  const record = show()
  inquiry.listed = (inquiry.listed ?? 0) + answerSize(record)
  return record
}

/** An answer without room. The room is closed for the reads behind it: they cost nothing then. */
function crowded({ call: { room }, route }: Inquiry, isList: boolean): GraphError {
  if (room) room.characters = 0
  return worded(answerProblem(isList), route)
}

/**
 * Takes an answer off the room of its request, or refuses it. What a write answers is short and stays: its
 * effect has happened.
 */
function roomed(inquiry: Inquiry, outcome: Outcome): Outcome {
  if (!outcome.ok) return outcome
  const { call, route, listed = answerSize(outcome.value) } = inquiry
  // A file, such as an export, is one text: what it costs is bounded by what the world holds.
  if (route?.endpoint.mediaType !== undefined) return outcome
  if (isRead(call) && listed > charactersLeft(inquiry)) return refusal(crowded(inquiry, false))
  if (call.room) call.room.characters -= listed
  return outcome
}

/** What an endpoint's rule works with. */
function askingOf(inquiry: Inquiry, route: Route, seen: Seen): Asking<string, unknown, ErrorCode> {
  const { call, params, selection } = inquiry
  const refuseFor = (problem: Problem): Refused => ({ refused: worded(problem, route) })
  const asksForFields = Object.hasOwn(call.params, 'fields') && call.params['fields'] !== ''
  const page = <R extends AnyRow>(source: ListSource<keyof Tables> | Reading<R>, view: View<R>) => {
    const reading = ('read' in source ? source : readingAlong(seen.tx, source)) as Reading<R>
    const list = pageOf(reading, params as PageAsked, (row) => listed(inquiry, () => asking.show(view, row)))
    if (isProblem(list)) return refuseFor(list)
    return hasRoom(inquiry) ? list : { refused: crowded(inquiry, true) }
  }
  // The members of `seen` are named: a spread of them here makes an object that is slow to make and to read.
  const asking: Asking<string, unknown, ErrorCode> = {
    tx: seen.tx,
    viewer: seen.viewer,
    version: seen.version,
    policy: seen.policy,
    now: seen.now,
    params,
    files: call.files,
    refuse: (code, message, more) => refuseFor({ code, message, ...more }),
    refuseFor,
    show: (view, row) => show(view, row, selection ?? everything, seen),
    // One function reads every list; its type says which view fits which rows.
    pageOf: page as unknown as Asking<string, unknown, ErrorCode>['pageOf'],
    asks: (name) => asksForFields && (selection?.names.has(name) ?? false),
    readBack: (view, row) => (asksForFields ? show(view, row, selection ?? everything, seen) : {}),
    asynchronous: call.asynchronous === true,
  }
  return route.node ? Object.assign(asking, { [route.placeholder]: route.node }) : asking
}

/** Runs the rule of a call that passed every check. */
function runRule(inquiry: Inquiry): Outcome {
  const { route, seen } = inquiry
  if (!route || !seen) throw new Error('A call without a route passed the checks')
  if (isRead(inquiry.call) && charactersLeft(inquiry) <= 0) return refusal(crowded(inquiry, false))
  try {
    const result = route.endpoint.run(askingOf(inquiry, route, seen))
    return isRefused(result) ? refusal(result.refused) : roomed(inquiry, { ok: true, value: result })
  } catch (error) {
    // Refused here, so that the call log has it too.
    const lack = noRoomIn(error)
    if (lack) return refusal(worded(roomProblem(lack), route))
    throw error
  }
}

/** A fault rule that acts after the commit: the effect stays, and the answer is lost. */
function lost(inquiry: Inquiry, outcome: Outcome): Outcome {
  const problem = outcome.ok ? injectedFault(inquiry, true) : undefined
  return problem ? refusal(worded(problem, inquiry.route), true) : outcome
}

/**
 * Writes a call into the log, as a copy: the caller may do with the result what he likes. What a read
 * answered is left out: it follows from the graph. So is what is a secret.
 */
function log(
  { ledger, tx }: ServiceWork,
  { call, route, viewer, version, params, selection }: Inquiry,
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
    token: viewer?.token?.id ?? viewer?.app.id ?? null,
    params: params === undefined ? {} : (route?.endpoint.logged?.(params) ?? params),
    ...(selection && { fields: [...selection.names.keys()] }),
    files: call.files.map(({ part, name, bytes }) => ({ part, name, length: bytes.length })),
    outcome: outcome.ok && untold ? { ok: true } : absolute(outcome, unplaced),
  }
  ledger.calls = push(ledger.calls, logEntry(entry))
}

/** Answers one call of an endpoint: the checks in their order, then its rule. */
export function answer(
  { routes, isVisible }: Registry,
  work: ServiceWork,
  call: Call,
): { outcome: Outcome; answer: Answer } {
  const inquiry: Inquiry = {
    call,
    tx: work.tx,
    ledger: work.ledger,
    policy: policyOf(work),
    resolve: (asked, tx, viewer) => resolve(routes, asked, tx, viewer),
    isVisible,
    version: call.version ?? policyOf(work).defaultVersion,
  }
  const refused = passChecks(inquiry)
  const outcome = refused ? refusal(worded(refused.problem, inquiry.route)) : lost(inquiry, runRule(inquiry))
  log(work, inquiry, outcome)
  const { operation, endpoint: { mediaType, redirects } = {} } = inquiry.route ?? {}
  const usage = inquiry.limit && usageOf(work.ledger, inquiry.limit, work.tx.now)
  const dropped = !outcome.ok && outcome.error.code === 0
  return {
    outcome,
    answer: {
      call,
      version: inquiry.version,
      dropped,
      ...(operation !== undefined && { operation }),
      ...(mediaType !== undefined && { mediaType }),
      ...(redirects && { redirects }),
      ...(usage && { usage }),
    },
  }
}

/** Runs an action. An action that there is not, or whose parameters are wrong, is refused with 100. */
export function act({ actions, outbox }: Registry, work: ServiceWork, name: string, given: Json): Outcome {
  const found = Object.hasOwn(actions, name) ? actions[name] : undefined
  if (!found) return refusal(graphError({ code: 100, message: `There is no action ${name}` }))
  const read = readBy(found.params, given)
  if (!read.success) return refusal(graphError(paramProblem(read.error)))
  const { tx, ledger } = work
  const doing: Doing<unknown> = {
    tx,
    params: read.data,
    policy: policyOf(work),
    now: tx.now,
    refuse: (message) => ({ refused: graphError({ code: 100, message }) }),
    count: (window, seconds) => countIn(ledger, window, seconds, tx.now),
    outbox: outbox(tx, ledger),
  }
  const result = found.run(doing)
  return isRefused(result) ? refusal(result.refused) : { ok: true, value: result }
}
