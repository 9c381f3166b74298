import { type Section, sectionSummaries } from '../../../engine/state/summaries.ts'
import type { MetricValueRow } from '../../rows.ts'

interface Sum {
  readonly sum: number
}

const added = (values: readonly number[]): Sum => ({ sum: values.reduce((sum, value) => sum + value, 0) })

const sumOf = sectionSummaries(
  (rows: readonly MetricValueRow[]) => added(rows.map(({ value }) => value)),
  (parts: readonly Sum[]) => added(parts.map(({ sum }) => sum)),
)

/** Returns the values of some sections, added up. */
export const metricSum = (sections: readonly Section<MetricValueRow>[]): number =>
  added(sections.map((section) => sumOf(section).sum)).sum
