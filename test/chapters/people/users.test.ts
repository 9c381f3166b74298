import { describe, expect, test } from 'vitest'
import { permissions } from '../../../src/service/caller/caller.ts'
import type { World } from '../../../src/world/world.ts'
import {
  begin,
  call,
  forked,
  get,
  idsOf,
  jsonOf,
  refusedBy,
  type Scene,
  tokenOf,
} from '../../service/scene.ts'

const start = begin()
const { user, userToken, page, pageToken, app, appToken, noPermissionToken } = start

/** Returns a person with a value for each field, their page, and tokens of both. */
function createPerson({ world }: Scene) {
  const { actions } = world
  const person = {
    name: 'Grace Example',
    username: 'grace',
    accountType: 'BUSINESS',
    firstName: 'Grace',
    lastName: 'Example',
    email: 'grace@example.test',
  } as const
  const { id } = actions.createUser(person).unwrap()
  const own = actions.createPage({ name: 'Page of Grace', administrators: [id] }).unwrap().id
  const issue = (more: object) =>
    actions.issueToken({ kind: 'user', app, user: id, scopes: permissions, ...more }).unwrap().token
  return { id, own, token: issue({}), pageToken: issue({ kind: 'page', page: own }), issue }
}

const grace = (id: string) => ({
  id,
  name: 'Grace Example',
  username: 'grace',
  account_type: 'BUSINESS',
  media_count: 0,
  first_name: 'Grace',
  last_name: 'Example',
  email: 'grace@example.test',
})

const missing = { code: 100, subcode: 33 }

describe('a person', () => {
  test('sees all known fields of themselves [USR-003, USR-025..026, REF-004]', () => {
    const scene = forked(start)
    const { id, token } = createPerson(scene)
    for (const [operation, params] of [
      ['me', {}],
      ['readUser', { user: id }],
      ['readUser', { user: 'me' }],
    ] as const)
      expect(call(scene.world, token, operation, params).unwrap()).toEqual(grace(id))
  })

  test.each<[string, object, string | undefined, string | undefined]>([
    ['Grace Hopper', {}, 'Grace', 'Hopper'],
    ['Grace Brewster  Murray Hopper ', {}, 'Grace Brewster Murray', 'Hopper'],
    ['Ægir Ýr', {}, 'Ægir', 'Ýr'],
    ['Cher', {}, 'Cher', undefined],
    [' ', {}, undefined, undefined],
    ['Grace Hopper', { firstName: 'Amazing' }, 'Amazing', 'Hopper'],
    ['Grace Hopper', { lastName: 'Murray' }, 'Grace', 'Murray'],
    ['Cher', { lastName: 'Sarkisian' }, 'Cher', 'Sarkisian'],
  ])(
    'named %j with %j has the first name %j and the last name %j [USR-003, REF-004]',
    (name, more, first, last) => {
      const { world } = forked(start)
      const { id } = world.actions.createUser({ name, ...more }).unwrap()
      const { token } = world.actions
        .issueToken({ kind: 'user', app, user: id, scopes: ['user_profile'] })
        .unwrap()
      const { first_name, last_name } = call(world, token, 'me', {}).unwrap()
      expect([first_name, last_name]).toEqual([first, last])
    },
  )

  test('has no field without a value [USR-003]', () => {
    const { world } = forked(start)
    const id = world.actions.createUser({ name: 'Nobody' }).unwrap().id
    const issue = { kind: 'user', app, user: id, scopes: ['user_profile'] } as const
    const { token } = world.actions.issueToken(issue).unwrap()
    const known = { id, name: 'Nobody', first_name: 'Nobody', account_type: 'PERSONAL', media_count: 0 }
    expect(call(world, token, 'me', {}).unwrap()).toEqual(known)
  })

  test('has a media_count of images, videos and albums, without the items of albums [USR-003]', () => {
    const { world } = forked(start)
    const count = () => call(world, userToken, 'me', { fields: 'media_count' }).unwrap()['media_count']
    const before = count()
    expect(before).toBe(idsOf(call(world, userToken, 'listUserMedia', { user }).unwrap()).length)
    const url = 'https://img.test/a.png'
    world.actions.publishMedia({ user, type: 'CAROUSEL_ALBUM', children: [{ url }, { url }] }).unwrap()
    expect(count()).toBe(Number(before) + 1)
  })

  test.each<[string, (names: ReturnType<typeof createPerson>) => string]>([
    ["another person's token", () => userToken],
    ["another person's token without user_profile", () => noPermissionToken],
    ['a page token of the person', ({ pageToken: token }) => token],
    ['an app token', () => appToken],
  ])('shows only id and name to %s [USR-003, USR-026, REF-004]', (_, tokenOfReader) => {
    const scene = forked(start)
    const names = createPerson(scene)
    const token = tokenOfReader(names)
    const read = (params: object) =>
      call(scene.world, token, 'readUser', { user: names.id, ...params }).unwrap()
    expect(read({})).toEqual({ id: names.id, name: 'Grace Example' })
    expect(read({ fields: 'email,username,media_count' })).toEqual({ id: names.id })
  })

  test('can read themselves with only user_profile (SIL-183) [USR-025..026]', () => {
    const scene = forked(start)
    const { id, issue } = createPerson(scene)
    const others = permissions.filter((name) => name !== 'user_profile')
    for (const [operation, params] of [
      ['me', {}],
      ['readUser', { user: id }],
    ] as const) {
      const allowed = issue({ scopes: ['user_profile'] })
      expect(call(scene.world, allowed, operation, params).ok).toBe(true)
      const refused = () => call(scene.world, issue({ scopes: others }), operation, params)
      const error = { code: 200, because: ['the token lacks the permission user_profile'] }
      expect(refused()).toMatchObject({ ok: false, error })
    }
  })

  test('shows the requested fields, and refuses unknown ones [USR-025..026]', () => {
    const { world } = forked(start)
    const fields = 'username,account_type'
    const expected = { id: user, username: 'ada', account_type: 'PERSONAL' }
    expect(call(world, userToken, 'me', { fields }).unwrap()).toEqual(expected)
    expect(call(world, userToken, 'readUser', { user, fields }).unwrap()).toEqual(expected)
    for (const operation of ['me', 'readUser']) {
      const refused = () => call(world, userToken, operation, { user, fields: 'id,likes' })
      expect(refusedBy(world, refused)).toMatchObject({
        code: 100,
        message: '(#100) Tried accessing nonexisting field (likes) on node type (User)',
      })
    }
  })

  test('shows the id by default, and under me also the name (SIL-017)', () => {
    const { world } = forked(start, { policy: { defaultFields: 'minimal' } })
    expect(call(world, userToken, 'readUser', { user }).unwrap()).toEqual({ id: user })
    expect(call(world, userToken, 'me', {}).unwrap()).toEqual({ id: user, name: 'Ada Starter' })
  })
})

