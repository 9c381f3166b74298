import TinyQueue from 'tinyqueue'
import { didYouMean } from '../../service/values/nearest.ts'
import { shown } from '../../service/values/scalars.ts'
import type { Duration } from '../../world/time/durations.ts'
import {
  addValue,
  emptyHistogram,
  type Histogram,
  type HistogramReport,
  reportOfHistogram,
} from './histogram.ts'

/** The options of a request. */
export interface RequestOptions {
  readonly patience?: Duration | undefined
  readonly priority?: number
}

/**
 * A request for one place of a resource. An actor waits for it when it yields it. Lower priorities come
 * first, and within one those that came first.
 */
export interface ResourceRequest {
  readonly kind: 'request'
  readonly resource: string
  readonly patience: Duration | undefined
  readonly priority: number
  /** Milliseconds from the request to the place; undefined before that. */
  readonly waited: number | undefined
  /** Gives the place back. The end of the actor does so too. */
  release(): void
}

/** The use of a resource. */
export interface ResourceReport {
  /** The number of places; of a schedule the greatest. */
  readonly capacity: number
  /** The number of requests that got a place, and of those that gave up. */
  readonly served: number
  readonly abandoned: number
  /**
   * The mean share of its places that were taken, from 0 to 1. Of a schedule it is more if places are taken
   * beyond their hours.
   */
  readonly utilization: number
  /** The longest queue. */
  readonly queueMax: number
  /** The waiting times of the requests that got a place, in milliseconds. */
  readonly waits: HistogramReport
}

/** A request in the queue, or one that has a place. */
export class Seat implements ResourceRequest {
  readonly kind = 'request'
  readonly resource: string
  readonly patience: Duration | undefined
  readonly priority: number
  readonly release: () => void
  waited: number | undefined = undefined
  /** Its number among the requests of the resource. */
  order = 0
  state: 'new' | 'waiting' | 'held' | 'ended' = 'new'
  /** When it was requested, and when it got its place. */
  since: number
  /** The places that its actor has. */
  holder: Set<Seat> | undefined = undefined
  grant: () => void = () => {}

  constructor(
    resource: string,
    { patience, priority }: Required<RequestOptions>,
    since: number,
    release: () => void,
  ) {
    this.resource = resource
    this.patience = patience
    this.priority = priority
    this.since = since
    this.release = release
  }
}

/** A resource with its queue. */
export interface Resource {
  readonly name: string
  capacity: number
  /** Its greatest capacity. */
  readonly capacityMax: number
  /** The requests that wait, and some that gave up. */
  queue: TinyQueue<Seat>
  /** The number of requests that wait. */
  waiting: number
  requests: number
  busy: number
  served: number
  abandoned: number
  queueMax: number
  /** Milliseconds of taken places, and of all places, until `measured`. */
  busyTime: number
  capacityTime: number
  measured: number
  waits: Histogram
}

const precedes = (left: Seat, right: Seat): number =>
  left.priority - right.priority || left.order - right.order

/** The measurements of a resource that nobody has used. */
const unused = (now: number) => ({
  served: 0,
  abandoned: 0,
  busyTime: 0,
  capacityTime: 0,
  measured: now,
  waits: emptyHistogram(),
})

/** Creates a resource whose places are free. */
export const createResource = (
  name: string,
  { now: capacity, greatest: capacityMax }: { readonly now: number; readonly greatest: number },
  now: number,
): Resource => ({
  ...{ name, capacity, capacityMax, queue: new TinyQueue<Seat>([], precedes) },
  ...{ waiting: 0, requests: 0, busy: 0, queueMax: 0 },
  ...unused(now),
})

/** Begins the measurements again. */
export function resetResource(resource: Resource, now: number): void {
  Object.assign(resource, unused(now), { queueMax: resource.waiting })
}

/** Returns the resource with a name. Throws a TypeError if there is none. */
export function resourceNamed(resources: ReadonlyMap<string, Resource>, name: string): Resource {
  const resource = resources.get(name)
  if (resource) return resource
  const known = [...resources.keys()]
  const hint = didYouMean(String(name), known) || `; the option resources has ${known.join(', ') || 'none'}`
  throw new TypeError(`There is no resource ${shown(name)}${hint}`)
}

function setBusy(resource: Resource, change: number, now: number): void {
  const passed = now - resource.measured
  resource.busyTime += resource.busy * passed
  resource.capacityTime += resource.capacity * passed
  resource.measured = now
  resource.busy += change
}

function grantNext(resource: Resource, now: number): void {
  while (resource.busy < resource.capacity) {
    const seat = resource.queue.pop()
    if (!seat) return
    if (seat.state !== 'waiting') continue
    resource.waiting -= 1
    setBusy(resource, 1, now)
    seat.state = 'held'
    seat.waited = now - seat.since
    seat.since = now
    resource.served += 1
    addValue(resource.waits, seat.waited)
    seat.grant()
  }
}

/** Queues a request, which gets a place at once if one is free and nobody waits. */
export function requestSeat(resource: Resource, seat: Seat, now: number): void {
  seat.state = 'waiting'
  seat.since = now
  seat.order = resource.requests++
  resource.queue.push(seat)
  resource.waiting += 1
  grantNext(resource, now)
  resource.queueMax = Math.max(resource.queueMax, resource.waiting)
}

/** Requests that gave up and may stay in a queue, beside as many as wait there. */
const GONE_MAX = 64

/** Removes a request that waits no longer. Returns whether it waited. */
export function abandonSeat(resource: Resource, seat: Seat): boolean {
  if (seat.state !== 'waiting') return false
  seat.state = 'ended'
  resource.waiting -= 1
  resource.abandoned += 1
  const { queue, waiting } = resource
  // One that gave up leaves the queue when its turn comes; a queue that does not move is swept.
  if (queue.length > 2 * waiting + GONE_MAX)
    resource.queue = new TinyQueue(
      queue.data.filter(({ state }) => state === 'waiting'),
      precedes,
    )
  return true
}

/** Gives a place back, and to the next request that waits. Returns whether the request had one. */
export function releaseSeat(resource: Resource, seat: Seat, now: number): boolean {
  if (seat.state !== 'held') return false
  seat.state = 'ended'
  seat.holder?.delete(seat)
  setBusy(resource, -1, now)
  grantNext(resource, now)
  return true
}

/** Changes the number of places. One that is taken away while it is in use ends with its release. */
export function setCapacity(resource: Resource, capacity: number, now: number): void {
  setBusy(resource, 0, now)
  resource.capacity = capacity
  grantNext(resource, now)
}

/** Returns the use of a resource since its measurements began. */
export function reportOfResource(resource: Resource, now: number): ResourceReport {
  setBusy(resource, 0, now)
  const { capacityMax: capacity, served, abandoned, queueMax, waits, busyTime, capacityTime } = resource
  const utilization = capacityTime === 0 ? 0 : busyTime / capacityTime
  return { capacity, served, abandoned, utilization, queueMax, waits: reportOfHistogram(waits) }
}
