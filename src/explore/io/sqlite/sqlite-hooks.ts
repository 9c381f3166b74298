import Module from 'node:module'
import { replaceMembers } from '../../run/replace.ts'
import { hookBetterSqlite, isBetterSqlite } from './better-sqlite.ts'
import { hookNodeSqlite, nodeSqliteModule } from './node-sqlite.ts'
import { hookSqlite3, isSqlite3 } from './sqlite3.ts'
import { hookWasmSqlite, isWasmSqlite } from './wasm-sqlite.ts'

type Method = (...values: unknown[]) => unknown

/** How the databases of a loaded module are routed; undefined if it is no driver of SQLite. */
function hookOf(exported: unknown): (() => () => void) | undefined {
  if (exported === null || (typeof exported !== 'object' && typeof exported !== 'function')) return undefined
  if (isBetterSqlite(exported)) return () => hookBetterSqlite(exported)
  if (isSqlite3(exported)) return () => hookSqlite3(exported)
  return isWasmSqlite(exported) ? () => hookWasmSqlite(exported) : undefined
}

/** Native modules, and the package that is WebAssembly: no other can open a file of SQLite. */
const mayBeDriver = (name: string): boolean => /\.node$|node-sqlite3-wasm/.test(name)

interface Loaded {
  readonly exports: unknown
}

const cacheOfNode = (): Readonly<Record<string, Loaded>> => Reflect.get(Module, '_cache')

/**
 * Routes the databases that code of runs opens by any driver of SQLite, those that are loaded later too.
 * Returns how to stop it.
 */
export function installSqliteHooks(): () => void {
  const hooked = new Map<object, () => void>()
  const hook = (exported: unknown) => {
    const open = hookOf(exported)
    const owner = Object(exported)
    if (open && !hooked.has(owner)) hooked.set(owner, open())
  }
  const node = nodeSqliteModule()
  const undoNode = node ? hookNodeSqlite(node) : () => {}
  for (const [path, { exports }] of Object.entries(cacheOfNode())) if (mayBeDriver(path)) hook(exports)
  const undoLoad = replaceMembers([
    {
      owner: process,
      name: 'dlopen',
      make: (original: Method) =>
        function dlopen(this: unknown, ...values: unknown[]) {
          const result = Reflect.apply(original, this, values)
          hook((values[0] as Loaded).exports)
          return result
        },
    },
    {
      owner: Module,
      name: '_load',
      make: (original: Method) =>
        function load(this: unknown, ...values: unknown[]) {
          const exported = Reflect.apply(original, this, values)
          if (mayBeDriver(String(values[0]))) hook(exported)
          return exported
        },
    },
  ])
  return () => {
    for (const undo of [undoLoad, ...hooked.values(), undoNode]) undo()
  }
}
