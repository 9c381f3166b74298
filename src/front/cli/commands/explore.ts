import type { ChildProcess } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { errorMessage } from '../../../engine/values/error-message.ts'
import { withModule } from '../../../explore/report/failures.ts'
import { progressLine } from '../../../explore/report/progress.ts'
import { allParts, playedAgain, triedIn } from '../../../explore/report/tried.ts'
import type { ExploreOptions } from '../../../explore/run/options/options.ts'
import { playerOf } from '../../../explore/search/play/play.ts'
import { defaultFolder, savedStories, storyPage } from '../../../explore/search/story/saved.ts'
import { partsOf } from '../../../explore/search/story/story-order.ts'
import { type FixedDuration, isDuration, millisecondsOf } from '../../../world/time/durations.ts'
import { type Best, bySize, type Collection, createCollection } from '../parts/best-stories.ts'
import { addedCoverage, failureEntry, mergeExplorations } from '../parts/explore-lines.ts'
import { isolation } from '../parts/isolation.ts'
import { loadAreas } from '../parts/load-areas.ts'
import { loadOptions, loadQuietly, moduleFile } from '../parts/load-options.ts'
import { countFlag, inShard, seedsOf, shardOf } from '../parts/seeds.ts'
import { INTERRUPTED, type Shell } from '../parts/shell.ts'
import { doTasks, endWorkers, type Found, type WorkerOptions } from '../parts/workers.ts'
import type { WorkerResult, WorkerTask } from './explore-worker.ts'

/** The options of `fauxgraph explore` as texts. */
export interface ExploreFlags {
  readonly seeds?: string
  readonly shard: string
  readonly workers?: string
  readonly runs?: string
  readonly within?: FixedDuration
  readonly watchdog: string
  /** Whether the system keeps the workers from the network and from files. */
  readonly isolate?: boolean
  /** The modules of areas. */
  readonly area?: readonly string[]
  readonly merge?: true
}

/** One line of JSON for one seed. */
function lineOf(task: WorkerTask, result: WorkerResult, options: ExploreOptions, found: Collection): string {
  const { name, seed } = task
  if ('error' in result) return JSON.stringify({ name, seed, ok: false, runs: 0, failures: [], ...result })
  const { ok, runs, notes, notTried, coverage } = result
  const failures = result.failures.map((failure) => {
    const { saved } = found.add(options, task, failure)
    return failureEntry(failure, saved)
  })
  return JSON.stringify({
    ...{ name, seed, ok, runs, failures, ...(notes.length > 0 && { notes }), notTried, coverage },
  })
}

/** What several workers found of one program in any language, as one line of JSON. */
function lineOfAll(
  options: ExploreOptions,
  shard: string,
  results: readonly (readonly [WorkerTask, WorkerResult])[],
  found: Collection,
): { readonly line: string; readonly tried: readonly string[]; readonly ok: boolean } {
  const [error] = results.flatMap(([, result]) => ('error' in result ? [result.error] : []))
  const done = results.flatMap(([task, result]) => ('error' in result ? [] : [{ task, ...result }]))
  // The smallest story of a kind comes first, so that it alone is saved, whichever worker ended first.
  const failed = done.flatMap(({ task, failures }) => failures.map((failure) => ({ task, failure })))
  failed.sort((one, other) => bySize(one.failure, other.failure))
  const best = failed.map(({ task, failure }) => found.add(options, task, failure))
  const last = new Map(best.map(({ failure, saved }) => [failure.kind, { failure, saved }]))
  const failures = [...last.values()].map(({ failure, saved }) => failureEntry(failure, saved))
  const notes = [...new Set(done.flatMap((one) => one.notes))]
  const shares = done.map((one) => one.tried ?? [])
  const tried = triedIn(allParts(shares))
  const ok = error === undefined && done.length > 0 && done.every((one) => one.ok)
  const runs = done.reduce((sum, one) => sum + one.runs, 0) - playedAgain(shares)
  const line = JSON.stringify({
    ...{ name: options.name, shard, ok, runs, failures },
    ...(error !== undefined && { error }),
    ...(notes.length > 0 && { notes }),
    ...{ tried, notTried: done[0]?.notTried ?? [] },
    coverage: addedCoverage(done.map(({ coverage = {} }) => coverage)),
  })
  return { line, tried, ok }
}

