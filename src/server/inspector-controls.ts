import { deliveriesByStep, type FindDeliveries } from '../chapters/webhooks/delivery.ts'
import { outboxIn } from '../chapters/webhooks/outbox.ts'
import { writeRecording } from '../engine/recording.ts'
import { firstState, inputsOf } from '../engine/state/history.ts'
import type { Json } from '../engine/values/guard.ts'
import { lastMissing, missingSteps } from '../inspector/missing-steps.ts'
import { selectRows } from '../inspector/select-rows.ts'
import type { GraphResponse } from '../machine/wire/response.ts'
import type { Handle } from '../world/handle/handle.ts'
import { runCall } from '../world/handle/handle.ts'
import { stages } from '../world/handle/refusal.ts'
import { ENGINE } from '../world/handle/version.ts'
import { handleOf } from '../world/handles.ts'
import { appNames } from '../world/history/app-names.ts'
import { answerRoom, boundedDifference } from '../world/history/bounded-row.ts'
import { stepCall } from '../world/history/step-call.ts'
import { worldStep } from '../world/history/world-step.ts'
import { recordedBaseOf, snapshotOf } from '../world/starter/beginning.ts'
import type { World } from '../world/world.ts'
import {
  type ControlContext,
  type ControlHandlers,
  controlError,
  numberIn,
  reply,
  replyInPieces,
} from './control-call.ts'
import { keptHistory, momentOf, stateAfterStep, stepInput, worldAt } from './moments.ts'
import { jsonSchemaOf } from './openapi/json-schema.ts'
import { otherCaller } from './other-caller.ts'
import { WORLD_NAME, WORLDS_MAX } from './worlds.ts'

/** Maximum inputs of a recording that is made for a test; beyond it the recording begins with a snapshot. */
const RECORDED_MAX = 1_000
const DELIVERIES_MAX = 200
const PENDING_MAX = 1_000

/** Maximum rows of a difference. */
const DIFFERENCES_MAX = 1_000

/** Finds the deliveries of a step in the outbox of a world. */
const deliveriesIn = ({ state: { ledger, graph } }: Handle): FindDeliveries =>
  deliveriesByStep(outboxIn(ledger), graph.now)

/** Returns a step with everything that is known about it. */
function readStep({ world, name }: ControlContext): GraphResponse {
  const handle = handleOf(world)
  const { before, input } = stepInput(handle, numberIn(`step=${name}`, 'step', 0))
  const step = handle.service.step(before, input)
  return reply(worldStep(step, before, handle, deliveriesIn(handle)))
}

/** Plays a call again in a copy of the world before it, perhaps with another token or version. */
function playAgain({ world, body }: ControlContext): GraphResponse {
  const { sequence, token, version } = body
  if (typeof sequence !== 'number') throw new TypeError('The member sequence must be the number of a step')
  const handle = handleOf(world)
  const { before, input } = stepInput(handle, sequence)
  const copy = handleOf(worldAt(world, sequence - 1))
  const typed = stepCall(handle.service.step(before, input), before, handle)
  // A typed call has one token, wherever the request had it.
  const again = typed && (token !== undefined || version !== undefined) ? { type: 'call', ...typed } : input
  const step = runCall(copy, otherCaller(again, token, version))
  return reply(worldStep(step, before, handle, deliveriesIn(copy)))
}

const optionalNumber = (query: string, name: string): number | undefined =>
  new URLSearchParams(query).has(name) ? numberIn(query, name, 0) : undefined

/** Returns what surrounds the steps of a world. */
function around({ world }: ControlContext): GraphResponse {
  const { webhooks, faults, clock, state } = world
  const handle = handleOf(world)
  return reply({
    title: `fauxgraph ${ENGINE}`,
    seed: world.seed,
    now: clock.now,
    hash: world.hash(),
    baseUrl: world.baseUrl,
    policy: world.policy,
    names: state.ledger.notes.starter ?? {},
    apps: appNames(state),
    checks: stages,
    pending: clock.pending.slice(0, PENDING_MAX),
    deliveries: webhooks.outbox.slice(-DELIVERIES_MAX),
    missed: webhooks.missed,
    faults: faults.rules,
    missing: { last: lastMissing(handle), isAll: !handle.history, text: missingSteps(handle) },
  })
}

/** Returns the rows of a world, at one of its steps or as they are. */
function readRows({ world, query }: ControlContext): GraphResponse {
  const at = optionalNumber(query, 'at')
  const { graph } = at === undefined ? world.state : stateAfterStep(handleOf(world), at)
  const params = new URLSearchParams(query)
  const filter = { kind: params.get('kind') ?? '', search: params.get('search') ?? '' }
  return reply(selectRows(graph.rows.values(), filter))
}

/** The difference of two worlds, with as many rows as an answer has room for. */
function differenceReply(world: World, other: World): GraphResponse {
  const difference = world.diff(other, { limit: DIFFERENCES_MAX })
  const fits = answerRoom()
  const bounded = difference.rows.map(boundedDifference)
  const cut = bounded.findIndex((row) => !fits(row))
  return reply(
    cut < 0 ? { ...difference, rows: bounded } : { ...difference, rows: bounded.slice(0, cut), more: true },
  )
}

