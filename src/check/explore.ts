import { millisecondsOf } from '../world/durations.ts'
import { checkOptions } from './check-options.ts'
import { choicesOf } from './choices.ts'
import { environmentOf, materialOf } from './environment.ts'
import { learn } from './expectation.ts'
import { attempt, checkReplay, countCalls, type Exploration, gentleOf } from './exploration.ts'
import { addFailure } from './failures.ts'
import { canonicalStories, type Material, randomMarks, randomSteps, sweepMarks } from './generate.ts'
import type { ExploreOptions } from './options.ts'
import { type ExploreCoverage, ExploreError, failureText, type Report } from './report.ts'
import type { Setup } from './run/create-run.ts'
import { replaceGlobals } from './run/globals.ts'
import { viewOf } from './run/laws.ts'
import { type Played, playStory } from './run/play.ts'
import { savedStories } from './saved.ts'
import { seenIn } from './sometimes.ts'
import type { Story, StoryStep } from './story.ts'

/** The maximum number of failures of different kinds, if the options name none. */
const KINDS = 5

/** Runs without a new kind of failure after which a failed exploration ends. */
const PATIENCE = 100

/** One in so many passing runs is played twice. */
const REPLAYED = 20

/** Plays one story of the exploration. Returns what was played, without a finding if it passed. */
async function explored(exploration: Exploration, story: Story): Promise<Played> {
  exploration.runs++
  const { played, finding } = await attempt(exploration, story)
  countCalls(exploration.coverage, played)
  for (const name of seenIn(played)) exploration.sometimes.set(name, true)
  for (const [name, holds] of Object.entries(exploration.setup.options.sometimes ?? {})) {
    if (!exploration.sometimes.get(name) && (await holds(viewOf(played.run, {}))))
      exploration.sometimes.set(name, true)
  }
  if (played.run.stuck) {
    exploration.leftWorld++
    exploration.warnings.add(played.run.stuck)
  } else if (finding) await addFailure(exploration, played, finding)
  else if (exploration.runs % REPLAYED === 1) await checkReplay(exploration, played)
  for (const left of played.ending?.leftBehind.slice(0, 1) ?? [])
    exploration.warnings.add(`left behind: ${left.slice(0, 200)}`)
  return played
}

/** The stories of an exploration: single harms swept over plain stories, and random stories beside them. */
async function* candidates(
  exploration: Exploration,
  material: Material,
): AsyncGenerator<Story, void, Played> {
  const { choices } = exploration
  const sweeps: { steps: readonly StoryStep[]; marks: Story['marks'][number][] }[] = []
  for (const steps of canonicalStories(material, choices)) {
    const played = yield { steps, marks: [] }
    sweeps.push({ steps, marks: sweepMarks(played.run.sites, material, choices) })
  }
  for (let turn = 0; ; turn++) {
    const sweep = sweeps[turn % Math.max(1, sweeps.length)]
    for (const mark of sweep?.marks.splice(0, 3) ?? []) yield { steps: sweep?.steps ?? [], marks: [mark] }
    const steps = randomSteps(material, choices)
    const played = yield { steps, marks: [] }
    for (let times = 0; times < 3; times++) {
      const marks = randomMarks(played.run.sites, material, choices)
      if (marks.length > 0) yield { steps, marks }
    }
  }
}

const isOver = ({ setup, runs, failures, lastNewKind }: Exploration, deadline: number): boolean =>
  runs >= (setup.options.runs ?? 500) ||
  failures.length >= (setup.options.kinds ?? KINDS) ||
  (failures.length > 0 && runs - lastNewKind >= PATIENCE) ||
  performance.now() > deadline

async function hunt(exploration: Exploration): Promise<void> {
  const { setup } = exploration
  const { options } = setup
  const deadline =
    options.within === undefined
      ? Number.POSITIVE_INFINITY
      : performance.now() + millisecondsOf(options.within)
  const saved =
    options.stories === false ? [] : savedStories(options.stories ?? 'test/__stories__', options.name)
  const facts = await environmentOf(setup)
  const material = await materialOf(setup, facts)
  const [first = []] = canonicalStories(material, choicesOf(options.seed ?? 1))
  const profile = await playStory(setup, { steps: first, marks: [] })
  exploration.expectation = learn(await gentleOf(exploration, profile))
  for (const { file } of saved) {
    if (!isOver(exploration, deadline)) await explored(exploration, file.story)
  }
  const stories = candidates(exploration, material)
  for (let next = await stories.next(); !next.done && !isOver(exploration, deadline); ) {
    next = await stories.next(await explored(exploration, next.value))
  }
}

function reportOf(exploration: Exploration): Report {
  const { failures, runs, leftWorld, nondeterminism, sometimes, coverage, setup, warnings } = exploration
  const declared = Object.keys(setup.options.sometimes ?? {})
  const tooOften = leftWorld > runs / 100
  if (tooOften) warnings.add(`${leftWorld} of ${runs} runs waited for something outside the world`)
  const isFine = failures.length === 0 && nondeterminism === undefined && !tooOften
  const table = Object.fromEntries(
    [...coverage].map(([operation, results]) => [operation, Object.fromEntries(results)]),
  )
  const report: Report = {
    ok: isFine && declared.every((name) => sometimes.get(name)),
    failures,
    runs,
    coverage: table as ExploreCoverage,
    sometimes: Object.fromEntries([...declared.map((name) => [name, false] as const), ...sometimes]),
    leftWorld,
    ...(nondeterminism !== undefined && { nondeterminism }),
    warnings: [...warnings],
    throwIfFailed() {
      if (!report.ok) throw new ExploreError(failureText(report, declared), report)
    },
  }
  return report
}

let isExploring = false

/**
 * Runs the code under test against a legal but hostile world, and looks for the smallest story that breaks
 * it.
 * Every run begins in a fork of the same world. The same options and the same code give the same report.
 *
 * Throws a TypeError if an option is wrong, and if an exploration goes on already: an exploration replaces
 * `fetch`, the timers and the clock of this realm while it runs.
 */
export async function explore(options: ExploreOptions): Promise<Report> {
  checkOptions(options)
  if (isExploring)
    throw new TypeError('explore is running already in this realm: await it before the next one')
  isExploring = true
  const base = options.world()
  const setup: Setup = { options, base, baseUrl: base.baseUrl, webUrl: base.webUrl }
  const origins = new Set([base.baseUrl, base.webUrl].map((url) => new URL(url).origin))
  const restore = replaceGlobals(origins, options.time !== 'injected')
  const zone = process.env['TZ']
  if (options.timeZone !== undefined) process.env['TZ'] = options.timeZone
  const exploration: Exploration = {
    setup,
    choices: choicesOf(options.seed ?? 1),
    gentle: new Map(),
    coverage: new Map(),
    sometimes: new Map(),
    failures: [],
    warnings: new Set(),
    expectation: undefined,
    nondeterminism: undefined,
    runs: 0,
    leftWorld: 0,
    lastNewKind: 0,
  }
  try {
    await hunt(exploration)
    return reportOf(exploration)
  } finally {
    isExploring = false
    restore()
    if (zone === undefined) Reflect.deleteProperty(process.env, 'TZ')
    else process.env['TZ'] = zone
  }
}
