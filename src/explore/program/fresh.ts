import { sep } from 'node:path'
import { dispatchers } from '../io/sockets/undici.ts'

/** Stands in the path of each file of a package. */
export const inPackage = `${sep}node_modules${sep}`

/** Whether a path belongs to one of these packages. */
const isIn = (path: string, packages: readonly string[]): boolean =>
  packages.some((name) => path.includes(`${inPackage}${name.replaceAll('/', sep)}${sep}`))

const verdicts = new WeakMap<readonly string[], Map<string, boolean>>()

/** Whether each process loads a module again: one of the program, or of a package that is fresh. */
export function isAnew(path: string, fresh: readonly string[]): boolean {
  // Each start of a process asks it of all modules that Node has loaded.
  const known = verdicts.get(fresh) ?? new Map<string, boolean>()
  verdicts.set(fresh, known)
  const found = known.get(path) ?? (!path.includes(inPackage) || isIn(path, fresh))
  known.set(path, found)
  return found
}

/**
 * Forgets the agent of undici, if each process loads undici again: a process must not use the connections of
 * an earlier one.
 */
export function forgetDispatchers(fresh: readonly string[]): void {
  if (!fresh.includes('undici')) return
  // undici defines them so that they cannot be removed.
  for (const name of dispatchers) if (name in globalThis) Reflect.set(globalThis, name, undefined)
}

/** Forgets the modules that Node has loaded and that each process loads again. */
export function forgetModules(require: NodeJS.Require, fresh: readonly string[]): void {
  for (const path of Object.keys(require.cache))
    if (isAnew(path, fresh)) Reflect.deleteProperty(require.cache, path)
}