/** The bounds of an exploration that the command sets. */
function boundsOf({ runs, within }: ExploreFlags): Pick<ExploreOptions, 'runs' | 'within'> {
  if (within !== undefined && !isDuration(String(within)))
    throw new TypeError(`--within must be a duration such as 10m, got ${within}`)
  if (within !== undefined && millisecondsOf(within) <= 0)
    throw new TypeError(`--within must be longer than 0, got ${within}`)
  return {
    ...(runs !== undefined && { runs: countFlag('--runs', runs) }),
    ...(within !== undefined && { within }),
  }
}

function tasksOf(list: readonly ExploreOptions[], file: string, flags: ExploreFlags): WorkerTask[] {
  const bounds = boundsOf(flags)
  return seedsOf(flags.seeds ?? '1..10', flags.shard).flatMap((seed) =>
    list.map(({ name }) => ({
      file,
      name,
      seed,
      area: flags.area ?? [],
      ...bounds,
    })),
  )
}

const workersOf = ({ workers }: ExploreFlags): number =>
  workers === undefined ? availableParallelism() : countFlag('--workers', workers)

/** Bytes that a worker and the processes of its run may need. */
const WORKER_BYTES = 256 * 1024 * 1024

/** Runs from which on a worker saves time: it first plays about five, to learn what the program calls. */
const WORKER_RUNS = 10

/** The maximum number of workers: an order of some hundred stories needs no more. */
const WORKERS_MAX = 16

/**
 * Returns the number of workers for a program in any language, if the flags name none: so many for each
 * processor, as far as there is memory for them.
 */
export function workersFor(
  ofProcessor: number,
  runs = Number.POSITIVE_INFINITY,
  system: Pick<NodeJS.Process, 'platform' | 'availableMemory'> = process,
): number {
  const most = [
    WORKERS_MAX,
    availableParallelism() * ofProcessor,
    // On macOS, most versions of Node count no memory of caches as available.
    system.platform === 'darwin' ? WORKERS_MAX : Math.floor(system.availableMemory() / WORKER_BYTES),
    Math.ceil(runs / WORKER_RUNS),
  ]
  return Math.max(1, Math.min(...most))
}

/** The number of workers that share the stories of a program in any language. */
function shareWorkers(options: ExploreOptions, runs: number | undefined, flags: ExploreFlags): number {
  const { isAlone = false, workers = 1 } = playerOf(options) ?? {}
  if (isAlone) return 1
  if (flags.workers === undefined) return workersFor(workers, runs)
  return Math.min(workersOf(flags), WORKERS_MAX, runs ?? Number.POSITIVE_INFINITY)
}

/** The number of workers that play the stories, in words. */
const workersText = ({ length }: readonly WorkerTask[]): string =>
  length === 1 ? '1 worker' : `${length} workers side by side`

/**
 * The tasks of a program in any language: each worker has its share of the systematic order. The shares of a
 * shard are those that it has alone, divided: machines may have different numbers of workers.
 */
export function shareTasks(options: ExploreOptions, file: string, flags: ExploreFlags): WorkerTask[] {
  const { index, count } = shardOf(flags.shard)
  const { name, seed = 1 } = options
  const { runs = options.runs, ...bounds } = boundsOf(flags)
  const workers = shareWorkers(options, runs, flags)
  return Array.from({ length: workers }, (_, place) => ({
    ...{ file, name, seed, area: flags.area ?? [], ...bounds },
    ...(runs !== undefined && { runs: Math.ceil((runs - place) / workers) }),
    share: { index: index - 1 + place * count, count: count * workers },
  }))
}

/** The tasks that play the saved stories of a shard: one for each exploration, whatever the seeds are. */
function storyTasks(list: readonly ExploreOptions[], file: string, flags: ExploreFlags): WorkerTask[] {
  const all = list.flatMap((options) => {
    const { name, stories: folder = defaultFolder } = options
    return folder === false ? [] : savedStories(folder, name).map((saved) => ({ options, saved }))
  })
  const own = [...inShard(all, flags.shard)]
  return list.flatMap((options) => {
    const { name, seed = 1 } = options
    const saved = own.filter((each) => each.options === options).map((each) => each.saved)
    return saved.length === 0 ? [] : [{ file, name, seed, area: flags.area ?? [], saved }]
  })
}

