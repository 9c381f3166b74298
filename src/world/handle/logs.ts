import type { WorldEvent } from '../../engine/state/state.ts'
import { dropped, items, last, size } from '../../engine/store/ring.ts'
import type { CallEntry } from '../../graph/call-entry.ts'
import type { Handle } from './handle.ts'

/** The event log of a world, oldest first. It keeps the last 10,000 events. */
export interface Events {
  readonly length: number
  /** The number of older events that the log no longer has. */
  readonly dropped: number
  /** Returns the events that the log has. */
  all(): readonly WorldEvent[]
  /** Returns the events of one type, such as `post.published`. */
  of(type: string): readonly WorldEvent[]
  /** Returns the events after a sequence number. */
  since(sequence: number): readonly WorldEvent[]
  /** Returns the last event, or the last one of this type. */
  last(type?: string): WorldEvent | undefined
}

/** The call log of a world, oldest first. It keeps the last 10,000 calls. */
export interface Calls {
  readonly length: number
  /** The number of older calls that the log no longer has. */
  readonly dropped: number
  /** Returns the calls that the log has. */
  all(): readonly CallEntry[]
  /** Returns the calls of one operation, such as `publishPost`. */
  of(operation: string): readonly CallEntry[]
  /** Returns the last call, or the last one of this operation. */
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
  const all = () => [...items(log())]
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
