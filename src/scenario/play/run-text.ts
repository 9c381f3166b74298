import type { Scenario } from '../check/parse.ts'
import { whyOf } from './observe.ts'
import type { ScenarioDifference, ScenarioRun } from './run-scenario.ts'

const codes = { green: 32, red: 31, dim: 2 } as const

type Paint = (color: keyof typeof codes, text: string) => string

/** Returns a function that colors a text on a terminal, and nowhere else. */
export const paintFor =
  (inColor: boolean): Paint =>
  (color, text) =>
    inColor ? `\x1b[${codes[color]}m${text}\x1b[0m` : text

/** The checks of the last call, the last of which may have failed it. */
function whyLines({ why }: ScenarioDifference): string[] {
  if (!why) return []
  const { operation, node, error } = why
  const { failed } = whyOf(why)
  const target = node ? ` of ${node.kind} ${node.id}` : ''
  const verdict = error
    ? `${failed ?? 'the rule'} refuses it with ${error.code}: ${error.message}`
    : 'it succeeds'
  return [`  the last call: ${operation ?? 'no operation'}${target}: ${verdict}`]
}

function pendingLines({ pending }: ScenarioDifference): string[] {
  if (pending.length === 0) return ['  pending work: none']
  const shown = pending.slice(0, 5).map(({ at, kind, key }) => `    ${at} ${kind} ${key}`)
  const more = pending.length > shown.length ? [`    and ${pending.length - shown.length} more`] : []
  return ['  pending work:', ...shown, ...more]
}

/** Tells how a scenario was played: one line, or the steps up to the first difference with what is known. */
export function runText({ title, file }: Scenario, run: ScenarioRun, inColor: boolean): string {
  const paint = paintFor(inColor)
  const { ok, steps, difference } = run
  if (ok || !difference)
    return `${paint('green', '✓')} ${title} ${paint('dim', `(${file}, ${steps.length} steps)`)}\n`
  const told = steps.map(({ title }, index) => {
    const isLast = index === steps.length - 1
    return isLast ? paint('red', `  ✗ ${title}`) : paint('dim', `  ✓ ${title}`)
  })
  const lines = [
    `${paint('red', '✗')} ${title}`,
    ...told,
    paint('red', difference.message),
    ...whyLines(difference),
    ...pendingLines(difference),
  ]
  return `${lines.join('\n')}\n`
}
