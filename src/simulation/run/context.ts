import { cutText } from '../../engine/values/cut.ts'
import { jsonBeginning } from '../../engine/values/excerpt.ts'
import { shown } from '../../service/values/scalars.ts'
import { checkNames } from '../../world/handle/known-names.ts'
import { type RandomSource, randomSource } from '../load/random-source.ts'
import type { ActorContext } from './options.ts'
import { type RequestOptions, releaseSeat, resourceNamed, Seat } from './resources.ts'
import { addToCounter, observeValue } from './series.ts'
import { countSimulationStep, type Identity, nowOf, type Simulation } from './simulation.ts'
import { record, type TimelineItem } from './timeline.ts'

/** Maximum UTF-16 code units of a text in a mark of the timeline. */
const TEXT_MAX = 600

/** Returns the beginning of a text. */
export const clippedText = (text: string): string =>
  text.length > TEXT_MAX ? `${cutText(text, TEXT_MAX)}…` : text

/** Returns the beginning of a value as JSON. */
export const clippedJson = (value: unknown): string => clippedText(jsonBeginning(value, TEXT_MAX))

/** Adds a mark of the code that runs now. */
export function recordSpan(
  run: Simulation,
  { lane, since, ok }: { lane: number; since: number; ok: boolean },
  kind: TimelineItem['kind'],
  label: string,
): void {
  const now = nowOf(run)
  if (now > since) record(run.recorder, { lane, at: since, ok }, () => ({ kind, label, end: now }))
}

function priorityOf(priority: number): number {
  if (typeof priority === 'number' && Number.isFinite(priority)) return priority
  throw new TypeError(
    `The option priority of request must be a finite number, got ${shown(String(priority))}: lower ones ` +
      'come first',
  )
}

function seatOf(
  run: Simulation,
  lane: number,
  resource: string,
  { patience, priority = 0 }: RequestOptions,
): Seat {
  const of = resourceNamed(run.resources, resource)
  const asked = { patience, priority: priorityOf(priority) }
  const seat: Seat = new Seat(resource, asked, nowOf(run), () => {
    const { since } = seat
    if (!releaseSeat(of, seat, nowOf(run))) return
    recordSpan(run, { lane, since, ok: true }, 'hold', `holds ${resource}`)
  })
  return seat
}

/** The lane and the stream of a context, which users do not see. */
const LANE = Symbol('lane')
const STREAM = Symbol('stream')

interface OwnContext extends ActorContext {
  readonly [LANE]: number
  [STREAM]: RandomSource | undefined
}

/**
 * Returns what creates the context of an actor. All contexts of a simulation share their members: an object
 * with getters of its own has a shape of its own, which costs more than all else that an arrival does.
 *
 * @param others Starts and stops other actors.
 */
export function contextsOf(
  run: Simulation,
  others: Pick<ActorContext, 'start' | 'stop'>,
): (who: Identity) => ActorContext {
  const members: Omit<ActorContext, 'name' | 'index'> & ThisType<OwnContext> = {
    world: run.world,
    get now() {
      return nowOf(run)
    },
    get random() {
      // Created on first use: most arrivals draw nothing.
      this[STREAM] ??= randomSource(run.plan.seed, `simulation/${this.name}`)
      return this[STREAM]
    },
    get request(): ActorContext['request'] {
      const { [LANE]: lane } = this
      return (resource, options = {}) => {
        checkNames('request', 'option', options, ['patience', 'priority'])
        return seatOf(run, lane, resource, options)
      }
    },
    count(name, by = 1) {
      countSimulationStep(run)
      addToCounter(run.metrics, name, by)
    },
    observe(name, value) {
      countSimulationStep(run)
      observeValue(run.metrics, name, value)
    },
    get note(): ActorContext['note'] {
      const { [LANE]: lane } = this
      return (text, data) => {
        countSimulationStep(run)
        record(run.recorder, { lane, at: nowOf(run), ok: true }, () => ({
          kind: 'note',
          label: clippedText(String(text)),
          ...(data !== undefined && { input: clippedJson(data) }),
        }))
      }
    },
    ...others,
  }
  return ({ name, index, lane }) =>
    Object.assign(Object.create(members), { name, index, [LANE]: lane, [STREAM]: undefined })
}
