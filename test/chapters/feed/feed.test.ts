import { describe, expect, test } from 'vitest'
import { syntheticPicture } from '../../../src/chapters/pictures/synthetic.ts'
import { restoreWorld } from '../../../src/world/create-world.ts'
import type { World } from '../../../src/world/world.ts'
import { begin, call, forked, get, idsOf, refusedBy, rowOf, type Scene } from '../../service/scene.ts'

const start = begin()
const { page, pageToken, userToken } = start
const now = start.world.clock.now / 1000
const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400]

const fresh = (options: Parameters<World['fork']>[0] = {}): World => forked(start, options).world
const publish = (world: World, params: object) => call(world, pageToken, 'publishPost', { page, ...params })
const idOf = (world: World, params: object) => String(publish(world, params).unwrap()['id'])
const read = (world: World, post: string, fields?: string) =>
  call(world, pageToken, 'readPost', { post, ...(fields !== undefined && { fields }) }).unwrap()
const feed = (world: World, params: object = {}) =>
  call(world, pageToken, 'listPageFeed', { page, ...params })
const upload = (world: World, params: object = {}) =>
  String(
    call(world, pageToken, 'uploadPagePhoto', { page, url: 'https://img.test/a.png', ...params }).unwrap()[
      'id'
    ],
  )
const refused = (world: World, params: object) => refusedBy(world, () => publish(world, params))
const media = (...ids: string[]) => ids.map((id) => ({ media_fbid: id }))

describe('publishing', () => {
  test('a message creates a published post with the current time [FEE-002, FEE-048, FEE-146, FEE-150, FEE-152]', () => {
    const world = fresh()
    const id = idOf(world, { message: 'né 😀' })
    expect(id).toMatch(new RegExp(`^${page}_\\d{15}$`))
    expect(read(world, id)).toMatchObject({
      id,
      message: 'né 😀',
      created_time: now,
      updated_time: now,
      is_published: true,
      status_type: 'mobile_status_update',
      permalink_url: `https://web.test/${id}`,
    })
    expect(world.events.last()).toMatchObject({
      type: 'post.created',
      data: { post: id, page, published: true },
    })
  })

  test.each([
    ' two  blanks ',
    '\n\tlines\r\n',
    '<b>&amp;</b>',
    'e\u0301 \u{1f3f3}\u{fe0f}\u{200d}\u{1f308}',
    'x'.repeat(63_207),
  ])('a message is returned as it was written: %j [FEE-048, FEE-152]', (message) => {
    const world = fresh()
    const id = idOf(world, { message })
    expect(read(world, id, 'message')).toEqual({ id, message })
  })

  test('a link creates a shared_story [FEE-154]', () => {
    const world = fresh()
    const value = read(world, idOf(world, { link: 'https://a.test/x' }))
    expect(value).toMatchObject({
      status_type: 'shared_story',
      attachments: { data: [{ type: 'share', url: 'https://a.test/x' }] },
    })
    expect(value).not.toHaveProperty('message')
  })

  test('both can be given [FEE-147]', () => {
    const world = fresh()
    const value = read(world, idOf(world, { link: 'https://a.test/x', message: 'Look' }))
    expect(value).toMatchObject({ message: 'Look', status_type: 'shared_story' })
  })

  test.each([{}, { message: '' }, { attached_media: [] }, { attached_media: '', published: false }])(
    'neither is refused: %j [FEE-147..148, FEE-263]',
    (params) => {
      expect(refused(fresh(), params)).toMatchObject({
        code: 100,
        message: '(#100) Either link or message must be supplied, or attached_media',
      })
    },
  )

  test('the same call twice creates two posts', () => {
    const world = fresh()
    expect(idOf(world, { message: 'x' })).not.toBe(idOf(world, { message: 'x' }))
    expect(feed(world).unwrap()['data']).toHaveLength(2)
  })

  test('a post can be read right after its creation [FEE-001, FEE-151]', () => {
    const world = fresh()
    const id = idOf(world, { message: 'x' })
    expect(idsOf(feed(world).unwrap())).toEqual([id])
  })
})

