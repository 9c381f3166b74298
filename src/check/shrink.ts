import type { Finding } from './judge.ts'
import type { Place } from './run/run.ts'
import { alternatives, passes } from './smaller.ts'
import { type Story, storyKey } from './story.ts'
import { isSmaller } from './story-order.ts'

/** Plays a story. Returns what is wrong with it, and the places where something could go wrong. */
export type Try = (
  story: Story,
) => Promise<{ readonly finding: Finding | undefined; readonly places: readonly Place[] }>

/** The result of shrinking: the smallest story found, and the number of runs that it took. */
export interface Shrunk {
  readonly story: Story
  readonly finding: Finding
  readonly runs: number
}

/** The number of runs after which no more parts of a story are left out. */
const RUNS_MAX = 300
/** The number of runs after which nothing else is tried, such as simpler parts or other stories. */
const SIMPLER_RUNS_MAX = 60

/**
 * Finds a small story that fails in the same way: none of its parts can be left out, unless time runs out.
 */
export async function shrink(
  first: Story,
  found: Finding,
  attempt: Try,
  isTimeOver: () => boolean = () => false,
): Promise<Shrunk> {
  const known = new Set<string>()
  let best = { story: first, finding: found }
  let runs = 0

  /** Keeps the first story that fails in the same way. Returns whether there is one. */
  async function keepFailing(stories: readonly Story[], runsMax: number): Promise<boolean> {
    for (const story of stories) {
      const key = storyKey(story)
      if (known.has(key) || !isSmaller(story, best.story)) continue
      if (runs >= runsMax || isTimeOver()) return false
      known.add(key)
      runs++
      const { finding } = await attempt(story)
      if (finding?.kind !== found.kind) continue
      best = { story, finding }
      return true
    }
    return false
  }

  async function reduce(): Promise<void> {
    for (let improved = true; improved; ) {
      improved = false
      for (const { storiesOf, leavesOut } of passes) {
        const runsMax = leavesOut ? RUNS_MAX : SIMPLER_RUNS_MAX
        while (await keepFailing(storiesOf(best.story), runsMax)) improved = true
      }
    }
  }

  async function replace(): Promise<boolean> {
    if (best.story.marks.length === 0 || runs >= SIMPLER_RUNS_MAX || isTimeOver()) return false
    runs++
    const { places } = await attempt({ steps: best.story.steps, marks: [] })
    return keepFailing(alternatives(best.story, places), SIMPLER_RUNS_MAX)
  }

  do await reduce()
  while (await replace())
  return { ...best, runs }
}
