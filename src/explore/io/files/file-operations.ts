import fs from 'node:fs'
import { dirname, isAbsolute, resolve } from 'node:path'
import type { Hook } from '../../run/calls/caller.ts'
import { type OwnedFolder, ownedPath, refuseLink, refuseOutside } from '../durable/folders.ts'
import type { DurableProcess } from '../durable/part.ts'
import { refuseOpenBefore } from './open-before.ts'

/** A method of `node:fs`. */
export type FileMethod = (...values: unknown[]) => unknown

/** What a call of `node:fs` does to an owned folder. */
export interface FileOperation {
  readonly folder: OwnedFolder
  /** Its line in the trace; undefined if it only reads. */
  readonly line: string | undefined
  perform(): unknown
  /** Performs a part of the write. */
  tear?(): void
}

/** The open files below owned folders, by their descriptors. */
export const openFiles = new Map<
  number,
  { readonly folder: OwnedFolder; readonly shown: string; readonly process: DurableProcess }
>()

const readers = [
  'access',
  'exists',
  'lstat',
  'opendir',
  'readFile',
  'readdir',
  'readlink',
  'realpath',
  'stat',
]
const contents = ['appendFile', 'writeFile']
/** They return a path. */
const namers = ['mkdtemp', 'readlink', 'realpath']
/** They change a link itself, and not what it leads to. */
const ofLinks = ['rm', 'rmdir', 'unlink', 'lchmod', 'lchown', 'lutimes']
const writers = [
  ...[
    ...contents,
    ...ofLinks,
    'chmod',
    'chown',
    'mkdir',
    'mkdtemp',
    'mkdtempDisposable',
    'truncate',
    'utimes',
  ],
]
const movers = ['copyFile', 'cp', 'link', 'rename']
/** Its first value is a text in the link, and no path that is written to. */
const SYMLINK = 'symlink'
/** The methods that are given an open file. */
export const ofFiles = [
  'close',
  'fchmod',
  'fchown',
  'fdatasync',
  'fstat',
  'fsync',
  'futimes',
  'read',
  'readv',
  'ftruncate',
  'write',
  'writev',
]
const fileWriters = ['ftruncate', 'write', 'writev']
const fileChangers = [...fileWriters, ...contents, 'fchmod', 'fchown', 'futimes']

/** The methods that are replaced. */
export const fileMethods = [...readers, ...writers, ...movers, ...ofFiles, 'open', SYMLINK]

// Taken before anything replaces them.
const real = new Map<string, FileMethod>(fileMethods.map((name) => [name, Reflect.get(fs, `${name}Sync`)]))

/** Performs a method of `node:fs` that is not replaced. */
export function performReal(name: string, values: readonly unknown[]): unknown {
  const method = real.get(name)
  if (!method) throw new Error(`node:fs has no ${name}Sync`)
  return method(...values)
}

/** Lets an error name the path that the program used. */
export function naming(perform: () => unknown, folder: OwnedFolder): unknown {
  try {
    return perform()
  } catch (error) {
    if (error instanceof Error) {
      error.message = error.message.replaceAll(folder.work, folder.path)
      for (const name of ['path', 'dest']) {
        const path: unknown = Reflect.get(error, name)
        if (typeof path === 'string') Reflect.set(error, name, path.replace(folder.work, folder.path))
      }
    }
    throw error
  }
}

const SHOWN_MAX = 200

const shownData = (data: unknown): string =>
  typeof data === 'string' || data instanceof Uint8Array
    ? ` ${String(typeof data === 'string' ? data : Buffer.from(data)).slice(0, SHOWN_MAX)}`
    : ''

/** The first half of what is written. */
function halfOf(data: unknown): unknown {
  if (typeof data === 'string') return data.slice(0, Math.floor(data.length / 2))
  return data instanceof Uint8Array ? data.subarray(0, Math.floor(data.length / 2)) : ''
}

const isHandle = (value: unknown): value is { readonly fd: number } =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'fd') === 'number'

/** Reads or writes one path. */
function atPath(name: string, values: readonly unknown[], hook: Hook): FileOperation | undefined {
  const isWrite = writers.includes(name)
  const [given, data, ...more] = values
  const path = isHandle(given) ? given.fd : given
  if (typeof path === 'number') return atFile(name, values, hook)
  const found = ownedPath(path)
  if (!found) {
    if (isWrite) refuseOutside(path, hook)
    return undefined
  }
  if (isWrite) refuseLink(found, hook, !ofLinks.includes(name))
  const { folder, real: there, shown } = found
  return {
    folder,
    line: isWrite ? `${name} ${shown}${contents.includes(name) ? shownData(data) : ''}` : undefined,
    perform() {
      const result = performReal(name, [there, ...values.slice(1)])
      // A path is named as the program names it.
      return namers.includes(name) ? String(result).replace(folder.work, folder.path) : result
    },
    ...(contents.includes(name) && { tear: () => void performReal(name, [there, halfOf(data), ...more]) }),
  }
}

