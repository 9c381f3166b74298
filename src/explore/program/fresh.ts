import { sep } from 'node:path'

/** Stands in the path of each file of a package. */
export const inPackage = `${sep}node_modules${sep}`

/** Whether a path belongs to one of these packages. */
const isIn = (path: string, packages: readonly string[]): boolean =>
  packages.some((name) => path.includes(`${inPackage}${name.replaceAll('/', sep)}${sep}`))

/** Whether each process loads a module again: one of the program, or of a package that is fresh. */
export const isAnew = (path: string, fresh: readonly string[]): boolean =>
  !path.includes(inPackage) || isIn(path, fresh)

/** Forgets the modules that Node has loaded and that each process loads again. */
export function forgetModules(require: NodeJS.Require, fresh: readonly string[]): void {
  for (const path of Object.keys(require.cache))
    if (isAnew(path, fresh)) Reflect.deleteProperty(require.cache, path)
}
