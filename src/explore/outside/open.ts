import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { hideTokens } from '../../live/compare/hide-tokens.ts'
import type { GraphResponse } from '../../machine/wire/response.ts'
import type { Upstream } from '../../server/answer.ts'
import { closedEarly } from '../../server/http/secure.ts'
import { listenForCalls } from '../../server/proxy/proxy.ts'
import { runtimeVariables } from '../../server/proxy/proxy-environment.ts'
import { createWorld } from '../../world/create-world.ts'
import { millisecondsOf } from '../../world/time/durations.ts'
import type { World } from '../../world/world.ts'
import { ownFolder } from '../run/calls/call-site.ts'
import { noNames } from '../run/targets.ts'
import { broken } from './calls.ts'
import { type AnyOutside, absoluteCommand, commandName, startWords } from './config.ts'
import { openFakeTime } from './faketime.ts'
import { type Folders, workingFolders } from './folders.ts'
import { type Guard, startGuard } from './guard.ts'
import { launch, type Started } from './host.ts'
import { freePort } from './ports.ts'
import { seesProcesses } from './processes.ts'

/** The longest time of one start, unless the options say otherwise. */
const ENDS_WITHIN = 30_000

/** A command that is explored: its surroundings, which all runs share. */
export interface OpenCommand {
  /** The name of its starts in stories. */
  readonly name: string
  readonly config: AnyOutside
  /** The words that start it. */
  readonly words: readonly string[]
  /** The port of a server. */
  readonly port: number | undefined
  readonly folders: Folders
  /** The variables that give a process the time of a file, if it has the time of its world. */
  readonly fakeTime: ((file: string) => Readonly<Record<string, string>>) | undefined
  /** Milliseconds of its longest start. */
  readonly endsWithin: number
  /**
   * Milliseconds without calls and notices after which a server is at rest, if the options say so, or if it
   * worked late. Without it, its processor time shows whether it is.
   */
  quiet: number | undefined
  /** Milliseconds for which a server at rest is watched, after each of the first facts. */
  readonly watches: number[]
  /** Warnings about its runs, such as that it called other hosts. */
  readonly warnings: Set<string>
  /** The environment of the program in a working folder. */
  environment(world: World, folder: string): Readonly<Record<string, string | undefined>>
  /**
   * Starts a command in a working folder. Calls are answered by the function from then on; as before if it is
   * left out.
   */
  start(
    command: readonly string[],
    place: { readonly folder: string; readonly environment: Readonly<Record<string, string | undefined>> },
    answer?: Upstream,
  ): Started
  /** Returns the number of calls that may have been sent, and have not arrived. */
  readonly waiting: () => Promise<number>
  /** From now on, calls are not answered. */
  rest(): void
  close(): Promise<void>
}

/** The module that leads programs of Node to the proxy: it stands beside the code of the package. */
function redirectModule(): string {
  const folders = [ownFolder, dirname(process.argv[1] ?? '')]
  const paths = folders.flatMap((folder) => [join(folder, 'redirect.js'), join(folder, '..', 'redirect.js')])
  return paths.find((path) => existsSync(path)) ?? ''
}

/** Days that pass for no program: a run with its time goes on by years if `every` is some months. */
const ALL_DAYS = 36_500

/**
 * Opens the proxy whose calls go where `answer` of the state leads, and libfaketime if the program has the
 * time of its world. It then has an authority of its own in a folder, which no time of its runs is beyond.
 */
async function openProxy(
  state: { answer: Upstream },
  warn: (text: string) => void,
  time: AnyOutside['time'],
  folder: string,
) {
  const fakeTime = time === 'faketime' ? openFakeTime(folder) : undefined
  let hasCalled = false
  const upstream: Upstream = (head, body): Promise<GraphResponse> => {
    hasCalled = true
    return state.answer(head, body)
  }
  // A program that has called trusts the authority: it was ended while it connected.
  const onWarning = (text: string) => {
    if (!hasCalled || !text.startsWith(closedEarly)) warn(text)
  }
  const proxy = await listenForCalls(createWorld(), upstream, {
    ...{ control: false, onWarning },
    ...(fakeTime && { authority: join(folder, 'authority'), days: ALL_DAYS }),
  })
  const variables = { ...proxy.environment, ...(await runtimeVariables(proxy, redirectModule())) }
  return { proxy, variables, fakeTime }
}

/** A refusal of the proxy, as a warning of an exploration. */
const warningOf = (text: string): string =>
  /^The proxy does not serve ([^ ,]+)/.test(text)
    ? text.replace(/^The proxy does not serve ([^ ,]+).*$/s, 'the program called $1, which was refused')
    : text

/** The tokens and secrets of a world, which its programs may print. */
const secretsOf = ({ names }: World): string[] =>
  Object.entries({ ...names }).flatMap(([name, text]) => (/(Token|Secret)$/.test(name) ? [text] : []))

const noAnswer: Upstream = async () => broken

/** Opens what the runs of a command share: the proxy, the guard and the folder of working folders. */
export async function openCommand(config: AnyOutside, root: string): Promise<OpenCommand> {
  const warnings = new Set<string>()
  const folders = workingFolders(config.folder, !seesProcesses())
  const mark = randomUUID()
  const guard: Guard = startGuard(mark, folders.root)
  const state = { answer: noAnswer, hide: hideTokens([]) }
  const release = async () => {
    folders.close()
    await guard.close()
  }
  const { proxy, variables, fakeTime } = await openProxy(
    state,
    (text) => warnings.add(warningOf(text)),
    config.time,
    folders.root,
  ).catch(async (thrown: unknown) => {
    await release()
    throw thrown
  })
  const port = config.server && (config.server.port ?? (await freePort()))
  const words = startWords(config).map((word) => word.replaceAll('{port}', String(port)))
  return {
    name: commandName(words),
    config,
    words: absoluteCommand(words, root, config.folder),
    port,
    folders,
    fakeTime,
    endsWithin: config.endsWithin === undefined ? ENDS_WITHIN : millisecondsOf(config.endsWithin),
    quiet: config.server?.quiet === undefined ? undefined : millisecondsOf(config.server.quiet),
    watches: [2_000, 200, 200, 200, 200, 200],
    warnings,
    environment(world, folder) {
      const { env = {} } = config
      const { url } = proxy
      state.hide = hideTokens(secretsOf(world))
      const names = { ...(world.names ?? noNames) }
      const of = port === undefined ? {} : { port }
      const own = typeof env === 'function' ? env({ names, baseUrl: url, webUrl: url, folder, ...of }) : env
      // Python keeps what it prints to a pipe, and PYTHONUNBUFFERED makes it print at once.
      const before = { PYTHONUNBUFFERED: '1', ...process.env }
      return { ...before, ...variables, ...(port !== undefined && { PORT: String(port) }), ...own }
    },
    start(command, place, answer) {
      if (answer) state.answer = answer
      return launch({ command, ...place, mark, guard, hide: state.hide })
    },
    waiting: proxy.waiting,
    rest() {
      state.answer = noAnswer
    },
    async close() {
      await proxy.close()
      await release()
    },
  }
}
