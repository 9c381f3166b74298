import { assertPublished, assertSucceeds, test } from 'fauxgraph/node-test'

test('a post is published', ({ world }) => {
  const { page, pageToken } = world.names
  assertSucceeds(world.as(pageToken).publishPost({ page, message: 'hello' }))
  assertPublished(world, { message: 'hello' })
})
