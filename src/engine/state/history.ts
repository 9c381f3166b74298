import type { Outcome } from '../outcome.ts'
import type { Ring } from '../store/ring.ts'
import { canonical, digest } from '../values/canonical.ts'
import type { Json } from '../values/guard.ts'
import { weightOf } from '../values/weight.ts'
import type { State } from './state.ts'

/** Maximum inputs between two checkpoints: `stateAt` replays no more than that. */
export const CHECKPOINT_INPUTS = 1_024

/**
 * Of the states since the checkpoint before the last, every 16th is kept: `stateAt` replays at most 15 inputs
 * for these moments. To keep each of them costs a third of the time of a call, because the garbage collector
 * moves whatever is kept.
 */
export const KEPT_EVERY = 16

/**
 * Maximum bytes of a history, by `weightOf`: its inputs, the log entries that they added, by how much they
 * let the stored bytes of the world grow, and 256 for each input. Beyond it the history forgets its oldest
 * inputs.
 */
export const HISTORY_BYTES_MAX = 128 * 1024 * 1024

/** Bytes that each input counts in addition to its own weight, for its share of the kept states. */
const INPUT_BYTES = 256

/** A history is forgotten in this many portions, so that little more is forgotten than must be. */
export const PORTIONS = 16

/** The bounds of a history. A world shares them with its forks. */
export interface HistoryBounds {
  /** The inputs that are kept at least, if their bytes allow it. Up to a 16th more are kept. */
  readonly steps: number
  /** Maximum bytes of one history. */
  readonly bytes: number
  /** The bytes that all histories with these bounds have recorded so far, which orders their segments. */
  recorded: number
}

/** Creates the bounds of a history: those of the engine, if left out. */
export const historyBounds = ({
  steps = Number.POSITIVE_INFINITY,
  bytes = HISTORY_BYTES_MAX,
}: Partial<Pick<HistoryBounds, 'steps' | 'bytes'>> = {}): HistoryBounds => ({ steps, bytes, recorded: 0 })

/** A segment of inputs after a checkpoint. One world writes it, until it is full or the world is forked. */
interface Segment<S extends State> {
  readonly start: number
  readonly state: S
  readonly inputs: Json[]
  /** The states after every 16th of the inputs. */
  readonly kept: S[]
  bytes: number
  /** `recorded` of the bounds after its last input. */
  mark: number
}

/**
 * The last inputs of one world, with checkpoints from which `stateAt` replays. A fork shares the past and
 * costs nothing: both worlds continue in segments of their own.
 */
export interface History<S extends State = State> {
  readonly bounds: HistoryBounds
  /** The segments before the current one, oldest first. Forks share the list, so it is never changed. */
  past: readonly Segment<S>[]
  pastBytes: number
  current: Segment<S>
  /** The number of inputs of the world so far. */
  length: number
  /** The state after all inputs. */
  last: S
}

const segmentFrom = <S extends State>(start: number, state: S): Segment<S> => ({
  start,
  state,
  inputs: [],
  kept: [],
  bytes: 0,
  mark: 0,
})

/** Returns the history of a world that begins in this state. */
export function beginHistory<S extends State>(state: S, bounds = historyBounds()): History<S> {
  return { bounds, past: [], pastBytes: 0, current: segmentFrom(0, state), length: 0, last: state }
}

/** Returns the number of inputs of the world so far. */
export const historyLength = ({ length }: History): number => length

/** Returns the number of forgotten inputs, which is the moment at which the history begins. */
export const forgottenInputs = ({ past, current }: History): number => (past[0] ?? current).start

/** Returns the state in which the history begins. */
export const firstState = <S extends State>({ past, current }: History<S>): S => (past[0] ?? current).state

/**
 * Returns the weight of the log entries that were added between two states. For a log that drops entries, it
 * is their number times the mean weight of an entry: over many inputs the sum is that of their weights, and
 * no entry is read.
 */
function addedBytes(before: Ring<Json>, after: Ring<Json>): number {
  if (after.dropped === before.dropped) return after.bytes - before.bytes
  const added = after.dropped + after.size - before.dropped - before.size
  return Math.ceil((after.bytes / Math.max(1, after.size)) * Math.min(added, after.size))
}

/** Records an input with the states before and after it. */
export function recordInput<S extends State>(history: History<S>, input: Json, before: S, after: S): void {
  const { current, bounds } = history
  const { stored } = after.graph
  const { rowBytes, blobBytes } = before.graph.stored
  current.inputs.push(input)
  // Stored rows and blobs count by their growth: a history keeps those that are removed later.
  const added =
    INPUT_BYTES +
    weightOf(input) +
    addedBytes(before.ledger.calls, after.ledger.calls) +
    addedBytes(before.ledger.events, after.ledger.events) +
    Math.max(0, stored.rowBytes - rowBytes) +
    Math.max(0, stored.blobBytes - blobBytes)
  current.bytes += added
  bounds.recorded += added
  current.mark = bounds.recorded
  history.length += 1
  history.last = after
  if (current.inputs.length % KEPT_EVERY === 0) current.kept.push(after)
  const isFull =
    current.inputs.length >= Math.min(CHECKPOINT_INPUTS, bounds.steps / PORTIONS) ||
    current.bytes > bounds.bytes / PORTIONS
  if (isFull) endSegment(history, after)
  if (history.past.length > 0) forgetOldest(history)
}

