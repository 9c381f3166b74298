import type { WorldEvent } from '../engine/state/state.ts'
import type { GraphError } from './contract/errors.ts'

/** The outcome of a call or an action. */
export type CallOutcome<T> =
  | {
      /** Whether the call succeeded. */
      readonly ok: true
      /** The result. */
      readonly value: T
      /** The events that the input emitted, such as `leadgen`. */
      readonly events: readonly WorldEvent[]
      /** Returns the value. */
      unwrap(): T
    }
  | {
      /** Whether the call succeeded. */
      readonly ok: false
      /** Why the call failed. */
      readonly error: GraphError
      /** The effect happened although the answer was lost: a fault after the commit. */
      readonly committed: boolean
      /** The events that the input emitted: none, unless the effect happened. */
      readonly events: readonly WorldEvent[]
      /** Throws the error as a GraphCallError. */
      unwrap(): never
    }

/** Any text. In a union with texts that are known, editors offer those. */
export type AnyText = string & Record<never, never>

/** A file that is sent with a typed call. */
export interface TypedFile {
  /** The name of its form part; `source` if left out. */
  readonly part?: string
  /** The file name, whose extension may say what the file is. */
  readonly name: string
  /** The content of the file. */
  readonly bytes: Uint8Array
}
