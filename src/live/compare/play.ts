import type { Json } from '../../engine/values/guard.ts'
import { textOf } from '../../engine/values/json-text.ts'
import { answerRequest } from '../../world/handle/request.ts'
import { handleOf } from '../../world/handles.ts'
import { explainStep } from '../../world/history/why.ts'
import { isMembers, jsonList, jsonMembers, type RecordedExchange } from './exchange.ts'
import { type ComparedWorld, type StageOptions, stageOf } from './facts.ts'
import { headerDifferences } from './headers.ts'
import type { NameMap } from './names.ts'
import { namedNodes, type RecordedCall, type Scan, scan } from './scan.ts'
import { compareValues, type ValueDifference } from './values.ts'
import { countPlayedAt, type PlayedAt, playedVersion } from './versions.ts'

/** A difference between a recorded and a simulated answer. */
export interface AnswerDifference extends ValueDifference {
  /** Where the exchange stands in its recording. */
  readonly place: string
  /** Method and path, without its ids. */
  readonly call: string
  /** The simulated operation; null if there is none. */
  readonly operation: string | null
  /** Whether the call needs a node that the world does not have, because its facts were not made. */
  readonly unmade: boolean
  /** Whether the simulator said that something of the call is not simulated. */
  readonly notSimulated: boolean
  /** The names in `fields` that are not simulated. */
  readonly lacks: readonly string[]
  /** The error of the simulator, if it answered one. */
  readonly error: { readonly code: number; readonly message: string } | undefined
  /** The requirement rows of the check that refused the call. */
  readonly refusedBy: string | undefined
}

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
  if (member === 'ids') return value.split(',').map(names.node).join(',')
  if (member === 'id' || member.endsWith('_id')) return names.node(value)
  return names.simulated('token', value) ?? names.inText(value)
}

/** Leaves out the proof of a token, which is made with a secret that no recording has. */
const unsigned = ({ appsecret_proof: _, ...params }: RecordedCall['params']): RecordedCall['params'] => params

/** Returns the request of a call for the world, at a version. */
function requestOf({ names }: ComparedWorld, call: RecordedCall, version: string | undefined) {
  const { method, path, params, token, files, answer } = call
  const segments = path.map((segment) => names.node(segment))
  const own = jsonMembers(mapped(names, 'error' in jsonMembers(answer) ? params : unsigned(params)))
  return {
    method,
    path: `/${[...(version === undefined ? [] : [version]), ...segments].map(encodeURIComponent).join('/')}`,
    params: { ...own, ...(token !== '' && { access_token: names.simulated('token', token) ?? token }) },
    ...(files.length > 0 && { files: files.map(({ part, name, bytes }) => ({ part, name, bytes })) }),
  }
}

/** The length from which a segment with letters and digits is a key, such as that of a message. */
const KEY_LENGTH_MIN = 24

const isKey = (part: string): boolean =>
  part.length >= KEY_LENGTH_MIN && /\d/.test(part) && /[a-z]/i.test(part) && !part.includes('.')

/** Returns a segment of a path without its ids. */
const withoutIds = (part: string): string =>
  /^\d+$/.test(part) || isKey(part) ? '#' : part.replace(/\d{5,}/g, '#')

/** Names a call without its ids, such as `GET /#/feed`. */
export const callName = ({ method, path }: Pick<RecordedCall, 'method' | 'path'>): string =>
  `${method} /${path.map(withoutIds).join('/')}`

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
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

/** The subcode of an id that no node has. */
const UNKNOWN_NODE = 33

/** Whether a difference is there because a node was not made: that of the call, or a row of the list. */
function unmadeOf(
  { unmade: all }: ComparedWorld,
  unmade: string | undefined,
  call: RecordedCall,
  { path, kind }: ValueDifference,
): { readonly unmade: boolean; readonly note?: string } {
  if (unmade !== undefined || (kind !== 'length' && kind !== 'order')) return { unmade: unmade !== undefined }
  const list = path
    .split('.')
    .reduce<unknown>(
      (value, name) => Object.entries(value ?? {}).find(([key]) => key === name)?.[1],
      call.answer,
    )
  const rows = jsonList(list)
    .map((row) => textOf(jsonMembers(row)['id']))
    .filter((id) => all.has(id))
  return rows.length === 0
    ? { unmade: false }
    : { unmade: true, note: `the facts of ${rows[0]} were not made` }
}

