import { HOUR_MS } from '../../engine/values/milliseconds.ts'
import { shown } from '../../service/values/scalars.ts'
import { checkNames } from '../../world/handle/known-names.ts'
import type { ArrivalProcess } from './arrivals.ts'
import { exponentialDraw } from './distributions.ts'
import { restOfHour } from './schedule.ts'
import { checkTimeZone } from './time-zone.ts'

/** Arrivals whose rate depends on the hour of the day. */
export interface DiurnalOptions {
  /** The mean number of arrivals in each hour of the day, from midnight: 24 numbers of at least 0. */
  readonly hours: readonly number[]
  /** The time zone of the hours: UTC if left out. */
  readonly timeZone?: string
}

function checkHours(hours: unknown): asserts hours is readonly number[] {
  const isList = Array.isArray(hours) && hours.length === 24
  const rates: readonly unknown[] = isList ? hours : []
  const areRates = rates.every((rate) => typeof rate === 'number' && rate >= 0 && Number.isFinite(rate))
  if (isList && areRates && rates.some((rate) => rate !== 0)) return
  throw new TypeError(
    'The option hours of diurnal must be 24 numbers of arrivals, each at least 0 and finite, and one of ' +
      'them ' +
      `greater than 0, got ${shown(hours)}`,
  )
}

/**
 * Arrivals whose rate depends on the hour of the day, such as few at night. Within an hour they are a Poisson
 * process.
 *
 * The process draws how many expected arrivals pass until the next arrival, an exponential number, and then
 * walks hour by hour until that many have passed. That has the same distribution as drawing arrivals at the
 * highest rate and dropping some of them, but its cost does not grow with the highest rate.
 */
export function diurnal(options: DiurnalOptions): ArrivalProcess {
  checkNames('diurnal', 'option', options, ['hours', 'timeZone'])
  const { timeZone = 'UTC' } = options
  checkHours(options.hours)
  checkTimeZone('diurnal', timeZone)
  const hours = [...options.hours]
  return {
    *instants({ from, to, random }) {
      let at = from
      let rest = restOfHour(at, hours, timeZone)
      while (at <= to) {
        let expected = exponentialDraw(random.number)
        while (at <= to && (rest.end - at) * rest.value <= expected * HOUR_MS) {
          expected -= ((rest.end - at) * rest.value) / HOUR_MS
          at = rest.end
          rest = restOfHour(at, hours, timeZone)
        }
        if (at > to) return
        at += (expected * HOUR_MS) / rest.value
        yield at
      }
    },
  }
}