/** Begins a new segment at this state. */
function endSegment<S extends State>(history: History<S>, state: S): void {
  history.past.at(-1)?.kept.splice(0)
  history.past = [...history.past, history.current]
  history.pastBytes += history.current.bytes
  history.current = segmentFrom(history.length, state)
}

/** Forgets the oldest segments until the rest fits. */
function forgetOldest(history: History): void {
  const { bounds, past, length, current } = history
  let bytes = history.pastBytes + current.bytes
  let count = 0
  for (const { start, inputs, bytes: own } of past) {
    if (bytes <= bounds.bytes && length - start - inputs.length < bounds.steps) break
    bytes -= own
    count += 1
  }
  if (count > 0) forgetFirst(history, count)
}

function forgetFirst(history: History, count: number): void {
  for (const { bytes } of history.past.slice(0, count)) history.pastBytes -= bytes
  history.past = history.past.slice(count)
}

/** Ends the current segment, so that its inputs can be forgotten without those that follow. */
export function endPortion(history: History): void {
  if (history.current.inputs.length > 0) endSegment(history, history.last)
}

/** Forgets the inputs up to a mark of the bounds, in whole segments. */
export function forgetUntil(history: History, mark: number): void {
  if (history.current.mark <= mark) endPortion(history)
  const count = history.past.findLastIndex((one) => one.mark <= mark) + 1
  if (count > 0) forgetFirst(history, count)
}

/** The marks and bytes of the segments of a history that hold inputs. Forks share the objects. */
export const portionsOf = ({
  past,
  current,
}: History): readonly Readonly<{ mark: number; bytes: number }>[] =>
  current.inputs.length > 0 ? [...past, current] : past

/** Forks a history. The two histories continue independently. */
export function forkHistory<S extends State>(history: History<S>, state: S): History<S> {
  if (history.current.inputs.length > 0) endSegment(history, state)
  const { bounds, past, pastBytes, length, current } = history
  return { bounds, past, pastBytes, current: segmentFrom(current.start, state), length, last: state }
}

/** Returns the segment that contains a moment. */
const segmentOf = <S extends State>({ past, current }: History<S>, sequence: number): Segment<S> =>
  sequence >= current.start ? current : (past.findLast(({ start }) => start <= sequence) ?? current)

/** Returns the last state of a segment that fulfils a condition and needs no replay, and its input number. */
function keptState<S extends State>(
  { state, kept }: Segment<S>,
  isAtMost: (state: S, taken: number) => boolean,
): readonly [state: S, taken: number] {
  const place = kept.findLastIndex((one, index) => isAtMost(one, (index + 1) * KEPT_EVERY))
  return [kept[place] ?? state, (place + 1) * KEPT_EVERY]
}

const boundsText = ({ steps, bytes }: HistoryBounds): string =>
  `Inputs beyond ${Number.isFinite(steps) ? `the last ${steps}, and beyond ` : ''}${bytes} bytes`

/**
 * Returns the state after `sequence` inputs: the last one, or the result of replaying at most one segment.
 * Throws a RangeError for a moment that the history does not hold.
 */
export function stateAt<S extends State>(
  history: History<S>,
  sequence: number,
  step: (state: S, input: Json) => S,
): S {
  const oldest = forgottenInputs(history)
  if (!Number.isSafeInteger(sequence) || sequence < oldest || sequence > history.length) {
    const reason =
      oldest === 0
        ? ''
        : `. ${boundsText(history.bounds)} are forgotten, the oldest first: see history.dropped`
    throw new RangeError(
      `The history holds the moments ${oldest} to ${history.length}, not ${String(sequence)}${reason}`,
    )
  }
  if (sequence === history.length) return history.last
  const segment = segmentOf(history, sequence)
  const [state, taken] = keptState(segment, (_, count) => segment.start + count <= sequence)
  return segment.inputs.slice(taken, sequence - segment.start).reduce<S>(step, state)
}

/**
 * Returns the last state at or before an instant, or the oldest state that the history holds. It replays at
 * most one segment.
 */
export function stateBefore<S extends State>(
  history: History<S>,
  instant: number,
  step: (state: S, input: Json) => S,
): S {
  if (history.last.graph.now <= instant) return history.last
  const segment = [...history.past, history.current].findLast((one) => one.state.graph.now <= instant)
  if (!segment) return firstState(history)
  let [state, taken] = keptState(segment, (one) => one.graph.now <= instant)
  for (const input of segment.inputs.slice(taken)) {
    const next = step(state, input)
    if (next.graph.now > instant) break
    state = next
  }
  return state
}

/** Returns the input after the first `sequence` ones; undefined if the history does not hold it. */
export function inputAt(history: History, sequence: number): Json | undefined {
  const { start, inputs } = segmentOf(history, sequence)
  return inputs[sequence - start]
}

/** Returns all inputs that the history holds, oldest first. */
export function inputsOf({ past, current }: History): Json[] {
  return [...past, current].flatMap(({ inputs }) => inputs)
}

/** Returns the inputs after the first `sequence` ones, oldest first. */
export function inputsAfter({ past, current }: History, sequence: number): Json[] {
  // Each fork ends a segment: a world that was forked after every input has thousands of them.
  const first = past.findLastIndex(({ start }) => start <= sequence)
  const asked = [...past.slice(Math.max(0, first)), current]
  return asked.flatMap(({ start, inputs }) => inputs.slice(Math.max(0, sequence - start)))
}

/** Returns the digest by which a recording compares outcomes. */
export function outcomeDigest(outcome: Outcome): string {
  return digest(canonical(outcome as Json)).slice(0, 16)
}
