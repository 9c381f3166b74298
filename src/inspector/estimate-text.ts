import type { Estimate } from '../simulation/study/estimate.ts'
import type { StudyResult } from '../simulation/study/study-result.ts'

/** The number of decimals that show two digits of a half width; without one, those that a mean has itself. */
function decimalsOf(halfWidth: number | null, mean: number): number {
  if (halfWidth) return Math.max(0, 1 - Number(halfWidth.toExponential(1).split('e')[1]))
  const [, decimals = ''] = String(Number(mean.toPrecision(3))).split('.')
  return decimals.length
}

function plain(value: number, decimals: number): string {
  const text = value.toFixed(Math.min(decimals, 20))
  return Number(text) === 0 ? text.replace('-', '') : text
}

/** A mean with its half width, such as `4.13 ± 0.62`. */
export function meanText({ mean, halfWidth }: Pick<Estimate, 'mean' | 'halfWidth'>): string {
  const decimals = decimalsOf(halfWidth, mean)
  if (halfWidth === null) return `${plain(mean, decimals)}, no interval`
  return `${plain(mean, decimals)} ± ${plain(halfWidth, decimals)}`
}

/** A value with as many decimals as its mean has. */
export const measuredText = (value: number, { halfWidth, p95 }: Estimate): string =>
  plain(value, decimalsOf(halfWidth, p95))

/** A difference between two variants as a sentence. */
function differenceText(variant: string, from: string, measure: string, found: Estimate): string {
  const { mean, halfWidth, replications } = found
  const pairs = `(${replications} ${replications === 1 ? 'pair' : 'pairs'})`
  const names = `of "${measure}" between ${variant} and ${from}`
  if (halfWidth === null) return `One pair shows no difference ${names}: it has no interval`
  if (Math.abs(mean) <= halfWidth) return `No difference ${names} was seen: ${meanText(found)} ${pairs}`
  const amount = meanText({ mean: Math.abs(mean), halfWidth })
  return `${variant}: "${measure}" is ${amount} ${mean < 0 ? 'lower' : 'higher'} than with ${from} ${pairs}`
}

/** A sentence for each difference of a study. */
export const differenceTexts = ({ differences }: StudyResult): string[] =>
  differences.flatMap(({ variant, from, measures }) =>
    Object.entries(measures).map(([measure, found]) => differenceText(variant, from, measure, found)),
  )

/** The confidence of the intervals of a study. */
export const confidenceText = ({ confidence }: StudyResult): string =>
  `${Number((confidence * 100).toPrecision(6))} %`

export const missingSeedsText = ({ variant, seeds }: StudyResult['missing'][number]): string =>
  `Missing of "${variant}": seeds ${seeds}`

export const failedText = ({ variant, seed, error }: StudyResult['failures'][number]): string =>
  `Failed: "${variant}", seed ${seed}: ${error}`
