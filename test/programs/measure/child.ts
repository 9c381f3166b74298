import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { inFolder } from '../../../src/explore/define-exploration.ts'
import { explore } from '../../../src/explore/explore.ts'
import type { ExploreOptions } from '../../../src/explore/run/options/options.ts'
import type { Bug } from '../bug.ts'
import { copyProgram } from '../copy.ts'

/** Explorations of one version of a program. */
export interface Task {
  /** The folder of the programs, and that of this build. */
  readonly programs: string
  readonly built: string
  readonly program: string
  /** The number of the bug, from 0; left out for the right version. */
  readonly bug?: number
  readonly seed: number
  readonly runs: number
}

/** The result of one exploration. */
export interface Result {
  /** True if a failure names the effect of the bug. */
  readonly found: boolean
  readonly runs: number
  readonly milliseconds: number
  /** The run that found the first failure, and the steps and marks of its story. */
  readonly run?: number
  readonly parts?: number
  readonly text?: string
  /** Why the exploration is worth nothing, if it is. */
  readonly trouble?: string
}

async function explored({ built, programs, program, bug, seed, runs }: Task, root: string): Promise<Result> {
  const folder = join(built, program)
  const { bugs }: { bugs: readonly Bug[] } = await import(join(folder, 'bugs.mjs'))
  const wrong = bug === undefined ? undefined : bugs[bug]
  copyProgram(programs, program, root, wrong)
  process.chdir(root)
  const { options }: { options: ExploreOptions } = await inFolder(
    root,
    () => import(join(folder, 'fauxgraph.config.mjs')),
  )
  const begun = performance.now()
  const report = await explore({ ...options, seed, runs, kinds: 1, stories: false })
  const milliseconds = performance.now() - begun
  const { failures, nondeterminism, leftWorld, ok, warnings } = report
  const [first] = failures
  const stuck = leftWorld > 0 ? `${leftWorld} runs left the world` : undefined
  const trouble = nondeterminism ?? stuck ?? (ok || first ? undefined : warnings.join('; '))
  return {
    found: first !== undefined && wrong?.finds.test(first.text) === true,
    runs: report.runs,
    milliseconds,
    ...(first && { run: first.run, parts: first.parts, text: first.text }),
    ...(trouble !== undefined && { trouble }),
  }
}

/** Explores a copy of a program, which is removed afterwards. */
async function perform(task: Task): Promise<Result> {
  const folder = mkdtempSync(join(task.built, 'copy-'))
  try {
    // The packages of the project are in the folder above, those that it does not have in this one.
    symlinkSync(join(task.programs, 'node_modules'), join(folder, 'node_modules'))
    return await explored(task, join(folder, task.program))
  } finally {
    process.chdir(task.built)
    rmSync(folder, { recursive: true })
  }
}

process.on('message', (task: Task) => {
  perform(task)
    .then(
      (result) => ({ result }),
      (error: unknown) => ({ error: error instanceof Error ? error.stack : String(error) }),
    )
    .then((answer) => process.send?.(answer))
})
