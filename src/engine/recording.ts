import { z } from 'zod'
import { type GuardLimits, guard, type Json } from './guard.ts'
import { stateHash } from './hash.ts'
import { outcomeDigest } from './history.ts'
import type { Machine } from './machine.ts'
import { boundedArray, readBy } from './schema.ts'
import { SNAPSHOT_LIMITS } from './snapshot.ts'
import type { State } from './state.ts'

/** The format of recordings. It changes when an older engine could not replay a newer recording. */
export const RECORDING_FORMAT = 1

/** A recording may hold snapshots, as its base and as inputs, a few levels further down. */
const RECORDING_LIMITS: GuardLimits = { depth: SNAPSHOT_LIMITS.depth + 10, size: SNAPSHOT_LIMITS.size }

// What stands under these has passed the guard, and is plain JSON: a schema would only copy it again.
const json = z.unknown() as unknown as z.ZodType<Json>

const Recording = z.object({
  format: z.literal(RECORDING_FORMAT),
  engine: z.string(),
  base: json,
  inputs: boundedArray(json),
  outcomes: boundedArray(z.string()),
  hash: z.string(),
})

/**
 * A run written down: where it began, every input, a digest of every outcome, and the hash at the end.
 * Another version of the engine that plays it says which outcome differs first.
 */
export type Recording = z.output<typeof Recording>

/** What a replay came to: the last state, and the first moment at which it was not as recorded. */
export interface Replay {
  readonly state: State
  readonly played: number
  readonly difference?: { readonly sequence: number; readonly recorded: string; readonly came: string }
}

/** Writes a run down by playing it once more from its beginning. */
export function writeRecording(
  machine: Machine<unknown>,
  from: State,
  { base, engine, inputs }: { base: Json; engine: string; inputs: readonly Json[] },
): Recording {
  const outcomes: string[] = []
  let state = from
  for (const input of inputs) {
    const step = machine.step(state, input)
    outcomes.push(outcomeDigest(step.outcome))
    state = step.state
  }
  const written = { base, inputs: [...inputs] } as Pick<Recording, 'base' | 'inputs'>
  return { format: RECORDING_FORMAT, engine, ...written, outcomes, hash: stateHash(state) }
}

/** Reads a recording from a file or the network; a value that is none gives the reason. */
export function readRecording(
  value: unknown,
): { ok: true; recording: Recording } | { ok: false; problem: string } {
  const guarded = guard(value, RECORDING_LIMITS)
  if (!guarded.ok) return { ok: false, problem: `${guarded.path} ${guarded.problem}` }
  const read = readBy(Recording, guarded.value)
  if (read.success) return { ok: true, recording: read.data }
  const [issue] = read.error.issues
  return { ok: false, problem: `${issue?.path.join('.')} ${issue?.message}` }
}

/**
 * Plays a recording from its beginning, up to `until` inputs, and compares each outcome and the last hash.
 */
export function playRecording(
  machine: Machine<unknown>,
  from: State,
  { inputs, outcomes, hash }: Recording,
  until = inputs.length,
): Replay {
  let state = from
  for (const [sequence, input] of inputs.slice(0, until).entries()) {
    const step = machine.step(state, input)
    state = step.state
    const came = outcomeDigest(step.outcome)
    const recorded = outcomes[sequence] ?? 'nothing'
    if (came !== recorded) return { state, played: sequence + 1, difference: { sequence, recorded, came } }
  }
  const came = stateHash(state)
  const whole = until >= inputs.length
  const difference = whole && came !== hash ? { sequence: inputs.length, recorded: hash, came } : undefined
  return { state, played: Math.min(until, inputs.length), ...(difference && { difference }) }
}
