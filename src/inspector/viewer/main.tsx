import { render } from 'preact'
import { App } from './app.tsx'
import { Problem } from './parts/parts.tsx'
import { liveSource } from './state/live.ts'
import { type PageInput, readInput } from './state/page-input.ts'
import { createPageState, type TabName, tabNames } from './state/page-state.ts'
import { fileSource, noSource } from './state/source.ts'

/** The tab that the page begins with: the one of its address, or the most telling one. */
function firstTab({ trace, simulation, study }: PageInput): TabName {
  const named = tabNames.find((one) => `#${one}` === window.location.hash)
  if (named !== undefined) return named
  if (study) return 'Study'
  if (simulation) return 'Simulation'
  return trace?.story ? 'Story' : 'Calls'
}

function start(): void {
  const app = document.getElementById('app')
  if (!app) return
  const input = readInput(document.getElementById('data')?.textContent ?? '')
  if (input.problem !== undefined) {
    render(<Problem text={input.problem} />, app)
    return
  }
  const { trace, live, simulation, study } = input
  const source = live ? liveSource(live.world) : trace ? fileSource(trace) : noSource()
  const page = createPageState(source, live?.world ?? '', firstTab(input))
  render(<App page={page} simulation={simulation} study={study} />, app)
}

start()
