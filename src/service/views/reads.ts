import type { Tx } from '../routes/context.ts'
import type { ReadContext } from '../routes/read-context.ts'

/** One read of the graph that a record depends on. It can be done again on any transaction. */
export interface GraphRead {
  readonly again: (tx: Tx) => unknown
  /** The page on which it was last done, and what it returned. */
  page: number
  value: unknown
}

/** The reads of a caller that records share, by what they read. */
export type KnownReads = Map<string, GraphRead>

const KNOWN_READS_MAX = 256

/** Whether two reads returned the same rows. */
export function isSameResult(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false
  return one.every((row, index) => row === other[index])
}

/** Returns the value of a read on a page. Rows of the page that share the read do it once. */
export function valueOn(read: GraphRead, tx: Tx, page: number): unknown {
  if (read.page !== page) {
    read.value = read.again(tx)
    read.page = page
  }
  return read.value
}

/** The reads of one record while it is computed. */
export interface ReadLog {
  readonly reads: Set<GraphRead>
  /** Whether it read something that cannot be compared later, such as stored bytes. */
  isOpaque: boolean
}

const isFiltered = (options: unknown): boolean =>
  typeof options === 'object' && options !== null && 'where' in options

type Method = (...given: readonly unknown[]) => unknown

const comparable = new Set(['node', 'find', 'first', 'count', 'list'])

/** Returns a transaction that logs its reads. */
function trackedTx(tx: Tx, log: ReadLog, known: KnownReads, page: number): Tx {
  const logged = (key: string, again: (tx: Tx) => unknown): unknown => {
    if (known.size >= KNOWN_READS_MAX) known.clear()
    const read = known.get(key) ?? { again, page: -1, value: undefined }
    known.set(key, read)
    log.reads.add(read)
    return valueOn(read, tx, page)
  }
  return new Proxy(tx, {
    get(_tx, name) {
      if (name === 'now' || name === 'seed') return logged(name, (of) => of[name])
      const member: unknown = Reflect.get(tx, name)
      if (typeof member !== 'function') return member
      return (...given: readonly unknown[]) => {
        if (!comparable.has(String(name)) || given.some(isFiltered)) {
          log.isOpaque = true
          return (member as Method).apply(tx, [...given])
        }
        return logged(`${String(name)} ${JSON.stringify(given)}`, (of) =>
          (Reflect.get(of, name) as Method).apply(of, [...given]),
        )
      }
    },
  })
}

/** Returns a context whose reads of the graph and of the time are logged. */
export function trackedContext(
  context: ReadContext,
  log: ReadLog,
  known: KnownReads,
  page: number,
): ReadContext {
  const tx = trackedTx(context.tx, log, known, page)
  const { caller, version, policy } = context
  return {
    tx,
    caller,
    version,
    policy,
    get now() {
      return tx.now
    },
  }
}