/** Writes from one path to another. A copy may come from anywhere. */
function between(name: string, values: readonly unknown[], hook: Hook): FileOperation | undefined {
  const [from, to, ...more] = values
  const [source, target] = [ownedPath(from), ownedPath(to)]
  if (!source && !target) {
    refuseOutside(to, hook)
    return undefined
  }
  if (!target) refuseOutside(to, hook)
  // A link would be another name of a file outside.
  if (!source && (name === 'rename' || name === 'link')) refuseOutside(from, hook)
  if (target) refuseLink(target, hook, name !== 'rename' && name !== 'link')
  const folder = (target ?? source)?.folder
  if (!folder) return undefined
  return {
    folder,
    line: `${name} ${source?.shown ?? String(from)} to ${target?.shown ?? String(to)}`,
    perform: () => performReal(name, [source?.real ?? from, target?.real ?? to, ...more]),
  }
}

/** Makes a link, whose target must be in an owned folder too: what is written through it would be real. */
function linking(values: readonly unknown[], hook: Hook): FileOperation | undefined {
  const [target, path, ...more] = values
  const found = ownedPath(path)
  if (!found) {
    refuseOutside(path, hook)
    return undefined
  }
  const { folder, real: there, shown } = found
  const aim = resolve(dirname(resolve(String(path))), String(target))
  if (!ownedPath(aim)) refuseOutside(aim, hook)
  const isRelative = !isAbsolute(String(target))
  return {
    folder,
    line: `${SYMLINK} ${shown} to ${String(target)}`,
    perform: () =>
      performReal(SYMLINK, [isRelative ? target : (ownedPath(aim)?.real ?? target), there, ...more]),
  }
}

/** Reads or writes an open file. */
export function atFile(name: string, values: readonly unknown[], hook: Hook): FileOperation | undefined {
  const [given, data, ...more] = values
  const file = isHandle(given) ? given.fd : given
  const known = typeof file === 'number' ? openFiles.get(file) : undefined
  if (!known) {
    if (typeof file === 'number' && fileChangers.includes(name)) refuseOpenBefore(file, hook)
    return undefined
  }
  const { folder, shown } = known
  const isWrite = fileWriters.includes(name) || contents.includes(name)
  return {
    folder,
    line: isWrite ? `${name} ${shown}${shownData(data)}` : undefined,
    perform() {
      if (name === 'close' && typeof file === 'number') openFiles.delete(file)
      return performReal(name, [file, data, ...more])
    },
    ...(isWrite && name !== 'ftruncate' && { tear: () => void performReal('write', [file, halfOf(data)]) }),
  }
}

const { O_APPEND, O_CREAT, O_RDWR, O_TRUNC, O_WRONLY } = fs.constants

/** Whether flags open a file for writing, and whether opening it changes something. */
function modeOf(flags: unknown, exists: boolean): { writes: boolean; changes: boolean } {
  if (typeof flags !== 'number') {
    const text = String(flags ?? 'r')
    const writes = text.startsWith('w') || text.startsWith('a') || text.includes('+')
    return { writes, changes: text.startsWith('w') || (text.startsWith('a') && !exists) }
  }
  const writes = (flags & (O_WRONLY | O_RDWR | O_APPEND)) !== 0
  return { writes, changes: (flags & O_TRUNC) !== 0 || ((flags & O_CREAT) !== 0 && !exists) }
}

function opening(values: readonly unknown[], hook: Hook): FileOperation | undefined {
  const [path, flags, ...more] = values
  const found = ownedPath(path)
  if (!found) {
    if (modeOf(flags, true).writes) refuseOutside(path, hook)
    return undefined
  }
  const { folder, real: there, shown } = found
  if (modeOf(flags, true).writes) refuseLink(found, hook)
  const { changes } = modeOf(flags, performReal('exists', [there]) === true)
  return {
    folder,
    line: changes ? `open ${shown} ${String(flags)}` : undefined,
    perform() {
      const file = performReal('open', [there, flags, ...more])
      openFiles.set(Number(file), { folder, shown, process: folder.process() })
      return file
    },
  }
}

/** What a call does to an owned folder; undefined if it has nothing to do with one. */
export function fileOperationOf(
  name: string,
  values: readonly unknown[],
  hook: Hook,
): FileOperation | undefined {
  if (name === 'open') return opening(values, hook)
  if (name === SYMLINK) return linking(values, hook)
  if (movers.includes(name)) return between(name, values, hook)
  return ofFiles.includes(name) ? atFile(name, values, hook) : atPath(name, values, hook)
}
