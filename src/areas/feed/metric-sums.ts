import { type Section, summaries } from '../../engine/summaries.ts'
import type { MetricValueRow } from '../rows.ts'

interface Sum {
  readonly sum: number
}

const added = (values: readonly number[]): Sum => ({ sum: values.reduce((sum, value) => sum + value, 0) })

const sumOfRows = (rows: readonly MetricValueRow[]): Sum => added(rows.map(({ value }) => value))

const wholeSumOf = summaries(sumOfRows, (parts: readonly Sum[]) => added(parts.map(({ sum }) => sum)))

function sumOfSection(section: Section<MetricValueRow>): Sum {
  const { node, from, to, rowOf } = section
  if (node.children || to - from === node.keys.length) return wholeSumOf(section)
  return sumOfRows(node.keys.slice(from, to).map((key) => rowOf(Number(key.at(-1)))))
}

/** Returns the values of some sections, added up. */
export const metricSum = (sections: readonly Section<MetricValueRow>[]): number =>
  added(sections.map((section) => sumOfSection(section).sum)).sum
