import { useSignal, useSignalEffect } from '@preact/signals'
import type { ComponentChildren, JSX } from 'preact'
import { useMemo, useRef } from 'preact/hooks'
import type UPlot from 'uplot'
import type { VariantResult } from '../../../simulation/study/study-result.ts'
import {
  confidenceText,
  differenceTexts,
  failedText,
  meanText,
  measuredText,
  missingSeedsText,
} from '../../estimate-text.ts'
import { withEscapes } from '../../unseen.ts'
import { SelectField } from '../parts/fields.tsx'
import { CopyButton, Scroll } from '../parts/parts.tsx'
import { useDrawn } from '../parts/use-drawn.ts'
import { createBandPlot } from '../study/band-plot.ts'
import { createDotChart, type Dot, dotAfter, dotAt } from '../study/dot-chart.ts'
import {
  type DotRow,
  differenceRows,
  replicationCommand,
  type StudyData,
  variantRows,
} from '../study/rows.ts'

/** Draws a chart in an element. */
function useChart(create: (box: HTMLElement) => UPlot, inputs: readonly unknown[]) {
  const chart = useRef<UPlot>(undefined)
  const box = useDrawn<HTMLDivElement>((place) => {
    const made = create(place)
    chart.current = made
    return () => made.destroy()
  }, inputs)
  return { box, chart }
}

/** The replications of an open point, with the commands that repeat them. */
function Commands({ data, row, seed }: { data: StudyData; row: DotRow; seed: number }): JSX.Element {
  return (
    <>
      {row.variants.map((variant) => (
        <p key={variant} class="command">
          <code>{withEscapes(replicationCommand(data, variant, seed))}</code>{' '}
          <CopyButton label="Copy" text={() => replicationCommand(data, variant, seed)} />
        </p>
      ))}
    </>
  )
}

const moves = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'm']

interface DotsProps {
  readonly data: StudyData
  readonly title: string
  readonly rows: readonly DotRow[]
  readonly hasZero: boolean
  readonly isClose: boolean
}

/** Intervals with a point for each replication, of which one can be opened. */
function Dots({ data, title, rows, hasZero, isClose }: DotsProps): JSX.Element {
  const [selected, opened] = [useSignal<Dot>(), useSignal(false)]
  const view = { rows, hasZero, isClose, selected: () => selected.value }
  const { box, chart } = useChart((place) => createDotChart(view, place), [rows, isClose])
  useSignalEffect(() => {
    if (selected.value ?? true) chart.current?.redraw(false)
  })
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter') opened.value = selected.value !== undefined
    else if (event.key === 'Escape') opened.value = false
    else if (moves.includes(event.key)) selected.value = dotAfter(event.key, rows, selected.value)
    else return
    event.preventDefault()
  }
  const click = ({ clientX, clientY }: MouseEvent) => {
    if (!chart.current) return
    const { left, top } = chart.current.over.getBoundingClientRect()
    const found = dotAt(chart.current, view, clientX - left, clientY - top)
    selected.value = found
    opened.value = found !== undefined
  }
  const row = rows[selected.value?.row ?? -1]
  const [seed = 0, value = 0] = [row?.seeds, row?.values].map((list) => list?.[selected.value?.place ?? -1])
  return (
    <section class="plot dots">
      <h3>
        <span>{withEscapes(title)}</span>
      </h3>
      <div
        ref={box}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: points are selected by keys
        tabIndex={0}
        aria-label={`${title}: arrow keys select a replication, Enter shows its command`}
        onKeyDown={press}
        onClick={click}
      />
      <div role="status" class="hint">
        {row && `${withEscapes(row.name)}, seed ${seed}: ${measuredText(value, row.estimate)}`}
        {row && !opened.value && ' · Enter shows its command'}
        {row && opened.value && <Commands data={data} row={row} seed={seed} />}
      </div>
    </section>
  )
}

/** The charts of all measures. */
function Charts({
  title,
  data,
  rowsOf,
  isClose,
  hasZero = false,
}: Omit<DotsProps, 'rows' | 'hasZero'> & {
  readonly rowsOf: (data: StudyData, measure: string) => DotRow[]
  readonly hasZero?: boolean
}): JSX.Element {
  const charts = useMemo(
    () => measuresOf(data).map((measure) => [measure, rowsOf(data, measure)] as const),
    [data],
  )
  return (
    <>
      <h2>{title}</h2>
      <div class="charts">
        {charts.map(
          ([measure, rows]) =>
            rows.length > 0 && <Dots key={measure} title={measure} {...{ data, rows, hasZero, isClose }} />,
        )}
      </div>
    </>
  )
}

