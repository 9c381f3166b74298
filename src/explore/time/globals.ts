import nodeCrypto from 'node:crypto'
import nodeTimers from 'node:timers'
import nodeTimersPromises from 'node:timers/promises'
import { promisify } from 'node:util'
import { checkReads, mayTurn } from '../run/busy.ts'
import { callerOf } from '../run/calls/caller.ts'
import { createFetch } from '../run/calls/fetch.ts'
import { ProcessDied } from '../run/died.ts'
import { type Replacement, replaceMembers } from '../run/replace.ts'
import type { Scope } from '../run/run.ts'
import { isDead, timeScope } from '../run/scope.ts'
import { stopRun } from '../run/trace.ts'
import { clocks } from './clocks.ts'
import { keyDerivation } from './key-derivation.ts'
import { drawnBytesOf, drawnInteger, fill, fillWith, random, uuid } from './random-sources.ts'
import { cancel, limit, repeat, scheduleTimer, sleepUntil } from './sleep.ts'
import { threadWork } from './threads.ts'
import { formatGetter, formatToParts, virtualDate } from './virtual-date.ts'

type Wait = (array: Int32Array, index: number, value: number, timeout?: number) => string

/** Ends a run whose code waits for another thread: a run has none, so nothing would wake it. */
function blocksForEver({ run, invocation: { id, name } }: Scope, place: string | undefined): never {
  const message = `${id} blocks the thread for ever${place === undefined ? '' : ` at ${place}`}`
  stopRun(run, { oracle: 'hot loop', kind: name, message })
  throw new ProcessDied()
}

/** Code that blocks its thread for some time, such as a synchronous sleep: the time of the run passes. */
const wait = (original: Wait): Wait => {
  const replaced: Wait = (array, index, value, timeout) => {
    const scope = timeScope()
    if (!scope) return original(array, index, value, timeout)
    const result = original(array, index, value, 0)
    if (result !== 'timed-out') return result
    if (isDead(scope)) throw new ProcessDied()
    checkReads(scope)
    const length = timeout === undefined || Number.isNaN(+timeout) ? Number.POSITIVE_INFINITY : +timeout
    if (length === Number.POSITIVE_INFINITY) return blocksForEver(scope, callerOf(replaced))
    const { clock } = scope.run.world
    if (length > 0) clock.advanceTo(clock.now + Math.ceil(length))
    return result
  }
  return replaced
}

/** The way to block a thread until another one wakes it. */
const blocking: readonly Replacement[] = [{ owner: Atomics, name: 'wait', make: wait }]

type Callback = (...values: unknown[]) => unknown

const timeout = (original: typeof setTimeout) => {
  const replaced = (callback: Callback, delay = 0, ...values: unknown[]) => {
    const scope = timeScope()
    if (!scope) return original(callback, delay, ...values)
    return scheduleTimer(scope, () => callback(...values), Number(delay), callback)
  }
  const promised = (delay: number, value?: unknown, options?: { signal?: AbortSignal }) =>
    promiseTimeout(promisify(original) as never)(delay, value, options)
  return Object.assign(replaced, { [promisify.custom]: promised })
}

const interval =
  (original: typeof setInterval) =>
  (callback: Callback, delay = 0, ...values: unknown[]) => {
    const scope = timeScope()
    return scope
      ? repeat(scope, () => callback(...values), Number(delay), callback)
      : original(callback, delay, ...values)
  }

/** Real, but it counts: a run is not silent while the code under test goes on in turns of the event loop. */
const immediate =
  (original: typeof setImmediate) =>
  (callback: Callback, ...values: unknown[]) => {
    const scope = timeScope()
    return scope ? turn(scope, original, () => callback(...values)) : original(callback, ...values)
  }

/** The immediates that are still to run, with what to do if they are cleared. */
const pendingTurns = new WeakMap<object, () => void>()

function turn(scope: Scope, original: typeof setImmediate, callback: () => void): NodeJS.Immediate {
  const { run, invocation } = scope
  const end = () => {
    pendingTurns.delete(handle)
    run.activity++
    invocation.waiting--
  }
  run.activity++
  invocation.waiting++
  const handle = original(() => {
    end()
    if (!isDead(scope) && mayTurn(scope)) callback()
  })
  pendingTurns.set(handle, end)
  return handle
}

/** An immediate that is cleared is waited for no more. */
const clearTurn = (original: typeof clearImmediate) => (handle: NodeJS.Immediate | undefined) => {
  if (typeof handle === 'object' && handle !== null) pendingTurns.get(handle)?.()
  original(handle)
}

const promiseImmediate =
  (original: (value?: unknown, options?: object) => Promise<unknown>) =>
  (value?: unknown, options?: object): Promise<unknown> => {
    const scope = timeScope()
    if (!scope) return original(value, options)
    return new Promise((resolve) => turn(scope, setImmediate, () => resolve(value)))
  }

