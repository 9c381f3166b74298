import { nextTask, pendingTasks } from '../engine/clock.ts'
import type { Step } from '../engine/machine.ts'
import type { WorldEvent } from '../engine/state.ts'
import type { Answer } from '../graph/service.ts'
import { advanceTo, feed, type Handle, settle } from './handle.ts'
import { type Duration, durationOf, instantOf, type When } from './time.ts'

/** What a move of the clock did. */
export interface Advance {
  /** Unix milliseconds before and after. */
  readonly from: number
  readonly to: number
  /** How many due tasks fired. */
  readonly fired: number
  readonly events: readonly WorldEvent[]
}

/** Work that is due at an instant. */
export interface Pending {
  /** Unix milliseconds. */
  readonly at: number
  readonly kind: string
  readonly key: string
}

/** The virtual clock of a world. It moves by these methods alone, and never backwards. */
export interface Clock<W> {
  readonly now: number
  readonly iso: string
  /** Moves time on; every due task fires at its own instant, those born on the way included. */
  advance(duration: Duration): Advance
  /** Moves time to an instant; the past is a RangeError. */
  advanceTo(when: When): Advance
  /** Moves to the next due task and fires it; null when nothing is due. */
  next(): Advance | null
  /** Moves from task to task until the world is as wanted; a RangeError when that does not happen. */
  until(predicate: (world: W) => boolean, options?: { within?: Duration }): Advance
  /** Fires everything that is due, whenever it is; a RangeError past `maxTasks` (10,000) tasks. */
  drain(options?: { maxTasks?: number }): Advance
  readonly pending: readonly Pending[]
}

const advanceOf = (handle: Handle, from: number, steps: readonly Step<Answer>[]): Advance => ({
  from,
  to: handle.state.graph.now,
  fired: steps.length,
  events: steps.flatMap(({ events }) => events),
})

function fireNext(handle: Handle): Step<Answer>[] {
  return nextTask(handle.state.graph) ? [feed(handle, { type: 'tick' }), ...settle(handle)] : []
}

function moveUntil<W>(
  handle: Handle,
  world: W,
  wanted: (world: W) => boolean,
  within: number,
): Step<Answer>[] {
  const end = handle.state.graph.now + within
  const steps: Step<Answer>[] = []
  while (!wanted(world)) {
    const due = nextTask(handle.state.graph)
    if (!due || due.at > end)
      throw new RangeError(
        `The world did not become as wanted within ${within} milliseconds: ` +
          (due ? 'the next task is due later' : 'nothing more is due'),
      )
    steps.push(...fireNext(handle))
  }
  return steps
}

function drainAll(handle: Handle, maxTasks: number): Step<Answer>[] {
  const steps: Step<Answer>[] = []
  while (nextTask(handle.state.graph)) {
    if (steps.length >= maxTasks)
      throw new RangeError(
        `More than ${maxTasks} tasks fired and work is still due: raise maxTasks if that is meant`,
      )
    steps.push(feed(handle, { type: 'tick' }))
  }
  return steps
}

const kindOf = (input: Readonly<Record<string, unknown>>): string => String(input['name'] ?? input['type'])

/** The clock of a world. */
export function clockOf<W>(handle: Handle, world: () => W): Clock<W> {
  const moved = (move: () => Step<Answer>[]): Advance => {
    const from = handle.state.graph.now
    return advanceOf(handle, from, move())
  }
  return {
    get now() {
      return handle.state.graph.now
    },
    get iso() {
      return new Date(handle.state.graph.now).toISOString()
    },
    advance: (duration) => moved(() => advanceTo(handle, handle.state.graph.now + durationOf(duration))),
    advanceTo: (when) =>
      moved(() => {
        const to = instantOf(when)
        const { now } = handle.state.graph
        if (to >= now) return advanceTo(handle, to)
        throw new RangeError(
          `Time does not run backwards: it is ${new Date(now).toISOString()}. Use history.at(n) to look back`,
        )
      }),
    next: () => (nextTask(handle.state.graph) ? moved(() => fireNext(handle)) : null),
    until: (predicate, { within = '365d' } = {}) =>
      moved(() => moveUntil(handle, world(), predicate, durationOf(within))),
    drain: ({ maxTasks = 10_000 } = {}) => moved(() => drainAll(handle, maxTasks)),
    get pending() {
      return [...pendingTasks(handle.state.graph)].map(({ at, key, input }) => ({
        at,
        key,
        kind: kindOf(input),
      }))
    },
  }
}
