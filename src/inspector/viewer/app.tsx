import { useSignalEffect } from '@preact/signals'
import type { JSX } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { withEscapes } from '../unseen.ts'
import { Guarded } from './parts/guarded.tsx'
import { CopyButton } from './parts/parts.tsx'
import type { PageData } from './simulation/view.ts'
import { type PageState, type TabName, tabNames } from './state/page-state.ts'
import type { StudyData } from './study/rows.ts'
import { CallsTab } from './tabs/calls.tsx'
import { CoverageTab } from './tabs/coverage.tsx'
import { FaultsTab } from './tabs/faults.tsx'
import { SimulationTab } from './tabs/simulation.tsx'
import { StoryTab } from './tabs/story.tsx'
import { StudyTab } from './tabs/study.tsx'
import { TimeTab } from './tabs/time.tsx'
import { WebhooksTab } from './tabs/webhooks.tsx'
import { WorldTab } from './tabs/world.tsx'
import { WorldsTab } from './tabs/worlds.tsx'

interface AppProps {
  readonly page: PageState
  readonly simulation?: PageData | undefined
  readonly study?: StudyData | undefined
}

/** The tabs that show what surrounds the steps. Those who look at another one need not read it again. */
const surrounded: readonly TabName[] = ['World', 'Time', 'Webhooks', 'Faults']

/** The tabs that have something to show. */
function tabsOf({ page, simulation, study }: AppProps): readonly TabName[] {
  return tabNames.filter((name) => {
    if (name === 'Story') return page.source.story !== null
    if (name === 'Simulation') return simulation !== undefined
    if (name === 'Study') return study !== undefined
    return (simulation ?? study) === undefined || page.source.lines.length > 0
  })
}

function TabPanel({ page, simulation, study }: AppProps): JSX.Element | null {
  const { story } = page.source
  const panels: Readonly<Record<TabName, () => JSX.Element | null>> = {
    Story: () => story && <StoryTab story={story} />,
    World: () => <WorldTab page={page} />,
    Calls: () => <CallsTab page={page} />,
    Time: () => <TimeTab page={page} />,
    Webhooks: () => <WebhooksTab page={page} />,
    Faults: () => <FaultsTab page={page} />,
    Worlds: () => <WorldsTab page={page} />,
    Coverage: () => <CoverageTab page={page} />,
    Simulation: () => (simulation ? <SimulationTab data={simulation} /> : null),
    Study: () => (study ? <StudyTab data={study} /> : null),
  }
  return panels[page.tab.value]()
}

/** The open tab; a sentence in its place if the data of the page has not what it shows. */
function Panel(props: AppProps): JSX.Element {
  const { page } = props
  const advice = page.source.send
    ? 'Load this page again. The other tabs still work.'
    : 'The trace is damaged: make it again with world.trace(). The other tabs still work.'
  return (
    <Guarded key={page.tab.value} advice={advice}>
      <TabPanel {...props} />
    </Guarded>
  )
}

const next: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

function Tabs({
  page,
  names,
}: {
  readonly page: PageState
  readonly names: readonly TabName[]
}): JSX.Element {
  const press = (event: KeyboardEvent) => {
    const to = next[event.key]?.(names.indexOf(page.tab.value), names.length)
    const name = to === undefined ? undefined : names[to]
    if (name === undefined) return
    event.preventDefault()
    page.tab.value = name
    document.getElementById(`tab-${name}`)?.focus()
  }
  return (
    <div role="tablist" aria-label="Parts of the world" class="tabs" onKeyDown={press}>
      {names.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`tab-${name}`}
          aria-selected={page.tab.value === name}
          aria-controls="panel"
          tabIndex={page.tab.value === name ? 0 : -1}
          onClick={() => {
            page.tab.value = name
          }}
        >
          {name}
        </button>
      ))}
    </div>
  )
}

/** Keeps the address of the page, the focus, and what the open tab shows up to date. */
function useTab(page: PageState, names: readonly TabName[]): void {
  const { source } = page
  const isOpened = useRef(false)
  useLayoutEffect(() => {
    // It fires no event, which could come late and lead back to this tab from the next one.
    if (!page.outer) window.history.replaceState(null, '', `#${page.tab.value}`)
    // What led to another tab is gone with its own: the focus must not be lost with it.
    if (document.activeElement === document.body && (isOpened.current || !page.outer))
      document.getElementById(`tab-${page.tab.value}`)?.focus()
    isOpened.current = true
  }, [page.tab.value])
  useSignalEffect(() => {
    if (source.count.value > 0 && surrounded.includes(page.tab.value)) source.keepUp()
  })
  useEffect(() => {
    const change = () => {
      const name = tabNames.find((one) => `#${one}` === window.location.hash)
      if (name !== undefined && names.includes(name)) page.tab.value = name
    }
    window.addEventListener('hashchange', change)
    return () => window.removeEventListener('hashchange', change)
  }, [names.length])
}

/** The whole page: its heading, its tabs and the open one. */
export function App(props: AppProps): JSX.Element {
  const { page, simulation, study } = props
  const { source } = page
  const names = tabsOf(props)
  const notice = source.notice.value
  useTab(page, names)
  const title = source.around.value?.title ?? 'A world'
  const token = source.send && source.around.value?.names['userToken']
  return (
    <>
      {(simulation ?? study ?? page.outer) === undefined && (
        <header class="top">
          <h1>{withEscapes(title)}</h1>
          {token !== undefined && <CopyButton label="Copy a token of this world" text={() => token} />}
        </header>
      )}
      {names.length > 1 && <Tabs page={page} names={names} />}
      {notice !== '' && (
        <p class="notice" role="status">
          {withEscapes(notice)}{' '}
          <button
            type="button"
            onClick={() => {
              source.notice.value = ''
            }}
          >
            Hide
          </button>
        </p>
      )}
      {names.length > 1 ? (
        <div role="tabpanel" id="panel" aria-labelledby={`tab-${page.tab.value}`}>
          <Panel {...props} />
        </div>
      ) : (
        <Panel {...props} />
      )}
    </>
  )
}
