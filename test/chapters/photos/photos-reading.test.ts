import { describe, expect, test } from 'vitest'
import type { World } from '../../../src/world/world.ts'
import { jpegWith, pngWith } from '../pictures/samples.ts'
import { begin, postRow, refusedBy, tokenOf, upload } from './photo-world.ts'

const start = begin()
const { page, pageToken, user } = start
const fork = () => {
  const world = start.world.fork()
  return { world, caller: world.as(pageToken) }
}

/** The fields of the photo record, in the order of the decision. */
const names =
  'id,created_time,updated_time,name,alt_text,alt_text_custom,backdated_time,backdated_time_granularity,' +
  'from,album,height,width,images,icon,link,picture,source,place,page_story_id,target,position,can_delete,' +
  'can_backdate,can_tag,name_tags'

describe('the record of a photo', () => {
  /** Returns a photo with a value for each modeled field. */
  async function whole() {
    const { world, caller } = fork()
    const source = await jpegWith({ width: 24, height: 16 })
    const given = { caption: 'Harbour', alt_text_custom: 'Ships', backdated_time: '2024-05-06', place: page }
    const tags = [{ tag_uid: user }]
    const made = caller.uploadPagePhoto({ page, source, tags, ...given }).unwrap()
    return { world, caller, ...made }
  }

  test('has the decided fields, without those that have no value [PHO-006]', async () => {
    const { caller, id, post_id } = await whole()
    const profile = { id: page, name: 'Starter Page' }
    const address = `https://web.test/pictures/${id}/24x16.jpg`
    const expected = {
      id,
      created_time: '2026-01-15T09:00:00+0000',
      updated_time: '2026-01-15T09:00:00+0000',
      name: 'Harbour',
      alt_text: 'Ships',
      alt_text_custom: 'Ships',
      backdated_time: '2024-05-06T00:00:00+0000',
      backdated_time_granularity: 'none',
      from: profile,
      height: 16,
      width: 24,
      images: [{ source: address, width: 24, height: 16 }],
      icon: 'https://web.test/icons/photo.png',
      link: `https://web.test/photo/${id}`,
      picture: address,
      source: address,
      place: profile,
      page_story_id: post_id,
      target: profile,
      can_delete: true,
      can_backdate: true,
      can_tag: true,
      name_tags: [{ id: user, name: 'Ada Starter' }],
    }
    expect(caller.readPhoto({ photo: id }).unwrap()).toEqual(expected)
    expect(caller.readPhoto({ photo: id, fields: names }).unwrap()).toEqual(expected)
    expect(caller.listPagePhotos({ page, type: 'uploaded' }).unwrap().data).toEqual([expected])
  })

  test('without optional values has the fields that always have a value [PHO-006]', () => {
    const { world, caller } = fork()
    const { id } = upload(world, pageToken, { page, published: false }).unwrap()
    const absent = [
      'name',
      'alt_text',
      'alt_text_custom',
      'backdated_time',
      'place',
      'page_story_id',
      'name_tags',
    ]
    const read: Partial<Record<string, unknown>> = caller.readPhoto({ photo: id }).unwrap()
    expect(absent.filter((name) => Object.hasOwn(read, name))).toEqual([])
  })

  test('has only the requested fields and the id [PHO-006]', async () => {
    const { caller, id } = await whole()
    const read = (fields: string) => caller.readPhoto({ photo: id, fields }).unwrap()
    expect(read('name')).toEqual({ id, name: 'Harbour' })
    expect(read('width,images{width}')).toEqual({ id, width: 24, images: [{ width: 24 }] })
    const list = caller.listPagePhotos({ page, type: 'uploaded', fields: 'height' }).unwrap()
    expect(list.data).toEqual([{ id, height: 16 }])
  })

  test('has a mention of a person as it was typed, for a user token too [PHO-006, PHO-054]', () => {
    const { world, caller } = fork()
    const stranger = world.actions.createUser({ name: 'Vera Visitor' }).unwrap().id
    const caption = `With @[${stranger}]`
    const { id: photo } = upload(world, pageToken, { page, caption }).unwrap()
    for (const reader of [caller, world.as(start.userToken)])
      expect(reader.readPhoto({ photo, fields: 'name' }).unwrap()).toEqual({ id: photo, name: caption })
  })

  test.each(['caption', 'likes', 'images{digest}', 'published'])(
    'has no field %s [PHO-006, PHO-026]',
    (fields) => {
      const { world, caller } = fork()
      const asked = fields.replace('{', '.').replace('}', '')
      const { id: photo } = upload(world, pageToken, { page }).unwrap()
      const message = `(#100) Tried accessing nonexisting field (${asked}) on node type (Photo)`
      expect(refusedBy(world, () => caller.readPhoto({ photo, fields }))).toMatchObject({
        code: 100,
        message,
      })
      expect(refusedBy(world, () => caller.listPagePhotos({ page, fields }))).toMatchObject({
        code: 100,
        message,
      })
    },
  )

  test('can be minimal, and can ignore unknown fields, as the policy says [PHO-006]', async () => {
    const { world, id } = await whole()
    const minimal = world.fork({ policy: { defaultFields: 'minimal' } }).as(pageToken)
    expect(minimal.readPhoto({ photo: id }).unwrap()).toEqual({
      id,
      created_time: '2026-01-15T09:00:00+0000',
      name: 'Harbour',
    })
    const lenient = world.fork({ policy: { unknownFields: 'ignore' } }).as(pageToken)
    expect(lenient.readPhoto({ photo: id, fields: 'likes,width' }).unwrap()).toEqual({ id, width: 24 })
  })

  test('shows whether the caller can change the photo [PHO-006]', () => {
    const { world } = fork()
    const photo = upload(world, pageToken, { page }).unwrap().id
    const other = world.actions.createPage({ name: 'Other', administrators: [user] }).unwrap().id
    const app = world.actions.createApp({ name: 'Reader', publicContentAccess: true }).unwrap().id
    const issued = { kind: 'page', app, user, page: other } as const
    const callers: [string, boolean][] = [
      [pageToken, true],
      [start.userToken, true],
      [tokenOf(world, page, { tasks: ['MODERATE'] }), false],
      [tokenOf(world, page, { tasks: [], kind: 'user', app }), false],
      [world.actions.issueToken(issued).unwrap().token, false],
    ]
    for (const [token, can] of callers) {
      const fields = 'can_delete,can_backdate,can_tag'
      const expected = { id: photo, can_delete: can, can_backdate: can, can_tag: can }
      expect(world.as(token).readPhoto({ photo, fields }).unwrap()).toEqual(expected)
    }
  })

  test('changes its updated_time when it is published, never its created_time [PHO-011]', () => {
    const { world, caller } = fork()
    const { id } = upload(world, pageToken, { page, published: false }).unwrap()
    world.clock.advance('1h')
    caller.publishPost({ page, attached_media: [{ media_fbid: id }] }).unwrap()
    const fields = 'created_time,updated_time'
    expect(caller.readPhoto({ photo: id, fields }).unwrap()).toEqual({
      id,
      created_time: '2026-01-15T09:00:00+0000',
      updated_time: '2026-01-15T10:00:00+0000',
    })
  })
})

