import UPlot from 'uplot'
import { meanText } from '../../estimate-text.ts'
import { FONT, fittedText } from '../simulation/draw-lanes.ts'
import { colorOf } from '../simulation/elements.ts'
import { axis, shortNumber } from '../simulation/plots.ts'
import type { DotRow } from './rows.ts'

/** A point: its row, and its place in the values of the row. */
export interface Dot {
  readonly row: number
  readonly place: number
}

/** What a chart draws. */
export interface DotView {
  readonly rows: readonly DotRow[]
  /** Whether zero is marked. */
  readonly hasZero: boolean
  /** True if the axis shows only the range of the intervals, so that they are wide. */
  readonly isClose: boolean
  readonly selected: () => Dot | undefined
}

/** Points are scattered over this height above the interval, in CSS pixels. */
const SCATTER = 22
/** A click this close to a point means it. */
const CLICK_ROOM = 10
/** Rows with more points have small, translucent ones. */
const FEW = 150

/** Where a seed is in the scatter, from 0 to 1: neighbors are far from each other, by the golden ratio. */
const scatterOf = (seed: number): number => (seed * 0.618_033_988_75) % 1

function rangeOf({ rows, hasZero, isClose }: DotView): [number, number] {
  const [least, most] = rows.reduce(
    ([low, high], { estimate: { mean, halfWidth, least, greatest } }) => [
      Math.min(low, mean - (halfWidth ?? 0), isClose ? low : least),
      Math.max(high, mean + (halfWidth ?? 0), isClose ? high : greatest),
    ],
    hasZero ? [0, 0] : [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  )
  const room = (most - least) * 0.04 || Math.abs(most) * 0.1 || 1
  return [least - room, most + room]
}

/** The pixels of the canvas at which a chart draws a row. */
function placesOf(chart: UPlot, row: number) {
  const middle = chart.valToPos(-row, 'y', true)
  const x = (value: number) => chart.valToPos(value, 'x', true)
  return { x, scatter: middle - (SCATTER / 2 + 3) * UPlot.pxRatio, bar: middle + 13 * UPlot.pxRatio }
}

function drawPoints(chart: UPlot, { rows, selected }: DotView): void {
  const { ctx } = chart
  const [unit, chosen] = [UPlot.pxRatio, selected()]
  for (const [row, { values, seeds }] of rows.entries()) {
    const { x, scatter } = placesOf(chart, row)
    const size = (values.length > FEW ? 2 : 5) * unit
    const y = (place: number) => scatter + scatterOf(seeds[place] ?? 0) * SCATTER * unit
    ctx.fillStyle = colorOf('plot')
    ctx.globalAlpha = values.length > FEW ? 0.45 : 0.75
    for (const [place, value] of values.entries())
      ctx.fillRect(x(value) - size / 2, y(place) - size / 2, size, size)
    ctx.globalAlpha = 1
    if (chosen?.row !== row) continue
    ctx.strokeStyle = colorOf('accent')
    ctx.lineWidth = 2 * unit
    ctx.beginPath()
    ctx.arc(x(values[chosen.place] ?? 0), y(chosen.place), 7 * unit, 0, 2 * Math.PI)
    ctx.stroke()
  }
}

function drawIntervals(chart: UPlot, { rows }: DotView, isNarrow: boolean): void {
  const { ctx } = chart
  const unit = UPlot.pxRatio
  for (const [row, { name, estimate }] of rows.entries()) {
    const { x, scatter, bar } = placesOf(chart, row)
    const { mean, halfWidth } = estimate
    const half = halfWidth ?? 0
    ctx.fillStyle = colorOf('text')
    ctx.fillRect(x(mean - half), bar - 1.5 * unit, x(mean + half) - x(mean - half), 3 * unit)
    for (const end of halfWidth === null ? [] : [mean - half, mean + half])
      ctx.fillRect(x(end) - unit, bar - 5 * unit, 2 * unit, 10 * unit)
    ctx.beginPath()
    ctx.arc(x(mean), bar, 4.5 * unit, 0, 2 * Math.PI)
    ctx.fill()
    if (isNarrow) drawName(chart, name, meanText(estimate), scatter - 12 * unit)
  }
}

/** Writes the name of a row above it, where there is no room beside. */
function drawName({ ctx, bbox }: UPlot, name: string, mark: string, y: number): void {
  const unit = UPlot.pxRatio
  ctx.font = `${12 * unit}px ${FONT}`
  const right = ctx.measureText(mark).width
  const shown = fittedText(ctx, name, bbox.width - right - 12 * unit)
  ctx.fillStyle = colorOf('surface')
  ctx.fillRect(bbox.left, y - 12 * unit, ctx.measureText(shown).width, 15 * unit)
  ctx.fillRect(bbox.left + bbox.width - right, y - 12 * unit, right, 15 * unit)
  ctx.fillStyle = colorOf('text')
  ctx.textAlign = 'left'
  ctx.fillText(shown, bbox.left, y)
  ctx.fillText(mark, bbox.left + bbox.width - right, y)
}

function draw(chart: UPlot, view: DotView, isNarrow: boolean): void {
  const { ctx, bbox } = chart
  ctx.save()
  ctx.beginPath()
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height)
  ctx.clip()
  if (view.hasZero) {
    ctx.fillStyle = colorOf('failed')
    ctx.fillRect(chart.valToPos(0, 'x', true) - UPlot.pxRatio, bbox.top, 2 * UPlot.pxRatio, bbox.height)
  }
  drawPoints(chart, view)
  drawIntervals(chart, view, isNarrow)
  ctx.restore()
}

