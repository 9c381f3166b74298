import { shown } from '../graph/values/scalars.ts'
import type { World } from '../world/world.ts'

/** Throws a TypeError if the value that a matcher received is not a world. */
export function checkWorldArgument(matcher: string, received: unknown): asserts received is World {
  if (typeof received === 'object' && received !== null && 'state' in received && 'webhooks' in received)
    return
  throw new TypeError(`${matcher} takes a world, as expect(world).${matcher}(…), got ${shown(received)}`)
}
