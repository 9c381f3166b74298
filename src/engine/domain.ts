import type { Outcome } from './outcome.ts'
import type { SnapshotState } from './state/snapshot.ts'
import type { DomainTypes, Ledger, State } from './state/state.ts'
import type { Transaction } from './state/transaction.ts'
import type { StorageFull, StoredBytes } from './store/storage.ts'
import type { Json } from './values/json.ts'

/** An input after `guard`: plain JSON with a `type`. */
export type Input = { readonly type: string } & { readonly [member: string]: Json }

/**
 * The context of a rule: a transaction on the graph, and the ledger, whose members the rule may replace.
 */
export interface Work<D extends DomainTypes = DomainTypes> {
  readonly tx: Transaction<D['tables'], D['contents']['settings']>
  readonly ledger: { -readonly [part in keyof Ledger<D['contents']>]: Ledger<D['contents']>[part] }
}

/** A service to simulate: its tables, and the rules for its inputs. */
export interface Domain<D extends DomainTypes> {
  readonly schema: D['tables']
  /** Creates the error for an invalid input: not JSON, too deep, or with a wrong time. */
  malformed(message: string): D['error']
  /** Creates the error for a change that exceeds a storage limit: `malformed` is called if left out. */
  noRoom?(lack: StorageFull): D['error']
  /** Returns the reason why a snapshot is of another domain, before its rows are read; or undefined. */
  mismatch?(notes: State['ledger']['notes']): string | undefined
  /** Adds to the settings and the rows of a snapshot what an earlier version did not write. */
  completed?(settings: Json): Json
  completedRows?(rows: SnapshotState['graph']['rows']): SnapshotState['graph']['rows']
  /**
   * Returns the problem of the settings, notes and caps of a state from a snapshot, or undefined.
   *
   * @param caps The caps of the world that loads it.
   */
  flaw?(state: State, caps: StoredBytes): string | undefined
  /** Stores the outcome of a task. Its changes are kept even if the task was refused. */
  conclude?(tx: Work<D>['tx'], input: Input, outcome: Outcome<D['error']>): void
  /** Runs one input, or the input of a due task. */
  run(work: Work<D>, input: Input): Ran<D>
}

/** The result of a rule, with parts that still have to run. */
export interface Ran<D extends DomainTypes> {
  readonly outcome: Outcome<D['error']>
  readonly answer?: D['answer']
  /**
   * Rules that run next in the same input, one after the other, each in its own transaction: a refused part
   * does not undo the others. `join` combines their results.
   */
  readonly parts?: {
    readonly rules: readonly ((work: Work<D>) => Ran<D>)[]
    join(done: readonly Pick<Ran<D>, 'outcome' | 'answer'>[]): Omit<Ran<D>, 'parts'>
  }
}
