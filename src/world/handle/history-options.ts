import { type HistoryBounds, historyBounds } from '../../engine/state/history.ts'
import { bounds } from '../../service/contract/bounds.ts'
import { shown } from '../../service/values/scalars.ts'
import { type FixedDuration, millisecondsOf } from '../time/durations.ts'
import { checkNames } from './known-names.ts'

/** Bounds of a history, beyond which the oldest inputs are forgotten. */
export interface HistoryOptions {
  /** The last inputs are kept, at least this number: all if left out. */
  readonly steps?: number
  /** At most 134,217,728 bytes (128 MiB), which is the default. `docs/limits.md` says what they count. */
  readonly bytes?: number
  /** The time of the machine after which a server forgets an input: never if left out. */
  readonly age?: FixedDuration
}

/** The bounds of the history of a world. Its forks share the object. */
export interface KeptHistory extends HistoryBounds {
  /** Milliseconds of the machine after which a server forgets an input. */
  readonly age: number
}

const names = Object.keys({ steps: true, bytes: true, age: true } satisfies Record<
  keyof HistoryOptions,
  true
>)

function checkCount(name: string, value: number | undefined, most: number): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= 1 && value <= most)) return
  throw new TypeError(
    `The bound ${name} of the option history must be a whole number from 1 to ${most}, got ${shown(value)}`,
  )
}

/**
 * Returns the bounds of a history; undefined if none is kept. Throws a TypeError that names what is wrong
 * with the option.
 */
export function keptHistoryOf(given: 'full' | 'off' | HistoryOptions): KeptHistory | undefined {
  if (given === 'off') return undefined
  if (given !== 'full' && (typeof given !== 'object' || given === null))
    throw new TypeError(
      `The option history must be full, off or bounds such as { steps: 1000 }, got ${shown(given)}`,
    )
  const options = given === 'full' ? {} : given
  checkNames('The option history', 'option', options, names)
  const { steps, bytes, age } = options
  checkCount('steps', steps, Number.MAX_SAFE_INTEGER)
  checkCount('bytes', bytes, bounds.historyBytesMax)
  return {
    ...historyBounds(options),
    age: age === undefined ? Number.POSITIVE_INFINITY : millisecondsOf(age),
  }
}
