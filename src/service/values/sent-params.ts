import { built } from '../../engine/schema/deferred-schema.ts'
import type { z } from '../../engine/schema/zod.ts'
import type { Json } from '../../engine/values/guard.ts'
import { isCompound } from './compounds.ts'
import { withDoubleQuotes } from './json-quotes.ts'
import { readTimeText } from './relative-time.ts'
import { boolean, isScalar } from './scalars.ts'
import { boundTime, datetime, parseIso, timestamp, unixTime } from './times.ts'

/** The members of a zod definition that hold the types within a type. */
interface Definition {
  readonly shape?: Readonly<Record<string, z.ZodType>>
  readonly innerType?: z.ZodType
  readonly in?: z.ZodType
}

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

/** A parameter that may be spelled otherwise than its parser reads it. */
type Form = 'compound' | 'periodBound' | 'timestamp'

/** The parameters that bound a period. */
const bounds: readonly string[] = ['since', 'until']

function formOf(name: string, type: z.ZodType): Form | undefined {
  if (isCompound(type)) return 'compound'
  if (type === built(timestamp)) return 'timestamp'
  const isBound = bounds.includes(name) && (type === built(datetime) || type === built(boundTime))
  return isBound ? 'periodBound' : undefined
}

/** Parameters whose conditions and periods have times. */
const withTimes: readonly string[] = ['filtering', 'time_range']

const timeFormats: readonly unknown[] = ['unix-seconds', 'date-time']

/** Whether a parameter has times. */
const hasTime = (name: string, type: z.ZodType): boolean =>
  withTimes.includes(name) || timeFormats.includes(built(type).meta()?.['format'])

/** The parameters of an endpoint by name. */
interface Parameters {
  readonly types: ReadonlyMap<string, z.ZodType>
  readonly forms: ReadonlyMap<string, Form>
  /** The names of those that have times. */
  readonly times: readonly string[]
}

const known = new WeakMap<z.ZodType, Parameters>()

/** Returns the types of an endpoint's parameters, and their forms. Its first call finds them. */
export function parametersOf({ params }: { readonly params: z.ZodType }): Parameters {
  const before = known.get(params)
  if (before) return before
  const types = new Map(Object.entries(shapeOf(params)).map(([name, type]) => [name, declaredType(type)]))
  const forms = new Map<string, Form>()
  const times: string[] = []
  for (const [name, type] of types) {
    const form = formOf(name, type)
    if (form) forms.set(name, form)
    if (hasTime(name, type)) times.push(name)
  }
  const parameters = { types, forms, times }
  known.set(params, parameters)
  return parameters
}

/** Returns the declared types of an endpoint's parameters by name. */
export const parameterTypes = (endpoint: { readonly params: z.ZodType }): Parameters['types'] =>
  parametersOf(endpoint).types

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

/** Returns the last value of a parameter that was sent several times. */
export const lastValue = (value: Json | undefined): Json | undefined =>
  Array.isArray(value) ? (value.at(-1) as Json | undefined) : value

/**
 * Returns the Unix seconds of a time in a form that only the live service reads: ISO 8601 text in place of a
 * timestamp, or English such as `15 months ago` in place of the bound of a period.
 */
function liveTime(form: Form, value: string, now: number): number | undefined {
  const iso = parseIso(value)
  const instant = form === 'periodBound' ? iso === undefined && readTimeText(value, now) : iso
  return typeof instant === 'number' ? unixTime(instant) : undefined
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
  const { jsonQuotes, beyond } = spelling
  const acceptsMore = jsonQuotes !== 'double' || beyond === 'serve'
  if (blanks.length === 0 && repeats.length === 0 && !acceptsMore) return params
  const { types, forms } = parametersOf(endpoint)
  const changed: Record<string, Json> = {}
  for (const name of blanks)
    if (params[name] === '' && types.get(name) === built(boolean)) changed[name] = false
  for (const name of repeats) {
    const type = types.get(name)
    if (type && isScalar(type)) changed[name] = lastValue(params[name]) ?? null
  }
  for (const [name, form] of acceptsMore ? forms : []) {
    const value = Object.hasOwn(params, name) ? params[name] : undefined
    if (typeof value !== 'string') continue
    if (form === 'compound') {
      if (jsonQuotes === 'any') changed[name] = withDoubleQuotes(value)
      continue
    }
    const seconds = beyond === 'serve' ? liveTime(form, value, now) : undefined
    if (seconds !== undefined) changed[name] = seconds
  }
  return { ...params, ...changed }
}