describe('a link', () => {
  test.each(['a.test', '/x', 'ftp://a.test/', 'javascript:alert(1)', ''])('must not be %j', (link) => {
    expect(refused(fresh(), { link })).toMatchObject({
      code: 100,
      message: `(#100) Param link must be an absolute http or https URL, got "${link}"`,
    })
  })

  test('that the caller cannot see is refused [ERR-022, FEE-149]', () => {
    const world = fresh()
    const link = 'https://a.test/secret'
    world.actions.registerUrl({ url: link, hidden: true }).unwrap()
    expect(refused(world, { link, message: 'x' })).toMatchObject({ code: 100, subcode: 1_609_005 })
    world.actions.registerUrl({ url: link }).unwrap()
    expect(publish(world, { link }).ok).toBe(true)
  })

  test('must be registered if the policy says so', () => {
    const world = fresh({ policy: { links: 'registered' } })
    const link = 'https://a.test/known'
    expect(refused(world, { link })).toMatchObject({ code: 100, subcode: 1_609_005 })
    world.actions.registerUrl({ url: link }).unwrap()
    expect(publish(world, { link }).ok).toBe(true)
  })
})

describe('attached_media', () => {
  test('creates a multi-photo post and publishes the photos [FEE-005, FEE-220..223, PHO-011]', () => {
    const world = fresh()
    const photos = [upload(world, { published: false }), upload(world, { published: false })]
    const id = idOf(world, { attached_media: media(...photos) })
    expect(photos.map((photo) => rowOf(world, photo)['published'])).toEqual([true, true])
    const value = read(world, id) as { attachments: { data: { type: string; subattachments: object }[] } }
    expect(value).toMatchObject({ status_type: 'added_photos' })
    expect(value.attachments.data).toMatchObject([
      {
        type: 'album',
        subattachments: { data: photos.map((target) => ({ type: 'photo', target: { id: target } })) },
      },
    ])
    world.clock.advance('2d')
    expect(rowOf(world, photos[0] ?? '')['published']).toBe(true)
  })

  const unknown = '100000000000000'
  test.each<[string, (world: World) => unknown[], string]>([
    [
      'an unknown photo',
      () => media(unknown),
      `must be the id of an existing photo of the page, got ${unknown}`,
    ],
    [
      'another kind of node',
      () => media(start.campaign),
      `must be the id of an existing photo of the page, got ${start.campaign}`,
    ],
    ['no id', () => [{ media_fbid: 'x' }], 'must be a numeric id, got "x"'],
    ['no object', () => ['x'], 'attached_media.0 must be a JSON object, got "x"'],
  ])('%s is refused [FEE-221..222, PHO-012]', (_, given, message) => {
    const world = fresh()
    expect(refused(world, { message: 'x', attached_media: given(world) })).toMatchObject({
      code: 100,
      message: expect.stringContaining(message),
    })
  })

  test('of another page is refused', () => {
    const world = fresh()
    const other = world.actions.createPage({ name: 'Other', administrators: [start.user] }).unwrap().id
    const photo = call(world, userToken, 'uploadPagePhoto', {
      page: other,
      url: 'https://img.test/a.png',
    }).unwrap()
    expect(refused(world, { attached_media: media(String(photo['id'])) }).code).toBe(100)
  })

  test('must not name a photo twice', () => {
    const world = fresh()
    const photo = upload(world)
    expect(refused(world, { attached_media: media(photo, photo) }).message).toBe(
      `(#100) Param attached_media.1.media_fbid names the photo ${photo} a second time`,
    )
  })

  test.each([
    [30, true],
    [31, false],
  ])('%i photos: %j', (count, expected) => {
    const world = fresh()
    const photos = Array.from({ length: count }, () => upload(world, { published: false }))
    const outcome = publish(world, { attached_media: media(...photos) })
    expect(outcome.ok || outcome.error.message).toBe(
      expected || '(#100) Param attached_media must have at most 30 items, got 31',
    )
  })

  test('can be a published photo that another post shows', () => {
    const world = fresh()
    const photo = upload(world)
    idOf(world, { attached_media: media(photo) })
    expect(publish(world, { attached_media: media(photo) }).ok).toBe(true)
  })

  test('takes precedence over a link as the attachment', () => {
    const world = fresh()
    const photo = upload(world)
    const id = idOf(world, { attached_media: media(photo), link: 'https://a.test/' })
    expect(read(world, id)).toMatchObject({
      attachments: { data: [{ type: 'photo', target: { id: photo } }] },
    })
  })

  test('of an unpublished post stays unpublished, and does not expire [PHO-013]', () => {
    const world = fresh()
    const photo = upload(world, { published: false })
    idOf(world, { attached_media: media(photo), published: false })
    world.clock.advance('10d')
    expect(rowOf(world, photo)['published']).toBe(false)
  })
})

