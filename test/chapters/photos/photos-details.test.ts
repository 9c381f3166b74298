import { describe, expect, test } from 'vitest'
import { begin, photoRow, postRow, refusedBy, upload } from './photo-world.ts'

const start = begin()
const { page, pageToken } = start
const fork = () => start.world.fork()
const uploaded = (params: object, world = fork()) =>
  photoRow(world, upload(world, pageToken, { page, ...params }).unwrap().id)
const refusal = (params: object) => {
  const world = fork()
  return refusedBy(world, () => upload(world, pageToken, { page, ...params }))
}

describe('backdated_time', () => {
  const now = start.world.clock.now / 1000

  test.each([
    ['2024-05-06T07:08:09+0000', '2024-05-06T07:08:09+0000'],
    ['2024-05-06T07:08:09Z', '2024-05-06T07:08:09+0000'],
    ['2024-05-06T09:08:09+02:00', '2024-05-06T07:08:09+0000'],
    ['2024-05-06', '2024-05-06T00:00:00+0000'],
    [1_714_979_289, '2024-05-06T07:08:09+0000'],
    [now - 1, '2026-01-15T08:59:59+0000'],
  ])('%j is read back as %s [PHO-060]', (backdated_time, expected) => {
    const world = fork()
    const { id: photo } = upload(world, pageToken, { page, backdated_time }).unwrap()
    const fields = 'backdated_time,created_time'
    expect(world.as(pageToken).readPhoto({ photo, fields }).unwrap()).toEqual({
      id: photo,
      backdated_time: expected,
      created_time: '2026-01-15T09:00:00+0000',
    })
  })

  test.each([now, now + 1])('must be before the request, unlike %i [PHO-060]', (backdated_time) => {
    expect(refusal({ backdated_time })).toMatchObject({
      code: 100,
      message: '(#100) Param backdated_time must lie before the request',
    })
  })

  test.each(['yesterday', '2024-02-30', '2024-05-06T07:08:09', true])('cannot be %j [PHO-060]', (value) => {
    const expected = 'an ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix time in seconds'
    expect(refusal({ backdated_time: value })).toMatchObject({
      code: 100,
      message: `(#100) Param backdated_time must be ${expected}, got ${JSON.stringify(value)}`,
    })
  })

  const granularities = ['year', 'month', 'day', 'hour', 'min', 'none']
  test.each(granularities)('has the granularity %s [PHO-061..062]', (granularity) => {
    const given = { backdated_time: '2024-05-06', backdated_time_granularity: granularity }
    const world = fork()
    const { id: photo } = upload(world, pageToken, { page, ...given }).unwrap()
    const read = world.as(pageToken).readPhoto({ photo }).unwrap()
    expect(read.backdated_time_granularity).toBe(granularity)
  })

  test.each(['minute', 'Year', 'week'])('has no granularity %s [PHO-061..062]', (value) => {
    expect(refusal({ backdated_time_granularity: value })).toMatchObject({
      code: 100,
      message:
        '(#100) Param backdated_time_granularity must be one of year, month, day, hour, min, none, ' +
        `got ${JSON.stringify(value)}`,
    })
  })

  test('has the granularity none by default, and none without a time [PHO-061, PHO-063]', () => {
    const granularityOf = (params: object) => uploaded(params).backdatedTimeGranularity
    expect(granularityOf({ backdated_time: '2024-05-06' })).toBe('none')
    expect(granularityOf({ backdated_time_granularity: 'year' })).toBe('none')
    expect(granularityOf({})).toBe('none')
  })
})

describe('place', () => {
  test('is a page, shown with its name [PHO-067]', () => {
    const world = fork()
    const place = world.actions.createPage({ name: 'The Harbour' }).unwrap().id
    const { id: photo } = upload(world, pageToken, { page, place }).unwrap()
    const read = world.as(pageToken).readPhoto({ photo, fields: 'place' }).unwrap()
    expect(read.place).toEqual({ id: place, name: 'The Harbour' })
  })

  test.each(['here', -1, true])('must not be %j [PHO-067]', (value) => {
    const message = `(#100) Param place must be a numeric id, got ${JSON.stringify(value)}`
    expect(refusal({ place: value })).toMatchObject({ code: 100, message })
  })
})

describe('the story of a photo', () => {
  const now = start.world.clock.now / 1000
  const scheduled = {
    published: false,
    temporary: true,
    unpublished_content_type: 'SCHEDULED',
    scheduled_publish_time: now + 3_600,
  }
  const given = { backdated_time: '2024-05-06T07:08:09Z', backdated_time_granularity: 'day', place: page }

  test.each([
    ['of a backdated and placed photo is backdated and placed [FEE-019..020, FEE-060]', given],
    ['of one that is scheduled too [FEE-019..020, FEE-060]', { ...given, ...scheduled }],
  ])('%s', (_, params) => {
    const world = fork()
    const { post_id: post = '' } = upload(world, pageToken, { page, ...params }).unwrap()
    const shown = () =>
      world.as(pageToken).readPost({ post, fields: 'backdated_time,place,created_time' }).unwrap()
    const backdated = { id: post, backdated_time: Date.UTC(2024, 4, 6, 7, 8, 9) / 1000, place: page }
    expect(shown()).toEqual({ ...backdated, created_time: now })
    expect(postRow(world, post)).toMatchObject({ backdatedTimeGranularity: 'day' })
    world.clock.advance('1h')
    expect(shown()).toMatchObject(backdated)
  })

  test('of any other photo is not backdated and has no place [FEE-020]', () => {
    const world = fork()
    const { post_id: post = '' } = upload(world, pageToken, { page }).unwrap()
    const shown = world.as(pageToken).readPost({ post, fields: 'backdated_time,place' }).unwrap()
    expect(shown).toEqual({ id: post, backdated_time: null })
  })
})

