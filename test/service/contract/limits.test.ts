/*
 * The chapter Limits, row by row: what lies just below each bound, on it and just beyond it. What a limit is
 * of is tested where its endpoint is; the limits of calls are in rates.test.ts.
 */
import { describe, expect, test } from 'vitest'
import { syntheticPicture } from '../../../src/chapters/pictures/synthetic.ts'
import type { World } from '../../../src/world/world.ts'
import { adOf, adSetOf, campaignOf, fresh, start } from '../../chapters/campaigns/campaign-world.ts'
import { act, call, get, idsOf, refusedBy, rowOf } from '../scene.ts'

const { page, pageToken, adAccount, userToken, appToken, campaign } = start
const now = start.world.clock.now / 1000
const [MINUTE, DAY] = [60, 86_400]

/** The parameters of a call with a value at the place that is limited. */
type Params = (value: number, world: World) => object

interface Bound {
  readonly operation: string
  readonly token: string
  readonly params: Params
}

const bound = (operation: string, token: string, params: Params): Bound => ({ operation, token, params })
const post = (params: Params): Bound =>
  bound('publishPost', pageToken, (value, world) => ({ page, message: 'x', ...params(value, world) }))
const upload = (params: Params): Bound =>
  bound('uploadPagePhoto', pageToken, (value, world) => ({
    page,
    url: 'https://img.test/a.png',
    allow_spherical_photo: true,
    ...params(value, world),
  }))

const child = { link: 'https://a.test/1', picture: 'https://img.test/1.png' }
const children = (count: number, multi_share_optimized: boolean) => ({
  link: 'https://shop.test/',
  child_attachments: Array.from({ length: count }, () => child),
  multi_share_optimized,
})
const countries = 'AD AE AF AG AI AL AM AN AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ'.split(' ')
const png = syntheticPicture({ url: 'a', width: 8, height: 6 })

/** A campaign with so many ads in two ad sets. */
function withAds(world: World, count: number): string {
  const source = campaignOf(world)
  const sets = [adSetOf(world, source), adSetOf(world, source)]
  for (let ad = 0; ad < count; ad++) adOf(world, sets[ad % 2] ?? '')
  return source
}

describe('a bound', () => {
  test.each<[string, Bound, number[], number[]]>([
    [
      'the limit of a feed read [LIM-002]',
      bound('listPageFeed', pageToken, (limit) => ({ page, limit })),
      [1, 99, 100],
      [0, 101],
    ],
    [
      'the limit of a search of threat indicators [LIM-003]',
      bound('searchThreatIndicators', appToken, (limit) => ({ limit })),
      [1, 999, 1_000],
      [0, 1_001],
    ],
    [
      'the limit of targeting suggestions [LIM-005]',
      bound('suggestTargeting', userToken, (limit) => {
        return { adAccount, limit, targeting_list: [{ type: 'interests', id: '6003000000011' }] }
      }),
      [1, 44, 45],
      [0, 46],
    ],
    [
      'the seconds until a post is published [LIM-006]',
      post((delay) => ({
        published: false,
        unpublished_content_type: 'SCHEDULED',
        scheduled_publish_time: now + delay,
      })),
      [10 * MINUTE, 10 * MINUTE + 1, 75 * DAY - 1, 75 * DAY],
      [10 * MINUTE - 1, 75 * DAY + 1],
    ],
    [
      'the items of child_attachments [LIM-008]',
      post((count) => children(count, false)),
      [2, 3, 4, 5],
      [1, 6],
    ],
    [
      'the items of child_attachments, optimized [LIM-009]',
      post((count) => children(count, true)),
      [2, 5, 6, 9, 10],
      [1, 11],
    ],
    [
      'the countries of feed_targeting [LIM-010]',
      post((count) => ({ feed_targeting: { geo_locations: { countries: countries.slice(0, count) } } })),
      [1, 24, 25],
      [26],
    ],
    [
      'age_max of feed_targeting [LIM-011]',
      post((age_max) => ({ feed_targeting: { age_max } })),
      [64, 65],
      [66],
    ],
    [
      'age_min of feed_targeting [LIM-012]',
      post((age_min) => ({ feed_targeting: { age_min } })),
      [13, 14],
      [12],
    ],
    [
      'age_min of targeting [LIM-013]',
      post((age_min) => ({ targeting: { age_min } })),
      [13, 15, 18, 21, 25],
      [12, 14, 16, 17, 19, 20, 22, 24, 26],
    ],
    [
      'the ads of a deep copy in one call [LIM-014]',
      bound('copyCampaign', userToken, (count, world) => {
        return { campaign: withAds(world, count), deep_copy: true }
      }),
      [0, 2, 3],
      [4],
    ],
    [
      'the spend cap of a campaign, in cents [LIM-016]',
      bound('updateCampaign', userToken, (spend_cap) => ({ campaign, spend_cap })),
      [10_000, 10_001],
      [9_999, 0],
    ],
    [
      'the characters of the name of an ad image [LIM-018]',
      bound('uploadAdImage', userToken, (length) => {
        const name = `${'n'.repeat(length - 4)}.png`
        return { adAccount, files: [{ part: 'filename', name, bytes: png }] }
      }),
      [99, 100],
      [101],
    ],
    [
      'the heading of the initial view [LIM-023]',
      upload((degrees) => ({ initial_view_heading_override_degrees: degrees })),
      [0, 1, 359, 360],
      [-1, 361],
    ],
    [
      'the pitch of the initial view [LIM-024]',
      upload((degrees) => ({ initial_view_pitch_override_degrees: degrees })),
      [-90, -89, 89, 90],
      [-91, 91],
    ],
    [
      'the vertical field of view of the initial view [LIM-025]',
      upload((degrees) => ({ initial_view_vertical_fov_override_degrees: degrees })),
      [60, 61, 119, 120],
      [59, 121],
    ],
  ])('%s', (_, { operation, token, params }, taken, refused) => {
    for (const value of taken) {
      const world = fresh()
      const outcome = call(world, token, operation, params(value, world))
      expect([value, outcome.ok || outcome.error.message]).toEqual([value, true])
    }
    for (const value of refused) {
      const world = fresh()
      const given = params(value, world)
      expect([value, refusedBy(world, () => call(world, token, operation, given)).code]).toEqual([value, 100])
    }
  })
})

