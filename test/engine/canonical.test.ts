import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDigest,
  canonical,
  digest,
  digestOf,
  digestWords,
  emptySum,
  isSameJson,
  type Sum,
  subtractDigest,
  sumText,
} from '../../src/engine/values/canonical.ts'
import { guard, type Json } from '../../src/engine/values/guard.ts'
import { anyText } from '../any-text.ts'

describe('the canonical text', () => {
  test.each<[string, Json, string]>([
    ['of null', null, 'null'],
    ['of a boolean', true, 'true'],
    ['of a number', 1.5, '1.5'],
    ['of a large number', 1e21, '1e+21'],
    ['of a small number', 1e-7, '1e-7'],
    ['of minus zero', -0, '0'],
    ['of text', 'a"b\\c\n\u2028é', '"a\\"b\\\\c\\n\u2028é"'],
    ['of half a character', '\ud800', '"\\ud800"'],
    ['of an array, in its order', [3, 1, [2]], '[3,1,[2]]'],
    ['of an object, by key', { b: 1, a: { d: [], c: {} } }, '{"a":{"c":{},"d":[]},"b":1}'],
    ['of numeric keys, as text', { 9: 1, 10: 2, a: 3 }, '{"10":2,"9":1,"a":3}'],
    ['of keys by case', { a: 1, B: 2, _: 3 }, '{"B":2,"_":3,"a":1}'],
    // U+1F600 starts with the code unit D83D, which stands before U+FB00 although its code point is higher.
    ['of keys by code unit', { '\ufb00': 1, '😀': 2 }, '{"😀":2,"\ufb00":1}'],
    ['of a key named __proto__', JSON.parse('{"__proto__":1,"A":2}'), '{"A":2,"__proto__":1}'],
    ['without members that are undefined', { a: 1, b: undefined } as unknown as Json, '{"a":1}'],
  ])('%s', (_, value, text) => {
    expect(canonical(value)).toBe(text)
  })

  const json = fc.jsonValue({ maxDepth: 5 }).map((value) => {
    const guarded = guard(value)
    return guarded.ok ? guarded.value : null
  })

  test('parses to the value, so that different values have different texts', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.parse(canonical(value))).toStrictEqual(value)
      }),
    )
  })

  test('does not depend on the order of members', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonical(reversed(value))).toBe(canonical(value))
      }),
    )
  })
})

describe('two values are the same if their canonical texts are', () => {
  const named = (text: string) => JSON.parse(text) as Json
  const few = fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<Json>

  test.each<[string, Json, Json, boolean]>([
    ['numbers with both signs of zero', 0, -0, true],
    ['a number and its text', 1, '1', false],
    ['null and an object without members', null, {}, false],
    ['an empty list and an object without members', [], {}, false],
    ['an object without members and an empty list', {}, [], false],
    ['lists of which one goes on', [1], [1, 2], false],
    ['lists in another order', [1, 2], [2, 1], false],
    ['members in another order', { a: 1, b: [2] }, { b: [2], a: 1 }, true],
    ['a member that the other lacks', { a: 1, b: 2 }, { a: 1 }, false],
    ['a member that only the other has', { a: 1 }, { a: 1, b: 2 }, false],
    ['a member that is undefined, and none', { a: 1, b: undefined } as unknown as Json, { a: 1 }, true],
    ['no member, and one that is undefined', { a: 1 }, { a: 1, b: undefined } as unknown as Json, true],
    ['other members', { a: 1, b: 2 }, { a: 1, c: 2 }, false],
    ['a member deep within', { a: [{ b: 1 }] }, { a: [{ b: 2 }] }, false],
    ['a key named __proto__ and another one', named('{"__proto__":{}}'), { a: {} }, false],
    ['a key named toString and another one', { toString: 1 } as unknown as Json, { a: 1 }, false],
  ])('%s', (_, one, other, same) => {
    expect(isSameJson(one, other)).toBe(same)
    expect(canonical(one) === canonical(other)).toBe(same)
  })

  test('whatever they are', () => {
    const nearly = few.chain((one) => fc.tuple(fc.constant(one), fc.oneof(few, fc.constant(reversed(one)))))
    fc.assert(
      fc.property(nearly, ([one, other]) => {
        expect(isSameJson(one, other)).toBe(canonical(one) === canonical(other))
      }),
    )
  })
})

function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value as { readonly [key: string]: Json }).reverse()
  return Object.fromEntries(members.map(([key, member]) => [key, reversed(member)]))
}

