import { forgottenInputs } from '../engine/state/history.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../engine/values/milliseconds.ts'
import { groupDigits } from '../engine/values/number-text.ts'
import { bounds } from '../service/contract/bounds.ts'
import type { Handle } from '../world/handle/handle.ts'

/** What a page says of a world without a history. */
export const NO_HISTORY =
  'This world keeps no history: its steps are listed while a page is open, and none of them can be opened. ' +
  "Start the server without --history off; in code, create the world without history: 'off'."

/** The number of inputs before the history of a world: those of the snapshot from which it began. */
export const inputsBefore = ({ history, state }: Handle): number =>
  history ? state.ledger.sequence - history.length : state.ledger.sequence

/** The number of the last step that the history of a world does not hold; 0 if it holds all. */
export const lastMissing = (handle: Handle): number =>
  inputsBefore(handle) + (handle.history ? forgottenInputs(handle.history) : 0)

const lengths = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const

/** A length of time in its largest whole unit. */
function ageText(milliseconds: number): string {
  const [name, length] = lengths.find(([, one]) => milliseconds % one === 0) ?? ['millisecond', 1]
  const count = milliseconds / length
  return `${groupDigits(count)} ${name}${count === 1 ? '' : 's'}`
}

const MEBIBYTE = 1024 * 1024

const bytesText = (bytes: number): string =>
  bytes % MEBIBYTE === 0 ? `${groupDigits(bytes / MEBIBYTE)} MiB` : `${groupDigits(bytes)} bytes`

/** What the history of a world keeps. */
function boundsText({ settings: { history } }: Handle): string {
  if (!history) return ''
  const { steps, bytes, age } = history
  const ofServer = Math.min(bytes, bounds.historiesBytesMax)
  const parts = [
    ...(Number.isFinite(steps) ? [`the last ${groupDigits(steps)} steps of each world`] : []),
    `at most ${bytesText(ofServer)} of steps in all worlds`,
    ...(Number.isFinite(age) ? [`no step for longer than ${ageText(age)}`] : []),
  ]
  return parts.join(', ').replace(/, (?=no step)/, ', and ')
}

/** Steps with a verb, such as "Steps 2 to 9 were" or "Step 1 was". */
const stepsText = (first: number, last: number, one: string, more: string): string =>
  first === last
    ? `Step ${groupDigits(first)} ${one}`
    : `Steps ${groupDigits(first)} to ${groupDigits(last)} ${more}`

/** Says which steps of a world its history does not hold, and why; empty if it holds all. */
export function missingSteps(handle: Handle): string {
  if (!handle.history) return NO_HISTORY
  const before = inputsBefore(handle)
  const last = lastMissing(handle)
  if (last === 0) return ''
  if (last === before)
    return (
      `${stepsText(1, before, 'was', 'were')} taken before this world was made: by a scenario, before a ` +
      'snapshot, or in the world of which it is a fork. They cannot be opened here.'
    )
  const inFile = handle.record
    ? ' The file of --record has them: a server with a copy of the file and a larger --history shows them.'
    : ''
  return (
    `${stepsText(before + 1, last, 'was', 'were')} evicted: the server keeps ` +
    `${boundsText(handle)}.${inFile}`
  )
}
