import { expect, test } from 'vitest'
import { spell } from '../../src/engine/values/random.ts'
import { poisoned } from '../poison.ts'

// The alphabet has 62 letters: A to Z, a to z, 0 to 9.
test.each<[case_: string, numbers: number[], text: string]>([
  ['no number', [], ''],
  ['the first letter', [0], 'A'],
  ['the ends of the ranges, in order', [0, 25, 26, 51, 52, 61], 'AZaz09'],
  ['numbers beyond the alphabet', [62, 63, 124], 'ABA'],
  ['bytes that nanoid itself rejects', [248, 255], 'AH'],
  ['the largest number', [4_294_967_295], 'D'],
])('spells %s, one letter for each number', (_, numbers, text) => {
  expect(poisoned(() => spell(numbers))).toBe(text)
})

test('spells as many letters as numbers', () => {
  expect(spell(Array.from({ length: 1_000 }, () => 1))).toBe('B'.repeat(1_000))
})
