import { expect, test } from 'vitest'
import { found, worldOf } from '../chapters/threats/threat-world.ts'
import { expectCheap } from './cost.ts'

test('a search for a text that repeats itself takes no longer than one for another of its length', () => {
  const long = worldOf({ description: 'a'.repeat(400_000) })
  const ask = (text: string) => found(long, { text })
  const half = 'a'.repeat(50_000)
  expect(ask(`${half}b${half}`)).toEqual([])
  expect(ask(`${half}${half}`)).toHaveLength(1)
  expectCheap(
    () => ask(`${half}b${half}`),
    () => ask('b'.repeat(100_001)),
    5,
  )
})
