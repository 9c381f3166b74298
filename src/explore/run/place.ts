import type { writeFaults } from './write-kinds.ts'

/** A place where something can go wrong. */
export interface Place {
  readonly at: string
  readonly kind: 'call' | 'other' | 'store' | 'notice'
  /** The operation of a call, or the host of another service; empty for others. */
  readonly operation: string
  /** Whether the call reads only. */
  readonly reads: boolean
  /** The operations of the calls of a batch. */
  readonly calls?: readonly string[]
  /** The `limit` of a list that the call asks for, or the largest in a batch. */
  readonly limit?: number
  /** True if the call continues a list from a cursor, false at its beginning; undefined if it reads none. */
  readonly fromCursor?: boolean
  /** The faults that a write can suffer, apart from the death of its process. */
  readonly faults?: readonly (typeof writeFaults)[number][]
}