describe('tags', () => {
  const { user } = start

  test('are objects with a profile or a text, and a place in the picture [PHO-068]', () => {
    const world = fork()
    const tags = [{ tag_uid: user, x: 0, y: 100 }, { tag_text: 'A gull 🐦', x: '12.5' }, { tag_uid: page }]
    const { id: photo } = upload(world, pageToken, { page, tags: JSON.stringify(tags) }).unwrap()
    expect(photoRow(world, photo).tags).toEqual([tags[0], { tag_text: 'A gull 🐦', x: 12.5 }, tags[2]])
    expect(world.as(pageToken).readPhoto({ photo, fields: 'name_tags' }).unwrap().name_tags).toEqual([
      { id: user, name: 'Ada Starter' },
      { id: page, name: 'Starter Page' },
    ])
  })

  test.each([{}, { tags: [] }, { tags: '[]' }])('are none by default, as with %j [PHO-069]', (params) => {
    const row = uploaded(params)
    expect(row.tags).toEqual([])
  })

  test.each([
    ['x below 0', [{ tag_uid: user, x: -1 }], 'tags.0.x must be a number from 0 to 100, got -1'],
    ['x after a space', [{ tag_uid: user, x: ' 12' }], 'tags.0.x must be a number from 0 to 100, got " 12"'],
    [
      'x with an exponent',
      [{ tag_uid: user, x: '1e1' }],
      'tags.0.x must be a number from 0 to 100, got "1e1"',
    ],
    ['x above 100', [{ tag_uid: user, x: 100.1 }], 'tags.0.x must be a number from 0 to 100, got 100.1'],
    [
      'y above 100',
      [{ tag_uid: user }, { tag_uid: user, y: 101 }],
      'tags.1.y must be a number from 0 to 100, got 101',
    ],
    ['neither profile nor text', [{ x: 1, y: 1 }], 'tags.0 must have tag_uid or tag_text'],
    ['no id', [{ tag_uid: 'ada' }], 'tags.0.tag_uid must be a numeric id, got "ada"'],
    ['no object', ['ada'], 'tags.0 must be a JSON object, got "ada"'],
    ['no list', true, 'tags must be a list, got true'],
  ])('are refused with %s [PHO-068]', (_, tags, words) => {
    expect(refusal({ tags })).toMatchObject({ code: 100, message: `(#100) Param ${words}` })
  })
})

describe('targeting', () => {
  const geo_locations = { countries: ['SE', 'NO'], regions: [{ key: '1' }], cities: [{ key: '2' }] }

  test('limits who can see the photo and its post [PHO-072]', () => {
    const world = fork()
    const targeting = { age_min: 18, geo_locations }
    const made = upload(world, pageToken, { page, targeting: JSON.stringify(targeting) }).unwrap()
    expect(photoRow(world, made.id).targeting).toEqual(targeting)
    expect(postRow(world, made.post_id).targeting).toEqual(targeting)
    expect(uploaded({}).targeting).toBeUndefined()
  })

  test.each([13, 15, 18, 21, 25])('accepts age_min %i [PHO-072]', (age_min) => {
    expect(uploaded({ targeting: { age_min } }).targeting).toEqual({ age_min })
  })

  test.each([
    ['another age', { age_min: 14 }, 'targeting.age_min must be one of 13, 15, 18, 21, 25, got "14"'],
    ['no object', 'everyone', 'targeting must be a JSON object, got "everyone"'],
    ['a list', [], 'targeting must be a JSON object, got []'],
    [
      'no list of cities',
      { geo_locations: { cities: true } },
      'targeting.geo_locations.cities must be a list, got true',
    ],
  ])('is refused with %s [PHO-072]', (_, targeting, words) => {
    expect(refusal({ targeting })).toMatchObject({ code: 100, message: `(#100) Param ${words}` })
  })
})

describe('feed_targeting', () => {
  const whole = {
    age_max: 65,
    age_min: 13,
    college_years: [2024],
    education_statuses: [1, 3],
    genders: [1, 2],
    geo_locations: { countries: ['SE'] },
    interests: [6003107902433],
    locales: [6],
    relationship_statuses: [1, 4],
  }

  test('is stored with the photo and its post, with any keys or none [PHO-074..075]', () => {
    const single = Object.entries(whole).map(([key, value]) => ({ [key]: value }))
    for (const feed_targeting of [whole, {}, ...single]) {
      const world = fork()
      const made = upload(world, pageToken, { page, feed_targeting: JSON.stringify(feed_targeting) }).unwrap()
      expect(photoRow(world, made.id).feedTargeting).toEqual(feed_targeting)
      expect(postRow(world, made.post_id).feedTargeting).toEqual(feed_targeting)
    }
  })

  test.each([
    ['no object', 'x', 'feed_targeting must be a JSON object, got "x"'],
    ['too high an age', { age_max: 66 }, 'feed_targeting.age_max must be an integer from 0 to 65, got 66'],
    [
      'too low an age',
      { age_min: 12 },
      'feed_targeting.age_min must be 0 or an integer of 13 or more, got 12',
    ],
    ['another gender', { genders: [3] }, 'feed_targeting.genders.0 must be an integer from 1 to 2, got 3'],
  ])('is refused with %s [PHO-074]', (_, feed_targeting, words) => {
    expect(refusal({ feed_targeting })).toMatchObject({ code: 100, message: `(#100) Param ${words}` })
  })
})
