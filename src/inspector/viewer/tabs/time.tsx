import { useSignal } from '@preact/signals'
import type { JSX } from 'preact'
import { useMemo } from 'preact/hooks'
import type { Json } from '../../../engine/values/guard.ts'
import { withEscapes } from '../../unseen.ts'
import { onSubmit, TextField, useDeed } from '../parts/fields.tsx'
import { ForkForm } from '../parts/fork-form.tsx'
import { Problem, RowDifferences, useLoaded } from '../parts/parts.tsx'
import { useDrawn } from '../parts/use-drawn.ts'
import { instantLabel, numberText } from '../simulation/format.ts'
import { type PageState, showStep } from '../state/page-state.ts'
import { lineOf } from '../state/source.ts'
import { drawTime, lanesHeight, stepAt, type TimeLane, timeLanes } from './lanes.ts'

/** The lanes as a drawing, with their numbers for a screen reader. */
function Lanes({
  lanes,
  now,
  shown,
  onStep,
}: {
  /** Is told the step whose mark is clicked. Keys reach the same by the slider, and by the list of calls. */
  readonly onStep: (sequence: number) => void
  readonly lanes: readonly TimeLane[]
  readonly now: number
  readonly shown: number | undefined
}): JSX.Element {
  const canvas = useDrawn<HTMLCanvasElement>(
    (element) => {
      const click = ({ offsetX, offsetY }: MouseEvent) => {
        const sequence = stepAt(lanes, now, element.clientWidth, [offsetX, offsetY])
        if (sequence !== undefined) onStep(sequence)
      }
      element.addEventListener('click', click)
      drawTime(element, lanes, now, shown)
      return () => element.removeEventListener('click', click)
    },
    [lanes, now, shown],
  )
  const marksText = lanes.map(({ name, marks }) => `${name} ${marks.length}`).join(', ')
  return (
    <canvas
      ref={canvas}
      class="time"
      role="img"
      aria-label={`Lanes on virtual time: ${marksText}`}
      style={{ height: `${lanesHeight(lanes)}px` }}
    />
  )
}

/** Buttons that move the clock. */
function ClockForm({ page }: { readonly page: PageState }): JSX.Element | null {
  const { send, refresh } = page.source
  const by = useSignal('1h')
  const { act, result } = useDeed()
  if (!send) return null
  const move = (body: Json) =>
    act(async () => {
      const { fired, iso } = await send<{ readonly fired: number; readonly iso: string }>(
        'POST',
        'clock',
        body,
      )
      refresh()
      return `${numberText(fired)} due tasks ran; the clock shows ${iso}.`
    })
  return (
    <form class="form" onSubmit={onSubmit(() => move({ advance: by.value }))}>
      <TextField label="Advance by" value={by} />
      <button type="submit">Advance</button>
      <button type="button" onClick={() => move({ next: true })}>
        To the next due task
      </button>
      <button type="button" onClick={() => move({ drain: true })}>
        Run all due work
      </button>
      {result}
    </form>
  )
}

/** The difference of the worlds after two steps. */
function Difference({
  page,
  first,
  last,
}: {
  readonly page: PageState
  readonly first: number
  readonly last: number
}) {
  const from = useSignal('')
  const to = useSignal('')
  const isAsked = useSignal(false)
  const { value, error } = useLoaded(
    () => (isAsked.value ? page.source.difference(Number(from.value), Number(to.value)) : undefined),
    [isAsked.value, from.value, to.value],
  )
  return (
    <details
      class="card"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && !isAsked.value) {
          from.value = String(first)
          to.value = String(last)
        }
        isAsked.value = currentTarget.open
      }}
    >
      <summary>Difference between two steps</summary>
      <div class="form">
        <TextField label="after step" type="number" value={from} />
        <TextField label="to after step" type="number" value={to} />
      </div>
      <Problem text={error} />
      {value && <RowDifferences rows={value.rows} />}
      {value?.more && <p class="hint">More rows differ.</p>}
    </details>
  )
}

/** The slider over the history, and what it shows. */
function Slider({ page }: { readonly page: PageState }): JSX.Element {
  const { moment, source } = page
  const { lines } = source
  // The list is the same when it grows: its count says that it did.
  void source.count.value
  const first = Math.max((lines[0]?.sequence ?? 1) - 1, source.around.value?.missing?.last ?? 0)
  const last = lines.at(-1)?.sequence ?? 0
  const at = moment.value ?? last
  const line = lineOf(lines, at)
  return (
    <section aria-label="History" class="card">
      <label class="slider">
        The world after step {at} of {last}
        <input
          type="range"
          min={first}
          max={last}
          value={at}
          onInput={({ currentTarget }) => {
            const value = Number(currentTarget.value)
            moment.value = value === last ? undefined : value
          }}
        />
      </label>
      <p role="status">
        {line
          ? `${instantLabel(line.at)} UTC: ${line.type} ${withEscapes(line.name)}`
          : 'The world as it began'}
      </p>
      <div class="form">
        {line && (
          <button type="button" onClick={() => showStep(page, line.sequence)}>
            Show this step
          </button>
        )}
        <button
          type="button"
          onClick={() => {
            page.tab.value = 'World'
          }}
        >
          Show this world
        </button>
      </div>
      <ForkForm page={page} at={at} />
      <Difference page={page} first={first} last={last} />
    </section>
  )
}

/** Virtual time: what happened, what is due, and the world at any step. */
export function TimeTab({ page }: { readonly page: PageState }): JSX.Element {
  const { lines, count, around } = page.source
  const surroundings = around.value
  const lanes = useMemo(
    () => (surroundings ? timeLanes(lines, surroundings) : []),
    [count.value, surroundings],
  )
  if (!surroundings) return <p class="empty">Reading the world.</p>
  const { isAll = false, text: missing = '' } = surroundings.missing ?? {}
  const shown = page.moment.value === undefined ? undefined : lineOf(lines, page.moment.value)?.at
  return (
    <>
      <ClockForm page={page} />
      <Lanes
        lanes={lanes}
        now={surroundings.now}
        shown={shown}
        onStep={(sequence) => showStep(page, sequence)}
      />
      {missing !== '' && <p class="hint">{missing}</p>}
      {!isAll && (lines.length > 0 ? <Slider page={page} /> : <p class="empty">No step yet.</p>)}
      {surroundings.pending.length > 0 && (
        <details class="card">
          <summary>Pending ({numberText(surroundings.pending.length)})</summary>
          <ul class="plain">
            {surroundings.pending.slice(0, 200).map(({ at, kind, key }) => (
              <li key={`${at} ${kind} ${key}`}>
                {instantLabel(at)} UTC: {kind} {key}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
