import quantileOfStudent from '@stdlib/stats-base-dists-t-quantile'

/** An estimate of a mean from independent values, and the distribution of the values. */
export interface Estimate {
  /** The number of values; of a difference the number of pairs. */
  readonly replications: number
  readonly mean: number
  /** Half the width of the interval about the mean; null if one value gives none. */
  readonly halfWidth: number | null
  readonly least: number
  readonly p5: number
  readonly p50: number
  readonly p95: number
  readonly greatest: number
}

/** Student's quantiles that were needed: each takes longer than all sums of an interval. */
const quantiles = new Map<string, number>()
const QUANTILES_MAX = 10_000

function studentQuantile(probability: number, freedom: number): number {
  const key = `${probability} ${freedom}`
  const found = quantiles.get(key) ?? quantileOfStudent(probability, freedom)
  if (quantiles.size >= QUANTILES_MAX) quantiles.clear()
  quantiles.set(key, found)
  return found
}

/** Returns the mean and the half width of its interval, by Student's distribution. */
export function intervalOf(
  values: readonly number[],
  confidence: number,
): Pick<Estimate, 'mean' | 'halfWidth'> {
  const count = values.length
  const mean = values.reduce((sum, value) => sum + value, 0) / count
  if (count < 2) return { mean, halfWidth: null }
  const variance = values.reduce((sum, value) => sum + (value - mean) * (value - mean), 0) / (count - 1)
  const error = Math.sqrt(variance / count)
  return { mean, halfWidth: error === 0 ? 0 : studentQuantile((1 + confidence) / 2, count - 1) * error }
}

/** Returns a quantile of ascending values, between two of them if it falls there. */
export function quantileOf(ascending: readonly number[], share: number): number {
  const place = share * (ascending.length - 1)
  const lower = Math.floor(place)
  const [low = 0, high = low] = ascending.slice(lower, lower + 2)
  return low + (high - low) * (place - lower)
}

/** Estimates a mean from one or more values. */
export function estimateOf(values: readonly number[], confidence: number): Estimate {
  const ascending = [...values].sort((left, right) => left - right)
  return {
    replications: values.length,
    ...intervalOf(values, confidence),
    least: quantileOf(ascending, 0),
    p5: quantileOf(ascending, 0.05),
    p50: quantileOf(ascending, 0.5),
    p95: quantileOf(ascending, 0.95),
    greatest: quantileOf(ascending, 1),
  }
}
