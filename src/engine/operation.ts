import type { Json } from './guard.ts'

/** Why an input was refused: a value, never a throw. The domain says which numbers and members there are. */
export interface OperationError {
  readonly code: number
  readonly message: string
  readonly [member: string]: Json | undefined
}

/** What an operation's rule returns instead of a result when it refuses. */
export interface Failure {
  readonly failure: OperationError
}

/** Whether a rule refused. The member `failure` holds an object, which no result of an operation has. */
export function isFailure(result: unknown): result is Failure {
  return typeof result === 'object' && result !== null && Object.hasOwn(result, 'failure')
}

/** What an input came to. `committed` says that the effect happened although the answer is an error. */
export type Outcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: OperationError; readonly committed: boolean }

/** An outcome that refuses. */
export function failed(error: OperationError, committed = false): Outcome {
  return { ok: false, error, committed }
}
