import { outboxIn } from '../../chapters/webhooks/outbox.ts'
import { pendingTasks, type Task } from '../../engine/state/clock.ts'
import type { WorldEvent } from '../../engine/state/state.ts'
import { DAY_MS } from '../../engine/values/milliseconds.ts'
import type { ServiceState } from '../../service/routes/context.ts'
import { type Duration, instantAfter } from '../time/durations.ts'
import { instantOf, instantText, type When } from '../time/time.ts'
import { type FakeTimers, follow } from './follow.ts'
import { advanceTo, type Fired, type Handle, nextDue, runInput } from './handle.ts'
import { checkNames } from './known-names.ts'

/** The result of moving the clock. */
export interface Advance {
  /** The time before, in Unix milliseconds. */
  readonly from: number
  /** The time after, in Unix milliseconds. */
  readonly to: number
  /** The number of tasks that ran. */
  readonly fired: number
  readonly events: readonly WorldEvent[]
}

/** A pending task. */
export interface Pending {
  /** The due time, in Unix milliseconds. */
  readonly at: number
  readonly kind: string
  readonly key: string
}

/** The virtual clock of a world. Only these methods move it, and never backwards. */
export interface Clock<W> {
  /** The time in Unix milliseconds. */
  readonly now: number
  /** The time as ISO 8601 text in UTC. */
  readonly iso: string
  /** Moves the clock forward. Each task runs at its due time, including tasks that others schedule. */
  advance(duration: Duration): Advance
  /** Moves the clock to an instant. Throws a RangeError if the instant is past. */
  advanceTo(when: When): Advance
  /** Moves the clock to the next pending task and runs it. Returns null if no task is pending. */
  next(): Advance | null
  /**
   * Runs pending tasks, one by one, until the predicate returns true. Throws a RangeError if no task is left,
   * or if the next task is due later than `within`, which is 365 days if left out.
   */
  until(predicate: (world: W) => boolean, options?: { within?: Duration }): Advance
  /** Runs all pending tasks. Throws a RangeError after `maxTasks` tasks (10,000 by default). */
  drain(options?: { maxTasks?: number }): Advance
  /**
   * Keeps fake timers at the time of the world, in both directions, until the result is disposed: `vi` of
   * Vitest or `jest` of Jest, after `useFakeTimers()`. The timers are set to the time of the world, so that
   * `Date` reads virtual time; so are those of a later `useFakeTimers()`. Whatever moves them then moves the
   * world, and the clock of the world runs the timers. At the same instant, tasks of the world run before
   * timers. A fork does not follow. Throws a TypeError if the timers are real, or if they or the world follow
   * already.
   */
  follow(timers: FakeTimers): Disposable
  /** The pending tasks, in the order of their due times. */
  readonly pending: readonly Pending[]
}

const advanceOf = (handle: Handle, from: number, fired: Fired): Advance => ({
  from,
  to: handle.state.graph.now,
  fired: fired.length,
  events: fired.flat(),
})

function runNext(handle: Handle): Fired {
  const due = nextDue(handle)
  return due ? advanceTo(handle, due.at) : []
}

/** Runs one due task, or the tasks that ran while fake timers moved to its time. */
function runTask(handle: Handle, due: Task): Fired {
  const fired = handle.follower?.runTo(due.at) ?? []
  return fired.length > 0 || nextDue(handle)?.at !== due.at
    ? fired
    : [runInput(handle, { type: 'tick' }).events]
}

/** Whether notices or the verification of a webhook wait to be sent. */
function isWaiting({ ledger }: ServiceState): boolean {
  const { waiting, sending } = outboxIn(ledger)
  return waiting.length + sending.length > 0
}

/** The end of a message about waiting, if notices wait too: the clock does not send them. */
const flushAdvice = ({ state }: Handle): string =>
  isWaiting(state) ? '; notices wait, which await world.webhooks.flush() sends' : ''

function runUntil<W>(handle: Handle, world: W, predicate: (world: W) => boolean, end: number): Fired {
  const start = handle.state.graph.now
  const fired: Fired = []
  while (!predicate(world)) {
    const due = nextDue(handle)
    if (!due || due.at > end)
      throw new RangeError(
        `until(): the predicate is still false after ${handle.state.graph.now - start} of ` +
          `${end - start} milliseconds, and ${due ? 'the next task is due later' : 'no task is pending'}` +
          flushAdvice(handle),
      )
    fired.push(...runNext(handle))
  }
  return fired
}

function drainAll(handle: Handle, maxTasks: number): Fired {
  const fired: Fired = []
  for (let due = nextDue(handle); due; due = nextDue(handle)) {
    if (fired.length >= maxTasks)
      throw new RangeError(
        `drain() ran ${maxTasks} tasks, and more are pending: pass a larger maxTasks if that is intended`,
      )
    fired.push(...runTask(handle, due))
  }
  return fired
}

/** Numbers that are this near to the time of the world are an instant and no length of time. */
const NEAR_YEARS_MS = 10 * 365 * DAY_MS

/** Returns the instant to which `advance` moves. Throws a TypeError for a number that is an instant. */
function afterAdvance(now: number, duration: Duration): number {
  if (typeof duration === 'number' && duration > NEAR_YEARS_MS && Math.abs(duration - now) < NEAR_YEARS_MS)
    throw new TypeError(
      `clock.advance takes a length of time, and ${duration} is an instant, ${instantText(duration)}: ` +
        `clock.advanceTo(${duration}) moves to it`,
    )
  return instantAfter(now, duration)
}

const kindOf = (input: Readonly<Record<string, unknown>>): string => String(input['name'] ?? input['type'])

/** Creates the clock of a world. */
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
    advance: (duration) => moved(() => advanceTo(handle, afterAdvance(handle.state.graph.now, duration))),
    advanceTo: (when) =>
      moved(() => {
        const { now } = handle.state.graph
        const to = instantOf(when, now)
        if (to >= now) return advanceTo(handle, to)
        throw new RangeError(
          `The clock is at ${new Date(now).toISOString()} and cannot move back to ` +
            `${new Date(to).toISOString()}: use history.at(n) to look back`,
        )
      }),
    next: () => (nextDue(handle) ? moved(() => runNext(handle)) : null),
    until(predicate, options = {}) {
      checkNames('until', 'option', options, ['within'])
      const end = instantAfter(handle.state.graph.now, options.within ?? '365d')
      return moved(() => runUntil(handle, world(), predicate, end))
    },
    drain(options = {}) {
      checkNames('drain', 'option', options, ['maxTasks'])
      return moved(() => drainAll(handle, options.maxTasks ?? 10_000))
    },
    follow: (timers) => follow(handle, timers),
    get pending() {
      return pendingTasks(handle.state.graph).map(({ at, key, input }) => ({
        at,
        key,
        kind: kindOf(input),
      }))
    },
  }
}
