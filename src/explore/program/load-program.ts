import { commonJsLoader } from './load-commonjs.ts'
import { moduleLoader } from './load-modules.ts'
import type { Loader, LoaderOptions } from './loader.ts'
import { moduleKindOf } from './module-kind.ts'

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
