import { describe, expect, test } from 'vitest'
import type { World } from '../../../src/world/world.ts'
import { begin, DAY, HOUR, MINUTE, photoRow, postRow, refusedBy, upload } from './photo-world.ts'

const start = begin()
const { page, pageToken } = start
const now = start.world.clock.now / 1000
const scheduled = { published: false, temporary: true, unpublished_content_type: 'SCHEDULED' }

const at = (delay: number) => ({ page, ...scheduled, scheduled_publish_time: now + delay })
const outside = (delay: number) =>
  '(#100) Param scheduled_publish_time must lie between 10 minutes and 75 days after the request, ' +
  `got ${now + delay} at ${now}, the time of the service`

describe('scheduled_publish_time', () => {
  test('creates a photo and a scheduled post, and returns both ids [PHO-009, PHO-049, PHO-051]', () => {
    const world = start.world.fork()
    const caller = world.as(pageToken)
    const { id, post_id: post = '' } = upload(world, pageToken, at(HOUR)).unwrap()
    expect(photoRow(world, id)).toMatchObject({ published: false, temporary: true, contentType: 'SCHEDULED' })
    expect(caller.readPost({ post }).unwrap()).toMatchObject({
      is_published: false,
      sheduled_publish_time: now + HOUR,
      attachments: { data: [{ target: { id } }] },
    })
    expect(caller.listPagePhotos({ page, type: 'uploaded' }).unwrap().data).toEqual([])
    expect(caller.listPageFeed({ page }).unwrap().data).toEqual([])
  })

  test.each([10 * MINUTE, 10 * MINUTE + 1, 75 * DAY - 1, 75 * DAY])(
    'can be %i seconds ahead [PHO-049, PHO-051]',
    (delay) => {
      const world = start.world.fork()
      const { post_id: post } = upload(world, pageToken, at(delay)).unwrap()
      expect(postRow(world, post).scheduledTime).toBe((now + delay) * 1000)
    },
  )

  test.each([10 * MINUTE - 1, 75 * DAY + 1, 0, -1])('must not be %i seconds ahead [PHO-051]', (delay) => {
    const world = start.world.fork()
    const error = refusedBy(world, () => upload(world, pageToken, at(delay)))
    expect(error).toMatchObject({ code: 100, message: outside(delay) })
  })

  test('is read from a numeric string [PHO-049]', () => {
    const world = start.world.fork()
    const params = { ...at(HOUR), scheduled_publish_time: String(now + HOUR) }
    const { post_id: post } = upload(world, pageToken, params).unwrap()
    expect(postRow(world, post).scheduledTime).toBe((now + HOUR) * 1000)
  })

  test.each(['tomorrow', '2026-01-16T09:00:00Z', 1.5, true])('must not be %j [PHO-049]', (value) => {
    const world = start.world.fork()
    const params = { ...at(HOUR), scheduled_publish_time: value }
    expect(refusedBy(world, () => upload(world, pageToken, params))).toMatchObject({
      code: 100,
      message:
        '(#100) Param scheduled_publish_time must be a Unix time in whole seconds, ' +
        `got ${JSON.stringify(value)}`,
    })
  })

  const requiresType = (came: string) =>
    `(#100) Param scheduled_publish_time requires unpublished_content_type SCHEDULED, got ${came}`
  const requiresUnpublished = '(#100) Param scheduled_publish_time requires published=false'
  test.each([
    ['published by default [PHO-051]', { published: undefined }, requiresUnpublished],
    ['published=true [PHO-051]', { published: true }, requiresUnpublished],
    ['no content type [PHO-052]', { unpublished_content_type: undefined }, requiresType('nothing')],
    ['another content type [PHO-052]', { unpublished_content_type: 'DRAFT' }, requiresType('DRAFT')],
    [
      'a photo that is not temporary [PHO-048]',
      { temporary: false },
      '(#100) Param temporary must be true for a photo of a scheduled post',
    ],
  ])('is refused with %s', (_, change, message) => {
    const world = start.world.fork()
    const given = Object.entries({ ...at(HOUR), ...change }).filter(([, value]) => value !== undefined)
    const error = refusedBy(world, () => upload(world, pageToken, Object.fromEntries(given)))
    expect(error).toMatchObject({ code: 100, message })
  })

  test('applies to pages only: the photos of a person have no upload [PHO-050, PHO-073]', () => {
    const world = start.world.fork()
    const before = world.hash()
    const { user, userToken } = start
    const params = { access_token: userToken, ...at(HOUR), targeting: '{}', url: 'https://img.test/a.png' }
    const response = world.request({ method: 'POST', path: `/v26.0/${user}/photos`, params })
    expect(response.status).toBe(400)
    expect(JSON.parse(String(response.body))).toMatchObject({ error: { code: 100, error_subcode: 33 } })
    expect(world.hash()).toBe(before)
  })
})

