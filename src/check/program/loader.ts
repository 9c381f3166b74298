import { existsSync } from 'node:fs'
import { commonJsLoader } from './load-commonjs.ts'
import { moduleLoader } from './load-modules.ts'
import { moduleKindOf } from './module-kind.ts'

/** Loads the modules of a program. */
export interface Loader {
  /** Evaluates the program and its modules anew, and returns the exports of the program. */
  load(): Promise<Record<string, unknown>>
  /** Frees the loader. */
  close(): Promise<void>
}

/** The file of a program, and how it is loaded. */
export interface LoaderOptions {
  readonly file: string
  readonly root: string
  /** Packages that each process loads again. */
  readonly fresh: readonly string[]
}

/** Packages whose only work is done when they are loaded. */
const freshAlways = ['dotenv', 'dotenv-flow', 'dotenv-expand']

/** Creates the loader of a program. Throws a TypeError if its file does not exist. */
export async function loaderOf({ file, root, fresh }: LoaderOptions): Promise<Loader> {
  if (!existsSync(file)) throw new TypeError(`explore: the program ${file} does not exist`)
  const packages = [...freshAlways, ...fresh]
  return moduleKindOf(file) === 'commonjs'
    ? commonJsLoader(file, packages)
    : moduleLoader({ file, root, fresh: packages })
}
