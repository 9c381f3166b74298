import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { isRecord } from '../../engine/values/plain-object.ts'
import { checkNames } from '../../world/handle/known-names.ts'
import type { FixedDuration } from '../../world/time/durations.ts'
import { checkDuration, checkShared, checkWords, fail } from '../program/check-config.ts'
import type { Environment, ExplorationWorld, ProgramSurroundings } from '../program/config.ts'
import type { ExploreOptions } from '../run/options/options.ts'
import { type CommandMirror, serverPathOf } from './mirrors.ts'

/** What the environment of a command can be made from. */
export interface CommandSurroundings extends ProgramSurroundings {
  /** Its working folder. */
  readonly folder: string
  /** The port at which a server must listen. It is in the variable PORT too. */
  readonly port?: number
}

/** A program that listens, such as one with a webhook. It runs until the story is over. */
export interface ServerProgram {
  /** The command with its arguments, in which `{port}` stands for its port. */
  readonly command: readonly string[]
  /** A port that the program has as a constant: a free one if left out. */
  readonly port?: number
  /**
   * A path that it answers once it listens, such as `/health`, or a part of a line that it prints then. Left
   * out, it listens as soon as its port accepts a connection.
   */
  readonly ready?: string
  /** The path at which it receives the notices of the webhook, such as `/webhook`. */
  readonly webhook?: string
  /**
   * The time without calls and notices after which it is at rest: more than twice the interval at which it
   * looks for work that it does after it has answered. Left out, it is 50 ms without processor time, or twice
   * the time by which it was late when it was watched at the beginning.
   */
  readonly quiet?: FixedDuration
}

/** The options of `explore` that also hold for a command. */
type SharedOptions = Pick<
  ExploreOptions,
  'environment' | 'hostile' | 'eventually' | 'gaveUp' | 'runs' | 'kinds' | 'within' | 'stories'
>

/** What the configurations of commands and servers have in common. */
export interface OutsideConfig extends ExplorationWorld, SharedOptions {
  /** The files that the program keeps: each run works in a restored copy. Empty if left out. */
  readonly folder?: string
  /** Environment variables, beside those of the exploring process and those that lead to the world. */
  readonly env?: Environment | ((surroundings: CommandSurroundings) => Environment)
  /** The mirrors by their names: each returns what the program holds, such as `jsonFile('leads.json')`. */
  readonly mirror?: Readonly<Record<string, CommandMirror>>
  /** A command that empties what the program keeps elsewhere, such as a database: run before each run. */
  readonly reset?: readonly string[]
  /**
   * The time of the program: `'real'` is that of the machine, if left out; `'faketime'` is that of its world,
   * by libfaketime, so that hours pass at once. It needs Linux, and a program that is linked dynamically and
   * asks the C library for the time: those of Go do not.
   */
  readonly time?: 'real' | 'faketime'
  /** The longest time of one start, or until a server listens: 30 seconds if left out. */
  readonly endsWithin?: FixedDuration
}

/** The configuration of `defineExploration` for a program in any language, which a scheduler starts. */
export interface CommandConfig extends OutsideConfig {
  /** The command with its arguments, such as `['python3', 'sync.py']`. One start ends by itself. */
  readonly command: readonly string[]
  /** The interval at which its scheduler starts it. */
  readonly every?: FixedDuration
}

/** The configuration of `defineExploration` for a program in any language that listens. */
export interface ServerConfig extends OutsideConfig {
  readonly server: ServerProgram
}

/** A configuration of a command or of a server. */
export type AnyOutside = OutsideConfig & Partial<Pick<CommandConfig, 'command' | 'every'> & ServerConfig>

/** The names of the options of a command or a server. */
const commandNames = Object.keys({
  name: true,
  root: true,
  world: true,
  leadFields: true,
  tokens: true,
  areas: true,
  command: true,
  server: true,
  every: true,
  folder: true,
  env: true,
  mirror: true,
  reset: true,
  endsWithin: true,
  time: true,
  environment: true,
  hostile: true,
  eventually: true,
  gaveUp: true,
  runs: true,
  kinds: true,
  within: true,
  stories: true,
} satisfies Record<keyof AnyOutside, true>)

