import type { Account } from './access/access.ts'
import type { Caller } from './caller/caller.ts'
import type { GraphError } from './contract/errors.ts'
import type { CallLimit } from './ledger/call-limit.ts'
import type { AnswerFault } from './ledger/fault-rule.ts'
import type { Policy } from './policy.ts'
import type { Registry } from './registry.ts'
import type { AnswerBudget, Call } from './routes/call.ts'
import type { ServiceWork, Tx } from './routes/context.ts'
import type { ReadContext } from './routes/read-context.ts'
import type { Route } from './routes/route.ts'
import type { Selection } from './views/view.ts'

/** The effects of fault rules on a call, apart from its error. */
export interface InjectedEffects {
  /** Milliseconds that pass before the answer. */
  latency?: number
  /** The age of the state that a read answers from, in milliseconds. */
  staleBy?: number
  answerFault?: AnswerFault
  /** The most rows of the page that the call reads. */
  pageRows?: number
  /** The headers of an injected error, in addition to those of every answer. */
  headers?: Readonly<Record<string, string>>
}

/** A call between two checks. Each check adds what it has found. */
export interface CallProgress {
  readonly call: Call
  /** True if the call only reads. */
  readonly isRead: boolean
  readonly tx: Tx
  readonly ledger: ServiceWork['ledger']
  readonly policy: Policy
  readonly registry: Registry
  version: string
  caller: Caller | undefined
  route: Route | undefined
  account: Account | undefined
  context: ReadContext | undefined
  params: unknown
  selection: Selection | undefined
  /** The effects of fault rules on the call, apart from its error. */
  readonly effects: InjectedEffects
  /** The call limit whose usage the answer shows. */
  limit: CallLimit | undefined
  /** The limits for which the call counts, with the lists within the records of its answer. */
  counted: readonly CallLimit[]
  /** True if the call asks a list for no rows: the call reads one row, and the answer leaves it out. */
  noRows: boolean
  /** Characters of the rows in the answer so far. */
  listed: number | undefined
  /** The call whose answer contains this read; undefined for a call of its own. */
  readonly root: CallProgress | undefined
  /** The lists within the records of the answer, with their rows and characters. */
  expanded: AnswerBudget['expanded'] | undefined
  /** The error of a list or node within a record, and the operation that reads it. The call fails with it. */
  expansionFailure: { readonly error: GraphError; readonly operation: string | undefined } | undefined
}
