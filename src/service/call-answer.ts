import type { Tables } from '../chapters/tables.ts'
import type { Outcome } from '../engine/outcome.ts'
import type { NodeOf } from '../engine/store/table.ts'
import type { Advice } from './call-advice.ts'
import type { GraphError } from './contract/errors.ts'
import type { CallLimit } from './ledger/call-limit.ts'
import type { AnswerFault } from './ledger/fault-rule.ts'
import type { Call } from './routes/call.ts'

/** The data, in addition to the outcome, from which a response is built. */
export interface CallAnswer {
  readonly call: Call
  readonly operation: string | undefined
  /** The operation of a list within a record, with whose error the call failed. */
  readonly failedEdge: string | undefined
  /** The route of the stub that answers the call. */
  readonly stub: string | undefined
  readonly version: string
  /** The node that the path names. */
  readonly node: NodeOf<Tables> | undefined
  /** The name of the check that refused the call, `ruleCheck` or `answerCheck`. */
  readonly refusedBy: string | undefined
  /** The media type of an answer that is not JSON. */
  readonly mediaType: string | undefined
  /** The response is a redirect to the `location` of the result. */
  readonly redirects: true | undefined
  /** Whether a fault dropped the connection. No response is sent then. */
  readonly dropped: boolean
  /** The fault that replaces or damages the answer, and the value of the original answer. */
  readonly replaced: { readonly fault: AnswerFault; readonly value: unknown } | undefined
  /** Milliseconds of virtual time that a fault lets pass before the answer. */
  readonly latency: number | undefined
  /** The age in milliseconds of the state that a fault makes the read answer from. */
  readonly staleBy: number | undefined
  /** Advice for the author of the client, which the response has as a header. */
  readonly advice: Advice | undefined
  /** The names in `fields` that the live service has and this world has not. */
  readonly notSimulated: readonly string[] | undefined
  /** The headers that a fault adds to the answer. */
  readonly headers: Readonly<Record<string, string>> | undefined
  /** The rate limit that this call counts for, or that it has reached. */
  readonly limit: CallLimit | undefined
  /** The results of its parts in their order: the calls of a batch, or the reads of `ids`. */
  readonly parts?: readonly Part[]
  /** Whether the answer to a batch leaves out the headers of its calls. */
  readonly bare?: boolean
}

/** The result of one call within another. A call that cannot be parsed has no `answer`. */
export interface Part {
  readonly outcome: Outcome<GraphError>
  readonly answer?: CallAnswer | undefined
  /** The `If-None-Match` header of the call: the entity tag of an earlier answer. */
  readonly ifNoneMatch?: string | undefined
  /** The batch answers null in place of this call: it was not made, or another call uses its result. */
  readonly isOmitted?: true
}
