import { Command, CommanderError, Option } from 'commander'
import { errorMessage } from '../../engine/values/error-message.ts'
import { errorCode } from '../../server/http/error-code.ts'
import { ListenError } from '../../server/http/listen-error.ts'
import { type PolicyName, presets } from '../../service/policy.ts'
import { ENGINE } from '../../world/handle/version.ts'
import type { ExploreFlags } from './commands/explore.ts'
import type { InitFlags } from './commands/init.ts'
import type { OpenApiFlags } from './commands/openapi.ts'
import type { ProxyFlags } from './commands/proxy.ts'
import type { RunFlags } from './commands/run.ts'
import type { ServeFlags } from './commands/serve.ts'
import type { SimulateFlags } from './commands/simulate.ts'
import { addAreas, appendValue, type End } from './parts/command-parts.ts'
import type { Shell } from './parts/shell.ts'
import { addRecordingCommands } from './recording-commands.ts'

/** The first commands of a new user, below the list of all. */
const FIRST_COMMANDS = `
Begin with:
  fauxgraph serve    a server at http://127.0.0.1:8080, and the world in a browser at /_sim/
  fauxgraph init     first tests in the project of this folder`

/** The defaults of a command that serves a world. */
interface ServiceDefaults {
  readonly port: string
  readonly policy: PolicyName
  readonly time: 'manual' | 'real'
}

/** Adds the options of a command that serves a world. */
const addService = (command: Command, { port, policy, time }: ServiceDefaults): Command =>
  addAreas(command)
    .option('--port <number>', 'the port to listen on; 0 takes a free one', port)
    .option('--scenario <file>', 'begin with the world after this scenario')
    .option(
      '--stubs <file>',
      'a YAML or JSON list of stubs: endpoints that are not simulated, with their answers',
    )
    .option('--seed <text>', 'the seed of ids and tokens')
    .option('--now <instant>', 'the first instant of the clock, such as 2026-01-15T09:00:00Z')
    .addOption(
      new Option(
        '--policy <name>',
        `how to behave where the documentation is unclear (default: ${policy})`,
      ).choices(Object.keys(presets)),
    )
    .addOption(
      new Option(
        '--beyond <how>',
        'calls that only the live service documents (default: serve, or as the scenario says)',
      ).choices(['serve', 'refuse']),
    )
    .option(
      '--set <key=value>',
      'a key of the policy, such as unknownFields=ignore; may be repeated',
      appendValue,
    )
    .option(
      '--token <name=text>',
      'the text of a token of the starter world, such as pageToken=EAAB123; may be repeated',
      appendValue,
    )
    .option(
      '--with <object>',
      'what the starter world has besides: business or instagram; may be repeated',
      appendValue,
    )
    .option('--picture-bytes-max <bytes>', 'bytes of pictures that the world may store (default: 256 MiB)')
    .option(
      '--time <mode>',
      'the clock: manual, real from the wall clock on, or the wall clock times this number',
      time,
    )
    .option(
      '--webhook-host <host>',
      'a host to call webhooks at in addition to loopback hosts; may be repeated',
      appendValue,
    )
    .option('--authority <folder>', 'the folder of the certificate authority (default: one of this user)')
    .option(
      '--history <steps>',
      'the last steps of each world that the inspector can show, or off (default: 10000)',
    )
    .option('--json', 'print one line of JSON instead of text')

function addServe(command: Command, shell: Shell): void {
  addService(command.command('serve'), { port: '8080', policy: 'contract', time: 'manual' })
    .description('Serves the starter world over HTTP')
    .option('--host <address>', 'the address to listen on', '127.0.0.1')
    .option(
      '--allow-host <host>',
      'a host to answer in addition to loopback hosts; may be repeated',
      appendValue,
    )
    .option('--cors <origin>', 'an origin whose web pages may read and write; may be repeated', appendValue)
    .option('--public-url <url>', 'the address of clients, with which links begin')
    .option('--trust-proxy', 'begin links as X-Forwarded-Proto and X-Forwarded-Host say')
    .option(
      '--record <file>',
      'write each input of the main world to this file before it is answered; continue the world of the file',
    )
    .option('--no-inspector', 'do not serve the page at /_sim/ that shows the world')
    .option('--open', 'open this page in the browser of this machine')
    .option('--https', 'serve https, with a certificate of an authority that clients must trust')
    .action(async (flags: ServeFlags) => (await import('./commands/serve.ts')).runServe(flags, shell))
}

