import { rmSync } from 'node:fs'
import { WrongInput } from '../run/options/wrong-input.ts'
import { inTimeLeft } from '../run/time-over.ts'
import { jobsOf } from '../search/play/jobs.ts'
import { type Played, playerOf } from '../search/play/play.ts'
import { type Shrunk, shrink } from '../search/shrink/shrink.ts'
import { defaultFolder, saveStory, storyPage } from '../search/story/saved.ts'
import { type Story, storyKey } from '../search/story/story.ts'
import { partsOf } from '../search/story/story-order.ts'
import { adviceOfQuiet } from './judge/compared.ts'
import { mentions } from './judge/difference.ts'
import {
  attempt,
  baselineRunOf,
  checkReplay,
  type Exploration,
  isTimeOver,
  runsMax,
} from './judge/exploration.ts'
import type { Finding } from './judge/finding.ts'
import { holdsAlike } from './judge/steady.ts'
import type { ExploreFailure } from './report.ts'
import { storyTrace } from './story-trace.ts'
import { storyText } from './text.ts'

/** The places of errors of one cause that a report names, apart from the first. */
const PLACES_SHOWN = 5

/** The marks of a story that did something; the others are dropped. */
const effective = ({ story, run }: Played): Story => ({
  steps: story.steps,
  marks: story.marks.filter((mark) => run.acted.has(mark)),
})

function reportText(
  name: string,
  failure: Omit<ExploreFailure, 'text' | 'trace'>,
  finding: Finding,
  played: Played,
  total: number,
): string {
  const { run, parts, shrinkRuns, story, saved } = failure
  const size = `${parts} part${parts === 1 ? '' : 's'}`
  const found = shrinkRuns === 0 ? `a story of ${size}` : `shrunk to ${size} in ${shrinkRuns} runs`
  return [
    `✗ ${name}: ${finding.title}`,
    `  run ${run}${total === Number.POSITIVE_INFINITY ? '' : ` of ${total}`}, ${found} (${finding.oracle})`,
    storyText(story, played),
    ...finding.details.map((line) => (line === '' ? '' : `  ${line}`)),
    ...(saved === undefined ? [] : [replayText(saved)]),
  ]
    .filter((text) => text !== '')
    .join('\n')
}

/** Says where a story was saved, and how to replay it. `module` is the file that exports the options. */
export const replayText = (saved: string, module = 'FILE (the module that exports these options)'): string =>
  [
    `  saved as ${saved}`,
    `  see it in a browser: ${storyPage(saved)}`,
    `  replay it with: npx fauxgraph run ${saved} ${module}`,
  ].join('\n')

/** The text of a failure whose story was saved there, with the module of its options. */
export function withModule(text: string, saved: string | undefined, module: string): string {
  if (saved === undefined) return text
  const end = `\n${replayText(saved)}`
  return `${text.endsWith(end) ? text.slice(0, -end.length) : text}\n${replayText(saved, module)}`
}

/** Notes which line threw: one missing `catch` can let errors of many lines pass. */
function notePlace({ thrownAt }: Exploration, { kind, place = '' }: Finding): void {
  if (place !== '') thrownAt.set(kind, (thrownAt.get(kind) ?? new Set()).add(place))
}

/** A failure that also names, in one line, the other places from which errors came for the same cause. */
export function withOtherPlaces({ thrownAt }: Exploration, failure: ExploreFailure): ExploreFailure {
  const [, ...others] = thrownAt.get(failure.kind) ?? []
  if (others.length === 0) return failure
  const more = others.length > PLACES_SHOWN ? ` and ${others.length - PLACES_SHOWN} more places` : ''
  const shown = others.slice(0, PLACES_SHOWN).join(', ')
  const line = `  errors that nothing catches there also come from ${shown}${more}`
  const end = failure.saved === undefined ? '' : `\n${replayText(failure.saved)}`
  return { ...failure, text: `${failure.text.slice(0, failure.text.length - end.length)}\n${line}${end}` }
}

/** The kinds of failures that one cause has in different runs, the plainest first. */
const ofOneCause = [' lost', ' unexpected', ' differs']

/** How plainly a kind names its cause: 0 is best, and -1 is a kind of its own. */
const plainness = (kind: string): number => ofOneCause.findIndex((ending) => kind.endsWith(ending))

