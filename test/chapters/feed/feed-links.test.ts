import { describe, expect, test } from 'vitest'
import { callToActionTypes } from '../../../src/chapters/feed/call-to-action.ts'
import { call, idsOf, refusedBy, rowOf, tokenOf } from '../../service/scene.ts'
import { pngWith } from '../pictures/samples.ts'
import {
  fieldOf,
  forkWorld,
  link,
  other,
  page,
  pageToken,
  publish,
  publishError,
  publishErrorMessage,
  publishedId,
  readFields,
  start,
  upload,
  userToken,
  worldWithOwnedLink,
} from './feed-world.ts'

const attachment = (world: ReturnType<typeof forkWorld>, post: string) =>
  (fieldOf(world, post, 'attachments') as { data: Record<string, unknown>[] }).data[0]

describe('the preview of a link', () => {
  test.each<[string, object, object]>([
    ['is titled with its host', {}, { title: 'shop.own.test' }],
    ['has a title of its own [FEE-156]', { name: 'Mine' }, { title: 'Mine' }],
    ['has a description of its own [FEE-155]', { description: 'Cheap' }, { description: 'Cheap' }],
  ])('%s', (_, params, expected) => {
    const world = forkWorld()
    expect(attachment(world, publishedId(world, { link, ...params }))).toEqual({
      type: 'share',
      url: link,
      title: 'shop.own.test',
      ...expected,
    })
  })

  test('comes from the linked page if the call has none [FEE-155..157]', () => {
    const world = worldWithOwnedLink()
    const image = 'https://img.test/registered.png'
    world.actions.registerUrl({ url: link, title: 'Web', description: 'Known', image }).unwrap()
    const known = publishedId(world, { link })
    const own = publishedId(world, { link, name: 'N', description: 'D', picture: 'https://img.test/own.png' })
    const shown = attachment(world, known)
    expect(shown).toMatchObject({ title: 'Web', description: 'Known' })
    expect(shown?.['media']).toMatchObject({ image: { src: fieldOf(world, known, 'full_picture') } })
    expect(rowOf(world, known)).toMatchObject({ thumbnail: { url: image } })
    expect(attachment(world, own)).toMatchObject({ title: 'N', description: 'D' })
    expect(rowOf(world, own)).toMatchObject({ thumbnail: { url: 'https://img.test/own.png' } })
  })

  test('can have a name and a description for any page and token [FEE-155..156]', () => {
    const params = { link: 'https://not-mine.test/', name: 'N', description: 'D' }
    expect(publish(forkWorld(), params, userToken).ok).toBe(true)
  })
})

