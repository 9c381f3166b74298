import { defaultRuns, type Watch } from '../judge/exploration.ts'

/** Milliseconds between two drawings of the line. */
const INTERVAL = 100

/** The part of a stream that a progress line needs. */
export interface Terminal {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

/** Returns the progress of an exploration as text. */
export function progressText({ setup, runs, failures }: Parameters<Watch>[0]): string {
  const { name, runs: total = defaultRuns } = setup.options
  const found = failures.map(({ title }) => `; found: ${title}`).join('')
  return `${name}: run ${runs} of ${total}${found}`
}

/** A line on a terminal that is drawn again and again. Does nothing if the stream is no terminal. */
export interface ProgressLine {
  readonly show: (text: () => string) => void
  readonly clear: () => void
}

/** Creates the progress line of a terminal. */
export function progressLine(terminal: Terminal): ProgressLine {
  let next = 0
  if (!terminal.isTTY) return { show: () => {}, clear: () => {} }
  return {
    show(text) {
      const now = performance.now()
      if (now < next) return
      next = now + INTERVAL
      terminal.write(`\r\x1b[K${text().slice(0, (terminal.columns ?? 80) - 1)}`)
    },
    clear() {
      terminal.write('\r\x1b[K')
    },
  }
}
