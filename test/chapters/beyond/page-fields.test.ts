import { describe, expect, test } from 'vitest'
import { syntheticPicture } from '../../../src/chapters/pictures/synthetic.ts'
import { act, begin, call, forked, get, jsonOf, refusedBy, tokenOf } from '../../service/scene.ts'

const start = begin({ policy: { beyond: 'serve' } })
const { page, pageToken, userToken, user } = start
const fresh = () => forked(start)
const read = (fields: string, token = pageToken, { world } = start) =>
  call(world, token, 'readPage', { page, fields }).unwrap()
const unknownOnPage = (name: string) => ({
  code: 100,
  message: `(#100) Tried accessing nonexisting field (${name}) on node type (Page)`,
})

describe('the fields of a page', () => {
  const details = {
    page: {
      name: 'Bakery',
      username: 'bakery',
      category: 'Restaurant',
      engagedUsers: 5,
      fans: 70,
      followers: 80,
    },
    plain: { name: 'Plain', engagedUsers: 5 },
  }
  const fields = 'category,category_list{name},username,fan_count,followers_count,link'
  const made = (params: object) => {
    const { world } = fresh()
    const { id } = act(world, 'createPage', { ...params, administrators: [user] }).unwrap()
    return { id, record: call(world, userToken, 'readPage', { page: id, fields }).unwrap() }
  }

  test('are those that its creator gave', () => {
    const { id, record } = made(details.page)
    expect(record).toMatchObject({
      id,
      category: 'Restaurant',
      category_list: [{ name: 'Restaurant' }],
      username: 'bakery',
      fan_count: 70,
      followers_count: 80,
      link: expect.stringMatching(new RegExp(`^https?://.*/${id}$`)),
    })
  })

  test('have defaults, and a page without a user name has none', () => {
    const { record } = made(details.plain)
    expect(record).toMatchObject({ category: 'Local business', fan_count: 5, followers_count: 5 })
    expect(record).not.toHaveProperty('username')
  })

  test('are in a read without fields, except the token and the picture', () => {
    const record = call(start.world, pageToken, 'readPage', { page }).unwrap()
    expect(Object.keys(record).sort()).toEqual(
      ['category', 'category_list', 'fan_count', 'followers_count', 'id', 'link', 'name'].sort(),
    )
  })

  test('are those of a managed page too', () => {
    const list = call(start.world, userToken, 'listManagedPages', {
      user,
      fields: 'name,access_token,category,fan_count,picture{url},tasks',
    }).unwrap()
    expect(list).toMatchObject({
      data: [
        {
          id: page,
          name: 'Starter Page',
          category: 'Local business',
          fan_count: 10,
          picture: { data: { url: expect.stringMatching(/^https?:/) } },
        },
      ],
    })
  })
})

describe('access_token', () => {
  test('of a user token is that of /me/accounts, and works', () => {
    const { access_token: token } = read('access_token', userToken)
    const { data } = call(start.world, userToken, 'listManagedPages', { user }).unwrap() as {
      data: { access_token: string }[]
    }
    expect(token).toBe(data[0]?.access_token)
    expect(get(start.world, `/me?access_token=${token}`)).toMatchObject({ id: page })
  })

  test('of a page token is that token', () => {
    expect(read('access_token')).toEqual({ id: page, access_token: pageToken })
  })

  test('is absent for a token of another page', () => {
    const scene = fresh()
    const { world } = scene
    const other = String(act(world, 'createPage', { name: 'Other', administrators: [user] }).unwrap()['id'])
    const app = String(act(world, 'createApp', { name: 'Public', publicContentAccess: true }).unwrap()['id'])
    const issued = { kind: 'page', app, user, page: other, scopes: ['pages_read_engagement'] }
    const token = String(act(world, 'issueToken', issued).unwrap()['token'])
    expect(read('access_token,name', token, scene)).toEqual({ id: page, name: 'Starter Page' })
  })

  test('is absent for a person without a task, who reads a public page', () => {
    const scene = fresh()
    const app = act(scene.world, 'createApp', { name: 'Public', publicContentAccess: true }).unwrap()
    const token = tokenOf(scene, { tasks: [], app: String(app['id']) })
    expect(read('access_token,name', token, scene)).toEqual({ id: page, name: 'Starter Page' })
  })
})

