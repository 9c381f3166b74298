import nodeCrypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import nodeTimers from 'node:timers'
import nodeTimersPromises from 'node:timers/promises'
import { promisify } from 'node:util'
import { checkReads } from './busy.ts'
import { createFetch } from './fetch.ts'
import { drawBytes, drawUuid } from './random.ts'
import { current, currentScope, type Scope } from './scope.ts'
import { cancel, repeat, schedule, sleepUntil } from './sleep.ts'

/** A method that is replaced: where it stands, and what the code of a run gets instead. */
interface Replacement {
  readonly owner: object
  readonly name: string
  // Methods of any shape are replaced, each by a maker that knows its own.
  readonly make: (original: never) => unknown
}

type Callback = (...values: unknown[]) => void

const RealDate = Date

/** `Date` for the code of a run: the same class, whose current time is virtual. */
function virtualDate(): DateConstructor {
  const now = () => {
    const scope = currentScope()
    if (!scope) return RealDate.now()
    checkReads(scope)
    return scope.run.world.clock.now
  }
  const handler: ProxyHandler<DateConstructor> = {
    construct: (target, values, newTarget) =>
      Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  }
  return new Proxy(RealDate, handler)
}

const timeout = (original: typeof setTimeout) => {
  const replaced = (callback: Callback, delay = 0, ...values: unknown[]) => {
    const scope = currentScope()
    if (!scope) return original(callback, delay, ...values)
    return schedule(scope, () => callback(...values), Number(delay))
  }
  const promised = (delay: number, value?: unknown, options?: { signal?: AbortSignal }) =>
    promiseTimeout(promisify(original) as never)(delay, value, options)
  return Object.assign(replaced, { [promisify.custom]: promised })
}

const interval =
  (original: typeof setInterval) =>
  (callback: Callback, delay = 0, ...values: unknown[]) => {
    const scope = currentScope()
    return scope
      ? repeat(scope, () => callback(...values), Number(delay))
      : original(callback, delay, ...values)
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
    const scope = currentScope()
    return scope
      ? sleepUntil(scope, delay, options?.signal).then(() => value)
      : original(delay, value, options)
  }

const promiseInterval = (original: (delay?: number, value?: unknown) => AsyncIterable<unknown>) =>
  async function* (delay = 1, value?: unknown) {
    const scope = currentScope()
    if (!scope) return yield* original(delay, value)
    for (;;) {
      await sleepUntil(scope, delay)
      yield value
    }
  }

const abortTimeout = (original: (delay: number) => AbortSignal) => (delay: number) => {
  const scope = currentScope()
  if (!scope) return original(delay)
  const controller = new AbortController()
  const error = new DOMException('The operation was aborted due to timeout', 'TimeoutError')
  schedule(scope, () => controller.abort(error), delay, false)
  return controller.signal
}

const performanceNow = (original: () => number) => {
  const bound = original.bind(performance)
  return () => {
    const scope = currentScope()
    return scope ? scope.run.world.clock.now - scope.invocation.startedAt : bound()
  }
}

/** Replaces a source of randomness by draws of the run. */
const drawn =
  <A extends unknown[], R>(draw: (scope: Scope, ...values: A) => R) =>
  (original: (...values: A) => R) =>
    function replaced(this: unknown, ...values: A): R {
      const scope = currentScope()
      return scope ? draw(scope, ...values) : original.apply(this, values)
    }

const random = drawn(({ run }) => run.random())
const uuid = drawn(({ run }) => drawUuid(run))
const fill = drawn(({ run }, view: Uint8Array) => {
  new Uint8Array(view.buffer, view.byteOffset, view.byteLength).set(drawBytes(run, view.byteLength))
  return view
})
const bytes =
  (original: (size: number, callback?: Callback) => unknown) => (size: number, callback?: Callback) => {
    const scope = currentScope()
    if (!scope) return original(size, callback)
    const drawnBytes = Buffer.from(drawBytes(scope.run, size))
    if (!callback) return drawnBytes
    queueMicrotask(() => callback(null, drawnBytes))
    return undefined
  }

