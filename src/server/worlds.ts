import { bounds } from '../service/contract/bounds.ts'
import type { World } from '../world/world.ts'
import { historyKeeper } from './histories.ts'

/** The largest number of named worlds at one address. It bounds the memory that they take. */
export const WORLDS_MAX = bounds.worldsMax

/** Matches the name of a world that a request selects. */
export const WORLD_NAME = /^[A-Za-z0-9_-]{1,64}$/

/** The worlds at one address: the main world, and the worlds that requests have selected by name. */
export interface Worlds {
  readonly main: World
  readonly names: readonly string[]
  has(name: string): boolean
  /**
   * Returns the world of this name. The first use forks it from the baseline of the main world; undefined if
   * there are too many worlds.
   */
  select(name: string): World | undefined
  /** Adds a world under a name that is not used; returns false if there are too many worlds. */
  add(name: string, world: World): boolean
  /** Removes a world; returns false if there is none of this name. */
  remove(name: string): boolean
  all(): readonly World[]
  /** Returns when a world was made, in Unix milliseconds of the machine. The main world has an empty name. */
  madeAt(name: string): number
  /** Keeps the histories of all worlds within the bounds of a server; called before each request. */
  tend(): void
  /** Whether the worlds store as much as a server may hold. One world alone has its own bound. */
  isFull(): boolean
}

/** The bytes that worlds store. What forks share counts once, as long as nothing of its kind changed. */
function storedBytes(worlds: readonly World[]): number {
  const seen = new Set<object>()
  let total = 0
  for (const world of worlds) {
    const { rows, blobs, stored } = world.state.graph
    if (!seen.has(rows)) total += stored.rowBytes
    if (!seen.has(blobs)) total += stored.blobBytes
    seen.add(rows).add(blobs)
  }
  return total
}

/** Creates the worlds of one address, so that each test of a suite can have its own world on one server. */
export function worldsFrom(main: World, bytesMax = bounds.worldsBytesMax): Worlds {
  if (typeof (main as World | undefined)?.request !== 'function')
    throw new TypeError(`The first argument must be a world, such as createWorld(), got ${typeof main}`)
  const named = new Map<string, World>()
  const made = new Map([['', Date.now()]])
  const keep = (name: string, world: World) => {
    named.set(name, world)
    made.set(name, Date.now())
  }
  const all = () => [main, ...named.values()]
  return {
    main,
    get names() {
      return [...named.keys()]
    },
    has: (name) => named.has(name),
    select(name) {
      const known = named.get(name)
      if (known || named.size >= WORLDS_MAX) return known
      const world = main.fork({ from: 'baseline' })
      keep(name, world)
      return world
    },
    add(name, world) {
      if (named.has(name) || named.size >= WORLDS_MAX) return false
      keep(name, world)
      return true
    },
    remove(name) {
      if (!named.delete(name)) return false
      made.delete(name)
      return true
    },
    madeAt: (name) => made.get(name) ?? 0,
    all,
    tend: historyKeeper(main, all),
    isFull: () => named.size > 0 && storedBytes(all()) > bytesMax,
  }
}
