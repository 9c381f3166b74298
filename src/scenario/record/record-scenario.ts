import { areasOf } from '../../machine/world-registry.ts'
import { didYouMean } from '../../service/values/nearest.ts'
import { shown } from '../../service/values/scalars.ts'
import { checkNames } from '../../world/handle/known-names.ts'
import { handleOf, isWorld } from '../../world/handles.ts'
import type { World } from '../../world/world.ts'
import { parseScenario, type Scenario } from '../check/parse.ts'
import { SCENARIO_VERSION } from '../read/schema.ts'
import type { Candidate } from './candidates.ts'
import { type RecordedHistory, recordHistory } from './record.ts'
import { writeDocument } from './write.ts'

/** Options of `recordScenario`. */
export interface RecordScenarioOptions {
  /** The title of the scenario: `A recorded scenario` if left out. */
  readonly title?: string
  readonly description?: string
  /** `steps` writes the starter world as steps: as one line of `given` if left out. */
  readonly starter?: 'given' | 'steps'
}

/** Throws a TypeError if an argument of `recordScenario` is wrong. */
function checkRecording(world: unknown, options: RecordScenarioOptions): void {
  if (!isWorld(world))
    throw new TypeError(`recordScenario takes a world, got ${shown(world)}: pass what createWorld() returns`)
  checkNames('recordScenario', 'option', options, ['title', 'description', 'starter'])
  const { title, description, starter } = options
  for (const [name, value] of Object.entries({ title, description }))
    if (value !== undefined && typeof value !== 'string')
      throw new TypeError(`The option ${name} of recordScenario must be text, got ${shown(value)}`)
  const known = ['given', 'steps']
  if (starter === undefined || known.includes(starter)) return
  const hint = typeof starter === 'string' ? didYouMean(starter, known) : ''
  throw new TypeError(
    `The option starter of recordScenario must be "given" or "steps", got ${shown(starter)}${hint}`,
  )
}

/** Why a scenario begins with a snapshot; undefined if it begins with the options of its world. */
function snapshotReason({ history }: World, given: Candidate): string | undefined {
  if (given['snapshot'] === undefined) return undefined
  return history.dropped > 0
    ? `It begins with a snapshot, because the history begins after input ${history.dropped}: earlier ones ` +
        'are forgotten.'
    : 'It begins with a snapshot, because the world began with one, and not with the options of createWorld.'
}

/** Writes a recorded history as a scenario. `reason` says why it begins with a snapshot, if it does. */
function scenarioOf(
  world: World,
  { title = 'A recorded scenario', description }: RecordScenarioOptions,
  { given, steps, hash }: RecordedHistory,
  reason = snapshotReason(world, given),
): Scenario {
  const end = { title: 'The world is as it was recorded.', expect: { hash } }
  const document = {
    fauxgraph: SCENARIO_VERSION,
    title,
    ...(description !== undefined && { description }),
    ...(Object.keys(given).length > 0 && { given }),
    steps: [...steps, end],
  }
  const text = writeDocument(document, reason)
  return parseScenario(text, { file: 'recording', areas: areasOf(handleOf(world).registry) })
}

/**
 * Records the history of a world as a scenario: its steps, names for the ids and tokens that later steps use,
 * the errors of the steps that failed, and the last full hash. Playing the scenario gives the same hash. A
 * scenario that begins with a snapshot says why in a comment.
 * Throws a RangeError if the world has no history, or one that is too long for a scenario: it has at most
 * 10,000 steps and 4,194,304 characters. Throws a TypeError if an argument is wrong, or if the world has a
 * stub that is a function.
 */
export function recordScenario(world: World, options: RecordScenarioOptions = {}): Scenario {
  checkRecording(world, options)
  return scenarioOf(world, options, recordHistory(world, { starter: options.starter }))
}

/**
 * Records a world up to an input as a scenario: as steps from its beginning, or, if these are too many, as a
 * snapshot with a comment that says so.
 *
 * @param until The number of inputs of the world after which the scenario ends.
 */
export function recordScenarioUntil(world: World, until: number): Scenario {
  try {
    return scenarioOf(world, {}, recordHistory(world, { until }))
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const then = world.history.at(until)
    const reason = 'It is a snapshot, because the history up to here is too long for steps.'
    return scenarioOf(then, {}, recordHistory(then), reason)
  }
}
