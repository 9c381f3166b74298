import type { GraphError } from '../../service/contract/errors.ts'
import type { Stage } from '../../world/handle/refusal.ts'

/** The kind of a mark of the timeline. */
export type ItemKind = 'call' | 'action' | 'task' | 'delivery' | 'fault' | 'note' | 'wait' | 'hold'

/** Why a call was answered as it was. */
export interface ItemReason {
  readonly operation: string | null
  readonly node: { readonly kind: string; readonly id: string } | null
  readonly version: string | null
  readonly status: number
  /** The check that refused the call, one of `checks` of the timeline; null if none did. */
  readonly failedCheck: string | null
}

/** One mark of the timeline. */
export interface TimelineItem {
  readonly kind: ItemKind
  /** The place of its lane in `lanes`. */
  readonly lane: number
  /** Unix milliseconds. */
  readonly at: number
  /** When it ended; left out if it took no time. */
  readonly end?: number
  readonly label: string
  readonly ok: boolean
  /** The number of the input in the world. */
  readonly sequence?: number
  /** The parameters or the data, as JSON; a long text is cut. */
  readonly input?: string
  readonly error?: GraphError
  readonly why?: ItemReason
  /** The types of the events that it caused. */
  readonly events?: readonly string[]
}

/** One row of the timeline. */
export interface Lane {
  readonly name: string
  readonly group: 'actors' | 'arrivals' | 'world' | 'webhooks'
  /** Bins: the place of each, the number of its marks, and how many of them failed. */
  readonly bins: readonly (readonly [bin: number, count: number, failed: number])[]
  /** One of so many marks that succeeded is kept, and one of so many that failed. */
  readonly keptOneOf: readonly [succeeded: number, failed: number]
}

/** The history of a simulation, as data for a page. Each mark is counted, and some are kept with details. */
export interface Timeline {
  readonly from: number
  readonly to: number
  /** The number of bins into which the whole time is divided. */
  readonly bins: number
  readonly lanes: readonly Lane[]
  /** In the order of their instants. */
  readonly items: readonly TimelineItem[]
  /** The checks of every call, in their order. */
  readonly checks: readonly Stage[]
}

const BINS = 1_024
const LANES_MAX = 200

/** Kept marks of one lane that all succeeded, or all failed. */
interface Bucket {
  seen: number
  /** One mark of so many is kept. */
  stride: number
  items: KeptItem[]
}

interface KeptItem {
  /** Marks of one instant are in the order in which they were recorded. */
  readonly order: number
  readonly item: TimelineItem
}

interface LaneRecord {
  readonly name: string
  readonly group: Lane['group']
  readonly counts: Uint32Array
  readonly failures: Uint32Array
  readonly buckets: readonly [Bucket, Bucket]
}

/** A timeline that is being recorded. */
export interface Recorder {
  readonly from: number
  readonly to: number
  /** Maximum marks that are kept; 0 records nothing. */
  readonly itemsMax: number
  readonly lanes: LaneRecord[]
  readonly places: Map<string, number>
  kept: number
  order: number
}

/** Creates a recorder without lanes. */
export const createRecorder = (from: number, to: number, itemsMax: number): Recorder => ({
  from,
  to,
  itemsMax,
  lanes: [],
  places: new Map(),
  kept: 0,
  order: 0,
})

const emptyBucket = (): Bucket => ({ seen: 0, stride: 1, items: [] })

/** Returns the place of a lane, which is added if it is new. Beyond 200 lanes, those of a group share one. */
export function laneOf(recorder: Recorder, name: string, group: Lane['group']): number {
  if (recorder.itemsMax === 0) return 0
  const known = recorder.places.get(name)
  if (known !== undefined) return known
  if (recorder.lanes.length >= LANES_MAX && name !== `other ${group}`)
    return laneOf(recorder, `other ${group}`, group)
  recorder.places.set(name, recorder.lanes.length)
  return (
    recorder.lanes.push({
      name,
      group,
      counts: new Uint32Array(BINS),
      failures: new Uint32Array(BINS),
      buckets: [emptyBucket(), emptyBucket()],
    }) - 1
  )
}

function binOf({ from, to }: Recorder, at: number): number {
  const share = to === from ? 0 : (at - from) / (to - from)
  return Math.max(0, Math.min(BINS - 1, Math.floor(share * BINS)))
}

/** Drops every other mark of the fullest bucket, so that those that are left spread evenly. */
function thin(recorder: Recorder): void {
  const buckets = recorder.lanes.flatMap((lane) => lane.buckets)
  const fullest = buckets.reduce((most, one) => (one.items.length > most.items.length ? one : most))
  const before = fullest.items.length
  fullest.items = fullest.items.filter((_, index) => index % 2 === 0)
  fullest.stride *= 2
  recorder.kept -= before - fullest.items.length
}

/**
 * Counts a mark, and keeps it if its turn has come.
 *
 * @param make Returns the details. It is called only for a mark that is kept.
 */
export function record(
  recorder: Recorder,
  { lane: place, at, ok }: Pick<TimelineItem, 'lane' | 'at' | 'ok'>,
  make: () => Omit<TimelineItem, 'lane' | 'at' | 'ok'>,
): void {
  const lane = recorder.lanes[place]
  if (!lane) return
  const bin = binOf(recorder, at)
  lane.counts[bin] = (lane.counts[bin] ?? 0) + 1
  if (!ok) lane.failures[bin] = (lane.failures[bin] ?? 0) + 1
  const bucket = lane.buckets[ok ? 0 : 1]
  bucket.seen += 1
  if ((bucket.seen - 1) % bucket.stride !== 0) return
  bucket.items.push({ order: recorder.order++, item: { lane: place, at, ok, ...make() } })
  recorder.kept += 1
  if (recorder.kept > recorder.itemsMax) thin(recorder)
}

const laneReport = ({ name, group, counts, failures, buckets }: LaneRecord): Lane => ({
  name,
  group,
  bins: [...counts].flatMap((count, bin) => (count === 0 ? [] : [[bin, count, failures[bin] ?? 0] as const])),
  keptOneOf: [buckets[0].stride, buckets[1].stride],
})

/** Returns the timeline as plain data. */
export function timelineOf({ from, to, lanes }: Recorder, checks: readonly Stage[]): Timeline {
  const kept = lanes.flatMap(({ buckets }) => buckets.flatMap(({ items }) => items))
  kept.sort((left, right) => left.item.at - right.item.at || left.order - right.order)
  return { from, to, bins: BINS, lanes: lanes.map(laneReport), items: kept.map(({ item }) => item), checks }
}
