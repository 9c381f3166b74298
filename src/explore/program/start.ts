import { basename } from 'node:path'
import type { SentRequest } from '../run/operation.ts'
import type { Process, ProcessContext } from '../run/options/options.ts'
import { invoke } from '../run/points.ts'
import { real } from '../run/real.ts'
import type { Run, Scope } from '../run/run.ts'
import { instanceOf, isDead, never, ownScope, scopes } from '../run/scope.ts'
import { isLive } from '../run/slots.ts'
import type { AnyConfig, AnyProgram } from './config.ts'
import { endAtLoad, uncaughtBy } from './exit.ts'
import { forgetDispatchers } from './fresh.ts'
import { forgetGlobals } from './globals-guard.ts'
import type { Loader } from './loader.ts'
import { keepExitCode } from './process-hooks.ts'
import { beginProcess, type ProcessState } from './process-state.ts'

// Taken before anything replaces it.
const realEnvironment = process.env

/** The program of an exploration: its configuration, and how its modules are loaded. */
export interface LoadedProgram {
  readonly config: AnyConfig
  readonly root: string
  /** The absolute path of the main module. */
  readonly file: string
  readonly loader: Loader
  /** Puts the globals back that an earlier process changed. */
  readonly renewGlobals: () => void
}

/** The environment variables of the real process, by the run: each start of a process has them. */
const realVariables = new WeakMap<Run, NodeJS.ProcessEnv>()

/** The environment variables of a process: those of the real process, and those of the configuration. */
function environmentOf(
  run: Run,
  { config: { env = {} } }: LoadedProgram,
  { names, baseUrl, webUrl }: ProcessContext,
): NodeJS.ProcessEnv {
  const real = realVariables.get(run) ?? { ...realEnvironment }
  realVariables.set(run, real)
  const own = typeof env === 'function' ? env({ names, baseUrl, webUrl }) : env
  const all: NodeJS.ProcessEnv = { ...real, ...own }
  for (const name of Object.keys(own)) if (all[name] === undefined) Reflect.deleteProperty(all, name)
  return all
}

function begin(run: Run, program: LoadedProgram, context: ProcessContext, scope: Scope): ProcessState {
  const { config, root, file } = program
  const argv = [process.execPath, file, ...(config.argv ?? [])]
  const isAlone = run.slots.every((slot) => slot === run.slot || slot.started === 0)
  if (isAlone) {
    program.renewGlobals()
    forgetDispatchers(config.fresh ?? [])
  }
  const state = beginProcess(run, { env: environmentOf(run, program, context), argv, cwd: root })
  const { instance } = run.slot
  instance.uncaught = uncaughtBy(scope, state)
  state.events.on('newListener', (name) => {
    if (name === 'SIGTERM')
      instance.terminate = () => scopes.run(scope, () => void state.events.emit('SIGTERM', 'SIGTERM'))
  })
  instance.endings.add(forgetGlobals())
  instance.endings.add(keepExitCode())
  return state
}

const portOf = ({ port, protocol }: URL): number => Number(port || (protocol === 'https:' ? 443 : 80))

/** Requests to a server of the program that listens at this moment. */
async function requestOwn(scope: Scope, url: string, init: RequestInit = {}): Promise<Response> {
  const port = portOf(new URL(url))
  const server = instanceOf(scope)?.servers.get(port)
  if (!server) throw new Error(`no server of the program listens at port ${port}`)
  const request = new Request(url, init)
  const bytes = new Uint8Array(await request.arrayBuffer())
  const sent: SentRequest = {
    method: request.method,
    url,
    headers: Object.fromEntries(request.headers),
    ...(bytes.length > 0 && { body: bytes }),
  }
  return isDead(scope) ? never() : server.request(sent)
}

/**
 * Hands a delivery to the server that listens at an address. While none does, as after a death, the platform
 * finds the connection refused, and tries again.
 */
async function deliverTo(address: string, scope: Scope, delivery: Request): Promise<Response> {
  const target = new URL(address)
  if (!instanceOf(scope)?.servers.has(portOf(target))) return new Response(null, { status: 503 })
  target.search = new URL(delivery.url).search
  const { method, headers } = delivery
  const body = method === 'GET' ? null : await delivery.arrayBuffer()
  return requestOwn(scope, target.href, { method, headers, body })
}

/** The rest of a script's work: it may go on after its modules are loaded. */
async function restOf(scope: Scope): Promise<void> {
  const { run, invocation } = scope
  while (invocation.waiting > 0 && !isDead(scope) && !run.stop)
    await new Promise((resolve) => real.setImmediate(resolve))
}

/** The parts of a process that the configuration names. */
function processOf(program: LoadedProgram, running: (scope: Scope) => Promise<AnyProgram>): Process {
  const { config } = program
  const { jobs = {}, commands = {}, webhook } = config
  const hand = async (request: Request) => {
    const scope = ownScope()
    if (typeof webhook === 'string') return deliverTo(webhook, scope, request)
    return webhook?.(request, await running(scope))
  }
  const jobEntries = Object.entries(jobs).map(([name, { every, run }]) => [
    name,
    { every, run: async () => run(await running(ownScope())) },
  ])
  const commandEntries = Object.entries(commands).map(([name, { run, ...rest }]) => [
    name,
    { ...rest, run: async (value: never) => run(value, await running(ownScope())) },
  ])
  return {
    jobs: Object.fromEntries(jobEntries),
    commands: Object.fromEntries(commandEntries),
    ...(webhook !== undefined && { webhook: hand }),
  }
}

/** Starts a process of a program: its modules are loaded, and go on for as long as they like. */
export function startProcess(program: LoadedProgram, context: ProcessContext): Process {
  const { run, invocation } = ownScope()
  const { every } = program.config
  if (every !== undefined) return scriptOf(program, context, run)
  const state = begin(run, program, context, { run, invocation })
  const main = invoke(run, 'main', () => program.loader.load<never>(run.slot.number), true)
  const loaded = main.result.then((exports) => {
    const { error, epoch } = main.invocation
    if (!isLive(run, epoch)) return never<never>()
    if (error) endAtLoad({ run, invocation: main.invocation }, state, error.thrown)
    return error || !exports ? never<never>() : exports
  })
  return processOf(program, async (scope) => ({
    exports: await loaded,
    request: (url, init) => requestOwn(scope, url, init),
  }))
}

/** A program that is a script: each start of its job is a process that loads it, and ends with its work. */
function scriptOf(program: LoadedProgram, context: ProcessContext, run: Run): Process {
  const { every = '1h' } = program.config
  const name = basename(program.file).replace(/\.\w+$/, '')
  const start = async () => {
    const scope = ownScope()
    const state = begin(run, program, context, scope)
    await program.loader.load<never>(run.slot.number)
    await restOf(scope)
    if (!isDead(scope)) state.events.emit('exit', process.exitCode ?? 0)
  }
  const own = processOf(program, async () => {
    throw new Error('a program with `every` runs only while its scheduler starts it')
  })
  return { ...own, jobs: { [name]: { every, run: start }, ...own.jobs } }
}
