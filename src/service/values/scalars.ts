import { built, deferred } from '../../engine/schema/deferred-schema.ts'
import { z } from '../../engine/schema/zod.ts'
import { decodeInput } from '../../engine/values/base64.ts'
import { shown } from '../../engine/values/shown.ts'
import { bounds } from '../contract/bounds.ts'
import { isNumericId } from './ids.ts'
import { lowerAscii } from './letter-case.ts'
import { isHttpUrl, urlExcess } from './urls.ts'

export { shown } from '../../engine/values/shown.ts'

/** The result of parsing a value that means nothing, such as an empty string in place of a boolean. */
export const absent = Symbol('absent')

const bound = Symbol('bound')

/** The result of parsing a value that exceeds a bound. */
interface Excess {
  readonly [bound]: string
}

/** Returns the result for a value that exceeds a bound. `words` completes the message "must have …". */
export const excess = (words: string): Excess => ({ [bound]: words })

const scalars = new WeakSet<z.ZodType>()

/** Whether a type, without its defaults, was declared by `scalar`. */
export const isScalar = (type: z.ZodType): boolean => scalars.has(built(type))

/**
 * Declares a parameter type.
 *
 * @param expected Completes the message "must be …".
 * @param read Parses a raw value, native or text (SIL-013). It returns undefined for an invalid value.
 * @param schema The JSON schema of the type, for the documentation.
 * @param advice Returns the end of the message about an invalid value: what to send instead.
 */
export function scalar<T, In = T>(
  expected: string,
  read: (raw: unknown) => T | Excess | undefined | typeof absent,
  schema: Record<string, unknown>,
  advice: (raw: unknown) => string = () => '',
): z.ZodType<T, In> {
  const readRaw = (raw: unknown, context: z.RefinementCtx) => {
    const value = read(raw)
    if (value === absent) return undefined
    const exceeds = typeof value === 'object' && value !== null && bound in value
    if (value !== undefined && !exceeds) return value
    const got = schema['writeOnly'] === true ? '' : `, got ${shown(raw)}${advice(raw)}`
    const problem = exceeds ? `must have ${value[bound]}` : `must be ${expected}${got}`
    const message = raw === undefined ? 'is required' : problem
    context.issues.push({ code: 'custom', message, input: raw })
    return z.NEVER
  }
  return deferred(() => {
    const described = built(
      z.transform(readRaw).register(z.globalRegistry, { ...schema, description: expected }),
    )
    scalars.add(described)
    return described as unknown as z.ZodType<T, In>
  })
}

/** An optional parameter. */
type Optional<T, In> = z.ZodType<T, In | undefined> & { readonly _zod: { readonly optin: 'optional' } }

/** Declares a parameter with a default. */
export function defaulted<T, In>(type: z.ZodType<T, In>, defaultValue: NoInfer<T>): Optional<T, In> {
  return type.optional().transform((value) => value ?? defaultValue) as unknown as Optional<T, In>
}

function readBoolean(raw: unknown): boolean | undefined | typeof absent {
  if (typeof raw === 'boolean') return raw
  if (raw === 1 || raw === 0) return raw === 1
  if (typeof raw !== 'string') return undefined
  const text = lowerAscii(raw)
  if (text === 'true' || text === '1') return true
  if (text === 'false' || text === '0') return false
  return text === '' ? absent : undefined
}

/** A boolean: true, false, 1 or 0, in any letter case (SIL-013). */
export const boolean = scalar<boolean, boolean | 0 | 1>('true or false', readBoolean, { type: 'boolean' })

const DECIMAL = /^-?(0|[1-9]\d{0,18})$/
const INT64_MAX = 9_223_372_036_854_775_807n

/** Parses a 64-bit integer. Returns a number if that is exact, or its decimal text. */
export function readInt64(raw: unknown): number | string | undefined {
  if (typeof raw === 'number') return Number.isSafeInteger(raw) ? raw : undefined
  if (typeof raw !== 'string' || !DECIMAL.test(raw)) return undefined
  const number = Number(raw)
  if (Number.isSafeInteger(number)) return number === 0 ? 0 : number
  const exact = BigInt(raw)
  return exact <= INT64_MAX && exact >= -INT64_MAX - 1n ? raw : undefined
}

/** A 64-bit integer: a number if that is exact, or its decimal text. */
export const int64 = scalar<number | string>('a 64-bit integer (beyond 2^53 as a string)', readInt64, {
  type: 'integer',
  format: 'int64',
})

