import { dropped, items, last, size } from '../engine/ring.ts'
import type { WorldEvent } from '../engine/state.ts'
import type { CallEntry } from '../graph/call-log.ts'
import type { Handle } from './handle.ts'

/** What happened in a world, oldest first. The log keeps the last 10,000 and says how many it dropped. */
export interface Events {
  readonly length: number
  readonly dropped: number
  all(): readonly WorldEvent[]
  of(type: string): readonly WorldEvent[]
  /** The events after a sequence number. */
  since(sequence: number): readonly WorldEvent[]
  last(type?: string): WorldEvent | undefined
}

/** The calls of endpoints, oldest first. The log keeps the last 10,000 and says how many it dropped. */
export interface Calls {
  readonly length: number
  readonly dropped: number
  all(): readonly CallEntry[]
  of(operation: string): readonly CallEntry[]
  last(operation?: string): CallEntry | undefined
}

/** The events of a world. */
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

/** The call log of a world. */
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
