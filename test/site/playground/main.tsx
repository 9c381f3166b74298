import { type JSX, render } from 'preact'
import { useMemo } from 'preact/hooks'
import { config } from 'zod'
import { App } from '../../../src/inspector/viewer/app.tsx'
import { useDeed } from '../../../src/inspector/viewer/parts/fields.tsx'
import { CopyButton, Problem } from '../../../src/inspector/viewer/parts/parts.tsx'
import { AskingButton } from '../../../src/inspector/viewer/parts/question.tsx'
import { instantLabel } from '../../../src/inspector/viewer/simulation/format.ts'
import { liveSource } from '../../../src/inspector/viewer/state/live.ts'
import { drawn } from '../../../src/inspector/viewer/state/pace.ts'
import { createPageState } from '../../../src/inspector/viewer/state/page-state.ts'
import { download, readJsonFile, WorldField } from '../../../src/inspector/viewer/tabs/this-world.tsx'
import type { PlaygroundData } from './data.ts'
import { Requests, reveal } from './requests.tsx'
import { beginSession, type Session } from './session.ts'
import { firstWorld, worldOfFile } from './world.ts'

/** Buttons that keep the world of the page: in an address, or in a file. */
function Keeping({
  session,
  data,
}: {
  readonly session: Session
  readonly data: PlaygroundData
}): JSX.Element {
  const { act, result } = useDeed()
  const save = () =>
    act(async () => {
      download('world.json', session.world.value.history.recording())
      return 'The world is saved.'
    })
  const open = (file: File) =>
    act(async () => {
      session.open(worldOfFile(await readJsonFile(file)))
      return 'The world is opened.'
    })
  return (
    <div class="form" role="group" aria-label="The world of this page">
      <CopyButton label="Copy the address" text={() => window.location.href} />
      <button type="button" onClick={save}>
        Save to a file
      </button>
      <WorldField label="Open a file" onLoad={open} />
      <AskingButton
        label="Begin anew"
        question="Begin anew? The steps of this world are lost."
        yes="Begin anew"
        onYes={() => session.open({ world: firstWorld(data.beginning), notice: '' })}
      />
      {result}
    </div>
  )
}

/** The whole page: the requests, and the inspector beside them. */
function Playground({
  session,
  data,
}: {
  readonly session: Session
  readonly data: PlaygroundData
}): JSX.Element {
  const world = session.shown.value
  const page = useMemo(() => {
    const outer = {
      linkTo: (name: string) => `#shown=${encodeURIComponent(name)}`,
      emptyText: 'Run a request: its step is then listed here, with what it changed, and why.',
    }
    return createPageState(liveSource(world, session.transport), world, 'Calls', outer)
  }, [world])
  const { around } = page.source
  return (
    <>
      <header class="top">
        <h1>fauxgraph playground</h1>
        <Keeping session={session} data={data} />
      </header>
      <div class="form clock">
        <span>A simulated service runs in this page, and sends nothing anywhere.</span>
        <span>{around.value && `Its clock shows ${instantLabel(around.value.now)} UTC.`}</span>
        <button type="button" onClick={() => reveal(page, 'Time')}>
          Move the clock
        </button>
        <button type="button" onClick={() => reveal(page, 'Faults')}>
          Add a fault
        </button>
      </div>
      <Problem text={session.notice.value} />
      <div class="playground">
        <Requests session={session} page={page} requests={data.requests} />
        <section aria-label="Inspector" class="inspector" id="inspector">
          <App key={world} page={page} />
        </section>
      </div>
    </>
  )
}

async function start(): Promise<void> {
  const app = document.getElementById('app')
  const data: PlaygroundData = JSON.parse(document.getElementById('data')?.textContent ?? '')
  if (!app) return
  const session = await beginSession(
    data.beginning,
    data.requests.map(({ name }) => name),
  )
  app.replaceChildren()
  render(<Playground session={session} data={data} />, app)
}

// zod would else try whether it may make functions of text, which the policy of the page forbids.
config({ jitless: true })
// The page is painted first.
void drawn().then(start)
