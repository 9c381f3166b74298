import type { Json } from './values/guard.ts'

/** The error of a refused input. The domain defines the codes and the other members. */
export interface OperationError {
  readonly code: number
  readonly message: string
  readonly [member: string]: Json | undefined
}

/** The outcome of an input. `committed` means that the changes were made although the answer is an error. */
export type Outcome<E extends OperationError = OperationError> =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: E; readonly committed: boolean }

/** Returns the outcome of a refused input. */
export function failed<E extends OperationError>(error: E, committed = false): Outcome<E> {
  return { ok: false, error, committed }
}
