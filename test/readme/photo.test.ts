import { expect, test } from 'vitest'
import { createWorld } from '../../src/index.ts'
import '../../src/front/runners/vitest/index.ts'

test('a photo that nobody publishes is gone after a day', () => {
  const world = createWorld()
  const { page, pageToken } = world.starter()
  const client = world.as(pageToken)
  const photo = client.uploadPagePhoto({ page, url: 'https://img.test/a.png', published: false }).unwrap()
  world.clock.advance('25h')
  const post = client.publishPost({ page, message: 'hi', attached_media: [{ media_fbid: photo.id }] })
  expect(post).toBeRefusedWith(100)
})
