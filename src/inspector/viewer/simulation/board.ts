import { createDetails, kindNames } from './details.ts'
import { drawLanes, instantAt, layoutOf, placeOf, showsMarks, visibleItems } from './draw-lanes.ts'
import { element } from './elements.ts'
import { instantLabel } from './format.ts'
import { followPointers } from './pointers.ts'
import { distanceTo, type PageView, selectMark, zoom } from './view.ts'

/** A click this close to a mark means it, in CSS pixels. */
const CLICK_ROOM = 9

/** Selects the mark at a place of the canvas, or looks closer where bars stand for many marks. */
function click(view: PageView, canvas: HTMLCanvasElement, scrolled: number, x: number, y: number): void {
  const layout = layoutOf(canvas.clientWidth)
  if (x < layout.left - CLICK_ROOM) return
  const lane = Math.floor((y - layout.top + scrolled) / layout.laneHeight)
  const at = instantAt(view, layout, x)
  const items = visibleItems(view, lane)
  if (items.length > 0 && !showsMarks(items, layout)) {
    zoom(view, 0.3, at)
    return
  }
  const [closest] = items.sort((left, right) => distanceTo(left, at) - distanceTo(right, at))
  const isNear =
    closest &&
    (distanceTo(closest, at) === 0 || Math.abs(placeOf(view, layout, closest.at) - x) <= CLICK_ROOM)
  selectMark(view, isNear ? closest : undefined)
}

/** Scrolls until the lane of the selected mark can be seen. */
function revealSelected({ selected }: PageView, box: HTMLElement, canvas: HTMLCanvasElement): void {
  if (!selected) return
  const { laneHeight, top } = layoutOf(canvas.clientWidth)
  const y = selected.lane * laneHeight
  const room = canvas.clientHeight - top - laneHeight
  if (y < box.scrollTop) box.scrollTop = y
  else if (y > box.scrollTop + room) box.scrollTop = y - room
}

/** The text of the selected mark for a screen reader. */
function announcement({ selected, data }: PageView): string {
  if (!selected) return ''
  const { kind, label, at, ok, lane } = selected
  const name = data.timeline.lanes[lane]?.name ?? ''
  return `${kindNames[kind]} ${label}${ok ? '' : ', failed'}, ${name}, ${instantLabel(at)} UTC`
}

/** Creates the lanes, with the details of the selected mark beside them. */
export function createBoard(view: PageView): { board: HTMLElement; canvas: HTMLCanvasElement } {
  const canvas = element('canvas', {
    tabindex: '0',
    role: 'application',
    'aria-label': 'Timeline: arrow keys select a mark, plus and minus zoom, slash searches',
  })
  const spacer = element('div')
  const box = element('div', { class: 'lanes' }, canvas, spacer)
  const spoken = element('p', { class: 'unseen', 'aria-live': 'polite' })
  const board = element('div', { class: 'board' }, element('div', {}, box, spoken))
  board.append(createDetails(view, board))
  let lastSelected = view.selected
  const draw = () => {
    const { top, laneHeight } = layoutOf(box.clientWidth)
    const height = top + view.lanes.length * laneHeight + 6
    const visible = Math.min(height, Math.max(180, Math.round(window.innerHeight * 0.62) - 2))
    canvas.style.height = `${visible}px`
    spacer.style.height = `${height - visible}px`
    if (view.selected !== lastSelected) {
      lastSelected = view.selected
      revealSelected(view, box, canvas)
      spoken.textContent = announcement(view)
    }
    drawLanes(view, canvas, box.scrollTop)
  }
  let isAsked = false
  const redraw = () => {
    if (isAsked) return
    isAsked = true
    requestAnimationFrame(() => {
      isAsked = false
      draw()
    })
  }
  view.listeners.add(redraw)
  box.addEventListener('scroll', redraw)
  new ResizeObserver(redraw).observe(box)
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw)
  followPointers(view, canvas, (x, y) => click(view, canvas, box.scrollTop, x, y))
  return { board, canvas }
}
