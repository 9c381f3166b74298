import TinyQueue from 'tinyqueue'
import { HOUR_MS } from '../../engine/values/milliseconds.ts'
import { shown } from '../../service/values/scalars.ts'
import { checkNames } from '../../world/handle/known-names.ts'
import type { FixedDuration } from '../../world/time/durations.ts'
import { exponentialDraw } from './distributions.ts'
import { durationOption } from './duration-option.ts'
import type { RandomSource } from './random-source.ts'

/** The initial values of an arrival process. */
export interface ArrivalStart {
  /** The instants at which the simulation begins and ends, in Unix milliseconds. */
  readonly from: number
  readonly to: number
  /** The stream of the process, which nothing else draws from. */
  readonly random: RandomSource
}

/** The instants at which something happens again and again. */
export interface ArrivalProcess {
  /**
   * Yields instants in Unix milliseconds, none before `from` and each at least as late as the one before.
   * They may have fractions. The simulation stops after the first instant beyond `to`.
   */
  instants(start: ArrivalStart): Iterable<number>
}

/** The average rate of a process. */
export interface ArrivalRate {
  /** The mean number of arrivals in one `per`: greater than 0. */
  readonly rate: number
  /** An hour if left out. */
  readonly per?: FixedDuration
}

/** Bursts: each of them begins at a random time, and several arrivals follow. */
export interface BurstOptions extends ArrivalRate {
  /** The number of arrivals of each burst, or the smallest and the largest number: at most 100,000. */
  readonly size: number | readonly [smallest: number, largest: number]
  /** The arrivals of a burst spread evenly at random over this time. */
  readonly within: FixedDuration
}

const BURST_SIZE_MAX = 100_000
const WAITING_MAX = 1_000_000

/** Returns the mean gap in milliseconds. Throws a TypeError if the rate is not a positive finite number. */
function meanGap(owner: string, { rate, per = HOUR_MS }: ArrivalRate): number {
  const period = durationOption(owner, 'per', per, 1)
  const gap = period / rate
  if (typeof rate === 'number' && rate > 0 && gap > 0 && Number.isFinite(gap)) return gap
  throw new TypeError(
    `The option rate of ${owner} must be a number of arrivals greater than 0 and finite, got ` +
      `${shown(String(rate))}`,
  )
}

/** A process without memory: independent arrivals at a constant mean rate. */
export function poisson(options: ArrivalRate): ArrivalProcess {
  checkNames('poisson', 'option', options, ['rate', 'per'])
  const gap = meanGap('poisson', options)
  return {
    *instants({ from, random }) {
      for (let at = from; ; ) {
        at += exponentialDraw(random.number) * gap
        yield at
      }
    },
  }
}

function sizesOf(size: BurstOptions['size']): readonly [number, number] {
  const [smallest, largest] = typeof size === 'number' ? [size, size] : size
  const areWhole = [smallest, largest].every((one) => Number.isSafeInteger(one) && one >= 1)
  if (areWhole && smallest <= largest && largest <= BURST_SIZE_MAX) return [smallest, largest]
  throw new TypeError(
    `The option size of bursts must be a whole number from 1 to ${BURST_SIZE_MAX}, or two of them in ` +
      `ascending ` +
      `order, got ${shown(size)}`,
  )
}

/** Bursts at random times, each with several arrivals: a post that is shared, a campaign that starts. */
export function bursts(options: BurstOptions): ArrivalProcess {
  checkNames('bursts', 'option', options, ['rate', 'per', 'size', 'within'])
  const gap = meanGap('bursts', options)
  const [smallest, largest] = sizesOf(options.size)
  const within = durationOption('bursts', 'within', options.within)
  return {
    *instants({ from, random }) {
      const waiting = new TinyQueue<number>()
      for (let begin = from; ; ) {
        begin += exponentialDraw(random.number) * gap
        // A later burst has no arrivals before it begins.
        for (let next = waiting.peek(); next !== undefined && next <= begin; next = waiting.peek()) {
          waiting.pop()
          yield next
        }
        const count = smallest + random.below(largest - smallest + 1)
        if (waiting.length + count > WAITING_MAX)
          throw new RangeError(
            `More than ${WAITING_MAX} arrivals of bursts overlap: lower rate, size or within`,
          )
        for (let one = 0; one < count; one++) waiting.push(begin + random.number() * within)
      }
    },
  }
}

/** Independent gaps, each drawn from a table with equal probability: gaps that were measured. */
export function empirical(gaps: readonly FixedDuration[]): ArrivalProcess {
  if (!Array.isArray(gaps) || gaps.length === 0)
    throw new TypeError(`empirical takes a list of one or more gaps between arrivals, got ${shown(gaps)}`)
  const table = gaps.map((gap, index) => durationOption('empirical', `gaps[${index}]`, gap))
  if (table.every((gap) => gap === 0))
    throw new TypeError(
      'empirical takes a list of gaps of which one at least is greater than 0, got only zeros',
    )
  return {
    *instants({ from, random }) {
      for (let at = from; ; ) {
        at += random.pick(table)
        yield at
      }
    },
  }
}
