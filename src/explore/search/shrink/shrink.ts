import type { Finding } from '../../report/judge/finding.ts'
import { type Story, storyKey } from '../story/story.ts'
import { inOrder, isSmaller, withOrderedMarks } from '../story/story-order.ts'
import { alternatives, earlierStarts, type Seen } from './alternatives.ts'
import { fewerMarks, merged, withoutIdleMarks, withoutSteps } from './fewer.ts'
import { lowerable, simplerMarks, simplerWaits } from './simpler.ts'

/** A played story, and its finding. */
interface Tried extends Seen {
  readonly finding: Finding | undefined
}

/** Plays a story. */
export type Try = (story: Story) => Promise<Tried>

/** What bounds and guides shrinking. */
interface Limits {
  readonly isTimeOver?: () => boolean
  /** True for runs that take long: shrinking leaves parts out, and replaces none by a simpler one. */
  readonly leavesOutOnly?: boolean
  /** The names of work that starts when time passes, without a step. */
  readonly periodic?: readonly string[]
}

/** The result of shrinking: the smallest story found, and the number of runs that it took. */
export interface Shrunk {
  readonly story: Story
  readonly finding: Finding
  readonly runs: number
}

/** The number of runs after which the smallest story so far is the result. */
const RUNS_MAX = 60

/** Shrinking under way. */
interface Shrinking {
  best: { readonly story: Story; readonly finding: Finding }
  /** Keeps the first smaller story that fails in the same way. Returns whether there is one. */
  keepFirst(stories: readonly Story[]): Promise<boolean>
  /** Plays a story, or returns how it was played before; undefined if no time or no runs are left. */
  see(story: Story): Promise<Tried | undefined>
  readonly runs: () => number
}

function begin(story: Story, found: Finding, attempt: Try, limits: Limits): Shrinking {
  const { isTimeOver = () => false, periodic } = limits
  const tried = new Map<string, Tried>()
  let runs = 0
  const shrinking: Shrinking = {
    best: { story, finding: found },
    async see(other) {
      const key = storyKey(other)
      const known = tried.get(key)
      if (known || runs >= RUNS_MAX || isTimeOver()) return known
      runs++
      const result = await attempt(other)
      tried.set(key, result)
      return result
    },
    async keepFirst(stories) {
      for (const other of stories.map((one) => withOrderedMarks(withoutIdleMarks(one, periodic)))) {
        if (!isSmaller(other, shrinking.best.story)) continue
        const finding = (await shrinking.see(other))?.finding
        if (finding?.kind !== found.kind) continue
        shrinking.best = { story: other, finding }
        return true
      }
      return false
    },
    runs: () => runs,
  }
  return shrinking
}

/** Leaves out as many steps at once as possible: first half of them, at last each by itself. */
async function leaveStepsOut(shrinking: Shrinking): Promise<void> {
  const { length } = shrinking.best.story.steps
  for (let size = Math.max(1, Math.floor(length / 2)); size >= 1; size = Math.floor(size / 2)) {
    // From the end: what is left out there changes nothing before it.
    for (let from = shrinking.best.story.steps.length - size; from > -size; from -= size)
      await shrinking.keepFirst(withoutSteps(shrinking.best.story, Math.max(0, from), size))
  }
}

/** Lowers one number of a story as far as the story still fails, by bisection. */
async function lower(shrinking: Shrinking, place: number): Promise<void> {
  const number = lowerable(shrinking.best.story)[place]
  if (!number || number.value === 1) return
  const fails = (value: number) => shrinking.keepFirst([number.at(value)])
  // Mostly one is enough, or the number is as low as it can be.
  if ((await fails(1)) || !(await fails(number.value - 1))) return
  for (let [low, high] = [1, number.value - 1]; high - low > 1; ) {
    const middle = Math.floor((low + high) / 2)
    if (await fails(middle)) high = middle
    else low = middle
  }
}

async function repeat(shrinking: Shrinking, storiesOf: (story: Story) => Story[]): Promise<void> {
  while (await shrinking.keepFirst(storiesOf(shrinking.best.story)));
}

/** Makes a story smaller until it is as small as its parts allow. */
async function reduce(shrinking: Shrinking): Promise<void> {
  for (let before: Story | undefined; before !== shrinking.best.story; ) {
    before = shrinking.best.story
    await repeat(shrinking, fewerMarks)
    await leaveStepsOut(shrinking)
    await repeat(shrinking, merged)
    for (let index = 0; index < lowerable(shrinking.best.story).length; index++) await lower(shrinking, index)
    await repeat(shrinking, simplerWaits)
    await repeat(shrinking, simplerMarks)
  }
}

/** Leaves out a start before that of a mark, and finds the place of the mark in the start that is left. */
async function joinStarts(shrinking: Shrinking): Promise<boolean> {
  const { steps } = shrinking.best.story
  for (const earlier of earlierStarts(shrinking.best.story)) {
    const before = await shrinking.see({ steps, marks: [] })
    const after = await shrinking.see({ steps: earlier.steps, marks: [] })
    const story = before && after && earlier.storyAt(before.places, after.places)
    if (story && (await shrinking.keepFirst([story]))) return true
  }
  return false
}

/** Replaces a story by a smaller one that may fail for the same reason. Returns whether there is one. */
async function replace(shrinking: Shrinking): Promise<boolean> {
  if (await joinStarts(shrinking)) return true
  const { story } = shrinking.best
  const seen = await shrinking.see({ steps: story.steps, marks: [] })
  return seen !== undefined && (await shrinking.keepFirst(inOrder(alternatives(story, seen))))
}

/**
 * Finds a small story that fails in the same way, so that every seed ends at the same one: none of its parts
 * can be left out or be simpler, unless runs or time run out.
 */
export async function shrink(
  first: Story,
  found: Finding,
  attempt: Try,
  limits: Limits = {},
): Promise<Shrunk> {
  const shrinking = begin(withOrderedMarks(first), found, attempt, limits)
  if (limits.leavesOutOnly) {
    await repeat(shrinking, fewerMarks)
    await leaveStepsOut(shrinking)
    return { ...shrinking.best, runs: shrinking.runs() }
  }
  do await reduce(shrinking)
  while (await replace(shrinking))
  return { ...shrinking.best, runs: shrinking.runs() }
}
