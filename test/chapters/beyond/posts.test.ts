import { describe, expect, test } from 'vitest'
import { platformPolicy } from '../../../src/index.ts'
import {
  act,
  begin,
  call,
  forked,
  idsOf,
  jsonOf,
  refusedBy,
  type Scene,
  tokenOf,
} from '../../service/scene.ts'

const start = begin({ policy: { beyond: 'serve' } })
const { page, pageToken, userToken, appToken, user } = start
const fresh = () => forked(start)
const later = start.world.clock.now / 1000 + 3_600
const scheduled = { published: false, scheduled_publish_time: later }

const publish = ({ world }: Scene, params: object = { message: 'Hello' }) =>
  String(call(world, pageToken, 'publishPost', { page, ...params }).unwrap()['id'])
const update = ({ world }: Scene, post: string, params: object, token = pageToken) =>
  call(world, token, 'updatePost', { post, ...params })
const read = ({ world }: Scene, post: string, fields: string, token = pageToken) =>
  call(world, token, 'readPost', { post, fields }).unwrap()
const list = ({ world }: Scene, operation: string, params: object = {}, token = pageToken) =>
  idsOf(call(world, token, operation, { page, ...params }).unwrap())

describe('the posts of a page', () => {
  test.each(['posts', 'published_posts'])(
    '/%s lists its published posts, newest first, and no other',
    (edge) => {
      const scene = fresh()
      const { world } = scene
      const first = publish(scene)
      publish(scene, { message: 'Draft', published: false })
      publish(scene, { message: 'Later', ...scheduled })
      act(world, 'visitPage', { page, user, message: 'A visit' }).unwrap()
      world.clock.advance('1m')
      const second = publish(scene)
      const answer = world.request({
        method: 'GET',
        path: `/${page}/${edge}`,
        params: { access_token: pageToken },
      })
      expect(idsOf(jsonOf(answer))).toEqual([second, first])
    },
  )

  test('are limited like the feed: 100 on a page, and so many of each year', () => {
    const scene = fresh()
    const posts = [publish(scene), publish(scene)]
    const few = forked(scene, { policy: { rankedPostsPerYear: 1 } })
    expect(list(few, 'listPagePosts')).toEqual(list(few, 'listPageFeed'))
    expect(list(few, 'listPagePosts')).toHaveLength(1)
    expect(list(scene, 'listPagePosts', { limit: 1 })).toEqual([posts[1]])
    const refused = () => call(scene.world, pageToken, 'listPagePosts', { page, limit: 101 })
    expect(refusedBy(scene.world, refused).code).toBe(100)
  })

  test('leave out what the caller may not see', () => {
    const scene = fresh()
    const expired = publish(scene)
    act(scene.world, 'setPostExpiry', { post: expired, expiresAt: scene.world.clock.now / 1000 }).unwrap()
    expect(list(scene, 'listPagePosts')).toEqual([])
  })

  test('are read by a person with a task, or an app with Page Public Content Access', () => {
    const scene = fresh()
    const post = publish(scene)
    expect(list(scene, 'listPagePosts', {}, userToken)).toEqual([post])
    const stranger = tokenOf(scene, { tasks: [] })
    const refused = () => call(scene.world, stranger, 'listPagePosts', { page })
    expect(refusedBy(scene.world, refused).code).toBe(200)
  })
})

describe('the posts of a period', () => {
  const scene = fresh()
  const time = scene.world.clock.now / 1000
  /** One post a minute, the first at `time`. Posts have whole seconds, and these are half a second late. */
  scene.world.clock.advance(500)
  const [first, second, third] = [0, 1, 2].map((minute) => {
    if (minute > 0) scene.world.clock.advance('1m')
    return publish(scene, { message: `${minute}` })
  })
  const iso = new Date((time + 60) * 1000).toISOString().replace('.000Z', '+0000')
  const day = iso.slice(0, 10)

  test.each([
    ['since a time, that second included', { since: time + 60 }, [third, second]],
    ['since the next second', { since: time + 61 }, [third]],
    ['until a time, that second included', { until: time + 60 }, [second, first]],
    ['until the second before', { until: time + 59 }, [first]],
    ['of one second', { since: time + 60, until: time + 60 }, [second]],
    ['of a time as the service writes it', { since: iso }, [third, second]],
    ['since a day, its midnight', { since: day }, [third, second, first]],
    ['until a day, its midnight', { until: day }, []],
    ['of a period that ends before it begins', { since: time + 60, until: time }, []],
  ])('%s', (_, period, posts) => {
    for (const operation of ['listPageFeed', 'listPagePosts'])
      expect(list(scene, operation, period)).toEqual(posts)
  })

  test('are read page by page, onward and back, and the links end with the period', () => {
    const { world } = scene
    const get = (url: string) =>
      jsonOf(world.request({ method: 'GET', path: url })) as {
        paging: { next: string; previous: string }
      }
    const newest = get(`/${page}/feed?limit=1&since=${time + 60}&access_token=${pageToken}`)
    const oldest = get(newest.paging.next)
    expect([idsOf(newest), idsOf(oldest)]).toEqual([[third], [second]])
    expect(oldest.paging.next).toBeUndefined()
    expect(newest.paging.previous).toBeUndefined()
    expect(idsOf(get(oldest.paging.previous))).toEqual([third])
  })

  test('cannot be asked for in a world of the description alone', () => {
    const { world } = forked(scene, { policy: { beyond: 'refuse' } })
    const asked = () => call(world, pageToken, 'listPageFeed', { page, since: time })
    expect(refusedBy(world, asked)).toMatchObject({
      code: 100,
      message: expect.stringContaining('Param since is not simulated for listPageFeed'),
    })
    const nothing = { page, since: '', until: 0 }
    expect(idsOf(call(world, pageToken, 'listPageFeed', nothing).unwrap())).toHaveLength(3)
  })
})

