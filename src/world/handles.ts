import type { Handle } from './handle.ts'
import type { World } from './world.ts'

// Code of the package that drives a world needs its handle. Users have no way to it.
const handles = new WeakMap<object, Handle>()

/** Stores the handle of a world, and returns the world. */
export function withHandle<W extends object>(world: W, handle: Handle): W {
  handles.set(world, handle)
  return world
}

/** Whether a value has the members of a world: one of this copy of fauxgraph, or of another. */
export const isWorld = (value: unknown): value is World =>
  typeof value === 'object' &&
  value !== null &&
  ['baseUrl', 'clock', 'fork', 'state', 'webhooks'].every((member) => member in value)

/** Whether a value is a world of this copy of fauxgraph. */
export const hasHandle = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && handles.has(value)

/**
 * Returns the handle of a world, for rooms that feed inputs of any kind. Throws a TypeError if the value is
 * no world of this copy of fauxgraph.
 */
export function handleOf(world: object): Handle {
  const handle = handles.get(world)
  if (handle) return handle
  throw new TypeError('The world must be made by createWorld, restoreWorld, replay or fork')
}
