import { SNAPSHOT_FORMAT } from '../engine/state/snapshot.ts'
import { cutText } from '../engine/values/cut.ts'
import type { Json } from '../engine/values/guard.ts'
import { weightOf } from '../engine/values/weight.ts'
import type { GraphResponse } from '../machine/wire/response.ts'
import { bounds } from '../service/contract/bounds.ts'
import { withoutCode } from '../service/contract/errors.ts'
import { type ArmedStub, stubsIn } from '../service/stubs/stub.ts'
import { didYouMean, unknownAction } from '../service/values/nearest.ts'
import type { Advance } from '../world/handle/clock.ts'
import { runSettled } from '../world/handle/handle.ts'
import type { GraphRequest } from '../world/handle/request.ts'
import { handleOf } from '../world/handles.ts'
import type { TypedCall } from '../world/history/why.ts'
import type { Snapshot, World } from '../world/world.ts'
import {
  type ControlCall,
  type ControlContext,
  type ControlHandlers,
  controlError,
  type Flush,
  isJsonMembers,
  type JsonObject,
  numberIn,
  objectOf,
  readObject,
  reply,
  replyInPieces,
} from './control-call.ts'
import { faultControls } from './control-faults.ts'
import { inspectorControls } from './inspector-controls.ts'
import type { Worlds } from './worlds.ts'

/** The number of nodes of each kind, sorted by kind. */
function nodeCounts({ state }: World): Record<string, number> {
  const counts = new Map<string, number>()
  for (const { kind } of state.graph.rows.values())
    if (kind !== 'tasks') counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return Object.fromEntries([...counts].sort(([left], [right]) => (left < right ? -1 : 1)))
}

/** Returns the outline of a world: its seed, clock, policy, counts and names. */
function worldView(world: World): object {
  const { seed, seq, policy, names: starter = null, clock, events, calls } = world
  return {
    seed,
    now: clock.now,
    iso: clock.iso,
    seq,
    hash: world.hash(),
    policy,
    counts: nodeCounts(world),
    pending: clock.pending.length,
    // `since` of the logs takes the number of the last entry: events have numbers of their own.
    events: { last: events.last()?.sequence ?? 0, length: events.length, dropped: events.dropped },
    calls: { last: calls.last()?.sequence ?? 0, length: calls.length, dropped: calls.dropped },
    starter,
  }
}

interface LogEntry {
  readonly sequence: number
}

interface LogPage<T> {
  readonly entries: readonly T[]
  /** Whether the log has more entries. `since` with the last sequence of this page returns them. */
  readonly more: boolean
}

function limitIn(query: string): number {
  const limit = numberIn(query, 'limit', bounds.logPageMax)
  if (limit >= 1 && limit <= bounds.logPageMax) return limit
  throw new RangeError(`limit must be a whole number from 1 to ${bounds.logPageMax}, got ${limit}`)
}

/**
 * Returns the page of a log for the query parameters `since` and `limit`. Entries of one sequence stay on one
 * page, so that reading by `since` loses none.
 */
function logPage<T extends LogEntry>(log: readonly T[], query: string): LogPage<T> {
  const since = numberIn(query, 'since', 0)
  const limit = limitIn(query)
  const first = log.findIndex(({ sequence }) => sequence > since)
  const start = first < 0 ? log.length : first
  let [end, bytes] = [start, 0]
  for (; end < log.length; end++) {
    const isFull = end - start >= limit || bytes > bounds.logPageBytesMax
    if (isFull && log[end]?.sequence !== log[end - 1]?.sequence) break
    bytes += weightOf(log[end] as unknown as Json)
  }
  return { entries: log.slice(start, end), more: end < log.length }
}

const shownStub = ({ id, stub, uses }: ArmedStub) => ({ id, ...stub, uses })

/** Adds a stub whose answer is data. A function cannot be sent. */
function addStub({ world, body }: ControlContext): GraphResponse {
  const { outcome } = runSettled(handleOf(world), { type: 'stub', add: body })
  return outcome.ok
    ? reply({ ...Object(outcome.value), uses: 0 })
    : controlError(400, withoutCode(outcome.error))
}

function removeStub({ world, name }: ControlContext): GraphResponse {
  const { outcome } = runSettled(handleOf(world), { type: 'stub', remove: name })
  return outcome.ok ? reply({}) : controlError(404, `There is no stub ${cutText(name, 80)}`)
}

/** The handlers of stubs. */
const stubControls: ControlHandlers = {
  stubs: {
    GET: ({ world }) => reply({ stubs: stubsIn(world.state.ledger.notes).map(shownStub) }),
    POST: addStub,
    DELETE({ world }) {
      runSettled(handleOf(world), { type: 'stub', clear: true })
      return reply({})
    },
  },
  'stubs/{name}': { DELETE: removeStub },
}

