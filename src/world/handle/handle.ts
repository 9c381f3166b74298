import type { Tables } from '../../chapters/tables.ts'
import { isSpent } from '../../engine/machine.ts'
import { LATEST, nextTask, type Task } from '../../engine/state/clock.ts'
import { open } from '../../engine/state/draft.ts'
import { indexesOf } from '../../engine/state/edge.ts'
import {
  beginHistory,
  forkHistory,
  type History,
  outcomeDigest,
  recordInput,
  stateBefore,
} from '../../engine/state/history.ts'
import type { WorldEvent } from '../../engine/state/state.ts'
import { type service as Service, service } from '../../machine/service-machine.ts'
import { serviceRegistry } from '../../machine/world-registry.ts'
import type { CallAnswer } from '../../service/call-answer.ts'
import type { Policy } from '../../service/policy.ts'
import type { Registry } from '../../service/registry.ts'
import type { ServiceContents, ServiceState, ServiceStep, Tx } from '../../service/routes/context.ts'
import type { StubFunction } from '../../service/stubs/stub-function.ts'
import { shown } from '../../service/values/scalars.ts'
import type { RunStep } from '../history/kept-steps.ts'
import { type CoverageCounts, countStep, newCounts } from './coverage.ts'
import { checkResult } from './invariants.ts'
import { knownOrigins, type Settings, type WorldBase } from './options.ts'
import type { RecordedChange } from './recorded-change.ts'

/** A read that answers from the rows of an earlier moment. */
interface StaleRead {
  readonly staleBy: number
  readonly history: History<ServiceState>
  readonly before: ServiceState
  readonly service: typeof Service
}

/**
 * Returns the step of a read with an answer from an earlier moment: from the rows of that moment, but with
 * the current clock and ledger. The state after the step stays the same, because a read changes no rows.
 */
function answeredFromPast(step: ServiceStep, { staleBy, history, before, service }: StaleRead): ServiceStep {
  const { now } = before.graph
  const past = stateBefore(history, now - staleBy, (state, input) => service.step(state, input).state)
  const { faults: _rules, ...notes } = before.ledger.notes
  const { outcome, answer } = service.step(
    { graph: { ...past.graph, now }, ledger: { ...before.ledger, notes } },
    step.input,
  )
  return { ...step, outcome, answer: answer && { ...answer, staleBy } }
}

/** The mutable part of a world: its current state, its history and its settings. */
export interface Handle {
  state: ServiceState
  history: History<ServiceState> | undefined
  /** The state that `reset` returns to. */
  baseline: ServiceState
  /** The origin of that state. */
  baselineBase: WorldBase | undefined
  /** The origin of the first state of its history. Without it, recordings begin with a snapshot. */
  base: WorldBase | undefined
  readonly settings: Settings
  /** The operations that the world has: those of the service, and of its areas. */
  readonly registry: Registry
  /** The state machine, with the functions of the stubs. */
  service: typeof service
  /** The functions of stubs by name. A map that several forks share is never changed, only replaced. */
  stubFunctions: ReadonlyMap<string, StubFunction>
  /** Runs an input. A fork of the current state runs its inputs the same way. */
  run: RunStep
  /** The counts of its coverage, which forks share. */
  readonly counts: CoverageCounts
  /** Changes on each reset, to detect work that started before it. */
  readonly life: object
  /** Sees each step, with the state before it. Forks have none. */
  observe: StepObserver | undefined
  /** Sees each step for the inspector, also after a reset. Forks have none. */
  watch: StepObserver | undefined
  /** Writes each change to a recording. Forks have none. */
  record: ((change: RecordedChange) => void) | undefined
  /** The fake timers that keep the time of the world. A fork has none. */
  follower: Follower | undefined
  /** The last graph in which no task was due. */
  settled: ServiceState['graph'] | undefined
  /** The test that the world was made for. */
  ownerTest: OwnerTest | undefined
}

/** Fake timers that keep the time of a world. */
export interface Follower {
  /** Runs the timers up to an instant, and with them the due tasks of the world. Returns those tasks. */
  runTo(instant: number): Fired
  /** Sets the timers to an instant without running them. */
  set(instant: number): void
}

/** Sees a step of a world. What it throws ends the call, whose step has happened. */
type StepObserver = (step: ServiceStep, before: ServiceState) => void

const noFunctions: Handle['stubFunctions'] = new Map()

/** The members of a handle that depend on the areas of a world and on the functions of its stubs. */
export type MachineParts = Pick<Handle, 'registry' | 'service' | 'stubFunctions'>

/** Those of a world without areas and functions of stubs. */
export const serviceParts: MachineParts = { registry: serviceRegistry, service, stubFunctions: noFunctions }

/**
 * Creates the handle of a world that begins in this state.
 *
 * @param parts Those of a world without areas and functions of stubs, if left out.
 */
export function createHandle(
  state: ServiceState,
  settings: Settings,
  base?: WorldBase,
  { registry, service, stubFunctions }: MachineParts = serviceParts,
): Handle {
  return {
    state,
    settings,
    base,
    registry,
    service,
    stubFunctions,
    run: service.step,
    life: {},
    follower: undefined,
    settled: undefined,
    ownerTest: undefined,
    record: undefined,
    counts: newCounts(registry),
    baseline: state,
    baselineBase: base,
    observe: undefined,
    watch: undefined,
    history: settings.history && beginHistory(state, settings.history),
  }
}

