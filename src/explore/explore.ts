import type { World } from '../world/world.ts'
import { notTried } from './check-options.ts'
import { explored, playSaved } from './explored.ts'
import { sweepStories } from './outside/sweep.ts'
import { prepare, withExploration } from './prepare.ts'
import { withOtherPlaces } from './report/failures.ts'
import {
  calledPast,
  emptyMirrors,
  factsThatNeverHappened,
  neverReached,
  nothingCompared,
  ofLaterVersions,
} from './report/judge/compared.ts'
import { type Exploration, isTimeOver, runsMax, type Share, type Watch } from './report/judge/exploration.ts'
import { inTime } from './report/judge/in-time.ts'
import { writePages } from './report/pages.ts'
import { progressLine, progressText } from './report/progress.ts'
import { ExploreError, type ExploreReport, failureText } from './report/report.ts'
import { triedIn } from './report/tried.ts'
import type { FactsOf } from './run/calls/fact-names.ts'
import type { ExploreOptions } from './run/options/options.ts'
import { noteKnown } from './run/watchdog.ts'
import type { Choices } from './search/generate/choices.ts'
import {
  canonicalStories,
  deploymentIn,
  holdsOf,
  overlapStory,
  randomMarks,
  randomSteps,
  repeatStory,
  sweepMarks,
} from './search/generate/generate.ts'
import type { Material } from './search/generate/harms.ts'
import { type Played, playerOf } from './search/play/play.ts'
import { defaultFolder, savedStories } from './search/story/saved.ts'
import type { Mark, Story, StoryStep } from './search/story/story.ts'

/** The maximum number of failures of different kinds, if the options name none. */
const KINDS = 5

/** Runs without a new kind of failure after which a failed exploration ends. */
const PATIENCE = 100

/** Runs that wait for something outside the world after which an exploration ends, if no other run ended. */
const STUCK_MAX = 5

/** Marks of a swept story, and marked runs of a random story, in each turn. */
const SWEPT = 5
const RANDOM = 2

/** A story, and the marks that are still to be tried in it, each beside those that are always there. */
interface Sweep {
  readonly steps: readonly StoryStep[]
  readonly always: Story['marks']
  readonly marks: Mark[]
}

/** Plays a story without marks, and finds the marks to try in it, and where the next version is deployed. */
async function* sweepOf(
  steps: readonly StoryStep[],
  material: Material,
  choices: Choices,
): AsyncGenerator<Story, Sweep & { readonly deployment: Mark | undefined }, Played> {
  const { run } = yield { steps, marks: [] }
  const marks = sweepMarks(run.sites, material, choices)
  return { steps, always: [], marks, deployment: deploymentIn(run.sites, material) }
}

/** Plays a story in which the next version is deployed, and finds the marks to try from then on. */
async function* deployedSweepOf(
  { steps, deployment }: { readonly steps: readonly StoryStep[]; readonly deployment: Mark | undefined },
  material: Material,
  choices: Choices,
): AsyncGenerator<Story, Sweep[], Played> {
  if (!deployment) return []
  const { run } = yield { steps, marks: [deployment] }
  const from = run.sites.findIndex(({ at }) => at === deployment.at) + 1
  return [{ steps, always: [deployment], marks: sweepMarks(run.sites.slice(from), material, choices) }]
}

/** Plays the swept stories, and finds the marks to try in each. */
async function* sweepsOf(
  { choices }: Exploration,
  material: Material,
): AsyncGenerator<Story, Sweep[], Played> {
  const sweeps: Sweep[] = []
  for (const steps of canonicalStories(material, choices)) {
    const sweep = yield* sweepOf(steps, material, choices)
    const isFirst = sweeps.length === 0
    sweeps.push(sweep, ...(isFirst ? yield* deployedSweepOf(sweep, material, choices) : []))
  }
  const repeats = repeatStory(material, choices)
  if (repeats) sweeps.push(yield* sweepOf(repeats, material, choices))
  const overlap = yield* sweepOf(overlapStory(material, choices), material, choices)
  return [...sweeps, { ...overlap, marks: holdsOf(overlap.marks) }]
}

/** The stories of an exploration: single harms swept over plain stories, and random stories beside them. */
async function* candidates(
  exploration: Exploration,
  material: Material,
): AsyncGenerator<Story, void, Played> {
  const { choices } = exploration
  const sweeps = yield* sweepsOf(exploration, material)
  for (let turn = 0; ; turn++) {
    const open = sweeps.filter(({ marks }) => marks.length > 0)
    const sweep = open[turn % Math.max(1, open.length)]
    if (sweep)
      for (const mark of sweep.marks.splice(0, SWEPT))
        yield { steps: sweep.steps, marks: [...sweep.always, mark] }
    const steps = randomSteps(material, choices)
    const played = yield { steps, marks: [] }
    for (let times = 0; times < RANDOM; times++) {
      const marks = randomMarks(played.run.sites, material, choices)
      if (marks.length > 0) yield { steps, marks }
    }
  }
}

