import { cutText } from '../engine/cut.ts'
import type { GraphResponse } from '../wire/response.ts'
import type { Advance } from '../world/clock.ts'
import type { FaultRule } from '../world/faults.ts'
import type { Snapshot, World } from '../world/world.ts'
import {
  type ControlCall,
  type ControlWork,
  controlError,
  type Flush,
  membersOf,
  readMembers,
  reply,
  replyInPieces,
} from './control-call.ts'
import { logPage } from './log-page.ts'
import type { Worlds } from './worlds.ts'

type Control = (work: ControlWork) => GraphResponse | Promise<GraphResponse>

/** How many nodes of each kind there are, in the order of their names. */
function countsOf({ state }: World): Record<string, number> {
  const counts = new Map<string, number>()
  state.graph.rows.forEachPair((_id, { kind }) => {
    if (kind !== 'tasks') counts.set(kind, (counts.get(kind) ?? 0) + 1)
  })
  return Object.fromEntries([...counts].sort(([left], [right]) => (left < right ? -1 : 1)))
}

function worldView(world: World): object {
  const { seed, seq, policy, names: starter = null, clock } = world
  return {
    seed,
    now: clock.now,
    iso: clock.iso,
    seq,
    hash: world.hash(),
    policy,
    counts: countsOf(world),
    pending: clock.pending.length,
    starter,
  }
}

const still = ({ clock: { now } }: World): Advance => ({ from: now, to: now, fired: 0, events: [] })

/** Moves the clock as the body says; a TypeError or RangeError says why it cannot. */
function moveClock(world: World, body: ControlWork['body']): Advance {
  const [[move, by] = [], ...more] = Object.entries(body)
  const { clock } = world
  if (more.length === 0) {
    // The clock reads any value, and says itself what is wrong with one.
    if (move === 'advance') return clock.advance(by as number)
    if (move === 'to' && (typeof by === 'string' || typeof by === 'number')) return clock.advanceTo(by)
    if (move === 'next' && by === true) return clock.next() ?? still(world)
    if (move === 'drain' && by === true) return clock.drain()
  }
  throw new TypeError(
    'The clock takes one of {"advance":"25h"}, {"to":"2026-02-01T00:00:00Z"}, {"next":true}, {"drain":true}',
  )
}

function runAction({ world, name, body }: ControlWork): GraphResponse {
  const actions: Record<string, unknown> = world.actions
  if (!Object.hasOwn(actions, name)) throw new TypeError(`There is no action ${cutText(name, 80)}`)
  const run = actions[name] as (params: object) => ReturnType<World['actions']['createUser']>
  const outcome = run(body)
  return outcome.ok
    ? reply({ value: outcome.value, events: outcome.events })
    : reply({ error: outcome.error }, 400)
}

function addFault({ world, body }: ControlWork): GraphResponse {
  const match = membersOf(body['match'], 'The member match of a fault rule')
  const window = match['between']
  if (window !== undefined && !(Array.isArray(window) && window.length === 2))
    throw new TypeError('The member between of a match is a list of two instants')
  for (const when of (window ?? []) as unknown[])
    if (typeof when !== 'string' && typeof when !== 'number')
      throw new TypeError(`An instant is Unix milliseconds or an ISO 8601 text, got ${JSON.stringify(when)}`)
  // The world reads the whole rule, and says itself what is wrong with it.
  const { id, hits } = world.faults.add({ ...body, match } as unknown as FaultRule)
  return reply({ id, hits })
}

function removeFault({ world, name }: ControlWork): GraphResponse {
  if (!world.faults.rules.some(({ id }) => id === name))
    return controlError(404, `There is no fault rule ${cutText(name, 80)}`)
  world.faults.remove(name)
  return reply({})
}

function dropWorld({ worlds, name }: ControlWork): GraphResponse {
  return worlds.drop(name) ? reply({}) : controlError(404, `There is no world ${cutText(name, 80)}`)
}

/** Carries what is due, and answers what became of it. */
async function flushWebhooks({ world, name, flush }: ControlWork): Promise<GraphResponse> {
  if (name !== 'flush') return controlError(404, `The webhooks have no ${cutText(name, 80)}: POST to flush`)
  return reply({ deliveries: await flush(world) })
}

const controls: Readonly<Record<string, Readonly<Record<string, Control>>>> = {
  world: { GET: ({ world }) => reply(worldView(world)) },
  reset: {
    POST({ world }) {
      world.reset()
      return reply(worldView(world))
    },
  },
  clock: {
    POST({ world, body }) {
      const moved = moveClock(world, body)
      return reply({ ...moved, now: world.clock.now, iso: world.clock.iso })
    },
  },
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
  faults: {
    GET: ({ world }) => reply({ faults: world.faults.rules }),
    POST: addFault,
    DELETE({ world }) {
      world.faults.clear()
      return reply({})
    },
  },
  'faults/{name}': { DELETE: removeFault },
  webhooks: {
    GET: ({ world: { webhooks } }) => reply({ deliveries: webhooks.outbox, due: webhooks.due ?? null }),
  },
  'webhooks/{name}': { POST: flushWebhooks },
  snapshot: {
    GET: ({ world }) => replyInPieces(world.snapshot()),
    PUT({ world, body }) {
      world.reset(body as unknown as Snapshot)
      return reply(worldView(world))
    },
  },
  worlds: { GET: ({ worlds }) => reply({ worlds: worlds.names }) },
  'worlds/{name}': { DELETE: dropWorld },
}

/** The controls at a path. */
function controlsAt([first = '', name, ...more]: readonly string[]) {
  const key = name === undefined ? first : `${first}/{name}`
  return more.length === 0 && Object.hasOwn(controls, key) ? controls[key] : undefined
}

const isJson = (type = ''): boolean => /^application\/json\s*(;|$)/i.test(type)

/**
 * Runs a call of the control plane, which does what the service has no endpoint for: time, reset, actions,
 * logs. Whoever calls this has judged host and origin. A write needs a JSON content type, so that no web
 * page can send one without being asked first.
 */
export function control(
  world: World,
  worlds: Worlds,
  call: ControlCall,
  flush: Flush = ({ webhooks }) => webhooks.flush(),
): GraphResponse | Promise<GraphResponse> {
  const found = controlsAt(call.path)
  if (!found) return controlError(404, `The control plane has no /_sim/${cutText(call.path.join('/'), 80)}`)
  const method = call.method === 'HEAD' ? 'GET' : call.method
  const run = Object.hasOwn(found, method) ? found[method] : undefined
  if (!run) {
    const allow = Object.keys(found).join(', ')
    return controlError(405, `This takes ${allow}, not ${cutText(call.method, 20)}`, { allow })
  }
  if (method !== 'GET' && !isJson(call.headers['content-type']))
    return controlError(415, 'A write of the control plane needs content-type: application/json')
  try {
    const body = method === 'GET' ? {} : readMembers(call.body, call.path[0])
    return run({ world, worlds, name: call.path[1] ?? '', query: call.query, body, flush })
  } catch (error) {
    // Misuse is thrown where the library is used in process; here it is an answer.
    if (error instanceof TypeError || error instanceof RangeError) return controlError(400, error.message)
    throw error
  }
}
