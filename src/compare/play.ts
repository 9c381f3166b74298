import type { Json } from '../engine/guard.ts'
import type { Policy } from '../graph/policy.ts'
import { handleOf } from '../world/handles.ts'
import { answerRequest } from '../world/request.ts'
import { explainStep } from '../world/why.ts'
import { isMembers, jsonMembers, type RecordedExchange } from './exchange.ts'
import { type ComparedWorld, stageOf } from './facts.ts'
import type { NameMap } from './names.ts'
import { type RecordedCall, type Scan, scan } from './scan.ts'
import { compareValues, type ValueDifference } from './values.ts'

/** A difference between a recorded and a simulated answer. */
export interface AnswerDifference extends ValueDifference {
  /** Where the exchange stands in its recording. */
  readonly place: string
  /** Method and path, without its ids. */
  readonly call: string
  /** The simulated operation; null if there is none. */
  readonly operation: string | null
  /** Whether the simulator said that something of the call is not simulated. */
  readonly notSimulated: boolean
  /** The names in `fields` that are not simulated. */
  readonly lacks: readonly string[]
  /** The error of the simulator, if it answered one. */
  readonly error: { readonly code: number; readonly message: string } | undefined
  /** The requirement rows of the check that refused the call. */
  readonly refusedBy: string | undefined
}

/** The headers that are compared, if the recording has them. */
const comparedHeaders = [
  'content-type',
  'facebook-api-version',
  'www-authenticate',
  'location',
  'cache-control',
  'pragma',
]

const METHOD_SEPARATOR = ' '

/** Returns a value with its ids, tokens and cursors replaced by simulated ones. */
function mapped(names: NameMap, value: Json, member = ''): Json {
  if (Array.isArray(value)) return value.map((item) => mapped(names, item))
  if (isMembers(value))
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapped(names, one, name)]))
  if (typeof value === 'number') {
    const id = names.simulated('id', String(value))
    return id === undefined ? value : Number(id)
  }
  if (typeof value !== 'string') return value
  if (member === 'after' || member === 'before') return names.simulated('cursor', value) ?? value
  return names.simulated('token', value) ?? names.inText(value)
}

/** Returns the request of a call for the world. */
function requestOf({ names }: ComparedWorld, call: RecordedCall) {
  const { method, version, path, params, token, files } = call
  const segments = path.map((segment) => names.inText(segment))
  const own = jsonMembers(mapped(names, params))
  return {
    method,
    path: `/${[...(version === undefined ? [] : [version]), ...segments].map(encodeURIComponent).join('/')}`,
    params: { ...own, ...(token !== '' && { access_token: names.simulated('token', token) ?? token }) },
    ...(files.length > 0 && { files: files.map(({ part, name, bytes }) => ({ part, name, bytes })) }),
  }
}

const DIGITS = /\d{5,}/g

/** NameMap a call without its ids, such as `GET /#/feed`. */
export const callName = ({ method, path }: Pick<RecordedCall, 'method' | 'path'>): string =>
  `${method}${METHOD_SEPARATOR}/${path.join('/').replace(DIGITS, '#')}`

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

/** Compares the headers that matter. */
function headerDifferences(
  recorded: RecordedExchange['response']['headers'],
  simulated: Readonly<Record<string, string | undefined>>,
): ValueDifference[] {
  return comparedHeaders.flatMap((name) => {
    const [left, right] = [recorded[name], simulated[name]]
    // The recorder may have left headers out.
    if (left === undefined || left === right) return []
    return [{ path: `headers.${name}`, kind: 'header' as const, recorded: left, simulated: right }]
  })
}

/** Whether another code was answered. */
const isCode = ({ path, kind }: ValueDifference): boolean =>
  /\.(code|error_subcode)$/.test(path) && kind !== 'missing' && kind !== 'extra'

/** Returns the differences of an error: its codes and its type. The texts are of one service each. */
function errorDifferences(names: NameMap, recorded: unknown, simulated: unknown): readonly ValueDifference[] {
  const found = compareValues(names, recorded, simulated)
  const isText = ({ path, kind }: ValueDifference) =>
    kind === 'value' && /(^|\.)(message|error_user_title|error_user_msg)$/.test(path)
  return found
    .filter((difference) => !isText(difference))
    .map((difference) => (isCode(difference) ? { ...difference, kind: 'error' as const } : difference))
}

function bodyDifferences(names: NameMap, call: RecordedCall, body: unknown): readonly ValueDifference[] {
  const recorded = call.answer ?? call.exchange.response.body
  const isError = [recorded, body].some((value) => 'error' in jsonMembers(value))
  return isError ? errorDifferences(names, recorded, body) : compareValues(names, recorded, body)
}

/** Plays one call, and compares its answer. */
export function playCall(stage: ComparedWorld, call: RecordedCall): readonly AnswerDifference[] {
  const { world, names } = stage
  const { exchange } = call
  if (exchange.at !== undefined && exchange.at > world.clock.now) world.clock.advanceTo(exchange.at)
  const handle = handleOf(world)
  const { response, step } = answerRequest(handle, requestOf(stage, call))
  const why = step && explainStep(handle.registry, step, world.policy)
  const body = parsed(String(response.body))
  const found: ValueDifference[] = []
  if (exchange.response.status !== response.status)
    found.push({
      path: 'status',
      kind: 'status',
      recorded: exchange.response.status,
      simulated: response.status,
    })
  found.push(...headerDifferences(exchange.response.headers, response.headers))
  const isOtherKind = exchange.response.status < 400 !== response.status < 400
  if (!isOtherKind) found.push(...bodyDifferences(names, call, body))
  const { code, message } = why?.error ?? {}
  return found.map((difference) => ({
    ...difference,
    place: exchange.place,
    call: callName(call),
    operation: why?.operation ?? null,
    notSimulated: why?.error?.because.some((reason) => reason.includes('simulated')) ?? false,
    lacks: why?.notSimulated ?? [],
    error: code === undefined ? undefined : { code, message: message ?? '' },
    refusedBy: step?.answer?.refusedBy,
  }))
}

/** What a recording was played with. */
export interface PlayedCalls {
  readonly differences: readonly AnswerDifference[]
  readonly lacking: ComparedWorld['lacking']
  readonly calls: number
}

/** Plays the calls of a scan in a new world with its facts. */
export function playScan(
  scanned: Scan,
  options: { readonly policy?: Partial<Policy>; readonly seed?: string } = {},
): PlayedCalls {
  const stage = stageOf(scanned, options)
  const differences = scanned.calls.flatMap((call) => playCall(stage, call))
  return { differences, lacking: stage.lacking, calls: scanned.calls.length }
}

/** Plays recorded exchanges in a new world with the facts that they show. */
export const play = (
  exchanges: readonly RecordedExchange[],
  options: Parameters<typeof playScan>[1] = {},
): PlayedCalls => playScan(scan(exchanges), options)
