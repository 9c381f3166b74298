import nodeCrypto from 'node:crypto'
import nodeFs from 'node:fs'
import zlib from 'node:zlib'
import { beginBackground } from '../run/points.ts'
import type { Replacement } from '../run/replace.ts'
import { timeScope } from '../run/scope.ts'

type Callback = (...values: unknown[]) => unknown
type PromiseMethod = (...values: unknown[]) => Promise<unknown>

/** A function with the members of the original, by which `promisify` knows it. */
const like = <T extends Callback>(original: Callback, replaced: T): T =>
  Object.defineProperties(replaced, Object.getOwnPropertyDescriptors(original))

/** A method whose promise is settled by another thread. */
const awaited = (original: PromiseMethod) =>
  function replaced(this: unknown, ...values: unknown[]): Promise<unknown> {
    const scope = timeScope()
    if (!scope) return original.apply(this, values)
    const end = beginBackground(scope.run)
    const promise = original.apply(this, values)
    promise.then(end, end)
    return promise
  }

/** A function whose callback is called after the work of another thread. */
const calledBack = (original: Callback) =>
  like(original, function replaced(this: unknown, ...values: unknown[]): unknown {
    const scope = timeScope()
    const place = values.findLastIndex((value) => typeof value === 'function')
    const callback = values[place] as Callback | undefined
    if (!scope || !callback) return original.apply(this, values)
    const end = beginBackground(scope.run)
    values[place] = function called(this: unknown, ...results: unknown[]) {
      end()
      return callback.apply(this, results)
    }
    try {
      return original.apply(this, values)
    } catch (error) {
      end()
      throw error
    }
  })

/** The methods of a file that is open. */
const handleMethods = [
  ...['appendFile', 'chmod', 'close', 'datasync', 'read', 'readFile', 'readv', 'stat', 'sync', 'truncate'],
  ...['utimes', 'write', 'writeFile', 'writev'],
]

const openAwaited = (original: PromiseMethod) => {
  const open = awaited(original)
  return async function replaced(this: unknown, ...values: unknown[]): Promise<unknown> {
    const isInRun = timeScope() !== undefined
    const handle = (await open.apply(this, values)) as object
    if (isInRun)
      for (const name of handleMethods) {
        const method: unknown = Reflect.get(handle, name)
        if (typeof method === 'function')
          Object.defineProperty(handle, name, { value: awaited(method as PromiseMethod), configurable: true })
      }
    return handle
  }
}

/** The work that a compressing stream has begun, by its handle. */
const compressing = new WeakMap<object, () => void>()

const endOf = (handle: object): void => compressing.get(handle)?.()

/** A handle calls back what it is given here when a part is compressed. */
const initialized = (original: Callback) =>
  function init(this: object, ...values: unknown[]): unknown {
    if (!timeScope()) return original.apply(this, values)
    const given = values.map((value) =>
      typeof value === 'function'
        ? function done(this: object, ...results: unknown[]) {
            endOf(this)
            return Reflect.apply(value, this, results)
          }
        : value,
    )
    return original.apply(this, given)
  }

const written = (original: Callback) =>
  function write(this: object, ...values: unknown[]): unknown {
    const scope = timeScope()
    if (scope) compressing.set(this, beginBackground(scope.run))
    return original.apply(this, values)
  }

const closed = (original: Callback) =>
  function close(this: object, ...values: unknown[]): unknown {
    endOf(this)
    return original.apply(this, values)
  }

/** The classes of the handles by which streams compress on other threads. */
const handleClasses = (): Set<object> =>
  new Set(
    [zlib.createGzip(), zlib.createBrotliCompress(), zlib.createBrotliDecompress()].flatMap((stream) => {
      const handle: unknown = Reflect.get(stream, '_handle')
      stream.close()
      return typeof handle === 'object' && handle !== null ? [Object.getPrototypeOf(handle) as object] : []
    }),
  )

const isFunctionOf = (owner: object, name: string): boolean => typeof Reflect.get(owner, name) === 'function'

const subtleMethods = [
  ...['digest', 'sign', 'verify', 'importKey', 'exportKey', 'encrypt', 'decrypt', 'deriveBits', 'deriveKey'],
  ...['generateKey', 'wrapKey', 'unwrapKey'],
]

const cryptoFunctions = [
  ...['scrypt', 'pbkdf2', 'hkdf', 'generateKey', 'generateKeyPair', 'generatePrime', 'checkPrime', 'sign'],
  ...['verify', 'diffieHellman'],
]

/** The functions of files that take a callback: those that a function without one stands beside. */
const fileFunctions = Object.keys(nodeFs).filter((name) => isFunctionOf(nodeFs, `${name}Sync`))

const filePromises = Object.keys(nodeFs.promises).filter(
  (name) => name !== 'watch' && name !== 'open' && isFunctionOf(nodeFs.promises, name),
)

/**
 * The functions whose work Node does on other threads. It takes real time, which depends on the machine. The
 * run waits for it, so virtual time stands still meanwhile.
 */
export const threadWork = (): Replacement[] => [
  ...subtleMethods.map((name) => ({
    owner: Object.getPrototypeOf(crypto.subtle) as object,
    name,
    make: awaited,
  })),
  ...['compile', 'instantiate'].map((name) => ({ owner: WebAssembly, name, make: awaited })),
  ...cryptoFunctions.map((name) => ({ owner: nodeCrypto, name, make: calledBack })),
  ...fileFunctions.map((name) => ({ owner: nodeFs, name, make: calledBack })),
  ...filePromises.map((name) => ({ owner: nodeFs.promises, name, make: awaited })),
  { owner: nodeFs.promises, name: 'open', make: openAwaited },
  ...[...handleClasses()].flatMap((owner) => [
    { owner, name: 'init', make: initialized },
    { owner, name: 'write', make: written },
    { owner, name: 'close', make: closed },
  ]),
]