describe('me [USR-025]', () => {
  test('is the page of a page token, as id and name (SIL-062)', () => {
    const { world } = forked(start)
    const expected = { id: page, name: 'Starter Page' }
    expect(call(world, pageToken, 'me', {}).unwrap()).toEqual(expected)
    expect(call(world, pageToken, 'me', { fields: 'name' }).unwrap()).toEqual(expected)
    const refused = () => call(world, pageToken, 'me', { fields: 'id,email' })
    expect(refusedBy(world, refused)).toMatchObject({
      code: 100,
      message: '(#100) Tried accessing nonexisting field (email) on node type (Page)',
    })
    const lenient = forked(start, { policy: { unknownFields: 'ignore' } }).world
    expect(call(lenient, pageToken, 'me', { fields: 'email,name' }).unwrap()).toEqual(expected)
  })

  test('is the person of a system user token', () => {
    const { world } = forked(start)
    const issue = { kind: 'systemUser', app, user, scopes: ['user_profile'] } as const
    const { token } = world.actions.issueToken(issue).unwrap()
    expect(call(world, token, 'me', { fields: 'username' }).unwrap()).toEqual({ id: user, username: 'ada' })
  })

  test('does not exist for an app token (SIL-062)', () => {
    const refused = refusedBy(start.world, () => call(start.world, appToken, 'me', {}))
    expect(refused).toMatchObject(missing)
    expect(refused.message).toContain('Object with ID "me" does not exist')
  })

  test.each(['nobody', '', start.expiredToken])('is refused with 190 for the token %j', (token) => {
    expect(refusedBy(start.world, () => call(start.world, token, 'me', {})).code).toBe(190)
  })

  const listing = (path: string, token: string) => jsonOf(request(start.world, 'GET', path, token))

  test.each([
    ['me/photos', `${user}/photos`, userToken],
    ['me/media', `${user}/media`, userToken],
    ['me/accounts', `${user}/accounts`, userToken],
    ['me/feed', `${page}/feed`, pageToken],
    ['me/photos', `${page}/photos`, pageToken],
  ])('%s is %s', (alias, path, token) => {
    const [asMe, byId] = [listing(alias, token), listing(path, token)]
    expect(asMe).not.toHaveProperty('error')
    expect(asMe['data']).toEqual(byId['data'])
  })
})

