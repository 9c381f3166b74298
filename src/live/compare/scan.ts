import type { Json } from '../../engine/values/guard.ts'
import { textOf } from '../../engine/values/json-text.ts'
import { groupDigits } from '../../engine/values/number-text.ts'
import { readRequest } from '../../machine/wire/request.ts'
import { parseIso } from '../../service/values/times.ts'
import { jsonMembers, type RecordedExchange, recordingBounds } from './exchange.ts'
import { edgeOwners, edgeRows, kindOf, type SeenKind } from './kinds.ts'

/** A node that the recording read before it was made, with all members that were read. */
export interface SeenFact {
  readonly id: string
  kind: SeenKind | undefined
  /** The id of the page, ad account or form to which it belongs. */
  owner: string | undefined
  readonly record: Record<string, Json>
}

/** A token of a recording. */
export interface SeenToken {
  readonly text: string
  /** The node that it stands for, from `/me` and `/me/accounts`. */
  node: string | undefined
  /** Whether it listed `/me/accounts`, which only a user has. */
  isUser: boolean
  /** Whether the service answered the token before a call used it: the simulator answers its own then. */
  isAnswered: boolean
  /** The first segments of the paths of its calls. */
  readonly targets: Set<string>
  /** The subcode with which all of its calls were refused; 0 without one, undefined if some succeeded. */
  refused: number | undefined
}

/** An exchange as a call. */
export interface RecordedCall {
  readonly exchange: RecordedExchange
  readonly method: string
  readonly version: string | undefined
  readonly path: readonly string[]
  readonly params: { readonly [name: string]: Json }
  readonly token: string
  readonly files: readonly { readonly part: string; readonly name: string; readonly bytes: Uint8Array }[]
  /** The answer, parsed at each read, because all answers of a long recording are too large; or undefined. */
  readonly answer: Json | undefined
}

type Members = ReturnType<typeof jsonMembers>

/** What a recording shows. */
export interface Scan {
  readonly calls: readonly RecordedCall[]
  readonly facts: ReadonlyMap<string, SeenFact>
  readonly tokens: ReadonlyMap<string, SeenToken>
  /** The ids of the apps whose tokens were used. */
  readonly apps: ReadonlySet<string>
}

/** Returns the id of the app whose token a text is: its id and its secret, joined by a vertical bar. */
export const appIn = (token: string): string | undefined => /^(\d+)\|/.exec(token)?.[1]

const parsed = (body: string): Json | undefined => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Returns an exchange as a call. Throws a TypeError if its request cannot be read. */
function callOf(exchange: RecordedExchange): RecordedCall {
  const { request, response, place } = exchange
  const read = readRequest({ ...request, body: request.body })
  if (!read.ok) throw new TypeError(`${place} has a request that cannot be read: ${read.message}`)
  const { method, version, path, params, tokens, files } = read.asked
  const [token = ''] = tokens
  return {
    ...{ exchange, method, version, path, params, token, files },
    get answer() {
      return parsed(response.body)
    },
  }
}

/** The facts and tokens of a scan that is under way. */
interface Scanning {
  readonly facts: Map<string, SeenFact>
  readonly tokens: Map<string, SeenToken>
  /** The ids of the nodes that the recording itself made. */
  readonly made: Set<string>
  /** The ids of the apps whose tokens were used. */
  readonly apps: ReadonlySet<string>
}

/** Adds what is known about a node, unless the recording itself made the node. */
function note(
  scanning: Scanning,
  id: string,
  { kind, record, owner }: { kind?: SeenKind | undefined; record?: Json; owner?: string | undefined } = {},
): void {
  const { facts, made, apps } = scanning
  if (made.has(id) || apps.has(id) || !/^(act_)?\d/.test(id)) return
  const fact = facts.get(id) ?? { id, kind: undefined, owner: undefined, record: {} }
  facts.set(id, fact)
  if (facts.size > recordingBounds.factsMax)
    throw new RangeError(
      `The recording shows more than ${groupDigits(recordingBounds.factsMax)} nodes, each of which would ` +
        'be made in a world: use a part of it',
    )
  fact.kind ??= kind
  fact.owner ??= owner
  for (const [name, value] of Object.entries(jsonMembers(record))) fact.record[name] ??= value
  // An ad set or an ad names those above it, which the recording may not show otherwise.
  const { campaign_id: campaign, adset_id: adSet } = jsonMembers(record)
  if (fact.kind === 'adSet' || fact.kind === 'ad')
    for (const [above, of] of [
      [campaign, 'campaign'],
      [adSet, 'adSet'],
    ] as const)
      if (textOf(above) !== '') note(scanning, textOf(above), { kind: of })
}

const newToken = (text: string): SeenToken => ({
  text,
  node: undefined,
  isUser: false,
  isAnswered: false,
  targets: new Set(),
  refused: 0,
})

/** Whether a call reads several nodes, or the same edge of several nodes. */
const readsIds = ({ method, path: [first = ''], params }: RecordedCall): boolean =>
  method === 'GET' && 'ids' in params && !/^(act_)?\d|^me$/.test(first)

