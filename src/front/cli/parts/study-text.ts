import {
  confidenceText,
  differenceTexts,
  failedText,
  meanText,
  measuredText,
  missingSeedsText,
} from '../../../inspector/estimate-text.ts'
import type { Estimate } from '../../../simulation/study/estimate.ts'
import type { StudyResult } from '../../../simulation/study/study-result.ts'
import { textTable } from '../../../world/handle/text-table.ts'

const NAME_MAX = 36

const clipped = (name: string): string => (name.length > NAME_MAX ? `${name.slice(0, NAME_MAX - 1)}…` : name)

const rangeOf = (found: Estimate): string =>
  `${measuredText(found.p5, found)} to ${measuredText(found.p95, found)}`

function tableOf({ variants }: StudyResult, measure: string): string[] {
  const rows = variants.map(({ name, measures }) => {
    const found = measures[measure]
    return found
      ? [`  ${clipped(name)}`, meanText(found), rangeOf(found), `${found.replications}`]
      : [`  ${clipped(name)}`, '-', '-', '0']
  })
  return textTable([[clipped(measure), 'mean', '90 % are from', 'replications'], ...rows])
}

/** The answer of a study as text for a terminal. */
export function studyText(result: StudyResult): string {
  const { study, variants, failures, missing, notes } = result
  const measures = Object.keys(variants[0]?.values ?? {})
  const sentences = differenceTexts(result)
  return [
    `${study}: means with intervals of ${confidenceText(result)}`,
    ...measures.flatMap((measure) => ['', ...tableOf(result, measure)]),
    ...(sentences.length > 0 ? ['', ...sentences] : []),
    ...(notes.length > 0 ? ['', ...notes] : []),
    ...missing.map(missingSeedsText),
    ...failures.map(failedText),
    '',
  ].join('\n')
}
