import { studyPage, timelinePage } from '../../../simulation/page.ts'
import type { SeedRange } from '../../../simulation/study/check-study.ts'
import { baselineOf, wholeReplication } from '../../../simulation/study/replicate.ts'
import { resultOfStudy, type StudyResult } from '../../../simulation/study/study-result.ts'
import { runReplications } from '../parts/run-replications.ts'
import { countFlag, seedRange } from '../parts/seeds.ts'
import { INTERRUPTED, type Shell } from '../parts/shell.ts'
import { loadStudy } from '../parts/study-file.ts'
import { mergeStudyFiles } from '../parts/study-lines.ts'
import { studyText } from '../parts/study-text.ts'
import { checkWritable, writeWhole } from '../parts/write-whole.ts'

/** The options of `fauxgraph simulate` as texts. */
export interface SimulateFlags {
  readonly replications?: string
  readonly seeds?: string
  readonly shard: string
  readonly workers?: string
  readonly watchdog: string
  readonly out?: string
  readonly keepGoing?: true
  readonly merge?: true
  readonly json?: true
  readonly variant?: string
  readonly seed?: string
  readonly page?: string
}

/** The seeds that replace the replications of the study, if the user names some. */
function givenSeeds({ seeds, replications }: SimulateFlags): SeedRange | undefined {
  if (replications !== undefined) return [1, countFlag('--replications', replications)]
  return seeds === undefined ? undefined : seedRange(seeds)
}

/**
 * Prints the answer of a study, and writes its page. Returns 1 if a replication failed, and 2 if a goal is
 * impossible.
 *
 * @param file The module of the study; undefined if it is unknown.
 */
function printResult(
  result: StudyResult,
  file: string | undefined,
  { json, page }: SimulateFlags,
  { out, err }: Shell,
): number {
  out(json ? `${JSON.stringify(result)}\n` : studyText(result))
  if (page !== undefined) {
    writeWhole(page, studyPage(result, file === undefined ? {} : { file }))
    err(`${page} shows the study\n`)
  }
  if (result.isImpossible) return 2
  return result.failures.length > 0 ? 1 : 0
}

/** Runs one replication with its timeline, as the study runs it. */
async function runOne(file: string, flags: SimulateFlags, { out, err }: Shell): Promise<number> {
  const { variant, seed: text, page, json } = flags
  if (variant === undefined || text === undefined)
    throw new TypeError('--variant and --seed name one replication together: name both')
  const seed = countFlag('--seed', text)
  const plan = await loadStudy(file)
  const names = plan.header.variants.map(([name]) => name)
  if (!names.includes(variant))
    throw new TypeError(
      `--variant must be one of ${names.map((name) => `"${name}"`).join(', ')}, got ${variant}`,
    )
  const { result, measures = {}, error } = wholeReplication(plan, baselineOf(plan), variant, seed)
  if (page !== undefined) {
    const title = `${plan.header.study}: ${variant}, seed ${seed}`
    writeWhole(page, timelinePage(result, { title: error ? `${title}, until ${error.message}` : title }))
    err(`${page} shows the replication${error ? ' until the error' : ''}\n`)
  }
  if (error) throw error
  const lines = Object.entries(measures).map(([name, value]) => `${name}: ${value}\n`)
  out(json ? `${JSON.stringify(result)}\n` : `${variant}, seed ${seed}\n${lines.join('')}`)
  return 0
}

async function runStudy(file: string, flags: SimulateFlags, shell: Shell): Promise<number> {
  const plan = await loadStudy(file, givenSeeds(flags))
  if (plan.header.seeds === null && flags.shard !== '1/1')
    throw new TypeError(
      '--shard needs a fixed number of replications, because a shard does not know when the others are ' +
        'precise enough: name --replications or --seeds',
    )
  const { collection, problem, isInterrupted } = await runReplications(plan, { ...flags, file }, shell)
  const isKnown = [...collection.variants.values()].some((all) => all.size > 0)
  const code = isKnown || !problem ? printResult(resultOfStudy(collection), file, flags, shell) : 0
  if (problem) throw problem
  return isInterrupted ? INTERRUPTED : code
}

/** Runs, merges or repeats the replications of a study. Returns the exit code. */
export async function runSimulate(
  files: readonly string[],
  flags: SimulateFlags,
  shell: Shell,
): Promise<number> {
  if (flags.page !== undefined) checkWritable(flags.page)
  if (flags.merge) {
    const { collection, file } = mergeStudyFiles(files, shell.err)
    return printResult(resultOfStudy(collection), file, flags, shell)
  }
  const [file, another] = files
  if (file === undefined || another !== undefined)
    throw new TypeError(
      'simulate takes one module that exports a study; with --merge it takes files of lines',
    )
  return flags.variant === undefined && flags.seed === undefined
    ? runStudy(file, flags, shell)
    : runOne(file, flags, shell)
}
