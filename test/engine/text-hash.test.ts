import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { appendedHash, emptyHash, hashAfter, joinedHash } from '../../src/engine/values/text-hash.ts'

/** The hash by its definition: the units are the digits of a number in two bases, modulo a prime. */
function definedHash(text: string) {
  const hash = (base: bigint) =>
    Number(text.split('').reduce((sum, unit) => (sum * base + BigInt(unit.charCodeAt(0))) % 0x7fffffffn, 1n))
  return { first: hash(48_271n), second: hash(69_621n) }
}

const texts = [
  ['empty', ''],
  ['short', '{"id":"1"}'],
  ['short, not ASCII', '{"id":"é"}'],
  ['long', 'x'.repeat(20_000)],
  ['long, not ASCII', 'é😀'.repeat(3_000)],
  ['of the highest units', '\uffff'.repeat(1_000)],
  ['half of a surrogate pair', 'x\ud83d'],
] as const

describe.each(texts)('the hash of a text that is %s', (_, text) => {
  test('has each unit', () => {
    expect(hashAfter(emptyHash, text)).toEqual(definedHash(text))
  })

  test.each(texts)('is the same when it follows one that is %s, kept or not', (_, before) => {
    const hash = hashAfter(emptyHash, before)
    expect(hashAfter(hash, text)).toEqual(definedHash(before + text))
    expect(joinedHash(hash, appendedHash(text))).toEqual(definedHash(before + text))
  })
})

test('the hash of any texts does not depend on which of them are kept', () => {
  const part = fc.tuple(fc.string({ unit: 'binary', maxLength: 200 }), fc.boolean())
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
      const hash = parts.reduce(
        (before, [text, isKept]) =>
          isKept ? joinedHash(before, appendedHash(text)) : hashAfter(before, text),
        emptyHash,
      )
      expect(hash).toEqual(hashAfter(emptyHash, parts.map(([text]) => text).join('')))
    }),
  )
})

/**
 * Two texts of 512 parts in which each half, quarter and so on of one has changed places. Polynomials modulo a
 * power of two are equal for them.
 */
function swapped(one: string, other: string): string[] {
  let pair: [string, string] = [one, other]
  for (let time = 0; time < 9; time++) pair = [pair[0] + pair[1], pair[1] + pair[0]]
  return pair
}

test('different texts have different hashes', () => {
  const all = [
    ...Array.from({ length: 10_000 }, (_, count) => `{"id":"${count}"}`),
    ...Array.from({ length: 1_000 }, (_, count) => 'a'.repeat(count)),
    ...Array.from({ length: 1_000 }, (_, count) => '\0'.repeat(count + 1)),
    ...Array.from({ length: 1_000 }, (_, at) => `${'b'.repeat(at)}c${'b'.repeat(999 - at)}`),
    ...[1, 8, 64, 512].flatMap((size) => swapped('a'.repeat(size), 'b'.repeat(size))),
    'ab',
    'ba',
    '\u0161',
  ]
  const hashes = all.map((text) => hashAfter(emptyHash, text))
  for (const half of ['first', 'second'] as const)
    expect(new Set(hashes.map((hash) => hash[half])).size).toBe(all.length)
})
