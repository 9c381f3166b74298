import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import {
  boolean,
  bytes,
  defaulted,
  filledText,
  httpUrl,
  int64,
  integer,
  numericId,
  oneOf,
  shown,
  text,
} from '../../../src/service/values/scalars.ts'
import { anyText } from '../../any-text.ts'

const read = (type: z.ZodType, raw: unknown) => type.safeParse(raw)
const messageOf = (type: z.ZodType, raw: unknown) => read(type, raw).error?.issues[0]?.message

describe('a boolean', () => {
  test.each([true, 1, 'true', 'TRUE', 'True', 'tRuE', '1'])('is true as %j', (raw) => {
    expect(read(boolean, raw).data).toBe(true)
  })

  test.each([false, 0, 'false', 'FALSE', 'False', '0'])('is false as %j', (raw) => {
    expect(read(boolean, raw)).toMatchObject({ success: true, data: false })
  })

  test('is absent as an empty text: the default stands', () => {
    expect(read(boolean, '')).toEqual({ success: true, data: undefined })
    expect(read(defaulted(boolean, true), '').data).toBe(true)
    expect(read(defaulted(boolean, false), '').data).toBe(false)
  })

  test.each([
    'yes',
    'no',
    'on',
    't',
    ' true',
    'true ',
    '2',
    '-1',
    '01',
    '1.0',
    2,
    -1,
    0.5,
    null,
    [],
    {},
    [true],
  ])('is invalid as %j', (raw) =>
    expect(messageOf(boolean, raw)).toBe(`must be true or false, got ${JSON.stringify(raw)}`),
  )
})

const safe = Number.MAX_SAFE_INTEGER

describe('an int64', () => {
  test.each<[unknown, number | string]>([
    [0, 0],
    [1, 1],
    [-1, -1],
    ['0', 0],
    ['1', 1],
    ['-1', -1],
    ['-0', 0],
    [safe, 9_007_199_254_740_991],
    [-safe, -9_007_199_254_740_991],
    ['9007199254740991', 9_007_199_254_740_991],
    ['-9007199254740991', -9_007_199_254_740_991],
    ['9007199254740992', '9007199254740992'],
    ['-9007199254740992', '-9007199254740992'],
    ['9223372036854775806', '9223372036854775806'],
    ['9223372036854775807', '9223372036854775807'],
    ['-9223372036854775808', '-9223372036854775808'],
  ])('reads %j as %j', (raw, expected) => {
    expect(read(int64, raw).data).toBe(expected)
  })

  test.each([2 ** 53, -(2 ** 53), 2 ** 63, 1e21])(
    'refuses the JSON number %d: it is sent as a string',
    (raw) => {
      expect(messageOf(int64, raw)).toBe(`must be a 64-bit integer (beyond 2^53 as a string), got ${raw}`)
    },
  )

  test.each([
    '9223372036854775808',
    '-9223372036854775809',
    '99999999999999999999',
    '1.0',
    '1e3',
    '+1',
    '01',
    ' 1',
    '1 ',
    '',
    '-',
    '0x10',
    'NaN',
    'Infinity',
    '٣',
    1.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    true,
    null,
    [1],
    {},
  ])('refuses %j', (raw) => expect(read(int64, raw).success).toBe(false))

  test('keeps every 64-bit integer exact, and accepts no other', () => {
    const range = { min: -(2n ** 63n) - 10n, max: 2n ** 63n + 9n }
    fc.assert(
      fc.property(fc.bigInt(range), (value) => {
        const fits = BigInt.asIntN(64, value) === value
        const { data } = read(int64, String(value))
        expect(data === undefined ? undefined : BigInt(data as string)).toBe(fits ? value : undefined)
        const exact = value <= BigInt(safe) && value >= -BigInt(safe)
        if (fits) expect(typeof data).toBe(exact ? 'number' : 'string')
      }),
    )
  })
})

