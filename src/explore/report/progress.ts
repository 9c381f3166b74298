import { SECOND_MS } from '../../engine/values/milliseconds.ts'
import { runsMax, type Sweep, type Watch } from './judge/exploration.ts'

/** Milliseconds between two drawings of the line on a terminal, and between two lines elsewhere. */
const INTERVAL = 100
const LINE_INTERVAL = 30_000

/** The part of a stream that a progress line needs. */
export interface Terminal {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

/** The progress of a systematic exploration: how much of the part that is tried now, and the time left. */
function sweepText({ began, parts }: Sweep, runs: number): string {
  const part = parts.findLast(({ stories }) => stories !== undefined)
  if (!part) return ''
  const seconds = ((performance.now() - began) / Math.max(1, runs) / SECOND_MS) * part.left
  return ` (${part.what}: ${part.played} of ${part.stories}, about ${Math.ceil(seconds)} s left)`
}

/** Returns the progress of an exploration as text. */
export function progressText(exploration: Parameters<Watch>[0]): string {
  const { setup, runs, failures, sweep } = exploration
  const { name } = setup.options
  const found = failures.map(({ title }) => `; found: ${title}`).join('')
  if (sweep) return `${name}: story ${runs}${sweepText(sweep, runs)}${found}`
  return `${name}: run ${runs} of ${runsMax(exploration)}${found}`
}

/** The progress of something, on a terminal in one line that is drawn again and again. */
export interface ProgressLine {
  readonly show: (text: () => string) => void
  readonly clear: () => void
}

/**
 * Creates the progress line of a stream. One that is no terminal, as in continuous integration, gets a line
 * every half a minute, so that nobody takes a long exploration for one that hangs.
 */
export function progressLine(terminal: Terminal): ProgressLine {
  const isTerminal = terminal.isTTY === true
  const interval = isTerminal ? INTERVAL : LINE_INTERVAL
  const shown = (text: string) =>
    isTerminal ? `\r\x1b[K${text.slice(0, (terminal.columns ?? 80) - 1)}` : `${text}\n`
  let next = isTerminal ? 0 : performance.now() + interval
  return {
    show(text) {
      const now = performance.now()
      if (now < next) return
      next = now + interval
      terminal.write(shown(text()))
    },
    clear() {
      if (isTerminal) terminal.write('\r\x1b[K')
    },
  }
}
