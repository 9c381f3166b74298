import { checkRunner, notLoaded } from '../expected-runner.ts'

// An import declaration would fail before this check. In the CommonJS build, .build/commonjs.config.ts
// replaces this file, because CommonJS has no `await` outside functions.
checkRunner('jest')

/** What Jest exports. */
export const jestGlobals: typeof import('@jest/globals') = await import('@jest/globals').catch(
  (error: unknown) => {
    throw notLoaded('jest', '@jest/globals', error)
  },
)
