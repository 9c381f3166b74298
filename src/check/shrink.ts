import type { Finding } from './judge.ts'
import type { Place } from './run/run.ts'
import { passes } from './smaller.ts'
import { type Story, storyKey } from './story.ts'
import { isSmaller } from './story-order.ts'

/** A run of a story: what is wrong with it, and the places where something can go wrong. */
interface Tried<F = Finding | undefined> {
  readonly finding: F
  readonly places: readonly Place[]
}

/** Plays a story and judges it. */
export type Try = (story: Story) => Promise<Tried>

/** The result of shrinking: the smallest story found, and the number of runs that it took. */
export interface Shrunk {
  readonly story: Story
  readonly finding: Finding
  readonly runs: number
}

/** Maximum runs of one shrinking. */
const RUNS_MAX = 300

/** Finds a small story that fails in the same way: none of its parts can be left out. */
export async function shrink(first: Story, found: Tried<Finding>, attempt: Try): Promise<Shrunk> {
  const known = new Set<string>([storyKey(first)])
  let best = { story: first, ...found }
  let runs = 0
  /** Plays a story that was not played before, and keeps it if it fails in the same way. */
  const isBetter = async (story: Story): Promise<boolean> => {
    const key = storyKey(story)
    if (runs >= RUNS_MAX || known.has(key) || !isSmaller(story, best.story)) return false
    known.add(key)
    runs++
    const { finding, places } = await attempt(story)
    if (finding?.kind !== found.finding.kind) return false
    best = { story, finding, places }
    return true
  }
  for (let improved = true; improved && runs < RUNS_MAX; ) {
    improved = false
    for (const pass of passes) {
      for (let again = true; again; ) {
        again = false
        for (const story of pass(best.story, best.places)) {
          if (!(await isBetter(story))) continue
          improved = true
          again = true
          break
        }
      }
    }
  }
  const { story, finding } = best
  return { story, finding, runs }
}
