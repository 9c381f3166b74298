import { type Signal, signal } from '@preact/signals'
import type { StepLine } from '../../../world/history/world-step.ts'
import { withEscapes } from '../../unseen.ts'
import { controlPath } from './live.ts'
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
  'Study',
] as const

export type TabName = (typeof tabNames)[number]

/** The steps that another tab led to. */
export interface Narrowing {
  /** What they have in common, as a person reads it. */
  readonly text: string
  readonly has: (line: StepLine) => boolean
}

/** The page that the inspector is a part of. It has a heading, and keeps its own address. */
export interface OuterPage {
  /** Returns the address at which it shows a world. */
  readonly linkTo: (world: string) => string
  /** The text that stands in place of the steps of a world without any. */
  readonly emptyText: string
}

/** What a person has chosen on the page. */
export interface PageState {
  readonly source: Source
  readonly outer: OuterPage | undefined
  /** The named world that is shown; empty for the main world. */
  readonly world: string
  readonly tab: Signal<TabName>
  /** The number of the selected step; 0 for none. */
  readonly step: Signal<number>
  /** The text that the list of calls is filtered by. */
  readonly filter: Signal<string>
  /** The steps to which the list of calls is narrowed; undefined for all. */
  readonly narrowing: Signal<Narrowing | undefined>
  /** The step after which the world is shown; undefined for the world as it is now. */
  readonly moment: Signal<number | undefined>
}

/** Creates the state of a page. */
export function createPageState(source: Source, world: string, tab: TabName, outer?: OuterPage): PageState {
  const step = signal(0)
  const moment = signal<number | undefined>(undefined)
  // What was chosen of a life of the world is not there in the next one.
  source.life.subscribe(() => {
    step.value = 0
    moment.value = undefined
  })
  return {
    ...{ source, world, step, moment, outer },
    tab: signal(tab),
    filter: signal(''),
    narrowing: signal(undefined),
  }
}

/** The address at which a world is shown. */
export const linkTo = ({ outer }: PageState, world: string): string =>
  outer ? outer.linkTo(world) : `${controlPath(world)}/`

/** Shows a step in the list of calls. */
export function showStep(page: PageState, sequence: number): void {
  page.step.value = sequence
  page.filter.value = ''
  page.narrowing.value = undefined
  page.tab.value = 'Calls'
}

/** Shows some steps in the list of calls, and no others. */
export function showSteps(page: PageState, narrowing: Narrowing): void {
  page.filter.value = ''
  page.narrowing.value = narrowing
  page.tab.value = 'Calls'
}

/**
 * The name of the starter world for a token's row, an app or a token; else the value itself. Before that of
 * an app stands its own name.
 */
export function shownName(page: PageState, value: string | null): string {
  if (value === null) return ''
  const { names = {}, apps = {} } = page.source.around.value ?? {}
  const known = Object.entries(names).find(([, one]) => one === value)?.[0] ?? value
  const app = Object.hasOwn(apps, value) ? apps[value] : undefined
  return app === undefined ? known : `${withEscapes(app)} (${known})`
}