describe('a custom link image', () => {
  const picture = 'https://img.test/own.png'

  test('is accepted for a link that the page owns [FEE-157, FEE-259..260]', () => {
    const world = worldWithOwnedLink()
    const post = publishedId(world, { link, picture })
    const address = String(fieldOf(world, post, 'full_picture'))
    expect(address).toMatch(/^https:\/\/web\.test\/pictures\/\d{15}\/\d+x\d+\.png$/)
    expect(world.request({ method: 'GET', url: address }).status).toBe(200)
  })

  test.each<[string, object, string, string]>([
    ['with a user token [AUT-020, FEE-259]', { link, picture }, userToken, 'requires a page access token'],
    [
      'for a link of somebody else [FEE-260..261]',
      { link: 'https://shop.test/', picture },
      pageToken,
      'requires a link that is owned by the page, got https://shop.test/',
    ],
    [
      'for a host that only ends like the domain [FEE-260]',
      { link: 'https://notown.test/', picture },
      pageToken,
      'requires a link that is owned by the page, got https://notown.test/',
    ],
    ['without a link', { message: 'x', picture }, pageToken, 'requires link'],
  ])('is refused %s', (_, params, token, message) => {
    expect(publishErrorMessage(params, worldWithOwnedLink(), token)).toBe(`(#100) Param picture ${message}`)
  })

  test.each(['user', 'systemUser'] as const)(
    'is refused to a %s token, even of an administrator [AUT-020, FEE-259]',
    (kind) => {
      const world = worldWithOwnedLink()
      const token = tokenOf({ ...start, world }, { kind })
      expect(publishError(world, { link, picture }, token)).toMatchObject({
        code: 100,
        message: '(#100) Param picture requires a page access token',
      })
    },
  )

  test('is accepted with the page token of anyone who may post [AUT-020, FEE-259]', () => {
    const world = worldWithOwnedLink()
    const token = tokenOf({ ...start, world }, { kind: 'page', tasks: ['CREATE_CONTENT'] })
    expect(fieldOf(world, publishedId(world, { link, picture }, token), 'full_picture')).toMatch(/^https:/)
  })

  test('requires a domain of this page, not of another [FEE-260..261]', () => {
    const world = forkWorld()
    world.actions.registerDomain({ page: other, domain: 'own.test' }).unwrap()
    expect(publishError(world, { link, picture }).code).toBe(100)
    world.actions.registerDomain({ page, domain: 'SHOP.own.test' }).unwrap()
    expect(publish(world, { link, picture }).ok).toBe(true)
  })

  // SIL-093: a domain stands for itself and for every host below it, and for nothing else.
  test.each([
    ['https://own.test/', true],
    ['https://www.own.test/a', true],
    ['https://a.b.OWN.test:8443/', true],
    ['https://own.test.evil.test/', false],
    ['https://xown.test/', false],
    ['https://test/', false],
    ['https://evil.test/own.test', false],
    ['https://own.test@evil.test/', false],
  ])('with a link to %s is accepted: %s [FEE-260..261]', (address, isOwned) => {
    const world = forkWorld()
    world.actions.registerDomain({ page, domain: 'own.test' }).unwrap()
    expect(publish(world, { link: address, picture }).ok).toBe(isOwned)
  })

  test.each(['x', 'ftp://a.test/a.png', 'https://img.test/page.html'])('must not be %s [FEE-157]', (url) => {
    expect(publishError(worldWithOwnedLink(), { link, picture: url }).code).toBe(100)
  })
})

describe('thumbnail', () => {
  const uploaded = async (
    world: ReturnType<typeof forkWorld>,
    params: object,
    token = pageToken,
    part = 'thumbnail',
  ) => {
    const bytes = await pngWith({ width: 30, height: 20 })
    return call(world, token, 'publishPost', {
      page,
      link,
      ...params,
      files: [{ part, name: 'a.png', bytes }],
    })
  }

  test('is uploaded with the call, and takes precedence over any other picture [FEE-158]', async () => {
    const world = worldWithOwnedLink()
    const others = { picture: 'https://img.test/p.png', object_attachment: upload(world) }
    const post = String((await uploaded(world, others)).unwrap()['id'])
    const address = String(fieldOf(world, post, 'full_picture'))
    expect(address).toContain('/30x20.png')
    const { status, headers } = world.request({ method: 'GET', url: address })
    expect([status, headers['content-type']]).toEqual([200, 'image/png'])
    call(world, pageToken, 'deletePost', { post }).unwrap()
    expect(world.snapshot().state.graph.blobs).toEqual([])
    expect(world.request({ method: 'GET', url: address }).status).toBe(404)
  })

  test.each<[string, string, string, string]>([
    ['a user token [AUT-020, FEE-259]', userToken, link, 'requires a page access token'],
    [
      'a link of somebody else [FEE-260]',
      pageToken,
      'https://shop.test/',
      'requires a link that is owned by the page, got https://shop.test/',
    ],
  ])('is refused with %s', async (_, token, of, words) => {
    const world = worldWithOwnedLink()
    const { graph } = world.state
    const outcome = await uploaded(world, { link: of }, token)
    const message = `(#100) Param thumbnail ${words}`
    expect(outcome).toMatchObject({ ok: false, error: { code: 100, message } })
    expect(world.state.graph).toBe(graph)
  })

  test('is a picture [FEE-158]', () => {
    const files = [{ part: 'thumbnail', name: 'a.png', bytes: new Uint8Array([1, 2, 3]) }]
    expect(publishError(worldWithOwnedLink(), { link, files })).toMatchObject({
      code: 100,
      message: expect.stringContaining('Missing or invalid image file'),
    })
  })

  test('is only the file with that part name [FEE-158]', async () => {
    const world = forkWorld()
    const post = String((await uploaded(world, {}, userToken, 'source')).unwrap()['id'])
    expect(readFields(world, post, 'full_picture')).toEqual({})
  })
})

