import { describe, expect, test } from 'vitest'
import { isKnown, tagOf } from '../../../src/machine/wire/response.ts'

/** The tag by its definition: the units are the digits of a number in two bases, modulo a prime. */
function definedTag(text: string): string {
  const hash = (base: bigint) =>
    text.split('').reduce((sum, unit) => (sum * base + BigInt(unit.charCodeAt(0))) % 0x7fffffffn, 1n)
  return `"${hash(48_271n).toString(36)}.${hash(69_621n).toString(36)}"`
}

/** Texts of which each half, quarter and so on has changed places. */
function swapped(one: string, other: string): string[] {
  let pair: [string, string] = [one, other]
  for (let time = 0; time < 9; time++) pair = [pair[0] + pair[1], pair[1] + pair[0]]
  return pair
}

describe('an entity tag', () => {
  test.each([
    ['empty', ''],
    ['short', '{"id":"1"}'],
    ['not ASCII', 'é😀'.repeat(3_000)],
    ['of the highest units', '\uffff'.repeat(1_000)],
    ['half of a surrogate pair', 'x\ud83d'],
  ])('has each unit of a body that is %s, and is visible ASCII in quotes (RFC 9110, 8.8.3)', (_, text) => {
    expect(tagOf(text)).toBe(definedTag(text))
    expect(tagOf(text)).toMatch(/^"[!#-~]+"$/)
  })

  test('differs for different bodies', () => {
    const all = [
      ...Array.from({ length: 10_000 }, (_, count) => `{"id":"${count}"}`),
      ...Array.from({ length: 1_000 }, (_, count) => '\0'.repeat(count + 1)),
      ...Array.from({ length: 1_000 }, (_, at) => `${'b'.repeat(at)}c${'b'.repeat(999 - at)}`),
      ...[1, 8, 64, 512].flatMap((size) => swapped('a'.repeat(size), 'b'.repeat(size))),
      'ab',
      'ba',
    ]
    expect(new Set(all.map(tagOf)).size).toBe(all.length)
  })
})

test.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['"b",W/"a"', true],
  ['*', true],
  ['"b"', false],
  ['a', false],
  ['', false],
])('If-None-Match: %s names the tag "a": %j (RFC 9110, 13.1.2)', (sent, expected) => {
  expect(isKnown('"a"', sent)).toBe(expected)
})
