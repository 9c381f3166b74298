import Module, { createRequire } from 'node:module'
import { sep } from 'node:path'
import { replaceMembers } from '../run/replace.ts'
import { guardLoops, type Parse } from './guard-loops.ts'
import { importVite } from './import-vite.ts'
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

/** What Node calls with the text of a CommonJS module. */
type Compile = (this: unknown, code: string, path: string, ...rest: unknown[]) => unknown

/** Guards the loops of CommonJS code. Code that is not read as a module stays: Node names what is wrong. */
function guarded(code: string, parse: Parse): string {
  try {
    return guardLoops(code, parse)
  } catch {
    return code
  }
}

/** Guards the loops of the program's own modules. Returns how to end that. */
const guardCompiled = (parse: Parse): (() => void) =>
  replaceMembers([
    {
      owner: Module.prototype,
      name: '_compile',
      make: (original: Compile): Compile =>
        function compile(code, path, ...rest) {
          const isOwn = !path.includes(inPackage)
          return original.call(this, isOwn ? guarded(code, parse) : code, path, ...rest)
        },
    },
  ])

/** The parser of Vite. Without Vite, loops of CommonJS are watched from outside only. */
const parser = (): Promise<Parse | undefined> =>
  importVite().then(
    ({ vite }) => vite.parseAst,
    () => undefined,
  )

/** Loads a CommonJS program by Node itself. Each load evaluates its modules anew, and keeps the packages. */
export async function commonJsLoader(file: string, fresh: readonly string[]): Promise<Loader> {
  const require = createRequire(file)
  // What the process that explores had loaded stays loaded for it.
  const before = { ...require.cache }
  const parse = await parser()
  const unguard = parse ? guardCompiled(parse) : () => {}
  return {
    async load() {
      forgetModules(require, fresh)
      return require(file)
    },
    async close() {
      unguard()
      forgetModules(require, fresh)
      Object.assign(require.cache, before)
    },
  }
}
