import { describe, expect, test } from 'vitest'
import { syntheticPicture } from '../../../src/chapters/pictures/synthetic.ts'
import { act, begin, call, forked, get, idsOf, refusedBy, type Scene, tokenOf } from '../../service/scene.ts'

const start = begin({ policy: { beyond: 'serve' } })
const { page, pageToken, userToken, app, user } = start
const facts = { username: 'bread', name: 'Bread', biography: 'Fresh', website: 'https://bread.test/' }
const account = String(
  act(start.world, 'createInstagramAccount', { page, ...facts, followers: 7, follows: 2 }).unwrap()['id'],
)
const image = 'https://img.test/a.png'
const video = 'https://video.test/a.mp4'
type World = Scene['world']
const does = (world: World, operation: string, params: object, token = pageToken) =>
  call(world, token, operation, params).unwrap()
const made = (world: World, params: object) =>
  String(does(world, 'createMediaContainer', { instagramAccount: account, ...params })['id'])
const publish = (world: World, creation_id: string) =>
  String(does(world, 'publishMediaContainer', { instagramAccount: account, creation_id })['id'])
const statusOf = (world: World, mediaContainer: string) =>
  does(world, 'readMediaContainer', { mediaContainer, fields: 'status_code' })['status_code']
const media = (world: World, id: string, fields: string) =>
  does(world, 'readInstagramMedia', { instagramMedia: id, fields })
const refusalOf = (world: World, operation: string, params: object) =>
  refusedBy(world, () => call(world, pageToken, operation, { instagramAccount: account, ...params }))

/**
 * The codes of the subcodes that have another than 100:
 * https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/error-codes
 */
const codes: Readonly<Record<number, number>> = {
  2207008: 24,
  2207009: 36003,
  2207010: 36004,
  2207052: 9004,
  2207053: -1,
}

describe('the Instagram account of a page', () => {
  test('shows its facts, and is named by its page', () => {
    const { world } = forked(start)
    const fields = 'ig_id,username,name,biography,website,followers_count,follows_count,media_count'
    const record = {
      ...{ id: account, ig_id: Number(account), ...facts },
      ...{ followers_count: 7, follows_count: 2, media_count: 0 },
    }
    expect(does(world, 'readInstagramAccount', { instagramAccount: account, fields })).toEqual(record)
    const named = 'instagram_business_account,connected_instagram_account'
    expect(does(world, 'readPage', { page, fields: named })).toEqual({
      id: page,
      instagram_business_account: { id: account },
      connected_instagram_account: { id: account },
    })
    const path = `/v24.0/me/accounts?fields=instagram_business_account{username}&access_token=${userToken}`
    expect(get(world, path)['data']).toEqual([
      { id: page, instagram_business_account: { id: account, username: 'bread' } },
    ])
    const { profile_picture_url: url } = does(world, 'readInstagramAccount', {
      instagramAccount: account,
      fields: 'profile_picture_url',
    })
    expect(world.request({ method: 'GET', url: String(url) }).status).toBe(200)
  })

  test('is missing on a page without one', () => {
    const { world } = forked(start)
    const { id } = act(world, 'createPage', { name: 'Other', administrators: [user] }).unwrap()
    const fields = 'instagram_business_account'
    expect(does(world, 'readPage', { page: id, fields }, userToken)).toEqual({ id })
  })

  test('is seen with a task on its page alone', () => {
    const { world } = forked(start)
    const mediaContainer = made(world, { image_url: image })
    const instagramMedia = publish(world, made(world, { image_url: image }))
    const stranger = tokenOf({ ...start, world }, { tasks: [] })
    for (const [operation, params] of [
      ['readInstagramAccount', { instagramAccount: account }],
      ['readMediaContainer', { mediaContainer }],
      ['readInstagramMedia', { instagramMedia }],
    ] as const)
      expect(call(world, stranger, operation, params)).toMatchObject({ error: { code: 100, subcode: 33 } })
  })

  test.each<[string, readonly string[], readonly string[], number[]]>([
    ['reads with instagram_basic', ['ADVERTISE'], ['instagram_basic'], [0, 200]],
    ['reads with pages_read_engagement', ['MODERATE'], ['pages_read_engagement'], [0, 200]],
    ['publishes with instagram_content_publish', ['CREATE_CONTENT'], ['instagram_content_publish'], [200, 0]],
    ['publishes with the task CREATE_CONTENT only', ['MANAGE'], ['instagram_content_publish'], [200, 200]],
    ['does nothing without a permission', ['CREATE_CONTENT'], [], [200, 200]],
  ])('%s', (_title, tasks, scopes, codes) => {
    const { world } = forked(start)
    const { id: person } = act(world, 'createUser', { name: 'P' }).unwrap()
    act(world, 'assignTasks', { page, user: person, tasks }).unwrap()
    const { token } = act(world, 'issueToken', { kind: 'user', app, user: person, scopes }).unwrap()
    const calls = [
      ['readInstagramAccount', { instagramAccount: account }],
      ['createMediaContainer', { instagramAccount: account, image_url: image }],
    ] as const
    const answered = calls.map(([operation, params]) => call(world.fork(), String(token), operation, params))
    expect(answered.map((one) => (one.ok ? 0 : one.error.code))).toEqual(codes)
  })
})

