import { existsSync, mkdtempSync, readdirSync, realpathSync as realPath, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { callerOf, type Hook } from '../../run/calls/caller.ts'
import { leaveWorld } from '../../run/calls/fetch.ts'
import { currentScope, isDead } from '../../run/scope.ts'
import type { DurableProcess } from './part.ts'

/** Returns a path with slashes, as it is written on all systems but Windows. */
export const withSlashes = (path: string, separator = sep): string => path.replaceAll(separator, '/')

/** Memory, where the system has a folder for it. */
export const memoryFolder = (): string => (existsSync('/dev/shm') ? '/dev/shm' : tmpdir())

/** Begins the names of the folders in which runs keep their files. */
const workPrefix = `fauxgraph-${process.pid}-`

/** The names of these folders, with the process that made them. */
const WORK = /^fauxgraph-(\d{1,10})-[A-Za-z0-9]{6}$/

/** Whether a process is alive. A process of another user counts too. */
function lives(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return Reflect.get(Object(error), 'code') !== 'ESRCH'
  }
}

/** Removes the folders of explorations whose process was killed. Those of other users stay. */
export function removeLeftOver(folder: string): void {
  for (const name of readdirSync(folder)) {
    const [, pid] = WORK.exec(name) ?? []
    if (pid === undefined || lives(Number(pid))) continue
    try {
      rmSync(join(folder, name), { recursive: true, force: true })
    } catch {
      // A folder that another user owns, or that another exploration removes now, is not ours to remove.
    }
  }
}

let isCleared = false

/** Makes a folder in which a run keeps its files. The first one removes those of killed processes. */
export function makeWorkFolder(): string {
  const folder = memoryFolder()
  if (!isCleared) removeLeftOver(folder)
  isCleared = true
  return mkdtempSync(join(folder, workPrefix))
}

/** A folder of files that a run owns. */
export interface OwnedFolder {
  /** The absolute path that the code under test uses. */
  readonly path: string
  /** The beginning of the names of the files in it that the run owns; empty if it owns all. */
  readonly prefix: string
  /** The folder that stands for it. */
  readonly work: string
  process(): DurableProcess
}

/** A path below an owned folder: where it really is, and how messages name it. */
export interface OwnedPath {
  readonly folder: OwnedFolder
  readonly real: string
  readonly shown: string
}

/** The folders of the exploration that runs. */
export const folders = new Set<OwnedFolder>()

const isBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(folder + sep)

/** The absolute path of what a method of `node:fs` is given; undefined for an open file. */
function pathOf(value: unknown): string | undefined {
  if (value instanceof URL) return fileURLToPath(value)
  if (value instanceof Uint8Array) return resolve(Buffer.from(value).toString())
  return typeof value === 'string' ? resolve(value) : undefined
}

/** The real path of what would be written at a path: links lead elsewhere. */
function realTarget(path: string, followsLast: boolean): string {
  const folder = realOf(dirname(path)) ?? dirname(path)
  return (followsLast && realOf(path)) || join(folder, basename(path))
}

function realOf(path: string): string | undefined {
  try {
    return realPath(path)
  } catch {
    // Nothing is there yet.
    return undefined
  }
}

/**
 * Refuses a write below an owned folder that a link of the folder leads out of it. `followsLast` says that
 * the write is to what a link at the path itself leads to.
 */
export function refuseLink({ folder, real }: OwnedPath, hook: Hook, followsLast = true): void {
  const target = realTarget(real, followsLast)
  if (!isBelow(target, realOf(folder.work) ?? folder.work)) refuseOutside(target, hook)
}

/** Finds a path below an owned folder. */
export function ownedPath(value: unknown): OwnedPath | undefined {
  const path = pathOf(value)
  if (path === undefined) return undefined
  for (const folder of folders) {
    if (!isBelow(path, folder.path)) continue
    const inside = relative(folder.path, path)
    if (!inside.startsWith(folder.prefix)) continue
    return { folder, real: join(folder.work, inside), shown: inside === '' ? '.' : inside }
  }
  return undefined
}

/** Whether the line that runs now belongs to code under test; a dead process has its own answer. */
export function callerState(): 'alive' | 'dead' | 'elsewhere' {
  const scope = currentScope()
  if (!scope) return 'elsewhere'
  return isDead(scope) ? 'dead' : 'alive'
}

/** Devices that keep nothing. Others lead to open files, disks and shared memory. */
const devices = new Set(['null', 'zero', 'full', 'stdout', 'stderr', 'tty'].map((name) => `/dev/${name}`))

/** Refuses a write outside of the owned folders, which would be real. Throws, and stops the run. */
export function refuseOutside(value: unknown, hook: Hook): void {
  const path = pathOf(value)
  const scope = currentScope()
  if (path === undefined || !scope) return
  // Drivers of databases write files that are not those of the program.
  if (path.startsWith(join(memoryFolder(), workPrefix)) || devices.has(path)) return
  const place = callerOf(hook)
  const advice = 'a run owns only the folders that are listed, as in database: files("./data")'
  leaveWorld(scope, `wrote to ${path}${place ? ` at ${place}` : ''}`, advice)
  throw new Error(`explore: ${path} is outside the world: ${advice}`)
}
