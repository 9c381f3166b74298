import { isDead, never, type Scope, scopes } from './scope.ts'
import type { VirtualTimer } from './timers.ts'

/** The longest delay of a timer; a longer one counts as 1 ms, as in Node. */
const DELAY_MAX = 2_147_483_647

const delayOf = (delay: number): number => (delay >= 1 && delay <= DELAY_MAX ? Math.trunc(delay) : 1)

/** What `setTimeout` returns within a run. */
class TimerHandle {
  #scope: Scope
  #delay: number
  timer: VirtualTimer

  constructor(scope: Scope, timer: VirtualTimer, delay: number) {
    this.#scope = scope
    this.#delay = delay
    this.timer = timer
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  hasRef(): boolean {
    return true
  }

  refresh(): this {
    const { timers, world } = this.#scope.run
    timers.remove(this.timer)
    this.timer = timers.add({ ...this.timer, at: world.clock.now + this.#delay })
    return this
  }

  close(): this {
    cancel(this)
    return this
  }

  [Symbol.dispose](): void {
    cancel(this)
  }

  /** Removes the timer; returns whether it was still to fire. */
  stop(): boolean {
    const { run, invocation } = this.#scope
    const removed = run.timers.remove(this.timer)
    if (removed && this.timer.counted) invocation.waiting--
    return removed
  }

  [Symbol.toPrimitive](): number {
    return this.timer.order
  }
}

const byOrder = new WeakMap<object, Map<number, TimerHandle>>()

function handleOf(scope: Scope, timer: VirtualTimer, delay: number): TimerHandle {
  const handle = new TimerHandle(scope, timer, delay)
  const handles = byOrder.get(scope.run) ?? new Map<number, TimerHandle>()
  byOrder.set(scope.run, handles.set(timer.order, handle))
  return handle
}

/** Calls a function once, after a delay in milliseconds of virtual time. */
export function schedule(scope: Scope, callback: () => void, delay: number, counted = true): TimerHandle {
  const { run, invocation } = scope
  const wait = delayOf(delay)
  if (counted) invocation.waiting++
  run.activity++
  const timer = run.timers.add({
    invocation,
    at: run.world.clock.now + wait,
    every: undefined,
    counted,
    fire: () => {
      if (counted) invocation.waiting--
      scopes.run(scope, callback)
    },
  })
  return handleOf(scope, timer, wait)
}

/** Calls a function again and again, with an interval in milliseconds of virtual time. */
export function repeat(scope: Scope, callback: () => void, delay: number): TimerHandle {
  const { run, invocation } = scope
  const every = delayOf(delay)
  run.activity++
  const at = run.world.clock.now + every
  const fire = () => scopes.run(scope, callback)
  return handleOf(scope, run.timers.add({ invocation, at, every, counted: false, fire }), every)
}

/** Removes a timer of a run, by its handle or its number; returns whether it was one. */
export function cancel(handle: unknown): boolean {
  if (handle instanceof TimerHandle) {
    handle.stop()
    return true
  }
  const scope = scopes.getStore()
  const known = scope && typeof handle === 'number' ? byOrder.get(scope.run)?.get(handle) : undefined
  known?.stop()
  return known !== undefined
}

/** Waits for a length of virtual time in milliseconds, or until the signal aborts. */
export function sleepUntil(scope: Scope, delay: number, signal?: AbortSignal): Promise<void> {
  if (isDead(scope)) return never()
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const handle = schedule(scope, resolve, delay)
    signal?.addEventListener('abort', () => {
      handle.stop()
      reject(signal.reason)
    })
  })
}
