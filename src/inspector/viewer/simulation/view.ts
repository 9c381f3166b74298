import type { SimulationResult } from '../../../simulation/run/simulate.ts'
import type { ItemKind, TimelineItem } from '../../../simulation/run/timeline.ts'

/** The data that the page shows. */
export interface PageData extends SimulationResult {
  readonly title: string
}

/** The choices of a person on the page. */
export interface PageView {
  readonly data: PageData
  /** The marks of each lane, in the order of their instants. */
  readonly lanes: readonly (readonly TimelineItem[])[]
  /** The visible time, in Unix milliseconds. */
  from: number
  to: number
  selected: TimelineItem | undefined
  query: string
  matches: readonly TimelineItem[]
  readonly matching: Set<TimelineItem>
  readonly hidden: Set<ItemKind>
  readonly listeners: Set<() => void>
}

/** The shortest visible time in milliseconds. */
const SPAN_MIN = 20

/** Creates a view of everything. */
export function createView(data: PageData): PageView {
  const { from, to, items } = data.timeline
  const lanes: TimelineItem[][] = data.timeline.lanes.map(() => [])
  for (const item of items) lanes[item.lane]?.push(item)
  return {
    data,
    lanes,
    from,
    to: Math.max(to, from + SPAN_MIN),
    selected: undefined,
    query: '',
    matches: [],
    matching: new Set(),
    hidden: new Set(),
    listeners: new Set(),
  }
}

/** Redraws the page. */
export const changed = (view: PageView): void => {
  for (const listener of view.listeners) listener()
}

/** Shows a range of time. A range beyond the simulation is moved into it. */
export function showRange(view: PageView, from: number, to: number): void {
  const { from: first, to: last } = view.data.timeline
  const whole = Math.max(last - first, SPAN_MIN)
  const span = Math.min(Math.max(to - from, SPAN_MIN), whole)
  const middle = (from + to) / 2
  view.from = Math.min(Math.max(middle - span / 2, first), first + whole - span)
  view.to = view.from + span
  changed(view)
}

/** Shows more or less time around an instant, which stays at its place. */
export function zoom(view: PageView, factor: number, around = (view.from + view.to) / 2): void {
  showRange(view, around - (around - view.from) * factor, around + (view.to - around) * factor)
}

/** Moves by a share of the visible time. */
export function pan(view: PageView, share: number): void {
  const move = (view.to - view.from) * share
  showRange(view, view.from + move, view.to + move)
}

/** Shows everything. */
export const fit = (view: PageView): void => showRange(view, view.data.timeline.from, view.data.timeline.to)

/** Selects a mark, and moves to it if it is not visible. */
export function selectMark(view: PageView, item: TimelineItem | undefined): void {
  view.selected = item
  if (item && (item.at < view.from || item.at > view.to)) {
    const half = (view.to - view.from) / 2
    showRange(view, item.at - half, item.at + half)
  } else changed(view)
}

/** The lower-case text that a search looks in. */
const searchText = (item: TimelineItem, lane: string): string =>
  [lane, item.kind, item.label, item.input ?? '', item.error?.message ?? '', item.error?.code ?? '']
    .concat(item.events ?? [])
    .join(' ')
    .toLowerCase()

/** Searches the marks for a text. */
export function search(view: PageView, query: string): void {
  const wanted = query.trim().toLowerCase()
  const { items, lanes } = view.data.timeline
  view.query = wanted
  view.matches =
    wanted === ''
      ? []
      : items.filter((item) => searchText(item, lanes[item.lane]?.name ?? '').includes(wanted))
  view.matching.clear()
  for (const item of view.matches) view.matching.add(item)
  changed(view)
}

/** Selects the next match, or the one before. */
export function nextMatch(view: PageView, step: 1 | -1): void {
  const { matches, selected } = view
  if (matches.length === 0) return
  const place = selected ? matches.indexOf(selected) : -1
  const next = place === -1 ? (step === 1 ? 0 : -1) : place + step
  selectMark(view, matches[(next + matches.length) % matches.length])
}

const isVisible = (view: PageView, item: TimelineItem): boolean => !view.hidden.has(item.kind)

/** Returns the visible mark of a lane that is closest to an instant. */
function closestIn(view: PageView, lane: number, at: number): TimelineItem | undefined {
  const items = (view.lanes[lane] ?? []).filter((item) => isVisible(view, item))
  return items.reduce<TimelineItem | undefined>(
    (best, item) => (best && distanceTo(best, at) <= distanceTo(item, at) ? best : item),
    undefined,
  )
}

/** The time between an instant and a mark; 0 within a mark that took time. */
export const distanceTo = (item: TimelineItem, at: number): number =>
  Math.max(item.at - at, at - (item.end ?? item.at), 0)

/** Selects the next mark in its lane, or the one before; the first visible mark if none is selected. */
export function stepInLane(view: PageView, step: 1 | -1): void {
  const { selected } = view
  if (!selected) {
    const middle = (view.from + view.to) / 2
    const lane = view.lanes.findIndex((_, index) => closestIn(view, index, middle))
    if (lane >= 0) selectMark(view, closestIn(view, lane, middle))
    return
  }
  const items = (view.lanes[selected.lane] ?? []).filter((item) => isVisible(view, item))
  const next = items[items.indexOf(selected) + step]
  if (next) selectMark(view, next)
}

/** Selects the closest mark in the next lane that has one, or in the lane before. */
export function stepLane(view: PageView, step: 1 | -1): void {
  const { selected } = view
  if (!selected) {
    stepInLane(view, step)
    return
  }
  for (let lane = selected.lane + step; lane >= 0 && lane < view.lanes.length; lane += step) {
    const item = closestIn(view, lane, selected.at)
    if (!item) continue
    selectMark(view, item)
    return
  }
}