/** Returns true for the configuration of a command or a server. */
export const isCommand = (config: object): config is AnyOutside => 'command' in config || 'server' in config

/** The words that start a program. */
export const startWords = ({ command, server }: AnyOutside): readonly string[] =>
  server?.command ?? command ?? []

/** Checks the option `server`. */
function checkServer({ server, command, every }: AnyOutside): void {
  if (server === undefined) return
  if (command !== undefined || every !== undefined)
    fail('server', 'left out beside command and every: it runs all the time', server)
  if (!isRecord(server)) fail('server', "an object such as { command: ['node', 'main.js'] }", server)
  checkNames('defineExploration: server', 'option', server, ['command', 'port', 'ready', 'webhook', 'quiet'])
  const { port, ready, webhook, quiet } = server
  if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65_536))
    fail('server.port', 'a number from 1 to 65535', port)
  if (ready !== undefined && (typeof ready !== 'string' || ready === ''))
    fail('server.ready', 'a path such as /health, or a part of a line of output', ready)
  if (webhook !== undefined && !(typeof webhook === 'string' && webhook.startsWith('/')))
    fail('server.webhook', 'a path such as /webhook', webhook)
  if (quiet !== undefined) checkDuration('server.quiet', quiet)
}

/** Checks the configuration of a command or a server. Throws a TypeError that names what is wrong first. */
export function checkCommand(config: AnyOutside): void {
  if (process.platform === 'win32')
    throw new TypeError(
      'defineExploration: command needs a system with groups of processes, such as Linux or macOS: ' +
        'run it in a container or in WSL',
    )
  checkNames('defineExploration', 'option', config, commandNames)
  const { reset, folder, mirror, every, endsWithin } = config
  checkServer(config)
  for (const [key, value] of Object.entries({
    [config.server ? 'server.command' : 'command']: startWords(config),
    reset,
  }))
    if (value !== undefined) checkWords(key, value)
  if (folder !== undefined && (typeof folder !== 'string' || folder === '')) fail('folder', 'a path', folder)
  const isFine = mirror === undefined || Object.values(mirror).every((one) => typeof one === 'function')
  if (!isFine || (mirror !== undefined && !isRecord(mirror)))
    fail('mirror', 'an object of mirrors, such as jsonFile(path), or functions', mirror)
  for (const [name, one] of Object.entries(config.server ? {} : (mirror ?? {})))
    if (serverPathOf(one) !== undefined)
      fail(`mirror.${name}`, 'a url with its host, as a command has no server of its own', serverPathOf(one))
  for (const [key, value] of Object.entries({ every, endsWithin }))
    if (value !== undefined) checkDuration(key, value)
  const { time = 'real' } = config
  if (time !== 'real' && time !== 'faketime') fail('time', "'real' or 'faketime'", time)
  checkShared(config)
}

/** A command whose files lead to the root, unless the working folder has them. */
export const absoluteCommand = (
  command: readonly string[],
  root: string,
  folder: string | undefined,
): string[] =>
  command.map((word, index) => {
    const isFile = word !== '' && existsSync(resolve(root, word)) && (index > 0 || word.includes('/'))
    return isFile && !(folder !== undefined && existsSync(join(folder, word))) ? resolve(root, word) : word
  })

/** The name of a command in stories: that of its program, such as `sync` of `python3 sync.py`. */
export function commandName(command: readonly string[]): string {
  const [first = '', ...rest] = command
  // The word after -c or -e is code, which may end in the name of a file.
  const isFile = (word: string, index: number) =>
    /^[^-].*\.\w+$/.test(word) && !/^-\w*[ce]$/.test(rest[index - 1] ?? '')
  const file = rest.find(isFile) ?? first
  return (
    basename(file)
      .replace(/\.\w+$/, '')
      .replaceAll(/[^\w.-]+/g, '-') || 'command'
  )
}
