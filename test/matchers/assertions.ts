import {
  assertChanged,
  assertDelivered,
  assertPublished,
  assertRefusedWith,
  assertSucceeds,
} from '../../src/front/runners/node-test/assertions.ts'
import { createWorld } from '../../src/index.ts'

const world = createWorld({ starter: true })
const { page, pageToken } = world.names
const before = world.fork()

assertSucceeds(world.as(pageToken).publishPost({ page, message: 'hello' }))
assertRefusedWith(world.as('wrong').publishPost({ page, message: 'hello' }), 190)
assertPublished(world, { message: 'hello' })
assertPublished(world, { message: 'never', times: 0 })
assertChanged(world, before, { created: { posts: 1 } })
assertDelivered(world, { field: 'leadgen', times: 0 })
