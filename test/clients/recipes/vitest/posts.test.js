import { test } from 'fauxgraph/vitest'
import { expect } from 'vitest'

test('a photo expires after a day', ({ world }) => {
  const { page, pageToken } = world.names
  const client = world.as(pageToken)
  const photo = client.uploadPagePhoto({ page, url: 'https://img.test/a.png', published: false }).unwrap()
  world.clock.advance('25h')
  const post = client.publishPost({ page, message: 'late', attached_media: [{ media_fbid: photo.id }] })
  expect(post).toBeRefusedWith(100)
})