describe('media is published', () => {
  test('as an image, with its text', () => {
    const { world } = forked(start)
    const container = made(world, { image_url: image, caption: 'Fresh #bread', alt_text: 'A loaf' })
    expect(
      does(world, 'readMediaContainer', { mediaContainer: container, fields: 'status,status_code' }),
    ).toEqual({
      id: container,
      status: 'Finished: Media has been uploaded and it is ready to be published.',
      status_code: 'FINISHED',
    })
    world.clock.advance('1m')
    const id = publish(world, container)
    const fields = [
      ...['caption', 'alt_text', 'media_type', 'media_product_type', 'owner', 'username', 'timestamp'],
      ...['comments_count', 'like_count', 'is_comment_enabled', 'ig_id', 'shortcode', 'thumbnail_url'],
    ].join(',')
    expect(media(world, id, fields)).toEqual({
      ...{ id, ig_id: id, shortcode: Number(id).toString(36), caption: 'Fresh #bread', alt_text: 'A loaf' },
      ...{ media_type: 'IMAGE', media_product_type: 'FEED', owner: { id: account }, username: 'bread' },
      timestamp: '2026-01-15T09:01:00+0000',
      ...{ comments_count: 0, like_count: 0, is_comment_enabled: true },
    })
    const { media_url: url, permalink } = media(world, id, 'media_url,permalink')
    expect(world.request({ method: 'GET', url: String(url) }).status).toBe(200)
    expect(permalink).toMatch(new RegExp(`/p/${id}$`))
    expect(idsOf(does(world, 'listInstagramMedia', { instagramAccount: account }))).toEqual([id])
    const counted = { instagramAccount: account, fields: 'media_count' }
    expect(does(world, 'readInstagramAccount', counted)).toEqual({ id: account, media_count: 1 })
    expect(statusOf(world, container)).toBe('PUBLISHED')
  })

  test('as an image, if its media_type is empty', () => {
    const { world } = forked(start)
    const id = publish(world, made(world, { media_type: '', image_url: image }))
    expect(media(world, id, 'media_type')).toEqual({ id, media_type: 'IMAGE' })
  })

  test('as a reel, when its video is processed', () => {
    const { world } = forked(start)
    const container = made(world, { media_type: 'REELS', video_url: video })
    expect(statusOf(world, container)).toBe('IN_PROGRESS')
    const checked = () =>
      does(world, 'readMediaContainer', { mediaContainer: container, fields: 'copyright_check_status' })
    const check = (status: string) => ({
      ...{ id: container, copyright_check_status: { status, matches_found: false } },
    })
    expect(checked()).toEqual(check('in_progress'))
    world.clock.advance(9_999)
    expect(refusalOf(world, 'publishMediaContainer', { creation_id: container })).toMatchObject({
      ...{ code: 9007, subcode: 2207027, message: 'Media ID is not available' },
      userMessage: expect.stringContaining('not ready for publishing'),
    })
    world.clock.advance(1)
    expect(statusOf(world, container)).toBe('FINISHED')
    expect(checked()).toEqual(check('completed'))
    const id = publish(world, container)
    expect(media(world, id, 'media_type,media_product_type')).toEqual({
      ...{ id, media_type: 'VIDEO', media_product_type: 'REELS' },
    })
    const { media_url: url, thumbnail_url: still } = media(world, id, 'media_url,thumbnail_url')
    expect(url).toMatch(new RegExp(`/videos/${id}.mp4$`))
    expect(world.request({ method: 'GET', url: String(still) }).status).toBe(200)
  })

  test('as a story, which is listed for a day and is not in the feed', () => {
    const { world } = forked(start)
    const id = publish(world, made(world, { media_type: 'STORIES', image_url: image }))
    expect(media(world, id, 'media_product_type')).toEqual({ id, media_product_type: 'STORY' })
    const stories = () => idsOf(does(world, 'listInstagramStories', { instagramAccount: account }))
    expect(idsOf(does(world, 'listInstagramMedia', { instagramAccount: account }))).toEqual([])
    world.clock.advance(86_399_999)
    expect(stories()).toEqual([id])
    world.clock.advance(1)
    expect(stories()).toEqual([])
  })

  test('as an album of images and videos, in their order', () => {
    const { world } = forked(start)
    const items = [
      made(world, { image_url: image, is_carousel_item: true, caption: 'None' }),
      made(world, { media_type: 'VIDEO', video_url: video, is_carousel_item: true }),
    ]
    const album = made(world, { media_type: 'CAROUSEL', children: items.join(','), caption: 'Both' })
    expect(statusOf(world, album)).toBe('IN_PROGRESS')
    world.clock.advance('10s')
    const id = publish(world, album)
    const { data } = does(world, 'listInstagramItems', { instagramMedia: id, fields: 'media_type,owner' })
    const owner = { id: account }
    expect(data).toEqual([
      { id: expect.any(String), media_type: 'IMAGE', owner },
      { id: expect.any(String), media_type: 'VIDEO', owner },
    ])
    const path = `/v24.0/${id}?fields=children{media_type},caption,media_type&access_token=${pageToken}`
    expect(get(world, path)).toMatchObject({
      ...{ id, caption: 'Both', media_type: 'CAROUSEL_ALBUM' },
      children: { data: [{ media_type: 'IMAGE' }, { media_type: 'VIDEO' }] },
    })
    const [first] = data as readonly { id: string }[]
    expect(media(world, first?.id ?? '', 'caption')).toEqual({ id: first?.id })
    expect(media(world, id, 'media_url')['media_url']).toBe(
      media(world, first?.id ?? '', 'media_url')['media_url'],
    )
    expect(idsOf(does(world, 'listInstagramMedia', { instagramAccount: account }))).toEqual([id])
    expect(items.map((item) => statusOf(world, item))).toEqual(['PUBLISHED', 'PUBLISHED'])
  })

  test('by one account, which another does not count or list', () => {
    const { world } = forked(start)
    const { id: otherPage } = act(world, 'createPage', { name: 'Other', administrators: [user] }).unwrap()
    const other = act(world, 'createInstagramAccount', { page: otherPage, username: 'x' }).unwrap()['id']
    const id = publish(world, made(world, { media_type: 'STORIES', image_url: image }))
    const read = (operation: string, instagramAccount: unknown) =>
      does(world, operation, { instagramAccount }, userToken)
    expect([account, other].map((one) => idsOf(read('listInstagramStories', one)))).toEqual([[id], []])
    const limits = [account, other].map((one) => read('readPublishingLimit', one)['data'])
    expect(limits).toMatchObject([[{ quota_usage: 1 }], [{ quota_usage: 0 }]])
  })

  test('at most a hundred times in a rolling day', () => {
    const { world } = forked(start)
    const limit = () => does(world, 'readPublishingLimit', { instagramAccount: account })['data']
    const config = { quota_total: 100, quota_duration: 86_400 }
    expect(limit()).toEqual([{ quota_usage: 0, config }])
    for (let time = 0; time < 100; time += 1) publish(world, made(world, { image_url: image }))
    expect(limit()).toEqual([{ quota_usage: 100, config }])
    const last = made(world, { image_url: image })
    expect(refusalOf(world, 'publishMediaContainer', { creation_id: last })).toMatchObject({
      ...{ code: 9, subcode: 2207042 },
    })
    world.clock.advance('1d')
    expect(limit()).toEqual([{ quota_usage: 0, config }])
    publish(world, made(world, { image_url: image }))
  })
})

