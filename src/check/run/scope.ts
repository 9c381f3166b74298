import { AsyncLocalStorage } from 'node:async_hooks'
import type { Periodic } from './periodic.ts'
import type { Run } from './run.ts'

/** One piece of work of the code under test: the start of a process, a job, a command, or a notice. */
export interface Invocation {
  /** The name and its ordinal in the run, such as `sync#2`. */
  readonly id: string
  readonly name: string
  /** The number of the process that it runs in. After the death of that process it never goes on. */
  readonly epoch: number
  /** Whether it has started, and not ended. */
  open: boolean
  /** The calls, store operations and timers that it waits for. */
  waiting: number
  /** The number of calls so far by operation; `store` counts writes. */
  readonly counts: Map<string, number>
  /** Short forms of the answers to its calls. */
  readonly answers: number[]
  /** The lines at which it sleeps: how often, and how many of the sleeps are over. */
  readonly sleeps: Map<string, { begun: number; over: number }>
  /** Whether it is a firing of periodic work. */
  readonly isFiring: boolean
  /** Whether a mark acted in it, or a call in it was answered with an error. */
  troubled: boolean
  /** Whether its process died before it ended. */
  died: boolean
  /** Whether it wrote to the store, or made a call that changed the world. */
  effective: boolean
  /** The error that it threw. */
  error?: { readonly thrown: unknown }
}

/** Creates an invocation that is not open yet. */
export const createInvocation = (
  name: string,
  ordinal: number,
  epoch: number,
  isFiring = false,
): Invocation => ({
  id: `${name}#${ordinal}`,
  name,
  epoch,
  open: false,
  waiting: 0,
  counts: new Map(),
  answers: [],
  sleeps: new Map(),
  isFiring,
  troubled: false,
  died: false,
  effective: false,
})

/** A chain of timers, each of which the callback of the one before set at the same line. */
export interface Renewal {
  /** The line that sets the timers. */
  readonly key: string
  /** The name of the work that it may be. */
  readonly name: string
  /** The timers of the chain so far. */
  readonly length: number
  /** The work that the chain is, once it is known to be periodic. */
  work: Periodic | undefined
}

/** Where a line of the code under test belongs. */
export interface Scope {
  readonly run: Run
  /** In a loop that sleeps, each turn has an invocation of its own. */
  invocation: Invocation
  /** The periodic work, or the timer that fired once, whose callback the line belongs to. */
  readonly renewal?: Renewal
  /** The loop that the line is in, which sleeps again and again at one line. */
  readonly loop?: { readonly key: string; readonly work: Periodic }
  /** The transaction of the store that the line is part of. */
  readonly transaction?: object
}

/** Follows the code under test through its awaits, timers and callbacks. */
export const scopes = new AsyncLocalStorage<Scope>()

/** The scope of the line that runs now, if it belongs to a live run. */
export function currentScope(): Scope | undefined {
  const scope = scopes.getStore()
  return scope?.run.ended ? undefined : scope
}

/** Whether the process of an invocation died, or its run ended. */
export const isDead = ({ run, invocation }: Scope): boolean => run.ended || invocation.epoch !== run.epoch

/** A promise that never settles: what code of a dead process waits for. */
export const never = <T>(): Promise<T> => new Promise<T>(() => {})

/**
 * The run that goes on now: rejections that nobody handles belong to it. And the resources that Node worked
 * on before the exploration.
 */
export const current: { run: Run | undefined; resources: readonly string[] } = {
  run: undefined,
  resources: [],
}
