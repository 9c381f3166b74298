import { errorMessage } from '../../../engine/values/error-message.ts'
import { exploreWatched } from '../../../explore/explore.ts'
import { playStories, type SavedResult } from '../../../explore/play-stories.ts'
import { replayStory } from '../../../explore/replay-story.ts'
import type { Share, SweepPart, Watch } from '../../../explore/report/judge/exploration.ts'
import { pageOfTrace } from '../../../explore/report/pages.ts'
import { progressText } from '../../../explore/report/progress.ts'
import { type ExploreCoverage, type ExploreFailure, notesOf } from '../../../explore/report/report.ts'
import type { ExploreOptions } from '../../../explore/run/options/options.ts'
import { WrongInput } from '../../../explore/run/options/wrong-input.ts'
import { playerOf } from '../../../explore/search/play/play.ts'
import type { SavedStory } from '../../../explore/search/story/saved.ts'
import type { Story } from '../../../explore/search/story/story.ts'
import type { FixedDuration } from '../../../world/time/durations.ts'
import { loadAreas } from '../parts/load-areas.ts'
import { loadOptions, optionsNamed } from '../parts/load-options.ts'
import type { WorkerMessage } from '../parts/workers.ts'

/** One exploration that a worker does. */
export interface WorkerTask {
  readonly file: string
  /** The name of the exploration in the file. */
  readonly name: string
  /** The modules of areas. */
  readonly area: readonly string[]
  readonly seed: number
  readonly runs?: number
  readonly within?: FixedDuration
  /** The share of the systematic order of a program in any language. */
  readonly share?: Share
  /** A story to play instead, and the path at which the parent writes its page. */
  readonly page?: { readonly story: Story; readonly path: string }
  /** Saved stories to play instead. */
  readonly saved?: readonly SavedStory[]
}

/** A failure as a worker tells of it. */
export type FoundFailure = Omit<ExploreFailure, 'trace'>

/** The result of a task: a report, or the error that ended it. */
export type WorkerResult =
  | {
      readonly ok: boolean
      readonly runs: number
      readonly failures: readonly FoundFailure[]
      readonly notes: readonly string[]
      readonly notTried: readonly string[]
      /** The parts of the systematic order, with how many stories of each were played. */
      readonly tried?: readonly SweepPart[]
      readonly coverage?: ExploreCoverage
      /** How each saved story went, if the task played such. */
      readonly saved?: readonly SavedResult[]
      /** The page of the story that was played: a worker may be unable to write it. */
      readonly page?: string
    }
  /** `isInput` says that the options are wrong: no exploration can begin. */
  | { readonly error: string; readonly isInput?: true }

/** Milliseconds between two messages of progress. */
const INTERVAL = 200

/** Milliseconds between two signs of life of a task whose runs are processes of their own. */
const ALIVE = 10_000

type Send = (message: WorkerMessage<WorkerResult>) => void

async function performStory(options: ExploreOptions, story: Story): Promise<WorkerResult> {
  const { ok, trace } = await replayStory(options, story)
  return { ok, runs: 1, failures: [], notes: [], notTried: [], page: await pageOfTrace(trace()) }
}

const sent = (failures: readonly ExploreFailure[]): FoundFailure[] =>
  failures.map(({ trace: _, ...failure }) => failure)

async function performSaved(options: ExploreOptions, stories: readonly SavedStory[], watch: Watch) {
  const { results, failures } = await playStories(options, stories, watch)
  const ok = results.every((result) => result.ok)
  return { ok, runs: stories.length, failures: sent(failures), notes: [], notTried: [], saved: results }
}

/** What a worker knows of the exploration that goes on. */
interface Going {
  exploration?: Parameters<Watch>[0]
  isStopped: boolean
  /** The timer of its signs of life. */
  alive?: NodeJS.Timeout
}

const progressOf = ({ exploration }: Going, name: string): WorkerMessage<WorkerResult> =>
  exploration
    ? {
        progress: progressText(exploration),
        found: exploration.failures.map(({ kind, title }) => ({ kind, title })),
      }
    : { progress: name }

/** Tells the parent how far an exploration is, several times in a second. */
function watchFor(send: Send, going: Going): Watch {
  let next = 0
  return (exploration) => {
    going.exploration = exploration
    if (going.isStopped) exploration.setup.deadline = performance.now()
    if (performance.now() < next) return
    next = performance.now() + INTERVAL
    send(progressOf(going, ''))
  }
}

async function perform(
  { file, name, area, seed, runs, within, share, page, saved }: WorkerTask,
  send: Send,
  going: Going,
): Promise<WorkerResult> {
  const all = optionsNamed(await loadOptions(file, await loadAreas(area)), name, file)
  // Such runs take their time, and keep nobody from speaking here.
  if (playerOf(all)) going.alive = setInterval(() => send(progressOf(going, name)), ALIVE)
  if (page) return performStory({ ...all, seed }, page.story)
  // The parent saves: stories saved for one seed must not change what another seed does.
  const limits = { ...(runs !== undefined && { runs }), ...(within !== undefined && { within }) }
  const options = { ...all, seed, stories: false, ...limits } as const
  if (saved) return performSaved(options, saved, watchFor(send, going))
  const report = await exploreWatched(options, watchFor(send, going), share)
  const notes = notesOf(report, Object.keys(options.sometimes ?? {}))
  const { ok, notTried, coverage } = report
  const tried = going.exploration?.sweep?.parts
  return {
    ...{ ok, runs: report.runs, failures: sent(report.failures), notes, notTried, coverage },
    ...(tried && { tried }),
  }
}

/** Explores what the parent process asks for, until the parent disconnects. */
export async function runWorker(): Promise<void> {
  if (!process.send) throw new TypeError('explore-worker is started by fauxgraph explore alone')
  const send: Send = (message) => void process.send?.(message)
  const going: Going = { isStopped: false }
  // The parent decides: an interrupt of the terminal reaches it too, and so do signals to the whole group.
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => {})
  process.on('message', (task: WorkerTask | 'stop') => {
    if (task === 'stop') {
      going.isStopped = true
      if (going.exploration) going.exploration.setup.deadline = performance.now()
      return
    }
    perform(task, send, going)
      .finally(() => {
        clearInterval(going.alive)
        delete going.exploration
      })
      .then(
        (result) => send({ result }),
        (error: unknown) =>
          send({
            result: { error: errorMessage(error), ...(error instanceof WrongInput && { isInput: true }) },
          }),
      )
  })
  await new Promise((resolve) => process.once('disconnect', resolve))
}
