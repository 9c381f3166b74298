import { test } from 'vitest'
import { explore } from '../../../src/explore/index.ts'
import { options } from './fauxgraph.config.ts'

test('the webhook loses no lead', { timeout: 120_000 }, async () => {
  const report = await explore(options)
  report.throwIfFailed()
})