function request(world: World, method: string, path: string, token: string) {
  const url = `https://graph.test/${path}?access_token=${encodeURIComponent(token)}`
  return world.request({ method, url })
}

describe('over HTTP', () => {
  test.each([
    ['me', '[USR-025, REF-002]'],
    [user, '[USR-026, REF-002]'],
  ])('%s is read with and without a version %s', (path) => {
    const bare = request(start.world, 'GET', path, userToken)
    expect(jsonOf(bare)).toMatchObject({ id: user, name: 'Ada Starter', username: 'ada' })
    for (const version of ['v26.0', 'v2.0'])
      expect(jsonOf(request(start.world, 'GET', `${version}/${path}`, userToken))).toEqual(jsonOf(bare))
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'])(
    '%s is unsupported [REF-003]',
    (method) => {
      const { world } = forked(start)
      for (const path of ['me', user, page, `${user}/accounts`, 'me/accounts']) {
        const { graph } = world.state
        const { error } = jsonOf(request(world, method, path, userToken))
        expect(error, path).toMatchObject({ code: 100, error_subcode: 33 })
        expect(world.state.graph).toBe(graph)
      }
    },
  )
})

describe('a page', () => {
  test('is an id and a name', () => {
    for (const token of [userToken, pageToken])
      expect(call(start.world, token, 'readPage', { page }).unwrap()).toEqual({
        id: page,
        name: 'Starter Page',
      })
  })

  test('is read with a task and pages_read_engagement, or as public content', () => {
    const scene = forked(start)
    const read = (token: string) => {
      const outcome = call(scene.world, token, 'readPage', { page })
      return outcome.ok ? 'answered' : outcome.error.code
    }
    const { id: reader } = scene.world.actions
      .createApp({ name: 'Reader', publicContentAccess: true })
      .unwrap()
    expect(read(tokenOf(scene, { tasks: ['ADVERTISE'], scopes: ['pages_read_engagement'] }))).toBe('answered')
    expect(read(tokenOf(scene, { without: ['pages_read_engagement'] }))).toBe(200)
    expect(read(tokenOf(scene, { tasks: [] }))).toBe(200)
    expect(read(tokenOf(scene, { tasks: [], app: reader }))).toBe('answered')
  })
})

describe('the pages that a person manages', () => {
  const list = (world: World, token: string, params: object = {}) =>
    call(world, token, 'listManagedPages', { user, ...params }).unwrap()

  test('are the pages where they have a task, the latest first, each with a token and the tasks [AUT-026]', () => {
    const { world } = forked(start)
    const second = world.actions.createPage({ name: 'Second', administrators: [] }).unwrap().id
    world.actions.createPage({ name: 'Third' }).unwrap()
    world.actions.assignTasks({ page: second, user, tasks: ['MODERATE'] }).unwrap()
    const { data } = list(world, userToken) as unknown as { data: { access_token: string }[] }
    expect(data).toEqual([
      { id: second, name: 'Second', access_token: expect.any(String), tasks: ['MODERATE'] },
      {
        id: page,
        name: 'Starter Page',
        access_token: expect.any(String),
        tasks: expect.arrayContaining(['CREATE_CONTENT', 'MANAGE', 'MODERATE']),
      },
    ])
    const names = data.map(({ access_token: token }) => call(world, token, 'me', {}).unwrap()['name'])
    expect(names).toEqual(['Second', 'Starter Page'])
  })

  test('have the same tokens in each list', () => {
    const { world } = forked(start)
    const { graph } = world.state
    const first = list(world, userToken)
    expect(list(world, userToken)).toEqual(first)
    expect(world.state.graph).toBe(graph)
  })

  test('are paged by cursor, and show the requested fields', () => {
    const { world } = forked(start)
    const second = world.actions.createPage({ name: 'Second', administrators: [user] }).unwrap().id
    const first = get(world, `/me/accounts?limit=1&fields=name&access_token=${userToken}`)
    expect(first['data']).toEqual([{ id: second, name: 'Second' }])
    const { next } = first['paging'] as { next: string }
    expect(get(world, next)['data']).toEqual([{ id: page, name: 'Starter Page' }])
  })

  test.each<[string, string, number]>([
    ["another person's token", tokenOf(start), 200],
    ['a page token', pageToken, 200],
    ['an app token', appToken, 200],
    ['no token', '', 190],
  ])('are refused to %s', (_, token, code) => {
    const refused = () => call(start.world, token, 'listManagedPages', { user })
    expect(refusedBy(start.world, refused).code).toBe(code)
  })
})

describe('the page token of such a list', () => {
  const tokenIn = (world: World, token = userToken): string => {
    const { data } = call(world, token, 'listManagedPages', { user, limit: 1 }).unwrap() as unknown as {
      data: { access_token: string }[]
    }
    return data[0]?.access_token ?? ''
  }
  const issue = (world: World, more: object) =>
    world.actions.issueToken({ kind: 'user', app, user, scopes: permissions, ...more }).unwrap().token

  test('acts as the page', () => {
    const { world } = forked(start)
    const token = tokenIn(world)
    const { id } = world.as(token).publishPost({ page, message: 'Hello' }).unwrap()
    expect(call(world, token, 'readPost', { post: id, fields: 'from' }).unwrap()['from']).toMatchObject({
      id: page,
    })
  })

  test('carries the scopes of its user token (SIL-048)', () => {
    const { world } = forked(start)
    const token = tokenIn(world, issue(world, { scopes: ['pages_read_engagement'] }))
    expect(call(world, token, 'listPageFeed', { page }).ok).toBe(true)
    const refused = () => call(world, token, 'publishPost', { page, message: 'x' })
    expect(refusedBy(world, refused).code).toBe(200)
  })

  test('carries the tasks that its user holds now (SIL-049)', () => {
    const { world } = forked(start)
    const token = tokenIn(world)
    world.actions.assignTasks({ page, user, tasks: [] }).unwrap()
    expect(refusedBy(world, () => call(world, token, 'listPageFeed', { page })).code).toBe(200)
  })

  test('differs by user token, page and app secret', () => {
    const { world } = forked(start)
    expect(tokenIn(world)).not.toBe(tokenIn(world, issue(world, {})))
    const second = world.actions.createPage({ name: 'Second', administrators: [user] }).unwrap().id
    const ofSecond = tokenIn(world)
    expect(call(world, ofSecond, 'me', {}).unwrap()['id']).toBe(second)
  })

  test('cannot be forged [AUT-004]', () => {
    const { world } = forked(start)
    const token = tokenIn(world)
    const other = world.actions.createPage({ name: 'Other' }).unwrap().id
    const flipped = token.endsWith('0') ? '1' : '0'
    for (const forged of [token.replace(page, other), token.slice(0, -1) + flipped, `${token}0`])
      expect(refusedBy(world, () => call(world, forged, 'me', {}))).toMatchObject({ code: 190, subcode: 467 })
  })

  test.each<[string, object, string, number | 'answered']>([
    ['a short-lived user token ends with it', { lifetime: 'shortLived' }, '59m', 'answered'],
    ['a short-lived user token ends with it', { lifetime: 'shortLived' }, '1h', 190],
    ['a long-lived user token never ends [AUT-026..027]', { lifetime: 'longLived' }, '5000d', 'answered'],
    ['a user token without end never ends', {}, '5000d', 'answered'],
    ['a user token that ends at a set time ends then', { expiresAt: '2026-01-16' }, '1d', 190],
  ])('of %s: %j after %s (SIL-046)', (_, more, later, expected) => {
    const { world } = forked(start)
    const token = tokenIn(world, issue(world, more))
    world.clock.advance(later as '1h')
    const outcome = call(world, token, 'listPageFeed', { page })
    expect(outcome.ok ? 'answered' : [outcome.error.code, outcome.error.subcode]).toEqual(
      expected === 190 ? [190, 463] : expected,
    )
  })

  test.each(['revokeToken', 'endSession'] as const)('is invalid after its user token is: %s', (action) => {
    const named = forked(start)
    const token = tokenIn(named.world)
    named.world.actions[action]({ token: userToken }).unwrap()
    expect(refusedBy(named.world, () => call(named.world, token, 'listPageFeed', { page })).code).toBe(190)
    const { world } = forked(start)
    world.actions[action]({ token }).unwrap()
    expect(refusedBy(world, () => call(world, userToken, 'listPageFeed', { page })).code).toBe(190)
  })

  test('is the token under which its asynchronous batches run', () => {
    const { world, adAccount, campaign } = forked(start)
    const token = tokenIn(world)
    const adbatch = [{ name: 'One', relative_url: campaign, body: 'name=Renamed' }]
    const batch = call(world, token, 'createAsyncBatch', { adAccount, name: 'B', adbatch })
    batch.unwrap()
    const rows = world.snapshot({ bytes: 'omit' }).state.graph.rows
    expect(rows.find(({ kind }) => kind === 'asyncBatches')).toMatchObject({ token })
    world.clock.advance('1m')
    expect(world.calls.last('updateCampaign')).toMatchObject({ outcome: { ok: true } })
  })
})