describe('scheduling', () => {
  const scheduled = { message: 'Later', published: false, unpublished_content_type: 'SCHEDULED' }
  const at = (delay: number) => ({ ...scheduled, scheduled_publish_time: now + delay })

  test.each([10 * MINUTE, 10 * MINUTE + 1, 75 * DAY - 1, 75 * DAY])(
    'is possible %i seconds ahead [FEE-004, FEE-126..127, FEE-215..217, LIM-006]',
    (delay) => {
      const world = fresh()
      const id = idOf(world, at(delay))
      expect(read(world, id, 'is_published,sheduled_publish_time')).toEqual({
        id,
        is_published: false,
        sheduled_publish_time: now + delay,
      })
    },
  )

  test.each([10 * MINUTE - 1, 75 * DAY + 1, 0, -DAY])(
    'is not possible %i seconds ahead [FEE-216..217]',
    (delay) => {
      expect(refused(fresh(), at(delay))).toMatchObject({
        code: 100,
        message:
          '(#100) Param scheduled_publish_time must lie between 10 minutes and 75 days after the request, ' +
          `got ${now + delay} at ${now}, the time of the service`,
      })
    },
  )

  const time = now + HOUR
  test.each<[object, string]>([
    [{ scheduled_publish_time: time }, 'Param scheduled_publish_time requires published=false'],
    [
      { scheduled_publish_time: time, unpublished_content_type: 'SCHEDULED' },
      'Param scheduled_publish_time requires published=false',
    ],
    [
      { scheduled_publish_time: time, published: false },
      'Param scheduled_publish_time requires unpublished_content_type SCHEDULED, got nothing',
    ],
    [
      { scheduled_publish_time: time, published: false, unpublished_content_type: 'DRAFT' },
      'Param scheduled_publish_time requires unpublished_content_type SCHEDULED, got DRAFT',
    ],
    [scheduled, 'Param unpublished_content_type SCHEDULED requires scheduled_publish_time'],
    [
      { published: false, unpublished_content_type: 'PUBLISHED' },
      'Param unpublished_content_type must not be PUBLISHED with published=false',
    ],
    [
      { ...at(HOUR), scheduled_publish_time: '2026-01-16T00:00:00Z' },
      'Param scheduled_publish_time must be a Unix time',
    ],
    [{ unpublished_content_type: 'scheduled' }, 'Param unpublished_content_type must be one of SCHEDULED, '],
  ])('with missing parameters is refused: %j [FEE-215, FEE-218..219]', (params, message) => {
    const error = refused(fresh(), { message: 'x', ...params })
    expect(error.code).toBe(100)
    expect(error.message.startsWith(`(#100) ${message}`)).toBe(true)
  })

  const kept = ['SCHEDULED_RECURRING', 'DRAFT', 'ADS_POST', 'INLINE_CREATED', 'REVIEWABLE_BRANDED_CONTENT']

  test.each(kept)('requires SCHEDULED: %s is stored, and the post stays unpublished [FEE-218]', (type) => {
    const world = fresh()
    const id = idOf(world, { message: 'x', published: false, unpublished_content_type: type })
    expect(rowOf(world, id)).toMatchObject({ contentType: type, published: false, scheduledTime: null })
    world.clock.advance('75d')
    expect(rowOf(world, id)).toMatchObject({ contentType: type, published: false })
  })

  test.each(['SCHEDULED', ...kept, 'PUBLISHED'])('accepts the content type %s [FEE-218]', (type) => {
    expect(publish(fresh(), { message: 'x', unpublished_content_type: type }).ok).toBe(true)
  })

  const every =
    'SCHEDULED, SCHEDULED_RECURRING, DRAFT, ADS_POST, INLINE_CREATED, PUBLISHED, REVIEWABLE_BRANDED_CONTENT'
  test.each(['draft', 'PUBLISH_PENDING', '', 7])('refuses the content type %j [FEE-218]', (type) => {
    const params = { message: 'x', published: false, unpublished_content_type: type }
    expect(refused(fresh(), params)).toMatchObject({
      code: 100,
      message: `(#100) Param unpublished_content_type must be one of ${every}, got ${JSON.stringify(type)}`,
    })
  })

  test.each(['SCHEDULED', 'DRAFT', 'PUBLISHED'])(
    'a content type means nothing to a published post: %s',
    (type) => {
      const world = fresh()
      const id = idOf(world, { message: 'x', unpublished_content_type: type })
      expect(read(world, id, 'is_published')).toEqual({ id, is_published: true })
    },
  )

  test('requires temporary photos', () => {
    const world = fresh()
    const plain = upload(world, { published: false })
    expect(refused(world, { ...at(HOUR), attached_media: media(plain) }).message).toBe(
      '(#100) Param attached_media.0.media_fbid must be a photo uploaded with temporary=true, ' +
        `since the post is scheduled, got ${plain}`,
    )
    const temporary = upload(world, { published: false, temporary: true })
    expect(publish(world, { ...at(HOUR), attached_media: media(temporary) }).ok).toBe(true)
  })

  test('publishes post and photos at the time, with the same id and the times of publication [FEE-128, FEE-043, FEE-068..069]', () => {
    const world = fresh()
    const photo = upload(world, { published: false, temporary: true })
    const id = idOf(world, { ...at(3 * DAY), attached_media: media(photo) })
    const newer = idOf(world, { message: 'Now' })
    world.clock.advance(3 * DAY * 1000 - 1)
    expect(idsOf(feed(world).unwrap())).toEqual([newer])
    expect(rowOf(world, photo)['published']).toBe(false)
    expect(world.clock.pending).toMatchObject([{ at: (now + 3 * DAY) * 1000, kind: 'publishScheduledPost' }])
    const { fired, events } = world.clock.advance(1)
    expect(fired).toBe(1)
    expect(events).toMatchObject([
      { type: 'post.published', data: { post: id, page }, at: (now + 3 * DAY) * 1000 },
    ])
    const fields = 'created_time,updated_time,is_published,sheduled_publish_time'
    const published = { id, created_time: now + 3 * DAY, updated_time: now + 3 * DAY, is_published: true }
    expect(read(world, id, fields)).toEqual(published)
    expect(feed(world, { fields }).unwrap()['data']).toMatchObject([published, { id: newer }])
    expect(rowOf(world, photo)['published']).toBe(true)
    expect(world.clock.pending).toEqual([])
  })

  test('survives a snapshot', () => {
    const world = restoreWorld(JSON.parse(JSON.stringify(scheduledWorld().snapshot())))
    world.clock.advance('1h')
    expect(world.events.of('post.published')).toHaveLength(1)
  })

  test('never publishes if the policy says so', () => {
    const world = fresh({ policy: { scheduledPosts: 'stayScheduled' } })
    const id = idOf(world, at(HOUR))
    world.clock.advance('80d')
    expect(read(world, id, 'is_published')).toEqual({ id, is_published: false })
    expect(feed(world).unwrap()['data']).toEqual([])
  })

  function scheduledWorld(): World {
    const world = fresh()
    idOf(world, at(HOUR))
    return world
  }
})

