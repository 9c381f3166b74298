import { describe, expect, test } from 'vitest'
import type { World } from '../../../src/world/world.ts'
import { pngWith } from '../pictures/samples.ts'
import { begin, DAY, HOUR, photoRow, refusedBy, upload } from './photo-world.ts'

const start = begin()
const { page, pageToken } = start
const now = start.world.clock.now / 1000

const isThere = (world: World, photo: string) => world.as(pageToken).readPhoto({ photo }).ok
const unpublished = (world: World, more: object = {}) =>
  upload(world, pageToken, { page, published: false, ...more }).unwrap().id
const due = (world: World) => world.clock.pending.map(({ kind }) => kind)
const attach = (world: World, id: string, more: object = {}) =>
  world.as(pageToken).publishPost({ page, attached_media: [{ media_fbid: id }], ...more })

describe('an unpublished photo without a post', () => {
  test.each([{}, { temporary: true }, { unpublished_content_type: 'DRAFT' }])(
    'exists for a second less than 24 h, and is deleted after 24 h: %j [PHO-008, PHO-013]',
    (more) => {
      const world = start.world.fork()
      const id = unpublished(world, more)
      world.clock.advance((DAY - 1) * 1000)
      expect(isThere(world, id)).toBe(true)
      world.clock.advance('1s')
      expect(refusedBy(world, () => world.as(pageToken).readPhoto({ photo: id }))).toMatchObject({
        code: 100,
        subcode: 33,
      })
      expect(refusedBy(world, () => attach(world, id))).toMatchObject({
        code: 100,
        message:
          '(#100) Param attached_media.0.media_fbid must be the id of an existing photo of the page, ' +
          `got ${id}`,
      })
      expect(world.events.of('photo.expired')).toMatchObject([{ data: { photo: id } }])
    },
  )

  test('is deleted with its bytes [PHO-013]', async () => {
    const world = start.world.fork()
    const blobs = () => world.snapshot().state.graph.blobs.length
    const source = await pngWith({ width: 5, height: 4 })
    world.as(pageToken).uploadPagePhoto({ page, published: false, source }).unwrap()
    expect(blobs()).toBe(1)
    world.clock.advance('24h')
    expect(blobs()).toBe(0)
  })

  test('is deleted 24 h after its own upload, not after that of another [PHO-013]', () => {
    const world = start.world.fork()
    const first = unpublished(world)
    world.clock.advance('1h')
    const second = unpublished(world)
    world.clock.advance('23h')
    expect([isThere(world, first), isThere(world, second)]).toEqual([false, true])
    world.clock.advance('1h')
    expect(isThere(world, second)).toBe(false)
  })

  test('has no scheduled deletion after it is deleted by a call [PHO-013]', () => {
    const world = start.world.fork()
    const id = unpublished(world)
    expect(world.clock.pending).toMatchObject([{ kind: 'expirePhoto', at: (now + DAY) * 1000 }])
    world.as(pageToken).deletePhoto({ photo: id }).unwrap()
    expect(world.clock.pending).toEqual([])
  })

  test.each([3_600, 7 * DAY, 1])('is stored for %i seconds if the policy says so [PHO-013]', (seconds) => {
    const world = start.world.fork({ policy: { unpublishedPhotoRetention: seconds } })
    const id = unpublished(world)
    world.clock.advance(seconds * 1000 - 1)
    expect(isThere(world, id)).toBe(true)
    world.clock.advance(1)
    expect(isThere(world, id)).toBe(false)
  })
})

