import { test } from 'vitest'
import { explore } from '../../src/explore/index.ts'
import { options } from './lead-sync.explore.ts'

test('the lead sync loses no lead', { timeout: 60_000 }, async () => {
  const report = await explore(options)
  report.throwIfFailed()
})
