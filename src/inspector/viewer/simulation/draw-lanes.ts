import type { ItemKind, TimelineItem } from '../../../simulation/run/timeline.ts'
import { colorOf, sharpContext } from './elements.ts'
import { axisStep, axisText, numberText } from './format.ts'
import { drawMark } from './marks.ts'
import type { PageView } from './view.ts'

/** The places of a drawing, in CSS pixels. */
export interface Layout {
  /** Where the time begins: right of the names of the lanes. */
  readonly left: number
  readonly right: number
  /** The height of the axis of time. */
  readonly top: number
  readonly laneHeight: number
  /** Whether the names of lanes stand above them, because there is no room beside. */
  readonly isNarrow: boolean
}

/** Returns the layout for a width. */
export function layoutOf(width: number): Layout {
  const isNarrow = width < 620
  return { left: isNarrow ? 8 : 204, right: width - 10, top: 30, laneHeight: isNarrow ? 44 : 28, isNarrow }
}

/** Returns where an instant is, from the left. */
export const placeOf = ({ from, to }: PageView, { left, right }: Layout, at: number): number =>
  left + ((at - from) / (to - from)) * (right - left)

/** Returns the instant at a place. */
export const instantAt = ({ from, to }: PageView, { left, right }: Layout, x: number): number =>
  from + ((x - left) / (right - left)) * (to - from)

/** The canvas of a drawing, with its measures and colors. */
interface Pen {
  readonly context: CanvasRenderingContext2D
  readonly layout: Layout
  readonly colors: Readonly<Record<string, string>>
  readonly width: number
  readonly height: number
}

/** The family of the fonts of charts. */
export const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif'
/** The room that a mark needs, on average, to be told from the next one. */
const MARK_ROOM = 7

const colorNames = [
  'surface',
  'band',
  'line',
  'text',
  'muted',
  'accent',
  'match',
  'failed',
  'call',
  'task',
].concat(['delivery', 'fault', 'note', 'wait', 'hold'])

const penColors = () => Object.fromEntries(colorNames.map((name) => [name, colorOf(name)]))

function drawAxis(view: PageView, { context, layout, colors, width, height }: Pen): void {
  context.fillStyle = colors['surface'] ?? ''
  context.fillRect(0, 0, width, layout.top)
  context.font = `11px ${FONT}`
  context.textAlign = 'left'
  const step = axisStep(view.to - view.from, (layout.right - layout.left) / 78)
  for (let at = Math.ceil(view.from / step) * step; at <= view.to; at += step) {
    const x = Math.round(placeOf(view, layout, at)) + 0.5
    context.fillStyle = colors['line'] ?? ''
    context.fillRect(x, layout.top - 8, 1, height)
    context.fillStyle = colors['muted'] ?? ''
    if (x + 40 < width) context.fillText(axisText(at, step), x + 4, 18)
  }
  context.fillStyle = colors['line'] ?? ''
  context.fillRect(0, layout.top - 1, width, 1)
}

/** Shortens a text until it fits. */
export function fittedText(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text
  let end = text.length
  while (end > 1 && context.measureText(`${text.slice(0, end)}…`).width > width) end -= 1
  return `${text.slice(0, end)}…`
}

function drawName(view: PageView, { context, layout, colors }: Pen, lane: number, y: number): void {
  const { name = '', bins = [] } = view.data.timeline.lanes[lane] ?? {}
  const count = numberText(bins.reduce((sum, [, one]) => sum + one, 0))
  const baseline = layout.isNarrow ? y + 13 : y + layout.laneHeight / 2 + 4
  const end = layout.isNarrow ? layout.right : layout.left - 12
  context.font = `11px ${FONT}`
  context.textAlign = 'right'
  context.fillStyle = colors['muted'] ?? ''
  context.fillText(count, end, baseline)
  const room = end - 12 - context.measureText(count).width - 8
  context.textAlign = 'left'
  context.font = `12.5px ${FONT}`
  context.fillStyle = colors['text'] ?? ''
  context.fillText(fittedText(context, name, room), 12, baseline)
}

/** The band of a lane in which its marks are. */
const bandOf = ({ isNarrow, laneHeight }: Layout, y: number) =>
  isNarrow ? { y: y + 18, height: laneHeight - 22 } : { y: y + 4, height: laneHeight - 8 }

