import { shown } from '../../service/values/scalars.ts'
import { isWorld } from '../../world/handles.ts'
import type { World } from '../../world/world.ts'

/** Throws a TypeError if the value that a matcher received is not a world. */
export function checkWorldArgument(matcher: string, received: unknown): asserts received is World {
  if (isWorld(received)) return
  throw new TypeError(`${matcher} takes a world, as expect(world).${matcher}(…), got ${shown(received)}`)
}
