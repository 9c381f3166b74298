import { type Replacement, replaceMembers } from '../../run/replace.ts'
import type { SqlConnection } from '../sql-connection.ts'
import { databaseAt } from './sql-databases.ts'
import type { OpenedConnection } from './sql-driver.ts'

/** A method of a driver's class. */
type DriverMethod<Result = unknown> = (this: object, ...values: unknown[]) => Result

type Constructor<Connection> = new (...values: unknown[]) => Connection

/** The methods that read rows, as the driver has them. */
interface ReadMethods {
  readonly all: DriverMethod<readonly unknown[]>
  readonly iterate: DriverMethod<Iterable<unknown>>
}

/** The classes of a driver, and what is different in it. */
export interface DriverClasses<Connection extends object, Statement extends object> {
  /** The object through which the class of connections is reached, and its name there. */
  readonly owner: object
  readonly name: string
  readonly connection: { readonly prototype: object }
  readonly statements: object
  /** The methods of statements that perform them. Rows that are read one by one are named `iterate`. */
  readonly methods: readonly string[]
  /** The parameters of the constructor, for another file. */
  withFile(values: readonly unknown[], file: string): unknown[]
  /** What it shows of a connection. `original` has the methods that are not replaced. */
  open(
    connection: Connection,
    original: { readonly exec: DriverMethod; readonly close: DriverMethod },
  ): OpenedConnection
  /** Reads all rows at once by the methods that are not replaced. */
  readAll(statement: object, values: unknown[], original: ReadMethods): readonly unknown[]
  /** Is told of each statement of a connection. */
  prepared?(connection: object, statement: Statement): void
}

interface WatchedStatement {
  readonly sql: string
  readonly connection: SqlConnection
}

// A class that was imported while it was replaced stays so: its connections must be known to later hooks.
const connections = new WeakMap<object, SqlConnection>()
const statements = new WeakMap<object, WatchedStatement>()

const methodOf = <Result = unknown>(owner: object, name: string): DriverMethod<Result> =>
  Reflect.get(owner, name)

function constructing<Connection extends object, Statement extends object>(
  classes: DriverClasses<Connection, Statement>,
  original: { exec: DriverMethod; close: DriverMethod },
) {
  return (target: Constructor<Connection>) => {
    const construct = (_: unknown, values: unknown[]): Connection => {
      const found = databaseAt(values[0], construct)
      if (!found) return new target(...values)
      const database = new target(...classes.withFile(values, found.file))
      connections.set(database, found.opened(classes.open(database, original)))
      return database
    }
    return new Proxy(target, { construct })
  }
}

const preparing =
  <Statement extends object>(prepared: (connection: object, statement: Statement) => void) =>
  (original: (...values: unknown[]) => Statement) =>
    function prepare(this: object, ...values: unknown[]) {
      const statement = original.apply(this, values)
      const connection = connections.get(this)
      if (!connection) return statement
      statements.set(statement, { sql: String(values[0]), connection })
      prepared(this, statement)
      return statement
    }

const executing = (original: DriverMethod): DriverMethod =>
  function exec(...values) {
    const work = () => original.apply(this, values)
    const connection = connections.get(this)
    return connection ? connection.perform(String(values[0]), [], work) : work()
  }

const performing = <Result>(original: DriverMethod<Result>): DriverMethod<Result> =>
  function perform(...values) {
    const known = statements.get(this)
    const work = () => original.apply(this, values)
    return known ? known.connection.perform(known.sql, values, work) : work()
  }

/** All rows are read before the first is given out: a connection can be closed between two of them. */
const iterating =
  (readAll: DriverMethod<readonly unknown[]>) =>
  (original: DriverMethod): DriverMethod =>
    function iterate(...values) {
      if (!statements.has(this)) return original.apply(this, values)
      return readAll.apply(this, values)[Symbol.iterator]()
    }

/** Routes the databases that the code under test opens by a driver. Returns how to stop it. */
export function hookDriver<Connection extends object, Statement extends object>(
  classes: DriverClasses<Connection, Statement>,
): () => void {
  const { owner, name, connection, statements: prototype, methods } = classes
  const original = {
    exec: methodOf(connection.prototype, 'exec'),
    close: methodOf(connection.prototype, 'close'),
    all: methodOf<readonly unknown[]>(prototype, 'all'),
    iterate: methodOf<Iterable<unknown>>(prototype, 'iterate'),
  }
  const readAll = performing(function all(...values) {
    // Only rows of the code under test are read by a replaced method.
    return statements.has(this) ? classes.readAll(this, values, original) : original.all.apply(this, values)
  })
  const members: readonly (readonly [object, string, Replacement['make']])[] = [
    [
      connection.prototype,
      'prepare',
      preparing<Statement>((of, statement) => classes.prepared?.(of, statement)),
    ],
    [connection.prototype, 'exec', executing],
    ...methods.map((method) => [prototype, method, performing] as const),
    [prototype, 'all', () => readAll],
    ...('iterate' in prototype ? [[prototype, 'iterate', iterating(readAll)] as const] : []),
    [owner, name, constructing(classes, original)],
  ]
  return replaceMembers(members.map(([holder, member, make]) => ({ owner: holder, name: member, make })))
}
