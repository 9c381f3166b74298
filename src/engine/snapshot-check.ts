import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { z } from 'zod'
import { LATEST } from './clock.ts'
import { fromBase64, type Json } from './guard.ts'
import { LOG_BYTES_MAX } from './log-entry.ts'
import { ID_MAX } from './room.ts'
import { rowError } from './row-check.ts'
import { boundedArray, boundedRecord, readBy, shortText } from './schema.ts'
import { ID_MIN, type Schema } from './table.ts'
import { weightOf } from './weight.ts'

/** The format of snapshots. It changes when an older reader could not read a newer snapshot. */
export const SNAPSHOT_FORMAT = 2

/** UTF-16 code units of a seed. */
export const SEED_LENGTH_MAX = 1_000

// What stands under these has passed the guard, and is plain JSON: a schema would only copy it again.
const json = z.unknown() as unknown as z.ZodType<Json>
const names = z.record(z.string(), json)
const whole = z.number().int().nonnegative()
/** A count to which a world adds one at a time: at 2^53 it stays what it is. */
export const counter: z.ZodType<number> = z
  .number()
  .min(0)
  .max(9_007_199_254_740_992)
  .refine(Number.isInteger, 'Invalid input: expected a whole number')
/** The last step may emit many events. */
const EMITTED_MAX = 2 * ID_MAX
const log = z.strictObject({ capacity: whole, dropped: counter, items: boundedArray(json) })
const word = z.int32()

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
      rows: boundedArray(z.looseObject({ id: whole, kind: z.string() })),
      blobs: boundedArray(
        z.strictObject({
          digest: z.string().regex(/^[0-9a-f]{64}$/),
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

/** A whole state as plain JSON: what `restore` takes, in a file or over the network. */
export type StateSnapshot = z.output<typeof StateSnapshot>

/** The state that a snapshot writes down. */
export type Written = StateSnapshot['state']

/** The first issue of a failed parse: where it stands, and what is wrong. */
export function issueText(error: z.core.$ZodError): string {
  const [issue] = error.issues
  const path = issue?.path.map((part) => String(part).slice(0, 80)).join('.')
  return `${path ? `${path} ` : ''}${issue?.message}`
}

const Event = z.strictObject({ sequence: whole, at: z.number().int(), type: z.string(), data: json })

/** Events bear the numbers from the first that was not dropped to the last that was emitted. */
function eventProblem({ emitted, events: { dropped, items } }: Written['ledger'], now: number) {
  if (dropped + items.length !== emitted)
    return `ledger.events: ${dropped} were dropped and ${items.length} are listed of ${emitted} emitted`
  let latest = -LATEST
  for (const [place, item] of items.entries()) {
    const read = readBy(Event, item)
    if (!read.success) return `ledger.events.items.${place} ${issueText(read.error)}`
    const { sequence, at } = read.data
    if (sequence !== dropped + place + 1)
      return `ledger.events.items.${place}.sequence is ${dropped + place + 1}, not ${sequence}`
    if (at < latest || at > now) return `ledger.events.items.${place}.at is not an instant up to now`
    latest = at
  }
  return undefined
}

function logProblem(name: string, { capacity, items }: Written['ledger']['calls']): string | undefined {
  if (items.length > capacity)
    return `ledger.${name}: it lists ${items.length} entries, and has room for ${capacity}`
  const bytes = items.reduce<number>((sum, item) => sum + weightOf(item), 0)
  return bytes > LOG_BYTES_MAX
    ? `ledger.${name}: its entries have ${bytes} bytes, more than ${LOG_BYTES_MAX}`
    : undefined
}

/** Rolling counts hold seconds in their order, none of them to come. */
function windowProblem({ windows }: Written['ledger'], now: number): string | undefined {
  const seen = new Set<string>()
  for (const [place, { name, buckets }] of windows.entries()) {
    if (seen.has(name)) return `ledger.windows.${place}: there are two of the name ${name.slice(0, 80)}`
    seen.add(name)
    let latest = Number.NEGATIVE_INFINITY
    for (const [at, { second }] of buckets.entries()) {
      if (second <= latest || second > Math.floor(now / 1000))
        return `ledger.windows.${place}.buckets.${at}.second is not in order, or to come`
      latest = second
    }
  }
  return undefined
}

/** The first blob whose content is not what its digest names. Content may be left out, but not be another. */
function blobProblem({ blobs, caps }: Written['graph']): string | undefined {
  let [bytes, seen] = [0, new Set<string>()]
  for (const { digest, length, base64, uses } of blobs) {
    if (uses < 1) return `blob ${digest} is used by nothing`
    if (seen.has(digest)) return `blob ${digest} is listed twice`
    seen = seen.add(digest)
    bytes += length
    if (base64 === '' && length > 0) continue
    const content = fromBase64(base64)
    if (content?.length !== length || bytesToHex(sha256(content)) !== digest)
      return `blob ${digest} is not its content`
  }
  return bytes > caps.blobBytes ? `its blobs have ${bytes} bytes, more than ${caps.blobBytes}` : undefined
}

function rowsProblem(schema: Schema, { rows, nextId, blobs, caps }: Written['graph']): string | undefined {
  const digests = new Set(blobs.map(({ digest }) => digest))
  const error = rowError(schema, rows, nextId, (digest) => digests.has(digest))
  if (error) return error
  const bytes = rows.reduce((sum, row) => sum + weightOf(row as unknown as Json), 0)
  return bytes > caps.rowBytes ? `its rows have ${bytes} bytes, more than ${caps.rowBytes}` : undefined
}

/** Draws come from a state of four words; four zeros give zeros for ever. */
function streamProblem({ streams }: Written['graph']): string | undefined {
  const still = Object.entries(streams).find(([, words]) => words.every((one) => one === 0))
  return still && `graph.streams.${still[0].slice(0, 80)} gives nothing but zeros`
}

/** A snapshot that a state can be made of, or the first thing that is wrong with it, with its place. */
export function checked(
  schema: Schema,
  value: Json,
):
  | { readonly ok: true; readonly snapshot: StateSnapshot }
  | { readonly ok: false; readonly problem: string } {
  const read = readBy(StateSnapshot, value)
  if (!read.success) return { ok: false, problem: issueText(read.error) }
  const { graph, ledger } = read.data.state
  const error =
    rowsProblem(schema, graph) ??
    blobProblem(graph) ??
    streamProblem(graph) ??
    logProblem('events', ledger.events) ??
    logProblem('calls', ledger.calls) ??
    eventProblem(ledger, graph.now) ??
    windowProblem(ledger, graph.now)
  return error === undefined ? { ok: true, snapshot: read.data } : { ok: false, problem: error }
}
