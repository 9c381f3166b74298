import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, extname, join, normalize, relative, resolve } from 'node:path'
import { errorMessage } from '../../../engine/values/error-message.ts'
import type { Json } from '../../../engine/values/guard.ts'
import { isObject, isRecord } from '../../../engine/values/plain-object.ts'
import { checkNames } from '../../../world/handle/known-names.ts'
import { callerOf } from '../../run/calls/caller.ts'
import { shareHook } from '../../run/late-code.ts'
import { folders, makeWorkFolder, type OwnedFolder, withSlashes } from '../durable/folders.ts'
import type { DurablePart, DurableRun, DurableTable } from '../durable/part.ts'
import { ofAttempts } from '../stores/tables.ts'
import { findHandleClass, installFileHooks } from './file-hooks.ts'
import { openFiles, performReal } from './file-operations.ts'

/** The first files of a folder in each run, and the files that runs are compared by. */
export interface FilesOptions {
  /**
   * The files with which every run begins, by their paths in the folder. If left out, they are those of the
   * folder itself.
   */
  readonly contents?: Readonly<Record<string, string>>
  /** Reads what the program holds, by name. If left out, each file is compared by itself. */
  readonly mirror?: Readonly<Record<string, (read: (path: string) => string | undefined) => readonly Json[]>>
  /** Files that are not compared, such as logs, by their paths in the folder; only without `mirror`. */
  readonly ignore?: readonly string[]
}

const rowsOf = (value: unknown): Record<string, unknown>[] =>
  (Array.isArray(value) ? value : [value]).map((item) => (isRecord(item) ? item : { value: item }))

const tableOf = (value: unknown): DurableTable => ({ rows: rowsOf(value), keys: ['id'], references: [] })

/** The members of an object as rows: the columns of each, and its name as `key`. */
const membersOf = (value: Readonly<Record<string, unknown>>): Record<string, unknown>[] =>
  Object.entries(value).map(([key, member]) =>
    isRecord(member) && !('key' in member) ? { key, ...member } : { key, value: member },
  )

const isId = (text: string): boolean => /^\d{15}/.test(text)

/** The rows in the value of a JSON file by the names of their tables. */
function jsonRows(name: string, value: unknown): [string, unknown][] {
  if (!isRecord(value)) return [[name, value]]
  const members = Object.entries(value)
  if (members.some(([key]) => isId(key))) return [[name, membersOf(value)]]
  const others = members.filter(([, member]) => !isObject(member))
  const tables = members.filter(([key, member]) => isObject(member) && !ofAttempts.test(key))
  const rows: [string, unknown][] = tables.map(([key, member]) => [
    `${name} ${key}`,
    isRecord(member) ? membersOf(member) : member,
  ])
  if (tables.length === 0 || others.length > 0) rows.unshift([name, Object.fromEntries(others)])
  return rows
}

/**
 * The tables in a file: one of each list or object in JSON and one of the other members, one of other JSON,
 * or one of the lines of a text. An object whose members have names such as ids of the world is a table.
 */
export function tablesIn(name: string, text: string): [string, DurableTable][] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return [[name, tableOf(text.split('\n').filter((line) => line !== ''))]]
  }
  return jsonRows(name, value).map(([table, rows]) => [table, tableOf(rows)])
}

/** A folder, and the beginning of the names of the files in it, if it is not all of them. */
interface Place {
  readonly path: string
  readonly prefix: string
}

/** The place at a path: a folder, or a file with those beside it whose names begin with its name. */
function placeAt(path: string): Place {
  const isFile = existsSync(path) ? statSync(path).isFile() : extname(path) !== ''
  return isFile ? { path: dirname(path), prefix: basename(path) } : { path, prefix: '' }
}

/** Whether two places have a file in common. */
const overlap = (one: Place, other: Place): boolean =>
  [
    [one, other],
    [other, one],
  ].some(([outer, inner]) => {
    if (!outer || !inner) return false
    const inside = relative(outer.path, join(inner.path, inner.prefix))
    return !inside.startsWith('..') && inside.startsWith(outer.prefix)
  })

/** A folder while an exploration runs. */
class FilesFolder implements OwnedFolder {
  private readonly home = makeWorkFolder()
  private readonly baseline = join(this.home, 'baseline')
  readonly work = join(this.home, 'work')
  readonly path: string
  readonly prefix: string
  private readonly name: string
  private readonly removeHooks: () => void
  private run: DurableRun | undefined

