import { createRequire } from 'node:module'
import { sep } from 'node:path'
import type { Loader } from './loader.ts'

const inPackage = `${sep}node_modules${sep}`

/** Whether a path belongs to one of these packages. */
const isIn = (path: string, packages: readonly string[]): boolean =>
  packages.some((name) => path.includes(`${inPackage}${name.replaceAll('/', sep)}${sep}`))

/** Forgets the modules that Node has loaded and that each process loads again. */
export function forgetModules(require: NodeJS.Require, fresh: readonly string[]): void {
  for (const path of Object.keys(require.cache))
    if (!path.includes(inPackage) || isIn(path, fresh)) Reflect.deleteProperty(require.cache, path)
}

/** Loads a CommonJS program by Node itself. Each load evaluates its modules anew, and keeps the packages. */
export function commonJsLoader(file: string, fresh: readonly string[]): Loader {
  const require = createRequire(file)
  // What the process that explores had loaded stays loaded for it.
  const before = { ...require.cache }
  return {
    async load() {
      forgetModules(require, fresh)
      return require(file)
    },
    async close() {
      forgetModules(require, fresh)
      Object.assign(require.cache, before)
    },
  }
}
