import type { Machine } from './machine.ts'
import { issueText } from './schema/issue-words.ts'
import { boundedArray, json, readBy } from './schema/schema.ts'
import { z } from './schema/zod.ts'
import { stateHash } from './state/hash.ts'
import { outcomeDigest } from './state/history.ts'
import { SNAPSHOT_LIMITS } from './state/snapshot.ts'
import type { State, StepTypes } from './state/state.ts'
import { type GuardLimits, guard, type Json } from './values/guard.ts'

/** The format version of recordings. It changes when an older engine cannot replay a newer recording. */
export const RECORDING_FORMAT = 1

/** The base and the inputs of a recording may be snapshots, whose values are a few levels deeper there. */
const RECORDING_LIMITS: GuardLimits = { depth: SNAPSHOT_LIMITS.depth + 10, size: SNAPSHOT_LIMITS.size }

const Recording = z.object({
  format: z.literal(RECORDING_FORMAT, {
    error: ({ input }) =>
      `must be ${RECORDING_FORMAT}, as in a recording of world.history.recording(), ` +
      `got ${JSON.stringify(input)}`,
  }),
  engine: z.string(),
  base: json,
  inputs: boundedArray(json),
  outcomes: boundedArray(z.string()),
  hash: z.string(),
})

/**
 * A recorded run: its base, all inputs, a digest of each outcome, and the full hash of the last state.
 * Another version of the engine can replay it and report the first outcome that differs.
 */
export type Recording = z.output<typeof Recording>

/** The result of a replay: the last state, and the first difference from the recording. */
export interface Replay<T extends StepTypes = StepTypes> {
  readonly state: State<T['contents']>
  readonly played: number
  readonly difference?: { readonly sequence: number; readonly recorded: string; readonly came: string }
}

/** Records a run by replaying it from its beginning. */
export function writeRecording<T extends StepTypes>(
  machine: Machine<T>,
  from: State<T['contents']>,
  { base, engine, inputs }: { base: Json; engine: string; inputs: readonly Json[] },
): Recording {
  const outcomes: string[] = []
  let state = from
  for (const input of inputs) {
    const step = machine.step(state, input)
    outcomes.push(outcomeDigest(step.outcome))
    state = step.state
  }
  return { format: RECORDING_FORMAT, engine, base, inputs: [...inputs], outcomes, hash: stateHash(state) }
}

/** Reads a recording from a file or the network. Returns the problem of any other value. */
export function readRecording(
  value: unknown,
): { ok: true; recording: Recording } | { ok: false; problem: string } {
  const guarded = guard(value, RECORDING_LIMITS)
  if (!guarded.ok) return { ok: false, problem: `${guarded.path} ${guarded.problem}` }
  const read = readBy(Recording, guarded.value)
  if (read.success) return { ok: true, recording: read.data }
  return { ok: false, problem: issueText(read.error) }
}

/** Replays up to `until` inputs of a recording, and compares each outcome and the last hash. */
export function playRecording<T extends StepTypes>(
  machine: Machine<T>,
  from: State<T['contents']>,
  { inputs, outcomes, hash }: Recording,
  until = inputs.length,
): Replay<T> {
  let state = from
  for (const [sequence, input] of inputs.slice(0, until).entries()) {
    const step = machine.step(state, input)
    state = step.state
    const came = outcomeDigest(step.outcome)
    const recorded = outcomes[sequence] ?? 'nothing'
    if (came !== recorded) return { state, played: sequence + 1, difference: { sequence, recorded, came } }
  }
  const came = stateHash(state)
  const isWhole = until >= inputs.length
  const difference = isWhole && came !== hash ? { sequence: inputs.length, recorded: hash, came } : undefined
  return { state, played: Math.min(until, inputs.length), ...(difference && { difference }) }
}
