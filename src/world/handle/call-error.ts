import { recognizeCopies } from '../../engine/store/recognize-copies.ts'
import type { GraphError } from '../../service/contract/errors.ts'

/** The error that `unwrap()` throws: the members of the `GraphError`, and the operation that failed. */
export class GraphCallError extends Error {
  override readonly name = 'GraphCallError'
  readonly code: GraphError['code']
  readonly type: string
  readonly because: readonly string[]
  /** The method of the client, or the action, that failed. */
  readonly operation: string
  readonly subcode?: number
  readonly injectedBy?: string
  /** Advice for the author of the client, which contains the reasons of `because`. */
  readonly hint?: string

  constructor(operation: string, error: GraphError, hint?: string) {
    const reasons = hint ?? error.because.join('; ')
    super(`${operation}: ${error.message}${reasons === '' ? '' : ` (${reasons})`}`)
    this.code = error.code
    this.type = error.type
    this.because = error.because
    this.operation = operation
    if (error.subcode !== undefined) this.subcode = error.subcode
    if (hint !== undefined) this.hint = hint
    if (error.injectedBy !== undefined) this.injectedBy = error.injectedBy
  }
}

recognizeCopies(GraphCallError, 'GraphCallError')