describe('the listing', () => {
  /** Creates a published, an unpublished and a scheduled post, in that order. */
  function three(options: Parameters<World['fork']>[0] = {}) {
    const world = fresh(options)
    const type = 'SCHEDULED'
    const published = idOf(world, { message: 'Published' })
    world.clock.advance('1s')
    const unpublished = idOf(world, { message: 'Unpublished', published: false })
    world.clock.advance('1s')
    const later = { published: false, unpublished_content_type: type, scheduled_publish_time: now + DAY }
    const scheduled = idOf(world, { message: 'Scheduled', ...later })
    return { world, published, unpublished, scheduled, all: [scheduled, unpublished, published] }
  }

  test('has published posts, and with is_published the other posts too [FEE-003, FEE-123..125, FEE-132..133]', () => {
    const { world, published, unpublished, scheduled, all } = three()
    expect(idsOf(feed(world).unwrap())).toEqual([published])
    expect(idsOf(feed(world, { fields: 'message' }).unwrap())).toEqual([published])
    expect(feed(world, { fields: 'is_published' }).unwrap()['data']).toEqual([
      { id: scheduled, is_published: false },
      { id: unpublished, is_published: false },
      { id: published, is_published: true },
    ])
    expect(idsOf(feed(world, { fields: ['message', 'is_published'] }).unwrap())).toEqual(all)
  })

  test.each(['onRequest', 'always', 'never'] as const)(
    'is filtered by is_published under every policy: %s',
    (policy) => {
      const { world, published, unpublished, scheduled, all } = three({
        policy: { unpublishedInFeed: policy },
      })
      const only = (is_published: unknown) => idsOf(feed(world, { is_published }).unwrap())
      expect(only(true)).toEqual([published])
      expect(only('false')).toEqual(policy === 'never' ? [] : [scheduled, unpublished])
      const unasked = idsOf(feed(world).unwrap())
      expect(unasked).toEqual(policy === 'always' ? all : [published])
      const named = idsOf(feed(world, { fields: 'is_published' }).unwrap())
      expect(named).toEqual(policy === 'never' ? [published] : all)
    },
  )

  test('has a limit of at most 100 [ERR-021, FEE-135..136, LIM-002]', () => {
    const { world } = three()
    expect(feed(world, { limit: 100 }).ok).toBe(true)
    expect(refusedBy(world, () => feed(world, { limit: 101 }))).toMatchObject({
      code: 100,
      message: '(#100) Param limit must be an integer from 1 to 100: stay within 100, got 101',
    })
  })

  test('answers over HTTP in each form of a path [CNV-006, FEE-129..130, VER-003]', () => {
    const { world, published } = three()
    for (const version of ['', '/v2.0', '/v26.0']) {
      expect(idsOf(get(world, `${version}/${page}/feed?access_token=${pageToken}`))).toEqual([published])
    }
  })
})

