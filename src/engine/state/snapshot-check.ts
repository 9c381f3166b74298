import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { issueText } from '../schema/issue-words.ts'
import { boundedArray, boundedRecord, json, readBy, shortText } from '../schema/schema.ts'
import { z } from '../schema/zod.ts'
import { ID_MAX } from '../store/storage.ts'
import { DIGEST, ID_MIN, type Schema } from '../store/table.ts'
import { fromBase64, isPlainObject, type Json } from '../values/guard.ts'
import { weightOf } from '../values/weight.ts'
import { LATEST } from './clock.ts'
import { LOG_BYTES_MAX } from './log-entry.ts'
import { checkRows } from './row-check.ts'

/** The format version of snapshots. It changes when an older engine cannot read a newer snapshot. */
export const SNAPSHOT_FORMAT = 2

/** Maximum UTF-16 code units of a seed. */
export const SEED_LENGTH_MAX = 1_000

const names = z.record(z.string(), json)
const whole = z.number().int().nonnegative()
/** A count that grows by one at a time: it cannot exceed 2^53, where adding one has no effect. */
export const counter: z.ZodType<number> = z
  .number()
  .min(0)
  .max(9_007_199_254_740_992)
  .refine(Number.isInteger, 'must be a whole number')
/** Maximum number of events: a world emits no more once it exceeds `ID_MAX`, but one step emits many. */
const EMITTED_MAX = 2 * ID_MAX
const log = z.strictObject({ capacity: whole, dropped: counter, items: boundedArray(json) })
const word = z.int32()
type Row = { readonly [column: string]: Json; readonly id: number; readonly kind: string }
/** A row of any table. Its columns are checked with those of its table. */
const row = z.custom<Row>(
  (value) => isPlainObject(value) && Number.isSafeInteger(value['id']) && typeof value['kind'] === 'string',
  'must be a record with an id and a kind',
)

const StateSnapshot = z.object({
  format: z.literal(SNAPSHOT_FORMAT),
  hash: z.string(),
  state: z.strictObject({
    graph: z.strictObject({
      now: z.number().int().min(-LATEST).max(LATEST),
      seed: shortText(SEED_LENGTH_MAX),
      nextId: z
        .number()
        .int()
        .min(ID_MIN)
        .max(ID_MAX + 1),
      streams: boundedRecord(z.tuple([word, word, word, word])),
      settings: json,
      caps: z.strictObject({ rowBytes: whole, blobBytes: whole }),
      rows: boundedArray(row),
      blobs: boundedArray(
        z.strictObject({
          digest: z.string().regex(DIGEST),
          length: whole,
          uses: counter,
          base64: z.string(),
        }),
      ),
    }),
    ledger: z.strictObject({
      sequence: whole.max(ID_MAX),
      emitted: whole.max(EMITTED_MAX),
      notes: names,
      events: log,
      calls: log,
      windows: boundedArray(
        z.strictObject({
          name: z.string(),
          length: whole,
          buckets: boundedArray(z.strictObject({ second: z.number().int(), count: counter })),
        }),
      ),
    }),
  }),
})

/** A state as plain JSON, for a file or the network. `restore` reads it. */
export type StateSnapshot = z.output<typeof StateSnapshot>

export type SnapshotState = StateSnapshot['state']

const Event = z.strictObject({ sequence: whole, at: z.number().int(), type: z.string(), data: json })

/** Checks that events are numbered from the first that was not dropped to the last that was emitted. */
function eventProblem({ emitted, events: { dropped, items } }: SnapshotState['ledger'], now: number) {
  if (dropped + items.length !== emitted)
    return `ledger.events: ${dropped} were dropped and ${items.length} are listed of ${emitted} emitted`
  let latest = -LATEST
  for (const [index, item] of items.entries()) {
    const read = readBy(Event, item)
    if (!read.success) return `ledger.events.items.${index} ${issueText(read.error)}`
    const { sequence, at } = read.data
    if (sequence !== dropped + index + 1)
      return `ledger.events.items.${index}.sequence is ${dropped + index + 1}, not ${sequence}`
    if (at < latest || at > now) return `ledger.events.items.${index}.at is not an instant up to now`
    latest = at
  }
  return undefined
}