const noAdvance = ({ clock: { now } }: World): Advance => ({ from: now, to: now, fired: 0, events: [] })

/** Moves the clock. Throws a TypeError or RangeError if the body is invalid. */
function moveClock(world: World, body: JsonObject): Advance {
  const [[move, by] = [], ...more] = Object.entries(body)
  const { clock } = world
  if (more.length === 0) {
    // The clock checks the text itself.
    if (move === 'advance') return clock.advance(by as number)
    if (move === 'to' && (typeof by === 'string' || typeof by === 'number')) return clock.advanceTo(by)
    if (move === 'next' && by === true) return clock.next() ?? noAdvance(world)
    if (move === 'drain' && by === true) return clock.drain()
  }
  throw new TypeError(
    'The clock takes one of {"advance":"25h"}, {"to":"2026-02-01T00:00:00Z"}, {"next":true}, {"drain":true}',
  )
}

let openApi: object | undefined

/**
 * Answers with the OpenAPI document of all endpoints. Every world has the same, so it is made at the first
 * request. Its code is loaded then too: few programs ask for it, and its texts are a tenth of all code.
 */
async function serveDocument(): Promise<GraphResponse> {
  const { openApiDocument } = await import('./openapi/document.ts')
  openApi ??= openApiDocument({ server: '..' })
  return reply(openApi)
}

function runAction({ world, name, body }: ControlContext): GraphResponse {
  const actions: Readonly<Record<string, unknown>> = world.actions
  if (!Object.hasOwn(actions, name)) throw new TypeError(unknownAction(name, actions))
  const run = actions[name] as (params: object) => ReturnType<World['actions']['createUser']>
  const outcome = run(body)
  return outcome.ok
    ? reply({ value: outcome.value, events: outcome.events })
    : reply({ error: outcome.error }, 400)
}

/** Changes the keys of the policy that the body has, or takes the preset that its member `policy` names. */
function changePolicy({ world, body }: ControlContext): GraphResponse {
  const policy = Object.hasOwn(body, 'policy') ? body['policy'] : body
  const { outcome } = runSettled(handleOf(world), { type: 'configure', policy })
  return outcome.ok ? reply({ policy: world.policy }) : controlError(400, withoutCode(outcome.error))
}

/** Explains the request in the body, or the one that the query names by `method` and `url`. */
function explain(world: World, asked: JsonObject): GraphResponse {
  // The world checks the request, and explains its errors.
  return reply(world.why(asked as unknown as GraphRequest | TypedCall))
}

function askedIn(query: string): JsonObject {
  const params = new URLSearchParams(query)
  return { method: params.get('method') ?? 'GET', url: params.get('url') ?? '' }
}

function removeWorld({ worlds, name }: ControlContext): GraphResponse {
  return worlds.remove(name) ? reply({}) : controlError(404, `There is no world ${cutText(name, 80)}`)
}

/** Delivers the due webhooks, and returns the deliveries with their results. */
async function flushWebhooks({ world, name, flush }: ControlContext): Promise<GraphResponse> {
  if (name !== 'flush')
    return controlError(404, `There is no /_sim/webhooks/${cutText(name, 80)}: POST to /_sim/webhooks/flush`)
  return reply({ deliveries: await flush(world) })
}

/**
 * Checks the format and the outline of a snapshot, so that a large body of another kind is not copied first.
 * `World.reset` checks everything else.
 */
function snapshotOf(body: JsonObject): Snapshot {
  const { format, hash, state } = body
  if (format !== SNAPSHOT_FORMAT) {
    const found = cutText(JSON.stringify(typeof format === 'object' ? typeof format : format) ?? 'none', 40)
    throw new TypeError(`The body is not a snapshot: format must be ${SNAPSHOT_FORMAT}, got ${found}`)
  }
  if (typeof hash !== 'string') throw new TypeError('The member hash of a snapshot must be a text')
  const { graph, ledger } = objectOf(state, 'The member state of a snapshot')
  const { rows } = objectOf(graph, 'The member state.graph of a snapshot')
  objectOf(ledger, 'The member state.ledger of a snapshot')
  if (!Array.isArray(rows)) throw new TypeError('The member state.graph.rows of a snapshot must be a list')
  const wrong = rows.findIndex((row) => !isJsonMembers(row) || typeof row['kind'] !== 'string')
  if (wrong >= 0) throw new TypeError(`The member state.graph.rows.${wrong} of a snapshot must be a record`)
  return body as unknown as Snapshot
}

