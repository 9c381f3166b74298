import { describe, expect, test } from 'vitest'
import { act, call, idsOf, refusedBy, rowOf, tokenOf } from '../../service/scene.ts'
import {
  fieldOf,
  forkWorld,
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
  user,
  visitor,
} from './feed-world.ts'

const unknown = '100000000000000'

describe('a mention', () => {
  const tag = (offset: number, id = other, name = 'Other 🏝️ Page') => ({
    length: [...name].length,
    id,
    name,
    offset,
    type: 'page',
  })

  test.each<[string, string, string, object[] | undefined]>([
    ['alone', `@[${other}]`, 'Other 🏝️ Page', [tag(0)]],
    ['after an emoji of two units', `😀 @[${other}]!`, '😀 Other 🏝️ Page!', [tag(2)]],
    [
      'after another',
      `@[${other}]@[${page}]`,
      'Other 🏝️ PageStarter Page',
      [tag(0), tag(13, page, 'Starter Page')],
    ],
    ['of no page', `@[${unknown}]`, `@[${unknown}]`, undefined],
    ['of a person', `@[${user}]`, `@[${user}]`, undefined],
    ['of nothing', '@[] @[x]', '@[] @[x]', undefined],
  ])('%s [FEE-049..055, FEE-153]', (_, typed, message, message_tags) => {
    const world = forkWorld()
    const post = publishedId(world, { message: typed })
    expect(readFields(world, post, 'message,message_tags')).toEqual({
      message,
      ...(message_tags && { message_tags }),
    })
  })

  test('adds the page to `to`, and the post to its tagged posts', () => {
    const world = forkWorld()
    const post = publishedId(world, { message: `@[${other}] @[${other}]` })
    expect(fieldOf(world, post, 'to')).toEqual({ data: [{ id: other, name: 'Other 🏝️ Page' }] })
    const shown = fieldOf(world, post, 'message_tags', start.userToken)
    expect(shown).toBeUndefined()
  })
})