/** One line of JSON for each saved story. */
function storyLines({ name, saved = [] }: WorkerTask, result: WorkerResult): string[] {
  if ('error' in result)
    return saved.map(({ path }) => JSON.stringify({ name, story: path, ok: false, ...result }))
  return (result.saved ?? []).map(({ path, ok, finding, story, stale }) => {
    const { kind, title } = finding ?? {}
    const failures = finding ? [{ kind, title, parts: partsOf(story), saved: path }] : []
    return JSON.stringify({ name, story: path, ok, failures, ...(stale !== undefined && { stale }) })
  })
}

/** The tasks that write the pages of saved stories: each is played once more, as the seed found it. */
const pageTasks = (all: readonly Best[]): WorkerTask[] =>
  all.flatMap(({ task, failure: { story }, saved }) =>
    saved === undefined ? [] : [{ ...task, page: { story, path: storyPage(saved) } }],
  )

/** Writes the page of a story. */
function savePage({ page }: WorkerTask, result: WorkerResult, { err }: Shell): void {
  try {
    if ('error' in result) throw new Error(result.error)
    if (page && result.page !== undefined) writeFileSync(page.path, result.page)
  } catch (error) {
    err(`the page ${page?.path} was not written: ${errorMessage(error)}\n`)
  }
}

/** An exploration of many seeds by the command. */
interface Exploring {
  readonly list: readonly ExploreOptions[]
  readonly found: Collection
  readonly shell: Shell
  /** The share of the command, such as `2/8`. */
  readonly shard: string
  readonly line: ReturnType<typeof progressLine>
  readonly workers: Omit<WorkerOptions<WorkerTask, WorkerResult>, 'onResult' | 'onProgress'>
  /** The number of tasks that are done, and of those that failed. */
  readonly count: { done: number; failed: number }
  /** The explorations and kinds of the failures that were reported. */
  readonly reported: Set<string>
  /** What is wrong with the options. */
  wrong: string | undefined
  /** Whether the user stopped the command. */
  isStopped: boolean
}

/** Reports each kind of failure as soon as it is found: such an exploration takes minutes. */
function reportFound({ reported, line, shell }: Exploring, name: string, found: readonly Found[]): void {
  for (const { kind, title } of found.filter((one) => !reported.has(`${name} ${one.kind}`))) {
    reported.add(`${name} ${kind}`)
    line.clear()
    shell.err(`found: ${title}; stories follow at the end, or after Ctrl+C\n`)
  }
}

/** Does tasks, and prints lines for the result of each. */
async function doAndPrint(
  exploring: Exploring,
  tasks: readonly WorkerTask[],
  what: (task: WorkerTask) => string,
  linesOf: (task: WorkerTask, result: WorkerResult) => readonly string[],
): Promise<void> {
  const { line, shell, workers, count } = exploring
  count.done = 0
  await doTasks<WorkerTask, WorkerResult>(tasks, {
    ...workers,
    onProgress(task, text, found) {
      if (task.share) reportFound(exploring, task.name, found)
      line.show(() => `${count.done} of ${tasks.length} done, ${count.failed} failed; ${what(task)}: ${text}`)
    },
    onResult(task, result) {
      if ('isInput' in result) {
        exploring.wrong ??= result.error
        return
      }
      count.done++
      if ('error' in result || !result.ok) count.failed++
      if (task.share && 'failures' in result) reportFound(exploring, task.name, result.failures)
      line.clear()
      for (const text of linesOf(task, result)) shell.out(`${text}\n`)
    },
  })
  if (exploring.wrong !== undefined) throw new TypeError(exploring.wrong)
}

/** Plays the saved stories. What they show is kept, and not saved again. */
const playStories = (exploring: Exploring, tasks: readonly WorkerTask[]): Promise<void> =>
  doAndPrint(
    exploring,
    tasks,
    () => 'saved stories',
    (task, result) => {
      if (!('error' in result)) {
        for (const saved of result.saved ?? []) exploring.found.note(saved)
        for (const failure of result.failures) exploring.found.keep(task, failure)
      }
      return storyLines(task, result)
    },
  )

const exploreSeeds = (exploring: Exploring, tasks: readonly WorkerTask[]): Promise<void> =>
  doAndPrint(
    exploring,
    tasks,
    ({ seed }) => `seed ${seed}`,
    (task, result) => {
      const options = exploring.list.find(({ name }) => name === task.name)
      return options ? [lineOf(task, result, options, exploring.found)] : []
    },
  )