describe('ranked posts [FEE-137, LIM-001]', () => {
  /** Creates three posts in 2026 and three in 2027, oldest first. */
  function years(most: number) {
    const scene = forked(start, { policy: { rankedPostsPerYear: most } })
    const { world } = scene
    const three = () =>
      [0, 1, 2].map((index) => {
        world.clock.advance('1m')
        return idOf(world, { message: `${index}` })
      })
    const first = three()
    world.clock.advanceTo('2026-12-31T23:59:59.999Z')
    const last = idOf(world, { message: 'last' })
    world.clock.advanceTo('2027-01-01T00:00:00Z')
    const eve = idOf(world, { message: 'eve' })
    return { world, first, last, eve }
  }

  test('of a calendar year in UTC are the newest, at equal rank', () => {
    const { world, first, last, eve } = years(2)
    expect(idsOf(feed(world).unwrap())).toEqual([eve, last, first[2]])
  })

  test('are chosen by rank before age, and still listed newest first', () => {
    const { world, first, last, eve } = years(2)
    world.actions.rankPost({ post: first[0] ?? '', rank: 5 }).unwrap()
    expect(idsOf(feed(world).unwrap())).toEqual([eve, last, first[0]])
    world.actions.rankPost({ post: last, rank: -1 }).unwrap()
    expect(idsOf(feed(world).unwrap())).toEqual([eve, first[2], first[0]])
  })

  test('are all listed up to the maximum', () => {
    const { world, first, last, eve } = years(4)
    expect(idsOf(feed(world).unwrap())).toEqual([eve, last, ...first.reverse()])
  })

  test('do not include unpublished posts; excluded posts can be read by id', () => {
    const { world, first, eve } = years(1)
    const draft = idOf(world, { message: 'Draft', published: false })
    const seen = idsOf(feed(world, { fields: 'is_published' }).unwrap())
    expect(seen.slice(0, 2)).toEqual([draft, eve])
    expect(read(world, first[0] ?? '', 'message')).toMatchObject({ message: '0' })
  })

  test("do not count what has expired: it takes no other post's place [FEE-138]", () => {
    const { world, first, last, eve } = years(2)
    const expire = (post: string | undefined, expiresAt: string) =>
      world.actions.setPostExpiry({ post: post ?? '', expiresAt }).unwrap()
    expire(last, '2027-01-01T00:00:01Z')
    expect(idsOf(feed(world).unwrap())).toEqual([eve, last, first[2]])
    world.clock.advance('1s')
    expect(idsOf(feed(world).unwrap())).toEqual([eve, first[2], first[1]])
    expire(first[2], '2026-06-01T00:00:00Z')
    expect(idsOf(feed(world).unwrap())).toEqual([eve, first[1], first[0]])
  })
})

