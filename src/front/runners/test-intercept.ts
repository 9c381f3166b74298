import type { Intercept, InterceptOptions } from '../../server/node/intercept.ts'
import { lateCallTo } from '../../world/handles.ts'
import type { World } from '../../world/world.ts'

/**
 * Lets the world of a test answer the requests of this process until the test ends, as `intercept` of
 * `fauxgraph/intercept` does. In tests that run at the same time, call it before the first `await`.
 */
export type TestIntercept = (options?: InterceptOptions) => Promise<Intercept>

let loaded: typeof import('../../server/node/intercept.ts') | undefined

/** Loads the interceptors, which few tests need. */
export async function loadIntercept() {
  loaded ??= await import('../../server/node/intercept.ts')
  return loaded
}

/** Returns the `intercept` of a test, and the function that ends all its intercepts. */
export function interceptsOf(world: World): { intercept: TestIntercept; restore(): void } {
  const running: Intercept[] = []
  return {
    async intercept(options) {
      // A loaded module starts at once: what the caller does next then lies in the flow of this intercept.
      const { intercept } = loaded ?? (await loadIntercept())
      const late = lateCallTo(world, 'intercept')
      if (late !== undefined) throw new Error(late)
      const made = intercept(world, options)
      running.push(made)
      return made
    },
    restore() {
      for (const made of running.splice(0)) made.restore()
    },
  }
}
