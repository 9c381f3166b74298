import { htmlPage } from '../inspector/page.ts'
import { shown } from '../service/values/scalars.ts'
import { checkNames } from '../world/handle/known-names.ts'
import { checkResultArgument } from './result-argument.ts'
import type { SimulationResult } from './run/simulate.ts'
import type { StudyResult } from './study/study-result.ts'

function checkText(option: string, value: unknown): void {
  if (typeof value !== 'string') throw new TypeError(`The option ${option} must be text, got ${shown(value)}`)
}

/**
 * Returns a timeline as one HTML page without any other file: lanes of actors, due work, deliveries and
 * faults, and a plot of each series. A browser loads nothing from elsewhere, and runs no other script. Throws
 * a TypeError if an argument is wrong.
 *
 * @param options.title The heading: `Simulation` if left out.
 */
export function timelinePage(result: SimulationResult, options: { readonly title?: string } = {}): string {
  checkResultArgument('timelinePage', result, ['counters', 'histograms', 'resources', 'series', 'timeline'])
  checkNames('timelinePage', 'option', options, ['title'])
  const { title = 'Simulation' } = options
  checkText('title', title)
  return htmlPage(title, { simulation: { ...result, title } })
}

/**
 * Returns the answer of a study as one HTML page without any other file: the interval of each measure and of
 * each difference, with a point for each replication, the bands of series, and a table. A point shows the
 * command that opens its replication. Throws a TypeError if an argument is wrong.
 *
 * @param options.file The module that exports the study, for these commands: `FILE` if left out.
 */
export function studyPage(result: StudyResult, options: { readonly file?: string } = {}): string {
  checkResultArgument('studyPage', result, ['variants', 'differences', 'failures', 'missing', 'notes'])
  checkNames('studyPage', 'option', options, ['file'])
  const { file = 'FILE' } = options
  checkText('file', file)
  return htmlPage(result.study, { study: { ...result, file } })
}
