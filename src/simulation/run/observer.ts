import type { Input } from '../../engine/domain.ts'
import { nextTask } from '../../engine/state/clock.ts'
import { textOf } from '../../engine/values/json-text.ts'
import type { ServiceState, ServiceStep } from '../../service/routes/context.ts'
import { policyIn } from '../../world/handle/handle.ts'
import { explainStep } from '../../world/history/why.ts'
import { clippedJson, clippedText } from './context.ts'
import type { DeliveryWatch } from './deliveries.ts'
import { addToCounter } from './series.ts'
import { countSimulationStep, type Simulation } from './simulation.ts'
import { laneOf, record, type TimelineItem } from './timeline.ts'

/** The operation of a call, the name of an action, or the path of a request that belongs to no operation. */
function labelOf({ input, answer }: ServiceStep): string {
  const path = textOf(input['url']) || textOf(input['path'])
  return clippedText(answer?.operation ?? (textOf(input['operation'] ?? input['name']) || path || input.type))
}

/** The input without its type, name and token. */
function parametersOf({ params, ...input }: Input): unknown {
  if (input.type !== 'request') return params ?? {}
  const { method, url, path } = input
  return { method, url: url ?? path, ...(params !== undefined && { params }) }
}

function detailsOf(run: Simulation, step: ServiceStep, kind: TimelineItem['kind']) {
  const { outcome, events, input, state } = step
  const explanation =
    kind === 'call' ? explainStep(run.handle.registry, step, policyIn(run.handle)) : undefined
  return {
    kind,
    label: labelOf(step),
    sequence: state.ledger.sequence,
    input: clippedJson(parametersOf(input)),
    ...(events.length > 0 && { events: [...new Set(events.map(({ type }) => type))].slice(0, 20) }),
    ...(!outcome.ok && { error: outcome.error }),
    ...(explanation && {
      why: {
        operation: explanation.operation,
        node: explanation.node,
        version: explanation.version,
        status: explanation.status,
        failedCheck: explanation.checks.find(({ verdict }) => verdict === 'failed')?.name ?? null,
      },
    }),
  }
}

/** Whether a fault rule changed the answer of a call. */
const isFaulty = ({ outcome, answer }: ServiceStep): boolean =>
  (!outcome.ok && outcome.error.injectedBy !== undefined) ||
  Boolean(answer?.dropped || answer?.replaced || answer?.latency || answer?.staleBy)

function seeCall(run: Simulation, step: ServiceStep, kind: 'call' | 'action'): void {
  const { recorder, metrics } = run
  const { ok } = step.outcome
  const at = step.state.graph.now
  addToCounter(metrics, ok ? 'calls' : 'calls.refused', 1)
  const lane = run.current?.lane ?? laneOf(recorder, 'outside', 'world')
  record(recorder, { lane, at, ok }, () => detailsOf(run, step, kind))
  if (!isFaulty(step)) return
  addToCounter(metrics, 'faults', 1)
  const faults = laneOf(recorder, 'faults', 'world')
  record(recorder, { lane: faults, at, ok: false }, () => detailsOf(run, step, 'fault'))
}

function seeTask(run: Simulation, step: ServiceStep, before: ServiceState): void {
  const { ok } = step.outcome
  const { name, type, params } = nextTask(before.graph)?.input ?? {}
  addToCounter(run.metrics, 'tasks', 1)
  const lane = laneOf(run.recorder, 'due work', 'world')
  record(run.recorder, { lane, at: step.state.graph.now, ok }, () => ({
    ...detailsOf(run, step, 'task'),
    label: clippedText(textOf(name) || textOf(type)),
    input: clippedJson(params ?? {}),
  }))
}

/** Creates the observer of the steps of a world: it counts them, and adds them to the timeline. */
export function createObserver(run: Simulation, watch: DeliveryWatch) {
  return (step: ServiceStep, before: ServiceState): void => {
    const { input } = step
    if (input.type === 'advance') return
    countSimulationStep(run)
    if (input.type === 'tick') seeTask(run, step, before)
    else if (input.type === 'call' || input.type === 'request') seeCall(run, step, 'call')
    else if (input.type === 'action') {
      // It may activate a webhook without a change of the outbox.
      if (input['name'] === 'setWebhook') watch.seen = undefined
      seeCall(run, step, 'action')
    } else if (input.type === 'fault') {
      const lane = laneOf(run.recorder, 'faults', 'world')
      const { type: _type, ...rule } = input
      const label = 'add' in rule ? 'a fault rule is added' : 'fault rules are removed'
      record(run.recorder, { lane, at: step.state.graph.now, ok: step.outcome.ok }, () => ({
        kind: 'fault',
        label,
        input: clippedJson(rule),
      }))
    }
  }
}