describe('a container is refused', () => {
  const long = 'x'.repeat(2_201)
  test.each<[string, object, number | undefined, RegExp]>([
    ['without a source', {}, undefined, /needs image_url alone, got neither/],
    ['with two sources', { image_url: image, video_url: video }, undefined, /got image_url and video_url/],
    ['as a reel of an image', { media_type: 'REELS', image_url: image }, undefined, /needs video_url alone/],
    ['as a video in the feed', { media_type: 'VIDEO', video_url: video }, 2207067, /use REELS/],
    ['as a story without a source', { media_type: 'STORIES' }, undefined, /one of image_url and video_url/],
    [
      'as a story that is an item',
      { media_type: 'STORIES', image_url: image, is_carousel_item: true },
      undefined,
      /must have the media_type IMAGE or VIDEO/,
    ],
    ['as an album of one', { media_type: 'CAROUSEL', children: ['1'] }, 2207028, /2 to 10 children, got 1/],
    ['as an album of none', { media_type: 'CAROUSEL' }, 2207028, /2 to 10 children, got 0/],
    [
      'as an album of eleven',
      { media_type: 'CAROUSEL', children: Array.from({ length: 11 }, () => '1') },
      2207028,
      /2 to 10 children, got 11/,
    ],
    [
      'as an album with an image',
      { media_type: 'CAROUSEL', children: ['1', '2'], image_url: image },
      undefined,
      /takes its media from children/,
    ],
    [
      'as an album of nothing',
      { media_type: 'CAROUSEL', children: '1,2' },
      undefined,
      /children must be ids/,
    ],
    ['with a long text', { image_url: image, caption: long }, 2207010, /too long/],
    ['with many hashtags', { image_url: image, caption: '#a '.repeat(31) }, 2207010, /30 hashtags/],
    ['with many mentions', { image_url: image, caption: '@a '.repeat(21) }, 2207010, /20 mentions/],
    ['of a page of text', { image_url: 'https://img.test/a.html' }, 2207052, /could not be fetched/],
    ['of an unknown kind', { media_type: 'AUDIO', image_url: image }, undefined, /media_type must be one of/],
    ['of a wrong URL', { image_url: 'a.png' }, undefined, /image_url must be an absolute http or https URL/],
    ['of a wrong video', { media_type: 'REELS', video_url: ['x'] }, undefined, /video_url must be/],
    ['with a text that is none', { image_url: image, caption: { a: 1 } }, undefined, /caption must be text/],
    ['with another description', { image_url: image, alt_text: ['x'] }, undefined, /alt_text must be text/],
    [
      'of a wrong item',
      { image_url: image, is_carousel_item: 'perhaps' },
      undefined,
      /is_carousel_item must/,
    ],
  ])('%s', (_title, params, subcode, message) => {
    const { world } = forked(start)
    const error = refusalOf(world, 'createMediaContainer', params)
    expect([error.code, error.subcode]).toEqual([codes[subcode ?? 0] ?? 100, subcode])
    expect(error.userMessage ?? error.message).toMatch(message)
  })

  test('takes an image of any shape, if nobody registered its size', () => {
    const { world } = forked(start)
    const images = Array.from({ length: 20 }, (_, number) => `https://img.test/any-shape-${number}.png`)
    const statuses = images.map((image_url) => statusOf(world, made(world, { image_url })))
    expect(statuses).toEqual(images.map(() => 'FINISHED'))
  })

  test('takes a text of the greatest length', () => {
    const { world } = forked(start)
    const caption = `${'#a '.repeat(30)}${'@a '.repeat(20)}`.padEnd(2_200, 'é')
    expect(statusOf(world, made(world, { image_url: image, caption }))).toBe('FINISHED')
  })

  test.each([
    [79, 100, 2207009],
    [80, 100, undefined],
    [191, 100, undefined],
    [192, 100, 2207009],
  ])('with a registered picture of %i to %i', (width, height, subcode) => {
    const { world } = forked(start)
    const url = 'https://img.test/registered.png'
    const bytes = syntheticPicture({ url, width, height })
    act(world, 'registerUrl', { url, bytes, contentType: 'image/png' }).unwrap()
    const outcome = call(world, pageToken, 'createMediaContainer', {
      instagramAccount: account,
      image_url: url,
    })
    expect(outcome.ok ? undefined : outcome.error.subcode).toBe(subcode)
    // A story has any proportions.
    const story = made(world, { media_type: 'STORIES', image_url: url })
    const id = publish(world, story)
    expect(media(world, id, 'media_type')).toEqual({ id, media_type: 'IMAGE' })
  })

  test('of which an item is published, expired or of another account', () => {
    const { world } = forked(start)
    const { id: other } = act(world, 'createPage', { name: 'Other', administrators: [user] }).unwrap()
    const foreign = act(world, 'createInstagramAccount', { page: other, username: 'x' }).unwrap()['id']
    const item = { image_url: image, is_carousel_item: true }
    const old = made(world, item)
    world.clock.advance('1d')
    const [one, two, free] = [made(world, item), made(world, item), made(world, item)]
    const album = { media_type: 'CAROUSEL', children: [one, two] }
    const [first, second] = [made(world, album), made(world, album)]
    publish(world, first)
    const strange = does(world, 'createMediaContainer', { instagramAccount: foreign, ...item }, userToken)[
      'id'
    ]
    const plain = made(world, { image_url: image })
    for (const [id, message] of [
      [old, /container that is EXPIRED/],
      [one, /container that is PUBLISHED/],
      [strange, /children must be ids of containers of the account/],
      [plain, /containers of the account with is_carousel_item/],
    ] as const)
      expect(refusalOf(world, 'createMediaContainer', { ...album, children: [free, id] }).message).toMatch(
        message,
      )
    expect(refusalOf(world, 'publishMediaContainer', { creation_id: second }).message).toMatch(
      /item \d+ of the album is published/,
    )
  })
})

