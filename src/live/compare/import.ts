import type { Json } from '../../engine/values/guard.ts'
import { groupDigits } from '../../engine/values/number-text.ts'
import { parseScenario, type Scenario } from '../../scenario/check/parse.ts'
import { SCENARIO_VERSION, STEPS_MAX } from '../../scenario/read/schema.ts'
import { type KnownValues, writtenValue } from '../../scenario/record/known-values.ts'
import { recordHistory } from '../../scenario/record/record.ts'
import { writeDocument } from '../../scenario/record/write.ts'
import type { Area } from '../../service/area/area.ts'
import type { Policy } from '../../service/policy.ts'
import { isMembers, jsonMembers, type RecordedExchange } from './exchange.ts'
import { type ComparedWorld, stageOf } from './facts.ts'
import { type AnswerDifference, playCall } from './play.ts'
import { type Scan, scan } from './scan.ts'
import { isLeftOpen } from './values.ts'

/** A recording as a scenario. */
export interface ImportedScenario {
  readonly scenario: Scenario
  readonly calls: number
  /** The calls whose recorded answer differs from that of the simulator. */
  readonly differing: number
  /** The facts that the recording shows and the simulator could not make. */
  readonly lacking: ComparedWorld['lacking']
}

/** The options of `importRecording`. */
export interface ImportOptions {
  readonly title?: string
  /** The policy of the world of the scenario: `contractPolicy` with these keys. */
  readonly policy?: Partial<Policy>
  /** The areas of the world. */
  readonly areas?: readonly Area[]
}

/** A call that was played: the inputs of the world that it gave, and what differs. */
interface ImportedCall {
  readonly from: number
  readonly to: number
  readonly differences: readonly AnswerDifference[]
}

function playAll(stage: ComparedWorld, { calls }: Scan): readonly ImportedCall[] {
  const { history } = stage.world
  return calls.map((call) => {
    const from = history.length
    const differences = playCall(stage, call)
    return { from, to: history.length, differences }
  })
}

const ID = /\d{9,}/

/** Whether a text has an id that no earlier step has saved. */
const hasNewId = (known: KnownValues, text: string): boolean =>
  !known.byValue.has(text) && (text.match(/\d{9,}/g) ?? []).some((id) => !known.byValue.has(id))

/**
 * Returns what a scenario can expect of an answer: no times, addresses, cursors and tokens, which are others
 * in each world, and no ids that are new.
 */
function expectable(known: KnownValues, value: Json, path: string): Json | undefined {
  if (isLeftOpen(path, value)) return undefined
  if (typeof value === 'string' && ID.test(value) && hasNewId(known, value)) return undefined
  if (Array.isArray(value)) {
    const items = value.map((item: Json, index) => expectable(known, item, `${path}.${index}`))
    return items.every((item): item is Json => item !== undefined) ? items : undefined
  }
  if (!isMembers(value)) return writtenValue(known, value)
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const kept = name.startsWith('$') ? undefined : expectable(known, member, `${path}.${name}`)
      return kept === undefined ? [] : [[name, kept]]
    }),
  )
}

const pathsOf = (differences: readonly AnswerDifference[]): string => {
  const paths = [...new Set(differences.map(({ path }) => path))]
  const shown = paths.slice(0, 5).join(', ')
  return paths.length > 5 ? `${shown} and ${paths.length - 5} more` : shown
}

/** Returns the members that a step has because of the call that it plays. */
function notesOf(calls: readonly ImportedCall[]) {
  let next = 0
  return (input: number, { ok, value }: { ok: boolean; value: Json }, known: KnownValues) => {
    while (next < calls.length && (calls[next]?.to ?? 0) <= input) next += 1
    const call = calls[next]
    if (!call || input < call.from) return {}
    if (call.differences.length > 0)
      return { title: `The recorded answer differs in ${pathsOf(call.differences)}.` }
    const kept = ok ? expectable(known, value, '') : undefined
    return kept === undefined ? {} : { expect: { value: kept } }
  }
}

type Step = { readonly [member: string]: Json }

/** Whether a step failed when it was recorded. */
const isRefused = ({ expect }: Step): boolean => 'error' in jsonMembers(expect)

const before = (steps: readonly Step[], isEnd: (step: Step) => boolean): readonly Step[] => {
  const end = steps.findIndex(isEnd)
  return steps.slice(0, end < 0 ? steps.length : end)
}

/**
 * Returns what a scenario gives, and its steps: what makes the facts is given, and the steps begin with the
 * first request. A fact that was refused changed nothing, and is left out.
 */
function split(all: readonly Step[]): { given: { readonly [member: string]: Json }; steps: Json } {
  const facts = before(all, (step) => 'request' in step)
  const made = facts.filter((step) => !isRefused(step))
  const actions = before(made, (step) => !('action' in step))
  const steps = made.slice(actions.length)
  return {
    given: { ...(actions.length > 0 && { actions }), ...(steps.length > 0 && { steps }) },
    steps: all.slice(facts.length),
  }
}

/**
 * Returns recorded exchanges as a scenario: its world begins with the facts that the recording shows, and its
 * steps are the calls, with names for ids and tokens. A call whose answer the simulator does not agree with
 * says so in its title, and expects nothing. Throws a TypeError if a request cannot be read, and a RangeError
 * if the recording is too long for a scenario.
 */
export function importRecording(
  exchanges: readonly RecordedExchange[],
  { title = 'An imported recording', policy = {}, areas = [] }: ImportOptions = {},
): ImportedScenario {
  if (exchanges.length > STEPS_MAX)
    throw new RangeError(
      `The recording has ${groupDigits(exchanges.length)} requests: a scenario has at most ` +
        `${groupDigits(STEPS_MAX)} steps; import a part of it`,
    )
  const scanned = scan(exchanges)
  const stage = stageOf(scanned, { policy, areas })
  const calls = playAll(stage, scanned)
  const { given, steps } = recordHistory(stage.world, { notes: { of: notesOf(calls) } })
  const story = split(steps)
  const text = writeDocument({
    fauxgraph: SCENARIO_VERSION,
    title,
    description: 'What is given makes the facts that the recording shows. The steps are its requests.',
    given: { ...given, ...story.given },
    steps: story.steps,
  })
  return {
    scenario: parseScenario(text, { file: 'imported', areas }),
    calls: calls.length,
    differing: calls.filter(({ differences }) => differences.length > 0).length,
    lacking: stage.lacking,
  }
}
