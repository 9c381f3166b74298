import { canonical, digest } from './canonical.ts'
import type { Json } from './guard.ts'
import type { Outcome } from './operation.ts'
import { get, type Ring } from './ring.ts'
import type { State } from './state.ts'
import { weightOf } from './weight.ts'

/** How many states back `stateAt` answers without replaying anything. */
export const RECENT = 256
/** After how many inputs a state is kept for good, so that any other is at most this many inputs away. */
export const CHECKPOINT = 1_024

/**
 * Bytes that a history keeps, by `weightOf`: its inputs, what each of them added to the logs of its state,
 * and 256 for each. Beyond that it forgets its oldest inputs.
 */
export const HISTORY_BYTES_MAX = 128 * 1024 * 1024

/** What an input counts beside its own weight: its place in the history, and its share of kept states. */
const INPUT_BYTES = 256

/** A state is kept after so many bytes too, so that the oldest inputs can be forgotten in small portions. */
const STRETCH_BYTES = HISTORY_BYTES_MAX / 16

/**
 * A stretch of inputs that begins at a kept state. It is written by one world, until it is full or forked.
 */
interface Stretch {
  readonly start: number
  readonly state: State
  readonly inputs: Json[]
  bytes: number
}

/**
 * The last inputs of one world, and enough states to reach any moment among them soon. Forking shares all
 * that has been and costs nothing: both worlds go on in stretches of their own.
 */
export interface History {
  /** The stretches before the last one, oldest first: a list that is replaced, since forks share it. */
  past: readonly Stretch[]
  pastBytes: number
  stretch: Stretch
  /** How many inputs the world has taken. */
  length: number
  readonly recent: (State | undefined)[]
}

const stretchFrom = (start: number, state: State): Stretch => ({ start, state, inputs: [], bytes: 0 })

/** The history of a world that begins in this state. */
export function beginHistory(state: State): History {
  return { past: [], pastBytes: 0, stretch: stretchFrom(0, state), length: 0, recent: [state] }
}

/** How many inputs the world has taken. */
export const historyLength = ({ length }: History): number => length

/** How many inputs were forgotten: the moment at which the history begins. */
export const forgottenInputs = ({ past, stretch }: History): number => (past[0] ?? stretch).start

/** The state in which the history begins. */
export const firstState = ({ past, stretch }: History): State => (past[0] ?? stretch).state

function* newest<T>(log: Ring<T>, count: number): Generator<T> {
  for (let at = Math.max(0, log.size - count); at < log.size; at++) yield get(log, at) as T
}

/** How much the log entries weigh by which a state goes beyond the one before it. */
function addedBytes(before: Ring<unknown>, after: Ring<unknown>): number {
  const count = after.dropped + after.size - before.dropped - before.size
  let bytes = 0
  for (const entry of newest(after, count)) bytes += weightOf(entry as Json)
  return bytes
}

/** Notes an input, and the states before and after it. */
export function recordInput(history: History, input: Json, before: State, after: State): void {
  const { stretch } = history
  stretch.inputs.push(input)
  stretch.bytes += INPUT_BYTES + weightOf(input)
  for (const log of ['calls', 'events'] as const)
    stretch.bytes += addedBytes(before.ledger[log], after.ledger[log])
  history.length += 1
  history.recent[history.length % RECENT] = after
  if (stretch.inputs.length === CHECKPOINT || stretch.bytes > STRETCH_BYTES) endStretch(history, after)
  forget(history)
}

/** Begins a new stretch at this state. */
function endStretch(history: History, state: State): void {
  history.past = [...history.past, history.stretch]
  history.pastBytes += history.stretch.bytes
  history.stretch = stretchFrom(history.length, state)
}

/** Forgets the oldest stretches until the rest is light enough, and the states that lie in them. */
function forget(history: History): void {
  const { recent, length } = history
  const start = forgottenInputs(history)
  let gone = 0
  while (gone < history.past.length && history.pastBytes + history.stretch.bytes > HISTORY_BYTES_MAX)
    history.pastBytes -= history.past[gone++]?.bytes ?? 0
  if (gone === 0) return
  history.past = history.past.slice(gone)
  for (let moment = Math.max(start, length - RECENT + 1); moment < forgottenInputs(history); moment++)
    recent[moment % RECENT] = undefined
}

/** Two histories from one: the given one and the returned one go on apart. */
export function forkHistory(history: History, state: State): History {
  if (history.stretch.inputs.length > 0) endStretch(history, state)
  const { past, pastBytes, length, stretch } = history
  // The recent states are few; the fork starts with its own and fills up again.
  const recent: (State | undefined)[] = []
  recent[length % RECENT] = state
  return { past, pastBytes, stretch: stretchFrom(stretch.start, state), length, recent }
}

/** The stretch in which a moment lies. */
const stretchOf = ({ past, stretch }: History, sequence: number): Stretch =>
  sequence >= stretch.start ? stretch : (past.findLast(({ start }) => start <= sequence) ?? stretch)

/** The state after `sequence` inputs: at once if it is recent, else by replaying at most a stretch. */
export function stateAt(
  history: History,
  sequence: number,
  step: (state: State, input: Json) => State,
): State {
  const oldest = forgottenInputs(history)
  if (!Number.isSafeInteger(sequence) || sequence < oldest || sequence > history.length) {
    const why =
      oldest === 0
        ? ''
        : `. Inputs beyond ${HISTORY_BYTES_MAX} bytes are forgotten, the oldest first: see history.dropped`
    throw new RangeError(
      `The history holds the moments ${oldest} to ${history.length}, not ${String(sequence)}${why}`,
    )
  }
  const recent = history.length - sequence < RECENT ? history.recent[sequence % RECENT] : undefined
  if (recent) return recent
  const { state, start, inputs } = stretchOf(history, sequence)
  return inputs.slice(0, sequence - start).reduce<State>(step, state)
}

/** Every input that is kept, oldest first. */
export function inputsOf({ past, stretch }: History): Json[] {
  return [...past, stretch].flatMap(({ inputs }) => inputs)
}

/** The digest by which a recording knows an outcome again. */
export function outcomeDigest(outcome: Outcome): string {
  return digest(canonical(outcome as unknown as Json)).slice(0, 16)
}
