import type { Hook } from '../../run/calls/caller.ts'
import { type Replacement, replaceMembers } from '../../run/replace.ts'
import { currentScope } from '../../run/scope.ts'
import type { SqlConnection } from '../durable/sql-connection.ts'
import { databaseAt } from './sql-databases.ts'
import type { OpenedConnection } from './sql-driver.ts'
import { loadsExtension, refuseFiles, refuseForeign, refuseOldStatement } from './sql-guard.ts'

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
  /** Whether the driver reads URLs of databases. */
  readonly readsUrls: boolean
  /** The files of a connection, by the methods that are not replaced. */
  filesOf(connection: Connection, original: OriginalMethods): readonly unknown[]
  /** The connection of a statement, if it tells. */
  connectionOf(statement: Statement): object | undefined
  /** The parameters of the constructor, for another file. */
  withFile(values: readonly unknown[], file: string): unknown[]
  /** What it shows of a connection. `original` has the methods that are not replaced. */
  open(connection: Connection, original: OriginalMethods): OpenedConnection
  /** Reads all rows at once by the methods that are not replaced. */
  readAll(statement: object, values: unknown[], original: ReadMethods): readonly unknown[]
  /** Is told of each statement of a connection. */
  prepared?(connection: object, statement: Statement): void
  /** The method that makes a store, which prepares the statements of tagged templates itself. */
  readonly makesStore?: string
  /** Members that only this driver has. */
  readonly members?: readonly DriverMember[]
}

/** A member of a driver that is replaced. */
type DriverMember = readonly [owner: object, name: string, make: Replacement['make']]

/** The methods of a driver, as it has them. */
interface OriginalMethods extends ReadMethods {
  readonly exec: DriverMethod
  readonly close: DriverMethod
  readonly prepare: DriverMethod<object>
}

interface WatchedStatement {
  readonly sql: string
  /** Undefined for a database in memory, which ends with its process. */
  readonly connection: SqlConnection | undefined
}

// A class that was imported while it was replaced stays so: its connections must be known to later hooks.
const connections = new WeakMap<object, SqlConnection | undefined>()
const statements = new WeakMap<object, WatchedStatement>()

const methodOf = <Result = unknown>(owner: object, name: string): DriverMethod<Result> =>
  Reflect.get(owner, name)

/** A driver whose members are replaced. */
interface Hooked {
  readonly classes: DriverClasses<object, object>
  readonly original: OriginalMethods
}

/** Reads a path once that is an object, such as a URL: it could name another file to the driver. */
const withText = ([path, ...rest]: unknown[]): unknown[] =>
  path instanceof Uint8Array
    ? [Buffer.from(path).toString(), ...rest]
    : [typeof path === 'object' && path !== null ? String(path) : path, ...rest]

const constructing =
  ({ classes, original }: Hooked) =>
  (target: Constructor<object>) => {
    const construct = (_: unknown, given: unknown[]): object => {
      const values = currentScope() ? withText(given) : given
      const found = databaseAt(values[0], construct, classes.readsUrls)
      const database = new target(...(found ? classes.withFile(values, found.file) : values))
      if (found) connections.set(database, found.opened(classes.open(database, original)))
      else if (currentScope()) connections.set(database, undefined)
      return database
    }
    return new Proxy(target, { construct })
  }

/** Refuses in a run what a connection does that the run did not open. */
function checkConnection({ classes, original }: Hooked, connection: object, hook: Hook): void {
  if (!connections.has(connection))
    refuseForeign(connection, () => classes.filesOf(connection, original), hook)
}

const preparing = (hooked: Hooked) => (original: DriverMethod<object>) =>
  function prepare(this: object, ...values: unknown[]) {
    checkConnection(hooked, this, prepare)
    refuseFiles(values[0], prepare)
    const statement = original.apply(this, values)
    const connection = connections.get(this)
    if (connection || currentScope()) statements.set(statement, { sql: String(values[0]), connection })
    if (connection) hooked.classes.prepared?.(this, statement)
    return statement
  }

const executing =
  (hooked: Hooked) =>
  (original: DriverMethod): DriverMethod =>
    function exec(...values) {
      checkConnection(hooked, this, exec)
      refuseFiles(values[0], exec)
      const work = () => original.apply(this, values)
      const connection = connections.get(this)
      return connection ? connection.perform(String(values[0]), [], work) : work()
    }

