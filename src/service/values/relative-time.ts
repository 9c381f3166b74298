import { DAY_MS, SECOND_MS } from '../../engine/values/milliseconds.ts'
import { lowerAscii } from './letter-case.ts'
import { inRange, monthStart, utc } from './times.ts'

// The times that PHP reads in English, as in `15 months ago`. The public documentation of the live service
// calls the values of since and until "a Unix timestamp or strtotime data value", and the manual of PHP
// (datetime.formats) describes them. All times are in UTC.
//
//   text    = part { part }
//   part    = keyword | date | clock | zone | shift | weekday | edge | "ago"
//   keyword = "now" | "today" | "midnight" | "noon" | "yesterday" | "tomorrow"
//   date    = "@" seconds | yyyy-mm-dd | yyyy/mm/dd | mm/dd/yyyy | dd-mm-yyyy | dd.mm.yyyy
//           | day month [year] | month [day] [year]
//   clock   = hh:mm[:ss] | hh[:mm[:ss]] ("am" | "pm")
//   zone    = "z" | "utc" | "gmt" | ±hh[:]mm
//   shift   = ([±]number | which) unit
//   weekday = [which] ("monday" | "mon" | …)
//   edge    = ("first" | "last") "day of"
//   which   = "next" | "last" | "previous" | "this"

const TIME_TEXT_MAX = 100

const units = {
  second: ['seconds', 1],
  sec: ['seconds', 1],
  minute: ['seconds', 60],
  min: ['seconds', 60],
  hour: ['seconds', 3_600],
  day: ['days', 1],
  week: ['days', 7],
  fortnight: ['days', 14],
  month: ['months', 1],
  year: ['months', 12],
} as const

const amounts = { next: 1, last: -1, previous: -1, this: 0 } as const

const monthNames = 'january february march april may june july august september october november december'
const dayNames = 'sunday monday tuesday wednesday thursday friday saturday'

