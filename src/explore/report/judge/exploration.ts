import { isOverdue } from '../../run/time-over.ts'
import type { Choices } from '../../search/generate/choices.ts'
import type { Setup } from '../../search/play/create-run.ts'
import { type Played, playBaseline, playerOf, playStory } from '../../search/play/play.ts'
import type { Story } from '../../search/story/story.ts'
import type { ExploreFailure } from '../report.ts'
import type { Compared } from './comparisons.ts'
import { type Expectation, unexpected } from './expectation.ts'
import type { Finding } from './finding.ts'
import { judge } from './judge.ts'
import { heldLess, madeLess } from './judge-world.ts'
import { legalOrders } from './legal-orders.ts'
import { steady, type Unsteady } from './steady.ts'
import { namedText } from './told.ts'

/** Runs of an exploration, unless the options say otherwise. */
export const defaultRuns = 500

/** Receives the progress of an exploration before each run. */
export type Watch = (exploration: Pick<Exploration, 'setup' | 'runs' | 'failures' | 'sweep'>) => void

/** A part of a systematic exploration: what is tried, and the number of its stories. */
export interface SweepPart {
  readonly what: string
  /** The number of places at which it is tried, if that is told. */
  readonly places?: number
  /** Undefined as long as it is not reached. */
  stories: number | undefined
  played: number
  /** The stories of it that will be played if nothing ends the exploration before. */
  left: number
  /** True if each share plays the same stories. */
  readonly isCommon: boolean
  /** True if only some of several shares have reached it. */
  readonly isOpen?: boolean
}

/** One of several shares of the stories of an exploration: the index is less than the count. */
export interface Share {
  readonly index: number
  readonly count: number
}

/** A systematic exploration: its parts, and when it began, by `performance.now()`. */
export interface Sweep {
  /** The share of the stories that it plays; all if left out. */
  share?: Share | undefined
  readonly began: number
  /** The parts of the order, once it begins. */
  readonly parts: SweepPart[]
  /** The maximum number of pairs at two calls, of all shares: it grows as the square of the calls. */
  readonly pairsMax: number
}

/** An exploration under way. */
export interface Exploration {
  readonly setup: Setup
  readonly watch: Watch
  readonly choices: Choices
  readonly baseline: Map<string, Promise<Played>>
  readonly coverage: Map<string, Map<string, number>>
  readonly sometimes: Map<string, boolean>
  readonly failures: ExploreFailure[]
  /** The kinds of failures that were shrunk, also of those that the report leaves out. */
  readonly kinds: Set<string>
  /** The lines that threw, by the kinds of failures, the one that the report shows first. */
  readonly thrownAt: Map<string, Set<string>>
  /** The stories that were saved before, by their files, with the names that the code has now. */
  readonly savedBefore: Map<string, Story>
  /** Whether a saved story cannot be played any more. */
  isStale: boolean
  readonly warnings: Set<string>
  readonly compared: Compared
  /** The number of inputs that the world of the options had before. */
  readonly seqBefore: number
  /** The stories played so far; undefined unless they are played in a systematic order. */
  readonly sweep: Sweep | undefined
  expectation: Expectation | undefined
  /** The members of mirrors that are not compared. */
  unsteady: Unsteady
  /** The mirrors that differ between baseline runs of the same facts: they are not compared. */
  readonly restless: Set<string>
  nondeterminism: string | undefined
  runs: number
  leftWorld: number
  lastNewKind: number
}

/**
 * The runs of an exploration at most. The order of a systematic one ends by itself, so that the same stories
 * are played by any number of workers.
 */
export const runsMax = ({ setup, sweep }: Pick<Exploration, 'setup' | 'sweep'>): number =>
  setup.options.runs ?? (sweep ? Number.POSITIVE_INFINITY : defaultRuns)

/** Whether the time of an exploration is over. */
export const isTimeOver = ({ setup }: Exploration): boolean => isOverdue(setup)