/** Explores a program in any language, whose runs are processes of their own. */
async function exploreShares(exploring: Exploring, options: ExploreOptions, tasks: readonly WorkerTask[]) {
  const { shell, found, count } = exploring
  const results: (readonly [WorkerTask, WorkerResult])[] = []
  const workers = tasks.length
  shell.err(`${options.name}: ${workersText(tasks)}; ${playerOf(options)?.about}\n`)
  await doAndPrint(
    { ...exploring, workers: { ...exploring.workers, workers } },
    tasks,
    ({ share }) => `worker ${(share?.index ?? 0) + 1} of ${workers}`,
    (task, result) => {
      results.push([task, result])
      return []
    },
  )
  const { line, tried, ok } = lineOfAll(options, exploring.shard, results, found)
  count.failed = ok ? 0 : 1
  shell.out(`${line}\n`)
  shell.err(tried.map((text) => `  ${text}\n`).join(''))
}

/** The seeds and the programs that the command explores. */
interface Chosen {
  /** The seeds of programs of Node. */
  readonly tasks: readonly WorkerTask[]
  /** Programs in any language, whose runs are processes of their own. */
  readonly outside: readonly ExploreOptions[]
  readonly file: string
  readonly flags: ExploreFlags
}

/** Plays saved stories, explores, and writes the pages of what was found. Returns the exit code. */
async function exploreAll(exploring: Exploring, { tasks, outside, file, flags }: Chosen): Promise<number> {
  const { list, shell, found, count, workers } = exploring
  let failed = 0
  await playStories(exploring, storyTasks(list, file, flags))
  for (const options of outside) {
    if (exploring.isStopped) break
    failed += count.failed
    count.failed = 0
    await exploreShares(exploring, options, shareTasks(options, file, flags))
  }
  failed += count.failed
  count.failed = 0
  if (!exploring.isStopped) await exploreSeeds(exploring, tasks)
  failed += count.failed
  if (!exploring.isStopped)
    await doTasks<WorkerTask, WorkerResult>(pageTasks(found.all()), {
      ...workers,
      onResult: (task, result) => savePage(task, result, shell),
    })
  for (const best of found.all()) shell.err(`${withModule(best.failure.text, best.saved, file)}\n\n`)
  if (exploring.isStopped && found.all().length === 0) return INTERRUPTED
  return failed > 0 ? 1 : 0
}

/** Explores the options of a module: with many seeds, or in a systematic order. Returns the exit code. */
export async function runExplore(
  files: readonly string[],
  flags: ExploreFlags,
  shell: Shell,
): Promise<number> {
  if (flags.merge) return mergeExplorations(files, shell)
  const [given, another] = files
  if (another !== undefined)
    throw new TypeError('explore takes one module; with --merge it takes files of lines')
  const file = moduleFile(given)
  const list = await loadQuietly(async () => loadOptions(file, await loadAreas(flags.area)))
  const outside = list.filter((options) => playerOf(options) !== undefined)
  const inside = list.filter((options) => !outside.includes(options))
  if (flags.seeds !== undefined && inside.length === 0)
    throw new TypeError(
      '--seeds has no effect on a command, whose stories are tried in an order: leave it out, and bound ' +
        'them by --runs or --within',
    )
  const tasks = tasksOf(inside, file, flags)
  const stopped = shell.stopped()
  const idle: ChildProcess[] = []
  const exploring: Exploring = {
    ...{ list, shell, shard: flags.shard, found: createCollection(), line: progressLine(shell.terminal) },
    workers: {
      program: shell.program,
      command: 'explore-worker',
      unit: 'run',
      code: 'the code under test',
      workers: workersOf(flags),
      idle,
      watchdog: countFlag('--watchdog', flags.watchdog) * 1_000,
      isolation: flags.isolate ? isolation(outside.length > 0) : undefined,
      stopped,
    },
    count: { done: 0, failed: 0 },
    reported: new Set(),
    wrong: undefined,
    isStopped: false,
  }
  void stopped.then(() => {
    exploring.isStopped = true
  })
  return exploreAll(exploring, { tasks, outside, file, flags }).finally(() => endWorkers(idle))
}
