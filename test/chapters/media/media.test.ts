import { describe, expect, test } from 'vitest'
import { permissions } from '../../../src/service/caller/caller.ts'
import type { World } from '../../../src/world/world.ts'
import { begin, call, forked, get, idsOf, jsonOf, refusedBy, tokenOf } from '../../service/scene.ts'

const start = begin()
const { user, userToken, pageToken, appToken, app, album, page } = start
const at = (name: string) => `https://img.test/${name}.png`

type Publication = Parameters<World['actions']['publishMedia']>[0]

const publish = (world: World, more: Partial<Publication> = {}) =>
  world.actions.publishMedia({ user, ...more }).unwrap()

/** A world with one media of each type, a minute after the starter's, the album last. */
function withOneOfEach() {
  const { world } = forked(start)
  world.clock.advance('1m')
  const image = publish(world, { url: at('i'), caption: 'An image' }).id
  const video = publish(world, { type: 'VIDEO', url: at('v') }).id
  const children = [
    { type: 'VIDEO' as const, url: at('1') },
    { url: at('2') },
    { url: at('3') },
    { url: at('4') },
  ]
  const made = publish(world, { type: 'CAROUSEL_ALBUM', caption: 'An album', children })
  return { world, image, video, album: made.id, children: made.children }
}

const read = (world: World, media: string, params: object = {}) =>
  call(world, userToken, 'readMedia', { media, ...params }).unwrap()
const picture = (id: string) => expect.stringMatching(new RegExp(`^http.*/pictures/${id}/\\d+x\\d+\\.png$`))

describe('a media read by its id [USR-021]', () => {
  const time = '2026-01-15T09:01:00+0000'

  test('is an image [USR-002, USR-021..022, REF-004]', () => {
    const { world, image } = withOneOfEach()
    expect(read(world, image)).toEqual({
      id: image,
      caption: 'An image',
      media_type: 'IMAGE',
      media_url: picture(image),
      permalink: expect.stringMatching(new RegExp(`^http.*${image}$`)),
      timestamp: time,
      username: 'ada',
    })
  })

  test('is a video, the only type with a thumbnail [USR-002, USR-021..022]', () => {
    const { world, video } = withOneOfEach()
    expect(read(world, video)).toEqual({
      id: video,
      media_type: 'VIDEO',
      media_url: expect.stringMatching(/^http.*\.mp4$/),
      permalink: expect.stringMatching(/^http/),
      thumbnail_url: picture(video),
      timestamp: time,
      username: 'ada',
    })
  })

  test('is an album, which shows its first item [USR-002, USR-021..022]', () => {
    const { world, album: made, children } = withOneOfEach()
    const { media_url: first } = read(world, children[0] ?? '')
    expect(read(world, made)).toEqual({
      id: made,
      caption: 'An album',
      media_type: 'CAROUSEL_ALBUM',
      media_url: first,
      permalink: expect.stringMatching(/^http/),
      timestamp: time,
      username: 'ada',
    })
  })

  test('is an item of an album, which has no caption [USR-002, USR-021]', () => {
    const { world, children } = withOneOfEach()
    expect(Object.keys(read(world, children[1] ?? '')).sort()).toEqual([
      'id',
      'media_type',
      'media_url',
      'permalink',
      'timestamp',
      'username',
    ])
  })

  test('has no username if the person has none', () => {
    const { world } = forked(start)
    const other = world.actions.createUser({ name: 'Other' }).unwrap().id
    const { id } = publish(world, { user: other, url: at('i') })
    const issue = { kind: 'user', app, user: other, scopes: ['user_media'] } as const
    const { token } = world.actions.issueToken(issue).unwrap()
    expect(call(world, token, 'readMedia', { media: id }).unwrap()).not.toHaveProperty('username')
  })

  test('shows the requested fields, and the children of an album [USR-002, USR-023]', () => {
    const { world, album: made, children } = withOneOfEach()
    expect(read(world, made, { fields: 'children,media_type' })).toEqual({
      id: made,
      media_type: 'CAROUSEL_ALBUM',
      children: { data: children.map((id) => ({ id })) },
    })
  })

  test('serves its pictures at their URLs', () => {
    const { world, image, video } = withOneOfEach()
    for (const address of [read(world, image)['media_url'], read(world, video)['thumbnail_url']]) {
      const { status, headers } = world.request({ method: 'GET', url: String(address) })
      expect([status, headers['content-type']]).toEqual([200, 'image/png'])
    }
  })

  test.each(['image', 'video'] as const)('has no children as an %s (SIL-181) [USR-023]', (kind) => {
    const { world, [kind]: media } = withOneOfEach()
    const children = () => call(world, userToken, 'listMediaChildren', { media })
    const field = () => call(world, userToken, 'readMedia', { media, fields: 'id,children' })
    for (const refused of [children, field]) {
      const message = `(#100) The media ${media} is not an album: it has no children`
      expect(refusedBy(world, refused)).toMatchObject({ code: 100, message })
    }
  })

  test('has no other field', () => {
    const refused = () => call(start.world, userToken, 'readMedia', { media: album, fields: 'likes' })
    expect(refusedBy(start.world, refused)).toMatchObject({
      code: 100,
      message: '(#100) Tried accessing nonexisting field (likes) on node type (Media)',
    })
  })

  test('shows only the id by default (SIL-017)', () => {
    const { world } = forked(start, { policy: { defaultFields: 'minimal' } })
    expect(read(world, album)).toEqual({ id: album })
  })
})

