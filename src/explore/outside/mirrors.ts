import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { csv2json } from 'csv42'
import { errorMessage } from '../../engine/values/error-message.ts'
import type { Json } from '../../engine/values/guard.ts'
import type { Starter } from '../../world/starter/starter-names.ts'
import type { World } from '../../world/world.ts'
import { nodeSqliteModule } from '../io/sqlite/node-sqlite.ts'
import { checkWords, fail } from '../program/check-config.ts'
import { WrongInput } from '../run/options/wrong-input.ts'

/** What the mirrors of a command read. */
export interface CommandView {
  /** The working folder of the program. */
  readonly folder: string
  /** The variables that the program is started with. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly names: Starter
  /** The address of a server, such as `http://localhost:3000`; undefined for a command. */
  readonly origin: string | undefined
  /** A fork of the world. */
  readonly world: World
  /** Runs a command in the working folder, within 30 seconds. Resolves with what it printed. */
  readonly run: (command: readonly string[]) => Promise<string>
}

/** Returns what a program holds at the end of a run: ids, or rows. The order does not matter. */
export type CommandMirror = (view: CommandView) => readonly Json[] | Promise<readonly Json[]>

/** Milliseconds for what a mirror asks an address. */
const ANSWER_MS = 30_000

/** Reads JSON. An error names where it came from. */
function parsed(text: string, from: string): Json {
  try {
    return JSON.parse(text)
  } catch (cause) {
    const start = text.trim().slice(0, 80)
    throw new WrongInput(`explore: a mirror needs JSON, but ${from} has ${JSON.stringify(start)}`, { cause })
  }
}

/** The entries of a list; of an object `{ name: member }` each, and `{ name: item }` for a list in it. */
function entriesOf(value: Json, from: string): readonly Json[] {
  if (Array.isArray(value)) return value
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, member]) =>
      (Array.isArray(member) ? member : [member]).map((item) => ({ [name]: item })),
    )
  throw new WrongInput(`explore: a mirror needs a list of JSON, but ${from} has ${JSON.stringify(value)}`)
}

interface Sqlite {
  readonly DatabaseSync: new (path: string) => { prepare(query: string): { all(): Json[] }; close(): void }
}

/** The rows of a query, by the SQLite of Node if it has one, or else by the command `sqlite3`. */
async function rowsOf(path: string, query: string, view: CommandView): Promise<readonly Json[]> {
  const sqlite = nodeSqliteModule() as Sqlite | undefined
  if (!sqlite) {
    const text = await view.run(['sqlite3', '-json', path, query]).catch((cause: unknown) => {
      if (!errorMessage(cause).includes('sqlite3 was not found')) throw cause
      throw new WrongInput(`explore: sqliteFile needs Node 22.13 or later, or the command sqlite3 in PATH`, {
        cause,
      })
    })
    return text.trim() === '' ? [] : entriesOf(parsed(text, 'sqlite3'), 'sqlite3')
  }
  const database = new sqlite.DatabaseSync(path)
  try {
    return database.prepare(query).all()
  } catch (cause) {
    throw new WrongInput(`explore: the query ${query} of a mirror failed: ${errorMessage(cause)}`, { cause })
  } finally {
    database.close()
  }
}

function checkPath(path: string): void {
  if (typeof path !== 'string' || path === '') fail('the path of a mirror', 'a text', path)
}

/** A mirror that reads a file of the working folder: it is empty as long as the file is not there. */
function ofFile(
  path: string,
  read: (file: string, view: CommandView) => ReturnType<CommandMirror>,
): CommandMirror {
  checkPath(path)
  return (view) => {
    const file = resolve(view.folder, path)
    return existsSync(file) ? read(file, view) : []
  }
}

/**
 * The rows of a query on a SQLite file, whose path is relative to the working folder. There are none as long
 * as the file is not there.
 */
export function sqliteFile(path: string, query: string): CommandMirror {
  if (typeof query !== 'string' || query === '')
    fail(`the query of sqliteFile('${path}')`, "a text, such as 'select id from leads'", query)
  return ofFile(path, (file, view) => rowsOf(file, query, view))
}

/** What a command prints in the working folder: one entry of JSON in each line. */
export function commandLines(command: readonly string[]): CommandMirror {
  checkWords('the command of commandLines', command)
  return async (view) => {
    const lines = (await view.run(command)).split('\n').filter((line) => line.trim() !== '')
    return lines.map((line) => parsed(line, `a line of ${command.join(' ')}`))
  }
}

/** The items of a JSON file, or the members of its object and the items of the lists in it. */
export function jsonFile(path: string): CommandMirror {
  return ofFile(path, (file) => entriesOf(parsed(readFileSync(file, 'utf8'), path), path))
}

/** The rows of a CSV file, whose first line has the names of the columns. */
export function csvFile(path: string): CommandMirror {
  const options = { nested: false, parseValue: String }
  return ofFile(path, (file) => csv2json<Record<string, Json>>(readFileSync(file, 'utf8'), options))
}

/** The paths of the mirrors that ask the server of the program. */
const serverPaths = new WeakMap<CommandMirror, string>()

/** The path at which a mirror asks the server of the program; undefined if it needs none. */
export const serverPathOf = (mirror: CommandMirror): string | undefined => serverPaths.get(mirror)

/** The list that an address answers as JSON: that of a server may be a path, such as `/leads`. */
export function url(path: string): CommandMirror {
  checkPath(path)
  const mirror: CommandMirror = async ({ origin }) => {
    const address = URL.canParse(path, origin) ? new URL(path, origin).href : path
    const response = await fetch(address, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(
      (cause: unknown) => {
        throw new WrongInput(`explore: the mirror ${address} did not answer: ${errorMessage(cause)}`, {
          cause,
        })
      },
    )
    if (!response.ok) throw new WrongInput(`explore: the mirror ${address} answered ${response.status}`)
    return entriesOf(parsed(await response.text(), address), address)
  }
  if (!URL.canParse(path)) serverPaths.set(mirror, path)
  return mirror
}