/** The refusal of a write without the header, which a web page of another site cannot send. */
const CONTENT_TYPE_NEEDED =
  'A write to the control plane needs the header content-type: application/json, also without a body: ' +
  "curl -H 'content-type: application/json', or the member headers of the options of fetch"

/** The handlers of the control plane, by path and method. */
export const controls: ControlHandlers = {
  world: { GET: ({ world }) => reply(worldView(world)) },
  reset: {
    POST({ world, body }) {
      if (Object.keys(body).length > 0)
        throw new TypeError(
          '/_sim/reset takes no members: to begin with a snapshot, PUT it to /_sim/snapshot',
        )
      world.reset()
      return reply(worldView(world))
    },
  },
  clock: {
    POST({ world, body }) {
      const advance = moveClock(world, body)
      return reply({ ...advance, now: world.clock.now, iso: world.clock.iso })
    },
  },
  policy: { GET: ({ world }) => reply({ policy: world.policy }), POST: changePolicy },
  'actions/{name}': { POST: runAction },
  events: {
    GET({ world: { events }, query }) {
      const { entries, more } = logPage(events.all(), query)
      return reply({ events: entries, dropped: events.dropped, more })
    },
  },
  calls: {
    GET({ world: { calls }, query }) {
      const { entries, more } = logPage(calls.all(), query)
      return reply({ calls: entries, dropped: calls.dropped, more })
    },
  },
  coverage: { GET: ({ world }) => reply(world.coverage()) },
  why: {
    GET: ({ world, query }) => explain(world, askedIn(query)),
    POST: ({ world, body }) => explain(world, body),
  },
  ...faultControls,
  ...stubControls,
  webhooks: {
    GET: ({ world: { webhooks } }) =>
      reply({ deliveries: webhooks.outbox, due: webhooks.due ?? null, missed: webhooks.missed }),
  },
  'webhooks/{name}': { POST: flushWebhooks },
  snapshot: {
    GET: ({ world }) => replyInPieces(world.snapshot()),
    PUT({ world, body }) {
      world.reset(snapshotOf(body))
      return reply(worldView(world))
    },
  },
  'openapi.json': { GET: serveDocument },
  worlds: { GET: ({ worlds }) => reply({ worlds: worlds.names }) },
  'worlds/{name}': { DELETE: removeWorld },
}

/** The handlers of a path, by method. */
function handlersAt([first = '', name, ...more]: readonly string[]) {
  const key = name === undefined ? first : `${first}/{name}`
  const known = Object.hasOwn(controls, key) ? controls : inspectorControls
  return more.length === 0 && Object.hasOwn(known, key) ? known[key] : undefined
}

/** The paths of the control plane, without those of the inspector. */
export const controlPaths = (): readonly string[] => Object.keys(controls).map((one) => `/_sim/${one}`)

/** The message about a path that does not exist: with a similar one, or else with all. */
function unknownPath(path: string): string {
  const known = controlPaths()
  const asked = `/_sim/${cutText(path, 80)}`
  return `The control plane has no ${asked}${didYouMean(asked, known) || `: there are ${known.join(', ')}`}`
}

const isJson = (contentType = ''): boolean => /^application\/json\s*(;|$)/i.test(contentType)

/** In process, misuse throws. Over HTTP, it is answered with an error. */
function misuse(error: unknown): GraphResponse {
  if (error instanceof TypeError || error instanceof RangeError) return controlError(400, error.message)
  throw error
}

/**
 * Runs a call of the control plane: the clock, reset, actions, logs, and everything else for which the
 * service has no endpoint. The caller must have checked host and origin. A write needs a JSON content type,
 * so that a web page cannot send one without a CORS preflight.
 */
export function control(
  world: World,
  worlds: Worlds,
  call: ControlCall,
  flush: Flush = ({ webhooks }) => webhooks.flush(),
): GraphResponse | Promise<GraphResponse> {
  const handlers = handlersAt(call.path)
  if (!handlers) return controlError(404, unknownPath(call.path.join('/')))
  const method = call.method === 'HEAD' ? 'GET' : call.method
  const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined
  if (!handler) {
    const allow = Object.keys(handlers).join(', ')
    return controlError(405, `The method must be ${allow}, got ${cutText(call.method, 20)}`, { allow })
  }
  if (method !== 'GET' && !isJson(call.headers['content-type'])) return controlError(415, CONTENT_TYPE_NEEDED)
  try {
    const body = method === 'GET' ? {} : readObject(call.body, call.path[0])
    const answer = handler({ world, worlds, name: call.path[1] ?? '', query: call.query, body, flush })
    return answer instanceof Promise ? answer.catch(misuse) : answer
  } catch (error) {
    return misuse(error)
  }
}
