import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { z } from 'zod'
import type { Json } from '../engine/guard.ts'
import type { Choices } from './choices.ts'
import type { ValueSource } from './options.ts'

const words = ['alpha', 'beta', 'Größe', '日本', 'a "quoted" text', 'x'.repeat(80)]

type Described = { readonly type?: string | readonly string[]; readonly [member: string]: unknown }

/** Draws a value that fits a JSON schema: only the common members are followed. */
function drawJson(schema: Described, choices: Choices): Json {
  const { enum: listed, const: fixed, anyOf, items, properties } = schema
  if (fixed !== undefined) return fixed as Json
  if (Array.isArray(listed)) return choices.pick(listed as Json[]) ?? null
  if (Array.isArray(anyOf)) return drawJson(choices.pick(anyOf as Described[]) ?? {}, choices)
  if (schema.type === 'boolean') return choices.chance(0.5)
  if (schema.type === 'integer' || schema.type === 'number') return drawNumber(schema, choices)
  if (schema.type === 'array') {
    const { minItems = 0 } = schema as { minItems?: number }
    const item = (items ?? {}) as Described
    return Array.from({ length: minItems + choices.below(3) }, () => drawJson(item, choices))
  }
  if (schema.type === 'object') {
    const members = Object.entries((properties ?? {}) as Record<string, Described>)
    return Object.fromEntries(members.map(([name, member]) => [name, drawJson(member, choices)]))
  }
  return drawText(schema, choices)
}

function drawNumber(
  { minimum = 0, maximum }: Described & { minimum?: number; maximum?: number },
  choices: Choices,
): number {
  const most = Math.min(maximum ?? minimum + 1_000, minimum + 100_000)
  return choices.pick([minimum, minimum + 1, most, minimum + choices.below(most - minimum + 1)]) ?? minimum
}

function drawText(
  { minLength = 0, maxLength = 1_000 }: Described & { minLength?: number; maxLength?: number },
  choices: Choices,
): string {
  const word = `${choices.pick(words)} ${choices.below(1_000)}`
  return word.padEnd(minLength, '.').slice(0, maxLength)
}

const isArbitrary = (
  source: object,
): source is { generate(random: unknown, bias: number | undefined): { value: unknown } } =>
  'generate' in source && typeof source.generate === 'function'

/** Draws the value of a command's parameter: from a list, a fast-check arbitrary, or a zod schema. */
export function drawValue(source: ValueSource, choices: Choices): Json {
  if (Array.isArray(source)) return (choices.pick(source) ?? null) as Json
  if (isArbitrary(source)) {
    const seed = choices.below(2 ** 31)
    return source.generate(randomFor(seed), undefined).value as Json
  }
  const described = z.toJSONSchema(source as unknown as z.ZodType, { io: 'input', unrepresentable: 'any' })
  return drawJson(described as Described, choices)
}

/** The random source that arbitraries of fast-check draw from, without a dependency on fast-check. */
function randomFor(seed: number) {
  const generator = xoroshiro128plus(seed)
  const nextInt = (from = -0x80000000, to = 0x7fffffff) => {
    const range = to - from + 1
    return from + Math.floor(((generator.next() >>> 0) / 2 ** 32) * range)
  }
  return {
    clone: () => randomFor(seed),
    next: (bits: number) => (bits >= 32 ? generator.next() >>> 0 : (generator.next() >>> 0) % 2 ** bits),
    nextBoolean: () => ((generator.next() >>> 0) & 1) === 1,
    nextInt,
    nextBigInt: (from: bigint, to: bigint) => {
      const range = to - from + 1n
      const drawn = (BigInt(generator.next() >>> 0) << 32n) | BigInt(generator.next() >>> 0)
      return from + (drawn % range)
    },
    nextDouble: () => (generator.next() >>> 0) / 2 ** 32,
    getState: () => undefined,
  }
}
