import { HOUR_MS } from '../../engine/values/milliseconds.ts'
import { shown } from '../../service/values/scalars.ts'
import { checkNames } from '../../world/handle/known-names.ts'
import { localTimeAt } from '../../world/time/local-time.ts'
import { checkTimeZone } from './time-zone.ts'

/** The number of places in each hour of the day. */
export interface ScheduleOptions {
  /** The number of places in each hour of the day, from midnight: 24 whole numbers of at least 0. */
  readonly hours: readonly number[]
  /** The time zone of the hours: UTC if left out. */
  readonly timeZone?: string
}

/** A resource whose number of places changes with the hour of the day. */
export interface CapacitySchedule extends Required<ScheduleOptions> {
  readonly kind: 'schedule'
}

/** Maximum places of a resource. */
export const CAPACITY_MAX = 1_000_000

const isCapacity = (value: unknown): boolean =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= CAPACITY_MAX

/** The rest of an hour of the local day: its end, and the value of the hour. */
export function restOfHour(
  at: number,
  hours: readonly number[],
  timeZone: string,
): { readonly end: number; readonly value: number } {
  const local = localTimeAt(timeZone, at)
  const hour = Math.floor(local / HOUR_MS)
  // The clocks of a zone are set at full hours, so the rest of an hour has one offset.
  return { end: at + (hour + 1) * HOUR_MS - local, value: hours[((hour % 24) + 24) % 24] ?? 0 }
}

/**
 * Places by the hour of the day, such as a team that works from nine to five. A place that is taken when its
 * hour ends is kept until its actor releases it.
 */
export function schedule(options: ScheduleOptions): CapacitySchedule {
  checkNames('schedule', 'option', options, ['hours', 'timeZone'])
  const { hours, timeZone = 'UTC' } = options
  checkTimeZone('schedule', timeZone)
  if (
    !Array.isArray(hours) ||
    hours.length !== 24 ||
    !hours.every(isCapacity) ||
    hours.every((one) => one === 0)
  )
    throw new TypeError(
      `The option hours of schedule must be 24 whole numbers of places from 0 to ${CAPACITY_MAX}, and one ` +
        `of them greater than 0, got ${shown(hours)}`,
    )
  return { kind: 'schedule', hours: [...hours], timeZone }
}

/** Returns the places of a resource at an instant, and the greatest number of them. */
export function capacityAt(
  capacity: number | CapacitySchedule,
  at: number,
): { readonly now: number; readonly greatest: number } {
  if (typeof capacity === 'number') return { now: capacity, greatest: capacity }
  const { hours, timeZone } = capacity
  return { now: restOfHour(at, hours, timeZone).value, greatest: Math.max(...hours) }
}