const ownEntry = <T>(entries: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(entries, name) ? entries[name] : undefined

/** Returns the places of names, and of their first three letters. */
const placesOf = (names: string): ReadonlyMap<string, number> =>
  new Map(names.split(' ').flatMap((name, index) => [name, name.slice(0, 3)].map((text) => [text, index])))

const months = new Map([...placesOf(monthNames), ['sept', 8]])
const weekdays = placesOf(dayNames)

/** What the words so far say. */
interface Draft {
  year: number
  month: number
  day: number
  /** The time of the day, in seconds. */
  clock: number
  /** The offset from UTC, in seconds. */
  offset: number
  readonly shift: { months: number; days: number; seconds: number }
  weekday?: { readonly day: number; readonly countsToday: boolean; isAgo?: boolean }
  /** Whether the text names the week of the weekday, as in `monday next week`. */
  isOfWeek: boolean
  edge?: 'first' | 'last'
  readonly said: Set<'date' | 'clock' | 'offset'>
}

/** Reads a part that begins at a word. Returns the number of its words, or 0 if it is of another kind. */
type PartReader = (draft: Draft, words: readonly string[]) => number

/** Notes that a text says something, which it may say once. Returns `count`, or 0 for the second time. */
function say({ said }: Draft, what: 'date' | 'clock' | 'offset', count: number): number {
  if (said.has(what)) return 0
  said.add(what)
  return count
}

const daysOf = (year: number, month: number): number =>
  (monthStart(year, month + 1) - monthStart(year, month)) / DAY_MS

/** Sets the date, and midnight unless the text has a time of the day. Returns whether the date exists. */
function setDate(draft: Draft, year: number, month: number, day: number): boolean {
  Object.assign(draft, { year, month, day, ...(!draft.said.has('clock') && { clock: 0 }) })
  return month >= 0 && month < 12 && day >= 1 && day <= daysOf(year, month)
}

const keywords: Readonly<Record<string, readonly [days: number, clock: number]>> = {
  today: [0, 0],
  midnight: [0, 0],
  noon: [0, 43_200],
  yesterday: [-1, 0],
  tomorrow: [1, 0],
}

const readKeyword: PartReader = (draft, [word = '']) => {
  if (word === 'now') return 1
  const keyword = ownEntry(keywords, word)
  if (!keyword) return 0
  draft.shift.days += keyword[0]
  draft.clock = keyword[1]
  return 1
}

/** The forms of dates in one word, with the places of year, month and day. */
const dateForms: readonly (readonly [RegExp, readonly [number, number, number]])[] = [
  [/^(\d{4})-(\d{1,2})-(\d{1,2})$/, [1, 2, 3]],
  [/^(\d{4})\/(\d{1,2})\/(\d{1,2})$/, [1, 2, 3]],
  [/^(\d{1,2})\/(\d{1,2})\/(\d{4})$/, [3, 1, 2]],
  [/^(\d{1,2})[-.](\d{1,2})[-.](\d{4})$/, [3, 2, 1]],
]

const readDate: PartReader = (draft, [word = '']) => {
  const [, seconds] = /^@(-?\d{1,12})$/.exec(word) ?? []
  if (seconds !== undefined) {
    draft.clock = 0
    draft.shift.seconds += Number(seconds)
    return setDate(draft, 1970, 0, 1) ? say(draft, 'date', 1) : 0
  }
  for (const [form, [year, month, day]] of dateForms) {
    const found = form.exec(word)
    if (!found) continue
    const exists = setDate(draft, Number(found[year]), Number(found[month]) - 1, Number(found[day]))
    return exists ? say(draft, 'date', 1) : 0
  }
  return 0
}

const DAY = /^(\d{1,2})(?:st|nd|rd|th)?$/
const YEAR = /^\d{4}$/

const readNamedDate: PartReader = (draft, [first = '', second = '', third = '']) => {
  const [, dayBefore] = DAY.exec(first) ?? []
  const month = months.get(dayBefore === undefined ? first : second)
  if (month === undefined) return 0
  const [, dayBehind] = dayBefore === undefined ? (DAY.exec(second) ?? []) : []
  const hasDay = dayBefore !== undefined || dayBehind !== undefined
  const year = hasDay ? third : second
  const hasYear = YEAR.test(year)
  const day = Number(dayBefore ?? dayBehind ?? (hasYear ? 1 : draft.day))
  const exists = setDate(draft, hasYear ? Number(year) : draft.year, month, day)
  // A month alone keeps the day of today, also the 31st.
  if (hasDay && !exists) return 0
  return say(draft, 'date', 1 + Number(hasDay) + Number(hasYear))
}

const CLOCK = /^(\d{1,2})(?::(\d\d))?(?::(\d\d)(?:\.\d{1,9})?)?(am|pm)?(z|[+-]\d\d:?\d\d)?$/

/** Returns the hour of the day of an hour before or after noon. */
const hourOf = (hour: number, half: string): number => (hour % 12) + (half === 'pm' ? 12 : 0)

const readClock: PartReader = (draft, [word = '', next = '']) => {
  const [, hours, minutes = '', seconds = '', ownHalf, zone] = CLOCK.exec(word) ?? []
  if (hours === undefined) return 0
  const half = ownHalf ?? (next === 'am' || next === 'pm' ? next : undefined)
  if (half === undefined && minutes === '') return 0
  const hour = half === undefined ? Number(hours) : hourOf(Number(hours), half)
  const isHour = half === undefined ? hour <= 24 : Number(hours) >= 1 && Number(hours) <= 12
  if (!isHour || Number(minutes) > 59 || Number(seconds) > 59) return 0
  draft.clock = hour * 3_600 + Number(minutes) * 60 + Number(seconds)
  if (zone !== undefined && readZone(draft, [zone]) === 0) return 0
  return say(draft, 'clock', half !== undefined && ownHalf === undefined ? 2 : 1)
}

const readZone: PartReader = (draft, [word = '']) => {
  const [, sign, hours, minutes] = /^([+-])(\d\d):?(\d\d)$/.exec(word) ?? []
  if (sign === undefined && !['z', 'utc', 'gmt'].includes(word)) return 0
  const seconds = Number(hours ?? 0) * 3_600 + Number(minutes ?? 0) * 60
  draft.offset = sign === '-' ? -seconds : seconds
  return Number(minutes ?? 0) < 60 ? say(draft, 'offset', 1) : 0
}

/** Returns the unit that a word names, in the singular or the plural. */
const unitOf = (word: string) => ownEntry(units, word) ?? ownEntry(units, word.replace(/s$/, ''))

const readShift: PartReader = (draft, [first = '', second = '']) => {
  const [, sign = '', digits, attached = ''] = /^([+-])?(\d{1,9})([a-z]{1,12})?$/.exec(first) ?? []
  const named = ownEntry(amounts, first)
  const amount = named ?? (digits === undefined ? undefined : Number(`${sign}${digits}`))
  const unit = unitOf(attached || second)
  if (amount === undefined || !unit) return 0
  const [member, size] = unit
  draft.shift[member] += amount * size
  // Without a weekday, `this week` is its Monday.
  if (named !== undefined && second === 'week') draft.isOfWeek = true
  return attached === '' ? 2 : 1
}

const readWeekday: PartReader = (draft, [first = '', second = '']) => {
  const amount = ownEntry(amounts, first)
  const day = weekdays.get(amount === undefined ? first : second)
  if (day === undefined || draft.weekday) return 0
  draft.weekday = { day, countsToday: amount === undefined || amount === 0 }
  if (amount === -1) draft.shift.days -= 7
  draft.clock = 0
  return amount === undefined ? 1 : 2
}

const readEdge: PartReader = (draft, [which, unit, of]) => {
  if ((which !== 'first' && which !== 'last') || unit !== 'day' || of !== 'of') return 0
  draft.edge = which
  return 3
}

const readAgo: PartReader = ({ shift, weekday }, [word]) => {
  if (word !== 'ago') return 0
  if (weekday) weekday.isAgo = true
  Object.assign(shift, { months: -shift.months, days: -shift.days, seconds: -shift.seconds })
  return 1
}

const partReaders = [
  readKeyword,
  readEdge,
  readDate,
  readNamedDate,
  readShift,
  readWeekday,
  readClock,
  readZone,
  readAgo,
]

const MONDAY = 1

/** Returns the days from a date to the weekday of a text, as PHP counts them. */
function daysToWeekday({ weekday, isOfWeek, shift }: Draft, date: number): number {
  const today = utc(date).getUTCDay()
  // A week begins on Monday.
  if (isOfWeek) return ((weekday?.day ?? MONDAY) || 7) - (today || 7)
  if (!weekday) return 0
  if (weekday.isAgo) return (weekday.day || 7) - today - 7
  const days = weekday.day - today
  const isBefore = shift.days < 0 || weekday.countsToday ? days < 0 : days <= 0
  return isBefore ? days + 7 : days
}

function instantOf(draft: Draft): number {
  const { year, month, day, clock, offset, shift, edge } = draft
  const dayOfMonth = day + daysToWeekday(draft, monthStart(year, month) + (day - 1) * DAY_MS) + shift.days
  const first = monthStart(year, month + shift.months)
  const ofEdge = edge === 'first' ? first : monthStart(year, month + shift.months + 1) - DAY_MS
  // The 31st of a month with 30 days is the 1st of the next.
  const date = edge === undefined ? first + (dayOfMonth - 1) * DAY_MS : ofEdge
  return date + (clock + shift.seconds - offset) * SECOND_MS
}

/** Returns the words of a text. Commas separate them too, and a T separates a date from a time. */
const wordsOf = (text: string): readonly string[] =>
  lowerAscii(text)
    .replace(/^(\d{4}-\d\d-\d\d)t/, '$1 ')
    .split(/[\s,]+/)
    .filter((word) => word !== '')

/**
 * Returns the time that an English text names, in Unix milliseconds, or undefined if it names none.
 *
 * @param now The time of the world, in Unix milliseconds.
 */
export function readTimeText(text: string, now: number): number | undefined {
  if (text.length > TIME_TEXT_MAX) return undefined
  const date = utc(now)
  const draft: Draft = {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth(),
    day: date.getUTCDate(),
    clock: date.getUTCHours() * 3_600 + date.getUTCMinutes() * 60 + date.getUTCSeconds(),
    offset: 0,
    shift: { months: 0, days: 0, seconds: 0 },
    isOfWeek: false,
    said: new Set(),
  }
  const words = wordsOf(text)
  if (words.length === 0) return undefined
  for (let at = 0; at < words.length; ) {
    let count = 0
    for (const read of partReaders) {
      count = read(draft, words.slice(at, at + 3))
      if (count > 0) break
    }
    if (count === 0) return undefined
    at += count
  }
  return inRange(instantOf(draft))
}
