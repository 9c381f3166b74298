import type { DurableTable } from '../io/durable/part.ts'

/** The columns that the first version of a program has, and what only later versions have. */
export interface FirstColumns {
  /** The columns of each table, as far as runs of the first version have shown them. */
  readonly known: Map<string, Set<string>>
  /** The tables, and columns as `table.column`, that only a later version has. */
  readonly later: Set<string>
}

export const newColumns = (): FirstColumns => ({ known: new Map(), later: new Set() })

const columnsOf = ({ columns, rows }: DurableTable): readonly string[] => [
  ...new Set([...(columns ?? []), ...rows.flatMap((row) => Object.keys(row))]),
]

/** Notes the columns of tables, as the first version of a program has them. */
function learn({ known }: FirstColumns, name: string, table: DurableTable): void {
  const columns = known.get(name) ?? new Set()
  for (const column of columnsOf(table)) columns.add(column)
  known.set(name, columns)
}

/** A table of a later version as the first version would have it; undefined if that has no such table. */
function reduced({ known, later }: FirstColumns, name: string, table: DurableTable) {
  const columns = known.get(name)
  if (!columns) {
    later.add(name)
    return undefined
  }
  for (const column of columnsOf(table)) if (!columns.has(column)) later.add(`${name}.${column}`)
  const kept = (row: DurableTable['rows'][number]) =>
    Object.fromEntries(Object.entries(row).filter(([column]) => columns.has(column)))
  return { ...table, rows: table.rows.map(kept) }
}

/**
 * The tables that are compared by themselves. Of a later version of a program, these are the tables and
 * columns that the first has too: rows from before a deployment cannot have the others.
 */
export function comparable(
  {
    versions,
    version,
    columns,
  }: Readonly<{ versions: readonly string[]; version: number; columns: FirstColumns }>,
  tables: Readonly<Record<string, DurableTable>>,
): Readonly<Record<string, DurableTable>> {
  if (versions.length < 2) return tables
  const entries = Object.entries(tables)
  if (version === 0) for (const [name, table] of entries) learn(columns, name, table)
  else
    return Object.fromEntries(
      entries.flatMap(([name, table]) => {
        const own = reduced(columns, name, table)
        return own ? [[name, own]] : []
      }),
    )
  return tables
}

/** Whether a line of the trace tells of a statement that writes rows of a table. */
function writesTo(line: string, table: string): boolean {
  const words = line.toLowerCase().split(/[\s"'`[\]().;,]+/)
  const name = table.toLowerCase().split('.').at(-1)
  return words.some((word, index) => {
    if (word !== name) return false
    // The name of a schema may stand in between.
    const before = [words.slice(0, index), words.slice(0, index - 1)].map((list) => list.slice(-2))
    return before.some(
      ([first, last]) => last === 'into' || last === 'update' || (first === 'delete' && last === 'from'),
    )
  })
}

/** The tables that a later version leaves as they were: what an earlier one wrote there may stay. */
export const abandoned = (
  tables: readonly string[],
  { version, trace }: { readonly version: number; readonly trace: readonly string[] },
): string[] => (version === 0 ? [] : tables.filter((table) => !trace.some((line) => writesTo(line, table))))
