import { inputsAfter, inputsOf } from '../../engine/state/history.ts'
import { canonical, isSameJson } from '../../engine/values/canonical.ts'
import type { Json } from '../../engine/values/guard.ts'
import { areasOf } from '../../machine/world-registry.ts'
import { contractPolicy } from '../../service/policy.ts'
import { changedMembers } from '../../service/values/plain.ts'
import { writtenPolicy } from '../../service/written-policy.ts'
import type { Handle } from '../../world/handle/handle.ts'
import { baseOf } from '../../world/handle/options.ts'
import { handleOf } from '../../world/handles.ts'
import { requiredHistory } from '../../world/history/history.ts'
import { beforeStarter, recordedBaseOf } from '../../world/starter/beginning.ts'
import type { World } from '../../world/world.ts'
import { beginWorld } from '../play/begin.ts'
import type { StepOutcome } from '../play/outcome.ts'
import { playStep } from '../play/play.ts'
import { playInProcess } from '../play/play-in-process.ts'
import { worldSubject } from '../play/subject.ts'
import { isJsonObject } from '../read/json-kinds.ts'
import { operationProblem, parameterProblem } from '../read/operation-names.ts'
import { SCENARIO_LENGTH_MAX } from '../read/read-yaml.ts'
import { referencesIn } from '../read/references.ts'
import { SCENARIO_VERSION, STEPS_MAX } from '../read/schema.ts'
import { readDocument } from '../read/schema-problem.ts'
import type { ScenarioStep } from '../read/step-schema.ts'
import { type Candidate, candidatesFor, type PastInput } from './candidates.ts'
import { type KnownValues, knownValues, nameValues, writtenValue } from './known-values.ts'

type Members = { readonly [name: string]: Json }

/** Returns the name of a policy, or its options that differ from the contract policy, if any do. */
function givenPolicy(policy: Json): Json | undefined {
  if (!isJsonObject(policy)) return undefined
  const { preset, changes } = writtenPolicy(policy)
  if (preset === 'platform' && Object.keys(changes).length === 0) return preset
  const options = preset === 'contract' ? changes : changedMembers(policy, contractPolicy)
  return Object.keys(options).length === 0 ? undefined : options
}

/** Returns what is given before the first input of a recording: the options of its world, or a snapshot. */
function givenOf(base: Json, { settings }: Handle): Members {
  const { options, snapshot, starter } = isJsonObject(base) ? base : {}
  if (snapshot !== undefined || !isJsonObject(options)) return { snapshot: snapshot ?? null }
  const { policy, now, ...more } = changedMembers(options, baseOf({}))
  const written = policy === undefined ? undefined : givenPolicy(policy)
  const world = {
    ...more,
    ...(typeof now === 'number' && { now: new Date(now).toISOString() }),
    ...(written !== undefined && { policy: written }),
    ...(settings.autoTick > 0 && { autoTick: settings.autoTick }),
  }
  return {
    ...(Object.keys(world).length > 0 && { world }),
    ...(isJsonObject(starter) && {
      starter: canonical(starter) === canonical({ publications: true }) || starter,
    }),
  }
}

/** What a recording writes in addition to its steps. */
export interface RecordNotes {
  /**
   * Returns further members of the step of a request, such as its title and what it expects.
   *
   * @param input The position of its input in the history.
   */
  readonly of: (input: number, outcome: StepOutcome, known: KnownValues) => Candidate
}

/** A recorded history, before it is written. */
export interface RecordedHistory {
  readonly given: Candidate
  readonly steps: readonly Candidate[]
  /** The full hash of the world after the last step. */
  readonly hash: string
}

/** The number of inputs that are looked at to find one step. */
const LOOK_AHEAD = 1_000

/** A recording in progress: the inputs of the history, and a world that has taken the first of them. */
interface Recorder {
  readonly inputs: readonly PastInput[]
  world: World
  readonly known: KnownValues
  readonly steps: Candidate[]
  /** The UTF-16 code units of the steps as JSON. */
  length: number
  readonly preferred: ReadonlyMap<string, string>
}

