import { replayStory } from '../../../explore/replay-story.ts'
import { pageOfTrace } from '../../../explore/report/pages.ts'
import { parseStory } from '../../../explore/search/story/saved.ts'
import { againstText } from '../../../live/against/against-text.ts'
import { type ReportedRun, reportedRun, runReport } from '../../../live/against/report.ts'
import { parseScenario, type Scenario } from '../../../scenario/check/parse.ts'
import { runScenario, type ScenarioRun } from '../../../scenario/play/run-scenario.ts'
import { runText } from '../../../scenario/play/run-text.ts'
import { holdsStory } from '../../../scenario/read/file-kind.ts'
import type { Trace } from '../../../world/history/trace-schema.ts'
import { readText } from '../../runners/read-text.ts'
import { loadAreas } from '../parts/load-areas.ts'
import { configFile, loadOptions, optionsNamed } from '../parts/load-options.ts'
import { reproText } from '../parts/repro.ts'
import type { Shell } from '../parts/shell.ts'
import { checkWritable, writeWhole } from '../parts/write-whole.ts'
import type { AgainstFlags } from './against.ts'

/** The options of `fauxgraph run` as texts. */
export interface RunFlags extends Partial<AgainstFlags> {
  readonly repro?: string
  readonly page?: string
  readonly report?: string
  /** The modules of areas. */
  readonly area?: readonly string[]
}

/** A file that was read. */
interface NamedText {
  readonly path: string
  readonly text: string
}

async function writeTrace(path: string, trace: Trace, shell: Shell): Promise<void> {
  writeWhole(path, await pageOfTrace(trace))
  shell.err(`wrote ${path}\n`)
}

/** Plays a saved story step by step. Returns the exit code: 1 if the story fails. */
async function runStory(
  text: string,
  storyPath: string,
  file: string,
  { repro, page, area }: RunFlags,
  shell: Shell,
): Promise<number> {
  const saved = parseStory(text, storyPath)
  const options = optionsNamed(await loadOptions(file, await loadAreas(area)), saved.of, file)
  if (repro !== undefined) {
    writeWhole(repro, reproText(saved, file, repro))
    shell.err(`wrote ${repro}\n`)
  }
  const { ok, text: told, trace } = await replayStory(options, saved.story)
  shell.out(`${told}\n`)
  if (page !== undefined) await writeTrace(page, trace(), shell)
  return ok ? 0 : 1
}

/** A played scenario as a trace: the steps of its world, and its own steps beside them. */
function traceOfRun(scenario: Scenario, run: ScenarioRun): Trace {
  const last = run.steps.length - 1
  const steps = run.steps.map(({ title }, index) => ({
    text: title,
    mark: index === last && run.difference ? '✗ differs' : null,
  }))
  const { title } = scenario
  const story = { title, failure: runText(scenario, run, false), steps, timeline: [], baseline: [] }
  return { ...run.world.trace({ title }), story }
}

/** Plays scenarios in the simulator. Returns how each went. */
async function playInSimulator(
  scenarios: readonly Scenario[],
  { page }: RunFlags,
  shell: Shell,
): Promise<readonly ReportedRun[]> {
  const runs: ReportedRun[] = []
  for (const scenario of scenarios) {
    const run = runScenario(scenario)
    shell.out(runText(scenario, run, shell.inColor === true))
    if (page !== undefined) await writeTrace(page, traceOfRun(scenario, run), shell)
    runs.push(reportedRun(scenario, run))
  }
  return runs
}

/** Plays scenarios at a real service. Returns how each went. */
async function playAtService(
  scenarios: readonly Scenario[],
  flags: AgainstFlags,
  shell: Shell,
): Promise<readonly ReportedRun[]> {
  const { playScenariosAgainst } = await import('./against.ts')
  const runs: ReportedRun[] = []
  for await (const run of playScenariosAgainst(scenarios, flags)) {
    shell.out(againstText(run, shell.inColor === true))
    runs.push(run)
  }
  return runs
}

/** Throws a TypeError if options do not go together. */
function checkFlags(files: number, { page, against, names, wait }: RunFlags): void {
  if (page !== undefined && files > 1)
    throw new TypeError(`--page writes the page of one scenario, got ${files} of them`)
  if (page !== undefined && against !== undefined)
    throw new TypeError('--page shows a run of the simulator: leave it out with --against')
  for (const [option, value] of Object.entries({ '--names': names, '--wait': wait }))
    if (value !== undefined && against === undefined) throw new TypeError(`${option} needs --against URL`)
}

/** Plays scenario files. All are parsed before the first is played. Returns the exit code: 1 if one fails. */
async function runScenarios(files: readonly NamedText[], flags: RunFlags, shell: Shell): Promise<number> {
  checkFlags(files.length, flags)
  const areas = await loadAreas(flags.area)
  const scenarios = files.map(({ path, text }) => parseScenario(text, { file: path, areas }))
  const { against, report: path } = flags
  const runs =
    against === undefined
      ? await playInSimulator(scenarios, flags, shell)
      : await playAtService(scenarios, { ...flags, against }, shell)
  const report = runReport(against ?? null, runs)
  if (path !== undefined) writeWhole(path, `${JSON.stringify(report, null, 2)}\n`)
  return report.ok ? 0 : 1
}

/** Plays scenario files, or a saved story of an exploration with the module of its options. */
export async function runFiles(paths: readonly string[], flags: RunFlags, shell: Shell): Promise<number> {
  const [first = '', module, ...more] = paths
  const text = readText(first, 'a scenario or a saved story')
  for (const path of [flags.repro, flags.page, flags.report]) if (path !== undefined) checkWritable(path)
  if (holdsStory(text)) {
    if (flags.against !== undefined || flags.report !== undefined)
      throw new TypeError('--against and --report are for scenarios, not for saved stories')
    const options = module ?? configFile()
    if (options !== undefined && more.length === 0) return runStory(text, first, options, flags, shell)
    throw new TypeError(
      `${first} is a saved story: pass the module of its options after it, and nothing else`,
    )
  }
  if (flags.repro !== undefined) throw new TypeError('--repro is for saved stories, not for scenarios')
  const files = paths.map((path) => ({ path, text: path === first ? text : readText(path, 'a scenario') }))
  return runScenarios(files, flags, shell)
}
