import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { finderOf } from '../../../src/service/values/text-search.ts'

describe('a finder', () => {
  test.each([
    ['at the beginning', 'ab', 'abab', 0],
    ['in the middle', 'ab', 'xabx', 1],
    ['at the end', 'ab', 'xxab', 2],
    ['nowhere', 'ab', 'ba', -1],
    ['longer than the text', 'abc', 'ab', -1],
    ['nothing', '', 'ab', 0],
  ])('finds a text %s', (_, sought, text, expected) => {
    expect(finderOf(sought)(text)).toBe(expected)
    // The same behind a beginning that is too long for the short way.
    const long = 'z'.repeat(40)
    if (sought) expect(finderOf(long + sought)(long + text)).toBe(expected === 0 ? 0 : -1)
  })

  test('finds the same as indexOf in repetitive texts', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 33, maxLength: 80 })
    const pieces = fc
      .array(fc.constantFrom('aab', 'ab', 'a', 'b'), { maxLength: 200 })
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(letters, pieces, pieces, fc.boolean(), (sought, before, after, holds) => {
        const text = before + (holds ? sought : sought.slice(1)) + after
        expect(finderOf(sought)(text)).toBe(text.indexOf(sought))
      }),
    )
  })

  test.each([31, 32, 33, 34])('finds texts of %i characters', (length) => {
    const sought = `${'ab'.repeat(40)}`.slice(0, length)
    expect(finderOf(sought)(`b${sought}`)).toBe(1)
    expect(finderOf(sought)(`b${sought.slice(1)}c${sought}`)).toBe(length + 1)
  })
})
