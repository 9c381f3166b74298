import { didYouMean } from '../../graph/values/nearest.ts'
import { shown } from '../../graph/values/scalars.ts'
import type { Duration } from '../../world/time/durations.ts'
import {
  addValue,
  emptyHistogram,
  type Histogram,
  type HistogramReport,
  reportOfHistogram,
} from './histogram.ts'

/**
 * A request for one place of a resource. An actor waits for it when it yields it, first come, first served.
 */
export interface SeatRequest {
  readonly kind: 'seat'
  readonly resource: string
  readonly patience: Duration | undefined
  /** Milliseconds from the request to the place; undefined before that. */
  readonly waited: number | undefined
  /** Gives the place back. The end of the actor does so too. */
  release(): void
}

/** The use of a resource. */
export interface ResourceReport {
  readonly capacity: number
  /** The number of requests that got a place, and of those that gave up. */
  readonly served: number
  readonly abandoned: number
  /** The mean share of its places that were taken, from 0 to 1. */
  readonly utilization: number
  /** The longest queue. */
  readonly queueMax: number
  /** The waiting times of the requests that got a place, in milliseconds. */
  readonly waits: HistogramReport
}

/** A request in the queue, or one that has a place. */
export interface Seat extends SeatRequest {
  waited: number | undefined
  state: 'new' | 'waiting' | 'held' | 'ended'
  /** When it was requested, and when it got its place. */
  since: number
  /** The places that its actor has. */
  holder: Set<Seat> | undefined
  grant: () => void
}

/** A resource with its queue. */
export interface Resource {
  readonly name: string
  readonly capacity: number
  /** The requests that wait, by their order. A request that gives up leaves it. */
  readonly queue: Set<Seat>
  busy: number
  served: number
  abandoned: number
  queueMax: number
  /** Milliseconds of taken places until `measured`. */
  busyTime: number
  measured: number
  readonly waits: Histogram
}

/** Creates a resource whose places are free. */
export const createResource = (name: string, capacity: number, now: number): Resource => ({
  name,
  capacity,
  queue: new Set(),
  busy: 0,
  served: 0,
  abandoned: 0,
  queueMax: 0,
  busyTime: 0,
  measured: now,
  waits: emptyHistogram(),
})

/** Returns the resource with a name. Throws a TypeError if there is none. */
export function resourceNamed(resources: ReadonlyMap<string, Resource>, name: string): Resource {
  const resource = resources.get(name)
  if (resource) return resource
  const known = [...resources.keys()]
  const hint = didYouMean(String(name), known) || `; the option resources has ${known.join(', ') || 'none'}`
  throw new TypeError(`There is no resource ${shown(name)}${hint}`)
}

function setBusy(resource: Resource, change: number, now: number): void {
  resource.busyTime += resource.busy * (now - resource.measured)
  resource.measured = now
  resource.busy += change
}

function grantNext(resource: Resource, now: number): void {
  for (const seat of resource.queue) {
    if (resource.busy >= resource.capacity) return
    resource.queue.delete(seat)
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
  resource.queue.add(seat)
  grantNext(resource, now)
  resource.queueMax = Math.max(resource.queueMax, resource.queue.size)
}

/** Removes a request that waits no longer. */
export function abandonSeat(resource: Resource, seat: Seat): void {
  if (!resource.queue.delete(seat)) return
  seat.state = 'ended'
  resource.abandoned += 1
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

/** Returns the use of a resource since the beginning. */
export function reportOfResource(resource: Resource, from: number, now: number): ResourceReport {
  setBusy(resource, 0, now)
  const { capacity, served, abandoned, queueMax, waits, busyTime } = resource
  const utilization = now === from ? 0 : busyTime / (capacity * (now - from))
  return { capacity, served, abandoned, utilization, queueMax, waits: reportOfHistogram(waits) }
}