/** Returns the difference of the worlds after two steps, or from this world to another one. */
function readDifference({ world, worlds, query }: ControlContext): GraphResponse {
  const name = new URLSearchParams(query).get('world')
  if (name === null)
    return differenceReply(
      worldAt(world, numberIn(query, 'from', 0)),
      worldAt(world, optionalNumber(query, 'to')),
    )
  const other = name === '' ? worlds.main : worlds.has(name) ? worlds.select(name) : undefined
  return other
    ? differenceReply(world, other)
    : controlError(404, `There is no world ${name.slice(0, 80)}: it was deleted, or never made`)
}

/** Returns the recording of a world up to a number of steps. A long one begins with a snapshot. */
function readRecordingUntil({ world, query }: ControlContext): GraphResponse {
  const handle = handleOf(world)
  const history = keptHistory(handle)
  const { sequence } = handle.state.ledger
  const until = numberIn(query, 'until', sequence)
  if (until > sequence) throw new RangeError(`until must be at most ${sequence}, got ${until}`)
  const all = inputsOf(history)
  const inputs = all.slice(0, Math.max(0, all.length - (sequence - until)))
  const state = stateAfterStep(handle, until)
  const [from, base, taken] =
    inputs.length <= RECORDED_MAX
      ? [firstState(history), recordedBaseOf(handle), inputs]
      : [state, { snapshot: snapshotOf(state) }, []]
  return replyInPieces(writeRecording(handle.service, from, { base, engine: ENGINE, inputs: taken }))
}

/** The member `at` of a body. Throws a TypeError if it is no number. */
function stepNumber(at: unknown): number | undefined {
  if (at === undefined || typeof at === 'number') return at
  throw new TypeError('The member at must be the number of a step')
}

/** Makes a named world of a world, as it is or as it was after a step. */
function makeFork({ world, worlds, body }: ControlContext): GraphResponse {
  const { name } = body
  if (typeof name !== 'string' || !WORLD_NAME.test(name))
    throw new TypeError('The name of a world must have 1 to 64 letters, digits, _ and -')
  const at = stepNumber(body['at'])
  if (worlds.has(name)) return controlError(400, `There is a world ${name} already: choose another name`)
  if (worlds.add(name, worldAt(world, at))) return reply({ name })
  return controlError(400, `There are ${WORLDS_MAX} worlds already: delete one first`)
}

/** A body as JSON; as text if a fault made it something else, and null if there is none. */
function jsonOrText(body: GraphResponse['body']): Json {
  if (typeof body !== 'string' || body === '') return null
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}

/** Answers a GET in a copy of a world, perhaps as it was after a step. */
function readAs({ world, body }: ControlContext): GraphResponse {
  const { url } = body
  if (typeof url !== 'string') throw new TypeError('The member url must be the address of a record')
  const answer = worldAt(world, stepNumber(body['at'])).request({ method: 'GET', url })
  return reply({ status: answer.status, body: jsonOrText(answer.body) })
}

/** Returns the world as a scenario, up to a step or whole. The recorder is loaded at first use. */
async function readScenario({ world, query }: ControlContext): Promise<GraphResponse> {
  const handle = handleOf(world)
  const until = optionalNumber(query, 'until') ?? handle.state.ledger.sequence
  const { recordScenarioUntil } = await import('../scenario/record/record-scenario.ts')
  return reply({ text: recordScenarioUntil(world, momentOf(handle, until)).text })
}

/** The worlds of the server, each with its outline. The main world has an empty name. */
const outlines = ({ worlds }: ControlContext): GraphResponse => {
  const named = worlds.names.map((name) => [name, worlds.select(name) ?? worlds.main] as const)
  return reply({
    outlines: [['', worlds.main] as const, ...named].map(([name, world]) => ({
      name,
      age: Math.floor((Date.now() - worlds.madeAt(name)) / 1_000) * 1_000,
      now: world.clock.now,
      steps: world.seq,
      rows: world.state.graph.rows.size,
      hash: world.hash(),
    })),
  })
}

/** Every action with the schema of its parameters. */
const operations = ({ world }: ControlContext): GraphResponse =>
  reply({
    actions: Object.entries(handleOf(world).registry.actions)
      .map(([name, { params }]) => ({ name, params: jsonSchemaOf(params, 'input') }))
      .sort((left, right) => (left.name < right.name ? -1 : 1)),
  })

/** The handlers that the inspector adds to the control plane, by path and method. */
export const inspectorControls: ControlHandlers = {
  around: { GET: around },
  'steps/{name}': { GET: readStep },
  rows: { GET: readRows },
  difference: { GET: readDifference },
  trace: { GET: ({ world }) => replyInPieces(world.trace()) },
  recording: { GET: readRecordingUntil },
  scenario: { GET: readScenario },
  again: { POST: playAgain },
  read: { POST: readAs },
  forks: { POST: makeFork },
  outlines: { GET: outlines },
  operations: { GET: operations },
}

/** Whether a path belongs to the inspector, which makes no world that does not exist. */
export const isInspectorPath = ([first = '', name]: readonly string[]): boolean =>
  first === '' ||
  first === 'stream' ||
  Object.hasOwn(inspectorControls, name === undefined ? first : `${first}/{name}`)
