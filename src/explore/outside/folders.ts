import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { errorMessage } from '../../engine/values/error-message.ts'
import { WrongInput } from '../run/options/wrong-input.ts'

/** The largest folder that is copied for each run. */
const BYTES_MAX = 200 * 1024 * 1024
const FILES_MAX = 20_000

/** Milliseconds by which the time of a copy may differ: it is set in whole ones. */
const TIME_MS = 1

const advice = 'name a smaller folder, with only the files that the program keeps'

const leadsOut = (folder: string, path: string): boolean =>
  !existsSync(path) || relative(folder, realpathSync(path)).startsWith('..')

/** Throws if a folder cannot be copied for each run: it is a link, has a link that leads out, or is large. */
export function checkFolder(folder: string): void {
  const kind = lstatSync(folder, { throwIfNoEntry: false })
  if (!kind) throw new WrongInput(`explore: the folder ${folder} does not exist`)
  if (kind.isSymbolicLink())
    throw new WrongInput(`explore: the folder ${folder} is a link: name ${realpathSync(folder)} in its place`)
  if (!kind.isDirectory()) throw new WrongInput(`explore: ${folder} is a file: name the folder that has it`)
  const real = realpathSync(folder)
  let [bytes, files] = [0, 0]
  const look = (inner: string): void => {
    for (const entry of readdirSync(inner, { withFileTypes: true })) {
      const path = join(inner, entry.name)
      if (entry.isSymbolicLink() && leadsOut(real, path))
        throw new WrongInput(
          `explore: ${path} is a link that leads out of the folder ${folder}, where all runs would write: ` +
            'replace the link by a copy',
        )
      if (entry.isDirectory()) look(path)
      files++
      if (entry.isFile()) bytes += lstatSync(path).size
      if (files > FILES_MAX)
        throw new WrongInput(`explore: the folder ${folder} has more than ${FILES_MAX} files: ${advice}`)
      if (bytes > BYTES_MAX)
        throw new WrongInput(`explore: the folder ${folder} has more than ${BYTES_MAX >> 20} MB: ${advice}`)
    }
  }
  look(real)
}

const remove = (path: string) => rmSync(path, { recursive: true, force: true, maxRetries: 5 })

/** Whether a file or a link is as its original, also in its time: programs remember by that too. */
function isAsBefore(original: string, copy: string): boolean {
  const own = lstatSync(original)
  const other = lstatSync(copy, { throwIfNoEntry: false })
  if (other?.mode !== own.mode) return false
  if (own.isSymbolicLink()) return readlinkSync(original) === readlinkSync(copy)
  const isAlike = own.size === other.size && Math.abs(own.mtimeMs - other.mtimeMs) < TIME_MS
  return isAlike && readFileSync(original).equals(readFileSync(copy))
}

/** Copies a file or a link in place of what stands there. */
function copyEntry(original: string, copy: string): void {
  const own = lstatSync(original)
  remove(copy)
  if (own.isSymbolicLink()) symlinkSync(readlinkSync(original), copy)
  else if (own.isFile()) {
    copyFileSync(original, copy)
    utimesSync(copy, own.atime, own.mtime)
  } else throw new Error(`${original} is no file, folder or link`)
}

/** Makes a folder what its original is. Only what differs is written: to make files anew takes far longer. */
function restore(original: string, copy: string): void {
  if (!lstatSync(copy, { throwIfNoEntry: false })?.isDirectory()) {
    remove(copy)
    mkdirSync(copy)
  }
  const entries = readdirSync(original, { withFileTypes: true })
  const names = new Set(entries.map(({ name }) => name))
  for (const name of readdirSync(copy)) if (!names.has(name)) remove(join(copy, name))
  for (const entry of entries) {
    const [from, to] = [join(original, entry.name), join(copy, entry.name)]
    if (entry.isDirectory()) restore(from, to)
    else if (!isAsBefore(from, to)) copyEntry(from, to)
  }
  const { mode } = lstatSync(original)
  if (lstatSync(copy).mode !== mode) chmodSync(copy, mode)
}

/** The working folder of an exploration, which each run begins anew. */
export interface Folders {
  /** The folder that holds it. */
  readonly root: string
  /** Makes the folder what it is at the beginning of a run. */
  renew(): string
  /** Removes everything. */
  close(): void
}

/** Makes a working folder that begins as a copy of a folder; as an empty one without it. */
export function workingFolders(from: string | undefined): Folders {
  if (from !== undefined) checkFolder(from)
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'fauxgraph-run-'))
  const original = from ?? join(root, 'empty')
  if (from === undefined) mkdirSync(original)
  const path = join(root, 'folder')
  return {
    root,
    renew() {
      try {
        restore(original, path)
        return path
      } catch (cause) {
        throw new WrongInput(
          `explore: the folder ${original} cannot be copied to ${path}: ${errorMessage(cause)}`,
          { cause },
        )
      }
    },
    close: () => remove(root),
  }
}
