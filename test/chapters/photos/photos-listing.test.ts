import { describe, expect, test } from 'vitest'
import type { Client } from '../../../src/generated/operations.ts'
import type { World } from '../../../src/world/world.ts'
import { begin, jsonOf, picture, refusedBy, tokenOf, upload } from './photo-world.ts'

type Listing = Parameters<Client['listPagePhotos']>[0]

const start = begin()
const { page, pageToken } = start

const photo = (world: World, more: object = {}, token = pageToken, on = page): string =>
  upload(world, token, { page: on, ...more }).unwrap().id
const listIds = (world: World, params: Record<string, unknown> = {}): string[] =>
  world
    .as(pageToken)
    .listPagePhotos({ page, ...params } as Listing)
    .unwrap()
    .data.map(({ id }) => id)
const read = (world: World, query = '') =>
  world.request({
    method: 'GET',
    url: `https://graph.test/v26.0/${page}/photos?access_token=${pageToken}${query}`,
  })

/** Returns a world with an uploaded photo, a photo that tags another page, and a profile picture. */
function withOneOfEach() {
  const world = start.world.fork()
  const other = world.actions.createPage({ name: 'Other Page', administrators: [start.user] }).unwrap().id
  const otherToken = tokenOf(world, other, {})
  const uploaded = photo(world)
  const tagged = photo(world, { tags: [{ tag_uid: page }] }, otherToken, other)
  const profile = photo(world)
  world.actions.setProfilePicture({ page, photo: profile }).unwrap()
  return { world, uploaded, tagged, profile }
}

describe('the list of the pictures of a page', () => {
  test('is read at its path, and is empty at first [PHO-001, PHO-014, PHO-022]', () => {
    const { status, body } = read(start.world.fork())
    expect([status, body]).toEqual([200, '{"data":[],"paging":{}}'])
  })

  test('has photo nodes and paging [PHO-001, PHO-003, PHO-022]', () => {
    const world = start.world.fork()
    const id = photo(world, { caption: 'Harbour' })
    const answer = jsonOf(read(world, '&type=uploaded'))
    const cursors = { before: expect.any(String), after: expect.any(String) }
    expect(answer).toEqual({
      data: [expect.objectContaining({ id, name: 'Harbour', created_time: '2026-01-15T09:00:00+0000' })],
      paging: { cursors },
    })
  })

  test('is paged by cursor and link, newest first [PHO-003]', () => {
    const world = start.world.fork()
    const ids = [1, 2, 3].map(() => {
      world.clock.advance('1s')
      return photo(world)
    })
    const first = world.as(pageToken).listPagePhotos({ page, type: 'uploaded', limit: 2 }).unwrap()
    expect(first.data.map(({ id }) => id)).toEqual([ids[2], ids[1]])
    const next = jsonOf(world.request({ method: 'GET', url: first.paging.next ?? '' }))
    expect(next['data']).toEqual([expect.objectContaining({ id: ids[0] })])
    expect(listIds(world, { type: 'uploaded', after: first.paging.cursors?.after })).toEqual([ids[0]])
  })
})

describe('type', () => {
  test('chooses the list [PHO-015..019]', () => {
    const { world, uploaded, tagged, profile } = withOneOfEach()
    expect(listIds(world, { type: 'profile' })).toEqual([profile])
    expect(listIds(world, { type: 'tagged' })).toEqual([tagged])
    expect(listIds(world, { type: 'uploaded' })).toEqual([profile, uploaded])
    expect(listIds(world)).toEqual([profile])
  })

  test.each(['Profile', 'UPLOADED', 'all', '', 'album'])('refuses %j [PHO-015..016]', (type) => {
    const world = start.world.fork()
    const error = refusedBy(world, () => world.as(pageToken).listPagePhotos({ page, type } as Listing))
    expect(error).toMatchObject({
      code: 100,
      message: `(#100) Param type must be one of profile, tagged, uploaded, got ${JSON.stringify(type)}`,
    })
  })

  test('is by default the current and all previous profile pictures, newest first [PHO-017..018]', () => {
    const world = start.world.fork()
    const ids = [photo(world), photo(world), photo(world)]
    for (const id of [...ids, ids[0] ?? '']) {
      world.clock.advance('1m')
      world.actions.setProfilePicture({ page, photo: id }).unwrap()
    }
    expect(listIds(world)).toEqual([ids[0], ids[2], ids[1]])
  })

  test('uploaded leaves out what another page uploaded [PHO-019]', () => {
    const { world, tagged } = withOneOfEach()
    expect(listIds(world, { type: 'uploaded' })).not.toContain(tagged)
  })

  test.each([{ published: false }, { published: false, temporary: true }])(
    'excludes photos with %j from each list until they are published [PHO-018..019]',
    (more) => {
      const world = start.world.fork()
      const id = photo(world, { ...more, tags: [{ tag_uid: page }] })
      const everywhere = () =>
        ['profile', 'tagged', 'uploaded'].map((type) => listIds(world, { type }).includes(id))
      expect(everywhere()).toEqual([false, false, false])
      expect(world.actions.setProfilePicture({ page, photo: id }).ok).toBe(false)
      world
        .as(pageToken)
        .publishPost({ page, attached_media: [{ media_fbid: id }] })
        .unwrap()
      expect(everywhere()).toEqual([false, true, true])
    },
  )
})

