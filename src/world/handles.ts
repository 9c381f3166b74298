import { type Handle, lateCallText } from './handle/handle.ts'
import type { RunStep } from './history/kept-steps.ts'
import { SimulatedWorld } from './simulated-world.ts'
import type { World } from './world.ts'

/** Whether a value has the members of a world: one of this copy of fauxgraph, or of another. */
export const isWorld = (value: unknown): value is World =>
  typeof value === 'object' &&
  value !== null &&
  ['baseUrl', 'clock', 'fork', 'state', 'webhooks'].every((member) => member in value)

/** Whether a value is a world of this copy of fauxgraph. */
export const hasHandle = (value: unknown): value is object => SimulatedWorld.handleIn(value) !== undefined

/** Says that another copy of this package made a value, and how to have one copy. */
export const otherCopyText = (made: string): string =>
  `another copy of fauxgraph made ${made}: either one module loads it by require and the other by import, ` +
  'or it is installed twice. Load it the same way in both'

/**
 * Returns the handle of a world, for rooms that feed inputs of any kind. Throws a TypeError if the value is
 * no world of this copy of fauxgraph.
 */
export function handleOf(world: object): Handle {
  const handle = SimulatedWorld.handleIn(world)
  if (handle) return handle
  throw new TypeError(
    isWorld(world)
      ? `The world belongs elsewhere: ${otherCopyText('it')}`
      : 'The world must be made by createWorld, restoreWorld, replay or fork',
  )
}

/**
 * Returns the state machine of a world, with its areas and the functions of its stubs: a pure function that
 * runs one input on a state, such as `world.state`, and returns the next state, the outcome and the events.
 * It takes any value as input. A refused input leaves `state.graph` the same object, and no input changes the
 * world itself.
 */
export const stepOf = (world: World): RunStep => handleOf(world).run

/** Returns the message about a call to the world of a test that is over; undefined for other worlds. */
export function lateCallTo(world: World, call: string): string | undefined {
  const ownerTest = SimulatedWorld.handleIn(world)?.ownerTest
  return ownerTest?.isOver ? lateCallText(ownerTest, call) : undefined
}

/** Returns the name of the test that a world was made for. */
export const ownerTestOf = (world: World): string | undefined =>
  SimulatedWorld.handleIn(world)?.ownerTest?.name