describe('object_attachment', () => {
  test('is an existing photo used as the thumbnail, and takes precedence over picture [FEE-159]', () => {
    const world = worldWithOwnedLink()
    const photo = upload(world)
    const post = publishedId(world, { link, object_attachment: photo, picture: 'https://img.test/p.png' })
    expect(fieldOf(world, post, 'full_picture')).toContain(`/pictures/${photo}/`)
    expect(attachment(world, post)).toMatchObject({ type: 'share', url: link })
  })

  test('is not attached to the post: an unpublished photo still expires [FEE-161]', () => {
    const world = forkWorld()
    const photo = upload(world, { published: false })
    publishedId(world, { link, object_attachment: photo })
    expect(rowOf(world, photo)).toMatchObject({ published: false, posts: [] })
    world.clock.advance('2d')
    expect(call(world, pageToken, 'readPhoto', { photo }).ok).toBe(false)
  })

  describe('stays the picture of the post after the photo is deleted', () => {
    const pictureOf = (world: ReturnType<typeof forkWorld>, post: string) => {
      const url = String(fieldOf(world, post, 'full_picture'))
      const shown = attachment(world, post)?.['media']
      expect(shown).toMatchObject({ image: { src: url } })
      return { url, status: world.request({ method: 'GET', url }).status }
    }
    const ways = {
      expired: (world: ReturnType<typeof forkWorld>) => void world.clock.advance('2d'),
      deleted: (world: ReturnType<typeof forkWorld>, photo: string) =>
        void call(world, pageToken, 'deletePhoto', { photo }).unwrap(),
    }

    test.each([
      ['a file', 'expired'],
      ['a file', 'deleted'],
      ['a url', 'expired'],
      ['a url', 'deleted'],
    ] as const)('%s, %s [FEE-031, FEE-159, FEE-161]', async (from, way) => {
      const world = forkWorld()
      const source = await pngWith({ width: 30, height: 20 })
      const photo = upload(world, {
        published: false,
        ...(from === 'a file' && { source, url: undefined }),
      })
      const post = publishedId(world, { link, object_attachment: photo })
      const before = pictureOf(world, post)
      expect(before).toMatchObject({ url: expect.stringContaining(`/pictures/${photo}/`), status: 200 })
      ways[way](world, photo)
      const after = pictureOf(world, post)
      expect(after).toEqual({ url: before.url.replace(photo, String(post.split('_')[1])), status: 200 })
      call(world, pageToken, 'deletePost', { post }).unwrap()
      expect(world.snapshot().state.graph.blobs).toEqual([])
    })

    test('and its bytes are released with a post that is deleted with its last photo [FEE-161]', async () => {
      const world = forkWorld()
      const source = await pngWith({ width: 30, height: 20 })
      const chosen = upload(world, { source, url: undefined })
      const shown = upload(world, { published: false })
      publishedId(world, { attached_media: [{ media_fbid: shown }], object_attachment: chosen })
      for (const photo of [shown, chosen]) call(world, pageToken, 'deletePhoto', { photo }).unwrap()
      expect(world.snapshot().state.graph.blobs).toEqual([])
    })
  })

  test.each<[string, () => string]>([
    ['nothing', () => '100000000000000'],
    ['a page', () => page],
  ])('is refused if it names %s [FEE-159]', (_, id) => {
    expect(publishErrorMessage({ link, object_attachment: id() })).toBe(
      `(#100) Param object_attachment must be the id of an existing photo of the page, got ${id()}`,
    )
  })

  test('is refused if it is a photo of another page [FEE-160]', () => {
    const world = forkWorld()
    const made = call(world, userToken, 'uploadPagePhoto', { page: other, url: 'https://img.test/a.png' })
    expect(publishError(world, { link, object_attachment: made.unwrap()['id'] }).code).toBe(100)
  })
})

