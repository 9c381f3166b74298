import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { boundedArray, boundedRecord, readBy } from '../../src/engine/schema/schema.ts'

/** A type of even numbers that counts how often it is asked. */
function counting() {
  const count = { reads: 0 }
  const even = z.transform((raw: unknown, context) => {
    count.reads += 1
    if (typeof raw === 'number' && raw % 2 === 0) return raw
    context.issues.push({ code: 'custom', message: 'must be even', input: raw })
    return z.NEVER
  })
  return { count, even: even as unknown as z.ZodType<number, number> }
}

const pathOf = (error: z.ZodError | undefined) => error?.issues.map(({ path }) => path.join('.'))

describe('an array', () => {
  test('is parsed up to its first invalid item', () => {
    const { count, even } = counting()
    const { error } = boundedArray(even).safeParse([2, 4, ...Array(200_000).fill(1)])
    expect(pathOf(error)).toEqual(['2'])
    expect(count.reads).toBe(3)
  })

  test.each([
    [
      'in an object',
      (even: z.ZodType) => z.object({ list: boundedArray(even) }),
      { list: Array(200_000).fill(1) },
      'list.0',
    ],
    [
      'in an array',
      (even: z.ZodType) => boundedArray(boundedArray(even)),
      [[2], Array(200_000).fill(1)],
      '1.0',
    ],
    [
      'in a tuple',
      (even: z.ZodType) => z.tuple([z.string(), boundedArray(even)]),
      ['x', Array(200_000).fill(1)],
      '1.0',
    ],
  ])('%s has one issue for any number of wrong items', (_, schema, value, path) => {
    const { count, even } = counting()
    const { error } = readBy(schema(even), value)
    expect(pathOf(error)).toEqual([path])
    expect(count.reads).toBeLessThanOrEqual(2)
  })

  test('returns the parsed items, and has the other methods of an array schema', () => {
    const type = boundedArray(z.coerce.number()).length(2).nullable()
    expect(type.parse(['1', '2'])).toEqual([1, 2])
    expect(type.safeParse(['1']).success).toBe(false)
    expect(boundedArray(z.string()).safeParse('text').error?.issues).toHaveLength(1)
    expect(z.toJSONSchema(boundedArray(z.string()))).toMatchObject({
      type: 'array',
      items: { type: 'string' },
    })
  })
})

describe('a record', () => {
  test('is parsed up to its first invalid value', () => {
    const { count, even } = counting()
    const { error } = boundedRecord(even).safeParse({ a: 2, b: 1, c: 3, d: 5 })
    expect(pathOf(error)).toEqual(['b'])
    expect(count.reads).toBe(2)
  })

  test('returns the parsed values', () => {
    expect(boundedRecord(z.coerce.number()).parse({ a: '1', b: 2 })).toEqual({ a: 1, b: 2 })
  })
})

test('an object is parsed up to its first invalid member', () => {
  const { count, even } = counting()
  const { error } = readBy(z.object({ a: even, b: even, c: even }), { a: 2, b: 1, c: 1 })
  expect(pathOf(error)).toEqual(['b'])
  expect(count.reads).toBe(2)
})