describe('a photo does not expire', () => {
  test('if its upload published it [PHO-007, PHO-013]', () => {
    const world = start.world.fork()
    const ids = [{}, { no_story: true }].map(
      (more) => upload(world, pageToken, { page, ...more }).unwrap().id,
    )
    expect(due(world)).toEqual([])
    world.clock.advance('365d')
    expect(ids.map((id) => isThere(world, id))).toEqual([true, true])
  })

  const scheduled = {
    published: false,
    unpublished_content_type: 'SCHEDULED',
    scheduled_publish_time: now + 48 * HOUR,
  }
  test.each([
    ['a published post [PHO-011, PHO-013]', {}, true],
    ['an unpublished post [PHO-013]', { published: false }, false],
    ['a scheduled post [PHO-013]', scheduled, false],
  ])('if %s uses it in the last second of its 24 h', (_, post, published) => {
    const world = start.world.fork()
    const id = unpublished(world, { temporary: true })
    world.clock.advance((DAY - 1) * 1000)
    attach(world, id, post).unwrap()
    expect(due(world)).toEqual(post === scheduled ? ['publishScheduledPost'] : [])
    world.clock.advance('23h')
    expect(photoRow(world, id)).toMatchObject({ published })
    expect(world.events.of('photo.expired')).toEqual([])
    world.clock.advance('75d')
    expect(isThere(world, id)).toBe(true)
    expect(photoRow(world, id).published).toBe(published || post === scheduled)
  })

  test('if its upload scheduled a post, even 75 days ahead [PHO-009, PHO-013]', () => {
    const world = start.world.fork()
    const id = unpublished(world, { temporary: true, ...scheduled, scheduled_publish_time: now + 75 * DAY })
    expect(due(world)).toEqual(['publishScheduledPost'])
    world.clock.advance((75 * DAY - 1) * 1000)
    expect(photoRow(world, id)).toMatchObject({ published: false })
    world.clock.advance('1s')
    expect(photoRow(world, id)).toMatchObject({ published: true })
  })

  test('and expires as before if a refused post named it [PHO-012..013]', () => {
    const world = start.world.fork()
    const id = unpublished(world)
    refusedBy(world, () => attach(world, id, { ...scheduled, scheduled_publish_time: now + 1 }))
    world.clock.advance('24h')
    expect(isThere(world, id)).toBe(false)
  })
})

describe('a photo whose post is deleted', () => {
  const remove = (world: World, post: string) => world.as(pageToken).deletePost({ post }).unwrap()
  const waiting = { published: false }
  const scheduled = {
    published: false,
    unpublished_content_type: 'SCHEDULED',
    scheduled_publish_time: now + 48 * HOUR,
  } as const

  /**
   * The post is deleted some hours after the upload, and the photo is deleted some hours after the upload.
   */
  test.each<[string, object, number, number]>([
    ['an unpublished post, early', waiting, 1, 24],
    ['an unpublished post, in the last hour', waiting, 23, 24],
    ['an unpublished post, at the end', waiting, 24, 24],
    ['an unpublished post, later', waiting, 30, 30],
    ['a scheduled post, early', scheduled, 1, 24],
    ['a scheduled post, later', scheduled, 47, 47],
    ['a scheduled post that was published at its time', scheduled, 50, 74],
    ['a published post, early', {}, 1, 25],
    ['a published post, later', {}, 30, 54],
  ])('is deleted 24 h after its upload, or after it was public: %s [PHO-013]', (_, post, hours, end) => {
    const world = start.world.fork()
    const id = unpublished(world, { temporary: true })
    const made = attach(world, id, post).unwrap().id
    world.clock.advance({ hours })
    expect(isThere(world, id)).toBe(true)
    remove(world, made)
    expect(isThere(world, id)).toBe(end > hours)
    if (end === hours) return
    world.clock.advance((end - hours) * HOUR * 1000 - 1)
    expect(isThere(world, id)).toBe(true)
    world.clock.advance(1)
    expect(isThere(world, id)).toBe(false)
  })

  test('is kept for the other post, and ends with the last one [PHO-013]', () => {
    const world = start.world.fork()
    const id = unpublished(world, { temporary: true })
    const [first, second] = [waiting, waiting].map((post) => attach(world, id, post).unwrap().id)
    world.clock.advance('25h')
    remove(world, String(first))
    expect(isThere(world, id)).toBe(true)
    remove(world, String(second))
    expect(isThere(world, id)).toBe(false)
  })

  test('is deleted 24 h after its upload if the upload itself scheduled the post [PHO-009, PHO-013]', () => {
    const world = start.world.fork()
    const made = upload(world, pageToken, { page, temporary: true, ...scheduled }).unwrap()
    world.clock.advance('2h')
    remove(world, String(made.post_id))
    world.clock.advance('22h')
    expect(isThere(world, made.id)).toBe(false)
  })
})
