const { useWorld } = require('fauxgraph/jest')

const world = useWorld()

test('a post is published', () => {
  const { page, pageToken } = world().names
  const outcome = world().as(pageToken).publishPost({ page, message: 'hello' })
  expect(outcome).toSucceed()
  expect(world()).toHavePublished({ message: 'hello' })
})
