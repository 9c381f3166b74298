import { inFolder } from '../../src/explore/define-exploration.ts'
import { explore } from '../../src/explore/explore.ts'
import type { ExploreOptions } from '../../src/explore/run/options/options.ts'

/** One exploration of a program: its configuration, built, and the folder of its sources. */
export interface ForeignTask {
  readonly config: string
  readonly folder: string
  readonly seed: number
  readonly runs: number
  /** The minutes after which it ends by itself, with what it knows. */
  readonly minutes: number
}

/** What an exploration found. */
export interface ForeignResult {
  readonly failures: readonly {
    readonly oracle: string
    readonly kind: string
    readonly run: number
    readonly parts: number
    readonly text: string
  }[]
  readonly runs: number
  readonly seconds: number
  /** The differences of two equal runs, and warnings. */
  readonly notes: readonly string[]
}

async function perform({ config, folder, seed, runs, minutes }: ForeignTask): Promise<ForeignResult> {
  process.chdir(folder)
  const { options }: { options: ExploreOptions } = await inFolder(folder, () => import(config))
  const begun = performance.now()
  const report = await explore({ ...options, seed, runs, stories: false, within: `${minutes}m` })
  const { failures, nondeterminism, warnings, leftWorld } = report
  return {
    failures: failures.map(({ oracle, kind, run, parts, text }) => ({ oracle, kind, run, parts, text })),
    runs: report.runs,
    seconds: (performance.now() - begun) / 1_000,
    notes: [
      ...(nondeterminism === undefined ? [] : [`two runs of one story differ: ${nondeterminism}`]),
      ...(leftWorld > 0 ? [`${leftWorld} runs left the world`] : []),
      ...warnings,
    ],
  }
}

process.on('message', (task: ForeignTask) => {
  perform(task)
    .then(
      (result) => ({ result }),
      (error: unknown) => ({ error: error instanceof Error ? error.stack : String(error) }),
    )
    .then((answer) => process.send?.(answer, () => process.exit()))
})
