import { createWorld, platformPolicy } from 'fauxgraph'
import { test as base } from 'fauxgraph/vitest'
import { expect } from 'vitest'

// Each test begins with one post, and with the answers of the live service.
const test = base.baseline(() => {
  const world = createWorld({ policy: platformPolicy, starter: { publications: false } })
  const { page, pageToken } = world.names
  world.as(pageToken).publishPost({ page, message: 'welcome' }).unwrap()
  return world
})

test('a test begins with the post', ({ world }) => {
  expect(world).toHavePublished({ message: 'welcome' })
})

test('and does not see those of another test', ({ world }) => {
  const { page, pageToken } = world.names
  world.as(pageToken).publishPost({ page, message: 'welcome' }).unwrap()
  expect(world).toHavePublished({ message: 'welcome', times: 2 })
})