  constructor(place: Place, name: string, contents: FilesOptions['contents']) {
    this.path = place.path
    this.prefix = place.prefix
    this.name = name
    mkdirSync(this.baseline)
    const source = join(this.path, this.prefix)
    if (!contents && existsSync(source)) cpSync(source, join(this.baseline, this.prefix), { recursive: true })
    for (const [file, text] of Object.entries(contents ?? {})) {
      mkdirSync(dirname(join(this.baseline, file)), { recursive: true })
      writeFileSync(join(this.baseline, file), text)
    }
    this.removeHooks = shareHook('node:fs', installFileHooks)
    folders.add(this)
  }

  process() {
    if (!this.run) throw new Error(`${this.name} was used before its first run`)
    return this.run.process()
  }

  reset(run: DurableRun): void {
    this.crash()
    this.run = run
    rmSync(this.work, { recursive: true, force: true })
    cpSync(this.baseline, this.work, { recursive: true })
  }

  /** What was written stays; only open files of dead processes are closed. */
  crash(): void {
    for (const [file, { folder, process }] of openFiles) {
      if (folder !== this || !process.isDead()) continue
      performReal('close', [file])
      openFiles.delete(file)
    }
  }

  read(path: string): string | undefined {
    const file = join(this.work, path)
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined
  }

  /** The paths of all files, in their order. */
  paths(): string[] {
    return readdirSync(this.work, { recursive: true, encoding: 'utf8' })
      .filter((path) => statSync(join(this.work, path), { throwIfNoEntry: false })?.isFile())
      .map((path) => withSlashes(path))
      .sort()
  }

  end(): void {
    this.crash()
    folders.delete(this)
    this.removeHooks()
    rmSync(this.home, { recursive: true, force: true })
  }
}

/**
 * A folder of files that the program reads and writes by `node:fs`. Every run has a copy of its own in
 * memory; the folder at `path`, relative to that of the program, is never written. Each write is a place
 * where the process may die. Files elsewhere can be read; to write them stops the run.
 *
 * `path` may be a file too. Then only it is owned, and files beside it whose names begin with its name, such
 * as `state.json.tmp`.
 */
export function files(path: string, options: FilesOptions = {}): DurablePart {
  if (typeof path !== 'string' || path === '')
    throw new TypeError(`files: expected the path of a folder or a file, got ${JSON.stringify(path)}`)
  checkNames('files', 'option', options, ['contents', 'mirror', 'ignore'])
  const { contents, mirror, ignore = [] } = options
  const name = `files ${withSlashes(normalize(path))}`
  const place = callerOf(files)
  let folder: FilesFolder | undefined
  const opened = (): FilesFolder => {
    if (!folder) throw new Error(`${name} is not prepared`)
    return folder
  }
  const read = (file: string) => opened().read(file)
  const looked = (look: (read: (file: string) => string | undefined) => readonly Json[]): readonly Json[] => {
    try {
      return [...look(read)]
    } catch (error) {
      // A mirror cannot read a torn file: the run then differs from the baseline run.
      return [`unreadable: ${errorMessage(error)}`]
    }
  }
  const tables = () =>
    opened()
      .paths()
      .filter((file) => !ignore.includes(file))
      .flatMap((file) => tablesIn(file, read(file) ?? ''))
  return {
    name,
    kind: 'file',
    ...(place !== undefined && { place }),
    async prepare({ root }) {
      await findHandleClass()
      const own = placeAt(resolve(root, path))
      const other = [...folders].find((one) => overlap(one, own))
      if (other)
        throw new TypeError(
          `files: ${resolve(root, path)} is part of ${join(other.path, other.prefix)}, ` +
            'which is listed too: list one of them',
        )
      folder = new FilesFolder(own, name, contents)
    },
    reset: (run) => opened().reset(run),
    crash: () => folder?.crash(),
    ...(mirror
      ? {
          mirrors: () => Object.fromEntries(Object.entries(mirror).map(([key, look]) => [key, looked(look)])),
        }
      : { tables: () => Object.fromEntries(tables()) }),
    close() {
      folder?.end()
      folder = undefined
    },
  }
}
