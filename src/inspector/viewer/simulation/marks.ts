import type { TimelineItem } from '../../../simulation/run/timeline.ts'

/** Where a mark is, and its color. */
interface MarkPlace {
  readonly x: number
  readonly end: number
  readonly y: number
  readonly color: string
}

type Painter = (context: CanvasRenderingContext2D, x: number, y: number) => void

function polygon(context: CanvasRenderingContext2D, points: readonly (readonly [number, number])[]): void {
  context.beginPath()
  for (const [x, y] of points) context.lineTo(x, y)
  context.closePath()
  context.fill()
}

function circle(context: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  context.beginPath()
  context.arc(x, y, radius, 0, 2 * Math.PI)
}

const dot: Painter = (context, x, y) => {
  circle(context, x, y, 3.6)
  context.fill()
}

const ring: Painter = (context, x, y) => {
  circle(context, x, y, 3.2)
  context.lineWidth = 1.8
  context.stroke()
}

const square: Painter = (context, x, y) => context.fillRect(x - 3.5, y - 3.5, 7, 7)

const triangle: Painter = (context, x, y) =>
  polygon(context, [
    [x, y - 4.5],
    [x + 4.5, y + 3.6],
    [x - 4.5, y + 3.6],
  ])

const diamond: Painter = (context, x, y) =>
  polygon(context, [
    [x, y - 5],
    [x + 5, y],
    [x, y + 5],
    [x - 5, y],
  ])

const cross: Painter = (context, x, y) => {
  context.lineWidth = 2.2
  context.beginPath()
  context.moveTo(x - 4, y - 4)
  context.lineTo(x + 4, y + 4)
  context.moveTo(x + 4, y - 4)
  context.lineTo(x - 4, y + 4)
  context.stroke()
}

const painters: Readonly<Record<TimelineItem['kind'], Painter>> = {
  call: dot,
  action: ring,
  task: square,
  delivery: triangle,
  fault: cross,
  note: ring,
  wait: ring,
  hold: square,
}

/** Draws a mark: its shape tells its kind, so that its color is not needed. A failure is a diamond. */
export function drawMark(
  context: CanvasRenderingContext2D,
  { kind, ok, end: until }: TimelineItem,
  { x, end, y, color }: MarkPlace,
): void {
  context.fillStyle = color
  context.strokeStyle = color
  if (until === undefined) {
    const paint = ok || kind === 'fault' ? painters[kind] : diamond
    paint(context, x, y)
    return
  }
  if (kind === 'wait') {
    context.lineWidth = 1.5
    context.strokeRect(x, y - 3.5, end - x, 7)
  } else context.fillRect(x, y - 4, end - x, 8)
  if (!ok) diamond(context, end, y)
}