/** Returns the nodes that a call names: the first segment of its path, or its ids. */
export const namedNodes = (call: RecordedCall): readonly string[] =>
  readsIds(call) ? textOf(call.params['ids']).split(',') : call.path.slice(0, 1)

function noteToken({ tokens }: Scanning, call: RecordedCall): void {
  const { token, exchange, answer } = call
  if (token === '') return
  const seen = tokens.get(token) ?? newToken(token)
  tokens.set(token, seen)
  for (const node of namedNodes(call)) seen.targets.add(node)
  const { code, error_subcode: subcode } = jsonMembers(jsonMembers(answer)['error'])
  if ((code !== 190 && code !== 102) || exchange.response.status < 400) seen.refused = undefined
  else if (seen.refused !== undefined && typeof subcode === 'number') seen.refused = subcode
}

/** Notes the record that a read of a node answered. */
function noteRead(scanning: Scanning, token: string, first: string, body: Members): void {
  const id = textOf(body['id'])
  note(scanning, first === 'me' || id !== '' ? id : first, { kind: kindOf(body), record: body })
  const seen = first === 'me' ? scanning.tokens.get(token) : undefined
  if (seen) seen.node ??= id
  // Edges that `fields` named are lists within the record.
  for (const [edge, list] of Object.entries(body)) {
    const { data } = jsonMembers(list)
    const isEdge = Object.hasOwn(edgeRows, edge) && Array.isArray(data)
    if (isEdge)
      noteList(scanning, { token, path: [first === 'me' ? first : id || first, edge], params: {} }, data)
  }
}

/** Notes the records of a list. */
function noteList(
  scanning: Scanning,
  call: Pick<RecordedCall, 'token' | 'path' | 'params'>,
  rows: readonly Json[],
): void {
  const { token, path } = call
  const [first = '', edge = ''] = path
  const caller = scanning.tokens.get(token)
  if (caller && first === 'me' && edge === 'accounts') caller.isUser = true
  const owner = first === 'me' ? scanning.tokens.get(token)?.node : first
  if (owner !== undefined) note(scanning, owner, { kind: ownerKind(path) })
  for (const row of rows.map(jsonMembers)) {
    const id = textOf(row['id'])
    // Other photos are those that somebody tagged, and profile pictures.
    const isMade = edge !== 'photos' || call.params['type'] === 'uploaded'
    const kind = scanning.apps.has(first) || !isMade ? undefined : edgeRows[edge]
    note(scanning, id, { kind: kind ?? kindOf(row), record: row, owner })
    const text = edge === 'accounts' ? textOf(row['access_token']) : ''
    if (text !== '' && !scanning.tokens.has(text))
      scanning.tokens.set(text, { ...newToken(text), isAnswered: true, node: id })
    const seen = scanning.tokens.get(text)
    if (seen) seen.node ??= id
  }
}

const ownerKind = ([first = '', edge = '']: readonly string[]): SeenKind | undefined =>
  first.startsWith('act_') ? 'adAccount' : edgeOwners[edge]

/** Notes what a read answered: a record, or a list. */
function noteAnswer(scanning: Scanning, call: RecordedCall, path: readonly string[], body: Members): void {
  const { token, params } = call
  const [first = ''] = path
  if (path.length === 1) noteRead(scanning, token, first, body)
  else if (Array.isArray(body['data'])) noteList(scanning, { token, params, path }, body['data'])
}

/** Notes what one call shows. */
function noteCall(scanning: Scanning, call: RecordedCall): void {
  noteToken(scanning, call)
  const { method, path, answer } = call
  const [first = ''] = path
  const body = jsonMembers(answer)
  if ('error' in body) return
  if (readsIds(call)) {
    for (const [id, part] of Object.entries(body))
      noteAnswer(scanning, call, [id, ...path], jsonMembers(part))
    return
  }
  if (path.length > 1) note(scanning, first, { kind: ownerKind(path) })
  if (method === 'POST' && path.length > 1) scanning.made.add(textOf(body['id']))
  else if (method === 'GET') noteAnswer(scanning, call, path, body)
  else if (path.length === 1) note(scanning, first)
}

/** Returns the time at which a record was made, in Unix milliseconds. */
export function madeAt({ record }: SeenFact): number | undefined {
  const time = record['created_time'] ?? record['start_time']
  if (typeof time === 'number') return time * 1000
  return typeof time === 'string' ? parseIso(time) : undefined
}

/** Returns the calls of a recording, and the facts that they show. */
export function scan(exchanges: readonly RecordedExchange[]): Scan {
  const calls = exchanges.map(callOf)
  const apps = new Set(calls.flatMap(({ token }) => appIn(token) ?? []))
  const scanning: Scanning = { facts: new Map(), tokens: new Map(), made: new Set(), apps }
  for (const call of calls) noteCall(scanning, call)
  const { facts, tokens } = scanning
  for (const { node } of tokens.values()) {
    const fact = node === undefined ? undefined : facts.get(node)
    // A token of which nothing else is known is that of a person.
    if (fact) fact.kind ??= 'user'
  }
  return { calls, facts, tokens, apps }
}
