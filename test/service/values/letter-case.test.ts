import { describe, expect, test } from 'vitest'
import { caseless, lowerAscii, upperAscii } from '../../../src/service/values/letter-case.ts'

test.each([
  ['EVIL', 'evil'],
  ['Ärger', 'ärger'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['οδος', 'οδοσ'],
  ['İ', 'i\u0307'],
  ['ẞ', 'ß'],
  ['ǅ', 'ǆ'],
  ['ᏣᎳᎩ', 'ꮳꮃꭹ'],
  ['𐐀', '𐐨'],
  ['e\u0301', 'e\u0301'],
  ['🙂', '🙂'],
])('%j without its case is %j', (text, expected) => {
  expect(caseless(text)).toBe(expected)
})

/** Capital letters of scripts and alphabets that Unicode 16 and 17 added: runtimes differ in their case. */
const added = [
  ...['\u1c89', '\ua7cb', '\ua7cc', '\ua7da', '\ua7dc', '\u{10d50}', '\u{10d65}'],
  ...['\ua7ce', '\ua7d2', '\ua7d4', '\u{16ea0}', '\u{16eb8}'],
]

test('letters that came after Unicode 15.0 keep their case in every runtime', () => {
  expect(added.filter((letter) => caseless(letter) !== letter)).toEqual([])
})

test('every letter that had a lower case in Unicode 15.0 has the same one', () => {
  const changed: string[] = []
  for (let code = 0; code <= 0x10ffff; code++) {
    const letter = String.fromCodePoint(code)
    if (caseless(letter) !== letter) changed.push(letter)
  }
  // 1,433 letters have one by UnicodeData.txt and SpecialCasing.txt of 15.0; the final sigma is ours.
  expect(changed).toHaveLength(1_433 + 1)
  expect(changed.filter((letter) => caseless(letter) !== letter.toLowerCase())).toEqual(['ς'])
})

describe('the case of ASCII letters', () => {
  test.each([
    ['Content-Type', 'content-type', 'CONTENT-TYPE'],
    ['gEt', 'get', 'GET'],
    ['', '', ''],
    // A Kelvin sign is no k, a long s no s, and a dotless i no i.
    ['\u212aſıİ', '\u212aſıİ', '\u212aſıİ'],
    ['Éß1_', 'Éß1_', 'Éß1_'],
  ])('of %j', (text, lower, upper) => {
    expect(lowerAscii(text)).toBe(lower)
    expect(upperAscii(text)).toBe(upper)
  })
})
