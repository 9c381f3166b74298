import type { RedisCommand } from './redis-server.ts'

/** Characters of one parameter, and of all, that stand in the trace. */
const WORD_MAX = 80
const LINE_MAX = 400

const shortened = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text

/** A word of a command as a person types it. */
const wordOf = (bytes: Buffer): string => {
  const text = bytes.toString('utf8')
  return shortened(/^[^\s"'\p{Cc}]+$/u.test(text) ? text : JSON.stringify(text), WORD_MAX)
}

/** A command in one line. A script is named by the beginning of its digest. */
export function commandLine({ name, parameters }: RedisCommand): string {
  const words = parameters.map(wordOf)
  if (/^evalsha/.test(name)) words[0] = (words[0] ?? '').slice(0, 8)
  return shortened([name.toUpperCase(), ...words].join(' '), LINE_MAX)
}

/** A command as a client sent it. BRPOPLPUSH is an old name of BLMOVE. */
export function commandOf(command: Buffer, parameters: readonly Buffer[]): RedisCommand {
  const name = command.toString('latin1').toLowerCase()
  const [source, target, timeout, ...more] = parameters
  if (name !== 'brpoplpush' || !source || !target || !timeout || more.length > 0)
    return { name, command, parameters }
  const ends = [Buffer.from('RIGHT'), Buffer.from('LEFT')]
  return { name: 'blmove', command: Buffer.from('blmove'), parameters: [source, target, ...ends, timeout] }
}

/** The words of a command that a person wrote in one line. A word with spaces stands in quotes. */
export function wordsOf(line: string): string[] {
  const words = line.match(/"(?:\\.|[^"\\])*"|'[^']*'|[^\s"']+/g) ?? []
  return words.map((word) => {
    if (word.startsWith('"')) return String(JSON.parse(word))
    return word.startsWith("'") ? word.slice(1, -1) : word
  })
}
