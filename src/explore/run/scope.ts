import { AsyncLocalStorage } from 'node:async_hooks'
import type { Instance } from './instance.ts'
import type { Run } from './run.ts'
import { isLive, slotOf } from './slots.ts'

/** One piece of work of the code under test: the start of a process, a job, a command, or a notice. */
export interface Invocation {
  /** The name and its ordinal in the run, such as `sync#2`. */
  readonly id: string
  readonly name: string
  /** Whether it is the start of a process, whose code goes on for as long as the process lives. */
  readonly isProcess?: boolean
  /** Whether it is a turn of periodic work. */
  readonly isTurn?: boolean
  /** The scope of its lines, if it is work of the code under test. */
  scope?: Scope
  /** The number of the process that it runs in. After the death of that process it never goes on. */
  readonly epoch: number
  /** Whether it has started, and not ended. */
  open: boolean
  /** The calls, store operations and timers that it waits for. */
  waiting: number
  /** The number of calls so far by operation; `store` counts writes. */
  readonly counts: Map<string, number>
  /** Short forms of the answers to its calls, if anybody compares them. */
  readonly answers?: number[]
  /** Whether a mark acted in it, or a call in it was answered with an error. */
  troubled: boolean
  /** Whether its process died before it ended. */
  died: boolean
  /** Whether it wrote to the store, or made a call that changed the world. */
  effective: boolean
  /** The error that it threw. */
  error?: { readonly thrown: unknown }
  /** Set if it returned a response with an error status. */
  answeredError?: true
}

/** Creates an invocation that is not open yet. */
export const createInvocation = (
  name: string,
  ordinal: number,
  epoch: number,
  isProcess = false,
): Invocation => ({
  id: `${name}#${ordinal}`,
  name,
  epoch,
  isProcess,
  open: false,
  waiting: 0,
  counts: new Map(),
  troubled: false,
  died: false,
  effective: false,
})

/** Whether the process died before the work had any effect. No code could finish such work. */
export const leftNoTrace = (invocation: Invocation | undefined): boolean =>
  invocation?.died === true && !invocation.effective

/** Whether the person who gave a command saw an error. The death of the process shows one too. */
export const showedError = (invocation: Invocation | undefined): boolean =>
  invocation !== undefined &&
  (invocation.error !== undefined || invocation.answeredError === true || invocation.died)

/** Where a line of the code under test belongs. */
export interface Scope {
  readonly run: Run
  /** A process, and its timers, share a scope: the work that goes on in it now. */
  invocation: Invocation
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

/** The scope of the line that runs now. Throws outside of runs: only code of a run may ask. */
export function ownScope(): Scope {
  const scope = scopes.getStore()
  if (!scope) throw new Error('explore: this belongs to a run, and was called outside of any')
  return scope
}

/** Goes on with an invocation: the lines of its scope that run now belong to it. */
export function resume(invocation: Invocation): void {
  if (invocation.scope) invocation.scope.invocation = invocation
}

/** Whether the process of an invocation died, or its run ended. */
export const isDead = ({ run, invocation }: Scope): boolean => run.ended || !isLive(run, invocation.epoch)

/** The process of a line, as its surroundings see it; undefined if it died. */
export const instanceOf = ({ run, invocation }: Scope): Instance | undefined =>
  slotOf(run, invocation.epoch)?.instance

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
