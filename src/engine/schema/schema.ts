import type { Json } from '../values/guard.ts'
import { built, deferred } from './deferred-schema.ts'
import { issueWords } from './issue-words.ts'
import { z } from './zod.ts'

/** Any JSON value. It does not check the value, which must have passed `guard`. */
export const json: z.ZodType<Json> = z.custom<Json>()

type Run = (payload: z.core.ParsePayload, context: z.core.ParseContextInternal) => z.core.ParsePayload

/** Returns the parse function of a schema. Its type allows promises, but no schema here is asynchronous. */
const runOf = (schema: z.core.$ZodType): Run => schema._zod.run as Run

/** Parses the items in order and stops at the first invalid one. */
function readItems(item: z.core.$ZodType, inst: z.core.$ZodType): Run {
  return (payload, context) => {
    const input = payload.value
    if (!Array.isArray(input)) {
      payload.issues.push({ code: 'invalid_type', expected: 'array', input, inst })
      return payload
    }
    const items: unknown[] = []
    payload.value = items
    for (const [index, value] of input.entries()) {
      const read = runOf(item)({ value, issues: [] }, context)
      const [first] = read.issues
      if (first) {
        payload.issues.push({ ...first, path: [index, ...(first.path ?? [])] })
        break
      }
      items.push(read.value)
    }
    return payload
  }
}

const BoundedArray = z.classOf<z.ZodArray>('BoundedArray', (inst, def) => {
  z.ZodArray.init(inst, def)
  inst._zod.parse = readItems(def.element, inst)
})

/**
 * An array that is parsed up to the first invalid item. `z.array` collects an issue for each item: a text of
 * 400 KB then takes seconds, and has more issues than a function call takes arguments.
 */
export function boundedArray<T extends z.ZodType>(item: T): z.ZodArray<T> {
  // `$constructor` of zod is not generic, so the type of the items is lost.
  return deferred(() => new BoundedArray({ type: 'array', element: built(item) }) as unknown as z.ZodArray<T>)
}

/**
 * A text of at most `unitsMax` UTF-16 code units. The length check of zod counts code points instead, and
 * reads the member `length` of values that are not texts, which may throw.
 */
export const shortText = (unitsMax: number): z.ZodString =>
  z.string().refine((text) => text.length <= unitsMax, `has more than ${unitsMax} characters`)

// `abortEarly` is internal to zod: arrays and objects stop at the first invalid member.
const firstIssueOnly: z.core.ParseContextInternal<z.core.$ZodIssue> = { abortEarly: true, error: issueWords }

const interpreted = { ...firstIssueOnly, jitless: true }

/** An object with any names that is parsed up to the first invalid value, as `boundedArray` is. */
export function boundedRecord<T>(value: z.ZodType<T>): z.ZodType<Record<string, T>, Record<string, unknown>> {
  return z.record(z.string(), z.unknown()).transform((input, context) => {
    const members: Record<string, T> = {}
    for (const [name, member] of Object.entries(input)) {
      const read = value.safeParse(member, firstIssueOnly)
      const [first] = read.error?.issues ?? []
      if (first) {
        context.issues.push({ ...first, path: [name, ...first.path], input: member } as z.core.$ZodRawIssue)
        return z.NEVER
      }
      if (read.success) members[name] = read.data
    }
    return members
  })
}

/**
 * The parses of a schema before zod compiles its objects. A compilation takes as long as hundreds of parses,
 * and most programs parse few values by a schema. The results are the same.
 */
const INTERPRETED_PARSES = 16

/** A schema behind a deferred one, and how often it parsed. */
interface Parser<T extends z.ZodType> {
  readonly schema: T
  parses: number
}

const parsers: {
  get<T extends z.ZodType>(schema: T): Parser<T> | undefined
  set<T extends z.ZodType>(schema: T, parser: Parser<T>): unknown
} = new WeakMap<z.ZodType>()

/**
 * Parses a value with a schema, and stops at the first issue where the schema allows it. All input is parsed
 * by this function, so that an invalid value costs no more than a valid one.
 */
export function readBy<T extends z.ZodType>(schema: T, value: unknown): z.ZodSafeParseResult<z.output<T>> {
  let parser = parsers.get(schema)
  if (!parser) {
    parser = { schema: built(schema), parses: 0 }
    parsers.set(schema, parser)
  }
  if (parser.parses >= INTERPRETED_PARSES) return parser.schema.safeParse(value, firstIssueOnly)
  parser.parses += 1
  return parser.schema.safeParse(value, interpreted)
}
