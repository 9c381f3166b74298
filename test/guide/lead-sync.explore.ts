import type { ExploreOptions } from '../../src/explore/index.ts'
import { createWorld } from '../../src/index.ts'
import { leadSync } from './lead-sync.ts'

export const options: ExploreOptions = {
  name: 'lead sync',
  world() {
    const world = createWorld()
    world.starter()
    return world
  },
  sut: (context) => ({ jobs: { sync: { every: '15m', run: leadSync(context) } } }),
  mirror: {
    leads: async ({ store }) => (await store.list('lead:')).map(([key]) => key.slice(5)),
  },
}
