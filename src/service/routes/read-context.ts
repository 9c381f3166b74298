import type { Caller } from '../caller/caller.ts'
import type { Policy } from '../policy.ts'
import type { Tx } from './context.ts'

/** The context of a read: the graph, the caller, the version, the policy and the time. */
export interface ReadContext {
  readonly tx: Tx
  readonly caller: Caller
  readonly version: string
  readonly policy: Policy
  /** Virtual time, in Unix milliseconds. */
  readonly now: number
}