/** An integer from `minimum` to `maximum`, both inclusive. */
export function integer(
  minimum = Number.MIN_SAFE_INTEGER,
  maximum = Number.MAX_SAFE_INTEGER,
): z.ZodType<number, number | string> {
  const bounded = { below: minimum > Number.MIN_SAFE_INTEGER, above: maximum < Number.MAX_SAFE_INTEGER }
  const least = bounded.below ? ` of ${minimum} or more` : ''
  const expected = `an integer${bounded.above ? ` from ${minimum} to ${maximum}` : least}`
  const read = (raw: unknown) => {
    const value = readInt64(raw)
    return typeof value === 'number' && value >= minimum && value <= maximum ? value : undefined
  }
  return scalar(expected, read, {
    type: 'integer',
    ...(bounded.below && { minimum }),
    ...(bounded.above && { maximum }),
  })
}

function readText(raw: unknown): string | undefined {
  if (typeof raw === 'string') return raw
  return typeof raw === 'number' ? String(raw) : undefined
}

/** Any text. */
export const text = scalar<string, string>('text', readText, { type: 'string' })

/** A token or another secret. Error messages do not quote it. */
export const secretText = scalar<string, string>('text', readText, { type: 'string', writeOnly: true })

/** Text that is not empty. */
export const filledText = scalar<string, string>(
  'text that is not empty',
  (raw) => readText(raw) || undefined,
  {
    type: 'string',
    minLength: 1,
  },
)

/**
 * An id of up to 19 digits, without a prefix, as a text (CNV-016). It may be the id of another system, so it
 * need not fit into a number. `nodeId` is the id of a node of this world.
 */
export const numericId = scalar<string, string | number>(
  'a numeric id',
  (raw) => {
    const id = readText(raw)
    return id !== undefined && isNumericId(id) ? id : undefined
  },
  { type: 'string', pattern: '^\\d{1,19}$' },
)

/** An enum value, in the exact letter case (SIL-016). */
export function oneOf<const T extends string>(values: readonly T[]): z.ZodType<T, T> {
  const byName = new Map<unknown, T>(values.map((value) => [value, value]))
  return scalar<T>(`one of ${values.join(', ')}`, (raw) => byName.get(raw), { enum: values })
}

/** An enum value. An empty text counts as none, as the live service reads it (SIL-189). */
export function oneOfOrBlank<const T extends string>(values: readonly T[]): z.ZodType<T, T | ''> {
  const byName = new Map<unknown, T>(values.map((value) => [value, value]))
  const read = (raw: unknown) => (raw === '' ? absent : byName.get(raw))
  return scalar<T, T | ''>(`one of ${values.join(', ')}`, read, { enum: values })
}

/** An enum value, in its own letter case or in lower case (SIL-016). */
export function oneOfAnyCase<const T extends string>(values: readonly T[]): z.ZodType<T, T> {
  const byName = new Map<unknown, T>(
    values.flatMap((value) => [
      [value, value],
      [lowerAscii(value), value],
    ]),
  )
  return scalar<T>(`one of ${values.join(', ')}`, (raw) => byName.get(raw), { enum: values })
}

/** An absolute http or https URL of at most `charactersMax` characters. */
export const urlOfAtMost = (charactersMax: number) =>
  scalar<string>(
    'an absolute http or https URL',
    (raw) => {
      if (typeof raw !== 'string') return undefined
      const exceeded = urlExcess(raw, charactersMax)
      if (exceeded !== undefined) return excess(exceeded)
      return isHttpUrl(raw) ? raw : undefined
    },
    { type: 'string', format: 'uri', maxLength: charactersMax },
  )

/** An absolute http or https URL. */
export const httpUrl = urlOfAtMost(bounds.urlCharactersMax)

/** Bytes: a Uint8Array in process, or `{ "$base64": "…" }` in JSON. */
export const bytes = scalar<
  Uint8Array,
  | Uint8Array
  | {
      /** The bytes as Base64 text. */
      $base64: string
    }
>(
  'bytes, as a Uint8Array or {"$base64": "…"}',
  (raw) => {
    if (typeof raw !== 'object' || raw === null || !('$base64' in raw)) return undefined
    return typeof raw.$base64 === 'string' ? decodeInput(raw.$base64) : undefined
  },
  { type: 'string', format: 'byte' },
)
