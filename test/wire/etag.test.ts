import { expect, test } from 'vitest'
import { entityTag } from '../../src/wire/etag.ts'

test('an entity tag is visible ASCII in quotes (RFC 9110, 8.8.3)', () => {
  for (const body of ['', '{}', 'é😀', 'x'.repeat(1_000)]) expect(entityTag(body)).toMatch(/^"[!#-~]+"$/)
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
