import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/**
 * Draws in an element, and again when its width, the colors or one of the inputs change.
 *
 * @param draw Returns what removes the drawing.
 */
export function useDrawn<Box extends HTMLElement>(
  draw: (box: Box) => () => void,
  inputs: readonly unknown[],
): RefObject<Box | null> {
  const box = useRef<Box>(null)
  useEffect(() => {
    const { current } = box
    if (!current) return undefined
    let [width, remove] = [current.clientWidth, draw(current)]
    const again = () => {
      remove()
      remove = draw(current)
    }
    const watch = new ResizeObserver(() => {
      if (width === current.clientWidth) return
      width = current.clientWidth
      again()
    })
    const dark = window.matchMedia('(prefers-color-scheme: dark)')
    watch.observe(current)
    dark.addEventListener('change', again)
    return () => {
      watch.disconnect()
      dark.removeEventListener('change', again)
      remove()
    }
  }, inputs)
  return box
}