function isOver(exploration: Exploration): boolean {
  const { setup, runs, failures, lastNewKind, leftWorld } = exploration
  return (
    runs >= runsMax(exploration) ||
    failures.length >= (setup.options.kinds ?? KINDS) ||
    // Every run waits for something outside: more of them only take time.
    (leftWorld >= STUCK_MAX && leftWorld === runs) ||
    (failures.length > 0 && runs - lastNewKind >= PATIENCE) ||
    isTimeOver(exploration)
  )
}

async function hunt(exploration: Exploration): Promise<void> {
  const { name, stories: folder = defaultFolder } = exploration.setup.options
  const saved = folder === false ? [] : savedStories(folder, name)
  for (const { path, file } of saved) exploration.savedBefore.set(path, file.story)
  const prepared = await prepare(exploration)
  for (const each of saved) {
    if (!isOver(exploration)) await playSaved(exploration, prepared, each)
  }
  const stories = exploration.sweep
    ? sweepStories(exploration.sweep, prepared, exploration.choices)
    : candidates(exploration, prepared.material)
  for (let next = await stories.next(); !next.done && !isOver(exploration); ) {
    next = await stories.next((await explored(exploration, next.value)).played)
  }
}

/** Says why an exploration proves nothing, whatever else it found. */
const vacuousBecause = (exploration: Exploration): string[] =>
  [nothingCompared(exploration), neverReached(exploration), calledPast(exploration)].filter(
    (reason) => reason !== undefined,
  )

function reportOf(exploration: Exploration): ExploreReport {
  const { failures, runs, leftWorld, nondeterminism, sometimes, coverage, setup, warnings } = exploration
  const declared = Object.keys(setup.options.sometimes ?? {})
  const tooOften = leftWorld > runs / 100
  if (tooOften) warnings.add(`${leftWorld} of ${runs} runs waited for something outside the world`)
  if (runs === 0)
    warnings.add(
      setup.options.within === undefined
        ? 'it was stopped before its first run ended'
        : 'no run ended in time: raise within, or leave it out',
    )
  const vacuous = runs > leftWorld ? vacuousBecause(exploration) : []
  for (const reason of vacuous) warnings.add(reason)
  const later = ofLaterVersions(exploration)
  if (later !== undefined) warnings.add(later)
  for (const line of playerOf(setup.options)?.warnings() ?? []) warnings.add(line)
  for (const line of [...emptyMirrors(exploration), ...factsThatNeverHappened(exploration)])
    warnings.add(line)
  const isFine =
    runs > 0 &&
    failures.length === 0 &&
    nondeterminism === undefined &&
    !tooOften &&
    vacuous.length === 0 &&
    !exploration.isStale
  const table = Object.fromEntries(
    [...coverage].map(([operation, results]) => [operation, Object.fromEntries(results)]),
  )
  const report: ExploreReport = {
    ok: isFine && declared.every((name) => sometimes.get(name)),
    failures: failures.map((failure) => withOtherPlaces(exploration, failure)),
    runs,
    coverage: table,
    sometimes: Object.fromEntries([...declared.map((name) => [name, false] as const), ...sometimes]),
    leftWorld,
    notTried: notTried(setup.options),
    ...(exploration.sweep && { tried: triedIn(exploration.sweep.parts) }),
    ...(nondeterminism !== undefined && { nondeterminism }),
    warnings: [...warnings],
    throwIfFailed() {
      if (!report.ok) throw new ExploreError(failureText(report, declared), report)
    },
  }
  return report
}

/**
 * Explores as `explore` does, and tells `watch` before each run how far it is.
 *
 * @param share The share of a systematic order that is tried: all of it if undefined.
 */
export function exploreWatched(options: ExploreOptions, watch: Watch, share?: Share): Promise<ExploreReport> {
  const note: Watch = (exploration) => {
    noteKnown(progressText(exploration))
    watch(exploration)
  }
  return withExploration(options, note, async (exploration) => {
    if (exploration.sweep) exploration.sweep.share = share
    await inTime(exploration, hunt(exploration))
    return reportOf(exploration)
  })
}

/**
 * Runs the code under test against a legal but hostile world, and looks for the smallest story that breaks
 * it. Every run begins in a fork of the same world. The same options and code give the same report. Each
 * failure is saved as a story, with a page beside it that shows the run in a browser. If the standard error
 * stream is a terminal, a line on it shows the progress.
 *
 * @typeParam W The type of the world, with the kinds of facts of its areas.
 *
 * Throws a TypeError if an option is wrong, and if an exploration goes on already: an exploration replaces
 * `fetch`, the timers and the clock of this realm while it runs.
 */
export async function explore<W extends World>(
  options: ExploreOptions<FactsOf<W>> & { readonly world: () => W },
): Promise<ExploreReport> {
  const line = progressLine(process.stderr)
  try {
    const report = await exploreWatched(options, (exploration) => line.show(() => progressText(exploration)))
    const problems = await writePages(report.failures)
    return problems.length === 0 ? report : { ...report, warnings: [...report.warnings, ...problems] }
  } finally {
    line.clear()
  }
}
