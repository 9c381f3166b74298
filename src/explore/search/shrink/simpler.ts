import { DAY_MS } from '../../../engine/values/milliseconds.ts'
import { turns } from '../../time/calendar.ts'
import type { Fact, Mark, Story, StoryStep } from '../story/story.ts'
import { ordinaryWaits } from '../story/story-order.ts'
import { isWrite, numbered, replaced } from './fewer.ts'

/** A number in a story that may be lower. */
export interface Lowerable {
  readonly value: number
  /** The story with another number in its place. */
  readonly at: (value: number) => Story
}

/** The fact with another count; one fact has none. */
function counted({ count: _, ...fact }: Fact, count: number): Fact {
  return count === 1 ? fact : { ...fact, count }
}

/** The number of a call or write within its start, or of a notice, in the address of a mark. */
function numberInAddress(mark: Mark, put: (mark: Mark) => Story): Lowerable[] {
  const { before, nth } = numbered(mark.at)
  return [{ value: nth, at: (value) => put({ ...mark, at: `${before}${value}` }) }]
}

/** The number of facts, or of steps of a delay, in the harm of a mark. */
function numberInHarm({ at, harm }: Mark, put: (mark: Mark) => Story): Lowerable[] {
  if (harm.do === 'meanwhile')
    return [
      {
        value: harm.fact.count ?? 1,
        at: (value) => put({ at, harm: { ...harm, fact: counted(harm.fact, value) } }),
      },
    ]
  if (harm.do === 'error' && harm.times !== undefined) {
    const { times, ...once } = harm
    return [{ value: times, at: (value) => put({ at, harm: value < 2 ? once : { ...once, times: value } }) }]
  }
  return 'steps' in harm
    ? [{ value: harm.steps, at: (value) => put({ at, harm: { ...harm, steps: value } }) }]
    : []
}

/** The numbers of a story that may be lower: counts of facts, numbers of places, and steps of delays. */
export function lowerable({ steps, marks }: Story): Lowerable[] {
  const counts = steps.flatMap((step, index): Lowerable[] =>
    step.do === 'fact'
      ? [
          {
            value: step.count ?? 1,
            at: (value) => ({ steps: replaced(steps, index, counted(step, value)), marks }),
          },
        ]
      : [],
  )
  const inMarks = marks.flatMap((mark, index) => {
    const put = (other: Mark): Story => ({ steps, marks: replaced(marks, index, other) })
    return [...numberInAddress(mark, put), ...numberInHarm(mark, put)]
  })
  return [...counts, ...inMarks]
}

/** Stories with shorter and more ordinary waits. */
export function simplerWaits({ steps, marks }: Story): Story[] {
  return steps.flatMap((step, index) => {
    const put = (value: StoryStep): Story => ({ steps: replaced(steps, index, value), marks })
    if (step.do === 'wait')
      return ordinaryWaits
        .filter((wait) => wait !== step.milliseconds)
        .map((milliseconds) => put({ ...step, milliseconds }))
    if (step.do !== 'wait for') return []
    return [
      ...[...ordinaryWaits, 31 * DAY_MS].map((milliseconds) => put({ do: 'wait', milliseconds })),
      ...turns.slice(0, turns.indexOf(step.endOf)).map((endOf) => put({ ...step, endOf })),
    ]
  })
}

/** Stories that die right after a write, or after the one before it, instead of before it. */
function laterDeaths({ steps, marks }: Story, place: number): Story[] {
  const mark = marks[place]
  if (mark?.harm.do !== 'dies before') return []
  const { before, nth } = numbered(mark.at)
  return [nth - 1, nth]
    .filter((number) => number > 0)
    .map((number) => ({
      steps,
      marks: replaced(marks, place, { at: `${before}${number}`, harm: { do: 'dies after' } }),
    }))
}

/** Harms by which the process ends in another way than by its death. */
const endsProcess: readonly string[] = ['stops', 'down', 'deploy']

/** Stories with a more ordinary harm in a mark's place. */
export function simplerMarks(story: Story): Story[] {
  const { steps, marks } = story
  return marks.flatMap((mark, index) => {
    const put = (harm: Mark['harm']): Story => ({ steps, marks: replaced(marks, index, { ...mark, harm }) })
    const { harm } = mark
    if (harm.do === 'error')
      return [
        ...(harm.for ? [put({ do: 'error', code: harm.code })] : []),
        ...[2, 4].filter((code) => code < harm.code).map((code) => put({ ...harm, code })),
      ]
    if (mark.at.startsWith('notice ') && endsProcess.includes(harm.do)) return []
    if (endsProcess.includes(harm.do)) return [put({ do: 'dies before' })]
    if (harm.do === 'dies before' || harm.do === 'dies after')
      return isWrite(mark.at)
        ? laterDeaths(story, index)
        : [put({ do: 'answer lost' }), put({ do: 'refused' })]
    return harm.do === 'damaged' || harm.do === 'status'
      ? [put({ do: 'answer lost' }), put({ do: 'refused' })]
      : []
  })
}