describe('at its time', () => {
  const seen = (world: World, id: string) => {
    const caller = world.as(pageToken)
    const fields = 'is_published,created_time,sheduled_publish_time'
    const [post] = caller.listPageFeed({ page, fields, is_published: true }).unwrap().data
    const listed = caller.listPagePhotos({ page, type: 'uploaded' }).unwrap().data
    return { post, photo: photoRow(world, id).published, listed: listed.map((photo) => photo.id) }
  }

  test.each([10 * MINUTE, 75 * DAY])(
    'photo and post are published after %i seconds, not earlier [PHO-049, PHO-051]',
    (delay) => {
      const world = start.world.fork()
      const { id, post_id: post } = upload(world, pageToken, at(delay)).unwrap()
      world.clock.advance((delay - 1) * 1000)
      expect(seen(world, id)).toEqual({ post: undefined, photo: false, listed: [] })
      world.clock.advance('1s')
      expect(seen(world, id)).toEqual({
        post: { id: post, is_published: true, created_time: now + delay },
        photo: true,
        listed: [id],
      })
      expect(world.events.of('post.published')).toHaveLength(1)
    },
  )

  test('both stay unpublished if the policy says so [PHO-049]', () => {
    const world = start.world.fork({ policy: { scheduledPosts: 'stayScheduled' } })
    const { id } = upload(world, pageToken, at(HOUR)).unwrap()
    world.clock.advance('80d')
    expect(seen(world, id)).toEqual({ post: undefined, photo: false, listed: [] })
  })
})

describe('with no_story a schedule', () => {
  const quiet = (world: World, more: object = {}) =>
    upload(world, pageToken, { ...at(2 * DAY), no_story: true, ...more }).unwrap()
  const posts = (world: World) =>
    ['is_published', 'message'].flatMap(
      (fields) => world.as(pageToken).listPageFeed({ page, fields }).unwrap().data,
    )
  const uploaded = (world: World) =>
    world
      .as(pageToken)
      .listPagePhotos({ page, type: 'uploaded' })
      .unwrap()
      .data.map(({ id }) => id)
  const remove = (world: World, post: string) => world.as(pageToken).deletePost({ post }).unwrap()
  const attach = (world: World, id: string, more: object = {}) =>
    world
      .as(pageToken)
      .publishPost({ page, attached_media: [{ media_fbid: id }], ...more })
      .unwrap().id

  test('publishes the photo at its time and never creates a post [PHO-010, PHO-049, PHO-087]', () => {
    const world = start.world.fork()
    const made = quiet(world)
    expect(made).toEqual({ id: made.id })
    world.clock.advance((2 * DAY - 1) * 1000)
    expect([posts(world), uploaded(world)]).toEqual([[], []])
    expect(photoRow(world, made.id)).toMatchObject({ published: false })
    const { events } = world.clock.advance('1s')
    expect(events).toMatchObject([{ type: 'photo.published', data: { photo: made.id, page } }])
    expect([posts(world), uploaded(world)]).toEqual([[], [made.id]])
    expect(photoRow(world, made.id)).toMatchObject({ published: true, updatedTime: world.clock.now })
    world.clock.advance('75d')
    expect(uploaded(world)).toEqual([made.id])
  })

  test('obeys the same rules [PHO-048, PHO-051, PHO-087]', () => {
    const world = start.world.fork()
    const refusal = (more: object) =>
      refusedBy(world, () => upload(world, pageToken, { ...at(HOUR), no_story: true, ...more })).code
    expect([{ scheduled_publish_time: now + 599 }, { temporary: false }].map(refusal)).toEqual([100, 100])
  })

  test('is cancelled when the photo is deleted [PHO-087]', () => {
    const world = start.world.fork()
    const { id } = quiet(world)
    expect(world.clock.pending).toMatchObject([{ kind: 'publishScheduledPhoto', at: (now + 2 * DAY) * 1000 }])
    world.as(pageToken).deletePhoto({ photo: id }).unwrap()
    expect(world.clock.pending).toEqual([])
  })

  test('applies to a photo that a post published earlier [PHO-087]', () => {
    const world = start.world.fork()
    const { id } = quiet(world)
    const post = attach(world, id)
    expect(photoRow(world, id)).toMatchObject({ published: true })
    remove(world, post)
    expect(photoRow(world, id)).toMatchObject({ published: false })
    expect(world.clock.pending).toMatchObject([{ kind: 'publishScheduledPhoto' }])
    world.clock.advance('2d')
    expect(uploaded(world)).toEqual([id])
    remove(world, attach(world, id))
    world.clock.advance('2d')
    expect(uploaded(world)).toEqual([id])
  })

  test('never fires if the policy says so, and the photo does not expire [PHO-049, PHO-087]', () => {
    const world = start.world.fork({ policy: { scheduledPosts: 'stayScheduled' } })
    const { id } = quiet(world)
    world.clock.advance('80d')
    expect(photoRow(world, id)).toMatchObject({ published: false })
    expect([posts(world), world.clock.pending]).toEqual([[], []])
  })
})

