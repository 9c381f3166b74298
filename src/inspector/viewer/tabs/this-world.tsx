import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useRef } from 'preact/hooks'
import type { Json } from '../../../engine/values/guard.ts'
import { withEscapes } from '../../unseen.ts'
import { useDeed } from '../parts/fields.tsx'
import { CopyButton } from '../parts/parts.tsx'
import { AskingButton, Question } from '../parts/question.tsx'
import { numberText } from '../simulation/format.ts'
import type { PageState } from '../state/page-state.ts'

type Send = NonNullable<PageState['source']['send']>

/** Offers a value as a file. */
export function download(name: string, value: unknown): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(value)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}

/** The largest file that the page reads, in bytes. */
const FILE_BYTES_MAX = 32 * 1024 * 1024

/** Reads a world from a file. Throws an Error with what to do if it is too large or no JSON. */
export async function readJsonFile(file: File): Promise<Json> {
  if (file.size > FILE_BYTES_MAX)
    throw new Error(
      `The file has ${numberText(file.size)} bytes, and this page loads at most ` +
        `${numberText(FILE_BYTES_MAX)}: load it with restoreWorld in a program.`,
    )
  try {
    return JSON.parse(await file.text())
  } catch {
    throw new Error('The file is no JSON: choose one that this page has made.')
  }
}

/** What the page of a file offers of its world: the recording. */
export function WorldOfFile({ page }: { readonly page: PageState }): JSX.Element {
  const { act, result } = useDeed()
  const last = page.source.lines.at(-1)
  const save = () =>
    act(async () => {
      const recording = last && (await page.source.recording(last.sequence))
      if (!recording) throw new Error('This file has no recording: the world kept no history, or a long one.')
      download('recording.json', recording)
      return 'The recording is downloaded: replay it with replay(recording).'
    })
  return (
    <>
      <p class="empty">A file has one world. Worlds are made and forked at a running server.</p>
      <div class="form">
        <button type="button" onClick={save}>
          Download the recording
        </button>
        {result}
      </div>
    </>
  )
}

/** A field for the file of a world, which takes the place of this world after a question. */
export function WorldField({
  label,
  onLoad,
}: {
  readonly label: string
  readonly onLoad: (file: File) => void
}): JSX.Element {
  const field = useRef<HTMLInputElement>(null)
  const chosen = useSignal<File | undefined>(undefined)
  const decide = (then?: (file: File) => void) => {
    if (chosen.value) then?.(chosen.value)
    chosen.value = undefined
    field.current?.focus()
  }
  return (
    <>
      <label>
        {label}
        <input
          ref={field}
          type="file"
          accept="application/json,.json"
          onChange={({ currentTarget }) => {
            chosen.value = currentTarget.files?.[0]
            // The same file, mended, can be chosen again.
            currentTarget.value = ''
          }}
        />
      </label>
      {chosen.value && (
        <Question
          text={`Load ${withEscapes(chosen.value.name)} in place of this world?`}
          yes="Load it"
          no="Keep this world"
          onNo={() => decide()}
          onYes={() => decide(onLoad)}
        />
      )}
    </>
  )
}

/** Buttons for the world of this page: snapshot, recording, scenario, reset. */
export function ThisWorld({ page, send }: { readonly page: PageState; readonly send: Send }): JSX.Element {
  const { act, result } = useDeed()
  const save = (what: string) => () =>
    act(async () => {
      download(`${what}.json`, await send('GET', what))
      return `The ${what} is downloaded.`
    })
  const load = (file: File) =>
    act(async () => {
      await send('PUT', 'snapshot', await readJsonFile(file))
      page.source.refresh()
      return 'The snapshot is loaded.'
    })
  const reset = () =>
    act(async () => {
      await send('POST', 'reset')
      page.source.refresh()
      return 'The world is at its beginning again.'
    })
  return (
    <div class="form" role="group" aria-label="This world">
      <button type="button" onClick={save('snapshot')}>
        Download a snapshot
      </button>
      <WorldField label="Load a snapshot" onLoad={load} />
      <button type="button" onClick={save('recording')}>
        Download the recording
      </button>
      <CopyButton
        label="Copy as scenario"
        text={async () => (await send<{ readonly text: string }>('GET', 'scenario')).text}
      />
      <AskingButton
        label="Reset"
        question="Reset this world to its beginning? Its steps are lost."
        yes="Reset it"
        onYes={reset}
      />
      {result}
    </div>
  )
}
