import { advanceTo, type Fired, type Follower, type Handle } from './handle.ts'

/** Fake timers of a test runner: `vi` of Vitest, or `jest` of Jest with modern fake timers. */
export interface FakeTimers {
  /** Moves the fake time, and runs the timers that become due. */
  advanceTimersByTime(milliseconds: number): unknown
  /** Sets the fake time in Unix milliseconds, and runs no timer. */
  setSystemTime(now: number): unknown
  /** The time of the machine in Unix milliseconds. */
  getRealSystemTime(): number
  /** Vitest: whether the timers are fake. */
  isFakeTimers?(): boolean
  /** Vitest: the fake time; null if the timers are not fake. */
  getMockedSystemTime?(): Date | null
  /** Jest: the fake time, or the real time if the timers are not fake. */
  now?(): number
  /** Replaces the timers by fake ones. */
  useFakeTimers?(...options: never[]): unknown
  /** Brings the real timers back. */
  useRealTimers?(): unknown
}

/** A handle that ends the following of timers. */
const followings = new WeakMap<object, Disposable>()

const iso = (instant: number): string => new Date(instant).toISOString()

/** Returns the time of Jest's timers. It is between two reads of the real clock if the timers are real. */
function jestTime(timers: FakeTimers): number | undefined {
  const before = timers.getRealSystemTime()
  const now = timers.now?.() ?? before
  return before <= now && now <= timers.getRealSystemTime() ? undefined : now
}

/** Returns the time of fake timers in Unix milliseconds; undefined while the runner uses real timers. */
function timeOf(timers: FakeTimers): number | undefined {
  if (!timers.isFakeTimers) return jestTime(timers)
  return timers.isFakeTimers() ? timers.getMockedSystemTime?.()?.getTime() : undefined
}

function checkTimers(timers: unknown): asserts timers is FakeTimers {
  const known = ['advanceTimersByTime', 'setSystemTime', 'getRealSystemTime']
  const isObject = typeof timers === 'object' && timers !== null
  const missing = known.find((name) => !isObject || typeof Reflect.get(timers, name) !== 'function')
  if (missing !== undefined)
    throw new TypeError(
      `clock.follow takes the fake timers of a test runner, which have the method ${missing}: ` +
        'pass vi of Vitest, or jest of Jest',
    )
}

/** Sets the timers to an instant. Throws a TypeError if they are not fake. */
function begin(timers: FakeTimers, now: number): void {
  const isVitest = timers.isFakeTimers !== undefined
  if (!isVitest || timers.isFakeTimers?.()) timers.setSystemTime(now)
  if (timeOf(timers) === now) return
  const call = isVitest ? 'vi.useFakeTimers()' : 'jest.useFakeTimers()'
  throw new TypeError(`clock.follow needs fake timers, and these are real: call ${call} first`)
}

/** The follower of a world, the time of that world without that of the timers, and how to end following. */
interface Attached extends Follower {
  ownTime(): number
  detach(): void
}

/** Creates the follower of a world, and lets every read of its state see the time of the timers. */
function attach(handle: Handle, timers: FakeTimers): Attached {
  let current = handle.state
  let isCatchingUp = false
  let collected: Fired | undefined

  function catchUp(): void {
    const now = Math.floor(timeOf(timers) ?? current.graph.now)
    if (isCatchingUp || now === current.graph.now) return
    if (now < current.graph.now)
      throw new RangeError(
        `The fake timers were set back to ${iso(now)}, and the clock of the world, at ` +
          `${iso(current.graph.now)}, cannot move back: set a later time, or call world.reset()`,
      )
    isCatchingUp = true
    try {
      const fired = advanceTo(handle, now)
      collected?.push(...fired)
    } finally {
      isCatchingUp = false
    }
  }

  function runTo(instant: number): Fired {
    const now = timeOf(timers)
    if (now === undefined || instant <= now) return []
    const [outer, own]: [Fired | undefined, Fired] = [collected, []]
    collected = own
    try {
      timers.advanceTimersByTime(instant - now)
      catchUp()
    } finally {
      collected = outer
      outer?.push(...own)
    }
    return own
  }

  Object.defineProperty(handle, 'state', {
    configurable: true,
    enumerable: true,
    get() {
      catchUp()
      return current
    },
    set(state) {
      current = state
    },
  })
  return {
    runTo,
    set(instant) {
      if (timeOf(timers) !== undefined) timers.setSystemTime(instant)
    },
    ownTime: () => current.graph.now,
    detach() {
      Object.defineProperty(handle, 'state', { value: current, writable: true })
    },
  }
}

/** Sets new timers to the time of a world. Returns by how much they were ahead of it. */
function restart(timers: FakeTimers, now: number): number {
  // The time of Jest's new timers is the real one, by which they look real.
  const ahead = (timeOf(timers) ?? timers.getRealSystemTime()) - now
  begin(timers, now)
  return ahead
}

type Switch = 'useFakeTimers' | 'useRealTimers'

/** Calls a function before and another one after a method of the timers. Returns how to end that. */
function watch(timers: FakeTimers, name: Switch, before: () => void, after = () => {}): () => void {
  const original = timers[name]
  if (!original) return () => {}
  const watched = (...options: never[]): unknown => {
    before()
    const result = Reflect.apply(original, timers, options)
    after()
    return result
  }
  Reflect.set(timers, name, watched)
  return () => {
    if (timers[name] === watched) Reflect.set(timers, name, original)
  }
}

/**
 * Keeps fake timers and a world at one instant until it is disposed. The timers begin at the time of the
 * world, also when they are made fake again. At an instant that both share, the tasks of the world run before
 * the timers.
 */
export function follow(handle: Handle, timers: FakeTimers): Disposable {
  checkTimers(timers)
  if (handle.follower || followings.has(timers))
    throw new TypeError(
      `clock.follow: ${handle.follower ? 'this world' : 'another world'} keeps the time of ` +
        `${handle.follower ? 'fake timers' : 'these fake timers'} already: ` +
        'dispose what the first call returned',
    )
  const start = handle.state.graph.now
  let offset = (timeOf(timers) ?? start) - start
  begin(timers, start)
  const { detach, ownTime, ...follower } = attach(handle, timers)
  handle.follower = follower
  // New fake timers begin at the real time: what the old ones moved by must reach the world before.
  const catchUp = () => {
    if ((timeOf(timers) ?? start) > ownTime()) void handle.state
  }
  const resume = () => {
    // Vitest starts timers that replace fake ones at the time of those: then they are not ahead.
    offset = restart(timers, ownTime()) || offset
  }
  const unwatch = [watch(timers, 'useRealTimers', catchUp), watch(timers, 'useFakeTimers', catchUp, resume)]
  const following = {
    [Symbol.dispose]() {
      if (handle.follower !== follower) return
      for (const end of unwatch) end()
      detach()
      handle.follower = undefined
      followings.delete(timers)
      const now = timeOf(timers)
      if (now === undefined) return
      if (now > handle.state.graph.now) advanceTo(handle, now)
      timers.setSystemTime(now + offset)
    },
  }
  followings.set(timers, following)
  return following
}

/** Ends the following of these timers, for test runners whose tests forgot to dispose it. */
export const endFollowing = (timers: object): void => followings.get(timers)?.[Symbol.dispose]()
