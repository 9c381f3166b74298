import { EventEmitter } from 'node:events'
import type { Run, Scope } from '../run/run.ts'
import { currentScope } from '../run/scope.ts'

/** The last lines of output that are kept of a process, and the characters of each. */
const OUTPUT_MAX = 20
const LINE_MAX = 1_000

/** The characters of a text in which its last lines stand. */
const TEXT_MAX = OUTPUT_MAX * LINE_MAX

/** What one process of a program sees as its own `process`. */
export interface ProcessState {
  readonly env: NodeJS.ProcessEnv
  readonly argv: readonly string[]
  cwd: string
  /** The listeners of the program for signals, exits and errors. */
  readonly events: EventEmitter
  /** The last lines that it printed. */
  readonly output: string[]
}

/** The states by run and number of the process. A process of a factory has none. */
const states = new WeakMap<Run, Map<number, ProcessState>>()

/** Begins the state of the process that starts now. */
export function beginProcess(
  run: Run,
  { env, argv, cwd }: Pick<ProcessState, 'env' | 'argv' | 'cwd'>,
): ProcessState {
  const events = new EventEmitter().setMaxListeners(0)
  const state: ProcessState = { env, argv, cwd, events, output: [] }
  const known = states.get(run) ?? new Map<number, ProcessState>()
  states.set(run, known.set(run.epoch, state))
  return state
}

/** The scope and the state of the process whose code runs now, if it is a program's. */
export function currentProcess(): { readonly scope: Scope; readonly state: ProcessState } | undefined {
  const scope = currentScope()
  const state = scope && states.get(scope.run)?.get(scope.invocation.epoch)
  return scope && state && { scope, state }
}

/** Keeps the last lines of what a process prints. */
export function print({ output }: ProcessState, text: string): void {
  const lines = text.slice(-TEXT_MAX).split('\n')
  output.push(...lines.filter((line) => line.trim() !== '').map((line) => line.slice(0, LINE_MAX)))
  output.splice(0, Math.max(0, output.length - OUTPUT_MAX))
}
