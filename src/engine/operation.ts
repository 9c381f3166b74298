import type { Json } from './guard.ts'

/** The error of a refused input. The domain defines the codes and the other members. */
export interface OperationError {
  readonly code: number
  readonly message: string
  readonly [member: string]: Json | undefined
}

/** The return value of a rule that refuses. */
export interface Failure {
  readonly failure: OperationError
}

/** Whether a rule refused. Results of operations have no member `failure`. */
export function isFailure(result: unknown): result is Failure {
  return typeof result === 'object' && result !== null && Object.hasOwn(result, 'failure')
}

/** The outcome of an input. `committed` means that the changes were made although the answer is an error. */
export type Outcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: OperationError; readonly committed: boolean }

/** Returns the outcome of a refused input. */
export function failed(error: OperationError, committed = false): Outcome {
  return { ok: false, error, committed }
}
