import { Buffer } from 'node:buffer'
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { errorMessage } from '../../engine/values/error-message.ts'
import { errorCode } from '../../server/http/error-code.ts'
import { WrongInput } from '../run/options/wrong-input.ts'

/** The largest folder that can be a working folder. */
const BYTES_MAX = 200 * 1024 * 1024
const FILES_MAX = 20_000

/** Milliseconds by which the time of a copy may differ: it is set in whole ones. */
const TIME_MS = 1

/** The bytes of two files that are compared at once. */
const PIECE_BYTES = 1024 * 1024

/** The mode of a folder in which its owner may read, write and look for entries. */
const ALL_RIGHTS = 0o700

const SEPARATOR = Buffer.from(sep)

const advice = 'name a smaller folder, with only the files that the program keeps'

const leadsOut = (folder: string, path: string): boolean =>
  !existsSync(path) || relative(folder, realpathSync(path)).startsWith('..')

/** Throws if a folder cannot be a working folder: it is a link, has what cannot be copied, or is large. */
export function checkFolder(folder: string): void {
  const kind = lstatSync(folder, { throwIfNoEntry: false })
  if (!kind)
    throw new WrongInput(
      `explore: the folder ${folder} does not exist: make it, or leave out folder to begin with an empty one`,
    )
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
      else if (!entry.isFile() && !entry.isSymbolicLink())
        throw new WrongInput(
          `explore: ${path} is a pipe, a socket or a device, which cannot be copied for each run: ` +
            'remove it, or name a folder without it',
        )
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

/** Gives this user all rights to a folder and to the folders in it. Names need not be UTF-8. */
function unlock(folder: Buffer): void {
  chmodSync(folder, ALL_RIGHTS)
  for (const entry of readdirSync(folder, { withFileTypes: true, encoding: 'buffer' }))
    if (entry.isDirectory()) unlock(Buffer.concat([folder, SEPARATOR, entry.name]))
}

/** Removes a file or a folder, also a folder to which a program took away the rights. */
function remove(path: string | Buffer): void {
  const options = { recursive: true, force: true, maxRetries: 5 }
  try {
    rmSync(path, options)
  } catch (error) {
    if (!['EACCES', 'EPERM'].includes(errorCode(error)) || !lstatSync(path).isDirectory()) throw error
    unlock(Buffer.from(path))
    rmSync(path, options)
  }
}

/** The owner of all copies: a program of the superuser can give files away. */
type Owner = Pick<Stats, 'uid' | 'gid'>

const belongsTo = ({ uid, gid }: Stats, owner: Owner): boolean => uid === owner.uid && gid === owner.gid

const haveEqualTimes = (one: Stats, other: Stats): boolean => Math.abs(one.mtimeMs - other.mtimeMs) < TIME_MS

/** Compares the bytes of two files of equal size, a piece at a time. */
function haveEqualBytes(one: string, other: string): boolean {
  const files = [openSync(one, 'r'), openSync(other, 'r')] as const
  try {
    const [left, right] = [Buffer.allocUnsafe(PIECE_BYTES), Buffer.allocUnsafe(PIECE_BYTES)]
    for (;;) {
      const length = readSync(files[0], left)
      if (readSync(files[1], right) !== length || left.compare(right, 0, length, 0, length) !== 0)
        return false
      if (length === 0) return true
    }
  } finally {
    for (const file of files) closeSync(file)
  }
}

/** Returns true if a copy equals its original file or link, also in its time, which programs read too. */
function isAsBefore(original: string, copy: string, owner: Owner): boolean {
  const own = lstatSync(original)
  const other = lstatSync(copy, { throwIfNoEntry: false })
  if (other?.mode !== own.mode || !belongsTo(other, owner)) return false
  if (own.isSymbolicLink()) return readlinkSync(original) === readlinkSync(copy)
  // A write to one name of a file with two changes the other.
  const isAlike = own.size === other.size && other.nlink === 1 && haveEqualTimes(own, other)
  return isAlike && haveEqualBytes(original, copy)
}

/** Copies a file or a link to a path, and removes what has that path. */
function copyEntry(original: string, copy: string): void {
  const own = lstatSync(original)
  remove(copy)
  if (own.isSymbolicLink()) symlinkSync(readlinkSync(original), copy)
  else if (own.isFile()) {
    copyFileSync(original, copy)
    utimesSync(copy, own.atime, own.mtime)
  } else throw new Error(`${original} is no file, folder or link`)
}

/** Makes a folder, unless it is there, in which this user may read and write. */
function openFolder(copy: string, owner: Owner): void {
  const found = lstatSync(copy, { throwIfNoEntry: false })
  if (!found?.isDirectory() || !belongsTo(found, owner)) {
    remove(copy)
    mkdirSync(copy)
  } else if ((found.mode & ALL_RIGHTS) !== ALL_RIGHTS) chmodSync(copy, ALL_RIGHTS)
}

/** Removes the entries of a folder that its original does not have. Their names need not be UTF-8. */
function removeOthers(copy: string, names: ReadonlySet<string>): void {
  const folder = Buffer.from(copy)
  for (const name of readdirSync(copy, 'buffer'))
    if (!names.has(name.toString())) remove(Buffer.concat([folder, SEPARATOR, name]))
}

/** Restores a folder from its original. It writes only what differs: to write all files takes far longer. */
function restore(original: string, copy: string, owner: Owner): void {
  openFolder(copy, owner)
  const entries = readdirSync(original, { withFileTypes: true })
  removeOthers(copy, new Set(entries.map(({ name }) => name)))
  for (const entry of entries) {
    const [from, to] = [join(original, entry.name), join(copy, entry.name)]
    if (entry.isDirectory()) restore(from, to, owner)
    else if (!isAsBefore(from, to, owner)) copyEntry(from, to)
  }
  const [own, other] = [lstatSync(original), lstatSync(copy)]
  if (other.mode !== own.mode) chmodSync(copy, own.mode)
  if (!haveEqualTimes(own, other)) utimesSync(copy, own.atime, own.mtime)
}

/** The working folder of an exploration, which is restored for each run. */
export interface Folders {
  /** The folder that holds it. */
  readonly root: string
  /** Restores the folder to its state at the beginning of a run. Returns its path. */
  renew(): string
  /** Removes everything. */
  close(): void
}

/**
 * Makes a working folder that begins as a copy of a folder; as an empty one without it.
 *
 * @param mayBeInUse Whether processes of a run before may be left. Each run then has another folder at the
 * same path: what such a process opened, and its relative paths, lead to the one before.
 */
export function workingFolders(from: string | undefined, mayBeInUse = false): Folders {
  if (from !== undefined) checkFolder(from)
  const root = mkdtempSync(join(realpathSync(tmpdir()), 'fauxgraph-run-'))
  const original = from ?? join(root, 'empty')
  if (from === undefined) mkdirSync(original)
  const path = join(root, 'folder')
  const owner = lstatSync(root)
  let runs = 0
  /** Moves the folder of the run before away. What still fills it is removed at the end. */
  const leave = () => {
    const left = join(root, `left-${++runs}`)
    try {
      renameSync(path, left)
      remove(left)
    } catch {}
  }
  return {
    root,
    renew() {
      try {
        if (mayBeInUse) leave()
        restore(original, path, owner)
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
