import type { Estimate } from '../../../simulation/study/estimate.ts'
import type { StudyResult } from '../../../simulation/study/study-result.ts'
import { textTable } from '../../../world/handle/text-table.ts'

const NAME_MAX = 36

const clipped = (name: string): string => (name.length > NAME_MAX ? `${name.slice(0, NAME_MAX - 1)}…` : name)

/** The number of decimals with which two digits of a number are shown. */
function decimalsOf(value: number): number {
  const [, decimals = ''] = String(Number(value.toPrecision(2))).split('.')
  return decimals.length
}

/** Writes a number with as many decimals as its half width has. */
function plain(value: number, decimals: number): string {
  const text = value.toFixed(Math.min(decimals, 12))
  return Number(text) === 0 ? text.replace('-', '') : text
}

/** A mean with its half width, such as `4.13 ± 0.62`. */
function withHalf(mean: number, halfWidth: number | null): string {
  if (halfWidth === null) return `${plain(mean, decimalsOf(Math.abs(mean)))}, no interval`
  const decimals = decimalsOf(halfWidth === 0 ? Math.abs(mean) : halfWidth)
  return `${plain(mean, decimals)} ± ${plain(halfWidth, decimals)}`
}

const rangeOf = ({ p5, p95, halfWidth }: Estimate): string => {
  const decimals = decimalsOf(halfWidth || Math.abs(p95))
  return `${plain(p5, decimals)} to ${plain(p95, decimals)}`
}

function tableOf({ variants }: StudyResult, measure: string): string[] {
  const rows = variants.map(({ name, measures }) => {
    const found = measures[measure]
    return found
      ? [`  ${clipped(name)}`, withHalf(found.mean, found.halfWidth), rangeOf(found), `${found.replications}`]
      : [`  ${clipped(name)}`, '-', '-', '0']
  })
  return textTable([[clipped(measure), 'mean', '90 % are from', 'replications'], ...rows])
}

/** A difference as a sentence. */
function sentenceOf(variant: string, from: string, measure: string, found: Estimate): string {
  const { mean, halfWidth, replications } = found
  const pairs = `(${replications} ${replications === 1 ? 'pair' : 'pairs'})`
  const names = `of "${measure}" between ${variant} and ${from}`
  if (halfWidth === null) return `One pair shows no difference ${names}: it has no interval`
  if (Math.abs(mean) <= halfWidth)
    return `No difference ${names} was seen: ${withHalf(mean, halfWidth)} ${pairs}`
  const amount = withHalf(Math.abs(mean), halfWidth)
  return `${variant}: "${measure}" is ${amount} ${mean < 0 ? 'lower' : 'higher'} than with ${from} ${pairs}`
}

/** The answer of a study as text for a terminal. */
export function studyText(result: StudyResult): string {
  const { study, confidence, variants, differences, failures, missing, notes } = result
  const measures = Object.keys(variants[0]?.values ?? {})
  const sentences = differences.flatMap(({ variant, from, measures: found }) =>
    Object.entries(found).map(([measure, one]) => sentenceOf(variant, from, measure, one)),
  )
  const share = Number((confidence * 100).toPrecision(6))
  return [
    `${study}: means with intervals of ${share} %`,
    ...measures.flatMap((measure) => ['', ...tableOf(result, measure)]),
    ...(sentences.length > 0 ? ['', ...sentences] : []),
    ...(notes.length > 0 ? ['', ...notes] : []),
    ...missing.map(({ variant, seeds }) => `Missing of "${variant}": seeds ${seeds}`),
    ...failures.map(({ variant, seed, error }) => `Failed: "${variant}", seed ${seed}: ${error}`),
    '',
  ].join('\n')
}
