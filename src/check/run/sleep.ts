import { type CallSite, callSite } from './call-site.ts'
import { begin, end, type Periodic } from './periodic.ts'
import { startFiring } from './points.ts'
import { stopRun } from './run.ts'
import { type Invocation, isDead, never, type Renewal, type Scope, scopes } from './scope.ts'
import type { VirtualTimer } from './timers.ts'

/** The longest delay of a timer; a longer one counts as 1 ms, as in Node. */
const DELAY_MAX = 2_147_483_647

const delayOf = (delay: number): number => (delay >= 1 && delay <= DELAY_MAX ? Math.trunc(delay) : 1)

/** Timers that wait at once in a run, at most. */
const WAITING_MAX = 10_000

/** Timers of one chain, and sleeps of one line, after which more of them are periodic work. */
const CHAIN = 4
const SLEEPS = 8

/** What a handle sets, cancels and starts anew. */
interface Waiting {
  /** Removes it; returns whether it was still to fire. */
  stop(): boolean
  /** Starts its delay anew. */
  again(): void
}

/** The handle that `setTimeout` and `setInterval` return within a run. */
class TimerHandle {
  #cleared = false
  #id: number
  #set: Waiting

  constructor(id: number, set: Waiting) {
    this.#id = id
    this.#set = set
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
    if (!this.#cleared) this.#set.again()
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
    return this.#set.stop()
  }

  [Symbol.toPrimitive](): number {
    return this.#id
  }
}

const byNumber = new WeakMap<object, Map<number, TimerHandle>>()

function handleOf({ run }: Scope, set: Waiting): TimerHandle {
  const handles = byNumber.get(run) ?? new Map<number, TimerHandle>()
  byNumber.set(run, handles)
  const handle = new TimerHandle(handles.size + 1, set)
  handles.set(handles.size + 1, handle)
  return handle
}

/** Whether a run takes one more timer. */
function mayWait({ run, invocation }: Scope): boolean {
  if (run.timers.size < WAITING_MAX) return true
  const message = `${invocation.id} set a timer while ${WAITING_MAX} others waited`
  stopRun(run, { oracle: 'hot loop', kind: 'timers', message })
  return false
}

/** Calls a callback of a timer. What it throws would end a real process. */
function fireIn(scope: Scope, callback: () => unknown): unknown {
  try {
    return scopes.run(scope, callback)
  } catch (thrown) {
    scope.run.unhandled.push(thrown)
    return undefined
  }
}

/** Starts a firing of periodic work, and calls its callback. It lasts as long as a promise that this returns. */
function fireAsOwn({ run }: Scope, name: string, callback: () => unknown, renewal?: Renewal): Invocation {
  const invocation = startFiring(run, name)
  const result = fireIn({ run, invocation, ...(renewal && { renewal }) }, callback)
  if (!(result instanceof Promise)) return invocation
  invocation.open = true
  const end = () => {
    invocation.open = false
    run.activity++
  }
  result.then(end, (thrown) => {
    end()
    if (invocation.epoch === run.epoch) run.unhandled.push(thrown)
  })
  return invocation
}

/** A function that has a name, perhaps. */
interface Named {
  readonly name: string
}

const isNamed = (name: string): boolean => /^[\w$]+$/.test(name)

/** The name of periodic work: that of its callback, if the program has written it, or its file and line. */
const nameOf = (callback: Named, site: CallSite): string =>
  isNamed(callback.name) && !site.isLibrary ? callback.name : site.place

type Callback = () => unknown

/**
 * Whether timers of a line may be periodic work: those of a process that started, or that outlive the job or
 * command which set them. A job that sleeps between two calls is one piece of work.
 */
const isBackground = ({ invocation }: Scope): boolean => invocation.name === 'start' || !invocation.open

/** The work that a timer renews; undefined if it belongs to none, or to a chain that is still short. */
function renewed(scope: Scope, { key, isLibrary }: CallSite): Periodic | undefined {
  const { run, renewal } = scope
  if (renewal?.key !== key || renewal.work?.at !== undefined) return undefined
  const isLong = renewal.length >= (isLibrary ? 1 : CHAIN)
  if (!renewal.work && isLong && isBackground(scope))
    renewal.work = begin(run, renewal.name, { keepsPhase: false, isBackground: true, fire: () => scope.invocation })
  return renewal.work
}

/** The loop whose next sleep a timer is; undefined if it is none, or went round too few times. */
function loopOf(scope: Scope, { key, place }: CallSite): { flow: Scope; work: Periodic } | undefined {
  const { run, invocation, loop } = scope
  if (loop?.key === key) return loop.work.at === undefined ? { flow: scope, work: loop.work } : undefined
  const known = invocation.sleeps.get(key) ?? { begun: 0, over: 0 }
  invocation.sleeps.set(key, known)
  const isLoop = known.over >= SLEEPS && known.begun === known.over && isBackground(scope)
  known.begun++
  if (!isLoop) return undefined
  const work = begin(run, place, { keepsPhase: false, isBackground: true, fire: () => invocation })
  const flow: Scope = { ...scope, loop: { key, work } }
  // The lines after this sleep are of this flow alone, so that each turn can have its own invocation.
  scopes.enterWith(flow)
  return { flow, work }
}

/** Sets the next turn of periodic work. */
function setTurn(scope: Scope, work: Periodic, wait: number, fire: () => Invocation): TimerHandle {
  const { run } = scope
  const set = () => {
    run.activity++
    work.every = wait
    work.fire = fire
    work.at = run.world.clock.now + wait
  }
  set()
  return handleOf(scope, {
    stop() {
      const waited = work.at !== undefined && work.fire === fire
      if (waited) end(run, work)
      return waited
    },
    again: set,
  })
}

/** Sets a timer that fires once, as far as is known. */
function setOnce(scope: Scope, wait: number, counted: boolean, callback: () => void): TimerHandle {
  const { run, invocation } = scope
  let timer: VirtualTimer | undefined
  const fire = () => {
    timer = undefined
    if (counted) invocation.waiting--
    callback()
  }
  const stop = () => {
    const removed = timer !== undefined && run.timers.remove(timer)
    if (removed && counted) invocation.waiting--
    timer = undefined
    return removed
  }
  const set = () => {
    stop()
    if (isDead(scope) || !mayWait(scope)) return
    run.activity++
    if (counted) invocation.waiting++
    timer = run.timers.add({ invocation, at: run.world.clock.now + wait, counted, fire })
  }
  set()
  return handleOf(scope, { stop, again: set })
}

/** Sets a timer that fires once, and remembers its line, which may turn out to be periodic. */
function setAtSite(
  scope: Scope,
  wait: number,
  callback: Callback,
  name: string,
  { key }: CallSite,
): TimerHandle {
  const { run, invocation, renewal } = scope
  const next: Renewal =
    renewal?.key === key
      ? { ...renewal, length: renewal.length + 1 }
      : { key, name, length: 1, work: undefined }
  return setOnce(scope, wait, true, () => {
    const sleeps = invocation.sleeps.get(key)
    if (sleeps) sleeps.over++
    fireIn({ run, invocation, renewal: next }, callback)
  })
}

/**
 * Calls a function once, after a delay in milliseconds of virtual time. `named` is what the program passed:
 * periodic work has its name.
 */
export function schedule(
  scope: Scope,
  callback: Callback,
  delay: number,
  named: Named = callback,
): TimerHandle {
  const wait = delayOf(delay)
  if (isDead(scope)) return setOnce(scope, wait, true, callback)
  const site = callSite()
  const work = renewed(scope, site)
  if (work) return setTurn(scope, work, wait, () => fireAsOwn(scope, work.name, callback, scope.renewal))
  const loop = loopOf(scope, site)
  if (!loop) return setAtSite(scope, wait, callback, nameOf(named, site), site)
  return setTurn(scope, loop.work, wait, () => {
    loop.flow.invocation = startFiring(scope.run, loop.work.name)
    fireIn(loop.flow, callback)
    return loop.flow.invocation
  })
}

/** Calls a function once, without anybody waiting for it: a limit of time. */
export const limit = (scope: Scope, callback: Callback, delay: number): TimerHandle =>
  setOnce(scope, delayOf(delay), false, () => fireIn(scope, callback))

/** Calls a function again and again, with an interval in milliseconds of virtual time. */
export function repeat(scope: Scope, callback: Callback, delay: number, named: Named): TimerHandle {
  const every = delayOf(delay)
  if (isDead(scope)) return handleOf(scope, { stop: () => false, again: () => {} })
  const work = begin(scope.run, nameOf(named, callSite()), {
    keepsPhase: true,
    isBackground: isBackground(scope),
    fire: () => fireAsOwn(scope, work.name, callback),
  })
  return setTurn(scope, work, every, work.fire)
}

/** Removes a timer of a run, by its handle or its number; returns whether it was one. */
export function cancel(handle: unknown): boolean {
  if (handle instanceof TimerHandle) {
    handle.stop()
    return true
  }
  const scope = scopes.getStore()
  const known = scope && typeof handle === 'number' ? byNumber.get(scope.run)?.get(handle) : undefined
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
