import { errorMessage } from '../../engine/values/error-message.ts'
import type { Json } from '../../engine/values/guard.ts'
import { shown } from '../../service/values/scalars.ts'
import { instantOf, instantText } from '../../world/time/time.ts'
import type { ScenarioDocument } from './schema.ts'
import { OPEN_TEXT_MAX, type OpenValue } from './value-schema.ts'

type NamedValue = NonNullable<ScenarioDocument['values']>[string]

/** Whether a named value is open. */
export const isOpen = (value: NamedValue): value is OpenValue => typeof value === 'object' && value !== null

/** The longest text of an open value that gives no length. */
const LENGTH_MAX = 100

/** The lengths that an open text can have, in UTF-16 code units. */
export function lengthsOf({
  minLength = 1,
  maxLength = Math.max(LENGTH_MAX, minLength),
}: {
  readonly minLength?: number | undefined
  readonly maxLength?: number | undefined
}): { readonly minLength: number; readonly maxLength: number } {
  return { minLength, maxLength: Math.min(maxLength, OPEN_TEXT_MAX) }
}

const within = (value: number, from: number, to: number): boolean => value >= from && value <= to

function isKind(open: OpenValue): boolean {
  if ('oneOf' in open) return open.oneOf.includes(open.example)
  if (open.any === 'time') return within(instantOf(open.example), instantOf(open.from), instantOf(open.to))
  if (open.any === 'integer') return within(open.example, open.from, open.to)
  const { minLength, maxLength } = lengthsOf(open)
  return within(open.example.length, minLength, maxLength)
}

/** Returns the problem of an open value whose example is no value of its kind. */
export function exampleProblem(open: OpenValue): string | undefined {
  try {
    if (isKind(open)) return undefined
  } catch (error) {
    return errorMessage(error)
  }
  return `the example ${shown(open.example)} is no value of its kind: it must lie within the bounds`
}

/** Returns the value of an instant of an open time. */
export const openTime = (open: { readonly as?: 'iso' | 'unix' | undefined }, milliseconds: number): Json =>
  open.as === 'unix' ? Math.floor(milliseconds / 1000) : instantText(milliseconds)

/** Returns the value of a name when the scenario is played as an example. */
export function exampleOf(value: NamedValue): Json {
  if (!isOpen(value)) return value
  return 'any' in value && value.any === 'time' ? openTime(value, instantOf(value.example)) : value.example
}