describe('posts of a year [LIM-001]', () => {
  /** The ids of every page of the feed. */
  function readable(world: World): string[] {
    const ids: string[] = []
    for (let url = `/${page}/feed?fields=id&limit=100&access_token=${pageToken}`; url !== ''; ) {
      const list = get(world, url) as { data: { id: string }[]; paging: { next?: string } }
      ids.push(...idsOf(list))
      url = list.paging.next ?? ''
    }
    return ids
  }

  test('are read up to 600 of them', () => {
    const world = fresh()
    const publish = () => String(call(world, pageToken, 'publishPost', { page, message: 'x' }).unwrap()['id'])
    const ids = Array.from({ length: 600 }, publish).reverse()
    expect(readable(world)).toEqual(ids)
    const newest = publish()
    expect(readable(world)).toEqual([newest, ...ids.slice(0, 599)])
  })
})

test.each([
  [DAY - 1, true],
  [DAY, false],
])(
  'an unpublished photo is kept for 24 hours: after %i seconds it exists: %s [LIM-007]',
  (seconds, isThere) => {
    const world = fresh()
    const given = { page, url: 'https://img.test/a.png', published: false }
    const { id } = call(world, pageToken, 'uploadPagePhoto', given).unwrap()
    world.clock.advance(seconds * 1000)
    expect(call(world, pageToken, 'readPhoto', { photo: id }).ok).toBe(isThere)
  },
)

test.each([
  [4, 4],
  [5, 5],
  [6, 5],
  [10, 5],
])('of %i child_attachments %i are displayed [LIM-009]', (count, displayed) => {
  const world = fresh()
  const { id } = call(world, pageToken, 'publishPost', { page, ...children(count, true) }).unwrap()
  const { attachments } = call(world, pageToken, 'readPost', { post: id }).unwrap() as {
    attachments: { data: { subattachments: { data: unknown[] } }[] }
  }
  expect(attachments.data[0]?.subattachments.data).toHaveLength(displayed)
})

test('targeting suggestions are 30 without a limit [LIM-004]', () => {
  const world = fresh()
  const audiences = Array.from({ length: 50 }, (_, place) => {
    return { id: String(place + 1), type: 'interests', name: `N${place}`, audienceSize: 5, path: ['A'] }
  })
  act(world, 'addTargetingAudiences', { audiences, replace: true }).unwrap()
  const given = { adAccount, targeting_list: [{ type: 'interests', id: '1' }] }
  expect(idsOf(call(world, userToken, 'suggestTargeting', given).unwrap())).toHaveLength(30)
})

test.each<[unknown, string | undefined]>([
  ['922337203685477', '922337203685477'],
  ['922337203685478', undefined],
  [922_337_203_685_478, undefined],
  ['922337203685479', '922337203685479'],
])('a spend cap of %j reads back as %j: one value removes it [LIM-017]', (spend_cap, expected) => {
  const world = fresh()
  call(world, userToken, 'updateCampaign', { campaign, spend_cap: 20_000 }).unwrap()
  call(world, userToken, 'updateCampaign', { campaign, spend_cap }).unwrap()
  const read = call(world, userToken, 'readCampaign', { campaign, fields: 'spend_cap' }).unwrap()
  expect(read['spend_cap']).toBe(expected)
})

test.each([
  [719, 719, '719x719'],
  [720, 720, '720x720'],
  [721, 721, '720x720'],
  [1_440, 720, '720x360'],
  [720, 1_440, '360x720'],
])('the full picture of %i by %i is of %s [LIM-019]', (width, height, size) => {
  const world = fresh()
  const source = syntheticPicture({ url: 'b', width, height })
  const { post_id } = world.as(pageToken).uploadPagePhoto({ page, source }).unwrap()
  const given = { post: post_id, fields: 'full_picture' }
  expect(String(call(world, pageToken, 'readPost', given).unwrap()['full_picture'])).toContain(`/${size}.png`)
})

test.each([
  [{}, 0],
  [{ attempt: 3 }, 3],
])('the attempt of an upload with %j is %i [LIM-026]', (params, expected) => {
  const world = fresh()
  const given = { page, url: 'https://img.test/a.png', ...params }
  const { id } = call(world, pageToken, 'uploadPagePhoto', given).unwrap()
  expect(rowOf(world, String(id))['given']).toMatchObject({ attempt: expected })
})