describe('an expired post [FEE-037, FEE-138]', () => {
  test('cannot be listed or read from its expiry on', () => {
    const world = fresh()
    const id = idOf(world, { message: 'x' })
    world.actions.setPostExpiry({ post: id, expiresAt: now + HOUR }).unwrap()
    world.clock.advance(HOUR * 1000 - 1)
    expect(read(world, id, 'is_expired')).toEqual({ id, is_expired: false })
    world.clock.advance(1)
    expect(refusedBy(world, () => call(world, pageToken, 'readPost', { post: id }))).toMatchObject({
      code: 100,
      subcode: 33,
    })
    expect(feed(world).unwrap()['data']).toEqual([])
    world.actions.setPostExpiry({ post: id }).unwrap()
    expect(idsOf(feed(world).unwrap())).toEqual([id])
  })
})

describe('the fields of a post', () => {
  test('have times as Unix seconds, or as ISO text if the policy says so [FEE-026, FEE-087]', () => {
    const iso = fresh({ policy: { postTimes: 'iso' } })
    const params = { message: 'x', backdated_time: '2020-02-29T12:00:00+0100' }
    const fields = 'created_time,updated_time,backdated_time'
    expect(read(iso, idOf(iso, params), fields)).toMatchObject({
      created_time: '2026-01-15T09:00:00+0000',
      updated_time: '2026-01-15T09:00:00+0000',
      backdated_time: '2020-02-29T11:00:00+0000',
    })
    const unix = fresh()
    expect(read(unix, idOf(unix, params), fields)).toMatchObject({
      created_time: now,
      updated_time: now,
      backdated_time: Date.UTC(2020, 1, 29, 11) / 1000,
    })
  })

  test('keep sheduled_publish_time a number under either policy [FEE-068]', () => {
    const world = fresh({ policy: { postTimes: 'iso' } })
    const later = {
      published: false,
      unpublished_content_type: 'SCHEDULED',
      scheduled_publish_time: now + HOUR,
    }
    const id = idOf(world, { message: 'x', ...later })
    expect(read(world, id, 'sheduled_publish_time')).toEqual({ id, sheduled_publish_time: now + HOUR })
  })

  test.each([
    [1_600, 1_200, '720x540'],
    [600, 1_440, '300x720'],
    [721, 10, '720x10'],
    [720, 720, '720x720'],
    [300, 200, '300x200'],
  ])('show a picture of %i by %i at %s [FEE-031..032, LIM-019]', (width, height, size) => {
    const world = fresh()
    const bytes = syntheticPicture({ url: 'https://img.test/b.png', width, height })
    const { post_id: post = '' } = world.as(pageToken).uploadPagePhoto({ page, source: bytes }).unwrap()
    expect(String(read(world, post, 'full_picture')['full_picture'])).toContain(`/${size}.png`)
  })

  test('show that a hidden post is hidden; it is still visible [FEE-038, FEE-040]', () => {
    const world = fresh()
    const id = idOf(world, { message: 'x' })
    world.actions.hidePost({ post: id }).unwrap()
    expect(read(world, id, 'is_hidden')).toEqual({ id, is_hidden: true })
    world.actions.hidePost({ post: id, hidden: false }).unwrap()
    expect(read(world, id, 'is_hidden')).toEqual({ id, is_hidden: false })
  })
})

