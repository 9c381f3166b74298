import { writtenAt } from '../../run/write-kinds.ts'
import { callAddress } from '../story/address.ts'
import { factsMax, type Mark, type Story, type StoryStep, storyKey } from '../story/story.ts'

export const without = <T>(list: readonly T[], from: number, count: number): T[] => [
  ...list.slice(0, from),
  ...list.slice(from + count),
]

export const replaced = <T>(list: readonly T[], place: number, value: T): T[] =>
  list.map((other, index) => (index === place ? value : other))

/** The address of a place up to its last number, and that number: which call, write or notice it is. */
export function numbered(at: string): { readonly before: string; readonly nth: number } {
  const end = Math.max(at.lastIndexOf('/'), at.lastIndexOf(' ')) + 1
  return { before: at.slice(0, end), nth: Number(at.slice(end)) }
}

/** Whether an address names a write. */
export const isWrite = (at: string): boolean => writtenAt(at) !== undefined

/** The name of the job or command that a step starts. */
const startedBy = (step: StoryStep): string | undefined =>
  step.do === 'job' ? step.job : step.do === 'command' ? step.command : undefined

/** The places of the steps that start a job or command. */
export const placesOfStarts = (steps: readonly StoryStep[], name: string): number[] =>
  steps.flatMap((step, index) => (startedBy(step) === name ? [index] : []))

/** Names of work that another service started, by its host. */
const host = /^[\w-]+(?:\.[\w-]+)+(?::\d+)?$/

/** Work that starts without a step of a story in every program. */
const startsAlone: readonly string[] = ['start', 'main', 'webhook']

/**
 * A story without the marks of starts that do not happen. `periodic` names work that also starts when time
 * passes.
 */
export const withoutIdleMarks = ({ steps, marks }: Story, periodic: readonly string[] = []): Story => ({
  steps,
  marks: marks.filter(({ at }) => {
    const { name, ordinal = 0 } = callAddress(at) ?? {}
    if (name === undefined || startsAlone.includes(name) || periodic.includes(name)) return true
    if (host.test(name)) return true
    return ordinal <= placesOfStarts(steps, name).length
  }),
})

/** The number of facts that a step makes. */
const factsOf = (step: StoryStep): number => (step.do === 'fact' ? (step.count ?? 1) : 0)

/** Lowers the number of a notice, or of the work that it starts, as if earlier facts had not been. */
function afterFewerFacts(mark: Mark, by: number): Mark {
  const notice = Number(/^notice (\d+)$/.exec(mark.at)?.[1])
  if (notice > by) return { ...mark, at: `notice ${notice - by}` }
  const { name, ordinal = 0, rest } = callAddress(mark.at) ?? {}
  return name === 'webhook' && ordinal > by ? { ...mark, at: `webhook#${ordinal - by}${rest}` } : mark
}

/**
 * The mark under the number that its start has without some of the steps. A mark whose own start is left
 * out moves to the next start (`onto` 0), or to the one before (`onto` 1).
 */
function afterFewerStarts(mark: Mark, story: Story, from: number, count: number, onto: number): Mark {
  const { name = '', ordinal = 0, rest } = callAddress(mark.at) ?? {}
  const starts = placesOfStarts(story.steps, name)
  const own = starts[ordinal - 1]
  if (own === undefined || own < from) return mark
  const before = starts.filter((place) => place >= from && place < Math.min(own, from + count)).length
  const lowered = ordinal - before - (own < from + count ? onto : 0)
  return lowered < 1 ? mark : { ...mark, at: `${name}#${lowered}${rest}` }
}

/** A story without some of the steps, with its marks under the numbers that their places may then have. */
export function withoutSteps(story: Story, from: number, count: number): Story[] {
  const facts = story.steps.slice(from, from + count).reduce((sum, step) => sum + factsOf(step), 0)
  const steps = without(story.steps, from, count)
  const stories = [0, facts].flatMap((by) =>
    [0, 1].map((onto) => ({
      steps,
      marks: story.marks.map((mark) => afterFewerFacts(afterFewerStarts(mark, story, from, count, onto), by)),
    })),
  )
  return [...new Map(stories.map((one) => [storyKey(one), one])).values()]
}

/** Stories without one of the marks. */
export const fewerMarks = ({ steps, marks }: Story): Story[] =>
  marks.map((_, index) => ({ steps, marks: without(marks, index, 1) }))

/** One step that does what two neighboring ones do; undefined if there is none. */
function both(step: StoryStep, next: StoryStep | undefined): StoryStep | undefined {
  if (step.do === 'wait' && next?.do === 'wait')
    return { do: 'wait', milliseconds: step.milliseconds + next.milliseconds }
  if (step.do !== 'fact' || next?.do !== 'fact' || step.kind !== next.kind || step.of !== next.of)
    return undefined
  const count = factsOf(step) + factsOf(next)
  return count <= factsMax ? { ...step, count } : undefined
}

/** Stories with one wait, or one fact with a count, in place of two neighboring ones. */
export function merged({ steps, marks }: Story): Story[] {
  return steps.flatMap((step, index) => {
    const one = both(step, steps[index + 1])
    return one ? [{ steps: replaced(without(steps, index, 1), index, one), marks }] : []
  })
}
