import { callerOf, type Hook } from '../../run/calls/caller.ts'
import { leaveWorld } from '../../run/calls/fetch.ts'
import { currentScope } from '../../run/scope.ts'
import { bareSql } from '../durable/sql-statements.ts'

/** Stops the run, and throws, because code of a run did something that reaches outside. */
export function refuseInRun(what: string, advice: string, hook: Hook): void {
  const scope = currentScope()
  if (!scope) return
  const place = callerOf(hook)
  leaveWorld(scope, `${what}${place ? ` at ${place}` : ''}`, advice)
  throw new Error(`explore: ${what}, which is outside the world: ${advice}`)
}

const inMemory = /^attach\s+(?:database\s+)?'(?::memory:)?'\s+as\b/i

/** The statements by which SQLite itself opens a file: they cannot stand in a trigger or a view. */
const opensFile = [/^attach\b/i, /^vacuum\b.*\binto\b/is, /^pragma\s+(?:temp|data)_store_directory\b/i]

/** The first statement of a text that opens a file, from its first word on; undefined if none does. */
function statementWithFile(sql: string): string | undefined {
  // Nearly all texts end here.
  if (!/\b(?:attach|vacuum|pragma)\b/i.test(sql)) return undefined
  const bare = bareSql(sql, false)
  let from = 0
  for (const statement of bare.split(';')) {
    const begin = from + statement.length - statement.trimStart().length
    const end = from + statement.length
    from = end + 1
    const text = sql.slice(begin, end).trim()
    if (opensFile.some((pattern) => pattern.test(statement.trim())) && !inMemory.test(text)) return text
  }
  return undefined
}

const SHOWN_MAX = 100

/**
 * Refuses statements of a run by which SQLite opens a file: a database that nobody listed, or a copy. Only a
 * database in memory may be attached, by its literal name.
 */
export function refuseFiles(sql: unknown, hook: Hook): void {
  if (!currentScope()) return
  // An object could be another text for the driver.
  if (typeof sql !== 'string') throw new TypeError(`explore: expected SQL as a text, got ${typeof sql}`)
  const found = statementWithFile(sql)
  if (found === undefined) return
  refuseInRun(
    `let SQLite open a file by ${JSON.stringify(found.replaceAll(/\s+/g, ' ').slice(0, SHOWN_MAX))}`,
    'open each database by a connection of its own, and list it',
    hook,
  )
}

/** Refuses in a run what a driver does with a file beside the database, such as a backup. */
const refusingInRun =
  (what: (values: readonly unknown[]) => string, advice: string) =>
  (original: (...values: unknown[]) => unknown) =>
    function refused(this: unknown, ...values: unknown[]): unknown {
      refuseInRun(what(values), advice, refused)
      return Reflect.apply(original, this, values)
    }

/** The method by which a driver copies a database. `place` is that of the path of the copy. */
export const copies = (place: number) =>
  refusingInRun(
    (values) => `copied a database to ${String(values[place])}`,
    'a run keeps only the databases that are listed',
  )

/** The method by which drivers load native code. */
export const loadsExtension = refusingInRun(
  ([path]) => `loaded the extension ${String(path)} of SQLite`,
  'a run cannot hold native code',
)

/** Whether connections that code of a run did not open itself lead to a file. */
const verdicts = new WeakMap<object, string>()

/**
 * Refuses a connection that was opened outside of the run, unless its database is in memory. `filesOf`
 * returns the files of the connection.
 */
export function refuseForeign(connection: object, filesOf: () => readonly unknown[], hook: Hook): void {
  if (!currentScope()) return
  const file = verdicts.get(connection) ?? String(filesOf().find(Boolean) ?? '')
  verdicts.set(connection, file)
  if (file === '') return
  refuseInRun(
    `used the database ${file}, which was opened outside of the run,`,
    'open it in the program, and list it in `database`',
    hook,
  )
}

/** Refuses a prepared statement that is older than the run, and whose database is not known. */
export const refuseOldStatement = (hook: Hook): void =>
  refuseInRun(
    'used a statement of a database that was prepared outside of the run',
    'open the database in the program, and list it in `database`',
    hook,
  )