/** Whether inputs are the same as those of a history from a position on. */
const agrees = (inputs: readonly Json[], history: readonly Json[], from: number): boolean =>
  inputs.length > 0 && inputs.every((input, index) => isSameJson(input, history[from + index]))

/** Whether a step can stand in a scenario file. */
function isReadable(of: World, { call, action, with: params = {} }: Candidate): boolean {
  const { registry } = handleOf(of)
  const name = typeof call === 'string' ? call : typeof action === 'string' ? action : undefined
  if (name === undefined) return call === undefined && action === undefined
  const kind = call === undefined ? 'action' : 'call'
  return (
    operationProblem(registry, kind, name) === undefined && !parameterProblem(registry, name, Object(params))
  )
}

/** Parses one step. */
function stepOf(step: Candidate): ScenarioStep | undefined {
  const read = readDocument({ fauxgraph: SCENARIO_VERSION, title: '', steps: [step] })
  return 'document' in read ? read.document.steps[0] : undefined
}

/** Plays a step in process. */
function playedStep(world: World, names: Map<string, Json>, step: ScenarioStep): StepOutcome {
  return playInProcess(handleOf(world), playStep({ subject: worldSubject(world), names }, step)).outcome
}

/** Plays a candidate in a fork, and returns both if the fork took the same inputs as the history. */
function attempt(
  recorder: Recorder,
  candidate: Candidate,
): { readonly world: World; readonly outcome: StepOutcome; readonly step: Candidate } | undefined {
  if (!isReadable(recorder.world, candidate)) return undefined
  const written = writtenValue(recorder.known, candidate)
  const step = isJsonObject(written) ? stepOf(written) : undefined
  if (!step || !isJsonObject(written)) return undefined
  const from = recorder.world.history.length
  const world = recorder.world.fork()
  const outcome = playedStep(world, recorder.known.byName, step)
  const { history } = handleOf(world)
  const taken = history ? inputsAfter(history, from) : []
  return agrees(taken, recorder.inputs, from) ? { world, outcome, step: written } : undefined
}

/** The expected outcome of a step, if it does not simply succeed. */
function expectedOf({ ok, status, error }: StepOutcome): Candidate {
  if (ok) return {}
  if (!error || error.code === 0) return { expect: { status: status ?? 0 } }
  const { code, subcode } = error
  return { expect: { error: subcode === undefined ? code : { code, subcode } } }
}

/** Adds a step. Throws a RangeError if no scenario file can hold it. The last step compares the hash. */
function addStep(recorder: Recorder, step: Candidate): void {
  recorder.steps.push(step)
  recorder.length += JSON.stringify(step).length
  const isLong = recorder.length > SCENARIO_LENGTH_MAX
  if (!isLong && recorder.steps.length < STEPS_MAX) return
  const most = isLong ? `${SCENARIO_LENGTH_MAX} characters` : `${STEPS_MAX} steps`
  throw new RangeError(
    `The history of the world is too long for a scenario, which has at most ${most}: it has ` +
      `${recorder.inputs.length} inputs, and the recording ends at input ${recorder.world.history.length}. ` +
      'Record a world with a shorter history: restoreWorld(world.snapshot()) begins a new one',
  )
}

/** Returns the name of what a step does: that of a request is its operation. */
function operationOf(candidate: Candidate, world: World): string {
  const { call, action } = candidate
  if (typeof call === 'string' || typeof action === 'string') return String(call ?? action)
  return candidate['request'] === undefined
    ? String(Object.keys(candidate)[0])
    : (world.calls.last()?.operation ?? 'request')
}

