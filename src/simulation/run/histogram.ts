/** The distribution of observed values. */
export interface HistogramReport {
  readonly count: number
  readonly least: number
  readonly greatest: number
  readonly mean: number
  /** Values that half of all, 95 % and 99 % do not exceed: at most 7 % too high. */
  readonly p50: number
  readonly p95: number
  readonly p99: number
  /** The ranges with values in them, in ascending order. */
  readonly buckets: readonly { readonly from: number; readonly to: number; readonly count: number }[]
}

/** Counts of values in ranges whose width grows with the value, so that few ranges suffice for any value. */
export interface Histogram {
  count: number
  sum: number
  least: number
  greatest: number
  readonly buckets: Map<number, number>
}

/**
 * The ranges between a power of two and the next. A range is then at most 1/16 as wide as its values are
 * large.
 */
const PARTS = 16

/** Creates an empty histogram. */
export const emptyHistogram = (): Histogram => ({
  count: 0,
  sum: 0,
  least: Number.POSITIVE_INFINITY,
  greatest: 0,
  buckets: new Map(),
})

/** The number of the range of a value. Below `PARTS` each whole number has its own. */
function bucketOf(value: number): number {
  let [power, base] = [0, PARTS]
  while (value >= base * 2) {
    base *= 2
    power++
  }
  return value < PARTS
    ? Math.floor(value)
    : PARTS + power * PARTS + Math.floor(((value - base) / base) * PARTS)
}

/** The first value of a range. */
function startOf(bucket: number): number {
  if (bucket < PARTS) return bucket
  let base = PARTS
  for (let power = Math.floor((bucket - PARTS) / PARTS); power > 0; power--) base *= 2
  return base + ((bucket % PARTS) * base) / PARTS
}

/** Adds a value, which must be at least 0 and finite. */
export function addValue(histogram: Histogram, value: number): void {
  const bucket = bucketOf(value)
  histogram.count += 1
  histogram.sum += value
  histogram.least = Math.min(histogram.least, value)
  histogram.greatest = Math.max(histogram.greatest, value)
  histogram.buckets.set(bucket, (histogram.buckets.get(bucket) ?? 0) + 1)
}

/** Returns the distribution of the values; all numbers are 0 if there are none. */
export function reportOfHistogram({ count, sum, least, greatest, buckets }: Histogram): HistogramReport {
  const ranges = [...buckets]
    .sort(([left], [right]) => left - right)
    .map(([bucket, count]) => ({ from: startOf(bucket), to: startOf(bucket + 1), count }))
  const quantile = (share: number): number => {
    let seen = 0
    for (const range of ranges) {
      seen += range.count
      if (seen >= share * count) return Math.min(range.to, greatest)
    }
    return 0
  }
  return {
    count,
    least: count === 0 ? 0 : least,
    greatest,
    mean: count === 0 ? 0 : sum / count,
    p50: quantile(0.5),
    p95: quantile(0.95),
    p99: quantile(0.99),
    buckets: ranges,
  }
}
