import { checkRunner, notLoaded } from '../expected-runner.ts'

// An import declaration would fail before this check.
checkRunner('vitest')

/** What Vitest exports. */
export const vitestGlobals: typeof import('vitest') = await import('vitest').catch((error: unknown) => {
  throw notLoaded('vitest', 'vitest', error)
})