/** The baseline run of the facts of a run, by the version of the program that it ended with. */
export const baselineRunOf = (exploration: Exploration, played: Played, apart = false): Promise<Played> => {
  const incidents = played.incidents.map(({ step, at }) => [step, at])
  const key = JSON.stringify([incidents, played.lastStepAt, played.run.version, apart])
  const known =
    exploration.baseline.get(key) ??
    playBaseline(exploration.setup, played, apart).then((run) => steady(run, exploration.unsteady))
  exploration.baseline.set(key, known)
  if (exploration.baseline.size > 200) {
    const [oldest = ''] = exploration.baseline.keys()
    exploration.baseline.delete(oldest)
  }
  return known
}

const toldFinding = (finding: Finding, { base: world, facts }: Setup): Finding => ({
  ...finding,
  title: namedText(finding.title, { world, facts }),
  details: finding.details.map((line) => namedText(line, { world, facts })),
})

/**
 * How little a finding tells, of those of one run. A record of failure that is wrong tells more than what it
 * left in the world. What was made twice was so whether or not a command with an error was carried out.
 */
const rankOf = ({ oracle, kind }: Finding): number =>
  oracle === 'gave up' ? 0 : kind.endsWith(' twice') ? 1 : 2

/**
 * Judges a baseline run in which a notice told of several changes: it must not make or hold less than the run
 * in which each notice tells of one.
 */
async function missedTogether(exploration: Exploration, baseline: Played): Promise<Finding | undefined> {
  const isTogether = [...baseline.run.noticed.values()].some((names) => names.length > 1)
  if (!isTogether || !baseline.ending) return undefined
  const { ending } = await baselineRunOf(exploration, baseline, true)
  if (!ending) return undefined
  const found = madeLess(baseline.ending, ending) ?? heldLess(baseline.ending, ending)
  return exploration.restless.has(found?.mirror ?? '') ? undefined : found
}

/** Plays a story and judges it. */
export async function attempt(
  exploration: Exploration,
  story: Story,
): Promise<{ played: Played; stuck: string | undefined; finding: Finding | undefined }> {
  exploration.watch(exploration)
  const played = steady(await playStory(exploration.setup, story), exploration.unsteady)
  if (played.run.stuck) return { played, stuck: played.run.stuck, finding: undefined }
  let first: Finding | undefined
  for (const incidents of legalOrders(played.incidents)) {
    const baseline = await baselineRunOf(exploration, { ...played, incidents })
    if (baseline.run.stuck) return { played, stuck: baseline.run.stuck, finding: undefined }
    const { restless, setup } = exploration
    const finding =
      judge(played, baseline, { gaveUp: setup.options.gaveUp, restless }) ??
      unexpected(played, baseline, exploration.expectation) ??
      (await missedTogether(exploration, baseline))
    if (!finding) return { played, stuck: undefined, finding }
    if (!first || rankOf(finding) < rankOf(first)) first = finding
  }
  return { played, stuck: undefined, finding: first && toldFinding(first, exploration.setup) }
}

/** Counts how the calls of a run were answered. */
export function countCalls(coverage: Exploration['coverage'], { run }: Played): void {
  for (const { operation, status, code, received } of run.calls) {
    const results = coverage.get(operation) ?? new Map<string, number>()
    const result = status === undefined || !received ? 'lost' : code === undefined ? 'ok' : String(code)
    coverage.set(operation, results.set(result, (results.get(result) ?? 0) + 1))
  }
}

/** The first line in which two runs of a story differ. */
function firstDifference(one: Played, other: Played): string | undefined {
  const length = Math.max(one.run.trace.length, other.run.trace.length)
  for (let index = 0; index < length; index++) {
    const [left = '(nothing more)', right = '(nothing more)'] = [one.run.trace[index], other.run.trace[index]]
    if (left !== right) return `line ${index + 1}: "${left}" in one run, "${right}" in another`
  }
  return undefined
}

/** Plays a story once more: the code under test must do the same. */
export async function checkReplay(exploration: Exploration, played: Played): Promise<void> {
  // Nobody controls the order of what real processes do: their baseline runs are compared, once.
  if (playerOf(exploration.setup.options)) return
  const again = await playStory(exploration.setup, played.story)
  const difference = firstDifference(played, again)
  if (difference === undefined) return
  const source = played.run.outside ?? again.run.outside
  exploration.nondeterminism ??= source === undefined ? difference : `${difference}; before that, ${source}`
}
