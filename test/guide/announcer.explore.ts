import type { ExploreOptions } from '../../src/explore/index.ts'
import { createWorld } from '../../src/index.ts'
import { announcer } from './announcer.ts'

export const options: ExploreOptions = {
  name: 'announcer',
  world() {
    const world = createWorld()
    world.starter()
    return world
  },
  sut: (context) => ({
    jobs: { send: { every: '5m', run: announcer(context, ['We are open', 'Book a table']) } },
  }),
}
