import TinyQueue from 'tinyqueue'
import type { Handle } from '../../world/handle/handle.ts'
import type { World } from '../../world/world.ts'
import { capacityAt } from '../load/schedule.ts'
import type { ActorContext } from './options.ts'
import type { Plan } from './plan.ts'
import { createResource, type Resource, type Seat } from './resources.ts'
import { emptyMetrics, type Metrics } from './series.ts'
import { SimulationError } from './simulation-error.ts'
import { createRecorder, type Recorder } from './timeline.ts'
import type { Wait, WaitResult } from './waits.ts'

/**
 * Something that happens at an instant.
 *
 * An arrival makes entries, a running actor and seats, and each of these is a class. V8 may allocate records
 * of a literal as if they lived long: it then keeps what they point to, and an arrival takes twice as long.
 */
export class QueueEntry {
  readonly at: number
  /**
   * The order of entries at one instant: -1 for changes of capacity and the end of the warm-up, 0 for actors,
   * arrivals and deliveries, 1 for samples.
   */
  readonly rank: number
  /** Then they happen in the order in which they were scheduled. */
  readonly order: number
  readonly fire: () => void
  cancelled = false

  constructor(at: number, rank: number, order: number, fire: () => void) {
    this.at = at
    this.rank = rank
    this.order = order
    this.fire = fire
  }
}

/** A condition that an actor waits for. */
export interface Condition {
  readonly process: RunningActor
  /** The order in which conditions are asked. */
  readonly order: number
  readonly test: () => boolean
  readonly wake: () => void
}

/** A generator that runs: an actor, an arrival that takes time, or a receiver. */
export class RunningActor {
  readonly name: string
  readonly lane: number
  readonly steps: Generator<Wait, unknown, WaitResult>
  readonly seats: Set<Seat> = new Set()
  /** Takes what the generator returned. */
  readonly end: (result: unknown) => void
  /** Ends its wait before its time. */
  withdraw: () => void = () => {}

  constructor({ name, lane }: Identity, steps: RunningActor['steps'], end: RunningActor['end']) {
    this.name = name
    this.lane = lane
    this.steps = steps
    this.end = end
  }
}

/** A running simulation. */
export interface Simulation {
  readonly plan: Plan
  readonly handle: Handle
  readonly world: World
  readonly queue: TinyQueue<QueueEntry>
  readonly conditions: Set<Condition>
  readonly resources: ReadonlyMap<string, Resource>
  readonly metrics: Metrics
  readonly recorder: Recorder
  readonly names: Set<string>
  /** Ends an actor that has not ended, by its name. */
  readonly running: Map<string, () => void>
  /** Creates the context of an actor; undefined before the first one. */
  contextOf: ((who: Identity) => ActorContext) | undefined
  /** The name and the lane of the code that runs now. */
  current: { readonly name: string; readonly lane: number } | undefined
  /** The error that ends the simulation even if the code of the user catches it. */
  broken: SimulationError | undefined
  /** The number of steps and calls at this instant. */
  steps: number
  stepsAt: number
  /** The number of times that conditions of `until` were asked at this instant. */
  asked: number
  order: number
  /** The number of generators that have not ended. */
  alive: number
  totalSteps: number
}

const precedes = (left: QueueEntry, right: QueueEntry): number =>
  left.at - right.at || left.rank - right.rank || left.order - right.order

/** Creates the run of a plan. Nothing has happened yet. */
export function createSimulation(plan: Plan): Simulation {
  const { handle, options, from, to, resources, timelineItems } = plan
  return {
    plan,
    handle,
    world: options.world,
    queue: new TinyQueue<QueueEntry>([], precedes),
    conditions: new Set(),
    resources: new Map(
      resources.map(([name, capacity]) => [name, createResource(name, capacityAt(capacity, from), from)]),
    ),
    metrics: emptyMetrics(),
    recorder: createRecorder(from, to, timelineItems),
    names: new Set(),
    running: new Map(),
    contextOf: undefined,
    current: undefined,
    broken: undefined,
    steps: 0,
    stepsAt: from,
    asked: 0,
    order: 0,
    alive: 0,
    totalSteps: 0,
  }
}

/** Returns the virtual time in Unix milliseconds. */
export const nowOf = ({ handle }: Simulation): number => handle.state.graph.now

/** Schedules something. An instant that is past is now. */
export function scheduleEntry(run: Simulation, at: number, fire: () => void, rank = 0): QueueEntry {
  const entry = new QueueEntry(Math.max(at, nowOf(run)), rank, run.order++, fire)
  run.queue.push(entry)
  return entry
}

/** Maximum times that conditions are asked at one instant: a few seconds of work. */
const ASKED_MAX = 60_000_000

/** Begins to count anew if the time has moved. */
function beginInstant(run: Simulation): void {
  const now = nowOf(run)
  if (now === run.stepsAt) return
  run.stepsAt = now
  run.steps = 0
  run.asked = 0
}

/** Counts a step. Throws a SimulationError that names the code if there were too many at this instant. */
export function countSimulationStep(run: Simulation, who = run.current?.name ?? 'the world'): void {
  beginInstant(run)
  run.steps += 1
  run.totalSteps += 1
  const { maxStepsPerInstant: most } = run.plan
  if (run.steps <= most && !run.broken) return
  run.broken ??= new SimulationError(
    who,
    nowOf(run),
    `${most} steps and calls at one instant. An actor must yield a wait, such as '1h', between them; if ` +
      `so many ` +
      'are intended, raise the option maxStepsPerInstant of simulate',
  )
  throw run.broken
}

/**
 * Counts that all conditions of `until` are asked. That is no step: their actors do nothing. Throws a
 * SimulationError if conditions were asked too often at this instant.
 */
export function countAsked(run: Simulation): void {
  const { conditions } = run
  beginInstant(run)
  run.asked += conditions.size
  if (run.asked <= ASKED_MAX) return
  const [first] = conditions
  run.broken ??= new SimulationError(
    first?.process.name ?? 'the world',
    nowOf(run),
    `conditions of until were asked ${ASKED_MAX} times at one instant, those of ${conditions.size} actors ` +
      'after each step. Let fewer actors wait for a condition, or let them wait for a duration, an instant ' +
      'or a resource',
  )
  throw run.broken
}

/**
 * Runs code of the user under its name. Throws a SimulationError with the original error as its cause.
 *
 * @param what Completes the message "… threw".
 */
export function runAs<T>(
  run: Simulation,
  who: { name: string; lane: number },
  what: string,
  code: () => T,
): T {
  const before = run.current
  run.current = who
  try {
    return code()
  } catch (error) {
    if (error instanceof SimulationError) throw error
    const message = error instanceof Error ? error.message : String(error)
    throw new SimulationError(who.name, nowOf(run), `${what} threw: ${message}`, error)
  } finally {
    run.current = before
  }
}

/** The name of a context: the actor, and its stream. */
export type Identity = Pick<ActorContext, 'name' | 'index'> & { readonly lane: number }
