import { afterEach, describe, expect, test } from 'vitest'
import { z as zod } from 'zod'
import { built } from '../../src/engine/schema/deferred-schema.ts'
import { readBy } from '../../src/engine/schema/schema.ts'
import { z } from '../../src/engine/schema/zod.ts'
import { runNatively } from '../native/run-natively.ts'

let count = 0
const counted = () => {
  count = 0
  Object.assign(zod.config(), { postProcessor: () => count++ })
}

afterEach(() => {
  Reflect.deleteProperty(zod.config(), 'postProcessor')
})

describe('a deferred schema', () => {
  test('is built once, with all that it derives from, when something reads it', () => {
    counted()
    const name = z.string().min(2).describe('A name')
    const person = z.object({ name, tags: z.array(z.enum(['a', 'b'])).optional() }).extend({ age: z.int() })
    expect(count).toBe(0)
    expect(person.safeParse({ name: 'Ann', tags: ['a'], age: 3 }).success).toBe(true)
    const first = count
    expect(first).toBeGreaterThan(5)
    expect(person.safeParse({ name: 'Bob', tags: ['b'], age: 4 }).success).toBe(true)
    expect(count).toBe(first)
    expect(person.safeParse({ name: 'A', age: 3 }).error?.issues[0]?.path).toEqual(['name'])
    expect(readBy(person, { name: 'Ann', age: 3.5 }).success).toBe(false)
  })

  test('shows no member of its own, and can be built after it was frozen', () => {
    const text = Object.freeze(z.string())
    expect(Object.keys(text)).toEqual([])
    expect({ ...text }).toEqual({})
    expect(text.safeParse('a').success).toBe(true)
    expect(text.safeParse(1).success).toBe(false)
    expect(z.object({ text }).safeParse({ text: 'a' }).success).toBe(true)
  })

  test('is the schema to whoever asks', () => {
    const text = z.string().describe('A text')
    const object = z.object({ text })
    expect(object instanceof zod.ZodObject).toBe(true)
    expect(object instanceof zod.ZodArray).toBe(false)
    expect(object.shape.text).toBe(built(text))
    expect(text.description).toBe('A text')
    expect(text.optional().unwrap()).toBe(built(text))
    expect(z.toJSONSchema(text)).toEqual(zod.toJSONSchema(zod.string().describe('A text')))
    expect(built(built(text))).toBe(built(text))
    expect(built(5)).toBe(5)
  })
})

test('the first parses by a schema give the results of the compiled ones', () => {
  const schema = z.strictObject({ a: z.string(), b: z.array(z.object({ c: z.int().optional() })) })
  const values = [{ a: 'x', b: [{ c: 1 }, {}] }, { a: 1, b: [{ c: 'x' }] }, { a: 'x', b: 5, d: 1 }, null, 'x']
  const read = () => values.map((value) => JSON.stringify(readBy(schema, value)))
  const first = read()
  for (let round = 0; round < 20; round++) expect(read()).toEqual(first)
})

test('an import and a world build no schema, and a call only those of its operation', () => {
  const counts = runNatively(`
    import { config } from 'zod'
    let count = 0
    Object.assign(config(), { postProcessor: () => count++ })
    const { createWorld } = await import('./src/index.ts')
    const imported = count
    const { actions } = createWorld()
    const before = count
    actions.createUser({ name: 'Ann' }).unwrap()
    console.log(JSON.stringify([imported, before - imported, count - before]))
  `)
  const [imported, made, called] = JSON.parse(counts)
  expect(imported).toBe(0)
  expect(made).toBe(0)
  expect(called).toBeGreaterThan(0)
  expect(called).toBeLessThan(60)
})
