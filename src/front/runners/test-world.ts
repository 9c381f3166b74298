import { digest } from '../../engine/values/canonical.ts'
import { bounds } from '../../service/contract/bounds.ts'
import { createWorld } from '../../world/create-world.ts'
import { handleOf, isWorld } from '../../world/handles.ts'
import type { StarterWorld, World } from '../../world/world.ts'

/** The world of one test, and what its story needs. */
export interface TestWorld<W extends World = World> {
  readonly world: W
  /** The inputs of the history before the test. */
  readonly inputsBefore: number
  /** The life of its handle when the test began: a reset begins another one. */
  readonly life: object
  /** Ends the test: a call that reaches its world from now on is an error. */
  end(): void
}

/** A world in which a test begins now. */
export function testWorldOf<W extends World>(world: W, name: string): TestWorld<W> {
  const handle = handleOf(world)
  const ownerTest = { name, isOver: false }
  handle.ownerTest = ownerTest
  return {
    world,
    inputsBefore: world.history.length,
    life: handle.life,
    end() {
      ownerTest.isOver = true
    },
  }
}

/** The baseline of tests that set none: one object of each kind, with tokens. */
export const starterWorld = (): StarterWorld => createWorld({ starter: true })

/** The seed of a test: its full name, or a digest of it if the name is no valid seed. */
export const seedOfTest = (name: string): string =>
  name.length <= bounds.seedCharactersMax && name.isWellFormed() ? name : digest(name.toWellFormed())

function checkWorld(value: unknown): asserts value is World {
  if (isWorld(value)) return
  throw new TypeError(
    `The baseline of tests is a function that returns a world, such as () => createWorld(); it returned ` +
      `${value instanceof Promise ? 'a promise' : String(value)}`,
  )
}

/**
 * Returns a function that makes the world of a test: a fork of one baseline, with the name of the test as its
 * seed, so that neither the order of tests nor a filter changes what a test sees.
 *
 * @param make Makes the baseline; it is called once.
 */
export function testWorlds<W extends World>(make: () => W): (name: string) => TestWorld<W> {
  let baseline: W | undefined
  return (name) => {
    baseline ??= make()
    checkWorld(baseline)
    // A fork has the areas and the names of its world.
    return testWorldOf(baseline.fork({ seed: seedOfTest(name) }) as W, name)
  }
}
