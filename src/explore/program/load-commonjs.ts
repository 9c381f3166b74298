import { createRequire } from 'node:module'
import { keepCompiled } from './compiled.ts'
import { forgetModules } from './fresh.ts'
import type { Parse } from './guard-loops.ts'
import { importVite } from './import-vite.ts'
import type { Loader } from './loader.ts'

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
  const forget = keepCompiled(fresh, parse)
  return {
    async load() {
      forgetModules(require, fresh)
      return require(file)
    },
    async close() {
      forget()
      forgetModules(require, fresh)
      Object.assign(require.cache, before)
    },
  }
}