describe('child_attachments', () => {
  const child = (more: object = {}) => ({
    link: 'https://a.test/1',
    picture: 'https://img.test/1.png',
    ...more,
  })
  const children = (count: number) => Array.from({ length: count }, () => child())
  const multi = (count: number, more: object = {}) => ({ link, child_attachments: children(count), ...more })

  test.each<[number, object]>([
    [2, {}],
    [5, { multi_share_optimized: false }],
    [6, {}],
    [10, { multi_share_optimized: true }],
  ])('can have %i items with %j [FEE-006, FEE-169..172, FEE-188, LIM-008..009]', (count, more) => {
    const world = forkWorld()
    const post = publishedId(world, multi(count, more))
    expect(fieldOf(world, post, 'child_attachments')).toEqual(children(count))
  })

  test.each<[number, object, string]>([
    [0, {}, 'must have 2 to 10 items, got 0'],
    [1, {}, 'must have 2 to 10 items, got 1'],
    [11, {}, 'must have at most 10 items, got 11'],
    [6, { multi_share_optimized: false }, 'must have 2 to 5 items, got 6'],
    [10, { multi_share_optimized: 'false' }, 'must have 2 to 5 items, got 10'],
  ])('must not have %i items with %j [FEE-170..172, LIM-008..009]', (count, more, message) => {
    expect(publishErrorMessage(multi(count, more))).toBe(`(#100) Param child_attachments ${message}`)
  })

  test.each<[string, object, string]>([
    ['link [FEE-174..175]', { link: undefined }, 'The parameter child_attachments.1.link is required'],
    [
      'picture and image_hash [FEE-182]',
      { picture: undefined },
      'Param child_attachments.1 must have picture or image_hash',
    ],
  ])('need %s', (_, change, message) => {
    expect(publishErrorMessage({ link, child_attachments: [child(), child(change)] })).toBe(
      `(#100) ${message}`,
    )
  })

  test('need a link of the post', () => {
    expect(publishErrorMessage({ message: 'x', child_attachments: children(2) })).toBe(
      '(#100) Param child_attachments requires link',
    )
  })

  test('have titles truncated to 35 and descriptions to 30 code points [FEE-025, FEE-176..180]', () => {
    const world = forkWorld()
    const long = { name: '😀'.repeat(36), description: 'd'.repeat(31) }
    const short = { name: 'n'.repeat(35), description: '😀'.repeat(30) }
    const post = publishedId(world, { link, child_attachments: [child(long), child(short)] })
    expect(fieldOf(world, post, 'child_attachments')).toEqual([
      child({ name: '😀'.repeat(35), description: 'd'.repeat(30) }),
      child(short),
    ])
  })

  test('are all stored, and the first five are displayed [FEE-173]', () => {
    const world = forkWorld()
    const post = publishedId(world, multi(10))
    const shown = attachment(world, post) as { subattachments: { data: unknown[] } }
    expect(shown.subattachments.data).toHaveLength(5)
    expect(fieldOf(world, post, 'child_attachments')).toHaveLength(10)
  })

  test.each<[object, string]>([
    [{}, 'multi_share'],
    [{ multi_share_end_card: true }, 'multi_share'],
    [{ multi_share_end_card: '0' }, 'multi_share_no_end_card'],
  ])('end with a card unless it is disabled: %j is %s [FEE-184..186]', (more, type) => {
    const world = forkWorld()
    expect(attachment(world, publishedId(world, multi(2, more)))).toMatchObject({ type, url: link })
  })

  test.each<[object, boolean]>([
    [{}, true],
    [{ multi_share_optimized: 0 }, false],
  ])('are stored in the given order, with multi_share_optimized: %j [FEE-187..189]', (more, expected) => {
    const world = forkWorld()
    const list = ['b', 'a'].map((name) => child({ name }))
    const post = publishedId(world, { link, child_attachments: list, ...more })
    expect(fieldOf(world, post, 'child_attachments')).toEqual(list)
    expect(rowOf(world, post)['given']).toEqual({ multi_share_optimized: expected })
  })

  test('advice on pictures is not enforced [FEE-183]', async () => {
    const world = forkWorld()
    const url = 'https://img.test/tiny.png'
    world.actions.registerUrl({ url, bytes: await pngWith({ width: 2, height: 1 }) }).unwrap()
    expect(publish(world, { link, child_attachments: [child({ picture: url }), child()] }).ok).toBe(true)
  })

  describe('image_hash [FEE-181]', () => {
    async function hashed() {
      const world = forkWorld()
      const { adAccount } = start
      const source = await pngWith({ width: 8, height: 8 })
      const made = call(world, userToken, 'uploadAdImage', {
        adAccount,
        files: [{ part: 'a.png', name: 'a.png', bytes: source }],
      }).unwrap() as { images: Record<string, { hash: string }> }
      const hash = Object.values(made.images)[0]?.hash ?? ''
      return { world, hash, params: { link, child_attachments: [{ link, image_hash: hash }, child()] } }
    }

    test('is an image of an ad account, and takes precedence over picture [FEE-181..182]', async () => {
      const { world, hash, params } = await hashed()
      expect(fieldOf(world, publishedId(world, params), 'child_attachments')).toEqual([
        { link, image_hash: hash },
        child(),
      ])
      const both = { link, child_attachments: [child({ image_hash: hash }), child()] }
      const read = fieldOf(world, publishedId(world, both), 'child_attachments')
      expect(read).toEqual([{ link: 'https://a.test/1', image_hash: hash }, child()])
    })

    test('is displayed without a picture, unlike the other links [FEE-180..181]', async () => {
      const { world, params } = await hashed()
      const shown = attachment(world, publishedId(world, params))
      expect(shown?.['subattachments']).toEqual({
        data: [
          { type: 'share', url: link },
          { type: 'share', url: 'https://a.test/1', media: { image: { src: 'https://img.test/1.png' } } },
        ],
      })
    })

    test.each([
      ['ads_read alone', ['ads_management'], true],
      ['ads_management alone', ['ads_read'], true],
      ['neither', ['ads_read', 'ads_management'], false],
    ] as const)('is read with %s: %j is left out [AUT-017, FEE-181]', async (_, without, reads) => {
      const { world, params } = await hashed()
      const token = tokenOf({ ...start, world }, { role: 'ANALYST', without })
      expect(publish(world, params, token).ok).toBe(reads)
    })

    test('is refused for an unknown image, a deleted one, and one without access', async () => {
      const { world, hash, params } = await hashed()
      const wrong = { link, child_attachments: [child({ image_hash: 'f'.repeat(32) }), child()] }
      const message =
        '(#100) Param child_attachments.0.image_hash must be the hash of an active ad image, got '
      expect(publishError(world, wrong).message).toBe(`${message}${'f'.repeat(32)}`)
      const scene = { ...start, world }
      expect(publishError(world, params, tokenOf(scene)).message).toBe(message + hash)
      const lacking = tokenOf(scene, { role: 'ANALYST', without: ['ads_read', 'ads_management'] })
      expect(publishError(world, params, lacking).message).toBe(message + hash)
      expect(publish(world, params, tokenOf(scene, { role: 'ANALYST' })).ok).toBe(true)
      call(world, userToken, 'deleteAdImage', { adAccount: start.adAccount, hash }).unwrap()
      expect(publishError(world, params).message).toBe(message + hash)
    })
  })
})