function addProxy(command: Command, shell: Shell, end: End): void {
  addService(command.command('proxy'), { port: '0', policy: 'platform', time: 'real' })
    .description(
      'Serves the starter world as an HTTP proxy at the hosts of the platform, for clients whose host is ' +
        'fixed: prints the variables to set, or runs a command with them and exits with its code',
    )
    .argument('[command...]', 'a command to run, after --')
    .option('--host-name <host>', 'a further host name to answer at; may be repeated', appendValue)
    .addOption(
      new Option('--others <choice>', 'what happens to requests to other hosts')
        .choices(['refuse', 'pass'])
        .default('refuse'),
    )
    .option('--record <file>', 'write each request and its answer to this new file, tokens included')
    .option('--upstream <url>', 'pass requests on to this service, instead of a world')
    .action(async (words: readonly string[], flags: ProxyFlags) =>
      end(await (await import('./commands/proxy.ts')).runProxy(words, flags, shell)),
    )
}

function addExplore(command: Command, shell: Shell, end: End): void {
  addAreas(command.command('explore'))
    .description('Explores code under test with many seeds; prints one line of JSON for each seed')
    .argument(
      '[files...]',
      'a module that exports the options of explore, or an array of them (default: fauxgraph.config.ts); ' +
        'with --merge, files of lines',
    )
    .option('--seeds <range>', 'the seeds, both ends included (default: 1..10)')
    .option('--shard <index/count>', 'the part of the seeds that this process takes, such as 2/8', '1/1')
    .option(
      '--workers <number>',
      'worker processes (default: one for each processor; two for a command, three for a server)',
    )
    .option('--runs <number>', 'the maximum number of runs for each seed')
    .option('--within <duration>', 'end each exploration after this time, such as 10m')
    .option('--watchdog <seconds>', 'seconds without an end of a run after which a worker is ended', '60')
    .option(
      '--isolate',
      'let the system keep the code under test from the network and from changing files (Linux)',
    )
    .addOption(
      new Option(
        '--merge',
        'merge the lines of shards: save their stories, and print what all found',
      ).conflicts(['area', 'seeds', 'shard', 'workers', 'runs', 'within', 'watchdog', 'isolate']),
    )
    .action(async (files: readonly string[], flags: ExploreFlags) =>
      end(await (await import('./commands/explore.ts')).runExplore(files, flags, shell)),
    )
  command
    .command('explore-worker', { hidden: true })
    .action(async () => (await import('./commands/explore-worker.ts')).runWorker())
}

/** The options that say which replications are run, and how. */
const ofReplications = ['replications', 'seeds', 'shard', 'workers', 'watchdog', 'out', 'keepGoing']

function addSimulate(command: Command, shell: Shell, end: End): void {
  command
    .command('simulate')
    .description(
      'Runs a study with many seeds on all processors, and prints the intervals of its measures and of the ' +
        'differences between its variants',
    )
    .argument('<files...>', 'a module that exports a study; with --merge, files of --out')
    .addOption(
      new Option(
        '--replications <number>',
        'the number of seeds of each variant (default: as the study says)',
      ).conflicts('seeds'),
    )
    .option('--seeds <range>', 'the seeds instead, both ends included, such as 1..200')
    .option('--shard <index/count>', 'the part of the seeds that this process takes, such as 2/8', '1/1')
    .option('--workers <number>', 'worker processes (default: one for each processor)')
    .option('--watchdog <seconds>', 'seconds without an end of a replication after which it is ended', '600')
    .option('--out <file>', 'write a line of JSON for each replication to this file')
    .option('--keep-going', 'go on with the other replications if an actor throws in one')
    .addOption(
      new Option(
        '--merge',
        'merge files of --out, and print what one process with all seeds would print',
      ).conflicts([...ofReplications, 'variant', 'seed']),
    )
    .addOption(
      new Option('--variant <name>', 'run one replication of this variant, with --seed').conflicts(
        ofReplications,
      ),
    )
    .option('--seed <number>', 'the seed of this replication')
    .option('--page <file>', 'write a page for a browser: the study, or the timeline of the replication')
    .option('--json', 'print the result as JSON instead of text')
    .action(async (files: readonly string[], flags: SimulateFlags) =>
      end(await (await import('./commands/simulate.ts')).runSimulate(files, flags, shell)),
    )
  command
    .command('simulate-worker', { hidden: true })
    .action(async () => (await import('./commands/simulate-worker.ts')).runSimulateWorker())
}

