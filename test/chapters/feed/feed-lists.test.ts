import { describe, expect, test } from 'vitest'
import { call, get, idsOf, refusedBy, rowOf, tokenOf } from '../../service/scene.ts'
import {
  forkWorld,
  now,
  other,
  page,
  pageToken,
  publishedId,
  start,
  upload,
  userToken,
  visitor,
} from './feed-world.ts'

const unseen = { code: 100, subcode: 33 }

describe('deleting a post', () => {
  const remove = (world: ReturnType<typeof forkWorld>, post: string, token = pageToken) =>
    call(world, token, 'deletePost', { post })

  test('removes it from each list and from the schedule', () => {
    const world = forkWorld()
    const time = {
      published: false,
      unpublished_content_type: 'SCHEDULED',
      scheduled_publish_time: now + 3_600,
    }
    const posts = [
      publishedId(world, { message: `@[${page}]` }),
      publishedId(world, { message: 'x', ...time }),
    ]
    for (const post of posts) {
      expect(remove(world, post).unwrap()).toEqual({ success: true })
      expect(world.events.last()).toMatchObject({ type: 'post.deleted', data: { post, page } })
      expect(refusedBy(world, () => remove(world, post))).toMatchObject(unseen)
      expect(refusedBy(world, () => call(world, pageToken, 'readPost', { post }))).toMatchObject(unseen)
    }
    expect(world.clock.pending).toEqual([])
    const all = call(world, pageToken, 'listPageFeed', { page, fields: 'is_published' }).unwrap()
    expect(all['data']).toEqual([])
    expect(call(world, pageToken, 'listTaggedPosts', { page }).unwrap()['data']).toEqual([])
  })

  test('gives its photos 24 h, unless another post shows them', () => {
    const world = forkWorld()
    const [lone, shared] = [upload(world, { published: false }), upload(world, { published: false })]
    const media = [lone, shared].map((media_fbid) => ({ media_fbid }))
    const post = publishedId(world, { attached_media: media })
    const kept = publishedId(world, { attached_media: media.slice(1) })
    remove(world, post).unwrap()
    expect(rowOf(world, lone)).toMatchObject({ published: false, posts: [] })
    expect(rowOf(world, shared)).toMatchObject({ published: true, posts: [Number(kept.split('_')[1])] })
    world.clock.advance(86_400_000 - 1)
    expect(rowOf(world, lone)).toMatchObject({ published: false })
    world.clock.advance(1)
    expect(call(world, pageToken, 'readPhoto', { photo: lone }).ok).toBe(false)
    expect(call(world, pageToken, 'readPhoto', { photo: shared }).ok).toBe(true)
  })

  describe('of a photo that was published by', () => {
    const later = { published: false, unpublished_content_type: 'SCHEDULED' }
    const at = (seconds: number) => ({ ...later, scheduled_publish_time: now + seconds })
    const temporary = (world: ReturnType<typeof forkWorld>) =>
      upload(world, { published: false, temporary: true })
    const showing = (world: ReturnType<typeof forkWorld>, photo: string, more: object = {}) =>
      publishedId(world, { attached_media: [{ media_fbid: photo }], ...more })
    const isPublished = (world: ReturnType<typeof forkWorld>, photo: string) =>
      rowOf(world, photo)['published']
    const isThere = (world: ReturnType<typeof forkWorld>, photo: string) =>
      call(world, pageToken, 'readPhoto', { photo }).ok

    test.each([
      ['its story [PHO-007, PHO-013]', () => undefined],
      ['a published post that shows it [PHO-007, PHO-013]', () => ({})],
      ['an unpublished post that shows it [PHO-007, PHO-013]', () => ({ published: false })],
      ['a scheduled post that shows it [PHO-007, PHO-013]', () => at(3_600)],
    ])('its own upload: the photo stays published after %s is deleted', (_, how) => {
      const world = forkWorld()
      const url = 'https://img.test/a.png'
      const more = how()
      const quiet = { temporary: true, no_story: more !== undefined }
      const made = world
        .as(pageToken)
        .uploadPagePhoto({ page, url, ...quiet })
        .unwrap()
      remove(world, more ? showing(world, made.id, more) : (made.post_id ?? '')).unwrap()
      world.clock.advance('2d')
      expect(isPublished(world, made.id)).toBe(true)
      expect(idsOf(call(world, pageToken, 'listPagePhotos', { page, type: 'uploaded' }).unwrap())).toEqual([
        made.id,
      ])
    })

    test('one post: the photo is unpublished until a scheduled post [PHO-011, PHO-013]', () => {
      const world = forkWorld()
      const photo = temporary(world)
      const post = showing(world, photo)
      showing(world, photo, at(3 * 86_400))
      remove(world, post).unwrap()
      expect(isPublished(world, photo)).toBe(false)
      world.clock.advance('2d')
      expect([isThere(world, photo), isPublished(world, photo)]).toEqual([true, false])
      world.clock.advance('1d')
      expect(isPublished(world, photo)).toBe(true)
    })

    test('one post: the photo stays unpublished in an unpublished post, and ends with that [PHO-013]', () => {
      const world = forkWorld()
      const photo = temporary(world)
      const post = showing(world, photo)
      const draft = showing(world, photo, { published: false })
      remove(world, post).unwrap()
      world.clock.advance('5d')
      expect(isPublished(world, photo)).toBe(false)
      expect(isThere(world, photo)).toBe(true)
      remove(world, draft).unwrap()
      expect(isThere(world, photo)).toBe(false)
    })

    test('two posts: the photo stays published until both are deleted [PHO-011, PHO-013]', () => {
      const world = forkWorld()
      const photo = temporary(world)
      const posts = [showing(world, photo), showing(world, photo)]
      const published = posts.map((post) => {
        remove(world, post).unwrap()
        return isPublished(world, photo)
      })
      expect(published).toEqual([true, false])
      world.clock.advance('1d')
      expect(isThere(world, photo)).toBe(false)
    })

    test('a scheduled post: the photo has 24 h after that post is deleted [PHO-009, PHO-013]', () => {
      const world = forkWorld()
      const photo = temporary(world)
      const post = showing(world, photo, at(3_600))
      world.clock.advance('1h')
      remove(world, post).unwrap()
      expect(isPublished(world, photo)).toBe(false)
      world.clock.advance('1d')
      expect(isThere(world, photo)).toBe(false)
    })
  })

  test('leaves a profile picture published', () => {
    const world = forkWorld()
    const url = 'https://img.test/a.png'
    const { id: photo, post_id: post = '' } = world.as(pageToken).uploadPagePhoto({ page, url }).unwrap()
    world.actions.setProfilePicture({ page, photo }).unwrap()
    remove(world, post).unwrap()
    world.clock.advance('2d')
    expect(idsOf(call(world, pageToken, 'listPagePhotos', { page }).unwrap())).toEqual([photo])
    expect(rowOf(world, photo)).toMatchObject({ story: null, posts: [] })
  })

  test.each([
    [{ tasks: ['CREATE_CONTENT'], scopes: ['pages_manage_posts'] }, true],
    [{ tasks: ['MANAGE', 'MODERATE', 'ADVERTISE'], scopes: ['pages_manage_posts'] }, false],
    [{ tasks: ['CREATE_CONTENT'], scopes: ['pages_read_engagement'] }, false],
  ] as const)('takes CREATE_CONTENT and pages_manage_posts: %j is %j', (caller, can) => {
    const world = forkWorld()
    const post = publishedId(world, { message: 'x' })
    const token = tokenOf({ ...start, world }, caller)
    if (can) expect(remove(world, post, token).ok).toBe(true)
    else expect(refusedBy(world, () => remove(world, post, token)).code).toBe(200)
  })

  test('is a DELETE of its id; a post has no update', () => {
    const world = forkWorld()
    const post = publishedId(world, { message: 'x' })
    const send = (method: string) => {
      const response = world.request({ method, url: `/v7.0/${post}?access_token=${pageToken}&message=y` })
      return JSON.parse(String(response.body)) as object
    }
    expect(send('POST')).toMatchObject({ error: { code: 100, error_subcode: 33 } })
    expect(send('DELETE')).toEqual({ success: true })
  })
})

