import { once } from 'node:events'
import { SECOND_MS } from '../../engine/values/milliseconds.ts'
import { WrongInput } from '../run/options/wrong-input.ts'
import { isOverdue, TimeOver } from '../run/time-over.ts'
import { endText } from './host.ts'
import { type CommandRun, watch } from './start.ts'

/** The bytes that a command may print. */
const BYTES_MAX = 64 * 1024 * 1024

/** A command beside the program of a run, such as one that empties its database. */
interface Errand {
  /** Its purpose, in messages. */
  readonly what: string
  readonly words: readonly string[]
  /** Milliseconds in which it must end. */
  readonly within: number
}

/** Runs a command in the folder of a run, until its group has ended. Returns what it printed. */
export async function runErrand(state: CommandRun, { what, words, within }: Errand): Promise<string> {
  const { setup, command, folder, environment } = state
  const name = `${what} (${words.join(' ')})`
  const process = command.start(words, { folder, environment })
  const pieces: Uint8Array[] = []
  let [bytes, problem] = [0, '']
  const end = (why: string) => {
    problem ||= why
    process.kill()
    process.stdout?.destroy()
  }
  process.stdout?.on('data', (piece: Uint8Array) => {
    bytes += piece.length
    if (bytes > BYTES_MAX) end(`printed more than ${BYTES_MAX >> 20} MB`)
    else pieces.push(piece)
  })
  const read = process.stdout && once(process.stdout, 'close')
  let isOpen = ''
  const ended = process.ended.then(async (how) => {
    isOpen = ', as a process that it left holds its output open: let that write to a file'
    if (how.problem === undefined) await read
    return how
  })
  await watch({ ...process, ended }, (own) => {
    if (own > within) end(`did not end within ${within / SECOND_MS} s${isOpen}`)
    if (isOverdue(setup)) end('late')
  })
  // Others go on: the server whose mirrors are read, and the commands of other mirrors.
  await process.clear(true)
  if (problem !== '' && isOverdue(setup)) throw new TimeOver(`the time was over before ${name} ended`)
  problem ||= endText(await ended) ?? ''
  if (problem !== '') throw new WrongInput(`explore: ${name} ${process.output.after(problem)}`)
  return Buffer.concat(pieces).toString()
}
