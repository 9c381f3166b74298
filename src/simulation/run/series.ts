import { shown } from '../../service/values/scalars.ts'
import {
  addValue,
  emptyHistogram,
  type Histogram,
  type HistogramReport,
  reportOfHistogram,
} from './histogram.ts'

/** Maximum number of series, and of histograms, of one simulation. */
const NAMES_MAX = 500

/** Values that were sampled at the same instants. */
export interface Series {
  /** The instants, in Unix milliseconds. */
  readonly at: readonly number[]
  /**
   * The values of each series at these instants. The value of a gauge is its value then, that of a counter
   * what it counted since the sample before.
   */
  readonly values: Readonly<Record<string, readonly number[]>>
}

interface Counter {
  total: number
  /** The total at the last sample. */
  sampled: number
  /** The total at the end of the warm-up. */
  base: number
}

/** Counters, gauges, histograms and their samples. */
export interface Metrics {
  readonly at: number[]
  readonly values: Map<string, number[]>
  readonly counters: Map<string, Counter>
  readonly gauges: Map<string, () => number>
  readonly histograms: Map<string, Histogram>
}

/** Creates metrics without samples. */
export const emptyMetrics = (): Metrics => ({
  at: [],
  values: new Map(),
  counters: new Map(),
  gauges: new Map(),
  histograms: new Map(),
})

function checkRoom(names: ReadonlyMap<string, unknown>, name: string): void {
  if (typeof name !== 'string' || name === '')
    throw new TypeError(`A name of a series must be text that is not empty, got ${shown(name)}`)
  if (names.size >= NAMES_MAX)
    throw new RangeError(`There are ${NAMES_MAX} names already: ${shown(name)} would be one too many`)
}

export function addGauge({ gauges, values }: Metrics, name: string, read: () => number): void {
  checkRoom(values, name)
  gauges.set(name, read)
  values.set(name, [])
}

/** Adds to a counter, which begins at 0. Throws a TypeError if a gauge has its name. */
export function addToCounter(metrics: Metrics, name: string, by: number): void {
  const { counters, gauges, values, at } = metrics
  let counter = counters.get(name)
  if (!counter) {
    if (gauges.has(name)) throw new TypeError(`The gauge ${shown(name)} cannot be a counter too`)
    checkRoom(values, name)
    counter = { total: 0, sampled: 0, base: 0 }
    counters.set(name, counter)
    values.set(
      name,
      at.map(() => 0),
    )
  }
  if (!(by >= 0 && Number.isFinite(by)))
    throw new TypeError(`The counter ${shown(name)} must grow by a number of at least 0, got ${String(by)}`)
  counter.total += by
}

/** Adds a value to a histogram. Throws a TypeError if it is negative or not finite. */
export function observeValue({ histograms }: Metrics, name: string, value: number): void {
  let histogram = histograms.get(name)
  if (!histogram) {
    checkRoom(histograms, name)
    histogram = emptyHistogram()
    histograms.set(name, histogram)
  }
  if (!(value >= 0 && Number.isFinite(value)))
    throw new TypeError(`A value of ${shown(name)} must be a number of at least 0, got ${String(value)}`)
  addValue(histogram, value)
}

/** Takes one sample of each gauge and counter. */
export function takeSample({ at, values, counters, gauges }: Metrics, now: number): void {
  // All gauges are read first: one that throws leaves no sample half taken.
  const readings = [...gauges].map(([name, read]) => [name, read()] as const)
  for (const [name, value] of readings) values.get(name)?.push(value)
  for (const [name, counter] of counters) {
    values.get(name)?.push(counter.total - counter.sampled)
    counter.sampled = counter.total
  }
  at.push(now)
}

const sorted = <T>(entries: Iterable<readonly [string, T]>): Record<string, T> =>
  Object.fromEntries([...entries].sort(([left], [right]) => (left < right ? -1 : 1)))

/** Returns the samples as plain data, their names in the order of code units. */
export const seriesOf = ({ at, values }: Metrics): Series => ({ at: [...at], values: sorted(values) })

/** Begins totals and histograms again. Series go on. */
export function resetMetrics({ counters, histograms }: Metrics): void {
  for (const counter of counters.values()) counter.base = counter.total
  histograms.clear()
}

/** Returns the totals of all counters. */
export const totalsOf = ({ counters }: Metrics): Readonly<Record<string, number>> =>
  sorted([...counters].map(([name, { total, base }]) => [name, total - base]))

/** Returns the distributions of all histograms. */
export const distributionsOf = ({ histograms }: Metrics): Readonly<Record<string, HistogramReport>> =>
  sorted([...histograms].map(([name, histogram]) => [name, reportOfHistogram(histogram)]))
