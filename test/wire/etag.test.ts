import { expect, test } from 'vitest'
import { entityTag } from '../../src/wire/etag.ts'

test('an entity tag is visible ASCII in quotes (RFC 9110, 8.8.3)', () => {
  for (const body of ['', '{}', 'é😀', 'x'.repeat(1_000)]) expect(entityTag(body)).toMatch(/^"[!#-~]+"$/)
})

/** The tag of a body by its definition: two products over the UTF-16 code units, mixed to 53 bits. */
function definedTag(body: string): string {
  const product = (start: number, factor: number) =>
    body.split('').reduce((hash, unit) => Math.imul(hash ^ unit.charCodeAt(0), factor), start)
  const mix = (one: number, shift: number, other: number, otherShift: number) =>
    Math.imul(one ^ (one >>> shift), 0x85ebca6b) ^ Math.imul(other ^ (other >>> otherShift), 0xc2b2ae35)
  const [first, second] = [product(0xdeadbeef, 0x9e3779b1), product(0x41c6ce57, 0x5f356495)]
  const high = mix(first, 16, second, 13)
  const low = mix(second, 16, high, 13)
  return `"${(0x100000000 * (0x1fffff & low) + (high >>> 0)).toString(36)}"`
}

test.each([
  ['empty', ''],
  ['short', '{"id":"1"}'],
  ['as long as the bytes that are hashed at a time', 'x'.repeat(16_384)],
  ['longer', 'x'.repeat(40_000)],
  ['not ASCII', 'é😀'.repeat(3_000)],
  ['not ASCII, with as many bytes as are hashed at a time', `é${'x'.repeat(16_383)}`],
  ['not ASCII after a long beginning', `${'x'.repeat(16_383)}😀é`],
  ['half of a surrogate pair', 'x\ud83d'],
])('the tag of a body that is %s has a bit of each unit', (_, body) => {
  expect(entityTag(body)).toBe(definedTag(body))
})

test('equal bodies have equal tags, and different bodies different ones', () => {
  const bodies = [
    ...Array.from({ length: 10_000 }, (_, count) => `{"id":"${count}"}`),
    ...Array.from({ length: 1_000 }, (_, count) => 'a'.repeat(count)),
    ...Array.from({ length: 1_000 }, (_, at) => `${'b'.repeat(at)}c${'b'.repeat(999 - at)}`),
    'ab',
    'ba',
    '\u0161',
  ]
  const tags = bodies.map(entityTag)
  expect(new Set(tags).size).toBe(bodies.length)
  expect(bodies.map(entityTag)).toEqual(tags)
})