describe('a digest', () => {
  // FIPS 180-4's own examples.
  test.each([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
  ])('of %j', (text, expected) => {
    expect(digest(text)).toBe(expected)
  })

  test('is over the UTF-8 bytes', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(digest(text)).toBe(createHash('sha256').update(text, 'utf8').digest('hex'))
      }),
    )
  })

  test('of a value is that of its canonical text, frozen or not, cached or not', () => {
    const frozen = Object.freeze({ b: 1, a: 2 })
    const expected = digest('{"a":2,"b":1}')
    expect([digestOf(frozen), digestOf(frozen), digestOf({ a: 2, b: 1 })]).toEqual([
      expected,
      expected,
      expected,
    ])
    expect(digestOf('a')).toBe(digest('"a"'))
    expect(digestOf(null)).toBe(digest('null'))
  })

  test('of a frozen value is computed once', () => {
    let reads = 0
    const frozen = Object.freeze({
      get a() {
        return ++reads
      },
    })
    expect(digestOf(frozen)).toBe(digestOf(frozen))
    expect(reads).toBe(1)
  })

  test('of a value that is not frozen is computed each time', () => {
    const value = { a: 1 }
    const before = digestOf(value)
    value.a = 2
    expect(digestOf(value)).not.toBe(before)
  })
})

test('the words of a digest are its first 16 bytes, whatever was hashed before', () => {
  const lengths = [...Array.from({ length: 200 }, (_, index) => index), 0, 1_000, 3, 64, 1, 63, 5]
  for (const length of lengths) {
    const text = 'aé😀'.repeat(length).slice(0, length).toWellFormed()
    const bytes = createHash('sha256').update(text, 'utf8').digest()
    expect(digestWords(text)).toEqual([0, 4, 8, 12].map((place) => bytes.readInt32BE(place)))
  }
})

describe('a sum of digests', () => {
  const top = 'f'.repeat(64)
  const one = '1'.padStart(64, '0')
  const nothing = '0'.repeat(64)
  const half = '8'.padEnd(64, '0')

  test.each<[string, Sum, string]>([
    ['of none is nothing', emptySum, nothing],
    ['of one is that digest', addDigest(emptySum, digest('abc')), digest('abc')],
    ['carries through all words and wraps around', addDigest(addDigest(emptySum, top), one), nothing],
    [
      'carries into the next word',
      addDigest(addDigest(emptySum, 'ffffffff'.padStart(64, '0')), one),
      '100000000'.padStart(64, '0'),
    ],
    ['wraps at the highest bit', addDigest(addDigest(emptySum, half), half), nothing],
    ['borrows through every word', subtractDigest(emptySum, one), top],
    ['gives back what was taken too early', addDigest(subtractDigest(emptySum, top), top), nothing],
    [
      'counts a digest as often as it is added',
      addDigest(addDigest(emptySum, one), one),
      '2'.padStart(64, '0'),
    ],
  ])('%s', (_, sum, text) => {
    expect(sumText(sum)).toBe(text)
  })

  const hexDigit = fc.constantFrom(...'0123456789abcdef')
  const anyDigest = fc.oneof(
    fc.string({ unit: hexDigit, minLength: 64, maxLength: 64 }),
    fc.constantFrom(top, one, nothing, half),
  )

  test('is the sum of the remaining digests, for any order of additions and subtractions', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyDigest, fc.nat(99), fc.option(fc.nat(99)))), (digests) => {
        const moves = digests
          .flatMap(([digest, added, taken]) => [
            { at: added, digest, change: addDigest },
            ...(taken === null ? [] : [{ at: taken, digest, change: subtractDigest }]),
          ])
          .sort((left, right) => left.at - right.at)
        const sum = moves.reduce<Sum>((sum, { digest, change }) => change(sum, digest), emptySum)
        const kept = digests.filter(([, , taken]) => taken === null).map(([digest]) => BigInt(`0x${digest}`))
        const expected = BigInt.asUintN(
          256,
          kept.reduce((left, right) => left + right, 0n),
        )
        expect(sumText(sum)).toBe(expected.toString(16).padStart(64, '0'))
      }),
    )
  })

  test('does not change the sums that it is computed from', () => {
    const sum = addDigest(emptySum, one)
    addDigest(sum, top)
    subtractDigest(sum, one)
    expect(sumText(sum)).toBe(one)
    expect(sumText(emptySum)).toBe(nothing)
  })
})