const clear = (original: (timer: unknown) => void) => (timer: unknown) => {
  if (!cancel(timer)) original(timer)
}

type PromiseTimeout = (
  delay?: number,
  value?: unknown,
  options?: { signal?: AbortSignal },
) => Promise<unknown>

const promiseTimeout =
  (original: PromiseTimeout): PromiseTimeout =>
  (delay = 1, value, options) => {
    const scope = timeScope()
    return scope
      ? sleepUntil(scope, delay, options?.signal).then(() => value)
      : original(delay, value, options)
  }

const schedulerWait =
  (original: (delay: number, options?: { signal?: AbortSignal }) => Promise<void>): typeof original =>
  (delay, options) => {
    const scope = timeScope()
    return scope ? sleepUntil(scope, delay, options?.signal) : original(delay, options)
  }

type PromiseInterval = (
  delay?: number,
  value?: unknown,
  options?: { signal?: AbortSignal },
) => AsyncIterable<unknown>

const promiseInterval = (original: PromiseInterval) =>
  async function* (delay = 1, value?: unknown, options?: { signal?: AbortSignal }) {
    const scope = timeScope()
    if (!scope) return yield* original(delay, value, options)
    for (;;) {
      await sleepUntil(scope, delay, options?.signal)
      yield value
    }
  }

const abortTimeout = (original: (delay: number) => AbortSignal) => (delay: number) => {
  const scope = timeScope()
  if (!scope) return original(delay)
  const controller = new AbortController()
  const error = new DOMException('The operation was aborted due to timeout', 'TimeoutError')
  limit(scope, () => controller.abort(error), delay)
  return controller.signal
}

/** The sources of time, randomness and answers that the code of a run may use. */
function replacements(replacesTime: boolean): Replacement[] {
  const timers: [string, Replacement['make']][] = [
    ['setTimeout', timeout],
    ['setInterval', interval],
    ['clearTimeout', clear],
    ['clearInterval', clear],
    ['setImmediate', immediate],
    ['clearImmediate', clearTurn],
  ]
  const ofTime: Replacement[] = [
    ...[globalThis, nodeTimers].flatMap((owner) => timers.map(([name, make]) => ({ owner, name, make }))),
    { owner: nodeTimersPromises, name: 'setTimeout', make: promiseTimeout },
    { owner: nodeTimersPromises, name: 'setInterval', make: promiseInterval },
    { owner: nodeTimersPromises.scheduler, name: 'wait', make: schedulerWait },
    { owner: nodeTimersPromises.scheduler, name: 'yield', make: promiseImmediate },
    { owner: nodeTimersPromises, name: 'setImmediate', make: promiseImmediate },
    { owner: AbortSignal, name: 'timeout', make: abortTimeout },
    ...clocks,
    ...blocking,
    { owner: globalThis, name: 'Date', make: virtualDate },
    { owner: Intl.DateTimeFormat.prototype, name: 'format', make: formatGetter, isGetter: true },
    { owner: Intl.DateTimeFormat.prototype, name: 'formatToParts', make: formatToParts },
  ]
  return [
    ...(replacesTime ? ofTime : []),
    {
      owner: globalThis,
      name: 'fetch',
      make: (original: typeof fetch) => {
        const inRun = createFetch()
        return (input: string | URL | Request, init?: RequestInit) =>
          (timeScope() ? inRun : original)(input, init)
      },
    },
    { owner: Math, name: 'random', make: random },
    { owner: nodeCrypto, name: 'randomUUID', make: uuid },
    { owner: nodeCrypto, name: 'randomBytes', make: drawnBytesOf },
    { owner: nodeCrypto, name: 'randomInt', make: drawnInteger },
    { owner: nodeCrypto, name: 'randomFill', make: fillWith },
    { owner: nodeCrypto, name: 'randomFillSync', make: fillWith },
    ...keyDerivation,
    { owner: crypto, name: 'randomUUID', make: uuid },
    { owner: crypto, name: 'getRandomValues', make: fill },
    ...threadWork(),
  ]
}

/** Objects whose methods refuse to be called without them. */
const bound = new Set<object>([crypto, nodeTimersPromises.scheduler])

const withOwner = (replacement: Replacement): Replacement => {
  const { owner, make } = replacement
  if (!bound.has(owner)) return replacement
  return { ...replacement, make: (original: () => unknown) => make(original.bind(owner) as never) }
}

/** Replaces the sources. The code outside of runs still gets the real ones. Returns how to restore them. */
export const replaceGlobals = (replacesTime: boolean): (() => void) =>
  replaceMembers(replacements(replacesTime).map(withOwner))
