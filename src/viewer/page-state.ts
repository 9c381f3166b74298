import { type Signal, signal } from '@preact/signals'
import type { Source } from './source.ts'

/** The tabs in their order. */
export const tabNames = [
  'Story',
  'World',
  'Calls',
  'Time',
  'Webhooks',
  'Faults',
  'Worlds',
  'Coverage',
  'Simulation',
] as const

/** The name of a tab. */
export type TabName = (typeof tabNames)[number]

/** What a person has chosen on the page. */
export interface PageState {
  readonly source: Source
  /** The named world that is shown; empty for the main world. */
  readonly world: string
  readonly tab: Signal<TabName>
  /** The number of the selected step; 0 for none. */
  readonly step: Signal<number>
  /** The text that the list of calls is filtered by. */
  readonly filter: Signal<string>
  /** The step after which the world is shown; undefined for the world as it is now. */
  readonly moment: Signal<number | undefined>
}

/** Creates the state of a page. */
export const createPageState = (source: Source, world: string, tab: TabName): PageState => ({
  source,
  world,
  tab: signal(tab),
  step: signal(0),
  filter: signal(''),
  moment: signal(undefined),
})

/** Shows a step in the list of calls. */
export function showStep(page: PageState, sequence: number): void {
  page.step.value = sequence
  page.filter.value = ''
  page.tab.value = 'Calls'
}

/** The name of the starter world for a token's row, an app or a token; else the value itself. */
export function shownName(page: PageState, value: string | null): string {
  if (value === null) return ''
  const names = page.source.around.value?.names ?? {}
  return Object.entries(names).find(([, known]) => known === value)?.[0] ?? value
}
