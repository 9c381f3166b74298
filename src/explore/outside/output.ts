import { hideTokenShapes } from '../../live/compare/hide-tokens.ts'

/** Characters that are kept of the beginning and of the end of what a program prints. */
const BEGINNING = 4_000
const END = 12_000

/** What a program printed, in bounded memory: programs may print for ever. */
export interface Output {
  add(chunk: Uint8Array): void
  /** The beginning and the end of it. */
  text(): string
  /** Words about the program, and its last lines after them if there are some. Tokens are hidden. */
  after(words: string): string
}

/** Whether a line is none of those that Node prints below an error: its stack, and its version. */
const isTold = (line: string): boolean =>
  line.trim() !== '' && !line.startsWith('    at ') && !line.startsWith('Node.js v')

/** The last lines that are told, since the very last may be advice below the error, and their length. */
const LINES = 3
const LINE_LENGTH = 300

/** Creates an output that is empty yet, with what hides tokens in it. */
export function boundedOutput(hide = hideTokenShapes): Output {
  let [beginning, end, length] = ['', '', 0]
  const text = () => {
    const left = length - beginning.length - end.length
    return left > 0 ? `${beginning}\n… (${left} characters)\n${end}` : beginning + end
  }
  const lastLines = () => {
    const told = hide(text()).split('\n').filter(isTold).slice(-LINES)
    return told.map((line) => line.trim().slice(0, LINE_LENGTH)).join(' / ')
  }
  return {
    add(chunk) {
      // A character that spans two chunks is shown as a replacement.
      const added = new TextDecoder().decode(chunk)
      length += added.length
      const more = added.slice(0, BEGINNING - beginning.length)
      beginning += more
      end = (end + added.slice(more.length)).slice(-END)
    },
    text,
    after: (words) => [words, lastLines()].filter((part) => part !== '').join(': '),
  }
}
