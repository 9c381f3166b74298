import { describe, expect, test } from 'vitest'
import { act, begin, call, forked, refusedBy, type Scene } from '../../service/scene.ts'

const start = begin({ policy: { beyond: 'serve' } })
const { page, pageToken } = start
const read = ({ world }: Scene, fields: string) =>
  call(world, pageToken, 'readPage', { page, fields }).unwrap()
const informed = (params: object) => {
  const scene = forked(start)
  act(scene.world, 'setPageInfo', { page, ...params }).unwrap()
  return scene
}

describe('a page shows what its administrators wrote about it', () => {
  const address = {
    street: '1 Way',
    city: 'Park',
    country: 'US',
    zip: '94025',
    latitude: -37.5,
    longitude: 180,
  }
  test.each<[string, object, string, object]>([
    ['a short text', { about: 'Bread' }, 'about', { about: 'Bread' }],
    [
      'a long text, and as HTML',
      { description: 'Bread & <cakes>\n"fresh"' },
      'description,description_html',
      {
        description: 'Bread & <cakes>\n"fresh"',
        description_html: 'Bread &amp; &lt;cakes&gt;<br />\n&quot;fresh&quot;',
      },
    ],
    [
      'its foundation',
      { founded: 'In May', general_info: 'More', phone: '+1 555' },
      'founded,general_info,phone',
      { founded: 'In May', general_info: 'More', phone: '+1 555' },
    ],
    ['its website', { website: 'https://bread.test/' }, 'website', { website: 'https://bread.test/' }],
    [
      'an address, at which people can check in',
      { location: { ...address, latitude: '-37.5' } },
      'location,can_checkin',
      { location: address, can_checkin: true },
    ],
    [
      'the people who checked in',
      { checkins: 12 },
      'checkins,were_here_count,display_subtext',
      { checkins: 12, were_here_count: 12, display_subtext: '12 people checked in here' },
    ],
    [
      'the day of its beginning',
      { started: '2004-02-29T23:59:59+0000' },
      'start_info',
      { start_info: { type: 'Unspecified', date: { year: 2004, month: 2, day: 29 } } },
    ],
  ])('%s', (_title, params, fields, expected) => {
    expect(read(informed(params), fields)).toEqual({ id: page, ...expected })
  })

  test('and nothing that they did not write', () => {
    const names =
      'about,description,description_html,founded,general_info,phone,website,location,start_info,cover'
    expect(read(start, names)).toEqual({ id: page })
    const derived = 'checkins,can_checkin,talking_about_count,global_brand_page_name,global_brand_root_id'
    expect(read(start, derived)).toEqual({
      ...{ id: page, checkins: 0, can_checkin: false, talking_about_count: 10 },
      ...{ global_brand_page_name: 'Starter Page', global_brand_root_id: page },
    })
  })

  test('a later text leaves the others as they are', () => {
    const scene = informed({ about: 'Bread', phone: '1' })
    act(scene.world, 'setPageInfo', { page, phone: '2' }).unwrap()
    expect(read(scene, 'about,phone')).toEqual({ id: page, about: 'Bread', phone: '2' })
  })

  test('a photo as its cover, as long as the photo exists', () => {
    const scene = forked(start)
    const { id } = call(scene.world, pageToken, 'uploadPagePhoto', {
      page,
      url: 'https://img.test/cover.png',
    }).unwrap()
    act(scene.world, 'setPageInfo', { page, cover: id }).unwrap()
    const cover = { id, cover_id: id, offset_x: 50, offset_y: 50 }
    expect(read(scene, 'cover')).toEqual({
      id: page,
      cover: { ...cover, source: expect.stringContaining(`/pictures/${id}/`) },
    })
    call(scene.world, pageToken, 'deletePhoto', { photo: id }).unwrap()
    expect(read(scene, 'cover')).toEqual({ id: page })
    expect(() => forked(scene)).not.toThrow()
  })

  test.each<[object, RegExp]>([
    [{ cover: page }, /Param cover must be the id of an existing photo/],
    [{ page: '1' }, /Param page must be the id of an existing page/],
    [{ website: 'bread' }, /website must be an absolute http or https URL/],
    [{ checkins: -1 }, /checkins must be an integer of 0 or more/],
    [{ started: 'May' }, /Param started must be an ISO 8601/],
    [{ location: { latitude: 91 } }, /location.latitude must be a number from -90 to 90/],
    [{ location: { longitude: '-180.1' } }, /location.longitude must be a number from -180 to 180/],
    [{ location: { latitude: '1e1' } }, /latitude must be a number/],
    [{ about: ['x'] }, /about must be text/],
  ])('refuses %j', (params, message) => {
    const { world } = forked(start)
    expect(refusedBy(world, () => act(world, 'setPageInfo', { page, ...params })).message).toMatch(message)
  })
})

test('a world without the policy has none of these fields', () => {
  const { world } = begin()
  act(world, 'setPageInfo', { page, about: 'Bread' }).unwrap()
  expect(refusedBy(world, () => call(world, pageToken, 'readPage', { page, fields: 'about' }))).toMatchObject(
    {
      message: expect.stringContaining('nonexisting field (about)'),
    },
  )
})

test('a page counts its likes in words, and says whether the app of the token is installed', () => {
  const scene = forked(start)
  const names = ['count', 'social_sentence'].flatMap((name) => [
    ...[name, ...(name === 'count' ? ['count_string'] : [])],
    ...['with', 'without'].map((how) => `${name === 'count' ? 'count_string' : name}_${how}_like`),
  ])
  const fields = `engagement{${names}},is_webhooks_subscribed`
  const { id } = act(scene.world, 'createPage', {
    name: 'Liked',
    fans: 3,
    administrators: [start.user],
  }).unwrap()
  const liked = (asked = fields) =>
    call(scene.world, start.userToken, 'readPage', { page: id, fields: asked }).unwrap()
  const engagement = {
    ...{ count: 3, count_string: '3', count_string_with_like: '4', count_string_without_like: '3' },
    ...{ social_sentence: '3 people like this.', social_sentence_without_like: '3 people like this.' },
    social_sentence_with_like: 'You and 3 others like this.',
  }
  expect(liked('engagement')).toEqual({
    id,
    engagement: { count: 3, social_sentence: '3 people like this.' },
  })
  expect(liked()).toEqual({ id, engagement, is_webhooks_subscribed: false })
  act(scene.world, 'installApp', { page: id, app: start.app }).unwrap()
  expect(liked()).toEqual({ id, engagement, is_webhooks_subscribed: true })
})

test('an app shows its name, its address and its category', () => {
  const { world } = forked(start)
  const { link, ...record } = call(world, start.userToken, 'readApp', { app: start.app }).unwrap()
  expect(record).toEqual({ id: start.app, name: 'Starter App', category: 'Business' })
  expect(link).toMatch(new RegExp(`app_id=${start.app}$`))
})
