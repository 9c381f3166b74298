import fs from 'node:fs'
import { ProcessDied } from '../../run/died.ts'
import { type Replacement, replaceMembers } from '../../run/replace.ts'
import { never } from '../../run/scope.ts'
import { callerState } from '../durable/folders.ts'
import { fileBindings } from './file-bindings.ts'
import { fileHandle } from './file-handle.ts'
import {
  atFile,
  type FileMethod,
  type FileOperation,
  fileMethods,
  fileOperationOf,
  naming,
  ofFiles,
} from './file-operations.ts'
import { refuseOpenBefore, rememberOpenFiles } from './open-before.ts'

function performNow({ folder, line, perform, tear }: FileOperation): unknown {
  const named = () => naming(perform, folder)
  return line === undefined ? named() : folder.process().write(line, named, tear && { torn: tear })
}

/** Asynchronous methods take their turn in the queue of the run, and then do what the synchronous ones do. */
function performLater({ folder, line, perform, tear }: FileOperation): Promise<unknown> {
  const named = () => naming(perform, folder)
  const process = folder.process()
  return line === undefined
    ? process.readLater(named)
    : process.writeLater(line, named, tear && { torn: tear })
}

/** Performs a method of an open file at its turn. */
function fileLater(name: string, values: readonly unknown[]): Promise<unknown> {
  if (callerState() === 'dead') return never()
  const operation = atFile(name, values, fileLater)
  if (!operation) return Promise.reject(new Error('file closed'))
  return performLater(operation)
}

const synchronous =
  (name: string) =>
  (original: FileMethod): FileMethod =>
    function replaced(this: unknown, ...values) {
      const state = callerState()
      if (state === 'dead') throw new ProcessDied()
      const operation = state === 'alive' ? fileOperationOf(name, values, replaced) : undefined
      return operation ? performNow(operation) : Reflect.apply(original, this, values)
    }

const promised =
  (name: string) =>
  (original: FileMethod): FileMethod =>
    function replaced(this: unknown, ...values) {
      const state = callerState()
      if (state === 'dead') return never()
      const operation = state === 'alive' ? fileOperationOf(name, values, replaced) : undefined
      if (!operation) return Reflect.apply(original, this, values)
      const done = performLater(operation)
      return name === 'open' ? done.then((file) => fileHandle(Number(file), fileLater)) : done
    }

const withCallback =
  (name: string) =>
  (original: FileMethod): FileMethod =>
    function replaced(this: unknown, ...values) {
      const state = callerState()
      if (state === 'dead') return undefined
      const callback = values.at(-1)
      const given = values.slice(0, -1)
      const operation =
        state === 'alive' && typeof callback === 'function'
          ? fileOperationOf(name, given, replaced)
          : undefined
      if (!operation || typeof callback !== 'function') return Reflect.apply(original, this, values)
      // Reads and writes of open files also tell which buffer they used.
      const more = ofFiles.includes(name) ? [given[1]] : []
      performLater(operation).then(
        (result) =>
          process.nextTick(() => (name === 'exists' ? callback(result) : callback(null, result, ...more))),
        (error) => process.nextTick(() => callback(error)),
      )
      return undefined
    }

/** Replaces `realpath.native` together with `realpath`: loaders of modules call it. */
function withNative(make: (original: FileMethod) => FileMethod) {
  return (original: FileMethod & { readonly native?: FileMethod }): FileMethod => {
    const { native } = original
    return native ? Object.assign(make(original), { native: make(native) }) : make(original)
  }
}

const replacementsFor = (
  owner: object,
  suffix: string,
  make: (name: string) => (original: FileMethod) => FileMethod,
): Replacement[] =>
  fileMethods
    .filter((name) => typeof Reflect.get(owner, name + suffix) === 'function')
    .map((name) => ({ owner, name: name + suffix, make: withNative(make(name)) }))

type HandleMethod = (this: { readonly fd: number }, ...values: unknown[]) => unknown

const handleWriters = ['appendFile', 'chmod', 'chown', 'truncate', 'utimes', 'write', 'writeFile', 'writev']

/** The class of the handles that `fs.promises.open` returns; undefined until `findHandleClass` has run. */
let handleClass: object | undefined

/** Finds the class of the handles that `fs.promises.open` returns. */
export async function findHandleClass(): Promise<void> {
  if (handleClass) return
  const handle = await fs.promises.open(process.execPath)
  handleClass = Object.getPrototypeOf(handle)
  await handle.close()
}

/** Methods of handles that were opened before the run. */
const handleHooks = (): Replacement[] => {
  const owner = handleClass
  if (!owner) return []
  const make = (original: HandleMethod): HandleMethod =>
    async function replaced(this, ...values) {
      if (callerState() === 'alive') refuseOpenBefore(this.fd, replaced)
      return callerState() === 'dead' ? never() : Reflect.apply(original, this, values)
    }
  return handleWriters.map((name) => ({ owner, name, make }))
}

/** Before the stream takes the bytes: a stream that fails once would not be named again. */
const streamHooks = ['write', 'end'].map(
  (name): Replacement => ({
    owner: fs.WriteStream.prototype,
    name,
    make: (original: HandleMethod): HandleMethod =>
      function replaced(this, ...values) {
        if (callerState() === 'alive') refuseOpenBefore(this.fd, replaced)
        return Reflect.apply(original, this, values)
      },
  }),
)

/** Leads what the code under test does below the owned folders to them. Returns how to stop it. */
export function installFileHooks(): () => void {
  rememberOpenFiles()
  return replaceMembers([
    ...fileBindings,
    ...handleHooks(),
    ...streamHooks,
    ...replacementsFor(fs, 'Sync', synchronous),
    ...replacementsFor(fs, '', withCallback),
    ...replacementsFor(fs.promises, '', promised),
  ])
}
