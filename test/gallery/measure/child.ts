import { explore } from '../../../src/explore/explore.ts'
import { storyKey } from '../../../src/explore/search/story/story.ts'
import type { GalleryProgram } from '../program.ts'
import { type Approach, approaches } from './approaches.ts'
import type { Result, Task } from './task.ts'

type Try = (program: GalleryProgram, task: Task) => Promise<Omit<Result, 'milliseconds'>>

/** The options of an exploration that stops at its first failure. */
const optionsOf = ({ options, invariants }: GalleryProgram, { seed, runs, laws }: Task) => ({
  ...options,
  ...(laws && invariants),
  ...{ seed, runs, kinds: 1, stories: false as const },
})

const exploration: Try = async (program, task) => {
  const { failures, runs, nondeterminism, leftWorld, ok, warnings } = await explore(optionsOf(program, task))
  const [first] = failures
  const stuck = leftWorld > 0 ? `${leftWorld} runs left the world` : undefined
  // An exploration that failed without a failure says why in its warnings.
  const trouble = nondeterminism ?? stuck ?? (ok || first ? undefined : warnings.join('; '))
  return {
    found: first !== undefined,
    run: first?.run ?? 0,
    runs,
    ok,
    ...(trouble !== undefined && { trouble }),
    ...(first && {
      finding: `${first.oracle}: ${first.kind}`,
      parts: first.parts,
      shrinkRuns: first.shrinkRuns,
      story: storyKey(first.story),
      text: first.text,
    }),
  }
}

/** Tries another approach with the same judge. */
const other =
  (approach: Approach): Try =>
  async (program, task) => {
    const { runs, finding } = await approach(optionsOf(program, task), task.runs, task.seed)
    const found = finding !== undefined
    return {
      found,
      run: found ? runs : 0,
      runs,
      ...(found && { finding: `${finding.oracle}: ${finding.kind}` }),
    }
  }

async function perform(task: Task): Promise<Result> {
  const { program }: { program: GalleryProgram } = await import(task.module)
  const approach = approaches[task.approach]
  const attempt = approach ? other(approach) : exploration
  const begun = performance.now()
  const result = await attempt(program, task)
  return { ...result, milliseconds: performance.now() - begun }
}

process.on('message', (task: Task) => {
  perform(task).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: error instanceof Error ? error.stack : String(error) }),
  )
})
