import { basename } from 'node:path'
import { lineOfFrame } from '../doors/caller.ts'
import type { Process, ProcessContext } from '../options.ts'
import { ProcessDied } from '../run/died.ts'
import type { SentRequest } from '../run/operation.ts'
import { die, invoke, thrownText } from '../run/points.ts'
import { type Run, stopRun } from '../run/run.ts'
import { isDead, never, type Scope, scopes } from '../run/scope.ts'
import type { ExplorationConfig, RunningProgram } from './config.ts'
import { uncaughtBy } from './exit.ts'
import { forgetGlobals } from './globals-guard.ts'
import type { Loader } from './loader.ts'
import { beginProcess, type ProcessState } from './process-state.ts'

// Taken before anything replaces it.
const realImmediate = setImmediate
const realEnvironment = process.env

/** The program of an exploration: its configuration, and how its modules are loaded. */
export interface Program {
  readonly config: ExplorationConfig
  readonly root: string
  /** The absolute path of the main module. */
  readonly file: string
  readonly loader: Loader
}

/** The environment variables of a process: those of the real process, and those of the configuration. */
function environmentOf({ config: { env = {} } }: Program, context: ProcessContext): NodeJS.ProcessEnv {
  const { names, baseUrl, webUrl } = context
  const own = typeof env === 'function' ? env({ names, baseUrl, webUrl }) : env
  const all = Object.entries({ ...realEnvironment, ...own }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(all)
}

/** The exit code of the real process cannot be replaced: what a program sets is taken back. */
function forgetExitCode(): () => void {
  const before = process.exitCode
  return () => {
    process.exitCode = before
  }
}

function begin(run: Run, program: Program, context: ProcessContext, scope: Scope): ProcessState {
  const { config, root, file } = program
  const argv = [process.execPath, file, ...(config.argv ?? [])]
  const state = beginProcess(run, { env: environmentOf(program, context), argv, cwd: root })
  run.instance.uncaught = uncaughtBy(scope, state)
  run.instance.endings.add(forgetGlobals())
  run.instance.endings.add(forgetExitCode())
  return state
}

/** Where the program threw, as far as the stack tells. */
function placeOf(thrown: unknown): string {
  const frames = thrown instanceof Error ? String(thrown.stack).split('\n').slice(1) : []
  const line = frames.map(lineOfFrame).find((found) => found !== undefined)
  return line === undefined ? '' : ` at ${line}`
}

/** A program that throws while it is loaded ends. If nothing went wrong before, no run can begin. */
function endAtLoad(run: Run, { file }: Program, { output }: ProcessState, thrown: unknown): void {
  if (thrown instanceof ProcessDied) return
  const text = `${thrownText(thrown)}${placeOf(thrown)}`
  const printed = output.length > 0 ? `. It printed last:\n${output.join('\n')}` : ''
  if (run.acted.size === 0)
    stopRun(run, {
      oracle: 'start',
      kind: 'program',
      message: `the program ${basename(file)} threw while it was loaded: ${text}${printed}`,
    })
  else die(run, `the process ends because of ${text}`)
}

const portOf = ({ port, protocol }: URL): number => Number(port || (protocol === 'https:' ? 443 : 80))

/** Requests to a server of the program that listens at this moment. */
async function requestOwn(scope: Scope, url: string, init: RequestInit = {}): Promise<Response> {
  const port = portOf(new URL(url))
  const server = scope.run.instance.servers.get(port)
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
  if (!scope.run.instance.servers.has(portOf(target))) return new Response(null, { status: 503 })
  target.search = new URL(delivery.url).search
  const { method, headers } = delivery
  const body = method === 'GET' ? null : await delivery.arrayBuffer()
  return requestOwn(scope, target.href, { method, headers, body })
}

/** The rest of a script's work: it may go on after its modules are loaded. */
async function restOf(scope: Scope): Promise<void> {
  const { run, invocation } = scope
  while (invocation.waiting > 0 && !isDead(scope) && !run.stop)
    await new Promise((resolve) => realImmediate(resolve))
}

/** The parts of a process that the configuration names. */
function processOf(program: Program, running: (scope: Scope) => Promise<RunningProgram>): Process {
  const { config } = program
  const current = (): Scope => scopes.getStore() as Scope
  const { jobs = {}, commands = {}, webhook } = config
  const hand = async (request: Request) => {
    const scope = current()
    if (typeof webhook === 'string') return deliverTo(webhook, scope, request)
    return webhook?.(request, await running(scope))
  }
  const jobEntries = Object.entries(jobs).map(([name, { every, run }]) => [
    name,
    { every, run: async () => run(await running(current())) },
  ])
  const commandEntries = Object.entries(commands).map(([name, { run, ...rest }]) => [
    name,
    { ...rest, run: async (value: never) => run(value, await running(current())) },
  ])
  return {
    jobs: Object.fromEntries(jobEntries),
    commands: Object.fromEntries(commandEntries),
    ...(webhook !== undefined && { webhook: hand }),
  }
}

/** Starts a process of a program: its modules are loaded, and go on for as long as they like. */
export function startProgram(program: Program, context: ProcessContext): Process {
  const { run, invocation } = scopes.getStore() as Scope
  const { every } = program.config
  if (every !== undefined) return scriptOf(program, context, run)
  const state = begin(run, program, context, { run, invocation })
  const main = invoke(run, 'main', () => program.loader.load())
  const loaded = main.result.then((exports) => {
    const { error, epoch } = main.invocation
    if (epoch !== run.epoch) return never<Record<string, unknown>>()
    if (error) endAtLoad(run, program, state, error.thrown)
    return error || !exports ? never<Record<string, unknown>>() : exports
  })
  return processOf(program, async (scope) => ({
    exports: await loaded,
    request: (url, init) => requestOwn(scope, url, init),
  }))
}

/** A program that is a script: each start of its job is a process that loads it, and ends with its work. */
function scriptOf(program: Program, context: ProcessContext, run: Run): Process {
  const { every = '1h' } = program.config
  const name = basename(program.file).replace(/\.\w+$/, '')
  const start = async () => {
    const scope = scopes.getStore() as Scope
    const state = begin(run, program, context, scope)
    await program.loader.load()
    await restOf(scope)
    if (!isDead(scope)) state.events.emit('exit', process.exitCode ?? 0)
  }
  const own = processOf(program, async () => {
    throw new Error('a program with `every` runs only while its scheduler starts it')
  })
  return { ...own, jobs: { [name]: { every, run: start }, ...own.jobs } }
}
