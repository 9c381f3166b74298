import { availableParallelism } from 'node:os'
import type { ExploreOptions } from '../../explore/options/options.ts'
import { replayText } from '../../explore/report/failures.ts'
import { progressLine } from '../../explore/report/progress.ts'
import { defaultFolder, saveStory, storyPage } from '../../explore/story/saved.ts'
import { storyKey } from '../../explore/story/story.ts'
import { loadAreas } from '../parts/load-areas.ts'
import { loadOptions, moduleFile } from '../parts/load-options.ts'
import { seedsOf } from '../parts/seeds.ts'
import type { Shell } from '../parts/shell.ts'
import { doTasks } from '../parts/workers.ts'
import type { FoundFailure, WorkerResult, WorkerTask } from './explore-worker.ts'

/** The options of `fauxgraph explore` as texts. */
export interface ExploreFlags {
  readonly seeds: string
  readonly shard: string
  readonly workers?: string
  readonly runs?: string
  readonly watchdog: string
  /** The modules of areas. */
  readonly area?: readonly string[]
}

function countOf(name: string, text: string): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0
  if (count >= 1) return count
  throw new TypeError(`${name} must be a whole number of at least 1, got ${text}`)
}

/** The smallest story of one kind of failure, and where it was saved. */
interface Best {
  readonly task: WorkerTask
  readonly failure: FoundFailure
  readonly saved: string | undefined
}

const isSmaller = (one: FoundFailure, other: FoundFailure): boolean =>
  one.parts - other.parts < 0 || (one.parts === other.parts && storyKey(one.story) < storyKey(other.story))

/** Keeps and saves the smallest story of each kind of failure. */
function createCollection() {
  const kinds = new Map<string, Best>()
  return {
    add({ name, stories = defaultFolder }: ExploreOptions, task: WorkerTask, failure: FoundFailure): Best {
      const key = JSON.stringify([name, failure.kind])
      const known = kinds.get(key)
      if (known && !isSmaller(failure, known.failure)) return known
      const { title, kind, story } = failure
      const saved = stories === false ? undefined : saveStory(stories, title, name, kind, story)
      const best = { task, failure, saved }
      kinds.set(key, best)
      return best
    },
    all: () => [...kinds.values()],
  }
}

type Collection = ReturnType<typeof createCollection>

/** One line of JSON for one seed. */
function lineOf(task: WorkerTask, result: WorkerResult, options: ExploreOptions, found: Collection): string {
  const { name, seed } = task
  if ('error' in result) return JSON.stringify({ name, seed, ok: false, runs: 0, failures: [], ...result })
  const { ok, runs, notes, notTried } = result
  const failures = result.failures.map((failure) => {
    const { saved } = found.add(options, task, failure)
    const { kind, title, parts } = failure
    return { kind, title, parts, ...(saved !== undefined && { saved }) }
  })
  return JSON.stringify({ name, seed, ok, runs, failures, ...(notes.length > 0 && { notes }), notTried })
}

function tasksOf(list: readonly ExploreOptions[], file: string, flags: ExploreFlags): WorkerTask[] {
  const runs = flags.runs === undefined ? undefined : countOf('--runs', flags.runs)
  return seedsOf(flags.seeds, flags.shard).flatMap((seed) =>
    list.map(({ name }) => ({
      file,
      name,
      seed,
      area: flags.area ?? [],
      ...(runs !== undefined && { runs }),
    })),
  )
}

const bestText = ({ failure, saved }: Best, file: string): string =>
  saved === undefined ? failure.text : `${failure.text}\n${replayText(saved, file)}`

/** The tasks that write the pages of saved stories: each is played once more, as the seed found it. */
const pageTasks = (all: readonly Best[]): WorkerTask[] =>
  all.flatMap(({ task, failure: { story }, saved }) =>
    saved === undefined ? [] : [{ ...task, page: { story, path: storyPage(saved) } }],
  )

/** Loads a module. What it prints goes to the standard error stream: standard output is for results. */
async function loadQuietly(
  file: string,
  area: readonly string[] | undefined,
): Promise<readonly ExploreOptions[]> {
  const { stdout, stderr } = process
  const { write } = stdout
  stdout.write = stderr.write.bind(stderr)
  try {
    return await loadOptions(file, await loadAreas(area))
  } finally {
    stdout.write = write
  }
}

/** Explores the options of a module with many seeds. Returns the exit code: 1 if a seed failed. */
export async function runExplore(
  given: string | undefined,
  flags: ExploreFlags,
  shell: Shell,
): Promise<number> {
  const file = moduleFile(given)
  const list = await loadQuietly(file, flags.area)
  const tasks = tasksOf(list, file, flags)
  const line = progressLine(shell.terminal)
  const found = createCollection()
  const count = { done: 0, failed: 0 }
  let wrong: string | undefined
  const options = {
    program: shell.program,
    workers: flags.workers === undefined ? availableParallelism() : countOf('--workers', flags.workers),
    watchdog: countOf('--watchdog', flags.watchdog) * 1_000,
  }
  await doTasks(tasks, {
    ...options,
    onProgress: ({ seed }, text) =>
      line.show(() => `${count.done} of ${tasks.length} done, ${count.failed} failed; seed ${seed}: ${text}`),
    onResult(task, result) {
      const options = list.find(({ name }) => name === task.name)
      if (!options) return
      if ('isInput' in result) {
        wrong ??= result.error
        return
      }
      count.done++
      if ('error' in result || !result.ok) count.failed++
      line.clear()
      shell.out(`${lineOf(task, result, options, found)}\n`)
    },
  })
  if (wrong !== undefined) throw new TypeError(wrong)
  await doTasks(pageTasks(found.all()), {
    ...options,
    onProgress: () => {},
    onResult({ page }, result) {
      if ('error' in result) shell.err(`the page ${page?.path} was not written: ${result.error}\n`)
    },
  })
  for (const best of found.all()) shell.err(`${bestText(best, file)}\n\n`)
  return count.failed > 0 ? 1 : 0
}
