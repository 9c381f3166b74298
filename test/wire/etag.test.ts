import { describe, expect, test } from 'vitest'
import { isKnown, tagOf } from '../../src/wire/etag.ts'

const ends = [0, 1, 35, 36, 2 ** 31 - 2]
const hashes = ends.flatMap((first) => ends.map((second) => ({ first, second })))

describe('an entity tag', () => {
  test.each(hashes)('is visible ASCII in quotes for %j (RFC 9110, 8.8.3)', (hash) => {
    expect(tagOf(hash)).toMatch(/^"[!#-~]+"$/)
  })

  test('differs if one half of the hash differs', () => {
    expect(new Set(hashes.map(tagOf)).size).toBe(hashes.length)
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
