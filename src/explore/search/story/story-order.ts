import { turns } from '../../time/calendar.ts'
import { type Mark, type Story, type StoryStep, storyKey } from './story.ts'

/** Lengths of waits, from the most ordinary. */
export const ordinaryWaits = [1_000, 60_000, 3_600_000, 90_000_000]

/** How ordinary a harm is: a story with a more ordinary one is easier to believe. */
const ordinaryHarms = [
  'twice',
  'again later',
  'late',
  'after the next',
  'answer lost',
  'refused',
  'status',
  'damaged',
  'error',
  'processing',
  'too large',
  'short page',
  'empty page',
  'cursor expired',
  'meanwhile',
  'answer late',
  'request late',
  'dies after',
  'dies before',
  'torn',
  'conflict',
  'disconnect',
  'stops',
  'down',
  'deploy',
]

/** The number of parts of a story: steps and marks. */
export const partsOf = ({ steps, marks }: Story): number => steps.length + marks.length

/** The order of stories: fewer marks, fewer parts, smaller values. */
export function isSmaller(a: Story, b: Story): boolean {
  const size = (story: Story) =>
    [partsOf(story), story.marks.length, weight(story), storyKey(story).length] as const
  const [left, right] = [size(a), size(b)]
  for (const [index, value] of left.entries()) {
    const other = right[index] ?? 0
    if (value !== other) return value < other
  }
  // Equal in size: one order of texts, so that every seed ends at the same story.
  return storyKey(a) < storyKey(b)
}

/** A story with its marks in the order of their places, so that every seed writes the same marks equally. */
export const withOrderedMarks = ({ steps, marks }: Story): Story => ({
  steps,
  marks: marks.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
})

/** The stories from the smallest. */
export const inOrder = (stories: readonly Story[]): Story[] =>
  stories.toSorted((a, b) => (isSmaller(a, b) ? -1 : isSmaller(b, a) ? 1 : 0))

function weight({ steps, marks }: Story): number {
  const ofStep = (step: StoryStep) =>
    step.do === 'wait'
      ? ordinaryWaits.filter((wait) => wait < step.milliseconds).length +
        (ordinaryWaits.includes(step.milliseconds) ? 0 : 0.5)
      : step.do === 'wait for'
        ? ordinaryWaits.length + 1 + turns.indexOf(step.endOf)
        : step.do === 'fact'
          ? (step.count ?? 1)
          : 0
  const ofMark = ({ harm }: Mark) => ordinaryHarms.indexOf(harm.do)
  return [...steps.map(ofStep), ...marks.map(ofMark)].reduce((sum, value) => sum + value, 0)
}
