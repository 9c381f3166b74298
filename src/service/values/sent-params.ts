import { built } from '../../engine/schema/deferred-schema.ts'
import { readBy } from '../../engine/schema/schema.ts'
import type { z } from '../../engine/schema/zod.ts'
import type { Json } from '../../engine/values/guard.ts'
import { servesBeyond } from '../contract/beyond.ts'
import { type CallError, invalidParameter, parameterError } from '../contract/errors.ts'
import { TOO_MUCH_DATA } from '../contract/transient.ts'
import type { Policy } from '../policy.ts'
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

const knownParameters = new WeakMap<z.ZodType, Parameters>()

/** Returns the types of an endpoint's parameters, and their forms. Its first call finds them. */
export function parametersOf({ params }: { readonly params: z.ZodType }): Parameters {
  const before = knownParameters.get(params)
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
  knownParameters.set(params, parameters)
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

/** An endpoint, as far as its parameters are concerned. */
interface Reading {
  readonly params: z.ZodType
  readonly route: string
  readonly view?: unknown
  readonly beyondParams?: readonly string[] | undefined
}

/** An endpoint with its name, and the parameters that its route implies. */
interface NamedReading {
  readonly endpoint: Reading
  readonly operation: string
  readonly implied?: Readonly<Record<string, Json>> | undefined
}

/** The parameters of a call as the rule of its endpoint gets them. */
interface ReadParams {
  readonly value: unknown
  /**
   * True if the call asks a list for its summary alone, as in `limit=0&summary=true`, in a world beyond the
   * description. The call then reads one row, and the answer leaves it out.
   */
  readonly noRows: boolean
}

/** Returns what a call sent, without parameters that only a world beyond the description has (SIL-014). */
function servedParams(sent: SentParams, beyondParams: readonly string[]): SentParams {
  const kept = Object.entries(sent.params).filter(([name]) => !beyondParams.includes(name))
  return { ...sent, params: Object.fromEntries(kept) }
}

/**
 * Returns the parsed parameters of a call, or of an edge within a record; or their first error.
 *
 * @param now The time of the world, in Unix milliseconds.
 */
export function readParams(
  sent: SentParams,
  entry: NamedReading,
  policy: Policy,
  now: number,
): ReadParams | CallError {
  const { endpoint, implied } = entry
  const isLive = servesBeyond(policy)
  const filters = knownFilters[isLive ? 'serve' : 'refuse']
  const { isList, hasSummary, refused } = filters.get(endpoint) ?? filtersOf(endpoint, isLive)
  for (const name of refused) {
    if (!Object.hasOwn(sent.params, name)) continue
    const unapplied = unappliedFilter(name, sent.params[name], entry, isLive)
    if (unapplied) return unapplied
    break
  }
  const { limit: sentLimit } = sent.params
  const asksForNone = sentLimit === '0' || sentLimit === 0
  const noRows = hasSummary && asksForNone && Object.hasOwn(sent.params, 'summary')
  const { beyondParams } = endpoint
  const served = beyondParams && !isLive ? servedParams(sent, beyondParams) : sent
  const given = noRows ? { ...served, params: { ...served.params, limit: 1 } } : served
  const read = sentParams(given, endpoint, policy, now)
  const parsed = readBy(endpoint.params, implied ? { ...read, ...implied } : read)
  if (!parsed.success) return parameterError(parsed.error)
  const { pageSizeMax: most } = policy
  // The limit of a list that was read is a number, or its text; that of another endpoint may be any value.
  const limit = isList && most ? Number(read['limit']) : 0
  if (most && limit > most) return tooMuchData(limit, most)
  return { value: parsed.data, noRows }
}

/** A parameter with which the live service adds a member to every read. */
const readFilters = ['metadata']

/** Parameters that the live service applies to lists. A caller cannot see that a list ignored them. */
const listFilters = ['filtering', 'since', 'until', ...readFilters]

/** Returns true if a list that lacks this parameter refuses it, instead of ignoring it. */
export const isListFilter = (name: string): boolean => listFilters.includes(name)

/**
 * The error of a list with a larger `limit` than the policy answers:
 * https://github.com/frappe/crm/issues/2870, https://github.com/singer-io/tap-facebook/issues/65
 */
const tooMuchData = (limit: number, most: number): CallError => ({
  code: 1,
  message: TOO_MUCH_DATA,
  verbatim: true,
  hint: `the limit ${limit} is above ${most}, the pageSizeMax of the policy`,
})

const turnsOff = (value: unknown): boolean =>
  [undefined, null, false, 0, '', '0', 'false'].some((off) => off === value) ||
  (Array.isArray(value) && value.length === 0)

/** The parameters of an endpoint in worlds of one kind. */
interface Filters {
  readonly isList: boolean
  readonly hasSummary: boolean
  /** The filters that it lacks, and therefore refuses. Other unknown parameters are ignored (SIL-014). */
  readonly refused: readonly string[]
}

const knownFilters = { serve: new WeakMap<Reading, Filters>(), refuse: new WeakMap<Reading, Filters>() }

/** Finds the filters of an endpoint at its first call, and keeps them. */
function filtersOf(endpoint: Reading, isLive: boolean): Filters {
  const names = namesOf(endpoint, isLive)
  const isList = names.includes('after')
  const isDescribed = isLive && endpoint.view !== undefined && !isList
  const all = isList ? listFilters : endpoint.route.startsWith('GET ') && !isDescribed ? readFilters : []
  const refused = all.filter((name) => !names.includes(name))
  const filters = { isList, hasSummary: isLive && names.includes('summary'), refused }
  knownFilters[isLive ? 'serve' : 'refuse'].set(endpoint, filters)
  return filters
}

/** Returns the names of the parameters that an endpoint has in worlds of one kind. */
function namesOf(endpoint: Reading, isLive: boolean): readonly string[] {
  const names = [...parameterTypes(endpoint).keys()]
  return isLive ? names : names.filter((name) => !endpoint.beyondParams?.includes(name))
}

/** The error of a filter that a list or a read does not have in a world of this policy, unless it is off. */
function unappliedFilter(
  filter: string,
  value: unknown,
  { endpoint, operation }: NamedReading,
  isLive: boolean,
): CallError | undefined {
  if (turnsOff(value)) return undefined
  const known = namesOf(endpoint, isLive)
  const answer = known.includes('after') ? 'list the same rows' : 'answer the same'
  const names = known.length > 0 ? `; the parameters are ${known.join(', ')}` : ''
  return invalidParameter(
    `Param ${filter} is not simulated for ${operation}, which would ${answer} without it: leave ` +
      `it out${names}`,
  )
}
