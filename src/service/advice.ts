import { shortenText } from '../engine/values/cut.ts'
import type { Advice, Noticed } from './call-advice.ts'
import type { CallProgress } from './call-progress.ts'
import { clockAdvice } from './clock-advice.ts'
import { PLATFORM, servesBeyond, takenByPlatform } from './contract/beyond.ts'
import { farTimes, type SentTime, timesIn } from './far-times.ts'
import type { RefusedCheck } from './pipeline.ts'
import { isTakenByPlatform } from './platform-advice.ts'
import type { ServiceOutcome } from './routes/context.ts'
import { isListFilter } from './routes/read-params.ts'
import type { Route } from './routes/route.ts'
import { tokenAdvice } from './token-advice.ts'
import { didYouMean } from './values/nearest.ts'
import { shown } from './values/scalars.ts'
import { parametersOf, parameterTypes } from './values/sent-params.ts'
import { isMillisecondTime, secondsInstead } from './values/times.ts'

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
const hasJsonName = (names: readonly string[]): boolean =>
  names.some((name) => !(name >= 'A' && name < '{') && JSON_BODY.test(name))

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
  { call, policy }: CallProgress,
  beyondParams: readonly string[],
): readonly string[] | undefined {
  if (servesBeyond(policy)) return undefined
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
  const { call, route, selection, tx } = progress
  const names = Object.keys(call.params)
  const lacking = selection?.notSimulated
  if (names.length === 0 && outcome.ok && !lacking) return nothing
  const ignored = route && ignoredParams(route, names)
  const times = route && !route.stub ? timesIn(call.params, route.endpoint, selection) : undefined
  const isJson = call.operation === undefined && hasJsonName(names)
  const { beyondParams } = route?.endpoint ?? {}
  const unserved = beyondParams && unservedParams(progress, beyondParams)
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
