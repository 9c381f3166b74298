import { htmlPage } from '../inspector/page.ts'
import { shown } from '../service/values/scalars.ts'
import { checkNames } from '../world/handle/known-names.ts'
import { checkResultArgument } from './result-argument.ts'
import type { SimulationResult } from './run/simulate.ts'

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
  if (typeof title !== 'string') throw new TypeError(`The option title must be text, got ${shown(title)}`)
  return htmlPage(title, { simulation: { ...result, title } })
}
