import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../engine/values/milliseconds.ts'

const two = (value: number): string => String(value).padStart(2, '0')

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** An instant in UTC to the second, or to the millisecond if it has any. */
export function instantLabel(at: number): string {
  const text = new Date(at).toISOString().replace('T', ' ')
  return at % 1_000 === 0 ? text.replace(/\.\d+Z$/, '') : text.replace('Z', '')
}

const units = [
  ['d', DAY_MS],
  ['h', HOUR_MS],
  ['min', MINUTE_MS],
  ['s', SECOND_MS],
  ['ms', 1],
] as const

/** A length of time in its two largest units. */
export function durationText(milliseconds: number): string {
  const parts: string[] = []
  let rest = Math.round(milliseconds)
  for (const [unit, length] of units) {
    const count = Math.floor(rest / length)
    rest -= count * length
    if (count > 0) parts.push(`${count} ${unit}`)
  }
  return parts.slice(0, 2).join(' ') || '0 ms'
}

/** A number with commas between groups of three digits; below 100 with at most two digits after the point. */
export const numberText = (value: number): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: Math.abs(value) < 100 ? 2 : 0 })

const steps = [
  ...[1, 10, 100, SECOND_MS, 5 * SECOND_MS, 15 * SECOND_MS, 60 * SECOND_MS, 300 * SECOND_MS, 900 * SECOND_MS],
  ...[
    HOUR_MS,
    3 * HOUR_MS,
    6 * HOUR_MS,
    12 * HOUR_MS,
    DAY_MS,
    2 * DAY_MS,
    7 * DAY_MS,
    14 * DAY_MS,
    30 * DAY_MS,
    90 * DAY_MS,
    365 * DAY_MS,
  ],
]

/** The step between the marks of an axis with room for so many of them. */
export const axisStep = (span: number, count: number): number =>
  steps.find((step) => span / step <= count) ?? 3_650 * DAY_MS

/** The text of a mark of an axis: a date, a time of day, or seconds. */
export function axisText(at: number, step: number): string {
  const date = new Date(at)
  const day = `${date.getUTCDate()} ${months[date.getUTCMonth()]}`
  if (step >= DAY_MS) return day
  const time = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`
  if (step >= 60 * SECOND_MS) return at % DAY_MS === 0 ? day : time
  const seconds = `${time}:${two(date.getUTCSeconds())}`
  return step >= SECOND_MS ? seconds : `${seconds}.${String(date.getUTCMilliseconds()).padStart(3, '0')}`
}
