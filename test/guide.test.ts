import { expect, test } from 'vitest'
import { explore, replayStory } from '../src/check/index.ts'
import { options } from './guide/lead-sync.explore.ts'
import { leadSync } from './guide/lead-sync-mended.ts'
test('a', async () => {
  const r = await explore({ ...options, stories: false })
  console.log(r.failures.map(f=>f.text), r.sometimes)
  const [f] = r.failures
  if (f) console.log((await replayStory(options, f.story)).text)
  for (let seed=1; seed<=3; seed++) {
  const m = await explore({ ...options, seed, stories: false, sut: (context) => ({ jobs: { sync: { every: '15m', run: leadSync(context) } } }) })
  console.log(m.failures.map(f=>f.text), m.warnings, m.nondeterminism, m.runs)
  }
  await import('./readme/explore.ts')
  expect(1).toBe(1)
})
