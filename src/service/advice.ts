import { shortenText } from '../engine/values/cut.ts'
import { parseJson } from '../engine/values/json-text.ts'
import { DAY_MS } from '../engine/values/milliseconds.ts'
import type { Advice, FarTime, Noticed } from './call-advice.ts'
import type { CallProgress } from './call-progress.ts'
import { clockAdvice } from './clock-advice.ts'
import { PLATFORM, servesBeyond, takenByPlatform } from './contract/beyond.ts'
import type { RefusedCheck } from './pipeline.ts'
import { isTakenByPlatform } from './platform-advice.ts'
import type { RawParams } from './routes/call.ts'
import type { ServiceOutcome } from './routes/context.ts'
import type { Route } from './routes/route.ts'
import { tokenAdvice } from './token-advice.ts'
import { didYouMean } from './values/nearest.ts'
import { shown } from './values/scalars.ts'
import { isListFilter, parametersOf, parameterTypes } from './values/sent-params.ts'
import { isMillisecondTime, parseIso, secondsInstead } from './values/times.ts'
import type { Selection } from './views/view.ts'

/** The longest hint, in UTF-16 code units. */
const HINT_LENGTH_MAX = 1_000

/** Unknown parameters that a hint names. */
const NAMES_MAX = 3

const JSON_BODY = /^\s*\{\s*["}]/

/** Joins hints; undefined if there are none. */
function joined(hints: Iterable<string | undefined>): string | undefined {
  const texts = new Set([...hints].filter((hint) => hint !== undefined))
  return texts.size === 0 ? undefined : shortenText([...texts].join('; '), HINT_LENGTH_MAX)
}

/**
 * Returns a hint as text.
 *
 * @param clock The time of the machine of the client, in Unix milliseconds. Without it, a time that comes
 * from there is not recognized.
 */
export function adviceText(advice: Advice | undefined, clock: number | undefined): string | undefined {
  if (!advice) return undefined
  const { hint, farTimes: times, at } = advice
  return clock !== undefined && times ? joined([hint, clockAdvice(times, at, clock)]) : hint
}

/** Returns the advice about a call and about the calls that are its parts. */
export function joinAdvice(all: readonly (Advice | undefined)[]): Advice | undefined {
  const known = all.filter((advice) => advice !== undefined)
  const [first] = known
  if (!first || known.length === 1) return first
  const times = known.flatMap(({ farTimes: own = [] }) => own).slice(0, NAMES_MAX)
  return {
    ...first,
    hint: joined(known.map(({ hint }) => hint)),
    farTimes: times.length > 0 ? times : undefined,
  }
}

const VERSIONS = 'leave the version out, or see the policy versions'

/** The hint about an unknown version. Clients write v24 for v24.0. */
function versionHint({ call: { version = '' }, policy }: CallProgress): string {
  const meant = policy.versions.find((known) => known === `${version}.0`)
  return meant === undefined ? VERSIONS : `send ${meant}`
}

/** The hints about a refusal. The message of the error says the rest. */
function* refusalHints(progress: CallProgress, refused: RefusedCheck | undefined, outcome: ServiceOutcome) {
  if (outcome.ok || outcome.error.injectedBy !== undefined) return
  const { because } = outcome.error
  yield* refused?.error.hint === undefined ? because : [refused.error.hint]
  if (!refused) return
  if (refused.check.name === 'version') yield versionHint(progress)
  if (refused.check.name === 'token') yield tokenAdvice(progress)
  if (because.some((reason) => reason.includes(PLATFORM))) return
  if (isTakenByPlatform(progress, refused)) yield takenByPlatform
}

/** Whether a form has JSON as the name of a parameter. Names that begin with a letter need no pattern. */
function hasJsonName(names: readonly string[]): boolean {
  for (const name of names) if (!(name >= 'A' && name < '{') && JSON_BODY.test(name)) return true
  return false
}

const JSON_AS_FORM =
  'the body is JSON, and its content type says that it is a form: send content-type: application/json'

/** Parameters that clients send with any call, and that change at most the form of an answer. */
const commonplace: ReadonlySet<string> = new Set(
  'debug format include_headers locale pretty sdk suppress_http_code'.split(' '),
)

/** Parameters that every call may have. */
const commonParams = new Set(['appsecret_proof', 'appsecret_time'])

/** The read of several ids hands its parameters on to the reads of nodes, which have entries of their own. */
const READ_MANY = 'GET /'

const IGNORED_NAMES_MAX = 20
const NAME_CHARACTERS_MAX = 60

/**
 * Returns the names of the parameters that an endpoint ignored (SIL-014); undefined if there are none. Their
 * values may be secrets.
 *
 * @param names The names of the parameters that the call sent.
 */
function ignoredParams(route: Route, names: readonly string[]): readonly string[] | undefined {
  const { endpoint, placeholder, stub } = route
  if (stub || endpoint.route === READ_MANY) return undefined
  const { types } = parametersOf(endpoint)
  const ignored: string[] = []
  for (const name of names) {
    if (types.has(name) || commonParams.has(name) || name === placeholder || name === 'id') continue
    // Without a view, there is nothing that `fields` could select.
    if (name !== 'fields' || !endpoint.view) ignored.push(name)
  }
  if (ignored.length === 0) return undefined
  return ignored.slice(0, IGNORED_NAMES_MAX).map((name) => shortenText(name, NAME_CHARACTERS_MAX))
}

/** The hints about parameters that the endpoint ignores. */
function* ignoredHints({ endpoint, operation }: Route, ignored: readonly string[]) {
  const known = [...parameterTypes(endpoint).keys()]
  // A list refuses a filter that it does not have, and that changes something.
  const strange = ignored.filter((name) => !commonplace.has(name) && !isListFilter(name))
  for (const name of strange.slice(0, NAMES_MAX))
    yield `${operation} ignores the unknown parameter ${shown(name)}${didYouMean(name, known)}`
}

/** The names of the parameters of a call that its endpoint has for the live service alone. */
function unservedParams(
  { call }: CallProgress,
  beyondParams: readonly string[],
): readonly string[] | undefined {
  const sent = beyondParams.filter((name) => Object.hasOwn(call.params, name))
  return sent.length === 0 ? undefined : sent
}

/** The hints about times in milliseconds, which are no error where seconds are only compared. */
function* millisecondHints(times: readonly SentTime[]) {
  for (const { name, raw } of times)
    if (isMillisecondTime(raw)) yield `${name} has ${String(raw)}, ${secondsInstead(raw)}`
}

const nothing: Noticed = { advice: undefined, ignored: undefined }

/** Returns what a call shows about its client. Most calls have no hint, and make nothing for it. */
export function noticedIn(
  progress: CallProgress,
  refused: RefusedCheck | undefined,
  outcome: ServiceOutcome,
): Noticed {
  const { call, route, selection, tx, policy } = progress
  const names = Object.keys(call.params)
  const lacking = selection?.notSimulated
  if (names.length === 0 && outcome.ok && !lacking) return nothing
  const ignored = route && ignoredParams(route, names)
  const times = route && !route.stub ? timesOf(call.params, route.endpoint, selection) : undefined
  const isJson = call.operation === undefined && hasJsonName(names)
  const { beyondParams } = route?.endpoint ?? {}
  const unserved = beyondParams && !servesBeyond(policy) ? unservedParams(progress, beyondParams) : undefined
  if (outcome.ok && !times && !ignored && !lacking && !isJson && !unserved) return nothing
  const refusal = [...refusalHints(progress, refused, outcome)]
  const hint = joined([
    ...refusal,
    ...(isJson ? [JSON_AS_FORM] : route && ignored ? ignoredHints(route, ignored) : []),
    ...(times && outcome.ok ? millisecondHints(times) : []),
    unserved && !refusal.includes(takenByPlatform)
      ? `the description has no ${unserved.join(', ')}: ${PLATFORM} takes it`
      : undefined,
    lacking && `not simulated, and left out: ${lacking.join(', ')}`,
  ])
  const far = times && farTimes(times, tx.now)
  const advice = hint === undefined && far === undefined ? undefined : { hint, farTimes: far, at: tx.now }
  return { advice, ignored }
}

/** An endpoint, as far as its parameters are concerned. */
type Reading = Parameters<typeof parametersOf>[0]

const TIME_LENGTH_MAX = 40
const TIMES_MAX = 10
const JSON_LENGTH_MAX = 4_096
const JSON_DEPTH_MAX = 4
const JSON_VALUES_MAX = 100

/** Returns the values within a parameter: those of its JSON text, if it has one, or the parameter itself. */
function* valuesIn(raw: unknown, depth = 0): Generator<unknown> {
  if (depth > JSON_DEPTH_MAX) return
  if (typeof raw === 'object' && raw !== null)
    for (const member of Object.values(raw).slice(0, JSON_VALUES_MAX)) yield* valuesIn(member, depth + 1)
  else if (typeof raw === 'string' && /^\s*[[{]/.test(raw) && raw.length <= JSON_LENGTH_MAX) {
    const parsed = parseJson(raw, { depth: JSON_DEPTH_MAX, values: JSON_VALUES_MAX })
    if (parsed.ok && typeof parsed.value === 'object') yield* valuesIn(parsed.value, depth + 1)
  } else yield raw
}

const NUMBER = /^\d{1,13}(\.\d{1,9})?$/

/** Returns the number that a value is or spells. */
function numberIn(value: unknown): number | undefined {
  const number = typeof value === 'string' && NUMBER.test(value) ? Number(value) : value
  return typeof number === 'number' ? number : undefined
}

/** Returns the instant that a value is, in Unix milliseconds: Unix seconds, milliseconds, or a date. */
function instantIn(value: unknown): number | undefined {
  const number = numberIn(value)
  if (number !== undefined) return isMillisecondTime(number) ? number : number * 1000
  if (typeof value !== 'string' || value.length > TIME_LENGTH_MAX) return undefined
  const text = value.replace(/^"(.*)"$/, '$1')
  return parseIso(text) ?? parseIso(`${text}Z`)
}

/** A time in the parameters of a call, and the value that spells it. */
export interface SentTime extends FarTime {
  readonly raw: unknown
}

/** The times of selections that expand edges. Calls share a selection. */
const selectedTimes = new WeakMap<Selection, readonly SentTime[]>()

/**
 * Returns the times in the parameters of a read, and in the modifiers of the edges that its selection
 * expands: the first ten; undefined if there are none.
 */
function timesOf(
  params: RawParams,
  endpoint: Reading,
  selection?: Selection,
): readonly SentTime[] | undefined {
  const times: SentTime[] = []
  for (const name of parametersOf(endpoint).times) {
    if (!Object.hasOwn(params, name)) continue
    for (const raw of valuesIn(params[name])) {
      const instant = instantIn(raw)
      if (instant !== undefined && times.push({ name, instant, raw }) === TIMES_MAX) return times
    }
  }
  if (selection?.expansions) {
    const selected = selectedTimes.get(selection) ?? [...expandedTimes(selection)]
    selectedTimes.set(selection, selected)
    times.push(...selected)
  }
  return times.length === 0 ? undefined : times.slice(0, TIMES_MAX)
}

/** Returns the times in the modifiers of the edges that a selection expands, such as `feed.since(…)`. */
function* expandedTimes({ expansions = [] }: Selection, path = ''): Generator<SentTime> {
  for (const { member, edge, selection } of expansions) {
    const name = `${path}${edge?.name ?? member}`
    for (const time of (edge && timesOf(edge.sent, edge.endpoint)) ?? [])
      yield { ...time, name: `${name}.${time.name}` }
    if (selection) yield* expandedTimes(selection, `${name}.`)
  }
}

/** Returns the times that are more than a day from the time of the world; undefined if none is. */
export function farTimes(times: readonly FarTime[], now: number): readonly FarTime[] | undefined {
  const far = times.filter(({ instant }) => Math.abs(instant - now) > DAY_MS)
  return far.length === 0 ? undefined : far.map(({ name, instant }) => ({ name, instant }))
}
