import { noteUncaught } from './instance.ts'
import { isDead, never, type Scope, scopes } from './scope.ts'
import type { VirtualTimer } from './timers.ts'

/** The longest delay of a timer; a longer one counts as 1 ms, as in Node. */
const DELAY_MAX = 2_147_483_647

const delayOf = (delay: number): number => (delay >= 1 && delay <= DELAY_MAX ? Math.trunc(delay) : 1)

/** The handle that `setTimeout` returns within a run. */
class TimerHandle {
  #scope: Scope
  #delay: number
  #cleared = false
  #id: number
  timer: VirtualTimer

  constructor(scope: Scope, timer: VirtualTimer, delay: number) {
    this.#scope = scope
    this.#delay = delay
    this.#id = timer.order
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

  /** Starts the delay anew, also after the timer fired; a cleared timer stays cleared. */
  refresh(): this {
    const { run, invocation } = this.#scope
    if (this.#cleared || isDead(this.#scope)) return this
    const waited = run.timers.remove(this.timer)
    if (!waited && this.timer.counted) invocation.waiting++
    run.activity++
    this.timer = run.timers.add({ ...this.timer, at: run.world.clock.now + this.#delay })
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
    this.#cleared = true
    const removed = run.timers.remove(this.timer)
    if (removed && this.timer.counted) invocation.waiting--
    return removed
  }

  [Symbol.toPrimitive](): number {
    return this.#id
  }
}

/** Adds a timer, unless the process of its scope died. */
function add(scope: Scope, timer: Omit<VirtualTimer, 'order' | 'invocation'>, delay: number): TimerHandle {
  const { run, invocation } = scope
  run.activity++
  const added = run.timers.add({ ...timer, invocation })
  if (isDead(scope)) run.timers.remove(added)
  else if (timer.counted) invocation.waiting++
  return handleOf(scope, added, delay)
}

/** Calls a callback of a timer. What it throws would end a real process. */
function fireIn(scope: Scope, callback: () => void): void {
  try {
    scopes.run(scope, callback)
  } catch (thrown) {
    noteUncaught(scope.run, thrown, 'uncaughtException')
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
  const fire = () => {
    if (counted) invocation.waiting--
    fireIn(scope, callback)
  }
  return add(scope, { at: run.world.clock.now + wait, every: undefined, counted, fire }, wait)
}

/** Calls a function again and again, with an interval in milliseconds of virtual time. */
export function repeat(scope: Scope, callback: () => void, delay: number): TimerHandle {
  const every = delayOf(delay)
  const fire = () => fireIn(scope, callback)
  return add(scope, { at: scope.run.world.clock.now + every, every, counted: false, fire }, every)
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

/** Creates the error that the timers of `node:timers/promises` reject with. */
function abortError(signal: AbortSignal): Error {
  const error = new Error('The operation was aborted', { cause: signal.reason })
  return Object.assign(error, { name: 'AbortError', code: 'ABORT_ERR' })
}

/** Waits for a length of virtual time in milliseconds, or until the signal aborts. */
export function sleepUntil(scope: Scope, delay: number, signal?: AbortSignal): Promise<void> {
  if (isDead(scope)) return never()
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abortError(signal))
    const abort = () => {
      handle.stop()
      reject(abortError(signal as AbortSignal))
    }
    const fire = () => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }
    const handle = schedule(scope, fire, delay)
    signal?.addEventListener('abort', abort)
  })
}