describe('the posts that name a page', () => {
  const tagged = (world: ReturnType<typeof forkWorld>, token = pageToken, params: object = {}) =>
    idsOf(call(world, token, 'listTaggedPosts', { page, ...params }).unwrap())

  test('are those that mention it, are addressed to it or tag it, newest first [FEE-143]', () => {
    const world = forkWorld()
    const mention = publishedId(world, { message: `@[${page}]` })
    world.clock.advance('1s')
    const visit = world.actions.visitPage({ page, user: visitor, message: 'Hi' }).unwrap().id
    world.clock.advance('1s')
    const later = publishedId(world, { message: 'x' })
    expect(tagged(world)).toEqual([visit, mention])
    world.actions.tagPageInPost({ post: later, page }).unwrap()
    expect(tagged(world)).toEqual([later, visit, mention])
    expect(tagged(world, pageToken, { limit: 1 })).toEqual([later])
    publishedId(world, { message: `@[${page}]`, published: false })
    expect(tagged(world)).toHaveLength(3)
  })

  test('include posts of other pages only if those are authentic [FEE-144]', () => {
    const world = forkWorld()
    const params = { page: other, message: `@[${page}]` }
    const post = String(call(world, userToken, 'publishPost', params).unwrap()['id'])
    expect(tagged(world)).toEqual([])
    world.actions.verifyPage({ page: other }).unwrap()
    expect(tagged(world)).toEqual([post])
    world.actions.verifyPage({ page: other, verified: false }).unwrap()
    expect(tagged(world)).toEqual([])
    world.actions.verifyPage({ page }).unwrap()
    expect(tagged(world)).toEqual([])
  })

  test('have the fields, the limit and the permissions of the feed [FEE-143]', () => {
    const world = forkWorld()
    const post = publishedId(world, { message: `@[${page}]` })
    const url = `/v7.0/${page}/tagged?access_token=${pageToken}&fields=message`
    expect(get(world, url)['data']).toEqual([{ id: post, message: 'Starter Page' }])
    const ask = (token: string, more: object) => call(world, token, 'listTaggedPosts', { page, ...more })
    expect(refusedBy(world, () => ask(pageToken, { limit: 101 })).code).toBe(100)
    expect(ask(pageToken, { limit: 100 }).ok).toBe(true)
    const scene = { ...start, world }
    const advertiser = tokenOf(scene, { tasks: ['ADVERTISE'] })
    expect(refusedBy(world, () => ask(advertiser, {})).code).toBe(200)
    const lacking = tokenOf(scene, { without: ['pages_read_engagement'] })
    expect(refusedBy(world, () => ask(lacking, {})).code).toBe(200)
  })

  test('that the caller may not see are not listed', () => {
    const world = forkWorld()
    const post = publishedId(world, { message: `@[${page}]` })
    world.actions.setPostExpiry({ post, expiresAt: now }).unwrap()
    expect(tagged(world)).toEqual([])
  })
})

