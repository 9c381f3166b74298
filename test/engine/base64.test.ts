import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromBase64, toBase64 } from '../../src/engine/guard.ts'

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
