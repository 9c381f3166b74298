import fc from 'fast-check'
import type { Finding } from '../../../src/explore/report/judge/finding.ts'
import { isChange } from '../../../src/explore/run/calls/fact-rules.ts'
import { choicesOf } from '../../../src/explore/search/generate/choices.ts'
import type { Material } from '../../../src/explore/search/generate/harms.ts'
import { drawValue } from '../../../src/explore/search/generate/values.ts'
import type { StoryStep } from '../../../src/explore/search/story/story.ts'

/** The finding of an approach, and the number of its runs. */
export interface Found {
  readonly runs: number
  readonly finding: Finding | undefined
}

const waits = [1_000, 60_000, 600_000, 3_600_000, 21_600_000, 90_000_000, 259_200_000, 2_678_400_000]

/** The steps of a story, as an arbitrary for each kind. */
export function stepKinds(material: Material): fc.Arbitrary<StoryStep>[] {
  const { facts, jobs, commands, process, burst } = material
  const value = (command: string) => process.commands?.[command]?.with
  return [
    ...facts.map((rule) =>
      fc.constantFrom(1, 1, 1, 2, 3, burst).map(
        (count): StoryStep => ({
          do: 'fact',
          kind: rule.kind,
          ...(count > 1 && !isChange(rule) && { count }),
        }),
      ),
    ),
    ...jobs.map((job) => fc.constant<StoryStep>({ do: 'job', job })),
    ...commands.map((command) =>
      fc.nat().map((seed): StoryStep => {
        const source = value(command)
        return { do: 'command', command, ...(source && { value: drawValue(source, choicesOf(seed)) }) }
      }),
    ),
    fc.constantFrom(...waits).map((milliseconds): StoryStep => ({ do: 'wait', milliseconds })),
  ]
}

/** Asserts that each story passes. Stops at the first that does not. */
export async function firstFailure<T>(
  arbitrary: fc.Arbitrary<T>,
  runs: number,
  seed: number,
  findingOf: (value: T) => Promise<Finding | undefined>,
): Promise<Found> {
  let finding: Finding | undefined
  const property = fc.asyncProperty(arbitrary, async (value) => {
    finding = await findingOf(value)
    return finding === undefined
  })
  const { numRuns } = await fc.check(property, { numRuns: runs, seed, endOnFailure: true })
  return { runs: numRuns, finding }
}