function drawBins(
  view: PageView,
  { context, layout, colors }: Pen,
  lane: number,
  y: number,
  alpha: number,
): void {
  const { lanes, from, to, bins: count } = view.data.timeline
  const { bins = [] } = lanes[lane] ?? {}
  const width = (to - from) / count
  const most = bins.reduce((max, [, one]) => Math.max(max, one), 1)
  const band = bandOf(layout, y)
  context.globalAlpha = alpha
  for (const [bin, total, failed] of bins) {
    const x = placeOf(view, layout, from + bin * width)
    const end = placeOf(view, layout, from + (bin + 1) * width)
    if (end < layout.left || x > layout.right) continue
    const bar = (amount: number, color = '') => {
      const height = amount === 0 ? 0 : Math.max(2, (amount / most) * band.height)
      context.fillStyle = color
      context.fillRect(Math.max(x, layout.left), band.y + band.height - height, Math.max(end - x, 1), height)
    }
    bar(total, laneColor(view, lane, colors))
    bar(failed, colors['failed'])
  }
  context.globalAlpha = 1
}

function laneColor(view: PageView, lane: number, colors: Pen['colors']): string {
  const { name, group } = view.data.timeline.lanes[lane] ?? {}
  const kind =
    group === 'webhooks' ? 'delivery' : name === 'due work' ? 'task' : name === 'faults' ? 'fault' : 'call'
  return colors[kind] ?? ''
}

const colorOfItem = ({ ok, kind }: TimelineItem, colors: Pen['colors']): string => {
  const names: Partial<Record<ItemKind, string>> = { action: 'call' }
  return colors[ok || kind === 'fault' ? (names[kind] ?? kind) : 'failed'] ?? ''
}

function drawItem(view: PageView, { context, layout, colors }: Pen, item: TimelineItem, y: number): void {
  const band = bandOf(layout, y)
  const middle = band.y + band.height / 2
  const x = placeOf(view, layout, item.at)
  const end = item.end === undefined ? x : Math.max(placeOf(view, layout, item.end), x + 3)
  const isMatch = view.matching.has(item)
  if (isMatch || item === view.selected) {
    context.fillStyle = (item === view.selected ? colors['accent'] : colors['match']) ?? ''
    context.globalAlpha = item === view.selected ? 0.35 : 0.85
    context.fillRect(x - 7, band.y - 1, end - x + 14, band.height + 2)
  }
  context.globalAlpha = view.query === '' || isMatch || item === view.selected ? 1 : 0.18
  drawMark(context, item, { x, end, y: middle, color: colorOfItem(item, colors) })
  context.globalAlpha = 1
}

/** The marks of a lane that can be seen now. */
export const visibleItems = (view: PageView, lane: number): TimelineItem[] =>
  (view.lanes[lane] ?? []).filter(
    (item) => item.at <= view.to && (item.end ?? item.at) >= view.from && !view.hidden.has(item.kind),
  )

/** Whether the marks of a lane have room; otherwise bars show how many there are. */
export const showsMarks = (items: readonly TimelineItem[], { left, right }: Layout): boolean =>
  items.length * MARK_ROOM <= right - left

function drawLane(view: PageView, pen: Pen, lane: number, y: number): void {
  const { context, layout, colors, width } = pen
  if (lane % 2 === 1) {
    context.fillStyle = colors['band'] ?? ''
    context.fillRect(0, y, width, layout.laneHeight)
  }
  const items = visibleItems(view, lane)
  const [oneOf = 1, failedOneOf = 1] = view.data.timeline.lanes[lane]?.keptOneOf ?? []
  const marks = showsMarks(items, layout)
  context.save()
  context.beginPath()
  context.rect(layout.left - 6, y, layout.right - layout.left + 12, layout.laneHeight)
  context.clip()
  if (!marks) drawBins(view, pen, lane, y, view.query === '' ? 0.9 : 0.25)
  else if (oneOf > 1 || failedOneOf > 1) drawBins(view, pen, lane, y, 0.22)
  for (const item of items)
    if (marks || item === view.selected || view.matching.has(item)) drawItem(view, pen, item, y)
  context.restore()
  drawName(view, pen, lane, y)
}

/** Draws the lanes that can be seen, for a list that is scrolled by so many pixels. */
export function drawLanes(view: PageView, canvas: HTMLCanvasElement, scrolled: number): void {
  const { context, width, height } = sharpContext(canvas)
  if (!context) return
  const layout = layoutOf(width)
  const pen: Pen = { context, layout, width, height, colors: penColors() }
  context.fillStyle = pen.colors['surface'] ?? ''
  context.fillRect(0, 0, width, height)
  const first = Math.max(0, Math.floor(scrolled / layout.laneHeight))
  for (let lane = first; lane < view.lanes.length; lane++) {
    const y = layout.top + lane * layout.laneHeight - scrolled
    if (y > height) break
    drawLane(view, pen, lane, y)
  }
  drawAxis(view, { ...pen, height: 8 })
  const { selected } = view
  if (!selected || selected.at < view.from || selected.at > view.to) return
  context.fillStyle = pen.colors['accent'] ?? ''
  context.fillRect(Math.round(placeOf(view, layout, selected.at)), layout.top, 1, height)
}