/** Adds the step that stands for the next inputs. */
function recordStep(recorder: Recorder, notes: RecordNotes | undefined): void {
  const from = recorder.world.history.length
  const inputs = recorder.inputs.slice(from, from + LOOK_AHEAD)
  const [input = {}] = inputs
  const raw: Candidate = { input }
  for (const candidate of [...candidatesFor(inputs, recorder.world.clock.now), raw]) {
    const found = attempt(recorder, candidate)
    if (!found) continue
    const { world, outcome, step } = found
    recorder.world = world
    const operation = operationOf(candidate, world)
    // An expectation is compared before the values of its step are saved.
    const isRequest = candidate['request'] !== undefined
    const noted = isRequest ? (notes?.of(from, outcome, recorder.known) ?? {}) : {}
    const save = outcome.ok ? nameValues(recorder.known, operation, outcome.value, recorder.preferred) : {}
    addStep(recorder, { ...step, save, ...expectedOf(outcome), ...noted })
    return
  }
  throw new Error(`The input ${from} cannot be recorded: please report this bug of fauxgraph`)
}

/** Returns a step with the saved values that later steps use. */
function withUsed({ save, ...step }: Candidate, used: ReadonlySet<string>): Candidate {
  const kept = Object.entries(isJsonObject(save) ? save : {}).filter(([name]) => used.has(name))
  return kept.length === 0 ? step : { ...step, save: Object.fromEntries(kept) }
}

/** Begins a world with the origins of the recorded one, because its inputs name them. */
function worldOf(given: Candidate, of: World): World {
  const { baseUrl, webUrl } = of
  const read = readDocument({ fauxgraph: SCENARIO_VERSION, title: '', given, steps: [] })
  if ('problem' in read) throw new TypeError(`The world cannot be recorded: ${read.problem.message}`)
  return beginWorld({ ...read, areas: areasOf(handleOf(of).registry) }, { baseUrl, webUrl })
}

const isInput = (input: Json): input is PastInput => isJsonObject(input)

/** Throws a TypeError if an input adds a stub whose answer is a function: a scenario has data alone. */
function checkStubs(inputs: readonly PastInput[]): void {
  const added = inputs.flatMap(({ type, add }) => (type === 'stub' && isJsonObject(add) ? [add] : []))
  const found = added.find((stub) => stub['function'] !== undefined)
  if (found)
    throw new TypeError(
      `The stub ${found['route']} answers with a function, and a scenario holds data alone: give the stub ` +
        'its answer as data, or keep the history with world.history.recording()',
    )
}

/** The part of a history that is recorded, and what is written in addition. */
interface HistoryOptions {
  /** The number of inputs of the world after which it ends: all if left out. */
  readonly until?: number | undefined
  /** `steps` writes the starter world as steps. */
  readonly starter?: 'given' | 'steps' | undefined
  readonly notes?: RecordNotes
}

function recorderOf(
  world: World,
  { starter, until = world.history.length }: Omit<HistoryOptions, 'notes'>,
): { recorder: Recorder; given: Candidate } {
  const handle = handleOf(world)
  const inputs = inputsOf(requiredHistory(handle))
  const base = recordedBaseOf(handle)
  const before = starter === 'steps' ? beforeStarter(base) : { base, inputs: [] }
  const taken = inputs.slice(0, Math.max(0, until - world.history.dropped))
  const all = [...before.inputs, ...taken].filter(isInput)
  checkStubs(all)
  const given = givenOf(before.base, handle)
  const begun = worldOf(given, world)
  const preferred = new Map(Object.entries({ ...world.names }).map(([name, value]) => [value, name]))
  const recorder = {
    inputs: all,
    world: begun,
    known: knownValues({ ...begun.names }),
    steps: [],
    length: 0,
    preferred,
  }
  return { recorder, given }
}

/** Records the history of a world as steps. Throws a RangeError if no scenario can hold it. */
export function recordHistory(world: World, { notes, ...part }: HistoryOptions = {}): RecordedHistory {
  const { recorder, given } = recorderOf(world, part)
  while (recorder.world.history.length < recorder.inputs.length) recordStep(recorder, notes)
  const used = new Set(referencesIn(recorder.steps, []).map(({ name }) => name))
  const steps = recorder.steps.map((step) => withUsed(step, used))
  return { given, steps, hash: recorder.world.hash('full') }
}