describe('the children of an album', () => {
  const children = (world: World, media: string, params: object = {}) =>
    call(world, userToken, 'listMediaChildren', { media, ...params }).unwrap()

  test('are its images and videos in order, by default only ids [USR-023]', () => {
    const { world, album: made, children: ids } = withOneOfEach()
    expect(children(world, made)['data']).toEqual(ids.map((id) => ({ id })))
  })

  test('show the requested fields [USR-002, USR-023]', () => {
    const { world, album: made, children: ids } = withOneOfEach()
    const params = { fields: 'media_type,caption,timestamp', limit: 2 }
    const timestamp = '2026-01-15T09:01:00+0000'
    expect(children(world, made, params)['data']).toEqual([
      { id: ids[0], media_type: 'VIDEO', timestamp },
      { id: ids[1], media_type: 'IMAGE', timestamp },
    ])
  })

  test('are paged by cursor and link [USR-023]', () => {
    const { world, album: made, children: ids } = withOneOfEach()
    const first = get(world, `/${made}/children?limit=3&access_token=${userToken}`)
    expect(idsOf(first)).toEqual(ids.slice(0, 3))
    const { next, cursors } = first['paging'] as { next: string; cursors: { after: string } }
    expect(idsOf(get(world, next))).toEqual(ids.slice(3))
    expect(idsOf(children(world, made, { after: cursors.after }))).toEqual(ids.slice(3))
  })
})

describe('the media of a person', () => {
  const list = (world: World, params: object = {}) =>
    call(world, userToken, 'listUserMedia', { user, ...params }).unwrap()

  test('are their images, videos and albums, newest first, without the items of albums [USR-024]', () => {
    const { world, image, video, album: made } = withOneOfEach()
    const ids = idsOf(list(world))
    expect(ids.slice(0, 3)).toEqual([made, video, image])
    expect(ids.slice(3)).toEqual(idsOf(list(start.world)))
    expect(ids).toContain(album)
  })

  test('exclude those of other people [USR-024]', () => {
    const { world } = forked(start)
    const other = world.actions.createUser({ name: 'Other' }).unwrap().id
    const { id } = publish(world, { user: other, url: at('i') })
    expect(idsOf(list(world))).not.toContain(id)
  })

  test('show the requested fields [USR-024]', () => {
    const { world, album: made } = withOneOfEach()
    expect(list(world, { fields: 'media_type,username', limit: 1 })['data']).toEqual([
      { id: made, media_type: 'CAROUSEL_ALBUM', username: 'ada' },
    ])
  })

  test('show children only of albums, on request [USR-024]', () => {
    const { world, album: made, children } = withOneOfEach()
    const { data } = list(world, { fields: 'children', limit: 2 }) as { data: { id: string }[] }
    expect(data).toEqual([
      { id: made, children: { data: children.map((id) => ({ id })) } },
      { id: expect.any(String) },
    ])
  })

  test('are paged by cursor and link; an empty list has neither [USR-024]', () => {
    const { world } = withOneOfEach()
    const all = idsOf(list(world))
    const first = get(world, `/me/media?limit=4&access_token=${userToken}`)
    const { next } = first['paging'] as { next: string }
    expect([...idsOf(first), ...idsOf(get(world, next))]).toEqual(all)
    const other = world.actions.createUser({ name: 'Other' }).unwrap().id
    const issue = { kind: 'user', app, user: other, scopes: ['user_media'] } as const
    const { token } = world.actions.issueToken(issue).unwrap()
    expect(call(world, token, 'listUserMedia', { user: other }).unwrap()).toEqual({ data: [], paging: {} })
  })
})

describe('the token that reads media (SIL-183)', () => {
  const scene = forked(start)
  const issued = (scopes: readonly (typeof permissions)[number][]) =>
    scene.world.actions.issueToken({ kind: 'user', app, user, scopes }).unwrap().token
  const others = permissions.filter((name) => name !== 'user_media')
  const reads = [
    ['readMedia', { media: album }],
    ['listMediaChildren', { media: album }],
    ['listUserMedia', { user }],
  ] as const

  test.each<[string, string, number | 'answered']>([
    ["the owner's token with only user_media", issued(['user_media']), 'answered'],
    ["the owner's token without user_media", issued(others), 200],
    ["another person's token", tokenOf(scene), 200],
    ["the owner's page token", pageToken, 200],
    ['an app token', appToken, 200],
    ['an unknown token', 'nobody', 190],
    ['no token', '', 190],
  ])('%s [USR-021, USR-023, USR-024]', (_, token, expected) => {
    for (const [operation, params] of reads) {
      const outcome = call(scene.world, token, operation, params)
      expect([operation, outcome.ok ? 'answered' : outcome.error.code]).toEqual([operation, expected])
    }
  })
})

describe('media over HTTP [REF-002..003]', () => {
  test.each([`${album}`, `${album}/children`, `${user}/media`, 'me/media'])('GET of %s', (path) => {
    const answer = get(start.world, `/v26.0/${path}?access_token=${userToken}`)
    expect(answer).not.toHaveProperty('error')
    expect(get(start.world, `/${path}?access_token=${userToken}`)).toEqual(answer)
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])(
    '%s is unsupported everywhere [REF-003]',
    (method) => {
      const { world } = forked(start)
      for (const path of [album, `${album}/children`, `${user}/media`]) {
        const response = world.request({ method, url: `/${path}?access_token=${userToken}` })
        expect(jsonOf(response)['error']).toMatchObject({ code: 100, error_subcode: 33 })
      }
      const wrong = world.request({ method: 'GET', url: `/${page}/media?access_token=${userToken}` })
      expect(jsonOf(wrong)['error']).toMatchObject({ code: 100, error_subcode: 33 })
    },
  )
})
