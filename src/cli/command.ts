import { Command, CommanderError, Option } from 'commander'
import { ENGINE } from '../world/version.ts'
import { type ServeFlags, serve } from './serve.ts'

/** The surroundings of a command: what it writes to, and what tells it to stop. */
export interface Surroundings {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Resolves when the user wants the command to end. */
  readonly stopped: () => Promise<unknown>
}

const list = (value: string, before: readonly string[] = []): readonly string[] => [...before, value]

function commandOf({ out, err, stopped }: Surroundings): Command {
  const command = new Command('fauxgraph')
  command
    .description('A social graph service in a box, with a clock that you move')
    .version(ENGINE)
    .showSuggestionAfterError(false)
    .exitOverride()
    .configureOutput({ writeOut: out, writeErr: err })
  command
    .command('serve')
    .description('Serves the starter world over HTTP')
    .option('--port <number>', 'the port to listen on; 0 takes a free one', '8080')
    .option('--host <address>', 'the address to listen on', '127.0.0.1')
    .option('--seed <text>', 'what ids and tokens follow from')
    .option('--now <instant>', 'where the clock begins, such as 2026-01-15T09:00:00Z')
    .addOption(
      new Option('--policy <name>', "readings of the contract's silences")
        .choices(['contract', 'platform'])
        .default('contract'),
    )
    .option('--picture-bytes-max <bytes>', 'how many bytes of pictures the world stores: 256 MiB')
    .option('--time <mode>', "manual, real, or how many times faster than the wall's clock", 'manual')
    .option('--allow-host <host>', 'a Host to answer beside loopback ones; may be repeated', list)
    .option('--webhook-host <host>', 'a host to call webhooks at beside loopback ones; may be repeated', list)
    .option('--cors <origin>', 'an origin whose web pages may read and write; may be repeated', list)
    .option('--json', 'print one line of JSON in place of the text')
    .action((flags: ServeFlags) => serve(flags, { out, err, stopped }))
  return command
}

const oneLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')

/** What the system says when it refuses, for people. */
const systemMessages: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the address is in use: choose another --port',
  EACCES: 'listening there is not permitted: choose another --port',
  EADDRNOTAVAIL: 'this machine does not have the address of --host',
  EMFILE: 'too many open files: raise the limit, for example with ulimit -n 1024',
  ENOTFOUND: 'the name of --host is unknown',
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** Says what went wrong, in one line, and gives the exit code: 2 for what was asked, 1 for what happened. */
function failed(error: unknown, err: (text: string) => void): number {
  // What it has to say, the library has said.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  const message = error instanceof Error ? error.message : String(error)
  const friendly = systemMessages[codeOf(error)]
  err(`error: ${oneLine(friendly === undefined ? message : `${friendly} (${message})`)}\n`)
  return error instanceof TypeError || error instanceof RangeError ? 2 : 1
}

/** Runs a command and gives its exit code. It reads nothing ambient, so that a test can be its shell. */
export async function main(args: readonly string[], surroundings: Surroundings): Promise<number> {
  try {
    await commandOf(surroundings).parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    return failed(error, surroundings.err)
  }
}
