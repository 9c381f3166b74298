import { inputsAfter, stateAt } from '../engine/state/history.ts'
import type { Json } from '../engine/values/guard.ts'
import type { ServiceState } from '../service/routes/context.ts'
import type { Handle } from '../world/handle/handle.ts'
import { type StepLine, stepLine } from '../world/history/world-step.ts'
import { inputsBefore, lastMissing, missingSteps } from './missing-steps.ts'

/** The newest steps that are kept as lines while somebody watches. */
const KEPT_MAX = 4_000

/** The steps of a world as lines, while somebody watches it. */
interface StepLog {
  /** The life of the handle to which the lines belong. */
  life: object
  /** Changes with each reset, and from process to process. */
  epoch: string
  lines: StepLine[]
  watchers: number
}

const logs = new WeakMap<Handle, StepLog>()

let epochs = 0
/** Distinguishes this process from an earlier one at the same address. */
let origin: string | undefined

const nextEpoch = (now: () => number): string => {
  origin ??= now().toString(36)
  epochs += 1
  return `${origin}-${epochs}`
}

/** Keeps the lines of a world until the returned function is called. */
function watch(handle: Handle, now: () => number): { readonly log: StepLog; stop(): void } {
  const log = logs.get(handle) ?? { life: handle.life, epoch: nextEpoch(now), lines: [], watchers: 0 }
  logs.set(handle, log)
  log.watchers += 1
  handle.watch = (step, before) => {
    log.lines.push(stepLine(step, before))
    if (log.lines.length > 2 * KEPT_MAX) log.lines.splice(0, KEPT_MAX)
  }
  return {
    log,
    stop() {
      log.watchers -= 1
      if (log.watchers > 0) return
      handle.watch = undefined
      log.lines = []
    },
  }
}

/** What a reader of the steps gets next. */
export type StepNews =
  | { readonly kind: 'steps'; readonly lines: readonly StepLine[] }
  | { readonly kind: 'reset' | 'gone'; readonly message: string }

/** Reads the steps of a world in their order, as fast as the reader asks. */
export interface StepReader {
  readonly epoch: string
  /** The number of the last step that was read. */
  readonly sequence: number
  /** Returns the next steps; undefined if there are none yet. */
  next(): StepNews | undefined
  close(): void
}

/** Steps that are read at a time, from the lines and from the history. */
const LINES_MAX = 500
const REPLAYED_MAX = 200

/** A replay of the history in progress: the inputs that are left, and the state before them. */
interface Replay {
  readonly at: number
  readonly state: ServiceState
  readonly inputs: readonly Json[]
  readonly lines: readonly StepLine[]
}

/** Replays the history after a step, a slice at a time. */
function replayed(handle: Handle, sequence: number, last: Replay | undefined): Replay | undefined {
  const { history, service } = handle
  if (!history) return undefined
  const moment = sequence - inputsBefore(handle)
  const continues = last?.at === sequence && last.inputs.length > 0
  const inputs = continues ? last.inputs : inputsAfter(history, moment)
  let state = continues
    ? last.state
    : stateAt(history, moment, (one, input) => service.step(one, input).state)
  const lines = inputs.slice(0, REPLAYED_MAX).map((input) => {
    const before = state
    const step = service.step(before, input)
    state = step.state
    return stepLine(step, before)
  })
  return { at: sequence + lines.length, state, inputs: inputs.slice(REPLAYED_MAX), lines }
}

const resetNews: StepNews = {
  kind: 'reset',
  message: 'The world was reset, loaded or served anew: its steps begin again.',
}

/** The sentence about the steps before one that the history, or the lines, do not have. */
const goneNews = (handle: Handle, first: number): StepNews => ({
  kind: 'gone',
  message: `${handle.history ? '' : `The steps before ${first} are gone. `}${missingSteps(handle)}`,
})

/**
 * Reads the steps after one. The newest come from lines that are made while somebody watches; a reader that
 * is behind them gets the same from the history, so that a slow reader takes no memory.
 *
 * @param since The number of the last step that the reader has, and the epoch in which it got it.
 * @param now The time of the machine, which distinguishes this process from others.
 */
export function readSteps(
  handle: Handle,
  since: { readonly sequence: number; readonly epoch?: string | undefined },
  now: () => number,
): StepReader {
  const { log, stop } = watch(handle, now)
  let cursor = since.sequence
  let replay: Replay | undefined
  let isNew = since.epoch !== undefined && since.epoch !== log.epoch
  const first = () => {
    if (handle.history) return lastMissing(handle)
    return (log.lines[0]?.sequence ?? handle.state.ledger.sequence + 1) - 1
  }
  function restart(): StepNews {
    if (handle.life !== log.life) {
      log.life = handle.life
      log.epoch = nextEpoch(now)
      log.lines = []
    }
    life = handle.life
    isNew = false
    replay = undefined
    cursor = first()
    return resetNews
  }
  let life = log.life
  return {
    get epoch() {
      return log.epoch
    },
    get sequence() {
      return cursor
    },
    next() {
      const { sequence } = handle.state.ledger
      if (isNew || handle.life !== life || cursor > sequence) return restart()
      if (cursor < first()) {
        cursor = first()
        return goneNews(handle, cursor + 1)
      }
      if (cursor === sequence) return undefined
      const kept = log.lines[0]?.sequence ?? Number.POSITIVE_INFINITY
      if (cursor + 1 >= kept) {
        const from = cursor + 1 - kept
        const lines = log.lines.slice(from, from + LINES_MAX)
        cursor += lines.length
        return { kind: 'steps', lines }
      }
      const found = replayed(handle, cursor, replay)
      if (!found) {
        cursor = Number.isFinite(kept) ? kept - 1 : sequence
        return goneNews(handle, cursor + 1)
      }
      cursor = found.at
      replay = found
      return { kind: 'steps', lines: found.lines }
    },
    close: stop,
  }
}
