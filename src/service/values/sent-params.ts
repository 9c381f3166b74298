import { built } from '../../engine/schema/deferred-schema.ts'
import type { z } from '../../engine/schema/zod.ts'
import type { Json } from '../../engine/values/guard.ts'
import { isCompound } from './compounds.ts'
import { withDoubleQuotes } from './json-quotes.ts'
import { readTimeText } from './relative-time.ts'
import { bool, isScalar } from './scalars.ts'
import { boundTime, datetime, parseIso, timestamp, unixTime } from './times.ts'

/** The members of a zod definition that hold the types within a type. */
interface Definition {
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly innerType?: z.ZodType
  readonly in?: z.ZodType
}

type Types = ReadonlyMap<string, z.ZodType>

const definitionOf = (type: z.ZodType): Definition => type.def as unknown as Definition

/** Returns the declared type within defaults and transformations. */
function declaredType(type: z.ZodType): z.ZodType {
  if (isScalar(type) || isCompound(type)) return type
  const { innerType, in: first } = definitionOf(type)
  const inner = innerType ?? first
  return inner ? declaredType(inner) : type
}

/** Returns the members of an object type, with or without a transformation of the object. */
function shapeOf(type: z.ZodType): Readonly<Record<string, z.ZodType>> {
  const { shape, in: first } = definitionOf(type)
  return shape ?? (first ? shapeOf(first) : {})
}

const known = new WeakMap<z.ZodType, Types>()

/** Returns the declared types of an endpoint's parameters by name. */
export function parameterTypes({ params }: { readonly params: z.ZodType }): Types {
  const before = known.get(params)
  if (before) return before
  const types = new Map(Object.entries(shapeOf(params)).map(([name, type]) => [name, declaredType(type)]))
  known.set(params, types)
  return types
}

/** The parameters of a call, and how they were spelled. */
export interface SentParams {
  readonly params: Readonly<Record<string, Json>>
  /** The parameters that a multipart body sent as empty texts. */
  readonly blanks?: readonly string[]
  /** The parameters that were sent several times, each with the list of its values. */
  readonly repeats?: readonly string[]
}

/** The spellings of parameters that the policy allows. */
interface Spelling {
  readonly jsonQuotes: 'double' | 'any'
  /** A world beyond the description reads more forms of times. */
  readonly beyond?: 'refuse' | 'serve' | undefined
}

const acceptsMore = ({ jsonQuotes, beyond }: Spelling): boolean =>
  jsonQuotes !== 'double' || beyond === 'serve'

/** Returns the last value of a parameter that was sent several times. */
export const lastValue = (value: Json | undefined): Json | undefined =>
  Array.isArray(value) ? (value.at(-1) as Json | undefined) : value

/** The parameters that bound a period. */
const bounds: readonly string[] = ['since', 'until']

/**
 * Returns the Unix seconds of a time in a form that only the live service reads: ISO 8601 text in place of a
 * timestamp, or English such as `15 months ago` in place of the bound of a period.
 */
function liveTime(name: string, type: z.ZodType, value: string, now: number): number | undefined {
  const isBound = bounds.includes(name) && (type === built(datetime) || type === built(boundTime))
  if (!isBound && type !== built(timestamp)) return undefined
  const iso = parseIso(value)
  const instant = isBound ? iso === undefined && readTimeText(value, now) : iso
  return typeof instant === 'number' ? unixTime(instant) : undefined
}

/** Returns the members that must change before the parser of the endpoint reads them. */
function* respelled(
  { params, blanks = [], repeats = [] }: SentParams,
  types: Types,
  spelling: Spelling,
  now: number,
): Generator<[string, Json]> {
  for (const name of blanks) if (params[name] === '' && types.get(name) === built(bool)) yield [name, false]
  for (const name of repeats) {
    const type = types.get(name)
    if (type && isScalar(type)) yield [name, lastValue(params[name]) ?? null]
  }
  if (!acceptsMore(spelling)) return
  const { jsonQuotes, beyond } = spelling
  for (const [name, value] of Object.entries(params)) {
    const type = typeof value === 'string' ? types.get(name) : undefined
    if (typeof value !== 'string' || !type) continue
    if (jsonQuotes === 'any' && isCompound(type)) yield [name, withDoubleQuotes(value)]
    const seconds = beyond === 'serve' ? liveTime(name, type, value, now) : undefined
    if (seconds !== undefined) yield [name, seconds]
  }
}

/**
 * Returns the parameters of a call for the endpoint's parser (SIL-013). An empty text leaves a boolean out,
 * except in a multipart body, where it becomes false: PHP writes false as an empty text. Of a scalar that was
 * sent several times the last value counts, as PHP reads it. Under the policy `jsonQuotes: any`, JSON texts
 * may have single quotes; under `beyond: serve`, a Unix time may be ISO 8601 text, and the bound of a period
 * may be English (SIL-189).
 *
 * @param now The time of the world, in Unix milliseconds.
 */
export function sentParams(
  sent: SentParams,
  endpoint: { readonly params: z.ZodType },
  spelling: Spelling,
  now: number,
): Readonly<Record<string, Json>> {
  const { params, blanks = [], repeats = [] } = sent
  if (blanks.length === 0 && repeats.length === 0 && !acceptsMore(spelling)) return params
  const changed = [...respelled(sent, parameterTypes(endpoint), spelling, now)]
  return changed.length > 0 ? { ...params, ...Object.fromEntries(changed) } : params
}
