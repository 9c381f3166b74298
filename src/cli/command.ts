import { Command, CommanderError, Option } from 'commander'
import { ENGINE } from '../world/version.ts'
import { runServe, type ServeFlags } from './serve.ts'

/** The shell of a command: its output streams, and the signal to stop. */
export interface Shell {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  /** Resolves when the user stops the command. */
  readonly stopped: () => Promise<unknown>
}

const appendValue = (value: string, previous: readonly string[] = []): readonly string[] => [
  ...previous,
  value,
]

function commandOf({ out, err, stopped }: Shell): Command {
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
    .option('--seed <text>', 'the seed of ids and tokens')
    .option('--now <instant>', 'the first instant of the clock, such as 2026-01-15T09:00:00Z')
    .addOption(
      new Option('--policy <name>', 'how to behave where the documentation is unclear')
        .choices(['contract', 'platform'])
        .default('contract'),
    )
    .option('--picture-bytes-max <bytes>', 'bytes of pictures that the world may store (default: 256 MiB)')
    .option('--time <mode>', 'the clock: manual, real, or the wall clock times this number', 'manual')
    .option(
      '--allow-host <host>',
      'a host to answer in addition to loopback hosts; may be repeated',
      appendValue,
    )
    .option(
      '--webhook-host <host>',
      'a host to call webhooks at in addition to loopback hosts; may be repeated',
      appendValue,
    )
    .option('--cors <origin>', 'an origin whose web pages may read and write; may be repeated', appendValue)
    .option('--json', 'print one line of JSON instead of text')
    .action((flags: ServeFlags) => runServe(flags, { out, err, stopped }))
  return command
}

const oneLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')

/** Messages for error codes of the operating system. */
const systemMessages: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use: choose another --port',
  EACCES: 'permission to listen on the port was denied: choose another --port',
  EADDRNOTAVAIL: 'this machine does not have the address of --host',
  EMFILE: 'too many open files: raise the limit, for example with ulimit -n 1024',
  ENOTFOUND: 'the name of --host cannot be resolved',
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** Prints an error on one line, and returns the exit code: 2 for wrong arguments, 1 for other errors. */
function reportError(error: unknown, err: (text: string) => void): number {
  // Commander has printed its own errors.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  const message = error instanceof Error ? error.message : String(error)
  const explanation = systemMessages[codeOf(error)]
  err(`error: ${oneLine(explanation === undefined ? message : `${explanation} (${message})`)}\n`)
  return error instanceof TypeError || error instanceof RangeError ? 2 : 1
}

/** Runs a command and returns its exit code. It does all input and output through `shell`, for tests. */
export async function main(args: readonly string[], shell: Shell): Promise<number> {
  try {
    await commandOf(shell).parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    return reportError(error, shell.err)
  }
}
