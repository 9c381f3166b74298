import type { Tables } from '../areas/tables.ts'
import type { Work } from '../engine/machine.ts'
import type { NodeOf } from '../engine/table.ts'
import type { Transaction } from '../engine/transaction.ts'
import type { Caller } from './caller/caller.ts'
import type { Policy } from './policy.ts'

/** A transaction on the tables of the service. */
export type Tx = Transaction<Tables>

/** A row of any table. */
export type Node = NodeOf<Tables>

/** What a read depends on: the graph, the caller, the version, the policy and the time. */
export interface ReadContext {
  readonly tx: Tx
  readonly caller: Caller
  readonly version: string
  readonly policy: Policy
  /** Virtual time, in Unix milliseconds. */
  readonly now: number
}

/** The graph and the ledger of one step, as the machine passes them to the service. */
export type ServiceWork = Work<Tables>