function logProblem(name: string, { capacity, items }: SnapshotState['ledger']['calls']): string | undefined {
  if (items.length > capacity)
    return `ledger.${name}: it lists ${items.length} entries, and has room for ${capacity}`
  const bytes = items.reduce<number>((sum, item) => sum + weightOf(item), 0)
  return bytes > LOG_BYTES_MAX
    ? `ledger.${name}: its entries have ${bytes} bytes, more than ${LOG_BYTES_MAX}`
    : undefined
}

/** Checks that the seconds of rolling counts are in order, and not in the future. */
function windowProblem({ windows }: SnapshotState['ledger'], now: number): string | undefined {
  const seen = new Set<string>()
  for (const [index, { name, buckets }] of windows.entries()) {
    if (seen.has(name)) return `ledger.windows.${index}: there are two of the name ${name.slice(0, 80)}`
    seen.add(name)
    let latest = Number.NEGATIVE_INFINITY
    for (const [bucket, { second }] of buckets.entries()) {
      if (second <= latest || second > Math.floor(now / 1000))
        return `ledger.windows.${index}.buckets.${bucket}.second is out of order, or in the future`
      latest = second
    }
  }
  return undefined
}

/** Checks that the content of each blob has its digest. The content may be left out. */
function blobProblem({ blobs, caps }: SnapshotState['graph']): string | undefined {
  let [bytes, seen] = [0, new Set<string>()]
  for (const { digest, length, base64, uses } of blobs) {
    if (uses < 1) return `blob ${digest} is used by nothing`
    if (seen.has(digest)) return `blob ${digest} is listed twice`
    seen = seen.add(digest)
    bytes += length
    if (base64 === '' && length > 0) continue
    const content = fromBase64(base64)
    if (content?.length !== length || bytesToHex(sha256(content)) !== digest)
      return `blob ${digest} does not match its content`
  }
  return bytes > caps.blobBytes ? `its blobs have ${bytes} bytes, more than ${caps.blobBytes}` : undefined
}

/** Returns the weight of the rows, or their first problem. */
function weighRows(schema: Schema, { rows, nextId, blobs, caps }: SnapshotState['graph']): number | string {
  const digests = new Set(blobs.map(({ digest }) => digest))
  const bytes = checkRows(schema, rows, nextId, (digest) => digests.has(digest))
  return typeof bytes === 'number' && bytes > caps.rowBytes
    ? `its rows have ${bytes} bytes, more than ${caps.rowBytes}`
    : bytes
}

/** Checks that no random stream has the state of four zeros, from which it draws only zeros. */
function streamProblem({ streams }: SnapshotState['graph']): string | undefined {
  const zeroStream = Object.entries(streams).find(([, words]) => words.every((one) => one === 0))
  return zeroStream && `graph.streams.${zeroStream[0].slice(0, 80)} would draw only zeros`
}

/**
 * Checks a snapshot. Returns the snapshot with its type and the weight of its rows, or its first problem with
 * the path.
 *
 * @param mismatch Returns the reason why it is of another domain, whose rows are not known.
 */
export function checkSnapshot(
  schema: Schema,
  value: Json,
  mismatch?: (notes: SnapshotState['ledger']['notes']) => string | undefined,
):
  | { readonly ok: true; readonly snapshot: StateSnapshot; readonly rowBytes: number }
  | { readonly ok: false; readonly problem: string } {
  const read = readBy(StateSnapshot, value)
  if (!read.success) return { ok: false, problem: issueText(read.error) }
  const { graph, ledger } = read.data.state
  const other = mismatch?.(ledger.notes)
  if (other !== undefined) return { ok: false, problem: other }
  const rowBytes = weighRows(schema, graph)
  if (typeof rowBytes === 'string') return { ok: false, problem: rowBytes }
  const problem =
    blobProblem(graph) ??
    streamProblem(graph) ??
    logProblem('events', ledger.events) ??
    logProblem('calls', ledger.calls) ??
    eventProblem(ledger, graph.now) ??
    windowProblem(ledger, graph.now)
  return problem === undefined ? { ok: true, snapshot: read.data, rowBytes } : { ok: false, problem }
}
