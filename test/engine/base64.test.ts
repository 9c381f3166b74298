import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeInput, encodeInput, fromLenientBase64 } from '../../src/engine/values/base64.ts'
import { fromBase64, toBase64 } from '../../src/engine/values/guard.ts'

// RFC 4648, section 10, and the two digits beyond letters and numerals.
test.each([
  ['', ''],
  ['f', 'Zg=='],
  ['fo', 'Zm8='],
  ['foo', 'Zm9v'],
  ['foob', 'Zm9vYg=='],
  ['fooba', 'Zm9vYmE='],
  ['foobar', 'Zm9vYmFy'],
  ['>>>???', 'Pj4+Pz8/'],
])('%j is %j', (text, encoded) => {
  const bytes = new TextEncoder().encode(text)
  expect(toBase64(bytes)).toBe(encoded)
  expect(fromBase64(encoded)).toStrictEqual(bytes)
})

test.each([
  ['a missing pad', 'Zg'],
  ['one pad of two', 'Zg='],
  ['a pad too many', 'Zg==='],
  ['padding alone', '===='],
  ['a single digit', 'Z==='],
  ['padding within', 'Zg==Zm9v'],
  ['padding before a digit', 'Zm=v'],
  ['the alphabet of URLs', 'Pj4-Pz8_'],
  ['a space', 'Zm9 '],
  ['a line end', 'Zm9v\nZm9'],
  ['another character', 'aGk!'],
  ['a character beyond ASCII', 'Zm9é'],
  ['a character whose low byte is a digit', 'Zm9\u0141'],
  ['a stray bit before one pad', 'Zm9='],
  ['a stray bit before two pads', 'Zh=='],
])('%s is refused', (_, text) => {
  expect(fromBase64(text)).toBeUndefined()
})

test.each([
  ['Zg', 'f'],
  ['Zm8', 'fo'],
  ['Zm9v', 'foo'],
  ['Zm9vYg', 'foob'],
  ['Zm9v\r\nYmFy\r\n', 'foobar'],
  ['Zm9v\nYmFy', 'foobar'],
  ['\nZm\r9v\n\nYg=\n=', 'foob'],
  ['Zm9v\r\nYg', 'foob'],
  ['', ''],
  ['\r\n', ''],
])('%j is read with line breaks or without padding', (encoded, text) => {
  expect(fromLenientBase64(encoded)).toStrictEqual(new TextEncoder().encode(text))
})

test.each([
  ['a single digit', 'Zm9vY'],
  ['one pad of two', 'Zg='],
  ['a pad too many', 'Zg==='],
  ['a pad in full text', 'Zm9v='],
  ['padding within', 'Zg==Zm9v'],
  ['the alphabet of URLs', 'Pj4-Pz8_'],
  ['a space', 'Zm9v YmFy'],
  ['a tab', 'Zm9v\tYmFy'],
  ['another line break', 'Zm9v\u2028YmFy'],
  ['another character', 'Zm9v!'],
  ['a stray bit before a missing pad', 'Zh'],
])('%s is refused, however it is broken into lines', (_, text) => {
  for (const one of [text, `${text}\r\n`, text.replaceAll(/(.)/gu, '$1\n')])
    expect(fromLenientBase64(one)).toBeUndefined()
})

test('any bytes come back from lines of 76 characters, and without padding', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const text = toBase64(bytes)
      expect(fromLenientBase64(text.replaceAll(/.{76}/g, '$&\r\n'))).toStrictEqual(bytes)
      expect(fromLenientBase64(text.replaceAll('=', ''))).toStrictEqual(bytes)
    }),
  )
})

test('any bytes come back, and are written as Node writes them', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'))
      expect(fromBase64(toBase64(bytes))).toStrictEqual(bytes)
    }),
  )
})

test('any text that is read is written the same', () => {
  const character = fc.constantFrom(...'AQgwZz09+/=-_ \n')
  fc.assert(
    fc.property(fc.string({ unit: character, maxLength: 12 }), (text) => {
      const bytes = fromBase64(text)
      if (bytes) expect(toBase64(bytes)).toBe(text)
    }),
    { numRuns: 2000 },
  )
})

test('the bytes of an input are decoded from their own text, whatever was encoded before', () => {
  const encoder = new TextEncoder()
  const first = encoder.encode('first')
  const second = encoder.encode('second')
  expect([encodeInput(first), encodeInput(second)]).toEqual(['Zmlyc3Q=', 'c2Vjb25k'])
  expect(['c2Vjb25k', 'c2Vjb25k', 'Zmlyc3Q=', 'Zg'].map(decodeInput)).toEqual([
    second,
    second,
    first,
    undefined,
  ])
})
