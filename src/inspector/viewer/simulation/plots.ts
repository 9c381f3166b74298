import UPlot from 'uplot'
import { HOUR_MS } from '../../../engine/values/milliseconds.ts'
import { FONT } from './draw-lanes.ts'
import { colorOf, element } from './elements.ts'
import { axisText, instantLabel, numberText } from './format.ts'
import { type PageView, showRange } from './view.ts'

/** Series beyond this number wait for a button. */
const FIRST_PLOTS = 12
const HEIGHT = 150

interface Plot {
  readonly box: HTMLElement
  readonly chart: UPlot
}

/** An axis in the colors of the page. */
export function axis(more: UPlot.Axis): UPlot.Axis {
  const line = { stroke: colorOf('line'), width: 1 }
  return { stroke: colorOf('muted'), font: `11px ${FONT}`, grid: line, ticks: { ...line, size: 4 }, ...more }
}

function optionsOf(view: PageView, width: number, told: (text: string) => void): UPlot.Options {
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { sync: { key: 'series' }, drag: { x: true, y: false, setScale: false }, points: { size: 6 } },
    scales: { x: { time: false, range: () => [view.from, view.to] }, y: { range: axisRange } },
    axes: timeAxes(),
    series: [{}, { stroke: colorOf('plot'), fill: colorOf('fill'), width: 1.75, points: { show: false } }],
    hooks: {
      setCursor: [(chart) => told(valueAt(chart))],
      setSelect: [
        (chart) => {
          if (chart.select.width < 4) return
          const from = chart.posToVal(chart.select.left, 'x')
          const to = chart.posToVal(chart.select.left + chart.select.width, 'x')
          chart.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
          showRange(view, from, to)
        },
      ],
    },
  }
}

/** The axes of a plot over time. */
export const timeAxes = (): UPlot.Axis[] => [
  axis({
    space: 70,
    size: 28,
    values: (_, places, __, ___, step) => places.map((at) => axisText(at, step)),
    incrs: timeSteps,
  }),
  axis({ size: 52, space: 30, values: (_, places) => places.map(shortNumber) }),
]

/** The steps of an axis of time. */
const timeSteps = [1, 100, 1_000, 15_000, 60_000, 900_000]
  .concat([HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS, 24 * HOUR_MS, 48 * HOUR_MS, 96 * HOUR_MS])
  .concat([7, 14, 30, 90, 365].map((days) => days * 24 * HOUR_MS))

/** The axis of values begins at 0 if no value is negative, so that heights can be compared. */
export function axisRange(_: UPlot, least: number | null, most: number | null): [number, number] {
  const [low, high] = [Math.min(least ?? 0, 0), Math.max(most ?? 0, 0)]
  return low === high ? [0, 1] : [low * 1.08, high * 1.08]
}

/** A number that fits beside an axis. */
export function shortNumber(value: number): string {
  if (Math.abs(value) >= 1e6) return `${numberText(value / 1e6)}M`
  return Math.abs(value) >= 10_000 ? `${numberText(value / 1e3)}k` : numberText(value)
}

/** The value under the pointer, or the last one. */
function valueAt(chart: UPlot): string {
  const [at = [], values = []] = chart.data
  const place = chart.cursor.idx ?? at.length - 1
  const [instant, value] = [at[place], values[place]]
  if (instant === undefined || value === undefined || value === null) return ''
  return chart.cursor.idx === null || chart.cursor.idx === undefined
    ? numberText(value)
    : `${numberText(value)} at ${instantLabel(instant)}`
}

function plotOf(view: PageView, name: string, parent: HTMLElement): Plot {
  const { at, values } = view.data.series
  const value = element('b')
  const box = element('div', { class: 'plot' }, element('h3', {}, element('span', {}, name), value))
  parent.append(box)
  const told = (text: string) => {
    value.textContent = text
  }
  const data: UPlot.AlignedData = [[...at], [...(values[name] ?? [])]]
  const chart = new UPlot(optionsOf(view, widthIn(box), told), data, box)
  told(valueAt(chart))
  return { box, chart }
}

const widthIn = (box: HTMLElement): number => Math.max(200, box.clientWidth - 24)

/** Creates the plots of all series. They show the same time as the lanes. */
export function createPlots(view: PageView): HTMLElement {
  const names = Object.keys(view.data.series.values)
  const grid = element('div', { class: 'plots' })
  const plots: Plot[] = []
  const add = (more: readonly string[]) => {
    for (const name of more) plots.push(plotOf(view, name, grid))
  }
  const rest = names.slice(FIRST_PLOTS)
  const button = element('button', { type: 'button', hidden: rest.length === 0 }, `Show ${rest.length} more`)
  button.addEventListener('click', () => {
    button.hidden = true
    add(rest)
  })
  const redraw = () => {
    for (const { chart } of plots) chart.setScale('x', { min: view.from, max: view.to })
  }
  const rebuild = () => {
    const shown = plots.length
    for (const { box, chart } of plots.splice(0)) {
      chart.destroy()
      box.remove()
    }
    add(names.slice(0, shown))
  }
  view.listeners.add(redraw)
  window.addEventListener('resize', () => {
    for (const { box, chart } of plots) chart.setSize({ width: widthIn(box), height: HEIGHT })
  })
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', rebuild)
  const section = element('section', { 'aria-label': 'Series' }, element('h2', {}, 'Series'), grid, button)
  // A chart needs the width of its box, which it has once it is in the page.
  queueMicrotask(() => add(names.slice(0, FIRST_PLOTS)))
  section.hidden = names.length === 0 || view.data.series.at.length === 0
  return section
}
