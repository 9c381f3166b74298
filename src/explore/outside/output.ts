/** Characters that are kept of the beginning and of the end of what a program prints. */
const BEGINNING = 4_000
const END = 12_000

/** What a program printed, in bounded memory: programs may print for ever. */
export interface Output {
  add(chunk: Uint8Array): void
  /** The beginning and the end of it. */
  text(): string
  /** The last line that says something. */
  lastLine(): string
  /** Words about the program, and its last line after them if there is one. */
  after(words: string): string
}

/** Whether a line is none of those that Node prints below an error: its stack, and its version. */
const isTold = (line: string): boolean =>
  line.trim() !== '' && !line.startsWith('    at ') && !line.startsWith('Node.js v')

/** Creates an output that is empty yet. */
export function boundedOutput(): Output {
  let [beginning, end, length] = ['', '', 0]
  const text = () => {
    const left = length - beginning.length - end.length
    return left > 0 ? `${beginning}\n… (${left} characters)\n${end}` : beginning + end
  }
  const lastLine = () => text().trimEnd().split('\n').findLast(isTold)?.trim().slice(0, 300) ?? ''
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
    lastLine,
    after: (words) => [words, lastLine()].filter((part) => part !== '').join(': '),
  }
}