describe('a container is not published', () => {
  test.each<[string, (world: World) => string, number | undefined, RegExp]>([
    ['that does not exist', () => '1', 2207008, /creation id = 1 does not exist/],
    [
      'that is media',
      (world) => publish(world, made(world, { image_url: image })),
      2207008,
      /does not exist/,
    ],
    [
      'a second time',
      (world) => {
        const container = made(world, { image_url: image })
        publish(world, container)
        return container
      },
      undefined,
      /container that is PUBLISHED/,
    ],
    [
      'that is an item',
      (world) => made(world, { image_url: image, is_carousel_item: true }),
      undefined,
      /publish the album/,
    ],
    [
      'after 24 hours',
      (world) => {
        const container = made(world, { image_url: image })
        world.clock.advance(86_399_999)
        expect(statusOf(world, container)).toBe('FINISHED')
        world.clock.advance(1)
        expect(statusOf(world, container)).toBe('EXPIRED')
        return container
      },
      2207008,
      /has been expired/,
    ],
    [
      'whose video is not found',
      (world) => {
        act(world, 'registerUrl', { url: video, missing: true }).unwrap()
        const container = made(world, { media_type: 'REELS', video_url: video })
        expect(statusOf(world, container)).toBe('IN_PROGRESS')
        world.clock.advance('10s')
        expect(statusOf(world, container)).toBe('ERROR')
        return container
      },
      2207053,
      /create another container/,
    ],
  ])('%s', (_title, containerOf, subcode, message) => {
    const { world } = forked(start)
    const error = refusalOf(world, 'publishMediaContainer', { creation_id: containerOf(world) })
    expect([error.code, error.subcode]).toEqual([codes[subcode ?? 0] ?? 100, subcode])
    expect(error.userMessage ?? error.message).toMatch(message)
  })

  test.each([[{}], [{ creation_id: 'x' }], [{ creation_id: ['1'] }]])('by %j', (params) => {
    const { world } = forked(start)
    expect(refusalOf(world, 'publishMediaContainer', params).message).toMatch(/creation_id/)
  })
})

test('a video is an error at once in a world of registered pictures', () => {
  const { world } = forked(start, { policy: { photoUrls: 'registered' } })
  const container = made(world, { media_type: 'REELS', video_url: video })
  world.clock.advance('10s')
  expect(statusOf(world, container)).toBe('ERROR')
})
