import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { parameterError } from '../../../src/service/contract/errors.ts'
import { jsonObject, list, object, recordOf } from '../../../src/service/values/compounds.ts'
import { integer, numericId, oneOf, text } from '../../../src/service/values/scalars.ts'

const ids = list(numericId, { split: true })
const texts = list(text)
const objects = list(object({ a: integer(), b: text.optional() }))

describe('a list', () => {
  test.each<[string, z.ZodType, unknown, unknown[]]>([
    ['an array', ids, ['1', '2'], ['1', '2']],
    ['an array of numbers', ids, [1, 2], ['1', '2']],
    ['JSON text', ids, '["1","2"]', ['1', '2']],
    ['JSON text of numbers, with blanks', ids, ' [1, 2] ', ['1', '2']],
    ['a comma between ids', ids, '1,2', ['1', '2']],
    ['blanks about the comma', ids, '1, 2', ['1', '2']],
    ['one id', ids, '1', ['1']],
    ['one id as a number', ids, 1, ['1']],
    ['an empty text', ids, '', []],
    ['an empty array', ids, [], []],
    ['an empty JSON array', ids, '[]', []],
    ['free text is never split', texts, 'Hello, world', ['Hello, world']],
    ['free text that begins like no list', texts, '(a', ['(a']],
    ['objects', objects, [{ a: 1 }, { a: '2', b: 'x' }], [{ a: 1 }, { a: 2, b: 'x' }]],
    ['objects, each as JSON text', objects, ['{"a":1}', '{"a":2}'], [{ a: 1 }, { a: 2 }]],
    ['objects as JSON text', objects, '[{"a":1}]', [{ a: 1 }]],
    ['one object', objects, { a: 1 }, [{ a: 1 }]],
    ['one object as JSON text', objects, '{"a":1}', [{ a: 1 }]],
  ])('may be %s', (_, type, raw, expected) => {
    expect(type.safeParse(raw).data).toEqual(expected)
  })

  test.each<[z.ZodType, unknown, string]>([
    [ids, '1,x', 'Param given.1 must be a numeric id, got "x"'],
    [ids, '1,', 'Param given.1 must be a numeric id, got ""'],
    [ids, '[1', 'Param given must be a list, got "[1"'],
    [ids, true, 'Param given must be a list, got true'],
    [ids, null, 'Param given must be a list, got null'],
    [list(oneOf(['A', 'B']), { split: true }), 'A,b', 'Param given.1 must be one of A, B, got "b"'],
    [objects, '{"a":1', 'Param given.0 must be a JSON object, got "{\\"a\\":1"'],
    [objects, [{ a: 1 }, { a: 'x' }], 'Param given.1.a must be an integer, got "x"'],
    [objects, [{}], 'The parameter given.0.a is required'],
    [list(text, { maximum: 2 }), ['a', 'b', 'c'], 'Param given must have at most 2 items, got 3'],
    [list(text, { split: true, maximum: 2 }), 'a,b,c,', 'Param given must have at most 2 items, got 4'],
    [ids, Array(10_001).fill('1'), 'Param given must have at most 10000 items, got 10001'],
    [ids, ','.repeat(900_000), 'Param given must have at most 10000 items, got 900001'],
    [ids, `[${'1,'.repeat(100_000)}1]`, 'Param given is JSON that has more than 100000 values'],
    [
      objects,
      `[{"a":${'['.repeat(200)}`,
      'Param given is JSON that nests more than 100 deep at position 104',
    ],
    [
      object({ a: ids }),
      `{"a":[${'{},'.repeat(100_000)}`,
      'Param given is JSON that has more than 100000 values',
    ],
    [recordOf(text), { a: 'x', b: true, c: true }, 'Param given.b must be text, got true'],
    [ids, undefined, 'The parameter given is required'],
  ])('is refused by name: %#', (type, raw, message) => {
    const { error } = z.object({ given: type }).safeParse({ given: raw })
    expect(error && parameterError(error)).toEqual({ code: 100, message })
  })

  test('means the same as an array, as JSON text and with commas', () => {
    fc.assert(
      fc.property(fc.array(fc.nat().map(String)), (values) => {
        for (const raw of [values, JSON.stringify(values), values.join(',')]) {
          expect(ids.safeParse(raw).data).toEqual(values)
        }
      }),
    )
  })
})

describe('an object', () => {
  const point = object({ x: integer(0, 9), y: integer().optional() })

  test.each<[unknown, object]>([
    [{ x: 1 }, { x: 1 }],
    ['{"x":1,"y":"2"}', { x: 1, y: 2 }],
    [{ x: 1, other: true }, { x: 1 }],
  ])('reads %j; members that it does not know are dropped', (raw, expected) => {
    expect(point.safeParse(raw).data).toEqual(expected)
  })

  test.each<[unknown, string]>([
    ['{"x":1', 'Param given must be a JSON object, got "{\\"x\\":1"'],
    ['[]', 'Param given must be a JSON object, got "[]"'],
    [[], 'Param given must be a JSON object, got []'],
    ['', 'Param given must be a JSON object, got ""'],
    ['null', 'Param given must be a JSON object, got "null"'],
    [1, 'Param given must be a JSON object, got 1'],
    [{ x: 10 }, 'Param given.x must be an integer from 0 to 9, got 10'],
    [{}, 'The parameter given.x is required'],
    [undefined, 'The parameter given is required'],
  ])('refuses %j by name', (raw, message) => {
    const { error } = z.object({ given: point }).safeParse({ given: raw })
    expect(error && parameterError(error)).toEqual({ code: 100, message })
  })

  test('of any members is kept as it came, native or as JSON text', () => {
    const objects = fc.dictionary(fc.string(), fc.jsonValue())
    fc.assert(
      fc.property(objects, (value) => {
        const plain = JSON.parse(JSON.stringify(value), (name, member) =>
          name === '__proto__' ? undefined : member,
        ) as object
        expect(jsonObject.safeParse(plain).data).toEqual(plain)
        expect(jsonObject.safeParse(JSON.stringify(plain)).data).toEqual(plain)
      }),
      { numRuns: 1_000 },
    )
  })

  test('given as text loses a member named __proto__, at any depth', () => {
    expect(jsonObject.safeParse('{"a":{"__proto__":1,"b":2},"__proto__":{}}').data).toEqual({ a: { b: 2 } })
  })
})
