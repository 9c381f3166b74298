import { deliveriesByStep } from '../../chapters/webhooks/delivery.ts'
import { outboxIn } from '../../chapters/webhooks/outbox.ts'
import { forgottenInputs, inputsAfter, stateAt } from '../../engine/state/history.ts'
import { isLight, weightOf } from '../../engine/values/weight.ts'
import { bounds } from '../../service/contract/bounds.ts'
import type { ServiceState } from '../../service/routes/context.ts'
import { shown } from '../../service/values/scalars.ts'
import type { Handle } from '../handle/handle.ts'
import { checkNames } from '../handle/known-names.ts'
import { stages } from '../handle/refusal.ts'
import { ENGINE } from '../handle/version.ts'
import type { World } from '../world.ts'
import { appNames } from './app-names.ts'
import type { WorldRow } from './difference.ts'
import type { TraceOptions } from './trace-schema.ts'
import { TRACE_VERSION, type Trace } from './trace-schema.ts'
import { type WorldStep, worldStep } from './world-step.ts'

const STEPS = 1_000
/** Keeps the last items that fit into a weight. */
function lastLight<T>(items: readonly T[], weigh: (item: T) => number): readonly T[] {
  let left = bounds.tracePartBytesMax
  let start = items.length
  for (; start > 0; start--) {
    const item = items[start - 1]
    if (item === undefined) break
    left -= weigh(item)
    if (left < 0) break
  }
  return items.slice(start)
}

/** The steps since a moment of the history, with the state before each. */
export function stepsSince(
  handle: Handle,
  from: number,
): { readonly state: ServiceState; readonly step: WorldStep }[] {
  const { history, service, state: current } = handle
  if (!history) return []
  const find = deliveriesByStep(outboxIn(current.ledger), current.graph.now)
  let state = stateAt(history, from, (before, input) => service.step(before, input).state)
  return inputsAfter(history, from).map((input) => {
    const before = state
    const step = service.step(before, input)
    state = step.state
    return { state: before, step: worldStep(step, before, handle, find) }
  })
}

/** The rows of a state, as far as a trace has room for them. */
function rowsOf({ graph: { rows, now } }: ServiceState): Trace['start'] {
  const kept: WorldRow[] = []
  let left = bounds.tracePartBytesMax
  for (const row of rows.values()) {
    left -= weightOf({ ...row })
    if (kept.length === bounds.traceRowsMax || left < 0) break
    kept.push(row)
  }
  return { now, rows: kept, leftOut: rows.size - kept.length }
}

function stepsMax({ steps = STEPS }: TraceOptions): number {
  if (Number.isSafeInteger(steps) && steps >= 0 && steps <= bounds.traceStepsMax) return steps
  throw new TypeError(
    `The option steps must be a whole number of steps from 0 to ${bounds.traceStepsMax}, got ${shown(steps)}`,
  )
}

/** The recording of a world; null if it has no history, or if it is too long. */
function recordingOf({ history }: World, handle: Handle): Trace['recording'] {
  if (!handle.history) return null
  const recording = history.recording()
  return isLight(recording, bounds.tracePartBytesMax) ? { ...recording } : null
}

/**
 * Returns what happened in a world: its last steps, each with its reason and the rows that it changed, and
 * the world around them. Throws a TypeError if an option is invalid.
 */
export function traceOf(world: World, handle: Handle, options: TraceOptions = {}): Trace {
  checkNames('trace', 'option', options, ['title', 'steps'])
  const { title = 'A world' } = options
  if (typeof title !== 'string') throw new TypeError(`The option title must be text, got ${shown(title)}`)
  const most = stepsMax(options)
  const { history, state } = handle
  const from = history ? Math.max(forgottenInputs(history), history.length - most) : 0
  const all = stepsSince(handle, from)
  const taken = lastLight(all, ({ step }) => weightOf(step.input) + 2 * JSON.stringify(step).length)
  const start = taken[0]?.state ?? state
  const { webhooks, faults, clock } = world
  const { operations, events } = world.coverage()
  return {
    format: 'fauxgraph-trace',
    version: TRACE_VERSION,
    engine: ENGINE,
    title,
    seed: world.seed,
    baseUrl: world.baseUrl,
    webUrl: world.webUrl,
    hash: world.hash(),
    now: clock.now,
    policy: { ...world.policy },
    names: { ...state.ledger.notes.starter },
    apps: appNames(state),
    checks: stages.map(({ name, chapter, rows }) => ({ name, chapter, rows: [...rows] })),
    start: rowsOf(start),
    earlier: start.ledger.sequence,
    steps: taken.map(({ step }) => step),
    pending: clock.pending.slice(0, bounds.traceRowsMax),
    deliveries: lastLight(
      webhooks.outbox.slice(-bounds.traceDeliveriesMax),
      (one) => 2 * one.request.body.length,
    ),
    missed: webhooks.missed.map((notice) => ({ ...notice })),
    faults: [...faults.rules],
    coverage: { operations, events },
    recording: recordingOf(world, handle),
    story: null,
  }
}
