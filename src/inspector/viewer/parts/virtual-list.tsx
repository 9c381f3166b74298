import { useSignal } from '@preact/signals'
import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/** Lines above and below the visible ones that are drawn too. */
const MARGIN = 10

/** The tallest box that every browser scrolls exactly, in CSS pixels. */
const HEIGHT_MAX = 8_000_000

interface VirtualListProps<T> {
  readonly label: string
  readonly items: readonly T[]
  /** The height of a line in CSS pixels. */
  readonly lineHeight: number
  readonly selected: number
  readonly onSelect: (index: number) => void
  readonly render: (item: T) => ComponentChildren
  readonly keyOf: (item: T) => string | number
  /** Whether the list stays at its end when items are added. */
  readonly follows: boolean
}

const moves: Readonly<Record<string, (at: number, page: number, last: number) => number>> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  PageDown: (at, page) => at + page,
  PageUp: (at, page) => at - page,
  Home: () => 0,
  End: (_at, _page, last) => last,
}

/** The lines that are drawn, and where. */
interface Slice {
  readonly from: number
  readonly to: number
  /** The first line that is visible, and the number of visible lines. */
  readonly first: number
  readonly lines: number
  /** The height of all lines, and the place of the drawn ones, in CSS pixels. */
  readonly total: number
  readonly top: number
}

/** Returns the lines to draw. Beyond the tallest box, a pixel of the scroll bar stands for several. */
function sliceOf(count: number, lineHeight: number, scrolled: number, height: number): Slice {
  const total = Math.min(count * lineHeight, HEIGHT_MAX)
  const lines = Math.max(1, Math.floor(height / lineHeight))
  const room = Math.max(0, total - height)
  const share = room === 0 ? 0 : Math.min(1, scrolled / room)
  const first = Math.round(share * Math.max(0, count - lines))
  const from = Math.max(0, first - MARGIN)
  const to = Math.min(count, first + lines + MARGIN)
  const lowest = Math.max(0, total - (to - from) * lineHeight)
  return {
    from,
    to,
    first,
    lines,
    total,
    top: Math.min(Math.max(0, scrolled - (first - from) * lineHeight), lowest),
  }
}

/** Follows the size of the box and the place to which it is scrolled. */
function useBox(count: number, follows: boolean) {
  const box = useRef<HTMLDivElement>(null)
  const scrolled = useSignal(0)
  const height = useSignal(400)
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const watch = new ResizeObserver(() => {
      height.value = element.clientHeight
    })
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  useEffect(() => {
    if (follows && box.current) box.current.scrollTop = box.current.scrollHeight
  }, [count, follows])
  return { box, scrolled, height }
}

/** A list that draws only its visible lines. Arrow keys select a line. */
export function VirtualList<T>(props: VirtualListProps<T>): JSX.Element {
  const { label, items, lineHeight, selected, onSelect, render, keyOf, follows } = props
  const { box, scrolled, height } = useBox(items.length, follows)
  const { from, to, first, lines, total, top } = sliceOf(
    items.length,
    lineHeight,
    scrolled.value,
    height.value,
  )
  const press = (event: KeyboardEvent) => {
    const last = items.length - 1
    const move = moves[event.key]
    if (!move || last < 0) return
    event.preventDefault()
    const next = Math.max(0, Math.min(last, move(selected, lines, last)))
    onSelect(next)
    if (!box.current || (next >= first && next < first + lines)) return
    const place = next < first ? next : next - lines + 1
    box.current.scrollTop = (place / Math.max(1, items.length - lines)) * Math.max(0, total - height.value)
  }
  return (
    <div
      ref={box}
      class="list"
      role="listbox"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={selected >= from && selected < to ? `line-${selected}` : undefined}
      onScroll={({ currentTarget }) => {
        scrolled.value = currentTarget.scrollTop
      }}
      onKeyDown={press}
    >
      <div role="presentation" style={{ height: `${total}px`, position: 'relative' }}>
        <div role="presentation" style={{ position: 'absolute', insetInline: 0, top: `${top}px` }}>
          {items.slice(from, to).map((item, offset) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys
            <div
              key={keyOf(item)}
              id={`line-${from + offset}`}
              role="option"
              tabIndex={-1}
              aria-selected={from + offset === selected}
              aria-posinset={from + offset + 1}
              aria-setsize={items.length}
              class="line"
              style={{ height: `${lineHeight}px` }}
              onClick={() => onSelect(from + offset)}
            >
              {render(item)}
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
