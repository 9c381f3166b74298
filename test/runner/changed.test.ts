import { describe, expect } from 'vitest'
import { toHaveChanged } from '../../src/front/runners/changed.ts'
import { assertChanged } from '../../src/front/runners/node-test/assertions.ts'
import { test } from '../../src/front/runners/vitest/index.ts'

describe('toHaveChanged', () => {
  test('counts the rows that a call changed', ({ world }) => {
    const { page = '', pageToken = '' } = world.names ?? {}
    const before = world.fork()
    expect(world).not.toHaveChanged(before)
    world.as(pageToken).publishPost({ page, message: 'hi' }).unwrap()
    expect(world).toHaveChanged(before)
    expect(world).toHaveChanged(before, { created: { posts: 1 }, changed: {}, removed: {} })
    expect(world).toHaveChanged(before, { created: { posts: expect.any(Number) } })
    expect(world).not.toHaveChanged(before, { created: { posts: 2 } })
    expect(world).not.toHaveChanged(before, { created: { photos: 1 } })
    expect(world).not.toHaveChanged(before, { changed: { posts: 1 } })
    assertChanged(world, before, { created: { posts: 1 } })
    expect(() => assertChanged(world, before, { created: {} })).toThrow('expected the world to have changed')
  })

  test('a refused call changes nothing', ({ world }) => {
    const { page = '', noPermissionToken = '' } = world.names ?? {}
    const before = world.fork()
    world.as(noPermissionToken).publishPost({ page, message: 'hi' })
    expect(world).not.toHaveChanged(before)
  })

  test('tells what changed, column by column', ({ world }) => {
    const { campaign = '', userToken = '' } = world.names ?? {}
    const before = world.fork()
    world.as(userToken).updateCampaign({ campaign, name: 'second' }).unwrap()
    world.clock.advance('1h')
    const message = toHaveChanged(world, before, { created: { posts: 1 } }, Object.is).message()
    expect(message).toContain('expected the world to have changed by {"created":{"posts":1}}')
    expect(message).toMatch(/\n {2}the clock: \S+T09:00:00Z → \S+T10:00:00Z\n/)
    expect(message).toMatch(/\n {2}changed campaigns \d{15}: .*name .* → "second"/)
  })

  test('refuses what is no world, and unknown groups', ({ world }) => {
    expect(() => expect({}).toHaveChanged(world)).toThrow('toHaveChanged takes a world')
    expect(() => expect(world).toHaveChanged({} as never)).toThrow('toHaveChanged takes an earlier world')
    expect(() => expect(world).toHaveChanged(world, { made: {} } as never)).toThrow(
      'toHaveChanged has no option "made"',
    )
    expect(() => expect(world).toHaveChanged(world, { created: 1 } as never)).toThrow(
      'created takes numbers by kind of record',
    )
  })
})