describe('the scheduled posts of a page', () => {
  test('are listed until they are published', () => {
    const scene = fresh()
    publish(scene)
    publish(scene, { message: 'Draft', published: false })
    const post = publish(scene, { message: 'Later', ...scheduled })
    expect(list(scene, 'listScheduledPosts')).toEqual([post])
    scene.world.clock.advance('2h')
    expect(list(scene, 'listScheduledPosts')).toEqual([])
    expect(list(scene, 'listPagePosts')).toContain(post)
  })

  test('need a page token, of a person with a task', () => {
    const scene = fresh()
    for (const token of [userToken, appToken, tokenOf(scene, { kind: 'page', tasks: ['ADVERTISE'] })])
      expect(
        refusedBy(scene.world, () => call(scene.world, token, 'listScheduledPosts', { page })).code,
      ).toBe(200)
  })
})

describe('a post is scheduled', () => {
  test.each(['platform', 'beyond'])('with published=false and a time under the policy %s', (name) => {
    const policy = name === 'platform' ? platformPolicy : { beyond: 'serve' as const }
    const scene = forked(start, { policy })
    const post = publish(scene, { message: 'Later', ...scheduled })
    expect(read(scene, post, 'is_published,scheduled_publish_time')).toEqual({
      id: post,
      is_published: false,
      scheduled_publish_time: later,
    })
    scene.world.clock.advance('2h')
    expect(read(scene, post, 'is_published')).toMatchObject({ is_published: true })
  })

  test('so is a photo', () => {
    const scene = fresh()
    const photo = { page, url: 'https://img.test/a.png', ...scheduled }
    const { id } = call(scene.world, pageToken, 'uploadPagePhoto', photo).unwrap()
    expect(id).toMatch(/^\d+$/)
    expect(list(scene, 'listScheduledPosts')).toHaveLength(1)
  })

  test.each(['publishPost', 'uploadPagePhoto'])('%s needs the content type by default', (operation) => {
    const params = { page, message: 'Later', ...scheduled, temporary: true }
    const photo = operation === 'uploadPagePhoto' && { url: 'https://img.test/a.png' }
    const plain = begin().world
    const refused = () => call(plain, pageToken, operation, { ...params, ...photo })
    expect(refusedBy(plain, refused)).toMatchObject({
      code: 100,
      message: '(#100) Param scheduled_publish_time requires unpublished_content_type SCHEDULED, got nothing',
    })
  })

  test('and not with another content type, or published', () => {
    const { world } = fresh()
    for (const wrong of [{ unpublished_content_type: 'DRAFT' }, { published: true }]) {
      const refused = () =>
        call(world, pageToken, 'publishPost', { page, message: 'x', ...scheduled, ...wrong })
      expect(refusedBy(world, refused).code).toBe(100)
    }
  })
})