const measuresOf = ({ variants }: StudyData): string[] => Object.keys(variants[0]?.values ?? {})

function BandPlot({ name, variants }: { name: string; variants: readonly VariantResult[] }): JSX.Element {
  const { box } = useChart((place) => createBandPlot(name, variants, place), [name, ...variants])
  return (
    <div class="plot">
      <h3>
        <span>{withEscapes(name)}</span>
      </h3>
      <div ref={box} />
    </div>
  )
}

/** The bands of series over time, of one variant or two. */
function Bands({ data }: { readonly data: StudyData }): JSX.Element | null {
  const all = data.variants.filter(({ series }) => series)
  const options = all.map(({ name }) => [name, withEscapes(name)] as const)
  const [first, second] = [useSignal(all[0]?.name ?? ''), useSignal(all[1]?.name ?? '')]
  const chosen = [first, second].flatMap(({ value }) => all.find(({ name }) => name === value) ?? [])
  const series = Object.keys(chosen[0]?.series?.bands ?? {})
  if (series.length === 0) return null
  return (
    <>
      <h2>Series</h2>
      <p class="hint">The median over the replications, and the band that holds 90 % of them.</p>
      <div class="tools bands">
        <SelectField label="Variant" value={first} options={options} />
        <SelectField label="beside" value={second} options={[['', 'none'], ...options]} />
      </div>
      <div class="plots">
        {series.map((name) => (
          <BandPlot key={name} name={name} variants={chosen} />
        ))}
      </div>
    </>
  )
}

const heads = ['measure', 'variant', 'mean', 'least', '5 %', '50 %', '95 %', 'greatest', 'replications']

/** All estimates as a table. */
function Numbers({ data }: { readonly data: StudyData }): JSX.Element {
  const rows = measuresOf(data).flatMap((measure) =>
    data.variants.flatMap(({ name, measures }) => {
      const found = measures[measure]
      if (!found) return []
      const { least, p5, p50, p95, greatest, replications } = found
      const values = [least, p5, p50, p95, greatest].map((value) => measuredText(value, found))
      return [[measure, name, meanText(found), ...values, String(replications)]]
    }),
  )
  const cells = (row: readonly string[]): ComponentChildren =>
    row.map((cell, index) =>
      index < 2 ? <th key={heads[index]}>{withEscapes(cell)}</th> : <td key={heads[index]}>{cell}</td>,
    )
  return (
    <>
      <h2>Numbers</h2>
      <Scroll label="Numbers" isTall>
        <table>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head}>{head}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={JSON.stringify(row.slice(0, 2))}>{cells(row)}</tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </>
  )
}

/** What is missing, failed or uncertain. */
function Notes({ data }: { readonly data: StudyData }): JSX.Element {
  const { notes, missing, failures } = data
  return (
    <>
      {[...notes, ...missing.map(missingSeedsText)].map((note) => (
        <p key={note} class="notice">
          {withEscapes(note)}
        </p>
      ))}
      {failures.map((failure) => (
        <p key={failedText(failure)} class="problem">
          {withEscapes(failedText(failure))}
          <br />
          <code>{withEscapes(replicationCommand(data, failure.variant, failure.seed))}</code>
        </p>
      ))}
    </>
  )
}

/** The answer of a study. */
export function StudyTab({ data }: { readonly data: StudyData }): JSX.Element {
  const isClose = useSignal(false)
  const { study, differences } = data
  return (
    <>
      <header>
        <h1>{withEscapes(study)}</h1>
        <p class="about">
          {`Means with intervals of ${confidenceText(data)}. `}
          Each point is a replication: a click, or Enter, shows the command that opens it.
        </p>
      </header>
      <Notes data={data} />
      <div class="tools">
        <button
          type="button"
          aria-pressed={isClose.value}
          onClick={() => {
            isClose.value = !isClose.value
          }}
        >
          Zoom to the intervals
        </button>
      </div>
      <Charts title="Measures" rowsOf={variantRows} {...{ data, isClose: isClose.value }} />
      {differences.length > 0 && (
        <>
          <Charts
            title={`Differences from ${withEscapes(differences[0]?.from ?? '')}`}
            {...{ rowsOf: differenceRows, data, isClose: isClose.value, hasZero: true }}
          />
          <ul class="plain">
            {differenceTexts(data).map((sentence) => (
              <li key={sentence}>{withEscapes(sentence)}</li>
            ))}
          </ul>
        </>
      )}
      <Bands data={data} />
      <Numbers data={data} />
    </>
  )
}