/** Returns why a status differs: what the simulator says, or that the node was not made. */
function noteOf(unmade: string | undefined, because: readonly string[], message = '') {
  const said = [message, ...because].filter((text) => text !== '').join('; ')
  if (unmade !== undefined) return { note: `the facts of ${unmade} were not made` }
  return said === '' ? {} : { note: said }
}

/** Returns an answer as if it was made at the recorded version: its links name the version. */
const atVersion = (body: string, played = '', recorded = played): string =>
  played === recorded ? body : body.replaceAll(`/${played}/`, `/${recorded}/`)

/** Whether a difference counts: the header of the version is another one where the version is. */
const isOfVersion =
  (played: string | undefined, { version }: RecordedCall) =>
  ({ path }: ValueDifference): boolean =>
    played === version || path !== 'headers.facebook-api-version'

/** Plays one call, and compares its answer. */
export function playCall(stage: ComparedWorld, call: RecordedCall): readonly AnswerDifference[] {
  const { world, names } = stage
  const { exchange } = call
  if (exchange.at !== undefined && exchange.at > world.clock.now) world.clock.advanceTo(exchange.at)
  const handle = handleOf(world)
  const version = playedVersion(world, call, (other) => requestOf(stage, call, other))
  const { response, step } = answerRequest(handle, requestOf(stage, call, version))
  const why = step && explainStep(handle.registry, step, world.policy)
  if (version !== undefined && call.version !== undefined && version !== call.version)
    countPlayedAt(stage.playedAt, call.version, version)
  const found: ValueDifference[] = []
  const recorded = exchange.response
  const reasons = why?.error?.because ?? []
  const notSimulated = reasons.some((reason) => reason.includes('simulated'))
  const { code, message, subcode } = why?.error ?? {}
  const isUnknown = recorded.status < 400 && subcode === UNKNOWN_NODE && !notSimulated
  const unmade = namedNodes(call).find((id) => stage.unmade.has(id) || (isUnknown && /\d/.test(id)))
  if (recorded.status !== response.status)
    found.push({
      path: 'status',
      kind: 'status',
      recorded: recorded.status,
      simulated: response.status,
      ...noteOf(unmade, reasons, message),
    })
  // A success and an error have nothing in common that could be compared.
  if (recorded.status < 400 === response.status < 400) {
    const said = atVersion(String(response.body), version, call.version)
    found.push(
      ...headerDifferences(names, recorded.headers, response.headers).filter(isOfVersion(version, call)),
    )
    found.push(...bodyDifferences(names, call, parsed(said)))
  }
  return found.map((difference) => ({
    ...difference,
    place: exchange.place,
    call: callName(call),
    operation: why?.operation ?? null,
    ...unmadeOf(stage, unmade, call, difference),
    notSimulated,
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
  readonly playedAt: readonly PlayedAt[]
}

/** Plays the calls of a scan, or the first `count` of them, in a new world with its facts. */
export function playScan(
  scanned: Scan,
  { count = scanned.calls.length, ...options }: StageOptions & { readonly count?: number } = {},
): PlayedCalls {
  const stage = stageOf(scanned, { ...options, history: 'off' })
  const differences = scanned.calls.slice(0, count).flatMap((call) => playCall(stage, call))
  const playedAt = [...stage.playedAt.values()]
  return { differences, lacking: stage.lacking, calls: scanned.calls.length, playedAt }
}

/** Plays recorded exchanges in a new world with the facts that they show. */
export const play = (exchanges: readonly RecordedExchange[], options: StageOptions = {}): PlayedCalls =>
  playScan(scan(exchanges), options)
