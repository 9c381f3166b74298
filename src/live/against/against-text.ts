import { paintFor } from '../../scenario/play/run-text.ts'
import type { ReportedRun } from './report.ts'

const marks = { passed: '✓', failed: '✗', skipped: '-', 'not played': ' ' } as const

/** Groups skipped steps of one reason, so that a long rest is one line. */
function skippedLines({ steps }: ReportedRun): readonly string[] {
  const lines: string[] = []
  let more = 0
  const end = () => {
    if (more > 0) lines.push(`    and the ${more === 1 ? 'step' : `${more} steps`} after it`)
    more = 0
  }
  let before: string | null = null
  for (const { result, title, reason } of steps) {
    if (result === 'skipped' && reason === before) more += 1
    else {
      end()
      if (result === 'skipped') lines.push(`  ${marks.skipped} skipped: ${title}`, `      ${reason}`)
    }
    before = result === 'skipped' ? reason : null
  }
  end()
  return lines
}

const uncheckedLines = ({ steps }: ReportedRun): readonly string[] =>
  steps.flatMap(({ title, unchecked }) =>
    unchecked.length === 0 ? [] : [`  - not checked: ${title} (${unchecked.join(', ')})`],
  )

/** Tells how a scenario was played at a real service: one line, and what was skipped. */
export function againstText(run: ReportedRun, inColor: boolean): string {
  const paint = paintFor(inColor)
  const { file, title, ok, steps, difference, simulator } = run
  const played = steps.filter(({ result }) => result === 'passed' || result === 'failed')
  const counted = `${played.length} of ${steps.length} steps`
  const isEmpty = ok && played.length === 0
  const mark = isEmpty ? paint('dim', '-') : ok ? paint('green', '✓') : paint('red', '✗')
  const told = ok
    ? []
    : played.map(({ title: step, result }) =>
        paint(result === 'failed' ? 'red' : 'dim', `  ${marks[result]} ${step}`),
      )
  const lines = [
    `${mark} ${title} ${paint('dim', `(${file}, ${isEmpty ? 'no step was played' : counted})`)}`,
    ...told,
    ...(difference === null ? [] : [paint('red', difference)]),
    ...(simulator === null ? [] : [`  the simulator itself differs: ${simulator}`]),
    ...[...skippedLines(run), ...uncheckedLines(run)].map((line) => paint('dim', line)),
  ]
  return `${lines.join('\n')}\n`
}
