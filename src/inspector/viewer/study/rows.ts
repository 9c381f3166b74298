import type { Estimate } from '../../../simulation/study/estimate.ts'
import type { StudyResult } from '../../../simulation/study/study-result.ts'
import { differencesInPairs } from '../../pairs.ts'
import { shellWord } from '../../shell-word.ts'

/** The data that the page of a study shows. */
export interface StudyData extends StudyResult {
  /** The module that exports the study. */
  readonly file: string
}

/** A row of a chart: a point for each replication, and the interval of their mean. */
export interface DotRow {
  readonly name: string
  /** The variants whose replications a point stands for: two in a row of differences. */
  readonly variants: readonly string[]
  readonly seeds: readonly number[]
  readonly values: readonly number[]
  readonly estimate: Estimate
}

/** Letters and digits of the name of a variant. Some systems take the file `A` for `a`. */
const wordsOf = (name: string): string =>
  name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]/u)
    .filter((word) => word !== '')
    .join('-')

/**
 * The file of the page of a replication: those of a pair have the same seed. If two variants have the same
 * words, the place of the variant comes first in all names.
 */
function pageFile(variants: StudyData['variants'], variant: string, seed: number): string {
  const all = variants.map(({ name }) => wordsOf(name))
  const place = new Set(all).size < all.length && variants.findIndex(({ name }) => name === variant) + 1
  return [place, wordsOf(variant), `${seed}.html`].filter(Boolean).join('-')
}

/** The command that opens a replication with its timeline. */
export const replicationCommand = ({ file, variants }: StudyData, variant: string, seed: number): string =>
  `npx fauxgraph simulate ${shellWord(file)} --variant ${shellWord(variant)} --seed ${seed} ` +
  `--page ${shellWord(pageFile(variants, variant, seed))}`

/** A row for each variant that has replications. */
export const variantRows = ({ variants }: StudyData, measure: string): DotRow[] =>
  variants.flatMap(({ name, seeds, values, measures }) => {
    const estimate = measures[measure]
    return estimate ? [{ name, variants: [name], seeds, values: values[measure] ?? [], estimate }] : []
  })

/** A row for each difference, with a point for each pair of replications. */
export const differenceRows = (data: StudyData, measure: string): DotRow[] =>
  data.differences.flatMap(({ variant, from, measures }) => {
    const estimate = measures[measure]
    const [first, other] = [from, variant].map((name) => data.variants.find((one) => one.name === name))
    if (!estimate || !first || !other) return []
    const pairs = differencesInPairs(measure, first, other)
    return [{ name: variant, variants: [variant, from], ...pairs, estimate }]
  })
