const two = (value: number): string => String(value).padStart(2, '0')

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** An instant in UTC to the second, or to the millisecond if it has any. */
export function instantLabel(at: number): string {
  const text = new Date(at).toISOString().replace('T', ' ')
  return at % 1_000 === 0 ? text.replace(/\.\d+Z$/, '') : text.replace('Z', '')
}

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
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

const SECOND = 1_000
const HOUR = 3_600_000
const DAY = 86_400_000

const steps = [
  ...[1, 10, 100, SECOND, 5 * SECOND, 15 * SECOND, 60 * SECOND, 300 * SECOND, 900 * SECOND],
  ...[HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 7 * DAY, 14 * DAY, 30 * DAY, 90 * DAY, 365 * DAY],
]

/** The step between the marks of an axis with room for so many of them. */
export const axisStep = (span: number, count: number): number =>
  steps.find((step) => span / step <= count) ?? 3_650 * DAY

/** The text of a mark of an axis: a date, a time of day, or seconds. */
export function axisText(at: number, step: number): string {
  const date = new Date(at)
  const day = `${date.getUTCDate()} ${months[date.getUTCMonth()]}`
  if (step >= DAY) return day
  const time = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`
  if (step >= 60 * SECOND) return at % DAY === 0 ? day : time
  const seconds = `${time}:${two(date.getUTCSeconds())}`
  return step >= SECOND ? seconds : `${seconds}.${String(date.getUTCMilliseconds()).padStart(3, '0')}`
}