describe('a post is changed', () => {
  test('its message, with the pages that it mentions, and its updated_time', () => {
    const scene = fresh()
    const post = publish(scene)
    scene.world.clock.advance('1m')
    expect(update(scene, post, { message: `Bye @[${page}]` }).unwrap()).toEqual({ success: true })
    expect(read(scene, post, 'message,message_tags{id},updated_time,created_time')).toEqual({
      id: post,
      message: 'Bye Starter Page',
      message_tags: [{ id: page }],
      updated_time: scene.world.clock.now / 1000,
      created_time: scene.world.clock.now / 1000 - 60,
    })
  })

  test('it is published now, with its photos, and its scheduled publication is called off', () => {
    const scene = fresh()
    const { world } = scene
    const media = { page, url: 'https://img.test/a.png', published: false, temporary: true }
    const { id: photo } = call(world, pageToken, 'uploadPagePhoto', media).unwrap()
    const post = publish(scene, { ...scheduled, attached_media: [{ media_fbid: photo }] })
    world.clock.advance('10m')
    update(scene, post, { is_published: true }).unwrap()
    const published = { is_published: true, created_time: world.clock.now / 1000 }
    expect(read(scene, post, 'is_published,created_time')).toMatchObject(published)
    expect(world.events.all().at(-1)).toMatchObject({ type: 'post.published' })
    expect(list(scene, 'listPagePhotos', { type: 'uploaded' })).toContain(photo)
    world.clock.advance('2h')
    expect(read(scene, post, 'created_time')).toMatchObject({ created_time: published.created_time })
  })

  test('its publication is moved', () => {
    const scene = fresh()
    const post = publish(scene, { message: 'Later', ...scheduled })
    update(scene, post, { scheduled_publish_time: later + 3_600 }).unwrap()
    expect(read(scene, post, 'scheduled_publish_time')).toMatchObject({
      scheduled_publish_time: later + 3_600,
    })
    scene.world.clock.advance('1h')
    expect(read(scene, post, 'is_published')).toMatchObject({ is_published: false })
    scene.world.clock.advance('1h')
    expect(read(scene, post, 'is_published,created_time')).toMatchObject({
      is_published: true,
      created_time: later + 3_600,
    })
  })

  test('by values that it has already, which change nothing', () => {
    const scene = fresh()
    const post = publish(scene)
    scene.world.clock.advance('1m')
    update(scene, post, { is_published: true, id: post, created_time: 1 }).unwrap()
    expect(read(scene, post, 'created_time,updated_time')).toMatchObject({
      created_time: start.world.clock.now / 1000,
      updated_time: start.world.clock.now / 1000,
    })
  })

  const tooSoon = { scheduled_publish_time: start.world.clock.now / 1000 + 599 }
  test.each<[string, object, object, RegExp]>([
    ['a published post to unpublished', {}, { is_published: false }, /must not be false/],
    ['a published post to a time', {}, { scheduled_publish_time: later }, /requires a scheduled post/],
    ['a draft to a time', { published: false }, { scheduled_publish_time: later }, /got an unpublished post/],
    ['to a time too soon', scheduled, tooSoon, /must lie between 10 minutes and 75 days/],
    ['to now and to a time', scheduled, { ...scheduled, is_published: true }, /exclude each other/],
    ['to nothing', {}, { message: '' }, /must not be empty/],
  ])('not %s', (_, made, params, message) => {
    const scene = fresh()
    const post = publish(scene, { message: 'Hello', ...made })
    const { published: _published, ...changes } = params as { published?: boolean }
    const error = refusedBy(scene.world, () => update(scene, post, changes))
    expect(error).toMatchObject({ code: 100, message: expect.stringMatching(message) })
  })

  test('by its app alone, with the task CREATE_CONTENT and pages_manage_posts', () => {
    const scene = fresh()
    const { world } = scene
    const post = publish(scene)
    expect(update(scene, post, { message: 'a' }, userToken).ok).toBe(true)
    const other = act(world, 'createApp', { name: 'Other' }).unwrap()
    const tokens: [string, RegExp][] = [
      [tokenOf(scene, { app: String(other['id']) }), /An app can change only the posts that it created/],
      [tokenOf(scene, { tasks: ['MANAGE'] }), /Requires the task CREATE_CONTENT/],
      [tokenOf(scene, { without: ['pages_manage_posts'] }), /Requires the permission pages_manage_posts/],
    ]
    for (const [token, message] of tokens) {
      const error = refusedBy(world, () => update(scene, post, { message: 'b' }, token))
      expect(error).toMatchObject({ code: 200, message: expect.stringMatching(message) })
    }
  })
})