describe('feed_targeting', () => {
  const defaults = { age_min: 0, genders: [1, 2], relationship_statuses: [1, 2, 3, 4] }
  const geo = { countries: ['AT', 'US'], regions: [{ key: '3847' }], cities: [{ key: 2430536 }] }

  test.each<[string, object, object]>([
    ['nothing: the defaults [FEE-094, FEE-103, FEE-112, FEE-195]', {}, {}],
    ['age_max [FEE-091, FEE-191..192, LIM-011]', { age_max: 65 }, { age_max: 65 }],
    ['age_min [FEE-092..093, FEE-193..194, LIM-012]', { age_min: '13' }, { age_min: 13 }],
    ['age_min 0 [FEE-195]', { age_min: 0 }, { age_min: 0 }],
    ['one age', { age_min: 20, age_max: 20 }, { age_min: 20, age_max: 20 }],
    ['college_years [FEE-096, FEE-196]', { college_years: [2001, '2002'] }, { college_years: [2001, 2002] }],
    [
      'education_statuses [FEE-099..100, FEE-197]',
      { education_statuses: [1, 2, 3] },
      { education_statuses: [1, 2, 3] },
    ],
    ['genders [FEE-101..102, FEE-198]', { genders: [2] }, { genders: [2] }],
    ['interests [FEE-107, FEE-200]', { interests: [Number(other)] }, { interests: [Number(other)] }],
    ['locales [FEE-108, FEE-201]', { locales: 6 }, { locales: [6] }],
    [
      'relationship_statuses [FEE-110..111, FEE-202]',
      { relationship_statuses: '1,4' },
      { relationship_statuses: [1, 4] },
    ],
    [
      'geo_locations [FEE-095, FEE-097, FEE-109, FEE-122, FEE-199]',
      { geo_locations: geo },
      { countries: ['AT', 'US'], regions: [3847], cities: [2430536], geo_locations: geo },
    ],
    [
      'keys for reading only, and unknown keys [FEE-203]',
      { interested_in: [1], countries: ['AT'], cities: [1], regions: [1], nothing: 1 },
      {},
    ],
  ])('reads %s [FEE-028, FEE-190]', (_, given, expected) => {
    const world = forkWorld()
    const post = publishedId(world, { message: 'x', feed_targeting: JSON.stringify(given) })
    expect(fieldOf(world, post, 'feed_targeting')).toEqual({ ...defaults, ...expected })
  })

  const countries = (count: number) =>
    ['AD AE AF AG AI AL AM AN AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ']
      .flatMap((codes) => codes.split(' '))
      .slice(0, count)

  test('accepts 25 countries, and no more [FEE-098, LIM-010]', () => {
    const world = forkWorld()
    const post = publishedId(world, {
      message: 'x',
      feed_targeting: { geo_locations: { countries: countries(25) } },
    })
    expect(fieldOf(world, post, 'feed_targeting')).toMatchObject({ countries: countries(25) })
    const over = { message: 'x', feed_targeting: { geo_locations: { countries: countries(26) } } }
    expect(publishErrorMessage(over)).toBe(
      '(#100) Param feed_targeting.geo_locations.countries must have at most 25 items, got 26',
    )
  })

  test.each<[string, object]>([
    ['age_max [FEE-192, LIM-011]', { age_max: 66 }],
    ['age_min [FEE-093, FEE-194, LIM-012]', { age_min: 12 }],
    ['age_min', { age_min: 1 }],
    ['age_min', { age_min: -1 }],
    ['education_statuses [FEE-100]', { education_statuses: [4] }],
    ['education_statuses [FEE-100]', { education_statuses: [0] }],
    ['genders [FEE-102]', { genders: [3] }],
    ['genders [FEE-102]', { genders: [0] }],
    ['relationship_statuses [FEE-111]', { relationship_statuses: [5] }],
    ['relationship_statuses [FEE-111]', { relationship_statuses: [0] }],
    ['college_years [FEE-196]', { college_years: ['x'] }],
    ['interests [FEE-200]', { interests: ['x'] }],
    ['locales [FEE-201]', { locales: 'x' }],
    ['geo_locations.countries [FEE-097]', { geo_locations: { countries: ['at'] } }],
    ['geo_locations [FEE-199]', { geo_locations: 'x' }],
  ])('refuses %s: %j', (name, given) => {
    const parameter = name.replace(/ \[.*/, '')
    expect(publishErrorMessage({ message: 'x', feed_targeting: given })).toContain(
      `(#100) Param feed_targeting.${parameter}`,
    )
  })

  test('refuses an age_min above age_max', () => {
    expect(publishErrorMessage({ message: 'x', feed_targeting: { age_min: 40, age_max: 39 } })).toBe(
      '(#100) Param feed_targeting must have an age_min that is at most its age_max',
    )
  })

  test('still shows interested_in, which no endpoint writes [FEE-104..106]', () => {
    const world = forkWorld()
    const post = publishedId(world, { message: 'x' })
    expect(readFields(world, post, 'feed_targeting')).toEqual({})
    world.actions.setPostTargeting({ post, interestedIn: [1, 2] }).unwrap()
    expect(fieldOf(world, post, 'feed_targeting')).toEqual({ ...defaults, interested_in: [1, 2] })
    for (const wrong of [0, 3])
      expect(act(world, 'setPostTargeting', { post, interestedIn: [wrong] }).ok).toBe(false)
  })
})

describe('geo_locations', () => {
  test.each([['targeting [FEE-079, FEE-082]'], ['feed_targeting [FEE-095, FEE-097]']])(
    'with a place that has no id: the others are read, in %s',
    (title) => {
      const world = forkWorld()
      const [name = ''] = title.split(' ')
      const cities = [{ key: '7' }, { name: 'Somewhere' }, { key: '' }, { key: 'x' }, { key: 8 }]
      const geo_locations = { countries: ['US'], cities }
      const post = publishedId(world, { message: 'x', [name]: { geo_locations } })
      expect(fieldOf(world, post, name)).toMatchObject({ countries: ['US'], cities: [7, 8], geo_locations })
    },
  )
})

describe('targeting', () => {
  test.each([13, 15, 18, 21, 25])('has the age_min %i [FEE-204..206, LIM-013]', (age_min) => {
    const world = forkWorld()
    const post = publishedId(world, { message: 'x', targeting: { age_min } })
    expect(fieldOf(world, post, 'targeting')).toEqual({ age_min })
  })

  test.each([0, 12, 14, 17, 26, 'x'])('refuses age_min %j [FEE-206, LIM-013]', (age_min) => {
    expect(publishErrorMessage({ message: 'x', targeting: { age_min } })).toContain(
      'Param targeting.age_min must be one of',
    )
  })

  test('shows countries, regions and cities together: values are additive [FEE-078..079, FEE-081..083, FEE-207]', () => {
    const world = forkWorld()
    const geo_locations = { countries: ['AT'], regions: [{ key: '1' }], cities: [{ key: '2' }, { key: '3' }] }
    const post = publishedId(world, { message: 'x', targeting: { geo_locations } })
    const places = { countries: ['AT'], regions: [1], cities: [2, 3] }
    expect(fieldOf(world, post, 'targeting')).toEqual({ ...places, geo_locations })
    world.actions.setPostTargeting({ post, locales: [6, 24] }).unwrap()
    expect(fieldOf(world, post, 'targeting')).toEqual({ ...places, locales: [6, 24], geo_locations })
  })

  test('reads locales [FEE-080]', () => {
    const world = forkWorld()
    const post = publishedId(world, { message: 'x' })
    expect(readFields(world, post, 'targeting')).toEqual({})
    world.actions.setPostTargeting({ post, locales: 6 as unknown as number[] }).unwrap()
    expect(fieldOf(world, post, 'targeting')).toEqual({ locales: [6] })
  })

  test('does not override the restriction of the page [FEE-084]', () => {
    const world = forkWorld()
    const { actions } = world
    const secret = actions
      .createPage({ name: 'Secret', administrators: [user], published: false })
      .unwrap().id
    const params = { page: secret, message: 'x', targeting: { age_min: 13 } }
    const post = call(world, start.userToken, 'publishPost', params).unwrap()['id']
    const app = actions.createApp({ name: 'Reader', publicContentAccess: true }).unwrap().id
    const stranger = tokenOf({ ...start, world }, { app, tasks: [] })
    expect(refusedBy(world, () => call(world, stranger, 'readPost', { post }))).toMatchObject({ subcode: 33 })
  })
})

describe('place and tags', () => {
  test('are the place of a post and the people there [FEE-060, FEE-208..209]', () => {
    const world = forkWorld()
    const post = publishedId(world, { message: 'x', place: other, tags: `${visitor},${user},${visitor}` })
    expect(readFields(world, post, 'place,to')).toEqual({
      place: other,
      to: {
        data: [
          { id: visitor, name: 'Vera Visitor' },
          { id: user, name: 'Ada Starter' },
        ],
      },
    })
  })

  test.each<[object, string]>([
    [{ tags: [visitor] }, 'Param tags requires place'],
    [{ place: unknown }, `Param place must be the id of a page, got ${unknown}`],
    [{ place: user }, `Param place must be the id of a page, got ${user}`],
    [{ place: page, tags: [visitor, page] }, `Param tags must be ids of users, got ${page}`],
    [{ place: 'here' }, 'Param place must be a numeric id, got "here"'],
    [{ place: page, tags: 'x' }, 'Param tags.0 must be a numeric id, got "x"'],
  ])('refuse %j [FEE-208..210]', (params, message) => {
    expect(publishErrorMessage({ message: 'x', ...params })).toBe(`(#100) ${message}`)
  })

  test('can be a place without people; no people need no place', () => {
    const world = forkWorld()
    expect(publish(world, { message: 'x', place: page }).ok).toBe(true)
    expect(publish(world, { message: 'x', tags: '' }).ok).toBe(true)
  })
})

describe('actions', () => {
  const links = [{ name: 'Buy', link: 'https://a.test/buy' }]

  test('are links beside comment, like and share [FEE-009, FEE-162..164]', () => {
    const world = forkWorld()
    const post = publishedId(world, { message: 'x', actions: JSON.stringify(links), published: true })
    const own = ['Comment', 'Like', 'Share'].map((name) => ({ name, link: `https://web.test/${post}` }))
    expect(fieldOf(world, post, 'actions')).toEqual([...own, ...links])
    expect(fieldOf(world, publishedId(world, { message: 'x' }), 'actions')).toHaveLength(3)
  })

  test.each([
    { published: false },
    {
      published: false,
      unpublished_content_type: 'SCHEDULED',
      scheduled_publish_time: start.world.clock.now / 1000 + 3_600,
    },
  ])('are refused for an unpublished post: %j [FEE-213]', (more) => {
    expect(publishErrorMessage({ message: 'x', actions: links, ...more })).toBe(
      '(#100) Param actions must not be used with published=false',
    )
    expect(publish(forkWorld(), { message: 'x', actions: [], ...more }).ok).toBe(true)
  })

  test.each<[unknown, string]>([
    [[{ name: 'x' }], 'The parameter actions.0.link is required'],
    [[{ link: 'https://a.test/' }], 'The parameter actions.0.name is required'],
    [
      [{ name: 'x', link: 'a.test' }],
      'Param actions.0.link must be an absolute http or https URL, got "a.test"',
    ],
    ['x', 'Param actions.0 must be a JSON object, got "x"'],
    [
      Array.from({ length: 101 }, () => ({ name: 'x', link: 'http://a.test/' })),
      'Param actions must have at most 100 items, got 101',
    ],
  ])('must not be %j [FEE-162..164]', (given, message) => {
    expect(publishErrorMessage({ message: 'x', actions: given })).toBe(`(#100) ${message}`)
  })
})

describe('og_*', () => {
  const activity = (world: ReturnType<typeof forkWorld>, params: object) =>
    rowOf(world, publishedId(world, { message: 'x', ...params }))['activity']

  test('are a feeling or an activity, with a type and an object [FEE-224..228]', () => {
    const world = forkWorld()
    const object = world.actions.createActivityObject({ name: 'A book' }).unwrap().id
    const given = { og_action_type_id: '7', og_object_id: object, og_icon_id: '9' }
    expect(activity(world, given)).toEqual({ actionType: '7', object, icon: '9' })
    expect(activity(world, { ...given, og_object_id: other })).toMatchObject({ object: other })
    expect(activity(world, {})).toBeUndefined()
  })

  test('have an icon derived from the object if none is given [FEE-229]', () => {
    const world = forkWorld()
    const icon = (object: string) =>
      (activity(world, { og_action_type_id: '7', og_object_id: object }) as { icon: string }).icon
    expect(icon(other)).toBe(icon(other))
    expect(icon(other)).not.toBe(icon(page))
  })

  test.each<[object, string]>([
    [{ og_action_type_id: '7' }, 'Param og_action_type_id requires og_object_id'],
    [{ og_object_id: page }, 'Param og_object_id requires og_action_type_id'],
    [{ og_icon_id: '9' }, 'Param og_icon_id requires og_object_id'],
    [{ og_icon_id: '9', og_action_type_id: '7' }, 'Param og_action_type_id requires og_object_id'],
    ...[unknown, user, 'book'].map((id): [object, string] => [
      { og_action_type_id: '7', og_object_id: id },
      `Param og_object_id must be the id of a predefined object or of a page, got ${id}`,
    ]),
  ])('refuse %j [FEE-225..227]', (params, message) => {
    expect(publishErrorMessage({ message: 'x', ...params })).toBe(`(#100) ${message}`)
  })
})

describe('unpublished posts', () => {
  test.each<[string, (world: ReturnType<typeof forkWorld>) => string]>([
    ['a link', (world) => publishedId(world, { link: 'https://a.test/', published: false })],
    [
      'a photo',
      (world) =>
        publishedId(world, {
          attached_media: [{ media_fbid: upload(world, { published: false }) }],
          published: false,
        }),
    ],
    ['a text', (world) => publishedId(world, { message: 'x', published: false })],
    ['a video', (world) => world.actions.addPagePost({ page, video: {}, published: false }).unwrap().id],
  ])('can be a %s post: it is read like any other, and is absent from the feed [FEE-257..258]', (_, make) => {
    const world = forkWorld()
    const post = make(world)
    expect(readFields(world, post)).toMatchObject({
      is_published: false,
      promotable_id: post,
      permalink_url: `https://web.test/${post}`,
    })
    const list = (params: object) =>
      idsOf(call(world, pageToken, 'listPageFeed', { page, ...params }).unwrap())
    expect(list({})).toEqual([])
    expect(list({ fields: 'is_published' })).toEqual([post])
  })

  test('can be used in ads: they are eligible, and have a promotable_id [FEE-214, FEE-262]', () => {
    const world = forkWorld()
    const post = publishedId(world, { message: 'x', published: false, unpublished_content_type: 'ADS_POST' })
    const fields = 'is_eligible_for_promotion,promotable_id'
    expect(readFields(world, post, fields)).toEqual({ is_eligible_for_promotion: true, promotable_id: post })
  })

  test('made for an ad are never published [FEE-046]', () => {
    const world = forkWorld()
    const post = publishedId(world, { message: 'x', published: false, unpublished_content_type: 'ADS_POST' })
    expect(act(world, 'publishScheduledPost', { post }).ok).toBe(false)
    world.clock.advance('80d')
    expect(fieldOf(world, post, 'is_published')).toBe(false)
    const time = {
      unpublished_content_type: 'ADS_POST',
      scheduled_publish_time: world.clock.now / 1000 + 3_600,
    }
    expect(publishError(world, { message: 'x', published: false, ...time }).code).toBe(100)
  })
})
