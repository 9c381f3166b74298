import { dropped, items, last, size } from '../engine/ring.ts'
import type { WorldEvent } from '../engine/state.ts'
import type { CallEntry } from '../graph/call-entry.ts'
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
