import { checkRunner } from '../expected-runner.ts'

// CommonJS gets this file in place of the entry. Vitest cannot be required, so this is another runner or a
// mistake.
checkRunner('vitest')
throw new Error(
  "fauxgraph/vitest cannot be required, as Vitest itself: import { test } from 'fauxgraph/vitest'",
)