describe('page_story_id', () => {
  const storyFor = (world: World, photo: string, token: string) =>
    world.as(token).readPhoto({ photo, fields: 'page_story_id' }).unwrap().page_story_id

  test('names an unpublished post only for callers with a task on the page [PHO-006, FEE-258]', () => {
    const { world, caller } = fork()
    const app = world.actions.createApp({ name: 'Reader', publicContentAccess: true }).unwrap().id
    const stranger = tokenOf(world, page, { tasks: [], kind: 'user', app })
    const { id } = upload(world, pageToken, { page, published: false }).unwrap()
    const attached_media = [{ media_fbid: id }]
    const { id: unpublished } = caller.publishPost({ page, published: false, attached_media }).unwrap()
    world.clock.advance('1m')
    const { id: published } = caller.publishPost({ page, message: 'Open', attached_media }).unwrap()
    expect(storyFor(world, id, pageToken)).toBe(unpublished)
    expect(storyFor(world, id, stranger)).toBe(published)
  })

  test('never names an expired post, but the next post of the photo [PHO-006, FEE-138]', () => {
    const { world, caller } = fork()
    const { id, post_id: story = '' } = upload(world, pageToken, { page }).unwrap()
    expect(storyFor(world, id, pageToken)).toBe(story)
    world.actions.setPostExpiry({ post: story, expiresAt: world.clock.iso }).unwrap()
    expect(storyFor(world, id, pageToken)).toBeUndefined()
    const { id: next } = caller.publishPost({ page, attached_media: [{ media_fbid: id }] }).unwrap()
    expect(storyFor(world, id, pageToken)).toBe(next)
  })

  test('names a post with a message button only for a token of the page [PHO-006, AUT-021]', () => {
    const { world, caller } = fork()
    const moderator = tokenOf(world, page, { kind: 'user' })
    const { id } = upload(world, pageToken, { page, published: false }).unwrap()
    const post = caller
      .publishPost({
        page,
        link: 'https://shop.test/',
        call_to_action: { type: 'MESSAGE_PAGE' },
        attached_media: [{ media_fbid: id }],
      })
      .unwrap()
    expect(storyFor(world, id, pageToken)).toBe(post.id)
    expect(storyFor(world, id, moderator)).toBeUndefined()
  })
})

