import { canonical, digest } from './canonical.ts'
import type { Json } from './guard.ts'
import type { Outcome } from './operation.ts'
import type { State } from './state.ts'

/** How many states back `stateAt` answers without replaying anything. */
export const RECENT = 256
/** After how many inputs a state is kept for good, so that any other is at most this many inputs away. */
export const CHECKPOINT = 1_024

/**
 * A stretch of inputs that begins at a kept state. It is written by one world, until it is full or forked.
 */
interface Stretch {
  readonly before: Stretch | undefined
  readonly start: number
  readonly state: State
  readonly inputs: Json[]
}

/**
 * The inputs of one world since it was made, and enough states to reach any moment soon. Forking shares all
 * that has been and costs nothing: both worlds go on in stretches of their own.
 */
export interface History {
  stretch: Stretch
  /** How many inputs the world has taken, in all its stretches. */
  length: number
  readonly recent: (State | undefined)[]
}

/** The history of a world that begins in this state. */
export function beginHistory(state: State): History {
  return { stretch: { before: undefined, start: 0, state, inputs: [] }, length: 0, recent: [state] }
}

/** How many inputs the world has taken. */
export const historyLength = ({ length }: History): number => length

/** Notes an input and the state that it led to. */
export function record(history: History, input: Json, state: State): void {
  const { stretch } = history
  stretch.inputs.push(input)
  history.length += 1
  history.recent[history.length % RECENT] = state
  if (stretch.inputs.length === CHECKPOINT) history.stretch = next(history, state)
}

const next = ({ stretch, length }: History, state: State): Stretch => ({
  before: stretch,
  start: length,
  state,
  inputs: [],
})

/** Two histories from one: the given one and the returned one go on apart. */
export function forkHistory(history: History, state: State): History {
  if (history.stretch.inputs.length > 0) history.stretch = next(history, state)
  const { stretch, length } = history
  const empty = { before: stretch.before, start: stretch.start, state, inputs: [] }
  // The recent states are few; the fork starts with its own and fills up again.
  const recent: (State | undefined)[] = []
  recent[length % RECENT] = state
  return { stretch: empty, length, recent }
}

/** The stretch in which a moment lies. */
function stretchOf({ stretch }: History, sequence: number): Stretch {
  let found = stretch
  while (found.before && sequence < found.start) found = found.before
  return found
}

/** The state after `sequence` inputs: at once if it is recent, else by replaying at most a stretch. */
export function stateAt(
  history: History,
  sequence: number,
  step: (state: State, input: Json) => State,
): State {
  if (!Number.isSafeInteger(sequence) || sequence < 0 || sequence > history.length) {
    throw new RangeError(`The history holds the moments 0 to ${history.length}, not ${sequence}`)
  }
  const recent = history.length - sequence < RECENT ? history.recent[sequence % RECENT] : undefined
  if (recent) return recent
  const { state, start, inputs } = stretchOf(history, sequence)
  return inputs.slice(0, sequence - start).reduce<State>(step, state)
}

/** Every input from the first on. */
export function inputsOf(history: History): Json[] {
  const stretches: Json[][] = []
  for (let stretch: Stretch | undefined = history.stretch; stretch; stretch = stretch.before) {
    stretches.push(stretch.inputs)
  }
  return stretches.reverse().flat()
}

/** The digest by which a recording knows an outcome again. */
export function outcomeDigest(outcome: Outcome): string {
  return digest(canonical(outcome as unknown as Json)).slice(0, 16)
}
