import type { Json } from '../../../engine/values/guard.ts'
import type { SqlHandle, SqlValue } from '../sqlite/sql-driver.ts'
import type { DurableTable } from './part.ts'

/** A name as SQL quotes it. */
export const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** A value of a column as JSON holds it. */
function asJson(value: Json | SqlValue): Json {
  if (value instanceof Uint8Array) return `bytes ${Buffer.from(value).toString('hex')}`
  return typeof value === 'bigint' ? String(value) : value
}

/** The rows of a query as a mirror holds them: rows of one column are its values. */
export const mirrorOf = (rows: readonly Readonly<Record<string, Json | SqlValue>>[]): Json[] =>
  rows.map((row) => {
    const entries = Object.entries(row).map(([name, value]) => [name, asJson(value)] as const)
    return entries.length === 1 ? (entries[0]?.[1] ?? null) : Object.fromEntries(entries)
  })

/** Whether a table only tells which migrations have run, which is no content. */
export const isOfMigrations = (name: string): boolean => /migrations?(_lock)?$/i.test(name)

const keyOf = (handle: SqlHandle, table: string): unknown =>
  handle.all('select name from pragma_table_info(?) where pk = 1', table)[0]?.['name']

/** A table without its rows. */
type Shape = Required<Omit<DurableTable, 'rows'>>

function shapeOf(handle: SqlHandle, name: string): Shape {
  const columns = handle.all('select name, pk from pragma_table_info(?)', name)
  const references = handle.all('select "from", "table", "to" from pragma_foreign_key_list(?)', name)
  return {
    columns: columns.map((column) => String(column['name'])),
    keys: columns.filter(({ pk }) => Number(pk) > 0).map((column) => String(column['name'])),
    references: references.map((one) => ({
      column: String(one['from']),
      table: String(one['table']),
      // Without a column, it is the key.
      to: String(one['to'] ?? keyOf(handle, String(one['table']))),
    })),
  }
}

/** The shapes of tables by the statements that made them: those of a program are equal in most runs. */
const known = new Map<string, readonly (readonly [name: string, shape: Shape])[]>()
const KNOWN_MAX = 100

function shapesOf(handle: SqlHandle): readonly (readonly [name: string, shape: Shape])[] {
  const made = handle.all(
    "select name, sql from sqlite_master where type = 'table' and name not like 'sqlite~_%' escape '~'",
  )
  const statements = JSON.stringify(made.map(({ name, sql }) => [name, sql]))
  const before = known.get(statements)
  if (before) return before
  const shapes = made.map(({ name }) => [String(name), shapeOf(handle, String(name))] as const)
  if (known.size >= KNOWN_MAX) known.clear()
  known.set(statements, shapes)
  return shapes
}

/** The tables of a database, except for those of migrations and the ignored ones. */
export const tablesOf = (handle: SqlHandle, ignore: readonly string[]): Record<string, DurableTable> =>
  Object.fromEntries(
    shapesOf(handle)
      .filter(([name]) => !isOfMigrations(name) && !ignore.includes(name))
      .map(([name, shape]) => [name, { rows: handle.all(`select * from ${quotedName(name)}`), ...shape }]),
  )
