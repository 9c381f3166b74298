import fc from 'fast-check'
import { attempt } from '../../../src/explore/report/judge/exploration.ts'
import type { ExploreOptions } from '../../../src/explore/run/options/options.ts'
import type { Place } from '../../../src/explore/run/place.ts'
import { randomMarks, randomSteps } from '../../../src/explore/search/generate/generate.ts'
import { harmsAt } from '../../../src/explore/search/generate/harms.ts'
import type { Mark, Story, StoryStep } from '../../../src/explore/search/story/story.ts'
import { type Opened, withEngine } from './opened.ts'
import { type Found, firstFailure, stepKinds } from './steps.ts'
import { triesStubs } from './stubs.ts'

/** Searches for a failing story, with a number of runs at most. */
export type Approach = (options: ExploreOptions, runs: number, seed: number) => Promise<Found>

const findingOf = async ({ exploration }: Opened, story: Story) => (await attempt(exploration, story)).finding

/** Commands of fast-check on the world: facts, jobs, commands and waits, without faults. */
const commands: Approach = (options, runs, seed) =>
  withEngine(options, (opened) => {
    const kinds = stepKinds(opened.material).map((steps) =>
      steps.map(
        (step): fc.AsyncCommand<object, StoryStep[]> => ({
          check: () => true,
          run: async (_, real) => {
            real.push(step)
          },
          toString: () => JSON.stringify(step),
        }),
      ),
    )
    return firstFailure(fc.commands(kinds, { maxCommands: 12, size: 'max' }), runs, seed, async (list) => {
      const steps: StoryStep[] = []
      await fc.asyncModelRun(() => ({ model: {}, real: steps }), list)
      return findingOf(opened, { steps, marks: [] })
    })
  })

/** The places at which something can go wrong, apart from their numbers. */
function placesOf(sites: readonly Place[]): { name: string; place: Place }[] {
  const byName = new Map<string, Place>()
  for (const place of sites) byName.set(place.at.replaceAll(/\d+/g, 'N'), place)
  return [...byName].map(([name, place]) => ({ name, place }))
}

/** A mark at any place of a kind that the baseline run has. */
function markKinds({ material, profile }: Opened): fc.Arbitrary<Mark>[] {
  return placesOf(profile.run.sites).flatMap(({ name, place }) => {
    const harms = harmsAt(place, material)
    if (harms.length === 0) return []
    const numbers = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 2 })
    const mark = fc.tuple(numbers, fc.constantFrom(...harms)).map(([given, harm]): Mark => {
      const left = [...given]
      return { at: name.replaceAll('N', () => String(left.shift())), harm }
    })
    return [mark]
  })
}

/** Arrays of steps and marks of fast-check on this engine. */
const arrays: Approach = (options, runs, seed) =>
  withEngine(options, (opened) => {
    const stories = fc.record({
      steps: fc.array(fc.oneof(...stepKinds(opened.material)), { maxLength: 12, size: 'max' }),
      marks: fc.array(fc.oneof(...markKinds(opened)), { maxLength: 4, size: 'max' }),
    })
    return firstFailure(stories, runs, seed, (story) => findingOf(opened, story))
  })

/** Random stories of this engine, without the sweep of `explore`: each once gently, and thrice with marks. */
const uniform: Approach = (options, runs) =>
  withEngine(options, async ({ exploration, material }) => {
    const { choices } = exploration
    let count = 0
    while (count < runs) {
      const steps = randomSteps(material, choices)
      const { played, finding } = await attempt(exploration, { steps, marks: [] })
      count++
      if (finding) return { runs: count, finding }
      for (let times = 0; times < 3 && count < runs; times++) {
        const marks = randomMarks(played.run.sites, material, choices)
        count++
        const marked = await attempt(exploration, { steps, marks })
        if (marked.finding) return { runs: count, finding: marked.finding }
      }
    }
    return { runs: count, finding: undefined }
  })

/** The other approaches, by name. */
export const approaches: Readonly<Record<string, Approach>> = { stubs: triesStubs, commands, arrays, uniform }