/** Work of WebCrypto runs on other threads: the run waits for it before it goes on. */
const awaited = (original: (...values: unknown[]) => Promise<unknown>) =>
  function replaced(this: unknown, ...values: unknown[]) {
    const scope = currentScope()
    const promise = original.apply(this, values)
    if (!scope) return promise
    scope.run.background++
    const done = () => {
      scope.run.background--
      scope.run.activity++
    }
    promise.then(done, done)
    return promise
  }

const subtleMethods = [
  'digest',
  'sign',
  'verify',
  'importKey',
  'exportKey',
  'encrypt',
  'decrypt',
  'deriveBits',
  'deriveKey',
  'generateKey',
]

/** The sources of time, randomness and answers that the code of a run may use. */
function replacements(origins: ReadonlySet<string>, replacesTime: boolean): Replacement[] {
  const timers: [string, Replacement['make']][] = [
    ['setTimeout', timeout],
    ['setInterval', interval],
    ['clearTimeout', clear],
    ['clearInterval', clear],
  ]
  const ofTime: Replacement[] = [
    ...[globalThis, nodeTimers].flatMap((owner) => timers.map(([name, make]) => ({ owner, name, make }))),
    { owner: nodeTimersPromises, name: 'setTimeout', make: promiseTimeout },
    { owner: nodeTimersPromises, name: 'setInterval', make: promiseInterval },
    { owner: nodeTimersPromises.scheduler, name: 'wait', make: promiseTimeout },
    { owner: AbortSignal, name: 'timeout', make: abortTimeout },
    { owner: performance, name: 'now', make: performanceNow },
    { owner: globalThis, name: 'Date', make: virtualDate },
  ]
  const subtle = Object.getPrototypeOf(crypto.subtle) as object
  return [
    ...(replacesTime ? ofTime : []),
    {
      owner: globalThis,
      name: 'fetch',
      make: (original: typeof fetch) => {
        const inRun = createFetch(origins, currentScope)
        return (input: string | URL | Request, init?: RequestInit) =>
          (currentScope() ? inRun : original)(input, init)
      },
    },
    { owner: Math, name: 'random', make: random },
    { owner: nodeCrypto, name: 'randomUUID', make: uuid },
    { owner: nodeCrypto, name: 'randomBytes', make: bytes },
    { owner: crypto, name: 'randomUUID', make: uuid },
    { owner: crypto, name: 'getRandomValues', make: fill },
    ...subtleMethods.map((name) => ({ owner: subtle, name, make: awaited })),
  ]
}

/** Takes the rejections that nobody handles away from the test runner. Returns how to give them back. */
function takeRejections(): () => void {
  const listeners = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
  const take = (reason: unknown) => {
    current.run?.unhandled.push(reason)
  }
  process.on('unhandledRejection', take)
  return () => {
    process.off('unhandledRejection', take)
    for (const listener of listeners) process.on('unhandledRejection', listener)
  }
}

/** Replaces the sources. The code outside of runs still gets the real ones. Returns how to restore them. */
export function replaceGlobals(origins: ReadonlySet<string>, replacesTime: boolean): () => void {
  const restorers = replacements(origins, replacesTime).map(({ owner, name, make }) => {
    const before = Object.getOwnPropertyDescriptor(owner, name)
    const original: unknown = Reflect.get(owner, name)
    const isBound = owner === crypto && typeof original === 'function'
    const value = make((isBound ? original.bind(owner) : original) as never)
    Object.defineProperty(owner, name, {
      value,
      writable: true,
      configurable: true,
      enumerable: before?.enumerable ?? false,
    })
    return () => {
      if (before) Object.defineProperty(owner, name, before)
      else Reflect.deleteProperty(owner, name)
    }
  })
  syncBuiltinESMExports()
  const giveBack = takeRejections()
  return () => {
    giveBack()
    for (const restore of restorers.reverse()) restore()
    syncBuiltinESMExports()
  }
}
