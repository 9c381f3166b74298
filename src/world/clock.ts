import { pendingTasks } from '../engine/clock.ts'
import type { WorldEvent } from '../engine/state.ts'
import { type Duration, instantAfter } from './durations.ts'
import { advanceTo, type Fired, feed, type Handle, nextDue, settle } from './handle.ts'

import { checkNames } from './known-names.ts'
import { instantOf, type When } from './time.ts'

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

const advanceOf = (handle: Handle, from: number, fired: Fired): Advance => ({
  from,
  to: handle.state.graph.now,
  fired: fired.length,
  events: fired.flat(),
})

function fireNext(handle: Handle): Fired {
  return nextDue(handle) ? [feed(handle, { type: 'tick' }).events, ...settle(handle)] : []
}

function moveUntil<W>(handle: Handle, world: W, wanted: (world: W) => boolean, end: number): Fired {
  const begun = handle.state.graph.now
  const fired: Fired = []
  while (!wanted(world)) {
    const due = nextDue(handle)
    if (!due || due.at > end)
      throw new RangeError(
        `The world did not become as wanted within ${end - begun} milliseconds: ` +
          (due ? 'the next task is due later' : 'nothing more is due'),
      )
    fired.push(...fireNext(handle))
  }
  return fired
}

function drainAll(handle: Handle, maxTasks: number): Fired {
  const fired: Fired = []
  while (nextDue(handle)) {
    if (fired.length >= maxTasks)
      throw new RangeError(
        `More than ${maxTasks} tasks fired and work is still due: raise maxTasks if that is meant`,
      )
    fired.push(feed(handle, { type: 'tick' }).events)
  }
  return fired
}

const kindOf = (input: Readonly<Record<string, unknown>>): string => String(input['name'] ?? input['type'])

/** The clock of a world. */
export function clockOf<W>(handle: Handle, world: () => W): Clock<W> {
  const moved = (move: () => Fired): Advance => {
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
    advance: (duration) => moved(() => advanceTo(handle, instantAfter(handle.state.graph.now, duration))),
    advanceTo: (when) =>
      moved(() => {
        const to = instantOf(when)
        const { now } = handle.state.graph
        if (to >= now) return advanceTo(handle, to)
        throw new RangeError(
          `Time does not run backwards: it is ${new Date(now).toISOString()}. Use history.at(n) to look back`,
        )
      }),
    next: () => (nextDue(handle) ? moved(() => fireNext(handle)) : null),
    until(predicate, options = {}) {
      checkNames('until', 'option', options, ['within'])
      const end = instantAfter(handle.state.graph.now, options.within ?? '365d')
      return moved(() => moveUntil(handle, world(), predicate, end))
    },
    drain(options = {}) {
      checkNames('drain', 'option', options, ['maxTasks'])
      return moved(() => drainAll(handle, options.maxTasks ?? 10_000))
    },
    get pending() {
      return [...pendingTasks(handle.state.graph)].map(({ at, key, input }) => ({
        at,
        key,
        kind: kindOf(input),
      }))
    },
  }
}
