import type { CallSite } from '../run/calls/call-site.ts'
import type { Scope } from '../run/run.ts'
import { isDead, never, timeScope } from '../run/scope.ts'
import { arm, type Callback, newSite, type StopTimer, siteOf, type TimerOrder } from './arm.ts'
import type { Named } from './work-name.ts'

/** The longest delay of a timer; a longer one counts as 1 ms, as in Node. */
export const DELAY_MAX = 2_147_483_647

const delayOf = (delay: number): number => (delay >= 1 && delay <= DELAY_MAX ? Math.trunc(delay) : 1)

/** The handle that `setTimeout` and `setInterval` return within a run. */
class TimerHandle {
  #order: TimerOrder
  #cleared = false
  #id: number | undefined
  #stop: StopTimer

  constructor(order: TimerOrder) {
    this.#order = order
    this.#stop = this.#arm()
  }

  #arm(at = this.#order.scope.run.world.clock.now + this.#order.wait): StopTimer {
    return arm(this.#order, at, () => {
      this.#stop = this.#arm(at + this.#order.wait)
    })
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
    if (this.#cleared) return this
    this.#stop()
    this.#stop = this.#arm()
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
    this.#cleared = true
    return this.#stop()
  }

  [Symbol.toPrimitive](): number {
    this.#id ??= numberOf(this.#order.scope, this)
    return this.#id
  }
}

const numbered = new WeakMap<object, TimerHandle[]>()

/** The number of a handle that the code under test converts to one. */
function numberOf({ run }: Scope, handle: TimerHandle): number {
  const handles = numbered.get(run) ?? []
  numbered.set(run, handles)
  return handles.push(handle)
}

/** Calls a function once, after a delay in milliseconds of virtual time. */
export function scheduleTimer(
  scope: Scope,
  callback: Callback,
  delay: number,
  named: Named = callback,
  place?: CallSite,
): TimerHandle {
  const site = siteOf(scope, place)
  return new TimerHandle({
    ...{ scope, callback, wait: delayOf(delay), isInterval: false },
    ...{ counted: true, named, site },
  })
}

/** Calls a function once, without anybody waiting for it: a limit of time. */
export const limit = (scope: Scope, callback: Callback, delay: number): TimerHandle =>
  new TimerHandle({
    ...{ scope, callback, wait: delayOf(delay), isInterval: false },
    ...{ counted: false, named: callback, site: undefined },
  })

/** Calls a function again and again, with an interval in milliseconds of virtual time. */
export function repeat(scope: Scope, callback: Callback, delay: number, named: Named): TimerHandle {
  const site = newSite()
  return new TimerHandle({
    ...{ scope, callback, wait: delayOf(delay), isInterval: true },
    ...{ counted: false, named, site },
  })
}

/** Removes a timer of a run, by its handle or its number; returns whether it was one. */
export function cancel(handle: unknown): boolean {
  if (handle instanceof TimerHandle) {
    handle.stop()
    return true
  }
  const scope = timeScope()
  const known = scope && typeof handle === 'number' ? numbered.get(scope.run)?.[handle - 1] : undefined
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
    const handle = scheduleTimer(scope, fire, delay, { name: '' })
    signal?.addEventListener('abort', abort)
  })
}
