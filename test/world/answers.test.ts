import { beforeEach, describe, expect, test } from 'vitest'
import { createWorld } from '../../src/world/create-world.ts'
import type { Starter } from '../../src/world/starter/starter-names.ts'
import type { World } from '../../src/world/world.ts'

let world: World
let names: Starter

beforeEach(() => {
  world = createWorld({ validateAnswers: true })
  names = world.starter()
})

describe('a HEAD request', () => {
  const rows: readonly [what: string, url: () => string, status: number][] = [
    ['of a node', () => `/${names.campaign}?access_token=${names.userToken}`, 200],
    ['that is refused', () => '/1', 400],
    ['of a picture that is not there', () => '/pictures/123456789012345/1x1.png', 404],
  ]

  test.each(rows)('%s is answered without a body', (_, url, status) => {
    expect(world.request({ method: 'HEAD', url: url() })).toMatchObject({ status, body: '' })
  })

  test('is in the call log as a read, without a value', () => {
    world.request({ method: 'HEAD', url: `/${names.campaign}?access_token=${names.userToken}` })
    expect(world.calls.last()?.outcome).toEqual({ ok: true })
  })
})

test('a fault after the commit waits for a call that succeeds', () => {
  const { page, pageToken } = names
  const match = { operation: 'publishPost' }
  const fault = world.faults.add({
    match,
    fault: { kind: 'error', code: 200, when: 'afterCommit' },
    times: 1,
  })
  expect(world.as(pageToken).publishPost({ page })).toMatchObject({ ok: false, error: { code: 100 } })
  expect(fault.hits).toBe(0)
  const lost = world.as(pageToken).publishPost({ page, message: 'Hi' })
  expect(lost).toMatchObject({ ok: false, committed: true, error: { code: 200, injectedBy: fault.id } })
  expect(fault.hits).toBe(1)
})

describe('a photo', () => {
  test('that a post shows names the post [PHO-006]', () => {
    const { page, pageToken } = names
    const client = world.as(pageToken)
    const { id } = client.uploadPagePhoto({ page, url: 'https://img.test/a.png', published: false }).unwrap()
    const post = client.publishPost({ page, attached_media: [{ media_fbid: id }] }).unwrap()
    expect(client.readPhoto({ photo: id, fields: 'page_story_id' }).unwrap()).toEqual({
      id,
      page_story_id: post.id,
    })
  })

  test('with a tag of a malformed id is refused', () => {
    const { page, pageToken } = names
    const url = 'https://img.test/a.png'
    const tagged = world.as(pageToken).uploadPagePhoto({ page, url, tags: [{ tag_uid: '007' }] })
    expect(tagged).toMatchObject({
      ok: false,
      error: { code: 100, message: expect.stringContaining('tag_uid') },
    })
  })
})
