import { toHaveChanged } from '../../src/front/runners/changed.ts'
import { toHavePublished } from '../../src/front/runners/published.ts'
import { starterWorld, testWorlds } from '../../src/front/runners/test-world.ts'
import { createWorld } from '../../src/world/create-world.ts'
import type { StarterWorld } from '../../src/world/world.ts'
import type { Mistake } from './mistakes.ts'

const entry = (name: string): Promise<unknown> => import(`../../src/front/runners/${name}/index.ts`)

/** A world after a post that was made twice. */
function worldWithDouble(): StarterWorld {
  const world = createWorld({ starter: { publications: false } })
  const { page, pageToken } = world.names
  for (let time = 0; time < 2; time++) world.as(pageToken).publishPost({ page, message: 'hello' }).unwrap()
  return world
}

/** The first line of the message of a matcher. */
const published = (expected: object): string =>
  toHavePublished(worldWithDouble(), expected, Object.is).message().split('\n')[0] ?? ''

/** The mistakes of those who write tests. */
export const testing: readonly Mistake[] = [
  {
    mistake: 'fauxgraph/jest in Vitest',
    make: () => entry('jest'),
    says: ['fauxgraph/jest is for Jest', 'runs in Vitest', "import { test } from 'fauxgraph/vitest'"],
  },
  {
    mistake: 'fauxgraph/node-test in Vitest',
    make: () => entry('node-test'),
    says: ['is for node:test', "import { test } from 'fauxgraph/vitest'"],
  },
  {
    mistake: 'a call that reaches the world of a test that is over',
    make() {
      const { world, end } = testWorlds(starterWorld)('suite > first')
      end()
      world.as(world.names.pageToken).publishPost({ page: world.names.page, message: 'late' })
    },
    says: ['"suite > first" is over', 'end intercepts'],
  },
  {
    mistake: 'a post that was made twice',
    make: () => published({ message: 'hello' }),
    says: ['exactly one published post', '2 of its posts match'],
  },
  {
    mistake: 'a number of times that is none',
    make: () => published({ message: 'hello', times: -1 }),
    says: ['times must be a whole number of at least 0, got -1'],
  },
  {
    mistake: 'a kind of record that does not exist in toHaveChanged',
    make: () =>
      toHaveChanged(worldWithDouble(), createWorld(), { created: { post: 2 } }, Object.is).message(),
    says: ['toHaveChanged: created', '"post"', 'did you mean posts?'],
  },
  {
    mistake: 'starter as a text',
    make: () => createWorld({ starter: 'yes' as never }),
    says: ['The option starter', '"yes"'],
  },
]