describe('picture', () => {
  test('of a page without one is a silhouette, which the web address serves', () => {
    const { picture } = read('picture') as { picture: { data: { url: string } } }
    expect(picture).toEqual({
      data: { height: 200, width: 200, is_silhouette: true, url: expect.any(String) },
    })
    const { status, headers } = start.world.request({ method: 'GET', url: picture.data.url })
    expect([status, headers['content-type']]).toEqual([200, 'image/png'])
  })

  test('is the latest profile picture', () => {
    const scene = fresh()
    const { world } = scene
    for (const name of ['old', 'new']) {
      const url = `https://img.test/${name}.png`
      const { id: photo } = call(world, pageToken, 'uploadPagePhoto', { page, url }).unwrap()
      world.clock.advance('1s')
      act(world, 'setProfilePicture', { page, photo }).unwrap()
      const small = read('picture', pageToken, scene) as Picture
      expect(small.picture.data).toMatchObject({ is_silhouette: false })
      expect(small.picture.data.url).toContain(`/pictures/${photo}/`)
    }
  })

  // A picture of 1,000 x 500 pixels is also displayed 960, 720, 480 and 320 pixels wide (SIL-073).
  test.each([
    ['picture', 320, 160],
    ['picture.type(large)', 320, 160],
    ['picture.width(320)', 320, 160],
    ['picture.width(321)', 480, 240],
    ['picture.height(700)', 720, 360],
    ['picture.width(961)', 1_000, 500],
    ['picture.width(9999)', 1_000, 500],
  ])('is the smallest that is as wide as requested, or the largest: %s', (fields, width, height) => {
    const scene = fresh()
    const bytes = syntheticPicture({ url: 'a', width: 1_000, height: 500 })
    const files = [{ part: 'source', name: 'a.png', bytes }]
    const { id: photo } = call(scene.world, pageToken, 'uploadPagePhoto', { page, files }).unwrap()
    act(scene.world, 'setProfilePicture', { page, photo }).unwrap()
    expect((read(fields, pageToken, scene) as Picture).picture.data).toMatchObject({ width, height })
  })

  type Picture = { readonly picture: { readonly data: { readonly url: string } } }

  test.each(['picture{url}', 'picture.type(large){url}', 'picture{data{url}}'])(
    '%s has the url alone',
    (fields) => {
      const { picture } = read(fields) as { picture: object }
      expect(picture).toEqual({ data: { url: expect.stringMatching(/^https?:/) } })
    },
  )

  test.each(['picture.type(huge)', 'picture.nothing(1)', 'name.type(large)', 'picture{nothing}'])(
    '%s is refused',
    (fields) => {
      const { world } = fresh()
      const error = refusedBy(world, () => call(world, pageToken, 'readPage', { page, fields }))
      const name = fields.replace('{nothing}', '.data.nothing')
      expect(error).toMatchObject(unknownOnPage(name))
    },
  )
})

test.each([
  [false, 'not_verified'],
  [true, 'blue_verified'],
])('a page says how many people like it, and whether it is authentic: %s', (verified, status) => {
  const scene = fresh()
  act(scene.world, 'verifyPage', { page, verified }).unwrap()
  expect(read('engagement,verification_status', pageToken, scene)).toEqual({
    id: page,
    engagement: { count: 10, social_sentence: '10 people like this.' },
    verification_status: status,
  })
})