describe('temporary', () => {
  const schedule = (world: World, id: string) =>
    world.as(pageToken).publishPost({
      page,
      published: false,
      unpublished_content_type: 'SCHEDULED',
      scheduled_publish_time: now + HOUR,
      attached_media: [{ media_fbid: id }],
    })

  test('must be true for a photo of a scheduled post [PHO-048]', () => {
    const world = start.world.fork()
    const plain = upload(world, pageToken, { page, published: false }).unwrap().id
    const temporary = upload(world, pageToken, { page, published: false, temporary: true }).unwrap().id
    expect(refusedBy(world, () => schedule(world, plain))).toMatchObject({
      code: 100,
      message:
        '(#100) Param attached_media.0.media_fbid must be a photo uploaded with temporary=true, ' +
        `since the post is scheduled, got ${plain}`,
    })
    expect(schedule(world, temporary).ok).toBe(true)
    world.clock.advance('1h')
    expect(photoRow(world, temporary).published).toBe(true)
  })

  test.each([{}, { published: false }])('may be true in an immediate post too: %j [PHO-046]', (how) => {
    const world = start.world.fork()
    const { id } = upload(world, pageToken, { page, temporary: true, ...how }).unwrap()
    const attached_media = [{ media_fbid: id }]
    expect(world.as(pageToken).publishPost({ page, attached_media }).ok).toBe(true)
    expect(photoRow(world, id).published).toBe(true)
  })
})

describe('unpublished_content_type', () => {
  const types = ['SCHEDULED_RECURRING', 'DRAFT', 'ADS_POST', 'INLINE_CREATED', 'REVIEWABLE_BRANDED_CONTENT']

  test.each(types)('%s is stored, and the photo stays unpublished [PHO-052..053]', (type) => {
    const world = start.world.fork()
    const params = { page, published: false, unpublished_content_type: type }
    const { id, post_id: post } = upload(world, pageToken, params).unwrap()
    expect(photoRow(world, id)).toMatchObject({ contentType: type, published: false })
    expect(post).toBeUndefined()
  })

  test.each([...types, 'SCHEDULED', 'PUBLISHED'])(
    '%s is ignored with published=true [PHO-052..053]',
    (type) => {
      const world = start.world.fork()
      const { id } = upload(world, pageToken, { page, unpublished_content_type: type }).unwrap()
      expect(photoRow(world, id)).toMatchObject({ contentType: null, published: true })
    },
  )

  const every =
    'SCHEDULED, SCHEDULED_RECURRING, DRAFT, ADS_POST, INLINE_CREATED, PUBLISHED, REVIEWABLE_BRANDED_CONTENT'
  test.each([
    ['SCHEDULED', 'Param unpublished_content_type SCHEDULED requires scheduled_publish_time'],
    ['PUBLISHED', 'Param unpublished_content_type must not be PUBLISHED with published=false'],
    ['scheduled', `Param unpublished_content_type must be one of ${every}, got "scheduled"`],
    ['PUBLISH_PENDING', `Param unpublished_content_type must be one of ${every}, got "PUBLISH_PENDING"`],
  ])('%s is refused with published=false alone [PHO-052..053]', (type, message) => {
    const world = start.world.fork()
    const params = { page, published: false, unpublished_content_type: type }
    const error = refusedBy(world, () => upload(world, pageToken, params))
    expect(error).toMatchObject({ code: 100, message: `(#100) ${message}` })
  })
})
