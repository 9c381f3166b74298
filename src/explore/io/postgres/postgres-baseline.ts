import { existsSync, readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { errorMessage } from '../../../engine/values/error-message.ts'
import type { DurableTable } from '../durable/part.ts'
import { bareSql, statementEnds } from '../durable/sql-statements.ts'
import { isOfMigrations, quotedName } from '../durable/sql-tables.ts'
import type { PostgresSession } from './postgres-session.ts'
import { PostgresError } from './postgres-wire.ts'

/** Makes the tables in which every run begins: a file of SQL, or a function that executes texts of SQL. */
export type PostgresSchema = string | ((execute: (sql: string) => void) => unknown)

/** Holds the rows of the baseline. Programs do not see it. */
const keeper = 'fauxgraph_baseline'

const ofProgram = `nspname not in ('pg_catalog', 'information_schema', '${keeper}')
  and nspname not like 'pg~_toast%' escape '~' and nspname not like 'pg~_temp%' escape '~'`

/**
 * The number of resets after which PostgreSQL is told to remove the files of tables that were emptied. No
 * process beside it does that from time to time, as one does for a server.
 */
const CHECKPOINT_EVERY = 50

/** Changes whenever a table, a column, an index, a type, a function or a constraint does. */
const catalog = [
  // Emptying a table changes its row here too, but none of these columns.
  `(select count(*) || '/' || sum(hashtext(concat(oid, relname, relnamespace, relkind, relnatts, relchecks,
    relhasrules, relhastriggers, relrowsecurity))::bigint) from pg_class)`,
  ...['pg_attribute', 'pg_type', 'pg_proc', 'pg_constraint', 'pg_attrdef', 'pg_namespace'].map(
    (name) => `(select count(*) || '/' || coalesce(sum(xmin::text::bigint), 0) from ${name})`,
  ),
].join(" || ' ' || ")

/** The line of a text, from 1, that has a place in it. */
const lineAt = (sql: string, place: number): number => sql.slice(0, place).split('\n').length

/** The line of the statement in a text that does not run. */
function lineOfError(session: PostgresSession, sql: string, error: unknown): number {
  if (error instanceof PostgresError && error.position !== undefined) return lineAt(sql, error.position - 1)
  let from = 0
  session.query('begin')
  try {
    for (const end of statementEnds(sql)) {
      session.query(sql.slice(from, end))
      from = end
    }
  } catch {
    // The statement that begins here does not run.
  }
  session.query('rollback')
  const rest = bareSql(sql).slice(from).trimStart()
  return lineAt(sql, sql.length - rest.length)
}

/** The tables of a database in PostgreSQL, and how to come back to them. */
export class PostgresBaseline {
  private readonly session: PostgresSession
  private readonly name: string
  private readonly load: () => Promise<void>
  private shape = ''
  private resets = 0
  /** The tables by their oid, and those that begin with rows. */
  private tables = new Map<string, string>()
  private filled: { name: string; source: string; columns: string }[] = []
  private sequences: string[] = []
  private counts: { last: string; used: boolean }[] = []

  constructor(
    session: PostgresSession,
    { name, root, schema }: { name: string; root: string; schema: PostgresSchema | undefined },
  ) {
    this.session = session
    this.name = name
    this.load = () => this.run(root, schema)
  }

  private async run(root: string, schema: PostgresSchema | undefined): Promise<void> {
    const fail = (place: string, error: unknown): never => {
      throw new TypeError(
        `postgres: the schema of ${this.name} does not load: ${place}${errorMessage(error)}`,
      )
    }
    if (schema === undefined) return
    if (typeof schema === 'function') {
      try {
        await schema((sql) => void this.session.query(sql))
      } catch (error) {
        fail('its function threw ', error)
      }
      return
    }
    const file = resolve(root, schema)
    const near = relative(process.cwd(), file)
    if (!existsSync(file)) fail(`${near}: `, 'there is no such file')
    const sql = readFileSync(file, 'utf8')
    try {
      this.session.query(sql)
    } catch (error) {
      fail(`${near}:${lineOfError(this.session, sql, error)}: `, error)
    }
  }

  /** Loads the schema, and keeps its rows. */
  async begin(): Promise<void> {
    const { session } = this
    await this.load()
    session.query(`create schema ${keeper}`)
    const found = session.query(`select c.oid::text as oid, format('%I.%I', nspname, relname) as name,
      (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute a
        where a.attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
      from pg_class c join pg_namespace n on n.oid = relnamespace where relkind = 'r' and ${ofProgram}`)
    this.filled = []
    this.tables = new Map(found.map(({ oid, name }) => [String(oid), String(name)]))
    for (const { oid, name, columns } of found) {
      if (session.query(`select 1 as one from ${name} limit 1`).length === 0) continue
      const source = `${keeper}.t${oid}`
      session.query(`create table ${source} as select ${columns} from ${name}`)
      this.filled.push({ name: String(name), source, columns: String(columns) })
    }
    this.sequences = session
      .query("select format('%I.%I', schemaname, sequencename) as name from pg_sequences")
      .map(({ name }) => String(name))
    this.counts = this.readCounts()
    this.shape = this.readShape()
  }

  private readShape = (): string => String(this.session.query(`select ${catalog} as shape`)[0]?.['shape'])

  /** How far each sequence has counted, in order. */
  private readCounts(): { last: string; used: boolean }[] {
    if (this.sequences.length === 0) return []
    const reads = this.sequences.map(
      (name, index) => `select ${index} as place, last_value::text as last, is_called as used from ${name}`,
    )
    const found = this.session.query(`${reads.join(' union all ')} order by place`)
    return found.map(({ last, used }) => ({ last: String(last), used: used === true }))
  }

  /** Goes back to the baseline. What no statement changed is left as it is. */
  async reset(): Promise<void> {
    const { session } = this
    if (++this.resets % CHECKPOINT_EVERY === 0) session.query('checkpoint')
    if (session.changed.tables && this.readShape() !== this.shape) return this.rebuild()
    if (!session.changed.rows) return
    // A table that has a file is emptied even without rows: the places of old ones would change the order.
    const used =
      session.query(`select oid::text as oid from unnest('{${[...this.tables.keys()].join()}}'::oid[]) oid
      where pg_relation_size(oid) > 0`)
    if (used.length > 0) session.query(this.refill(used.map(({ oid }) => this.tables.get(String(oid)) ?? '')))
    for (const [index, now] of this.readCounts().entries()) {
      const before = this.counts[index]
      if (!before || (before.last === now.last && before.used === now.used)) continue
      const name = (this.sequences[index] ?? '').replaceAll("'", "''")
      session.query(`select setval('${name}', ${before.last}, ${before.used})`)
    }
  }

  private refill(used: readonly string[]): string {
    const rows = this.filled.map(
      ({ name, source, columns }) =>
        `insert into ${name} (${columns}) overriding system value select ${columns} from ${source}`,
    )
    return [
      'set session_replication_role = replica',
      `truncate ${used.join(', ')} cascade`,
      ...rows,
      'set session_replication_role = default',
    ].join('; ')
  }

  private async rebuild(): Promise<void> {
    const { session } = this
    const schemas = session.query(`select quote_ident(nspname) as name from pg_namespace where ${ofProgram}`)
    for (const { name } of [...schemas, { name: keeper }]) session.query(`drop schema ${name} cascade`)
    session.query('create schema public')
    await this.begin()
  }

  /** The tables, except for those of migrations and the ignored ones, by their names. */
  readTables(ignore: readonly string[]): Record<string, DurableTable> {
    const { session } = this
    const found = session.query(`select c.oid::text as oid, nspname as schema, relname as name,
      (select json_agg(attname order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped) as columns
      from pg_class c join pg_namespace n on n.oid = relnamespace
      where relkind = 'r' and ${ofProgram} order by nspname, relname`)
    const columnsOf = (list: string) =>
      `(select json_agg(attname order by attnum) from pg_attribute where attrelid = con.${list}`
    const constraints = session.query(`select conrelid::text as oid, contype::text as type,
      ${columnsOf('conrelid')} and attnum = any(conkey)) as columns,
      confrelid::regclass::text as target, ${columnsOf('confrelid')} and attnum = any(confkey)) as targets
      from pg_constraint con where contype in ('p', 'f')`)
    const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
    const nameOf = ({ schema, name }: Record<string, unknown>) =>
      schema === 'public' ? `${name}` : `${schema}.${name}`
    const tables = found.filter(
      (table) => !isOfMigrations(String(table['name'])) && !ignore.includes(nameOf(table)),
    )
    return Object.fromEntries(
      tables.map((table) => {
        const own = constraints.filter(({ oid }) => oid === table['oid'])
        const full = `${quotedName(String(table['schema']))}.${quotedName(String(table['name']))}`
        const references = own
          .filter(({ type }) => type === 'f')
          .map(({ columns, target, targets }) => ({
            column: listOf(columns)[0] ?? '',
            table: String(target).replaceAll('"', ''),
            to: listOf(targets)[0] ?? '',
          }))
        const keys = own.filter(({ type }) => type === 'p').flatMap(({ columns }) => listOf(columns))
        const columns = listOf(table['columns'])
        return [nameOf(table), { rows: session.query(`select * from ${full}`), columns, keys, references }]
      }),
    )
  }
}
