import type { FindDeliveries } from '../../chapters/webhooks/delivery.ts'
import { outboxIn } from '../../chapters/webhooks/outbox.ts'
import type { Input } from '../../engine/domain.ts'
import { nextTask } from '../../engine/state/clock.ts'
import type { WorldEvent } from '../../engine/state/state.ts'
import { last } from '../../engine/store/ring.ts'
import type { Json } from '../../engine/values/guard.ts'
import type { CallEntry } from '../../service/call-entry.ts'
import { bounds } from '../../service/contract/bounds.ts'
import { armedRules } from '../../service/ledger/faults.ts'
import type { ServiceState, ServiceStep } from '../../service/routes/context.ts'
import { linkedAnswer } from '../../service/values/links.ts'
import type { Handle, MachineParts } from '../handle/handle.ts'
import { failedCheck } from '../handle/refusal.ts'
import { namedInstantText } from '../time/time.ts'
import { beginningOf, boundedDifference, isShownWhole } from './bounded-row.ts'
import { countChanges, type RowDifference, rowChanges } from './difference.ts'
import { type StepCall, stepCall } from './step-call.ts'
import { statusOfStep } from './why.ts'

/** One step of a world in a list: an input, and how it ended. */
export interface StepLine {
  /** The number of the input in the world, from 1 on. */
  readonly sequence: number
  /** The virtual time after the step, in Unix milliseconds. */
  readonly at: number
  /** The type of the input, such as `call`, `request`, `action`, `advance` or `tick`. */
  readonly type: string
  /** The HTTP method of a call, also of a typed one; null if there is none. */
  readonly method: string | null
  /** The operation, the action, or what else the input did. */
  readonly name: string
  /** The id of the node that the path names; null if there is none. */
  readonly target: string | null
  /** The id of the token's row, or of the app of an app token; null without a token. */
  readonly token: string | null
  /** The id of the app of the token; null without a token. */
  readonly app: string | null
  /** The HTTP status of a call, or the one that it would have; null for every other input. */
  readonly status: number | null
  readonly ok: boolean
  /** The error code of a refusal; null if there is none. */
  readonly code: number | null
  /** The name of the check that refused the call; null if none did. */
  readonly failedCheck: string | null
  /** The number of events that it caused. */
  readonly events: number
  /** The types of these events, each once. */
  readonly eventTypes: readonly string[]
  /** The number of rows that it created, changed or removed: at most 1,000 are counted. */
  readonly changes: number
  /** The ids of the fault rules that acted on it. */
  readonly faults: readonly string[]
}

/** One step with everything that is known about it. */
export interface WorldStep extends StepLine {
  /** The input, as a recording has it; an object with its type and its beginning as `cut` if it is long. */
  readonly input: { readonly [member: string]: Json }
  /** The JSON text of the result of a success, cut if it is long; null for a refusal. */
  readonly value: string | null
  readonly error: {
    readonly code: number
    readonly message: string
    readonly type: string
    readonly because: readonly string[]
  } | null
  readonly version: string | null
  /** The method, the path and the parameters of a call; null for every other input, or if they are long. */
  readonly sent: {
    readonly method: string
    readonly path: string
    readonly params: { readonly [name: string]: Json }
  } | null
  /** The call of a typed client that does the same; null if none does, or if the call is long. */
  readonly call: StepCall | null
  readonly eventList: readonly WorldEvent[]
  /** The rows before and after the step: the first 100. A long row has its beginning as `cut`. */
  readonly rows: readonly RowDifference[]
  /** The ids of the deliveries with the notices that it caused. */
  readonly deliveries: readonly string[]
}

const VALUE_LENGTH_MAX = 32_000

const textOf = (value: unknown): string => (typeof value === 'string' ? value : String(value))

function boundedInput(input: Input): WorldStep['input'] {
  if (isShownWhole(input)) return input
  return { type: input.type, cut: beginningOf(input) }
}

/** What a call sent, as HTTP says it. A path below the web address has no version. */
function sentOf({ answer }: ServiceStep, { registry }: MachineParts): WorldStep['sent'] {
  if (!answer || !isShownWhole(answer.call.params)) return null
  const { method, path, params } = answer.call
  const isWeb = registry.routes.byName.get(answer.operation ?? '')?.web === true
  const segments = isWeb ? path : [answer.version, ...path]
  return { method, path: `/${segments.map(encodeURIComponent).join('/')}`, params }
}

const shownValue = (value: unknown): string => beginningOf(value, VALUE_LENGTH_MAX)

