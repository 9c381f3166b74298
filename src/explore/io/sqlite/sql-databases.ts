import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { callerOf, type Hook } from '../../run/calls/caller.ts'
import { leaveWorld } from '../../run/calls/fetch.ts'
import { currentScope } from '../../run/scope.ts'
import type { SqlTarget } from './sql-driver.ts'

/** The databases of the exploration that runs, by the absolute paths that the code under test opens. */
const databases = new Map<string, () => SqlTarget>()

/**
 * Lets a target stand for the database at a path. Returns how to end it. Throws a TypeError if another stands
 * for it.
 */
export function claimDatabase(path: string, target: () => SqlTarget): () => void {
  if (databases.has(path)) throw new TypeError(`sqlite: two databases have the path ${path}: list it once`)
  databases.set(path, target)
  return () => void databases.delete(path)
}

/** How URLs say that a database is in memory, in the plain forms: of several modes SQLite takes the last. */
const ofMemory = [
  'mode=memory',
  'mode=memory&cache=shared',
  'mode=memory&cache=private',
  'cache=shared&mode=memory',
]

function isUrlOfMemory(path: string): boolean {
  const [name = '', ...query] = path.split('?')
  if (name === 'file::memory:') return ['', 'cache=shared', 'cache=private'].includes(query.join('?'))
  return name.startsWith('file:') && !name.includes('#') && ofMemory.includes(query.join('?'))
}

/** A database in memory, or a temporary one: it ends with its process. Some drivers read URLs too. */
export const isTemporary = (path: string, readsUrls: boolean): boolean =>
  path === '' || path === ':memory:' || (readsUrls && isUrlOfMemory(path))

/** The absolute path of what a driver is given: a path, a URL, or SQLite's own form of one. */
export function pathOfDatabase(given: unknown): string {
  const text = given instanceof URL ? given.href : String(given ?? '')
  if (!text.startsWith('file:')) return resolve(text)
  const plain = text.split(/[?#]/)[0] ?? ''
  return plain.startsWith('file:/') ? fileURLToPath(plain) : resolve(plain.slice('file:'.length))
}

/**
 * Finds what stands for a database that the code under test opens; undefined for a database in memory, and
 * for other code. A database that nobody listed stops the run, because its writes would be real. `hook` is
 * the function that the code called.
 */
export function databaseAt(given: unknown, hook: Hook, readsUrls: boolean): SqlTarget | undefined {
  const scope = currentScope()
  if (!scope || isTemporary(String(given ?? ''), readsUrls)) return undefined
  const path = pathOfDatabase(given)
  const found = databases.get(path)
  if (found) return found()
  const place = callerOf(hook)
  const advice = `list it, as in database: sqlite(${JSON.stringify(String(given))})`
  leaveWorld(scope, `opened the database ${path}${place ? ` at ${place}` : ''}`, advice)
  throw new Error(`explore: the database ${path} is outside the world: ${advice}`)
}