/** Creates the chart of some rows in a box. */
export function createDotChart(view: DotView, box: HTMLElement): UPlot {
  const { rows } = view
  const width = Math.max(200, box.clientWidth)
  const isNarrow = width < 620
  const measure = document.createElement('canvas').getContext('2d')
  if (measure) measure.font = `12px ${FONT}`
  const sized = (texts: readonly string[], most: number) =>
    Math.min(most, Math.max(...texts.map((text) => measure?.measureText(text).width ?? 0)) + 16)
  const [names, marks] = [rows.map(({ name }) => name), rows.map(({ estimate }) => meanText(estimate))]
  const room = sized(names, width * 0.35)
  const beside = (side: 1 | 3, texts: readonly string[], size: number) =>
    axis({
      ...{ side, size, show: !isNarrow, scale: 'y', grid: { show: false }, ticks: { show: false } },
      ...{ font: `12px ${FONT}`, stroke: colorOf('text') },
      splits: () => rows.map((_, row) => -row),
      values: () => texts.map((text) => (measure ? fittedText(measure, text, size - 12) : text)),
    })
  const options: UPlot.Options = {
    ...{ width, height: rows.length * (isNarrow ? 74 : 46) + 40, legend: { show: false } },
    cursor: { show: false },
    padding: [4, isNarrow ? 12 : 8, 0, isNarrow ? 12 : 0],
    scales: {
      x: { time: false, range: () => rangeOf(view) },
      y: { range: () => [0.5 - rows.length, 0.5 + (isNarrow ? 0.15 : 0)] },
    },
    axes: [
      axis({ space: 60, size: 28, values: (_, places) => places.map(shortNumber) }),
      beside(3, names, room),
      beside(1, marks, sized(marks, width * 0.35)),
    ],
    series: [{}, { show: false }],
    hooks: { draw: [(chart) => draw(chart, view, isNarrow)] },
  }
  return new UPlot(options, [rangeOf(view), [0, 0]], box)
}

/** Returns the point at a place of the chart, in CSS pixels. */
export function dotAt(chart: UPlot, { rows }: DotView, left: number, top: number): Dot | undefined {
  const row = Math.round(-chart.posToVal(top, 'y'))
  const { values = [], seeds = [] } = rows[row] ?? {}
  const scatter = chart.valToPos(-row, 'y') - (SCATTER / 2 + 3)
  let [best, nearest]: [Dot | undefined, number] = [undefined, CLICK_ROOM]
  for (const [place, value] of values.entries()) {
    const y = scatter + scatterOf(seeds[place] ?? 0) * SCATTER
    const distance = Math.hypot(chart.valToPos(value, 'x') - left, y - top)
    if (distance < nearest) [best, nearest] = [{ row, place }, distance]
  }
  return best
}

/** Returns the point that a key leads to. Left and right are by value, up and down by row. */
export function dotAfter(key: string, rows: readonly DotRow[], at: Dot | undefined): Dot | undefined {
  const row = (at?.row ?? 0) + (!at ? 0 : key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0)
  const { values } = rows[row] ?? {}
  if (!values) return at
  const order = values
    .map((_, place) => place)
    .sort((left, right) => (values[left] ?? 0) - (values[right] ?? 0))
  const middle = Math.floor((order.length - 1) / 2)
  const rank = at && at.row === row ? order.indexOf(at.place) : middle
  const ranks: Readonly<Record<string, number>> = {
    ...{ ArrowLeft: rank - (at ? 1 : 0), ArrowRight: rank + (at ? 1 : 0), ArrowUp: rank, ArrowDown: rank },
    ...{ Home: 0, End: order.length - 1, m: middle },
  }
  const place = order[Math.min(Math.max(ranks[key] ?? rank, 0), order.length - 1)]
  return place === undefined ? at : { row, place }
}
