import { bounds } from '../graph/contract/bounds.ts'
import type { World } from '../world/world.ts'

/** How many worlds may be made by name, so that nobody fills the memory with them. */
export const WORLDS_MAX = bounds.worldsMax

/** The name of a selected world. */
export const WORLD_NAME = /^[A-Za-z0-9_-]{1,64}$/

/** The worlds behind one address: the given one, and those that were asked for by name. */
export interface Worlds {
  readonly given: World
  readonly names: readonly string[]
  has(name: string): boolean
  /** The world of this name, forked from the given one's baseline on first use; undefined when full. */
  select(name: string): World | undefined
  /** Forgets a world; false when there is none of this name. */
  drop(name: string): boolean
  all(): readonly World[]
}

/** Keeps the worlds behind one address. Each test of a suite can so have a world of its own on one server. */
export function worldsFrom(given: World): Worlds {
  const named = new Map<string, World>()
  return {
    given,
    get names() {
      return [...named.keys()]
    },
    has: (name) => named.has(name),
    select(name) {
      const known = named.get(name)
      if (known || named.size >= WORLDS_MAX) return known
      const made = given.fork({ from: 'baseline' })
      named.set(name, made)
      return made
    },
    drop: (name) => named.delete(name),
    all: () => [given, ...named.values()],
  }
}
