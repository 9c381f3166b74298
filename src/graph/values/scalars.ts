import { z } from 'zod'
import { shortenText } from '../../engine/cut.ts'
import { jsonBeginning } from '../../engine/excerpt.ts'
import { fromBase64 } from '../../engine/guard.ts'
import { bounds } from '../contract/bounds.ts'
import { lowerAscii } from './letter-case.ts'
import { isHttpUrl, urlExcess } from './urls.ts'

/** What a reader answers for a value that says nothing, such as an empty string in place of a boolean. */
const absent = Symbol('absent')

const bound = Symbol('bound')

/** What a reader answers for a value that exceeds a bound. */
interface Excess {
  readonly [bound]: string
}

/** Says that a value exceeds a bound; the words complete the sentence "must have …". */
export const excess = (words: string): Excess => ({ [bound]: words })

const isExcess = (value: unknown): value is Excess =>
  typeof value === 'object' && value !== null && bound in value
const WHOLE_LENGTH_MAX = 60
const CUT_LENGTH = 58

/** The value as an error message shows it: short, and never the whole of a long text. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = jsonBeginning(value, WHOLE_LENGTH_MAX)
  return text.length > WHOLE_LENGTH_MAX ? shortenText(text, CUT_LENGTH) : text
}

/**
 * A parameter type: one reader turns every accepted spelling, native or text, into the value that rules work
 * with. `expected` completes the sentence "must be …" of the error message.
 */
export function scalar<T, In = T>(
  expected: string,
  read: (raw: unknown) => T | Excess | undefined | typeof absent,
  schema: Record<string, unknown>,
): z.ZodType<T, In> {
  const reader = z.transform((raw: unknown, context) => {
    const value = read(raw)
    if (value === absent) return undefined
    const isTooMuch = isExcess(value)
    if (value !== undefined && !isTooMuch) return value
    const got = schema['writeOnly'] === true ? '' : `, got ${shown(raw)}`
    const wrong = isTooMuch ? `must have ${value[bound]}` : `must be ${expected}${got}`
    const message = raw === undefined ? 'is required' : wrong
    context.issues.push({ code: 'custom', message, input: raw })
    return z.NEVER
  })
  return reader.meta({ ...schema, description: expected }) as unknown as z.ZodType<T, In>
}

/** A parameter that may be left out. */
export type Optional<T, In> = z.ZodType<T, In | undefined> & { readonly _zod: { readonly optin: 'optional' } }

/** A parameter that takes a value of its own when it is left out. */
export function defaulted<T, In>(type: z.ZodType<T, In>, value: NoInfer<T>): Optional<T, In> {
  return type.optional().transform((given) => given ?? value) as unknown as Optional<T, In>
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

/** true, false, 1 or 0, in any case. */
export const bool = scalar<boolean, boolean | 0 | 1>('true or false', readBoolean, { type: 'boolean' })

const decimal = /^-?(0|[1-9]\d{0,18})$/
const INT64_MAX = 9_223_372_036_854_775_807n

/** An integer of at most 64 bits, as a number where that is exact. */
export function readInt64(raw: unknown): number | string | undefined {
  if (typeof raw === 'number') return Number.isSafeInteger(raw) ? raw : undefined
  if (typeof raw !== 'string' || !decimal.test(raw)) return undefined
  const near = Number(raw)
  if (Number.isSafeInteger(near)) return near === 0 ? 0 : near
  const exact = BigInt(raw)
  return exact <= INT64_MAX && exact >= -INT64_MAX - 1n ? raw : undefined
}

/** A 64-bit integer: a number when that is exact, otherwise its decimal text. */
export const int64 = scalar<number | string>('a 64-bit integer (beyond 2^53 as a string)', readInt64, {
  type: 'integer',
  format: 'int64',
})

/** An integer within bounds, both inclusive. */
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

/** A token or another secret: no message repeats what came in its place. */
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

/** A numeric string or an integer, carried as the string. */
export const numericId = scalar<string, string | number>(
  'a numeric id',
  (raw) => {
    const id = readText(raw)
    return id !== undefined && /^(0|[1-9]\d{0,18})$/.test(id) ? id : undefined
  },
  { type: 'string', pattern: '^\\d{1,19}$' },
)

/** A value of a closed list, spelled exactly. */
export function oneOf<const T extends string>(values: readonly T[]): z.ZodType<T, T> {
  const known = new Set<unknown>(values)
  const expected = `one of ${values.join(', ')}`
  return scalar<T>(expected, (raw) => (known.has(raw) ? (raw as T) : undefined), { enum: values })
}

/** An absolute http or https URL of at most so many characters. */
export const urlOfAtMost = (charactersMax: number) =>
  scalar<string>(
    'an absolute http or https URL',
    (raw) => {
      if (typeof raw !== 'string') return undefined
      const much = urlExcess(raw, charactersMax)
      if (much !== undefined) return excess(much)
      return isHttpUrl(raw) ? raw : undefined
    },
    { type: 'string', format: 'uri', maxLength: charactersMax },
  )

/** An absolute http or https URL. */
export const httpUrl = urlOfAtMost(bounds.urlCharactersMax)

/** Bytes: a Uint8Array in process, `{ "$base64": "…" }` in JSON. */
export const bytes = scalar<Uint8Array, Uint8Array | { $base64: string }>(
  'bytes, as a Uint8Array or {"$base64": "…"}',
  (raw) => {
    const member = (typeof raw === 'object' ? raw : null) as { $base64?: unknown } | null
    return typeof member?.$base64 === 'string' ? fromBase64(member.$base64) : undefined
  },
  { type: 'string', format: 'byte' },
)