/** What failures of one cause have in common. Harms of another kind are another cause. */
const causeOf = (kind: string, { marks }: Story): string =>
  JSON.stringify([
    kind.slice(0, kind.length - (ofOneCause[plainness(kind)]?.length ?? 0)),
    [...new Set(marks.map(({ harm }) => harm.do))].sort(),
  ])

/**
 * The failure in the report that has the cause of another kind: a loss in one run often is an entry too many,
 * or another one, in the next.
 */
const sameCause = (
  failures: readonly ExploreFailure[],
  kind: string,
  story: Story,
): ExploreFailure | undefined =>
  failures.find(
    (known) =>
      plainness(kind) >= 0 &&
      plainness(known.kind) >= 0 &&
      causeOf(known.kind, known.story) === causeOf(kind, story),
  )

/** A story that shows a finding. */
type Shown = Shrunk & { readonly played: Played }

/** The smallest story that shows a finding, as far as it was looked for. */
async function shrunk(exploration: Exploration, played: Played, finding: Finding): Promise<Shown> {
  const plays = new Map<string, Played>()
  const small = await shrink(
    effective(played),
    finding,
    async (story) => {
      const tried = await inTimeLeft(() => attempt(exploration, story))
      if (!tried) return { finding: undefined, places: [], jobs: [], facts: played.run.facts }
      const { run } = tried.played
      if (tried.finding?.kind === finding.kind) plays.set(storyKey(story), tried.played)
      return { finding: tried.finding, places: run.sites, jobs: jobsOf(run), facts: run.facts }
    },
    {
      isTimeOver: () => isTimeOver(exploration),
      periodic: [...played.run.periodic.found.keys()],
      leavesOutOnly: playerOf(exploration.setup.options) !== undefined,
    },
  )
  return { ...small, played: plays.get(storyKey(small.story)) ?? played }
}

/** A story that failed again, or for the first time if no time was left. */
interface Confirmed {
  readonly played: Played
  readonly finding: Finding
}

const unsure =
  'not confirmed: no time was left to play its story again, and a busy machine may be the cause. The next ' +
  'exploration plays it first'

/** Times that a story of processes is played again until it shows its failure once more. */
const CONFIRMATIONS = 2

/** The facts that the entries of a mirror tell of, with their numbers, as one text. */
const factsIn = (mirror: string, { ending, run }: Played): string =>
  (ending?.mirrors[mirror] ?? [])
    .flatMap((text) => [...run.labels.values()].filter((label) => mentions(text, [label])))
    .sort()
    .join()

/**
 * Says that the mirror of a finding differs between baseline runs of the same facts: what a program makes by
 * chance is no failure. If only one of three runs differs, a busy machine may have disturbed it; if it
 * tells of other facts, or of none, such as a sum, the program may have a race.
 */
async function restlessIn(
  exploration: Exploration,
  played: Played,
  { mirror = '', title }: Finding,
  first: Played,
): Promise<string | undefined> {
  const second = await baselineRunOf(exploration, played)
  if (holdsAlike(mirror, first, second)) return undefined
  exploration.baseline.clear()
  const third = await baselineRunOf(exploration, played)
  if (holdsAlike(mirror, second, third)) return undefined
  const facts = new Set([first, second, third].map((run) => factsIn(mirror, run)))
  if (facts.size > 1 || (facts.has('') && played.run.happened.length > 0)) return undefined
  return (
    `the mirror ${mirror} differs between runs of the same facts without faults, so it is not compared ` +
    `with the baseline run, which found: ${title}. Let it return what does not depend on chance; ` +
    adviceOfQuiet()
  )
}

/**
 * Plays a story of processes again, with baseline runs of their own: what a busy machine, or chance, has done
 * to one run is not reported. Returns how it failed again; undefined if it did not. If no time is left for
 * that, returns how it failed, with a finding that says so. Others fail again by their nature.
 */
