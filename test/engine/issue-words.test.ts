import { describe, expect, test } from 'vitest'
import { issueText } from '../../src/engine/schema/issue-words.ts'
import { boundedArray, boundedRecord, readBy, shortText } from '../../src/engine/schema/schema.ts'
import { z } from '../../src/engine/schema/zod.ts'

/** The message about a value that a schema refuses. */
const messageOf = (schema: z.ZodType, value: unknown): string => {
  const { error } = readBy(schema, value)
  return error ? issueText(error, 'The value') : 'accepted'
}

const strict = z.strictObject({ a: z.string(), b: z.number().exactOptional() })
const many = z.strictObject(
  Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`m${at}`, z.string().optional()])),
)

describe('the words for an issue', () => {
  test.each<[string, z.ZodType, unknown, string]>([
    ['a number for a text', z.string(), 5, 'The value must be text, got 5'],
    ['a text for a number', z.number(), 'x', 'The value must be a number, got "x"'],
    ['no JSON number', z.number(), Number.NaN, 'The value must be a number, got NaN'],
    ['a fraction', z.number().int(), 1.5, 'The value must be a whole number, got 1.5'],
    ['a number for a truth', z.boolean(), 1, 'The value must be true or false, got 1'],
    ['an object for a list', boundedArray(z.string()), {}, 'The value must be a list, got {}'],
    ['a list for an object', z.object({}), [], 'The value must be an object, got []'],
    ['a list for a record', boundedRecord(z.string()), [1], 'The value must be an object, got [1]'],
    ['another type', z.null(), 1, 'The value must be null, got 1'],
    ['a lower number than the least', z.number().min(2), 1, 'The value must be 2 or more, got 1'],
    ['a higher number than the most', z.number().max(2), 3, 'The value must be 2 or less, got 3'],
    ['too few items', z.array(z.string()).min(1), [], 'The value must have at least 1 item'],
    ['too many items', z.array(z.string()).max(0), ['a'], 'The value must have at most 0 items'],
    ['a long text', shortText(2), 'abc', 'The value has more than 2 characters'],
    ['another value than the only one', z.literal(3), 4, 'The value must be 3, got 4'],
    ['another value than those', z.enum(['a', 'b']), 'c', 'The value must be one of a, b, got "c"'],
    ['another form', z.string().regex(/^x/), 'y', 'The value must have the form /^x/, got "y"'],
    ['an unknown member', strict, { a: '', c: 1 }, 'The value has no member "c": its members are a, b'],
    ['an unknown member beside many', many, { c: 1 }, 'The value has no member "c"'],
    ['no value', z.string(), undefined, 'The value is required'],
    ['a member that is missing', strict, {}, 'a is required'],
    ['no value of several', z.enum(['a', 'b']), undefined, 'The value is required: one of a, b'],
    ['a member of a member', z.object({ s: strict }), { s: { a: 1 } }, 's.a must be text, got 1'],
    ['an item', boundedArray(z.string()), ['a', 1], '1 must be text, got 1'],
    ['a member of a record', boundedRecord(z.string()), { x: 1 }, 'x must be text, got 1'],
    [
      'neither of two types',
      z.union([z.string(), z.number()]),
      [],
      'The value must be text or a number, got []',
    ],
    [
      'a wrong object among types',
      z.union([z.string(), strict]),
      { a: 1 },
      'The value has a wrong a: it must be text, got 1',
    ],
    [
      'no shape of that kind',
      z.discriminatedUnion('do', [z.object({ do: z.literal('x') }), z.object({ do: z.literal('y') })]),
      { do: 'z' },
      'do must be one of x, y, got "z"',
    ],
    ['words of its own', z.string({ error: 'is no name' }), 1, 'The value is no name'],
    ['a long value', z.string(), Array(100).fill(1), `The value must be text, got [${'1,'.repeat(28)}…`],
    [
      'a refinement without words',
      z.string().refine((text) => text === ''),
      'x',
      'The value is not valid, got "x"',
    ],
  ])('%s', (_, schema, value, message) => {
    expect(messageOf(schema, value)).toBe(message)
  })
})
