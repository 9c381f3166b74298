import { createRequire, Module } from 'node:module'

/** The entries that a configuration loads, as this process has them. */
const entries: Readonly<Record<string, () => Promise<object>>> = {
  fauxgraph: () => import('../../../index.ts'),
  'fauxgraph/area': () => import('../../../service/area/index.ts'),
  'fauxgraph/explore': () => import('../../../explore/index.ts'),
  'fauxgraph/fast-check': () => import('../../../explore/search/properties/index.ts'),
  'fauxgraph/simulation': () => import('../../../simulation/index.ts'),
}

function resolved(require: NodeJS.Require, name: string): string | undefined {
  try {
    return require.resolve(name)
  } catch {
    // The package is not installed here: the module that requires it says so itself.
    return undefined
  }
}

/**
 * Lets CommonJS modules beside a file that require this package get the copy of this process. Otherwise Node
 * loads a second one, whose programs know nothing of the runs of the first.
 */
export async function shareCopy(file: string): Promise<void> {
  const require = createRequire(file)
  for (const [name, load] of Object.entries(entries)) {
    const path = resolved(require, name)
    if (path === undefined || require.cache[path]) continue
    // fast-check may be missing: the module that requires it says so itself.
    const exports = await load().catch(() => undefined)
    if (exports) require.cache[path] = Object.assign(new Module(path), { exports, loaded: true })
  }
}
