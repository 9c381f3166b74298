import { json2csv } from 'csv42'
import type { SimulationResult } from './simulate.ts'

/** Returns the samples as CSV: the instants as ISO 8601 texts in UTC, and a column for each series. */
export function seriesCsv({ series: { at, values } }: Pick<SimulationResult, 'series'>): string {
  const names = Object.keys(values)
  const rows = at.map((instant, place) => ({ instant, place }))
  return json2csv(rows, {
    header: true,
    eol: '\n',
    fields: [
      { name: 'at', getValue: ({ instant }) => new Date(instant).toISOString() },
      ...names.map((name) => ({
        name,
        getValue: ({ place }: (typeof rows)[number]) => values[name]?.[place],
      })),
    ],
  })
}
