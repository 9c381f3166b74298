import fs from 'node:fs'
import { resolve } from 'node:path'
import workerThreads from 'node:worker_threads'
import type { Replacement } from '../../run/replace.ts'
import { currentScope, instanceOf, scopes } from '../../run/scope.ts'

type Method = (...values: unknown[]) => unknown

interface Closable {
  close(): void
}

/** Performs the end of something when the process that opened it dies, or at once if it is dead. */
export function atItsEnd(end: () => void): void {
  const scope = currentScope()
  if (!scope) return
  const instance = instanceOf(scope)
  if (instance) instance.endings.add(end)
  else end()
}

/** Lets a constructor or function open something real. `endOf` returns how to close it with its process. */
const closing =
  <Opened>(endOf: (opened: Opened, values: readonly unknown[]) => () => void) =>
  (original: Method): Method => {
    const replaced = function (this: unknown, ...values: unknown[]) {
      const opened = new.target
        ? Reflect.construct(original, values, new.target)
        : Reflect.apply(original, this, values)
      atItsEnd(endOf(opened, values))
      return opened
    }
    // Instances of the real class stay instances.
    replaced.prototype = original.prototype
    return replaced
  }

const closeIt = (opened: Closable) => () => opened.close()
const closePorts = (ports: { port1: Closable; port2: Closable }) => () => {
  const { port1, port2 } = ports
  port1.close()
  port2.close()
}

const { unwatchFile } = fs
const unwatch = (_: unknown, values: readonly unknown[]) => {
  // The program may work in another folder when it ends.
  const path = values[0] instanceof URL ? values[0] : resolve(String(values[0]))
  const listener = values.findLast((value): value is () => void => typeof value === 'function')
  return () => unwatchFile(path, listener)
}

/** The names of channels belong to a process: other threads of the process that explores have their own. */
const ownNames = new WeakMap<object, string>()
let ownName = 0

const withOwnName = (original: Method): Method => {
  const make = closing(closeIt)(original)
  const replaced = function (this: unknown, ...values: unknown[]) {
    const scope = currentScope()
    const instance = scope && (instanceOf(scope) ?? scope.run)
    if (!instance) return new.target ? Reflect.construct(make, values) : Reflect.apply(make, this, values)
    const prefix = ownNames.get(instance) ?? `fauxgraph ${process.pid} ${++ownName} `
    ownNames.set(instance, prefix)
    const [name, ...rest] = values
    return new.target
      ? Reflect.construct(make, [prefix + String(name), ...rest])
      : Reflect.apply(make, this, values)
  }
  replaced.prototype = original.prototype
  return replaced
}

const channels: readonly [name: string, make: (original: Method) => Method][] = [
  ['MessageChannel', closing(closePorts)],
  ['BroadcastChannel', withOwnName],
]

type WatchOptions = { readonly signal?: AbortSignal } | string | undefined

type Watch = (path: unknown, options?: object) => AsyncIterable<unknown>

/**
 * A watch by promises ends by a signal only: it gets one of its process, beside its own. It listens to that
 * outside of the run, because listeners of a run end with the process.
 */
const watching =
  (original: Watch) =>
  (path: unknown, given?: WatchOptions): AsyncIterable<unknown> => {
    const options: { signal?: AbortSignal; encoding?: string } | undefined =
      typeof given === 'string' ? { encoding: given } : given
    if (!currentScope()) return original(path, options)
    const end = new AbortController()
    atItsEnd(() => end.abort())
    const signal = options?.signal ? AbortSignal.any([options.signal, end.signal]) : end.signal
    const events = scopes.exit(() => original(path, { ...options, signal })[Symbol.asyncIterator]())
    const next = () => scopes.exit(() => events.next())
    const close = async () => (await events.return?.()) ?? { done: true as const, value: undefined }
    const iterator = { next, return: close, [Symbol.asyncIterator]: () => iterator }
    return iterator
  }

/** Handles of Node that stay real. An open one would keep the process that explores from its end. */
export const handleHooks: readonly Replacement[] = [
  { owner: fs, name: 'watch', make: closing(closeIt) },
  { owner: fs.promises, name: 'watch', make: watching },
  { owner: fs, name: 'watchFile', make: closing(unwatch) },
  ...channels.flatMap(([name, make]) => [
    { owner: globalThis, name, make },
    { owner: workerThreads, name, make },
  ]),
]
