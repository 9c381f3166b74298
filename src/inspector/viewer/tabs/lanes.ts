import type { StepLine } from '../../../world/history/world-step.ts'
import { colorOf, sharpContext } from '../simulation/elements.ts'
import { axisStep, axisText } from '../simulation/format.ts'
import type { Surroundings } from '../state/source.ts'

/** One mark of a lane. */
interface Mark {
  readonly at: number
  readonly isBad: boolean
  /** The step that it stands for; undefined for what is due, and for deliveries. */
  readonly sequence?: number
}

/** A lane on virtual time. */
export interface TimeLane {
  readonly name: string
  readonly color: string
  readonly marks: readonly Mark[]
}

const markOf = ({ at, ok, sequence }: StepLine): Mark => ({ at, isBad: !ok, sequence })

/** Returns the lanes of a world: what happened, and what is due. */
export function timeLanes(lines: readonly StepLine[], around: Surroundings): TimeLane[] {
  const ofTypes = (...types: readonly string[]) =>
    lines.filter(({ type }) => types.includes(type)).map(markOf)
  const due = around.pending.map(({ at }) => ({ at, isBad: false }))
  const attempts = around.deliveries.flatMap((delivery) =>
    delivery.attempts.map(({ at, status }) => ({ at, isBad: status !== 200 })),
  )
  return [
    { name: 'calls', color: 'call', marks: ofTypes('call', 'request') },
    { name: 'actions', color: 'call', marks: ofTypes('action') },
    { name: 'events', color: 'note', marks: lines.filter(({ events }) => events > 0).map(markOf) },
    { name: 'due work', color: 'task', marks: ofTypes('tick') },
    { name: 'pending', color: 'task', marks: due },
    { name: 'deliveries', color: 'delivery', marks: attempts },
    { name: 'faults', color: 'fault', marks: ofTypes('fault') },
  ]
}

const LANE_HEIGHT = 30
const LEFT = 92
const TOP = 24

/** The height of the drawing of some lanes, in CSS pixels. */
export const lanesHeight = (lanes: readonly TimeLane[]): number => TOP + lanes.length * LANE_HEIGHT + 6

/** The first and the last instant of some lanes. */
export function rangeOf(lanes: readonly TimeLane[], now: number): readonly [from: number, to: number] {
  let [from, to] = [now, now]
  for (const { marks } of lanes)
    for (const { at } of marks) {
      if (at < from) from = at
      if (at > to) to = at
    }
  const room = Math.max(1_000, (to - from) * 0.03)
  return [from - room, to + room]
}

/** Returns the function that places an instant in a drawing, in CSS pixels from its left edge. */
function placing(lanes: readonly TimeLane[], now: number, width: number): (at: number) => number {
  const [from, to] = rangeOf(lanes, now)
  return (at) => LEFT + ((at - from) / (to - from)) * (width - LEFT - 12)
}

/** How far from a mark a person may click, in CSS pixels. */
const REACH = 8

/** The step of the mark nearest to a point of the drawing; undefined if none is near. */
export function stepAt(
  lanes: readonly TimeLane[],
  now: number,
  width: number,
  [x, y]: readonly [x: number, y: number],
): number | undefined {
  const placeOf = placing(lanes, now, width)
  let nearest: { readonly distance: number; readonly sequence: number } | undefined
  for (const { at, sequence } of lanes[Math.floor((y - TOP) / LANE_HEIGHT)]?.marks ?? []) {
    const distance = Math.abs(placeOf(at) - x)
    if (sequence === undefined || distance > REACH || distance >= (nearest?.distance ?? REACH + 1)) continue
    nearest = { distance, sequence }
  }
  return nearest?.sequence
}

/** Draws a lane as bars: so many marks as are at each place, and the bad ones over them. */
function drawLane(
  context: CanvasRenderingContext2D,
  { marks, color }: TimeLane,
  y: number,
  placeOf: (at: number) => number,
): void {
  const all = new Map<number, [count: number, bad: number]>()
  for (const { at, isBad } of marks) {
    const place = Math.round(placeOf(at) / 3) * 3
    const [count, bad] = all.get(place) ?? [0, 0]
    all.set(place, [count + 1, bad + (isBad ? 1 : 0)])
  }
  let most = 1
  for (const [count] of all.values()) most = Math.max(most, count)
  for (const [place, [count, bad]] of all) {
    const height = 6 + (18 * Math.log1p(count)) / Math.log1p(most)
    context.fillStyle = colorOf(color)
    context.fillRect(place - 1, y + LANE_HEIGHT - 3 - height, 3, height)
    if (bad === 0) continue
    context.fillStyle = colorOf('failed')
    context.fillRect(place - 1, y + LANE_HEIGHT - 3 - height, 3, Math.max(5, (height * bad) / count))
  }
}

/** Draws the lanes with their axis, and lines at now and at the moment that is shown. */
export function drawTime(
  canvas: HTMLCanvasElement,
  lanes: readonly TimeLane[],
  now: number,
  shown: number | undefined,
): void {
  const { context, width, height } = sharpContext(canvas)
  if (!context) return
  const [from, to] = rangeOf(lanes, now)
  const placeOf = placing(lanes, now, width)
  context.font = '12px system-ui, sans-serif'
  context.textBaseline = 'middle'
  const step = axisStep(to - from, Math.max(2, Math.floor((width - LEFT) / 90)))
  context.fillStyle = colorOf('muted')
  context.strokeStyle = colorOf('line')
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) {
    const x = Math.round(placeOf(at)) + 0.5
    context.beginPath()
    context.moveTo(x, TOP - 4)
    context.lineTo(x, height)
    context.stroke()
    const text = axisText(at, step)
    // The last label would end beyond the drawing.
    context.fillText(text, Math.min(x + 3, width - 4 - context.measureText(text).width), 10)
  }
  for (const [index, lane] of lanes.entries()) {
    const y = TOP + index * LANE_HEIGHT
    context.fillStyle = colorOf('text')
    context.fillText(lane.name, 8, y + LANE_HEIGHT / 2)
    drawLane(context, lane, y, placeOf)
  }
  for (const [at, color] of [
    [now, 'accent'],
    [shown, 'failed'],
  ] as const) {
    if (at === undefined) continue
    context.fillStyle = colorOf(color)
    context.fillRect(Math.round(placeOf(at)), TOP - 6, 1.5, height)
  }
}
