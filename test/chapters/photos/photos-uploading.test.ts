import { describe, expect, test } from 'vitest'
import { begin, jsonOf, photoRow, picture, postRow, refusedBy, upload } from './photo-world.ts'

const start = begin()
const { page, pageToken } = start
const address = `https://graph.test/v26.0/${page}/photos`

const fork = () => {
  const world = start.world.fork()
  return { world, caller: world.as(pageToken) }
}

describe('an upload', () => {
  test('is a POST to the photos edge, and returns id and post_id [PHO-002, PHO-031, PHO-135..136]', () => {
    const { world } = fork()
    const body = new URLSearchParams({ url: picture, access_token: pageToken }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const response = world.request({ method: 'POST', url: address, headers, body })
    const answer = jsonOf(response)
    expect(response.status).toBe(200)
    expect(answer).toEqual({
      id: expect.stringMatching(/^\d+$/),
      post_id: expect.stringMatching(new RegExp(`^${page}_\\d+$`)),
    })
    expect(photoRow(world, String(answer['id'])).owner).toBe(Number(page))
  })

  test('creates exactly one photo and at most one post [PHO-031]', () => {
    const { world } = fork()
    const known = new Set(world.snapshot().state.graph.rows.map(({ id }) => id))
    const kinds = () =>
      world
        .snapshot()
        .state.graph.rows.filter(({ id }) => !known.has(id))
        .map(({ kind }) => kind)
        .filter((kind) => kind === 'photos' || kind === 'posts')
    upload(world, pageToken, { page }).unwrap()
    expect(kinds().sort()).toEqual(['photos', 'posts'])
    upload(world, pageToken, { page, published: false }).unwrap()
    expect(kinds().sort()).toEqual(['photos', 'photos', 'posts'])
  })

  test('publishes by default, with a post that shows the photo [PHO-004..005, PHO-007, PHO-044, PHO-136]', () => {
    const { world, caller } = fork()
    const { id, post_id: post = '' } = upload(world, pageToken, { page, caption: 'Harbour' }).unwrap()
    expect(photoRow(world, id).published).toBe(true)
    expect(caller.readPhoto({ photo: id }).unwrap()).toMatchObject({ id, page_story_id: post })
    expect(caller.readPost({ post }).unwrap()).toMatchObject({
      id: post,
      is_published: true,
      status_type: 'added_photos',
      message: 'Harbour',
      attachments: { data: [{ type: 'photo', target: { id } }] },
    })
    expect(
      caller
        .listPageFeed({ page })
        .unwrap()
        .data.map((shown) => shown.id),
    ).toEqual([post])
    expect(
      caller
        .listPagePhotos({ page, type: 'uploaded' })
        .unwrap()
        .data.map((shown) => shown.id),
    ).toEqual([id])
  })

  test.each([
    ['true', [true, 'true', 1, '1', 'TRUE'], true],
    ['false', [false, 'false', 0, '0', 'False'], false],
  ] as const)('reads published as %s [PHO-043..045]', (_, spellings, published) => {
    for (const given of spellings) {
      const { world } = fork()
      const made = upload(world, pageToken, { page, published: given }).unwrap()
      expect(photoRow(world, made.id).published).toBe(published)
      expect(made.post_id !== undefined).toBe(published)
    }
  })

  test.each([
    ['published [PHO-043]', 'published', 'maybe'],
    ['published [PHO-043]', 'published', 2],
    ['temporary [PHO-046]', 'temporary', 'maybe'],
    ['no_story [PHO-087]', 'no_story', 'maybe'],
  ])('refuses %s as %j', (_, name, value) => {
    const { world } = fork()
    expect(refusedBy(world, () => upload(world, pageToken, { page, [name]: value }))).toMatchObject({
      code: 100,
      message: `(#100) Param ${name} must be true or false, got ${JSON.stringify(value)}`,
    })
  })

  test('with published=false returns only an id and creates no post [PHO-008, PHO-010, PHO-045]', () => {
    const { world, caller } = fork()
    const answer = upload(world, pageToken, { page, published: false }).unwrap()
    expect(answer).toEqual({ id: expect.stringMatching(/^\d+$/) })
    expect(photoRow(world, answer.id)).toMatchObject({ published: false, story: null, posts: [] })
    expect(caller.listPageFeed({ page, fields: 'is_published' }).unwrap().data).toEqual([])
    expect(caller.readPhoto({ photo: answer.id }).unwrap().page_story_id).toBeUndefined()
  })

  test.each([
    { unpublished_content_type: 'DRAFT' },
    { unpublished_content_type: 'ADS_POST', temporary: true },
    { no_story: true },
    { backdated_time: '2024-05-06', caption: 'x' },
  ])('with published=false publishes nothing, with any other parameters: %j [PHO-045]', (more) => {
    const { world } = fork()
    const { id, post_id } = upload(world, pageToken, { page, published: false, ...more }).unwrap()
    expect(photoRow(world, id)).toMatchObject({ published: false, posts: [] })
    expect(post_id).toBeUndefined()
  })

  test('with published=false and temporary=true creates a temporary photo and returns its id [PHO-009..010, PHO-046..047]', () => {
    const { world } = fork()
    const answer = upload(world, pageToken, { page, published: false, temporary: 'true' }).unwrap()
    expect(Object.keys(answer)).toEqual(['id'])
    expect(photoRow(world, answer.id)).toMatchObject({ published: false, temporary: true })
    const plain = upload(world, pageToken, { page, published: false }).unwrap()
    expect(photoRow(world, plain.id).temporary).toBe(false)
  })

  test('with no_story creates no post, and the photo is published [PHO-010, PHO-087]', () => {
    const { world, caller } = fork()
    const answer = upload(world, pageToken, { page, no_story: true }).unwrap()
    expect(Object.keys(answer)).toEqual(['id'])
    expect(caller.listPageFeed({ page, fields: 'is_published' }).unwrap().data).toEqual([])
    expect(caller.listPagePhotos({ page, type: 'uploaded' }).unwrap().data).toHaveLength(1)
    expect(upload(world, pageToken, { page, no_story: false }).unwrap().post_id).toBeDefined()
  })

  test('with fields returns those of the new photo too [PHO-006]', () => {
    const { world } = fork()
    const answer = upload(world, pageToken, { page, caption: 'Harbour', fields: 'name' }).unwrap()
    expect(answer).toEqual({ id: answer.id, post_id: expect.any(String), name: 'Harbour' })
    const { page_story_id, post_id } = upload(world, pageToken, { page, fields: 'page_story_id' }).unwrap()
    expect(page_story_id).toBe(post_id)
  })
})

describe('a multi-photo post', () => {
  test('publishes the unpublished photos that it lists, and returns its id [PHO-011]', () => {
    const { world, caller } = fork()
    const ids = [1, 2].map(() => upload(world, pageToken, { page, published: false }).unwrap().id)
    const attached_media = ids.map((id) => ({ media_fbid: id }))
    const { id } = caller.publishPost({ page, message: 'Two', attached_media }).unwrap()
    expect(id).toMatch(new RegExp(`^${page}_\\d+$`))
    expect(ids.map((photo) => photoRow(world, photo).published)).toEqual([true, true])
    const [album] = caller.readPost({ post: id }).unwrap().attachments?.data ?? []
    expect(album?.subattachments?.data).toMatchObject(ids.map((photo) => ({ target: { id: photo } })))
    expect(postRow(world, id).photos).toEqual(ids.map(Number))
    expect(caller.listPagePhotos({ page, type: 'uploaded' }).unwrap().data).toHaveLength(2)
  })

  test('requires existing photos of the page [PHO-012]', () => {
    const { world, caller } = fork()
    const other = world.actions.createPage({ name: 'Other', administrators: [start.user] }).unwrap().id
    const foreign = upload(world, start.userToken, { page: other, published: false }).unwrap().id
    const deleted = upload(world, pageToken, { page, published: false }).unwrap().id
    caller.deletePhoto({ photo: deleted }).unwrap()
    const mine = upload(world, pageToken, { page, published: false }).unwrap().id
    for (const media_fbid of ['123456789012345', foreign, deleted, page]) {
      const attached_media = [{ media_fbid: mine }, { media_fbid }]
      expect(refusedBy(world, () => caller.publishPost({ page, attached_media }))).toMatchObject({
        code: 100,
        message:
          '(#100) Param attached_media.1.media_fbid must be the id of an existing photo of the page, ' +
          `got ${media_fbid}`,
      })
    }
    expect(photoRow(world, mine).published).toBe(false)
  })
})

describe('the description', () => {
  test.each([
    ['caption with emoji [PHO-054]', { caption: 'Hafen 🚢 – été' }, 'Hafen 🚢 – été'],
    ['message [PHO-055]', { message: 'Ein Schiff 🚢' }, 'Ein Schiff 🚢'],
    ['name [PHO-057]', { name: 'Boot ⛵' }, 'Boot ⛵'],
    ['caption before message [PHO-056]', { caption: 'a', message: 'b' }, 'a'],
    ['caption before name [PHO-058]', { caption: 'a', name: 'c' }, 'a'],
    ['message before name [PHO-056, PHO-058]', { message: 'b', name: 'c' }, 'b'],
    ['caption before both [PHO-056, PHO-058]', { name: 'c', message: 'b', caption: 'a' }, 'a'],
    ['none', {}, undefined],
  ])('is %s', (_, params, expected) => {
    const { world, caller } = fork()
    const { id, post_id: post = '' } = upload(world, pageToken, { page, ...params }).unwrap()
    const read = caller.readPhoto({ photo: id }).unwrap()
    expect(read.name).toBe(expected)
    expect(read).not.toHaveProperty('caption')
    expect(caller.readPost({ post }).unwrap().message).toBe(expected)
  })

  test.each([
    ['caption [PHO-054]', 'caption'],
    ['message [PHO-055]', 'message'],
    ['name [PHO-057]', 'name'],
    ['alt_text_custom [PHO-059]', 'alt_text_custom'],
  ])('%s is text', (_, name) => {
    const { world } = fork()
    expect(refusedBy(world, () => upload(world, pageToken, { page, [name]: ['a'] }))).toMatchObject({
      code: 100,
      message: `(#100) Param ${name} must be text, got ["a"]`,
    })
  })

  test('alt_text_custom is the accessible description [PHO-059]', () => {
    const { world, caller } = fork()
    const { id } = upload(world, pageToken, { page, alt_text_custom: 'A ship at dusk 🚢' }).unwrap()
    const fields = 'alt_text,alt_text_custom'
    expect(caller.readPhoto({ photo: id, fields }).unwrap()).toEqual({
      id,
      alt_text: 'A ship at dusk 🚢',
      alt_text_custom: 'A ship at dusk 🚢',
    })
  })
})
