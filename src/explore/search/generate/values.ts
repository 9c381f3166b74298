import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import { z } from '../../../engine/schema/zod.ts'
import type { Json } from '../../../engine/values/guard.ts'
import type { ValueSource } from '../../run/options/options.ts'
import type { Choices } from './choices.ts'

const words = ['alpha', 'beta', 'Größe', '日本', 'a "quoted" text', 'x'.repeat(80)]

/** The members of a JSON schema that are followed. */
const Described = z.looseObject({
  type: z.string().optional(),
  const: z.json().optional(),
  enum: z.array(z.json()).optional(),
  get anyOf() {
    return z.array(Described).optional()
  },
  get items() {
    return Described.optional()
  },
  get properties() {
    return z.record(z.string(), Described).optional()
  },
  minItems: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
})

type Described = z.output<typeof Described>

/** Draws a value that fits a JSON schema. */
function drawJson(schema: Described, choices: Choices): Json {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return choices.pick(schema.enum) ?? null
  if (schema.anyOf) return drawJson(choices.pick(schema.anyOf) ?? {}, choices)
  switch (schema.type) {
    case 'boolean':
      return choices.chance(0.5)
    case 'integer':
    case 'number':
      return drawNumber(schema, choices)
    case 'array':
      return drawList(schema, choices)
    case 'object':
      return drawObject(schema, choices)
    default:
      return drawText(schema, choices)
  }
}

const drawList = ({ minItems = 0, items = {} }: Described, choices: Choices): Json[] =>
  Array.from({ length: minItems + choices.below(3) }, () => drawJson(items, choices))

const drawObject = ({ properties = {} }: Described, choices: Choices): Json =>
  Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, drawJson(member, choices)]))

function drawNumber({ minimum = 0, maximum }: Described, choices: Choices): number {
  const most = Math.min(maximum ?? minimum + 1_000, minimum + 100_000)
  return choices.pick([minimum, minimum + 1, most, minimum + choices.below(most - minimum + 1)]) ?? minimum
}

function drawText({ minLength = 0, maxLength = 1_000 }: Described, choices: Choices): string {
  const word = `${choices.pick(words)} ${choices.below(1_000)}`
  return word.padEnd(minLength, '.').slice(0, maxLength)
}

const isArbitrary = (
  source: object,
): source is { generate(random: unknown, bias: number | undefined): { value: Json } } =>
  'generate' in source && typeof source.generate === 'function'

/** Draws the value of a command's parameter: from a list, a fast-check arbitrary, or a zod schema. */
export function drawValue(source: ValueSource, choices: Choices): Json {
  if (Array.isArray(source)) return choices.pick<Json>(source) ?? null
  if (isArbitrary(source)) {
    const seed = choices.below(2 ** 31)
    return source.generate(randomFor(seed), undefined).value
  }
  const described = z.toJSONSchema(source as unknown as z.ZodType, { io: 'input', unrepresentable: 'any' })
  return drawJson(Described.parse(described), choices)
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