describe('attachments{…} selects members of each attachment', () => {
  const photoIn = ({ world }: Scene, name: string) => {
    const params = { page, url: `https://img.test/${name}.png`, published: false }
    return { media_fbid: call(world, pageToken, 'uploadPagePhoto', params).unwrap()['id'] }
  }

  test('and of its subattachments', () => {
    const scene = fresh()
    const post = publish(scene, { attached_media: [photoIn(scene, 'a'), photoIn(scene, 'b')] })
    const image = { image: { src: expect.stringMatching(/^https?:/) } }
    expect(
      read(scene, post, 'attachments{media{image{src}},type,url,subattachments{media{image{src}},type}}'),
    ).toEqual({
      id: post,
      attachments: {
        data: [
          {
            media: image,
            type: 'album',
            url: expect.stringMatching(new RegExp(`/${post}$`)),
            subattachments: {
              data: [
                { media: image, type: 'photo' },
                { media: image, type: 'photo' },
              ],
            },
          },
        ],
      },
    })
  })

  test('and says the kind of media, the target and the URL of each', () => {
    const scene = fresh()
    const url = 'https://example.test/'
    const members = 'attachments{media_type,target,unshimmed_url}'
    expect(read(scene, publish(scene, { link: url }), members)['attachments']).toEqual({
      data: [{ media_type: 'link', target: { url }, unshimmed_url: url }],
    })
    const photos = publish(scene, { attached_media: [photoIn(scene, 'a'), photoIn(scene, 'b')] })
    expect(read(scene, photos, 'attachments{media_type,subattachments{media_type}}')['attachments']).toEqual({
      data: [
        { media_type: 'album', subattachments: { data: [{ media_type: 'photo' }, { media_type: 'photo' }] } },
      ],
    })
    const { world } = begin()
    const plain = call(world, pageToken, 'publishPost', { page, link: url }).unwrap()['id']
    const [attachment] = (
      call(world, pageToken, 'readPost', { post: plain }).unwrap()['attachments'] as { data: object[] }
    ).data
    for (const name of ['media_type', 'target', 'unshimmed_url']) expect(attachment).not.toHaveProperty(name)
  })

  test('and shows the kind of media and the bare URL only if the read names them', () => {
    const scene = fresh()
    const post = publish(scene, { attached_media: [photoIn(scene, 'a'), photoIn(scene, 'b')] })
    type Shown = { data: Record<string, unknown>[] }
    const names = (fields: string) => {
      const [album] = (read(scene, post, fields)['attachments'] as Shown).data
      const [photo] = (album?.['subattachments'] as Shown | undefined)?.data ?? []
      return [album, photo].map((one) =>
        Object.keys(one ?? {})
          .sort()
          .join(),
      )
    }
    const photo = 'media,target,type,url'
    expect(names('attachments')).toEqual(['media,subattachments,target,title,type,url', photo])
    expect(names('attachments{media_type,subattachments}')).toEqual(['media_type,subattachments', photo])
    expect(names('attachments{subattachments{unshimmed_url}}')).toEqual(['subattachments', 'unshimmed_url'])
  })

  test('with the envelope named too, and no unknown name', () => {
    const scene = fresh()
    const post = publish(scene, { link: 'https://example.test/' })
    expect(read(scene, post, 'attachments{data{type}}')['attachments']).toEqual({ data: [{ type: 'share' }] })
    const refused = () => call(scene.world, pageToken, 'readPost', { post, fields: 'attachments{nothing}' })
    expect(refusedBy(scene.world, refused).code).toBe(100)
  })

  test('only with the envelope named by default', () => {
    const { world } = begin()
    const { id: post } = call(world, pageToken, 'publishPost', {
      page,
      link: 'https://example.test/',
    }).unwrap()
    const refused = (fields: string) => () => call(world, pageToken, 'readPost', { post, fields })
    for (const fields of ['attachments{type}', 'comments', 'likes', 'scheduled_publish_time'])
      expect(refusedBy(world, refused(fields)).code).toBe(100)
    expect(call(world, pageToken, 'readPost', { post, fields: 'attachments{data{type}}' }).ok).toBe(true)
  })
})

describe('a carousel', () => {
  const link = 'https://example.test/'
  const picture = 'https://img.test/item.png'
  const child_attachments = [
    { link: `${link}1`, name: 'One', picture },
    { link: `${link}2`, picture },
  ]
  const fields = 'child_attachments,multi_share_end_card,multi_share_optimized'
  test.each([
    [{}, 'NO_BUTTON', true, true],
    [{ multi_share_end_card: false, multi_share_optimized: false }, 'NO_BUTTON', false, false],
    [{ call_to_action: { type: 'SHOP_NOW' } }, 'SHOP_NOW', true, true],
  ])(
    'made with %j says how it ends, and has an id and a button for each item',
    (more, type, end, optimized) => {
      const scene = fresh()
      const post = publish(scene, { link, child_attachments, ...more })
      const number = post.split('_')[1]
      const [one, two] = child_attachments
      expect(read(scene, post, fields)).toEqual({
        id: post,
        child_attachments: [
          {
            ...one,
            id: `${number}_1`,
            caption: '',
            call_to_action: { type, value: { link: `${link}1`, link_title: 'One' } },
          },
          { ...two, id: `${number}_2`, caption: '', call_to_action: { type, value: { link: `${link}2` } } },
        ],
        multi_share_end_card: end,
        multi_share_optimized: optimized,
      })
    },
  )

  test('is no other post, and has less by default', () => {
    const scene = fresh()
    const post = publish(scene)
    expect(read(scene, post, fields)).toEqual({ id: post })
    const { world } = begin()
    const { id } = call(world, pageToken, 'publishPost', { page, link, child_attachments }).unwrap()
    const shown = call(world, pageToken, 'readPost', { post: id, fields: 'child_attachments' }).unwrap()
    expect(shown).toEqual({ id, child_attachments })
  })
})
