import { z } from 'zod'

type Run = (payload: z.core.ParsePayload, context: z.core.ParseContextInternal) => z.core.ParsePayload

/** The part of a schema that reads: every schema of zod has it, and none of ours reads asynchronously. */
const runOf = (schema: z.core.$ZodType): Run => schema._zod.run as Run

/** Reads the items in their order, and ends at the first wrong one. */
function readItems(item: z.core.$ZodType, inst: z.core.$ZodType): Run {
  return (payload, context) => {
    const given = payload.value
    if (!Array.isArray(given)) {
      payload.issues.push({ code: 'invalid_type', expected: 'array', input: given, inst })
      return payload
    }
    const items: unknown[] = []
    payload.value = items
    for (const [index, value] of given.entries()) {
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

const BoundedArray = z.core.$constructor<z.ZodArray>('BoundedArray', (inst, def) => {
  z.ZodArray.init(inst, def)
  inst._zod.parse = readItems(def.element, inst)
})

/**
 * An array whose reading ends at the first wrong item. `z.array` collects an issue for each: a text of 400 KB
 * holds enough wrong items for seconds, and for more issues than a call of a function takes arguments.
 */
export function boundedArray<T extends z.ZodType>(item: T): z.ZodArray<T> {
  // A constructor of zod cannot be generic: the type of the items is lost within it.
  return new BoundedArray({ type: 'array', element: item }) as unknown as z.ZodArray<T>
}

/**
 * A text of at most `most` UTF-16 code units. The length check of zod counts code points, and reads `length`
 * of a value that is no text, which may throw.
 */
export const shortText = (most: number): z.ZodString =>
  z.string().refine((text) => text.length <= most, `has more than ${most} characters`)

/** An object of any names whose reading ends at the first wrong value, as that of `boundedArray` does. */
export function boundedRecord<T>(value: z.ZodType<T>): z.ZodType<Record<string, T>, Record<string, unknown>> {
  return z.record(z.string(), z.unknown()).transform((given, context) => {
    const members: Record<string, T> = {}
    for (const [name, member] of Object.entries(given)) {
      const read = value.safeParse(member)
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

// `validate` of zod sets it too: a list or an object ends at the first member that cannot be read.
const early: z.core.ParseContextInternal<z.core.$ZodIssue> = { abortEarly: true }

/**
 * Reads a value by a schema, for the sake of its first issue: more are not collected where the schema allows
 * it. Every input is read by this, so that a wrong one costs no more than a right one.
 */
export const readBy = <T extends z.ZodType>(schema: T, value: unknown): z.ZodSafeParseResult<z.output<T>> =>
  schema.safeParse(value, early)