describe('filters', () => {
  /** Returns a world with a photo that has a business tag, and one without. */
  function withBusinessTag() {
    const world = start.world.fork()
    const [plain, carrier] = [photo(world), photo(world)]
    const tag = world.actions.addBusinessTag({ name: 'Shoes', photos: [carrier] }).unwrap()
    const unused = world.actions.addBusinessTag({ name: 'Hats', business: tag.business }).unwrap().id
    return { world, plain, carrier, unused, tag: tag.id, business: tag.business }
  }

  test('by biz_tag_id keep the photos with the tag [PHO-020]', () => {
    const { world, carrier, tag, unused } = withBusinessTag()
    expect(listIds(world, { type: 'uploaded', biz_tag_id: tag })).toEqual([carrier])
    expect(listIds(world, { type: 'uploaded', biz_tag_id: Number(tag) })).toEqual([carrier])
    expect(listIds(world, { type: 'uploaded', biz_tag_id: unused })).toEqual([])
  })

  test('by business_id alone keep all photos, and with biz_tag_id those with the tag [PHO-021]', () => {
    const { world, plain, carrier, tag, business } = withBusinessTag()
    const both = [carrier, plain]
    expect(listIds(world, { type: 'uploaded', business_id: business })).toEqual(both)
    expect(listIds(world, { type: 'uploaded', business_id: Number(business) })).toEqual(both)
    expect(listIds(world, { type: 'uploaded', business_id: business, biz_tag_id: tag })).toEqual([carrier])
  })

  const int64 = 'a 64-bit integer (beyond 2^53 as a string)'
  const wrong = (name: string, expected: string, value: unknown) =>
    `(#100) Param ${name} must be ${expected}, got ${JSON.stringify(value)}`
  const unknown = (name: string, what: string, value: string) =>
    `(#3001) Param ${name} must name a business${what}, got ${value}`

  test.each([
    ['biz_tag_id [PHO-020]', { biz_tag_id: 'shoes' }, 100, wrong('biz_tag_id', int64, 'shoes')],
    ['biz_tag_id [PHO-020]', { biz_tag_id: 1.5 }, 100, wrong('biz_tag_id', int64, 1.5)],
    [
      'biz_tag_id above 64 bits [PHO-020]',
      { biz_tag_id: '9223372036854775808' },
      100,
      wrong('biz_tag_id', int64, '9223372036854775808'),
    ],
    [
      'the largest biz_tag_id [PHO-020, PHO-030]',
      { biz_tag_id: '9223372036854775807' },
      3001,
      unknown('biz_tag_id', ' tag', '9223372036854775807'),
    ],
    [
      'the smallest biz_tag_id [PHO-020, PHO-030]',
      { biz_tag_id: '-9223372036854775808' },
      3001,
      unknown('biz_tag_id', ' tag', '-9223372036854775808'),
    ],
    ['a page as business tag [PHO-030]', { biz_tag_id: page }, 3001, unknown('biz_tag_id', ' tag', page)],
    ['business_id [PHO-021]', { business_id: 'acme' }, 100, wrong('business_id', 'a numeric id', 'acme')],
    ['business_id [PHO-021]', { business_id: -1 }, 100, wrong('business_id', 'a numeric id', -1)],
    [
      'an unknown business_id [PHO-021, PHO-030]',
      { business_id: 77 },
      3001,
      unknown('business_id', '', '77'),
    ],
    ['a page as business [PHO-030]', { business_id: page }, 3001, unknown('business_id', '', page)],
  ])('refuse %s as %j with %i', (_, params, code, message) => {
    const world = start.world.fork()
    expect(refusedBy(world, () => world.as(pageToken).listPagePhotos({ page, ...params }))).toMatchObject({
      code,
      message,
    })
  })
})

test('the profile picture must be a published photo of the page [PHO-018]', () => {
  const { world, tagged } = withOneOfEach()
  expect(world.actions.setProfilePicture({ page, photo: tagged }).ok).toBe(false)
  expect(upload(world, pageToken, { page, url: picture }).ok).toBe(true)
})
