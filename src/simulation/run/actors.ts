import { didYouMean } from '../../service/values/nearest.ts'
import { shown } from '../../service/values/scalars.ts'
import { contextsOf } from './context.ts'
import type { Actor, ActorContext } from './options.ts'
import {
  countSimulationStep,
  type Identity,
  nowOf,
  RunningActor,
  runAs,
  type Simulation,
  scheduleEntry,
} from './simulation.ts'
import { laneOf } from './timeline.ts'
import { beginWait } from './waiting.ts'
import type { Wait, WaitResult } from './waits.ts'

/** Maximum generators that have not ended. */
const ALIVE_MAX = 100_000

/** Maximum names that a message about an unknown one compares. */
const NAMES_MAX = 1_000

const isGenerator = (value: unknown): value is RunningActor['steps'] =>
  typeof value === 'object' && value !== null && 'next' in value && typeof value.next === 'function'

/** Lets an actor do a step, after which it waits or has ended. */
function goOn(run: Simulation, actor: RunningActor, step: () => IteratorResult<Wait, unknown>): void {
  countSimulationStep(run, actor.name)
  const next = runAs(run, actor, 'the actor', step)
  // An actor may have caught the error that ends the simulation.
  if (run.broken) throw run.broken
  if (!next.done) {
    const wake = (answer: WaitResult) => resume(run, actor, answer)
    actor.withdraw = beginWait(run, actor, next.value, { won() {}, wake })
    return
  }
  run.alive -= 1
  run.running.delete(actor.name)
  for (const seat of actor.seats) seat.release()
  actor.end(next.value)
}

/** Runs an actor until it waits or ends. */
const resume = (run: Simulation, actor: RunningActor, answer: WaitResult): void =>
  goOn(run, actor, () => actor.steps.next(answer))

/** Ends an actor: its `finally` runs, and its places come back. */
function endActor(run: Simulation, actor: RunningActor): void {
  if (run.current === actor)
    throw new TypeError(`${actor.name} cannot stop itself while it runs: it ends with return`)
  actor.withdraw()
  goOn(run, actor, () => actor.steps.return(undefined))
}

/**
 * Stops an actor. Returns false if it has ended. Throws a TypeError if no actor ever had this name.
 */
function stopActor(run: Simulation, name: string): boolean {
  const end = run.running.get(name)
  if (end) {
    end()
    return true
  }
  const arrival = String(name).split('#')[0]
  if (run.names.has(name) || run.plan.arrivals.some((plan) => plan.name === arrival)) return false
  const hint = didYouMean(String(name), [...run.running.keys()].slice(0, NAMES_MAX))
  throw new TypeError(`There is no actor ${shown(name)} to stop${hint}`)
}

/** The body of an actor: a generator, or a plain function that ends at once. */
export interface Program {
  readonly who: Identity
  /** Calls the code of the user. */
  readonly begin: (sim: ActorContext) => unknown
  /** Takes what it returned. */
  readonly end: (result: unknown) => void
  /** Whether a plain function is allowed. */
  readonly plain: boolean
}

/** Starts a program at this instant. */
export function startProgram(run: Simulation, { who, begin, end, plain }: Program): void {
  run.contextOf ??= contextsOf(run, {
    start: (name, actor) => startActor(run, { name, index: 1 }, actor),
    stop: (name) => stopActor(run, name),
  })
  const context = run.contextOf(who)
  const steps = runAs(run, who, 'the actor', () => begin(context))
  if (isGenerator(steps)) {
    if (run.alive >= ALIVE_MAX)
      throw new RangeError(`${who.name}: ${ALIVE_MAX} actors have not ended, and this would be one too many`)
    run.alive += 1
    const actor = new RunningActor(who, steps, end)
    run.running.set(who.name, () => endActor(run, actor))
    resume(run, actor, true)
  } else if (plain) end(steps)
  else
    throw new TypeError(
      `The actor ${who.name} must be a generator function, function* (sim) { … }: it returned ` +
        `${shown(steps)}`,
    )
}

/**
 * Starts an actor at this instant, after what was scheduled before. Throws a TypeError if its name is
 * known.
 */
export function startActor(
  run: Simulation,
  { name, index }: Pick<Identity, 'name' | 'index'>,
  actor: Actor,
): void {
  if (typeof name !== 'string' || name === '' || run.names.has(name))
    throw new TypeError(`The name of an actor must be new and not empty, got ${shown(name)}`)
  if (typeof actor !== 'function')
    throw new TypeError(`The actor ${name} must be a generator function, got ${shown(actor)}`)
  run.names.add(name)
  const lane = laneOf(run.recorder, name, 'actors')
  const program = { who: { name, index, lane }, begin: actor, end: () => {}, plain: false }
  const entry = scheduleEntry(run, nowOf(run), () => startProgram(run, program))
  run.running.set(name, () => {
    entry.cancelled = true
    run.running.delete(name)
  })
}