/** Copies the handle of a world, with its history. What watches the world does not watch the copy. */
export function forkHandle(handle: Handle): Handle {
  const { history, state } = handle
  return {
    ...handle,
    observe: undefined,
    watch: undefined,
    record: undefined,
    follower: undefined,
    history: history && forkHistory(history, state),
  }
}

/** Runs one input, and adds it to the history. It runs no due tasks. */
export function runInput(handle: Handle, input: unknown): ServiceStep {
  const before = handle.state
  const step = handle.run(before, input)
  handle.state = step.state
  handle.record?.({ input: step.input, outcome: outcomeDigest(step.outcome) })
  if (handle.history) recordInput(handle.history, step.input, before, step.state)
  if (handle.settings.checks) checkResult(handle.registry, step, step.state.graph.settings)
  countStep(handle.counts, step)
  handle.watch?.(step, before)
  handle.observe?.(step, before)
  return step
}

/** The events of each task that ran. Whole steps would keep all intermediate states in memory. */
export type Fired = (readonly WorldEvent[])[]

/** Returns the next pending task; undefined in a world that has used up its input numbers. */
export const nextDue = ({ state }: Handle): Task | undefined =>
  isSpent(state) ? undefined : nextTask(state.graph)

/** Runs the tasks that are due. A task never runs inside another input. */
export function runDueTasks(handle: Handle): Fired {
  // Most inputs only read: what was not due in a graph is not due later in it.
  if (handle.settled === handle.state.graph) return []
  const fired: Fired = []
  for (let due = nextDue(handle); due && due.at <= handle.state.graph.now; due = nextDue(handle)) {
    fired.push(runInput(handle, { type: 'tick' }).events)
  }
  handle.settled = handle.state.graph
  return fired
}

/** Runs an input of the user, and the due tasks before and after it. */
export function runSettled(handle: Handle, input: object): ServiceStep {
  runDueTasks(handle)
  const step = runInput(handle, input)
  runDueTasks(handle)
  return step
}

/** Milliseconds that faults let pass before an answer, including those of the calls of a batch. */
const latencyOf = ({ latency = 0, parts = [] }: CallAnswer): number =>
  parts.reduce((sum, { answer }) => sum + (answer ? latencyOf(answer) : 0), latency)

/** Adds the origins of the service to a call, unless they are the default ones. */
function withOrigins({ settings }: Handle, input: object, reachedAt: readonly string[]): object {
  const { baseUrl, webUrl, hasOwnOrigins } = settings
  if (!hasOwnOrigins && reachedAt.every((origin) => knownOrigins.has(origin))) return input
  return { ...input, origins: [...new Set([baseUrl, webUrl, ...reachedAt])] }
}

/**
 * Runs a call, then moves the clock by the latency of faults and by `autoTick`, at most to the end of the
 * year 9999. A stale read is answered from the history.
 *
 * @param reachedAt The origins at which the client reaches the service, if the input does not name them.
 */
export function runCall(handle: Handle, input: object, reachedAt: readonly string[] = []): ServiceStep {
  checkOwner(handle, 'a call')
  runDueTasks(handle)
  const before = handle.state
  const { history, settings } = handle
  const isNamed = settings.hasOwnOrigins || reachedAt.length > 0
  const step = runInput(handle, isNamed ? withOrigins(handle, input, reachedAt) : input)
  const { answer } = step
  const isStale = answer?.staleBy !== undefined && history
  const stale = isStale && { staleBy: answer.staleBy, history, before, service: handle.service }
  const answered = stale ? answeredFromPast(step, stale) : step
  runDueTasks(handle)
  const wait = settings.autoTick + (answer?.latency || answer?.parts ? latencyOf(answer) : 0)
  if (wait > 0) advanceTo(handle, Math.min(handle.state.graph.now + wait, LATEST))
  return answered
}

/** Moves the clock to an instant. Each task that is due on the way runs at its due time. */
export function advanceTo(handle: Handle, to: number): Fired {
  if (to > LATEST) throw new RangeError('The clock cannot move beyond the year 9999')
  const fired = [...runDueTasks(handle), ...(handle.follower?.runTo(to) ?? [])]
  for (let due = nextDue(handle); due && due.at <= to; due = nextDue(handle)) {
    fired.push(runInput(handle, { type: 'tick' }).events)
  }
  if (to > handle.state.graph.now) runInput(handle, { type: 'advance', to })
  return fired
}

/** Returns the policy of a world. */
export const policyIn = ({ state }: Handle): Policy => state.graph.settings

/** A test that has a world of its own. Forks of the world belong to it, too. */
export interface OwnerTest {
  /** The names of its suites and its own. */
  readonly name: string
  isOver: boolean
}

/** Names the test in the message about a call that came too late. */
export const lateCallText = ({ name }: OwnerTest, call: string): string =>
  `The test ${shown(name)} is over, but ${call} reached its world: end intercepts, timers and servers with ` +
  'their test, as the intercept of the fixture does, and give each test a world of its own'

/** Throws an error that names the test of a world if it is over. */
export function checkOwner({ ownerTest }: { readonly ownerTest: OwnerTest | undefined }, call: string): void {
  if (ownerTest?.isOver) throw new LateCallError(lateCallText(ownerTest, call))
}

/** The error of a call that reached the world of a test that is over. */
export class LateCallError extends Error {
  override readonly name = 'LateCallError'
}

const indexes = indexesOf(service.schema)

/** Opens a transaction for reading. It is never committed. */
export const readingTx = ({ state }: { readonly state: ServiceState }): Tx =>
  open<Tables, ServiceContents>(state.graph, indexes)