describe('an integer within bounds', () => {
  const bounded = integer(-90, 90)

  test.each([-90, 0, 90, '-90', '90'])('accepts %j, both ends inclusive', (raw) => {
    expect(read(bounded, raw).data).toBe(Number(raw))
  })

  test.each([-91, 91, '91', '9223372036854775807', '1.5', '', null])('refuses %j', (raw) => {
    expect(messageOf(bounded, raw)).toBe(`must be an integer from -90 to 90, got ${JSON.stringify(raw)}`)
  })

  test('refuses text of more than 2^53 where it has no bounds', () => {
    expect(messageOf(integer(), '9007199254740992')).toBe('must be an integer, got "9007199254740992"')
  })
})

describe('the other scalars', () => {
  test.each<[string, z.ZodType, unknown, unknown]>([
    ['text', text, 'né 😀', 'né 😀'],
    ['a number sent for text', text, 5, '5'],
    ['empty text', text, '', ''],
    ['filled text', filledText, 'x', 'x'],
    ['an id', numericId, '100000000000001', '100000000000001'],
    ['an id as a number', numericId, 42, '42'],
    ['an id of 19 digits', numericId, '9223372036854775807', '9223372036854775807'],
    ['a value of a list', oneOf(['A', 'B']), 'B', 'B'],
    ['a url', httpUrl, 'HTTPS://a.test/?q#f', 'HTTPS://a.test/?q#f'],
    ['bytes', bytes, { $base64: 'AQI=' }, Uint8Array.of(1, 2)],
  ])('%s', (_, type, raw, expected) => {
    expect(read(type, raw).data).toEqual(expected)
  })

  test.each<[string, z.ZodType, unknown, string]>([
    ['text', text, true, 'must be text, got true'],
    ['text', text, ['x'], 'must be text, got ["x"]'],
    ['filled text', filledText, '', 'must be text that is not empty, got ""'],
    ['an id', numericId, '12a', 'must be a numeric id, got "12a"'],
    ['an id', numericId, -1, 'must be a numeric id, got -1'],
    ['an id', numericId, '12345678901234567890', 'must be a numeric id, got "12345678901234567890"'],
    ['a value of a list, in its exact case', oneOf(['A', 'B']), 'a', 'must be one of A, B, got "a"'],
    ['a value of a list', oneOf(['A']), ['A'], 'must be one of A, got ["A"]'],
    ['a url', httpUrl, 'ftp://a.test', 'must be an absolute http or https URL, got "ftp://a.test"'],
    ['a url', httpUrl, '/a.png', 'must be an absolute http or https URL, got "/a.png"'],
    ['a url', httpUrl, 'http://', 'must be an absolute http or https URL, got "http://"'],
    [
      'a long url',
      httpUrl,
      `http://a.test/${'b'.repeat(16_371)}`,
      'must have at most 16384 characters, got 16385',
    ],
    [
      'a url with a long host',
      httpUrl,
      `http://${'ü'.repeat(506)}/`,
      'must have at most 512 characters before its path, got 513',
    ],
    ['bytes', bytes, 'AQI=', 'must be bytes, as a Uint8Array or {"$base64": "…"}, got "AQI="'],
  ])('%s is refused with the expected and the given value', (_, type, raw, expected) => {
    expect(messageOf(type, raw)).toBe(expected)
  })

  test.each<[z.ZodType]>([[boolean], [int64], [integer()], [text], [numericId], [oneOf(['A'])], [httpUrl]])(
    'a missing value is refused as required',
    (type) => expect(messageOf(type, undefined)).toBe('is required'),
  )
})

test('a message shows values that have no JSON', () => {
  expect(shown(5n)).toBe('5n')
  expect(shown({ at: [-1n] })).toBe('{"at":[-1n]}')
  expect(shown(10n ** 5_000n)).toBe('a long bigint')
  expect(shown(Symbol('x'))).toBe('Symbol(x)')
})

test('a message shows at most 60 characters of the value, and splits no character', () => {
  expect(shown(undefined)).toBe('nothing')
  expect(shown('a'.repeat(58))).toBe(`"${'a'.repeat(58)}"`)
  expect(shown('a'.repeat(59))).toBe(`"${'a'.repeat(56)}…`)
  fc.assert(
    fc.property(anyText({ maxLength: 90 }), (value) => {
      const words = shown(value)
      expect(words.length).toBeLessThanOrEqual(60)
      expect(words.isWellFormed()).toBe(true)
    }),
  )
})