describe('reels [FEE-145]', () => {
  const reels = (world: ReturnType<typeof forkWorld>, token = pageToken) =>
    call(world, token, 'listPageReels', { page })

  test('are read through their own edge, newest first, and not through the feed', () => {
    const world = forkWorld()
    expect(reels(world).unwrap()).toEqual({ data: [], paging: {} })
    const first = world.actions.addReel({ page, description: 'One' }).unwrap().id
    world.clock.advance('1s')
    const second = world.actions.addReel({ page }).unwrap().id
    expect(reels(world).unwrap()['data']).toEqual([
      {
        id: second,
        created_time: '2026-01-15T09:00:01+0000',
        permalink_url: `https://web.test/reel/${second}`,
      },
      {
        id: first,
        created_time: '2026-01-15T09:00:00+0000',
        description: 'One',
        permalink_url: `https://web.test/reel/${first}`,
      },
    ])
    expect(call(world, pageToken, 'listPageFeed', { page, fields: 'is_published' }).unwrap()['data']).toEqual(
      [],
    )
    expect(idsOf(get(world, `/${page}/video_reels?access_token=${pageToken}`))).toEqual([second, first])
  })

  test('require the permissions of the feed', () => {
    const world = forkWorld()
    const token = tokenOf({ ...start, world }, { without: ['pages_read_engagement'] })
    expect(refusedBy(world, () => reels(world, token)).code).toBe(200)
  })
})