/** Refuses in a run a statement that it did not prepare. */
function checkStatement(hooked: Hooked, statement: object, hook: Hook): void {
  if (statements.has(statement) || !currentScope()) return
  const connection = hooked.classes.connectionOf(statement)
  if (connection) checkConnection(hooked, connection, hook)
  else refuseOldStatement(hook)
}

const performing = (hooked: Hooked) => (original: DriverMethod) =>
  function perform(this: object, ...values: unknown[]) {
    checkStatement(hooked, this, perform)
    const { connection, sql = '' } = statements.get(this) ?? {}
    const work = () => original.apply(this, values)
    return connection ? connection.perform(sql, values, work) : work()
  }

/** Only rows of a database that stands for a file are read by a method of our own. */
const readingAll = ({ classes, original }: Hooked): DriverMethod<readonly unknown[]> =>
  function all(...values) {
    return statements.get(this)?.connection
      ? classes.readAll(this, values, original)
      : original.all.apply(this, values)
  }

/** All rows are read before the first is given out: a connection can be closed between two of them. */
const iterating = (hooked: Hooked) => (original: DriverMethod) => {
  const readAll = performing(hooked)(readingAll(hooked))
  const iterate = performing(hooked)(original)
  return function iterated(this: object, ...values: unknown[]) {
    if (!statements.get(this)?.connection) return iterate.apply(this, values)
    return Array.from(readAll.apply(this, values) as readonly unknown[])[Symbol.iterator]()
  }
}

/** Performs the statement of a tagged template. */
const tagging = (hooked: Hooked) => (original: DriverMethod) =>
  function tagged(this: { readonly db: object }, ...values: unknown[]) {
    const [texts, ...rest] = values
    const sql = (texts as readonly string[]).join('?')
    checkConnection(hooked, this.db, tagged)
    refuseFiles(sql, tagged)
    const connection = connections.get(this.db)
    const work = () => original.apply(this, values)
    return connection ? connection.perform(sql, rest, work) : work()
  }

/** The classes of stores whose methods are replaced: Node may make a class for each store. */
const storeClasses = new WeakSet<object>()

const makingStore = (hooked: Hooked) => (original: DriverMethod<object>) =>
  function make(this: object, ...values: unknown[]): object {
    const store = original.apply(this, values)
    const owner: object = Object.getPrototypeOf(store)
    if (storeClasses.has(owner)) return store
    storeClasses.add(owner)
    for (const name of ['run', 'get', 'all', 'iterate'])
      Reflect.set(owner, name, tagging(hooked)(methodOf(owner, name)))
    return store
  }

function hookMembers(hooked: Hooked): readonly DriverMember[] {
  const { owner, name, connection, statements: prototype, methods, makesStore, members = [] } = hooked.classes
  const database = connection.prototype
  const proxy = constructing(hooked)
  return [
    [database, 'prepare', preparing(hooked)],
    [database, 'exec', executing(hooked)],
    [database, 'constructor', proxy],
    ...('loadExtension' in database ? [[database, 'loadExtension', loadsExtension] as const] : []),
    ...methods.map((method) => [prototype, method, performing(hooked)] as const),
    [prototype, 'all', () => performing(hooked)(readingAll(hooked))],
    ...('iterate' in prototype ? [[prototype, 'iterate', iterating(hooked)] as const] : []),
    ...(makesStore !== undefined && makesStore in database
      ? [[database, makesStore, makingStore(hooked)] as const]
      : []),
    ...members,
    [owner, name, proxy],
  ]
}

/** Routes the databases that the code under test opens by a driver. Returns how to stop it. */
export function hookDriver<Connection extends object, Statement extends object>(
  classes: DriverClasses<Connection, Statement>,
): () => void {
  const { connection, statements: prototype } = classes
  const original: OriginalMethods = {
    exec: methodOf(connection.prototype, 'exec'),
    close: methodOf(connection.prototype, 'close'),
    prepare: methodOf<object>(connection.prototype, 'prepare'),
    all: methodOf<readonly unknown[]>(prototype, 'all'),
    iterate: methodOf<Iterable<unknown>>(prototype, 'iterate'),
  }
  // Each driver gives its own classes, and is given nothing else.
  const members = hookMembers({ classes: classes as unknown as Hooked['classes'], original })
  return replaceMembers(members.map(([holder, member, make]) => ({ owner: holder, name: member, make })))
}