function addRun(command: Command, shell: Shell, end: End): void {
  addAreas(command.command('run'))
    .description(
      'Plays scenario files, and prints the first difference of each; or plays a saved story of an ' +
        'exploration with the module of its options, step by step',
    )
    .argument('<files...>', 'scenario files; or a saved story, and the module of its options')
    .option('--repro <file>', 'also write a program that plays the story')
    .option('--page <file>', 'also write a page that shows the run in a browser')
    .option('--report <file>', 'also write the result of each step to this file as JSON')
    .option(
      '--against <url>',
      'play the scenarios at this service, and not in a simulator; nothing is sent elsewhere',
    )
    .option('--names <file>', 'the ids and tokens of the service of --against by name, as YAML or JSON')
    .option('--wait <duration>', 'how long --against waits for the clock in all (default: 60s)')
    .action(async (files: readonly string[], flags: RunFlags) =>
      end(await (await import('./commands/run.ts')).runFiles(files, flags, shell)),
    )
}

function addReplay(command: Command, shell: Shell): void {
  addAreas(command.command('replay'))
    .description('Plays a file of serve --record, and compares each outcome with the recorded one')
    .argument('<file>', 'the recording')
    .action(async (file: string, flags: { area?: readonly string[] }) =>
      (await import('./commands/replay.ts')).replayFile(file, flags, shell),
    )
}

function addOpenApi(command: Command, shell: Shell): void {
  addAreas(command.command('openapi'))
    .description('Prints the OpenAPI 3.1 document of all endpoints')
    .option('--server <url>', 'the URL of the server', 'http://127.0.0.1:8080')
    .option('--out <file>', 'write the document to this file instead')
    .action(async (flags: OpenApiFlags) => (await import('./commands/openapi.ts')).printOpenApi(flags, shell))
}

function addInit(command: Command, shell: Shell): void {
  command
    .command('init')
    .description('Writes first tests into the project of this folder, and overwrites nothing')
    .option('--runner <name>', 'vitest, jest or node (default: the one of package.json)')
    .action(async (flags: InitFlags) =>
      (await import('./commands/init.ts')).runInit(process.cwd(), flags, shell),
    )
}

function commandOf(shell: Shell, end: End): Command {
  const command = new Command('fauxgraph')
  command
    .description('A social graph service in a box, with a clock that you move')
    .version(ENGINE)
    .addHelpText('after', FIRST_COMMANDS)
    .exitOverride()
    .configureOutput({ writeOut: shell.out, writeErr: shell.err })
  addServe(command, shell)
  addProxy(command, shell, end)
  addExplore(command, shell, end)
  addSimulate(command, shell, end)
  addRun(command, shell, end)
  addReplay(command, shell)
  addRecordingCommands(command, shell, end)
  addOpenApi(command, shell)
  addInit(command, shell)
  return command
}

const oneLine = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ')

/** Returns the message of an error for a user of the command. */
function messageFor(error: unknown): string {
  if (error instanceof ListenError) return error.commandMessage
  const message = errorMessage(error)
  return errorCode(error) === 'EMFILE'
    ? `too many open files: raise the limit, for example with ulimit -n 1024 (${message})`
    : message
}

/** Prints an error on one line, and returns the exit code: 2 for wrong arguments, 1 for other errors. */
function reportError(error: unknown, err: (text: string) => void): number {
  // Commander has printed its own errors.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  err(`error: ${oneLine(messageFor(error))}\n`)
  const isNoHost = error instanceof ListenError && error.code === 'ENOTFOUND'
  return error instanceof TypeError || error instanceof RangeError || isNoHost ? 2 : 1
}

/** Runs a command and returns its exit code. It does all input and output through `shell`, for tests. */
export async function main(args: readonly string[], shell: Shell): Promise<number> {
  let code = 0
  const end = (ended: number) => {
    code = ended
  }
  try {
    await commandOf(shell, end).parseAsync(args, { from: 'user' })
    return code
  } catch (error) {
    return reportError(error, shell.err)
  }
}