test('a post that names a page says when, in the list of such posts alone', () => {
  const { world } = fresh()
  const message = `Hello @[${page}]`
  const { id: post } = call(world, pageToken, 'publishPost', { page, message }).unwrap()
  const list = call(world, pageToken, 'listTaggedPosts', { page, fields: 'tagged_time' }).unwrap()
  expect(list['data']).toEqual([{ id: post, tagged_time: '2026-01-15T09:00:00+0000' }])
  expect(call(world, pageToken, 'readPost', { post, fields: 'tagged_time' }).unwrap()).toEqual({ id: post })
  expect(world.calls.last()?.notSimulated).toEqual(['tagged_time'])
})

describe('the pages of a person', () => {
  const accounts = (params: object, world = start.world) =>
    call(world, userToken, 'listManagedPages', { user, ...params }).unwrap()

  test('have the default fields of the live service', () => {
    const { world } = forked(start, { policy: { defaultFields: 'minimal' } })
    const [record = {}] = accounts({}, world)['data'] as object[]
    const names = ['access_token', 'category', 'category_list', 'id', 'name', 'tasks']
    expect(Object.keys(record).sort()).toEqual(names)
  })

  test.each([true, 'total_count'])('have their number with summary=%s', (summary) => {
    expect(accounts({ summary, limit: 1 })['summary']).toEqual({ total_count: 1 })
    expect(accounts({ summary, limit: 0 })).toEqual({ data: [], paging: {}, summary: { total_count: 1 } })
    expect(accounts({})).not.toHaveProperty('summary')
  })

  test('have no summary in a world without the policy', () => {
    const { world } = begin()
    expect(call(world, userToken, 'listManagedPages', { user, summary: true }).unwrap()).not.toHaveProperty(
      'summary',
    )
  })
})

describe('the names of a person', () => {
  const names = (params: object) => {
    const { world } = forked(start)
    const person = String(act(world, 'createUser', params).unwrap()['id'])
    return call(world, userToken, 'readUser', { user: person, fields: 'short_name,name_format' }).unwrap()
  }

  test('have a short form', () => {
    const format = { name_format: '{first} {last}' }
    expect(names({ name: 'Mark Example', firstName: 'Mark' })).toMatchObject({
      short_name: 'Mark',
      ...format,
    })
  })
})

describe('/me with a page token', () => {
  const me = (fields: string, at = start.world) =>
    jsonOf(at.request({ method: 'GET', path: '/me', params: { fields, access_token: pageToken } }))

  test('is a page', () => {
    expect(me('name,category')).toEqual({ id: page, name: 'Starter Page', category: 'Local business' })
  })

  test('is a page in its errors', () => {
    expect(me('first_name')['error']).toMatchObject(unknownOnPage('first_name'))
    expect(me('nothing')['error']).toMatchObject(unknownOnPage('nothing'))
  })
})

describe('without the policy', () => {
  const { world } = begin()
  const ignoring = world.fork({ policy: { unknownFields: 'ignore' } })

  test.each(['category', 'access_token', 'picture', 'picture.type(large)', 'fan_count'])(
    '%s is an unknown field of a page',
    (fields) => {
      const refused = () => call(world, pageToken, 'readPage', { page, fields })
      expect(refusedBy(world, refused)).toMatchObject(unknownOnPage(fields))
      expect(call(ignoring, pageToken, 'readPage', { page, fields }).unwrap()).toEqual({ id: page })
    },
  )

  test('a read without fields has the id and the name', () => {
    expect(call(world, pageToken, 'readPage', { page }).unwrap()).toEqual({ id: page, name: 'Starter Page' })
    const list = call(world, userToken, 'listManagedPages', { user }).unwrap()
    expect(list).toMatchObject({ data: [expect.not.objectContaining({ category: expect.anything() })] })
  })

  test('an unknown field of /me is one of a user', () => {
    const { body } = world.request({
      method: 'GET',
      path: '/me',
      params: { fields: 'nothing', access_token: pageToken },
    })
    expect(jsonOf({ body })['error']).toMatchObject({ message: expect.stringMatching(/node type \(User\)$/) })
  })
})
