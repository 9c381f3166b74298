import { exploreWatched } from '../../../explore/explore.ts'
import { withModule } from '../../../explore/report/failures.ts'
import { writePages } from '../../../explore/report/pages.ts'
import { progressLine, progressText } from '../../../explore/report/progress.ts'
import { notesOf, type Report } from '../../../explore/report/report.ts'
import type { ExploreOptions } from '../../../explore/run/options/options.ts'
import type { Shell } from '../parts/shell.ts'

/** The exit code of a command that the user stopped, as shells count an interrupt. */
const STOPPED = 130

/** The module of the options, and the bounds that the command line sets. */
interface Given {
  readonly file: string
  readonly bounds: Pick<ExploreOptions, 'runs' | 'within'>
}

/** One line of JSON for an exploration. */
function lineOf(name: string, report: Report): string {
  const { ok, runs, tried, notTried } = report
  const failures = report.failures.map(({ kind, title, parts, saved }) => ({ kind, title, parts, saved }))
  const notes = notesOf(report, [])
  return JSON.stringify({ name, ok, runs, failures, ...(notes.length > 0 && { notes }), tried, notTried })
}

/** What was tried, as lines for people. */
const triedText = ({ tried = [] }: Report): string => tried.map((part) => `  ${part}\n`).join('')

/**
 * Explores commands, one after the other, in this process: what they start are processes of their own. If the
 * user stops it, what is known is printed. Returns the exit code: 1 if one failed.
 */
export async function exploreCommands(
  list: readonly ExploreOptions[],
  { file, bounds }: Given,
  shell: Shell,
): Promise<number> {
  if (list.length === 0) return 0
  const state = { isStopped: false, stop() {} }
  void shell.stopped().then(() => {
    state.isStopped = true
    state.stop()
  })
  const line = progressLine(shell.terminal)
  let code = 0
  for (const options of list) {
    if (state.isStopped) break
    const { name } = options
    shell.err(
      `${name}: each start is a process, with the time of this machine: what it waits for takes real time\n`,
    )
    const report = await exploreWatched({ ...options, ...bounds }, (exploration) => {
      state.stop = () => {
        exploration.setup.deadline = performance.now()
      }
      if (state.isStopped) state.stop()
      line.show(() => progressText(exploration))
    }).finally(line.clear)
    const problems = await writePages(report.failures)
    shell.out(`${lineOf(name, report)}\n`)
    for (const { text, saved } of report.failures) shell.err(`${withModule(text, saved, file)}\n\n`)
    shell.err([triedText(report), ...problems.map((text) => `${text}\n`)].join(''))
    if (!report.ok && !state.isStopped) code = 1
    if (report.failures.length > 0) code = 1
  }
  return code === 0 && state.isStopped ? STOPPED : code
}