describe('backdated_time', () => {
  test.each([now - 1, now - 0.5, `${now - DAY}`, '2026-01-01', -1])(
    'can be in the past: %j [FEE-019, FEE-165]',
    (time) => {
      const world = fresh()
      const id = idOf(world, { message: 'x', backdated_time: time })
      expect(read(world, id, 'created_time,backdated_time')).toEqual({
        id,
        created_time: now,
        backdated_time: Math.floor(
          typeof time === 'string' && time.includes('-') ? Date.UTC(2026) / 1000 : Number(time),
        ),
      })
    },
  )

  test.each([now, now + 1, '2030-01-01T00:00:00Z'])('must be in the past, unlike %j [FEE-166]', (time) => {
    expect(refused(fresh(), { message: 'x', backdated_time: time })).toMatchObject({
      code: 100,
      message: '(#100) Param backdated_time must lie before the request',
    })
  })

  test('does not change the order of the feed', () => {
    const world = fresh()
    const older = idOf(world, { message: 'older' })
    world.clock.advance('1m')
    const newer = idOf(world, { message: 'newer', backdated_time: 0 })
    expect(idsOf(feed(world).unwrap())).toEqual([newer, older])
  })

  test.each(['year', 'month', 'day', 'hour', 'minute', 'min'])(
    'has the granularity %s [FEE-167..168]',
    (granularity) => {
      const params = { message: 'x', backdated_time: 0, backdated_time_granularity: granularity }
      expect(publish(fresh(), params).ok).toBe(true)
    },
  )

  test.each(['none', 'second', 'YEAR', ''])('has no granularity %j [FEE-168]', (granularity) => {
    const params = { message: 'x', backdated_time: 0, backdated_time_granularity: granularity }
    expect(refused(fresh(), params).code).toBe(100)
  })
})

test('published=1 and its other spellings are read in a form [FEE-211..212]', () => {
  const { world } = forked(start) as Scene
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const ask = (published: string) => {
    const body = `message=x&access_token=${pageToken}&fields=is_published${published}`
    const response = world.request({ method: 'POST', url: `/v26.0/${page}/feed`, headers, body })
    return (JSON.parse(String(response.body)) as { is_published: boolean }).is_published
  }
  expect(['', '&published=1', '&published=TRUE', '&published='].map(ask)).toEqual([true, true, true, true])
  expect(['&published=0', '&published=False'].map(ask)).toEqual([false, false])
})
