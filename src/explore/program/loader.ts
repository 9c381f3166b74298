import { commonJsLoader } from './load-commonjs.ts'
import { moduleLoader } from './load-modules.ts'
import { moduleKindOf } from './module-kind.ts'

/** Loads the modules of a program. */
export interface Loader {
  /**
   * Evaluates the program and its modules anew, for one of the processes that run side by side: the first if
   * left out. Returns its exports, whose type only its owner knows.
   */
  load<Exports>(process?: number): Promise<Exports>
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

/** Packages whose only work is done when they are loaded, and those that keep a list of their timers. */
const freshAlways = [
  ...['dotenv', 'dotenv-flow', 'dotenv-expand'],
  ...['node-cron', 'cron', 'croner', 'toad-scheduler'],
]

/** Creates the loader of a program. */
export async function loaderOf({ file, root, fresh }: LoaderOptions): Promise<Loader> {
  const packages = [...freshAlways, ...fresh]
  return moduleKindOf(file) === 'commonjs'
    ? commonJsLoader(file, packages)
    : moduleLoader({ file, root, fresh: packages })
}
