import type { Area } from '../../service/area/area.ts'
import { createWorld, restoreWorld } from '../../world/create-world.ts'
import type { Handle } from '../../world/handle/handle.ts'
import type { WorldOptions } from '../../world/handle/options.ts'
import { handleOf } from '../../world/handles.ts'
import type { World } from '../../world/world.ts'
import type { ScenarioDocument } from '../read/schema.ts'

/** Options of the world of a run that a scenario does not decide. */
export interface BeginOptions {
  /** The origin of links to the API: that of `createWorld` if left out. */
  readonly baseUrl?: string
  /** The origin of links to pages and pictures: that of `createWorld` if left out. */
  readonly webUrl?: string
}

/** What decides how a scenario begins. */
interface Begun {
  readonly document: ScenarioDocument
  readonly areas?: readonly Area[]
}

type Given = NonNullable<ScenarioDocument['given']>

/** Returns the options of the world. `createWorld` checks their values. */
const worldOptionsOf = ({ world = {} }: Given): WorldOptions => Object(world)

/**
 * Adds stubs to a world at its beginning: `reset` returns to the state with them. Throws a TypeError that
 * names the first invalid one.
 */
export function addStubs(world: World, stubs: NonNullable<Given['stubs']> = []): void {
  for (const { route, data, override, template } of stubs)
    world.stub(route, data, {
      ...(override !== undefined && { override }),
      ...(template !== undefined && { template }),
    })
  if (stubs.length === 0) return
  const handle = handleOf(world)
  Object.assign(handle, { baseline: handle.state, baselineBase: undefined } satisfies Partial<Handle>)
}

/**
 * Creates the world in which a scenario begins, without its actions. Throws a TypeError or a RangeError that
 * names the first wrong option.
 */
export function beginWorld({ document: { given = {} }, areas = [] }: Begun, options: BeginOptions): World {
  if (given.snapshot !== undefined) return restoreWorld(given.snapshot, { ...options, areas })
  const world = createWorld({ ...worldOptionsOf(given), ...options, areas })
  if (given.starter === true) world.starter()
  else if (given.starter) world.starter(given.starter)
  addStubs(world, given.stubs)
  return world
}
