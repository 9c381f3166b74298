import type { Json } from '../engine/guard.ts'
import { dropped, items, last, size } from '../engine/ring.ts'
import type { WorldEvent } from '../engine/state.ts'
import type { Handle } from './handle.ts'

/** The event log of a world, oldest first. It keeps the last 10,000 events. */
export interface Events {
  readonly length: number
  /** The number of older events that the log no longer has. */
  readonly dropped: number
  all(): readonly WorldEvent[]
  of(type: string): readonly WorldEvent[]
  /** Returns the events after a sequence number. */
  since(sequence: number): readonly WorldEvent[]
  last(type?: string): WorldEvent | undefined
}

/** A call in the log. It is the same for every transport, and omits the value that a read returned. */
export interface CallEntry {
  readonly sequence: number
  /** When it ran, in Unix milliseconds. */
  readonly at: number
  /** The name of the endpoint; null if the path belongs to no endpoint. */
  readonly operation: string | null
  readonly method: string
  readonly target: string | null
  readonly version: string
  /** The id of the token's row, or of the app if it is an app token; never the token itself. */
  readonly token: number | null
  readonly params: { readonly [name: string]: Json }
  readonly fields?: readonly string[]
  readonly outcome: { readonly ok: boolean } & { readonly [member: string]: Json }
}

/** The call log of a world, oldest first. It keeps the last 10,000 calls. */
export interface Calls {
  readonly length: number
  /** The number of older calls that the log no longer has. */
  readonly dropped: number
  all(): readonly CallEntry[]
  of(operation: string): readonly CallEntry[]
  last(operation?: string): CallEntry | undefined
}

/** Creates the event log of a world. */
export function eventsOf(handle: Handle): Events {
  const log = () => handle.state.ledger.events
  const all = () => [...items(log())]
  return {
    get length() {
      return size(log())
    },
    get dropped() {
      return dropped(log())
    },
    all,
    of: (type) => all().filter((event) => event.type === type),
    since: (sequence) => all().filter((event) => event.sequence > sequence),
    last: (type) => (type === undefined ? last(log()) : all().findLast((event) => event.type === type)),
  }
}

/** Creates the call log of a world. */
export function callsOf(handle: Handle): Calls {
  const log = () => handle.state.ledger.calls
  // `graph/call-log.ts` writes every entry in this form.
  const all = () => [...items(log())] as unknown as CallEntry[]
  return {
    get length() {
      return size(log())
    },
    get dropped() {
      return dropped(log())
    },
    all,
    of: (operation) => all().filter((entry) => entry.operation === operation),
    last: (operation) => all().findLast((entry) => operation === undefined || entry.operation === operation),
  }
}
