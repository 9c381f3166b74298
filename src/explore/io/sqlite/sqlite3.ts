import { type Replacement, replaceMembers } from '../../run/replace.ts'
import { currentScope } from '../../run/scope.ts'
import { isTemporary, pathOfDatabase } from './sql-databases.ts'
import { copies, loadsExtension, refuseFiles, refuseInRun } from './sql-guard.ts'

type Method = (this: object, ...values: unknown[]) => unknown
type Constructor = new (...values: unknown[]) => object

/** The native module of the package sqlite3. */
interface Sqlite3 {
  readonly Database: Constructor & { readonly prototype: object }
}

/** Whether a native module is that of sqlite3. */
export const isSqlite3 = (exported: object): exported is Sqlite3 =>
  ['Database', 'Statement', 'Backup'].every((name) => typeof Reflect.get(exported, name) === 'function') &&
  Reflect.get(exported, 'OPEN_READWRITE') !== undefined

/** The connections to databases in memory that code of runs opened. */
const inMemory = new WeakSet<object>()

/** Refuses databases in files: this driver works on threads of its own, beside virtual time. */
const constructing = (target: Constructor) => {
  const construct = (_: unknown, values: unknown[]): object => {
    const path = String(values[0] ?? '')
    if (!isTemporary(path, true))
      refuseInRun(
        `opened the database ${pathOfDatabase(path)} by sqlite3`,
        'explorations have better-sqlite3, node:sqlite and node-sqlite3-wasm',
        construct,
      )
    const database = new target(...values)
    if (currentScope()) inMemory.add(database)
    return database
  }
  return new Proxy(target, { construct })
}

/** Refuses what another connection does, and statements that open a file. */
const performing = (original: Method): Method =>
  function perform(...values) {
    if (!inMemory.has(this))
      refuseInRun(
        `used a database that was opened outside of the run by sqlite3`,
        'open it in the program',
        perform,
      )
    refuseFiles(values[0], perform)
    return original.apply(this, values)
  }

const performers = ['exec', 'prepare', 'run', 'get', 'all', 'each', 'map']

/** Refuses the databases that the code under test opens by sqlite3. Returns how to stop it. */
export function hookSqlite3(module: Sqlite3): () => void {
  const { prototype } = module.Database
  const members: readonly (readonly [string, Replacement['make']])[] = [
    ...performers.map((name) => [name, performing] as const),
    ['backup', copies(0)],
    ['loadExtension', loadsExtension],
    ['constructor', constructing],
  ]
  return replaceMembers([
    ...members
      .filter(([name]) => name in prototype)
      .map(([name, make]) => ({ owner: prototype, name, make })),
    { owner: module, name: 'Database', make: constructing },
  ])
}
