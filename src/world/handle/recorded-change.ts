import type { StateSnapshot } from '../../engine/state/snapshot.ts'
import type { Json } from '../../engine/values/guard.ts'

/** A whole world as plain JSON. */
export type Snapshot = StateSnapshot & { readonly engine: string }

/** A change of a world that a recording contains. */
export type RecordedChange =
  | { readonly input: Json; readonly outcome: string }
  /** A reset to a snapshot, or with null to the beginning. */
  | { readonly reset: Snapshot | null }