describe('a deleted photo', () => {
  test('disappears from reads, lists and storage, with its story', async () => {
    const { world, caller } = fork()
    const source = await pngWith({ width: 5, height: 4 })
    const { id, post_id: post = '' } = caller.uploadPagePhoto({ page, source }).unwrap()
    const { source: address = '' } = caller.readPhoto({ photo: id }).unwrap()
    world.actions.setProfilePicture({ page, photo: id }).unwrap()
    expect(caller.deletePhoto({ photo: id }).unwrap()).toEqual({ success: true })
    expect(world.events.of('post.deleted')).toMatchObject([{ data: { post, page } }])
    const unseen = { code: 100, subcode: 33 }
    expect(refusedBy(world, () => caller.readPhoto({ photo: id }))).toMatchObject(unseen)
    expect(refusedBy(world, () => caller.deletePhoto({ photo: id }))).toMatchObject(unseen)
    expect(refusedBy(world, () => caller.readPost({ post }))).toMatchObject(unseen)
    for (const type of ['profile', 'uploaded'] as const)
      expect(caller.listPagePhotos({ page, type }).unwrap().data).toEqual([])
    expect(world.snapshot().state.graph.blobs).toEqual([])
    expect(world.request({ method: 'GET', url: address }).status).toBe(404)
  })

  test('leaves posts with another photo or with a message', () => {
    const { world, caller } = fork()
    const photo = () => upload(world, pageToken, { page, published: false }).unwrap().id
    const [first, second] = [photo(), photo()]
    const attached_media = [{ media_fbid: first }, { media_fbid: second }]
    const { id: post } = caller.publishPost({ page, message: 'Two', attached_media }).unwrap()
    caller.deletePhoto({ photo: first }).unwrap()
    expect(postRow(world, post).photos).toEqual([Number(second)])
    caller.deletePhoto({ photo: second }).unwrap()
    expect(caller.readPost({ post, fields: 'message,attachments' }).unwrap()).toEqual({
      id: post,
      message: 'Two',
    })
  })

  test.each(['now', 'later'])('is deleted with a post that it leaves empty: %s [FEE-147]', (when) => {
    const { world, caller } = fork()
    const ids = [1, 2].map(
      () => upload(world, pageToken, { page, published: false, temporary: true }).unwrap().id,
    )
    const attached_media = ids.map((media_fbid) => ({ media_fbid }))
    const scheduled_publish_time = world.clock.now / 1000 + 3_600
    const how = { published: false, unpublished_content_type: 'SCHEDULED', scheduled_publish_time } as const
    const { id: post } = caller.publishPost({ page, attached_media, ...(when === 'later' && how) }).unwrap()
    for (const photo of ids) {
      expect(caller.readPost({ post }).ok).toBe(true)
      caller.deletePhoto({ photo }).unwrap()
    }
    expect(refusedBy(world, () => caller.readPost({ post }))).toMatchObject({ code: 100, subcode: 33 })
    expect(world.clock.pending).toEqual([])
  })

  test('leaves a post with a link', () => {
    const { world, caller } = fork()
    const { id: photo } = upload(world, pageToken, { page, published: false }).unwrap()
    const attached_media = [{ media_fbid: photo }]
    const { id: post } = caller.publishPost({ page, link: 'https://shop.test/', attached_media }).unwrap()
    caller.deletePhoto({ photo }).unwrap()
    expect(caller.readPost({ post }).ok).toBe(true)
  })

  test('is deleted with the post that its upload scheduled', () => {
    const { world, caller } = fork()
    const scheduled_publish_time = world.clock.now / 1000 + 3_600
    const how = { published: false, temporary: true, unpublished_content_type: 'SCHEDULED' }
    const { id } = upload(world, pageToken, { page, ...how, scheduled_publish_time }).unwrap()
    caller.deletePhoto({ photo: id }).unwrap()
    expect(world.clock.pending).toEqual([])
    expect(caller.listPageFeed({ page, is_published: false }).unwrap().data).toEqual([])
  })

  test('leaves another photo with the same bytes', async () => {
    const { world, caller } = fork()
    const source = await pngWith({ width: 5, height: 4 })
    const [first = '', second = ''] = [1, 2].map(() => caller.uploadPagePhoto({ page, source }).unwrap().id)
    caller.deletePhoto({ photo: first }).unwrap()
    const { source: address = '' } = caller.readPhoto({ photo: second }).unwrap()
    expect(world.request({ method: 'GET', url: address }).status).toBe(200)
  })

  test('has no update: POST is unsupported', () => {
    const { world } = fork()
    const { id } = upload(world, pageToken, { page }).unwrap()
    const before = world.hash()
    const params = { access_token: pageToken, name: 'New' }
    const response = world.request({ method: 'POST', path: `/v26.0/${id}`, params })
    expect(JSON.parse(String(response.body))).toMatchObject({ error: { code: 100, error_subcode: 33 } })
    expect(world.hash()).toBe(before)
  })
})
