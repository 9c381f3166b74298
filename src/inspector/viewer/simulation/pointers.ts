import { instantAt, layoutOf } from './draw-lanes.ts'
import { type PageView, pan, zoom } from './view.ts'

/** A move of fewer pixels is a click. */
const CLICK_MOVE = 4

/** Moves and zooms the timeline with a mouse, a wheel or fingers, and reports clicks. */
export function followPointers(
  view: PageView,
  canvas: HTMLCanvasElement,
  clicked: (x: number, y: number) => void,
): void {
  const pointers = new Map<number, { x: number; y: number }>()
  let moved = 0
  const layout = () => layoutOf(canvas.clientWidth)
  const width = () => layout().right - layout().left
  const spread = () => {
    const [first, second] = [...pointers.values()].map(({ x }) => x)
    return first === undefined || second === undefined ? 0 : Math.max(1, Math.abs(first - second))
  }
  const middle = () => {
    const places = [...pointers.values()].map(({ x }) => x)
    return instantAt(view, layout(), places.reduce((sum, x) => sum + x, 0) / places.length)
  }
  canvas.addEventListener('pointerdown', (event) => {
    if (pointers.size === 0) moved = 0
    pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY })
    canvas.setPointerCapture(event.pointerId)
  })
  canvas.addEventListener('pointermove', (event) => {
    const before = pointers.get(event.pointerId)
    if (!before) return
    const wide = spread()
    pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY })
    moved += Math.abs(event.offsetX - before.x) + Math.abs(event.offsetY - before.y)
    if (moved <= CLICK_MOVE) return
    if (wide > 0) zoom(view, wide / spread(), middle())
    else pan(view, (before.x - event.offsetX) / width())
  })
  const end = (event: PointerEvent) => {
    const known = pointers.delete(event.pointerId)
    if (known && event.type === 'pointerup' && moved <= CLICK_MOVE && pointers.size === 0)
      clicked(event.offsetX, event.offsetY)
  }
  canvas.addEventListener('pointerup', end)
  canvas.addEventListener('pointercancel', end)
  canvas.addEventListener('dblclick', (event) => zoom(view, 0.4, instantAt(view, layout(), event.offsetX)))
  canvas.addEventListener(
    'wheel',
    (event) => {
      const sideways = event.shiftKey ? event.deltaY : event.deltaX
      // A plain wheel scrolls the page, as people expect.
      if (!event.ctrlKey && !event.metaKey && Math.abs(sideways) <= Math.abs(event.deltaY) && !event.shiftKey)
        return
      event.preventDefault()
      if (event.ctrlKey || event.metaKey)
        zoom(view, event.deltaY > 0 ? 1.25 : 0.8, instantAt(view, layout(), event.offsetX))
      else pan(view, sideways / width())
    },
    { passive: false },
  )
}
