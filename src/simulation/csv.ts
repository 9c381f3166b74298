import { json2csv } from 'csv42'
import { checkResultArgument } from './result-argument.ts'
import type { SimulationResult } from './run/simulate.ts'

/** Writes a text so that a spreadsheet does not run it as a formula: after an apostrophe. */
const inert = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

/**
 * Returns the samples as CSV: the instants as ISO 8601 texts in UTC, and a column for each series. A name
 * that begins with `=`, `+`, `-`, `@`, a tab or a carriage return is written after an apostrophe, so that a
 * spreadsheet does not run it as a formula. Numbers stay numbers. Throws a TypeError if the argument is no
 * result of a simulation.
 */
export function seriesCsv(result: Pick<SimulationResult, 'series'>): string {
  checkResultArgument('seriesCsv', result, ['series'])
  const { at, values } = result.series
  const names = Object.keys(values)
  const rows = at.map((instant, index) => ({ instant, place: index }))
  return json2csv(rows, {
    header: true,
    eol: '\n',
    fields: [
      { name: 'at', getValue: ({ instant }) => new Date(instant).toISOString() },
      ...names.map((name) => ({
        name: inert(name),
        getValue: ({ place }: (typeof rows)[number]) => values[name]?.[place],
      })),
    ],
  })
}
