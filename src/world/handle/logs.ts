import type { WorldEvent } from '../../engine/state/state.ts'
import { dropped, items, last, type Ring, size } from '../../engine/store/ring.ts'
import type { Json } from '../../engine/values/guard.ts'
import type { Client } from '../../generated/operations.ts'
import type { CallEntry } from '../../service/call-entry.ts'
import { loggedAdvice } from '../../service/service.ts'
import type { AnyText } from '../../service/typed-call.ts'
import type { Handle } from './handle.ts'
import { hintOf } from './hint.ts'

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
  of(operation: keyof Client | AnyText): readonly CallEntry[]
  /** Returns the last call, or the last one of this operation. */
  last(operation?: keyof Client | AnyText): CallEntry | undefined
}

/** Creates a log, whose entries have names. */
function logOf<Entry extends Json>(
  logNow: () => Ring<Entry>,
  nameOf: (entry: Entry) => string | null,
  shown: (entry: Entry) => Entry = (entry) => entry,
) {
  const all = () => Array.from(items(logNow()), shown)
  const latest = () => {
    const entry = last(logNow())
    return entry && shown(entry)
  }
  return {
    get length() {
      return size(logNow())
    },
    get dropped() {
      return dropped(logNow())
    },
    all,
    of: (name: string) => all().filter((entry) => nameOf(entry) === name),
    last: (name?: string) =>
      name === undefined ? latest() : all().findLast((entry) => nameOf(entry) === name),
  }
}

/** Creates the event log of a world. */
export function eventsOf(handle: Handle): Events {
  const log = logOf(
    () => handle.state.ledger.events,
    ({ type }) => type,
  )
  // `assign` keeps the getters of its target.
  return Object.assign(log, {
    since: (sequence: number) => log.all().filter((event) => event.sequence > sequence),
  })
}

/** Returns a call with its hint. The hint is no part of the state, so that the log of the state lacks it. */
function withHint(entry: CallEntry): CallEntry {
  const hint = hintOf(loggedAdvice(entry))
  return hint === undefined ? entry : Object.freeze({ ...entry, hint })
}

/** Creates the call log of a world. */
export const callsOf = (handle: Handle): Calls =>
  logOf(
    () => handle.state.ledger.calls,
    ({ operation }) => operation,
    withHint,
  )
