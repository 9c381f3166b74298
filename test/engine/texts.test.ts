import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutText, shortenText } from '../../src/engine/values/cut.ts'
import { jsonBeginning } from '../../src/engine/values/excerpt.ts'
import { jsonExcess, parseJson } from '../../src/engine/values/json-text.ts'
import { decodeUtf8 } from '../../src/engine/values/utf8.ts'
import { holds } from '../chance.ts'

describe('a text', () => {
  test.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'abc'],
    ['ab😀', 3, 'ab'],
    ['ab😀', 4, 'ab😀'],
    ['😀', 1, ''],
    ['', 0, ''],
  ])('cutting %j to %i code units splits no character', (text, most, expected) => {
    expect(cutText(text, most)).toBe(expected)
  })

  test.each([
    ['abc', 3, 'abc'],
    ['abcd', 3, 'ab…'],
    ['a😀cd', 3, 'a…'],
  ])('%j is shortened to %i code units, the ellipsis included', (text, most, expected) => {
    expect(shortenText(text, most)).toBe(expected)
  })

  test('cut at any length is a prefix of the text, and well-formed', () => {
    holds(
      200,
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, most) => {
        const cut = cutText(text, most)
        expect(text.startsWith(cut)).toBe(true)
        expect(cut.isWellFormed()).toBe(true)
        expect(cut.length).toBeGreaterThanOrEqual(Math.min(text.length, most - 1))
      }),
    )
  })
})

describe('the beginning of a value as JSON', () => {
  test('is a prefix of its whole JSON text', () => {
    holds(
      200,
      fc.property(fc.jsonValue(), fc.nat(60), (value, most) => {
        const whole = JSON.stringify(value)
        const beginning = jsonBeginning(value, most)
        if (whole.length <= most) expect(beginning).toBe(whole)
        else expect(beginning.slice(0, most)).toBe(whole.slice(0, most))
      }),
    )
  })

  test('does not read the rest of the value', () => {
    let reads = 0
    const items = new Proxy(Array(100_000).fill(1), {
      get(target, key) {
        reads += 1
        return Reflect.get(target, key)
      },
    })
    expect(jsonBeginning(items, 60)).toMatch(/^\[1,1,1/)
    expect(reads).toBeLessThan(200)
    expect(jsonBeginning('x'.repeat(1_000_000), 60).length).toBeLessThan(70)
  })
})

// Unicode 16, table 3-7: well-formed UTF-8.
test.each<[string, number[], string | undefined]>([
  ['no bytes', [], ''],
  ['a letter', [0x61], 'a'],
  ['characters of two, three and four bytes', [0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80], 'é€😀'],
  ['a byte order mark, which stays', [0xef, 0xbb, 0xbf, 0x61], '\ufeffa'],
  ['the last character', [0xf4, 0x8f, 0xbf, 0xbf], '\u{10ffff}'],
  ['a number beyond the last character', [0xf4, 0x90, 0x80, 0x80], undefined],
  ['a byte that only continues', [0x80], undefined],
  ['a character that is cut short', [0x61, 0xe2, 0x82], undefined],
  ['a slash in two bytes', [0xc0, 0xaf], undefined],
  ['half a surrogate pair', [0xed, 0xa0, 0x80], undefined],
])('UTF-8 of %s', (_, bytes, text) => {
  expect(decodeUtf8(Uint8Array.from(bytes))).toBe(text)
})

describe('a JSON text', () => {
  const limits = { depth: 3, values: 5 }

  test.each([
    ['1', undefined],
    ['[[[1]]]', undefined],
    ['[[[[1]]]]', 'nests more than 3 deep at position 3'],
    ['{"a":{"b":{"c":{}}}}', 'nests more than 3 deep at position 15'],
    ['[[],[],[]]', 'has more than 5 values'],
    ['[1,2,3,4]', undefined],
    ['[1,2,3,4,5]', 'has more than 5 values'],
    ['["[[[[", "{{{{", ",,,,,,"]', undefined],
    ['["\\"[[[[", "\\\\"]', undefined],
    ['["\\\\", [[[1]]]]', 'nests more than 3 deep at position 9'],
    ['"never ends [[[[', undefined],
    ['[[[[[[', 'nests more than 3 deep at position 3'],
  ])('%j: %s', (text, excess) => {
    expect(jsonExcess(text, limits)).toBe(excess)
  })

  test.each(['[[],[],[]]', '{"a":{},"b":{},"c":{}}'])(
    'nests no deeper for what it has closed: %s',
    (text) => {
      expect(jsonExcess(text, { depth: 2, values: 100 })).toBeUndefined()
    },
  )

  test('is parsed if it is within the limits', () => {
    holds(
      200,
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value)
        expect(parseJson(text, { depth: 100, values: 10_000 })).toEqual({ ok: true, value: JSON.parse(text) })
      }),
    )
    expect(parseJson('[1', limits)).toEqual({ ok: false, problem: 'is malformed', isTooLarge: false })
  })
})