async function confirmed(
  exploration: Exploration,
  played: Played,
  finding: Finding,
): Promise<Confirmed | undefined> {
  if (!playerOf(exploration.setup.options)) return { played, finding }
  const first = await inTimeLeft(() => baselineRunOf(exploration, played))
  for (let times = 0; times < CONFIRMATIONS; times++) {
    exploration.baseline.clear()
    const again = await inTimeLeft(() => attempt(exploration, played.story))
    if (!again) break
    if (again.finding?.kind !== finding.kind) continue
    const { mirror } = finding
    const why = first && mirror && (await inTimeLeft(() => restlessIn(exploration, played, finding, first)))
    if (!mirror || !why) return { played: again.played, finding }
    // A program that differs by itself cannot be explored as it is configured.
    if (played.story.marks.length === 0 && played.run.happened.length === 0)
      throw new WrongInput(`explore: ${why}`)
    exploration.restless.add(mirror)
    exploration.warnings.add(why)
    return undefined
  }
  if (isTimeOver(exploration))
    return { played, finding: { ...finding, details: [...finding.details, unsure] } }
  exploration.warnings.add(
    `"${finding.title}" showed in one run, and not when its story was played again: it is not reported, ` +
      'since a busy machine may be the cause',
  )
  return undefined
}

/**
 * Plays the smallest story once more, beside its baseline run, as long as there is time. If one of processes
 * does not show its failure then, `whole` takes its place: that did.
 */
async function lastPlay(
  exploration: Exploration,
  small: Shown,
  whole: Shown,
): Promise<Shown & { readonly baseline?: Played | undefined }> {
  const { story, finding } = small
  const last = await inTimeLeft(async () => {
    const again = await attempt(exploration, story)
    await checkReplay(exploration, again.played)
    const isShown = again.stuck !== undefined || again.finding?.kind === finding.kind
    if (!isShown && playerOf(exploration.setup.options)) return whole
    if (!isShown)
      exploration.warnings.add(`the story of "${finding.title}" did not show it when it was played once more`)
    const baseline = again.stuck === undefined ? await baselineRunOf(exploration, again.played) : undefined
    return { ...small, played: again.played, baseline }
  })
  return last ?? small
}

/** The file of a story: that which holds it, or a new one. Undefined if the options save none. */
function fileOf(exploration: Exploration, { title, kind }: Finding, story: Story): string | undefined {
  const { name, stories = defaultFolder } = exploration.setup.options
  if (stories === false) return undefined
  return saveStory(stories, { title, of: name, finds: kind, story }, exploration.savedBefore)
}

/**
 * Adds a failure of a new kind to the report, with the smallest story that shows it. It takes the place of
 * one that named the same cause less plainly. `savedAt` is the file that holds the story: it stays as it is.
 * Returns whether the story failed again when it was played once more.
 */
export async function addFailure(
  exploration: Exploration,
  played: Played,
  found: Finding,
  savedAt?: string,
): Promise<boolean> {
  const { failures, kinds, savedBefore, setup, runs } = exploration
  if (kinds.has(found.kind)) {
    notePlace(exploration, found)
    return true
  }
  kinds.add(found.kind)
  const again = await confirmed(exploration, played, found)
  if (!again) {
    kinds.delete(found.kind)
    return false
  }
  const { finding } = again
  exploration.lastNewKind = runs
  const whole = { story: played.story, finding, runs: 0, played: again.played }
  const small = savedAt === undefined ? await shrunk(exploration, again.played, finding) : whole
  notePlace(exploration, small.finding)
  notePlace(exploration, finding)
  const known = sameCause(failures, small.finding.kind, small.story)
  if (known && plainness(known.kind) < plainness(small.finding.kind)) return true
  const last = await lastPlay(exploration, small, whole)
  const { name } = setup.options
  const { oracle, kind, title } = last.finding
  const saved = savedAt ?? fileOf(exploration, last.finding, last.story)
  const failure = {
    oracle,
    kind,
    title,
    run: runs,
    parts: partsOf(last.story),
    shrinkRuns: last.runs,
    story: last.story,
    ...(saved !== undefined && { saved, page: storyPage(saved) }),
  }
  const added = {
    ...failure,
    text: reportText(name, failure, last.finding, last.played, runsMax(exploration)),
    trace: () => storyTrace(last.played, last.baseline, last.finding),
  }
  failures.splice(known ? failures.indexOf(known) : failures.length, known ? 1 : 0, added)
  // A story that was there before may be committed: it stays.
  if (known?.saved !== undefined && !savedBefore.has(known.saved)) rmSync(known.saved, { force: true })
  return true
}
