import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { format, parseEnv } from 'node:util'
import { ProcessDied } from '../run/died.ts'
import { type Replacement, replaceMembers } from '../run/replace.ts'
import { instanceOf, isDead } from '../run/scope.ts'
import { exitProcess } from './exit.ts'
import { currentProcess, type ProcessState, print } from './process-state.ts'

// Taken before anything replaces it.
const { cwd: realFolder } = process

type Method = (...values: unknown[]) => unknown

/** The process of the code that calls a hook. */
type Own = NonNullable<ReturnType<typeof currentProcess>>

/** Replaces a method for the code of programs. Other code still gets the real one. */
const forPrograms = (
  owner: object,
  name: string,
  run: (own: Own, values: unknown[]) => unknown,
  applies: (owner: unknown) => boolean = () => true,
): Replacement => ({
  owner,
  name,
  make: (original: Method) =>
    function replaced(this: unknown, ...values: unknown[]) {
      const own = applies(this) ? currentProcess() : undefined
      return own ? run(own, values) : Reflect.apply(original, this, values)
    },
})

/** A member of `process` that each program has for itself. */
function ownMember(name: 'env' | 'argv'): Replacement {
  const { get, set, value } = Object.getOwnPropertyDescriptor(process, name) ?? {}
  const read = () => (get ? Reflect.apply(get, process, []) : value)
  return {
    owner: process,
    name,
    isGetter: true,
    make: () => () => {
      const own = currentProcess()
      return own ? own.state[name] : read()
    },
    set(assigned: never) {
      const own = currentProcess()
      if (own) Object.assign(own.state, { [name]: assigned })
      else if (set) Reflect.apply(set, process, [assigned])
    },
  }
}

const ofListeners = [
  'on',
  'once',
  'addListener',
  'prependListener',
  'prependOnceListener',
  'off',
  'removeListener',
  'removeAllListeners',
  'listeners',
  'rawListeners',
  'listenerCount',
]

/**
 * Listeners of a program for events of its process: those of the real process never hear of them. Methods of
 * the class lead to them too.
 */
const listeners = ofListeners.flatMap((name) => {
  const own = ({ state }: Own, values: unknown[]): unknown => {
    const result: unknown = Reflect.apply(Reflect.get(state.events, name), state.events, values)
    return result === state.events ? process : result
  }
  const ofClass = forPrograms(EventEmitter.prototype, name, own, (emitter) => emitter === process)
  return [ofClass, forPrograms(process, name, own)]
})

/** Node emits these itself, for the whole process: an exploration hands them to the program. */
const ofNode = new Set<unknown>([
  'uncaughtException',
  'uncaughtExceptionMonitor',
  'unhandledRejection',
  'rejectionHandled',
  'multipleResolves',
  'warning',
])

const emit: Replacement = {
  owner: process,
  name: 'emit',
  make: (original: Method) =>
    function replaced(this: unknown, ...values: unknown[]) {
      const own = ofNode.has(values[0]) ? undefined : currentProcess()
      if (!own) return Reflect.apply(original, this, values)
      const [name = '', ...rest] = values
      return own.state.events.emit(String(name), ...rest)
    },
}

/** What a program prints after the end of its run is kept with its process, and nobody reads it. */
const printing = ['log', 'info', 'debug', 'warn', 'error', 'trace', 'dir', 'table'].map((name) =>
  forPrograms(console, name, ({ state }, values) => print(state, format(...values))),
)

/** Streams take a callback, which pipelines wait for. */
const streams = [process.stdout, process.stderr].map((stream) =>
  forPrograms(stream, 'write', ({ state }, values) => {
    const [chunk] = values
    print(state, chunk instanceof Uint8Array ? Buffer.from(chunk).toString() : String(chunk))
    const callback = values.find((value) => typeof value === 'function')
    if (callback) process.nextTick(callback)
    return true
  }),
)

function signal(name: unknown): string {
  if (typeof name === 'string') return name
  return name === 0 ? '0' : 'SIGTERM'
}

/** A signal to the process of the program itself. Those to others are refused below. */
const kill: Replacement = {
  owner: process,
  name: 'kill',
  make: (original: Method) =>
    function replaced(this: unknown, ...values: unknown[]) {
      const [pid, given] = values
      const own = Number(pid) === process.pid ? currentProcess() : undefined
      if (!own) return Reflect.apply(original, this, values)
      const { scope, state } = own
      const name = signal(given)
      if (name === '0' || isDead(scope)) return true
      if (!state.events.emit(name, name)) exitProcess(scope, state, 143)
      return true
    },
}

/** The processes that left the folder in which the process that explores works. */
const moved = new WeakSet<ProcessState>()

/** Relative paths of files follow the real folder: it changes, until the process of the program ends. */
const chdir: Replacement = {
  owner: process,
  name: 'chdir',
  make: (original: Method) =>
    function replaced(folder: unknown) {
      const own = currentProcess()
      if (!own) return original(folder)
      const { scope, state } = own
      if (isDead(scope)) return undefined
      const before = realFolder()
      const target = resolve(state.cwd, String(folder))
      original(target)
      state.cwd = target
      if (moved.has(state)) return undefined
      moved.add(state)
      instanceOf(scope)?.endings.add(() => original(before))
      return undefined
    },
}

/** Reads variables from a file: they are those of the program, and not of the process that explores. */
const loadEnvFile = forPrograms(process, 'loadEnvFile', ({ state }, [path = '.env']) => {
  const read = parseEnv(readFileSync(path instanceof URL ? path : resolve(state.cwd, String(path)), 'utf8'))
  for (const [name, value] of Object.entries(read)) state.env[name] ??= value
})

/** Whoever explores may be a forked process, such as a worker of a test runner. Its programs are not. */
const parent = (): Replacement[] =>
  process.send
    ? ['send', '_send', 'disconnect', '_disconnect'].map((name) => forPrograms(process, name, () => true))
    : []

const hooks = (): Replacement[] => [
  ownMember('env'),
  ownMember('argv'),
  forPrograms(process, 'cwd', ({ state }) => state.cwd),
  chdir,
  loadEnvFile,
  forPrograms(process, 'exit', ({ scope, state }, [code]) => {
    if (!isDead(scope)) exitProcess(scope, state, Number(code ?? process.exitCode ?? 0))
    throw new ProcessDied()
  }),
  forPrograms(process, 'abort', ({ scope, state }) => {
    if (!isDead(scope)) exitProcess(scope, state, 134)
    throw new ProcessDied()
  }),
  // Below `exit`, and no listener hears of it.
  forPrograms(process, 'reallyExit', ({ scope, state }, [code]) => {
    state.events.removeAllListeners('exit')
    if (!isDead(scope)) exitProcess(scope, state, Number(code ?? 0))
    throw new ProcessDied()
  }),
  kill,
  ...parent(),
  ...listeners,
  emit,
  ...printing,
  ...streams,
]

/** The exit code of the real process cannot be replaced: what a program sets is taken back. */
export function keepExitCode(): () => void {
  const before = process.exitCode
  return () => {
    process.exitCode = before
  }
}

/** Gives programs a `process` and a `console` of their own. Returns how to restore the real ones. */
export const installProcessHooks = (): (() => void) => replaceMembers(hooks())
