import { shown } from '../../graph/values/scalars.ts'
import { instantAfter } from '../../world/time/durations.ts'
import { secondsProblem } from '../../world/time/time.ts'
import type { Calendar } from '../load/calendar.ts'
import { createContext, recordSpan } from './context.ts'
import type { Actor, ActorContext } from './options.ts'
import { abandonSeat, requestSeat, resourceNamed, type Seat } from './resources.ts'
import {
  type Condition,
  countSimulationStep,
  type Identity,
  nowOf,
  type RunningActor,
  runAs,
  type Simulation,
  scheduleEntry,
} from './simulation.ts'
import { laneOf } from './timeline.ts'
import { kindOfWait, type Until } from './waits.ts'

/** Maximum generators that have not ended. */
const ALIVE_MAX = 100_000

const isGenerator = (value: unknown): value is RunningActor['steps'] =>
  typeof value === 'object' && value !== null && 'next' in value && typeof value.next === 'function'

/** Throws a TypeError about a wait that an actor yielded. */
function refuseWait(run: Simulation, { name }: RunningActor, wait: unknown, problem: string): never {
  const got = typeof wait === 'number' || typeof wait === 'function' ? String(wait) : shown(wait)
  throw new TypeError(
    `${name} at ${new Date(nowOf(run)).toISOString()} yielded ${got}. ${problem}: an actor yields a ` +
      `duration such ` +
      "as '4h', until(…), a calendar, or a request of a resource",
  )
}

function instantOfDuration(run: Simulation, actor: RunningActor, wait: never): number {
  try {
    return instantAfter(nowOf(run), wait)
  } catch (error) {
    return refuseWait(run, actor, wait, error instanceof Error ? error.message : 'It is no wait')
  }
}

/** Runs an actor until it waits or ends. */
function resume(run: Simulation, actor: RunningActor, value: boolean): void {
  countSimulationStep(run, actor.name)
  const next = runAs(run, actor, 'the actor', () => actor.steps.next(value))
  // An actor may have caught the error that ends the simulation.
  if (run.broken) throw run.broken
  if (!next.done) {
    wait(run, actor, next.value)
    return
  }
  run.alive -= 1
  for (const seat of actor.seats) seat.release()
  actor.end(next.value)
}

function wait(run: Simulation, actor: RunningActor, what: unknown): void {
  const wake = (value: boolean) => () => resume(run, actor, value)
  const kind = kindOfWait(what)
  // `kindOfWait` has told which of the waits it is.
  if (kind === 'seat') waitForSeat(run, actor, what as Seat)
  else if (kind === 'until') waitUntil(run, actor, what as Until)
  else if (kind === 'calendar') scheduleEntry(run, (what as Calendar).after(nowOf(run)), wake(true))
  else scheduleEntry(run, instantOfDuration(run, actor, what as never), wake(true))
}

function waitUntil(run: Simulation, actor: RunningActor, { at, condition: test, within }: Until): void {
  if (at !== undefined) {
    if (at < nowOf(run))
      refuseWait(run, actor, new Date(at).toISOString(), secondsProblem(at) ?? 'That instant is past')
    scheduleEntry(run, at, () => resume(run, actor, true))
    return
  }
  if (test === undefined) refuseWait(run, actor, 'until', 'It has neither an instant nor a condition')
  const timeLimit =
    within === undefined
      ? undefined
      : scheduleEntry(run, instantOfDuration(run, actor, within as never), () => {
          run.conditions.delete(condition)
          resume(run, actor, false)
        })
  const condition: Condition = {
    process: actor,
    order: run.order++,
    test,
    wake() {
      if (timeLimit) timeLimit.cancelled = true
      resume(run, actor, true)
    },
  }
  run.conditions.add(condition)
}

function waitForSeat(run: Simulation, actor: RunningActor, seat: Seat): void {
  if (seat.state !== 'new') refuseWait(run, actor, seat.resource, 'That request was yielded before')
  const resource = resourceNamed(run.resources, seat.resource)
  const { lane } = actor
  const since = nowOf(run)
  const timeLimit =
    seat.patience === undefined
      ? undefined
      : scheduleEntry(run, instantOfDuration(run, actor, seat.patience as never), () => {
          abandonSeat(resource, seat)
          recordSpan(run, { lane, since, ok: false }, 'wait', `gave up waiting for ${seat.resource}`)
          resume(run, actor, false)
        })
  seat.grant = () => {
    if (timeLimit) timeLimit.cancelled = true
    seat.holder = actor.seats
    actor.seats.add(seat)
    recordSpan(run, { lane, since, ok: true }, 'wait', `waits for ${seat.resource}`)
    scheduleEntry(run, nowOf(run), () => resume(run, actor, true))
  }
  requestSeat(resource, seat, since)
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
  const context = createContext(run, who, (name, actor) => startActor(run, { name, index: 1 }, actor))
  const steps = runAs(run, who, 'the actor', () => begin(context))
  if (isGenerator(steps)) {
    if (run.alive >= ALIVE_MAX)
      throw new RangeError(`${who.name}: ${ALIVE_MAX} actors have not ended, and this would be one too many`)
    run.alive += 1
    resume(run, { ...who, steps, seats: new Set(), end }, true)
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
  scheduleEntry(run, nowOf(run), () => startProgram(run, program))
}