describe('call_to_action', () => {
  const directions = 'https://maps.test/?at=48.2082,16.3738'

  test.each([
    ['BOOK_TRAVEL [FEE-233]', 'BOOK_TRAVEL'],
    ['BUY_NOW [FEE-234]', 'BUY_NOW'],
    ['CALL_NOW [FEE-235]', 'CALL_NOW'],
    ['DOWNLOAD [FEE-236]', 'DOWNLOAD'],
    ['GET_DIRECTIONS [FEE-237]', 'GET_DIRECTIONS'],
    ['GET_QUOTE [FEE-239]', 'GET_QUOTE'],
    ['INSTALL_APP [FEE-240]', 'INSTALL_APP'],
    ['INSTALL_MOBILE_APP [FEE-241]', 'INSTALL_MOBILE_APP'],
    ['LEARN_MORE [FEE-242]', 'LEARN_MORE'],
    ['LIKE_PAGE [FEE-243]', 'LIKE_PAGE'],
    ['LISTEN_MUSIC [FEE-244]', 'LISTEN_MUSIC'],
    ['MESSAGE_PAGE [FEE-245]', 'MESSAGE_PAGE'],
    ['NO_BUTTON [FEE-246]', 'NO_BUTTON'],
    ['OPEN_LINK [FEE-247]', 'OPEN_LINK'],
    ['PLAY_GAME [FEE-248]', 'PLAY_GAME'],
    ['SHOP_NOW [FEE-249]', 'SHOP_NOW'],
    ['SIGN_UP [FEE-250]', 'SIGN_UP'],
    ['SUBSCRIBE [FEE-251]', 'SUBSCRIBE'],
    ['USE_APP [FEE-252]', 'USE_APP'],
    ['USE_MOBILE_APP [FEE-253]', 'USE_MOBILE_APP'],
    ['WATCH_MORE [FEE-254]', 'WATCH_MORE'],
    ['WATCH_VIDEO [FEE-255]', 'WATCH_VIDEO'],
  ])('is %s [FEE-007, FEE-230..231]', (_, type) => {
    const world = forkWorld()
    const value = { app_link: 'x' }
    const post = publishedId(world, { link: directions, call_to_action: JSON.stringify({ type, value }) })
    expect(readFields(world, post, 'call_to_action,context')).toEqual({
      call_to_action: { type, value },
      context: { type, value },
    })
  })

  test.each(['', 'learn_more', 'APPLY_NOW', undefined, 7])('is not %j [FEE-256]', (type) => {
    expect(callToActionTypes).toHaveLength(22)
    expect(publishError(forkWorld(), { link, call_to_action: { type } }).code).toBe(100)
  })

  test('is for link posts only [FEE-232]', () => {
    expect(publishErrorMessage({ message: 'x', call_to_action: { type: 'LEARN_MORE' } })).toBe(
      '(#100) Param call_to_action requires link: it is for new link posts only',
    )
  })

  const get = { call_to_action: { type: 'GET_DIRECTIONS' } }
  test.each(['fbgeo://37.48,-122.15', directions, 'https://maps.test/@-90,180'])(
    'leads to coordinates: %s [FEE-238]',
    (place) => {
      expect(publish(forkWorld(), { link: place, ...get }).ok).toBe(true)
    },
  )

  test.each([link, 'https://maps.test/?at=91,16', 'https://maps.test/?at=48,181'])(
    'requires coordinates in the link: %s [FEE-238]',
    (place) => {
      expect(publishErrorMessage({ link: place, ...get })).toBe(
        '(#100) Param link must contain coordinates when call_to_action is GET_DIRECTIONS, got none',
      )
    },
  )

  test('is the only type that accepts fbgeo links [FEE-238]', () => {
    const place = 'fbgeo://37.48,-122.15'
    expect(publishErrorMessage({ link: place })).toBe(
      `(#100) Param link must be an absolute http or https URL, got "${place}"`,
    )
  })

  test('MESSAGE_PAGE posts are only visible to tokens of the page [FEE-245]', () => {
    const world = forkWorld()
    const post = publishedId(world, { link, call_to_action: { type: 'MESSAGE_PAGE' } })
    const list = (token: string) => idsOf(call(world, token, 'listPageFeed', { page }).unwrap())
    expect(list(pageToken)).toEqual([post])
    expect(list(userToken)).toEqual([])
    expect(refusedBy(world, () => call(world, userToken, 'readPost', { post }))).toMatchObject({
      code: 100,
      subcode: 33,
    })
  })

  test('a token of another page does not read or list MESSAGE_PAGE posts of the page [AUT-022]', () => {
    const world = forkWorld()
    const post = publishedId(world, { link, call_to_action: { type: 'MESSAGE_PAGE' } })
    const plain = publishedId(world, { message: 'For all' })
    const app = world.actions.createApp({ name: 'Reader', publicContentAccess: true }).unwrap().id
    const tokenOfPage = (id: string) =>
      world.actions
        .issueToken({ kind: 'page', app, user: start.user, page: id, scopes: ['pages_read_engagement'] })
        .unwrap().token
    const [own, another] = [tokenOfPage(page), tokenOfPage(other)]
    const list = (token: string) => idsOf(call(world, token, 'listPageFeed', { page }).unwrap())
    expect([list(own), list(another)]).toEqual([[plain, post], [plain]])
    expect(call(world, own, 'readPost', { post }).ok).toBe(true)
    expect(call(world, another, 'readPost', { post: plain }).ok).toBe(true)
    const refused = refusedBy(world, () => call(world, another, 'readPost', { post }))
    expect(refused).toMatchObject({ code: 100, subcode: 33 })
  })
})