/** The log entry of a call; undefined if the step was no call, or could not be parsed. */
function entryOf({ state: { ledger } }: ServiceStep): CallEntry | undefined {
  const entry = last(ledger.calls)
  return entry?.sequence === ledger.sequence ? entry : undefined
}

const METHOD_LENGTH_MAX = 20

/** The method of a request that was no call. */
const methodOf = ({ type, method }: Input): string | null =>
  type === 'request' ? textOf(method ?? 'GET').slice(0, METHOD_LENGTH_MAX) : null

/** What a step without an operation did. */
function nameOf({ input }: ServiceStep, before: ServiceState): string {
  const { type, name, to, method, url } = input
  if (type === 'action') return textOf(name)
  if (type === 'advance') return `to ${namedInstantText(to)}`
  if (type === 'request') return `${textOf(method ?? 'GET')} ${textOf(url ?? '')}`.slice(0, 200)
  if (type === 'tick') {
    const task = nextTask(before.graph)
    return task ? `${textOf(task.input['name'] ?? task.input.type)} of ${task.key}` : 'due task'
  }
  if (type === 'delivered')
    return input['begin'] === undefined ? textOf(input['delivery']) : textOf(input['begin'])
  if (type === 'fault') return input['add'] === undefined ? 'removed' : 'added'
  return type
}

/** The app of a token's row, or the app itself. */
function appOf({ graph }: ServiceState, token: number | null): string | null {
  if (token === null) return null
  const row = graph.rows.get(token)
  const app: unknown = row && Reflect.get(row, 'app')
  return typeof app === 'number' ? String(app) : row?.kind === 'apps' ? String(token) : null
}

const noFaults: readonly string[] = Object.freeze([])

/** The ids of the fault rules that acted in a step. */
function faultsOf(before: ServiceState, after: ServiceState): readonly string[] {
  const known = armedRules(before.ledger.notes)
  const rules = armedRules(after.ledger.notes)
  if (rules === known || rules.length === 0) return noFaults
  const hits = new Map(known.map((rule) => [rule.id, rule.hits]))
  return rules.filter((rule) => rule.hits > (hits.get(rule.id) ?? 0)).map(({ id }) => id)
}

const noTypes: readonly string[] = Object.freeze([])

/** The types of events, each once. */
function typesOf(events: readonly WorldEvent[]): readonly string[] {
  const [first] = events
  if (!first) return noTypes
  return events.length === 1 ? [first.type] : [...new Set(events.map(({ type }) => type))]
}

export function stepLine(step: ServiceStep, before: ServiceState): StepLine {
  const { state, input, outcome, answer, events } = step
  const entry = entryOf(step)
  const isCall = input.type === 'call' || input.type === 'request'
  const token = entry?.token ?? null
  return {
    sequence: state.ledger.sequence,
    at: state.graph.now,
    type: input.type,
    method: answer?.call.method ?? methodOf(input),
    name: answer?.operation ?? entry?.operation ?? nameOf(step, before),
    target: answer?.call.path[0] ?? entry?.target ?? null,
    token: token === null ? null : String(token),
    app: appOf(state, token),
    status: isCall ? statusOfStep(step, state.graph.settings) : null,
    ok: outcome.ok,
    code: outcome.ok ? null : outcome.error.code,
    failedCheck: failedCheck(step) ?? null,
    events: events.length,
    eventTypes: typesOf(events),
    changes: countChanges(before, state, bounds.stepCountedRowsMax),
    faults: faultsOf(before, state),
  }
}

/**
 * Returns a step with everything that is known about it.
 *
 * @param handle The handle of the world.
 * @param find Finds the deliveries of the step in the outbox of the world as it is now.
 */
export function worldStep(
  step: ServiceStep,
  before: ServiceState,
  handle: Pick<Handle, 'settings' | keyof MachineParts>,
  find: FindDeliveries,
): WorldStep {
  const { outcome, input, events, answer, state } = step
  const { baseUrl: base, webUrl: web } = handle.settings
  const rows: RowDifference[] = []
  for (const change of rowChanges(before, state)) {
    if (rows.length === bounds.stepRowsMax) break
    rows.push(boundedDifference(change))
  }
  return {
    ...stepLine(step, before),
    input: boundedInput(input),
    value: outcome.ok ? shownValue(linkedAnswer(outcome.value, answer, { base, web })) : null,
    error: outcome.ok ? null : outcome.error,
    version: answer?.version ?? null,
    sent: sentOf(step, handle),
    call: stepCall(step, before, handle),
    eventList: events.slice(0, bounds.stepRowsMax),
    rows,
    deliveries: find(outboxIn(before.ledger), outboxIn(state.ledger)),
  }
}
