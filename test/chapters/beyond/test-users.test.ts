import { describe, expect, test } from 'vitest'
import { tooManyTestUsers } from '../../../src/chapters/people/login/test-user.ts'
import type { Json } from '../../../src/engine/values/guard.ts'
import { restoreWorld } from '../../../src/index.ts'
import { act, begin, call, forked, idsOf, jsonOf, refusedBy } from '../../service/scene.ts'

const start = begin({ policy: { beyond: 'serve' } })
const { app, appToken, user, userToken } = start
const fresh = () => forked(start).world
type World = ReturnType<typeof fresh>

/** What the service answers to a request. */
const ask = (
  world: World,
  method: string,
  path: string,
  token: string,
  params: Record<string, Json> = {},
): Record<string, unknown> =>
  jsonOf(world.request({ method, path, params: { ...params, access_token: token } }))

interface TestUser {
  readonly id: string
  readonly access_token: string
  readonly login_url: string
  readonly email: string
  readonly password: string
}

const made = (world: World, params: Record<string, Json> = {}, token = appToken): TestUser => {
  const [id] = token.split('|')
  return ask(world, 'POST', `/${id}/accounts/test-users`, token, params) as unknown as TestUser
}
const errorOf = (answer: Record<string, unknown>) => answer['error'] as Record<string, unknown>

describe('a new test user', () => {
  test('has an id, a token, a login address, an e-mail address and a password (arsduo/koala, test_users.rb)', () => {
    const world = fresh()
    const users = [1, 2, 3].map(() => made(world))
    for (const { id, access_token, login_url, email, password } of users) {
      expect(id).toMatch(/^\d+$/)
      expect(login_url).toMatch(new RegExp(`^https://.+/checkpoint/test-user-login/${id}/$`))
      expect(email).toMatch(/^[a-j]+_\d+@tfbnw\.net$/)
      expect(password).toMatch(/^\w{12}$/)
      const me = ask(world, 'GET', '/me', access_token, { fields: 'id,name' })
      expect(me).toEqual({ id, name: expect.stringMatching(/^\w+ Al[a-j]+ \w+$/) })
    }
    for (const member of ['id', 'access_token', 'email', 'password'] as const)
      expect(new Set(users.map((one) => one[member])).size).toBe(3)
  })

  test('has the given name and locale (php-graph-sdk, FacebookClientTest)', () => {
    const world = fresh()
    const permissions = 'read_stream,user_photos'
    const one = made(world, { installed: true, name: 'Foo Phpunit User', locale: 'en_US', permissions })
    expect(ask(world, 'GET', '/me', one.access_token)).toMatchObject({ id: one.id, name: 'Foo Phpunit User' })
  })

  test('shows the given locale, and otherwise that of others', () => {
    const world = fresh()
    const localeOf = (params: Record<string, Json>) =>
      ask(world, 'GET', '/me', made(world, params).access_token, { fields: 'locale' })['locale']
    expect([localeOf({ locale: 'de_DE' }), localeOf({})]).toEqual(['de_DE', 'en_US'])
  })

  test.each([
    ['nothing', {}, ['user_friends', 'public_profile']],
    [
      'names, some of them retired',
      { permissions: 'read_stream, email' },
      ['email', 'user_friends', 'public_profile'],
    ],
    ['a list', { permissions: ['user_posts'] }, ['user_posts', 'user_friends', 'public_profile']],
  ])('grants the app of %s (mobolic/facebook-sdk, test_permissions)', (_case, params, granted) => {
    const world = fresh()
    const { id } = made(world, params)
    expect(ask(world, 'GET', `/${id}/permissions`, appToken)).toEqual({
      data: granted.map((permission) => ({ permission, status: 'granted' })),
    })
  })

  test('has no token if the app is not installed, and then no permission', () => {
    const world = fresh()
    const one = made(world, { installed: false })
    expect(Object.keys(one)).toEqual(['id', 'login_url', 'email', 'password'])
    expect(errorOf(ask(world, 'GET', `/${one.id}/permissions`, appToken))).toMatchObject({ code: 200 })
  })

  test('has a token that ends in 60 days', () => {
    const world = fresh()
    const { id, access_token } = made(world)
    const { data } = ask(world, 'GET', '/debug_token', appToken, { input_token: access_token })
    const expires_at = Math.floor(world.clock.now / 1000) + 60 * 86_400
    expect(data).toMatchObject({ app_id: app, user_id: id, type: 'USER', is_valid: true, expires_at })
  })

  test('is refused with another token than that of the app', () => {
    const world = fresh()
    const { token } = act(world, 'createApp', { name: 'Other' }).unwrap()
    for (const other of [userToken, String(token)]) {
      const refused = () => call(world, other, 'createTestUser', { app })
      expect(refusedBy(world, refused).code).toBe(200)
    }
  })
})

describe('the test users of an app', () => {
  test('are listed with their tokens, and to nobody else', () => {
    const world = fresh()
    const [one, other] = [made(world), made(world, { installed: false })]
    for (const path of ['accounts/test-users', 'accounts?type=test-users'])
      expect(ask(world, 'GET', `/${app}/${path}`, appToken)['data']).toEqual([
        { id: other.id, login_url: other.login_url },
        { id: one.id, login_url: one.login_url, access_token: one.access_token },
      ])
    expect(errorOf(ask(world, 'GET', `/${app}/accounts/test-users`, one.access_token))['code']).toBe(200)
  })

  test('are people with a page, an ad account and content as others', () => {
    const world = fresh()
    const { id, access_token } = made(world, { permissions: 'pages_read_engagement,pages_manage_posts' })
    const { id: page } = act(world, 'createPage', { name: 'P', administrators: [id] }).unwrap()
    expect(idsOf(call(world, access_token, 'listManagedPages', { user: 'me' }).unwrap())).toEqual([page])
    expect(call(world, access_token, 'publishPost', { page, message: 'Hello' }).ok).toBe(true)
  })

  test('are those of this app alone, of whom it takes away only its own', () => {
    const world = fresh()
    const { id: otherApp, token } = act(world, 'createApp', { name: 'Other' }).unwrap()
    const [one, two, foreign] = [made(world), made(world), made(world, {}, String(token))]
    const list = () => idsOf(ask(world, 'GET', `/${app}/accounts/test-users`, appToken))
    expect(list()).toEqual([two.id, one.id])
    const take = (uid: string) =>
      errorOf(ask(world, 'DELETE', `/${app}/accounts/test-users`, appToken, { uid }))
    expect(take(foreign.id)).toMatchObject({
      message: expect.stringMatching(/of a test user of the app, got/),
    })
    expect(take(one.id)).toMatchObject({ message: expect.stringMatching(/delete the test user$/) })
    made(world, { uid: two.id, owner_access_token: appToken }, String(token))
    expect(take(two.id)).toBeUndefined()
    expect(list()).toEqual([one.id])
    ask(world, 'GET', `/${app}/accounts`, appToken, { limit: 1, type: 'test-users' })
    expect(world.calls.all().at(-1)?.params).toEqual({ limit: 1 })
    expect(idsOf(ask(world, 'GET', `/${otherApp}/accounts/test-users`, String(token)))).toEqual([
      two.id,
      foreign.id,
    ])
  })

  test('may belong to a second app, each with a token of its own', () => {
    const world = fresh()
    const { id: otherApp, token } = act(world, 'createApp', { name: 'Other' }).unwrap()
    const [one, otherToken] = [made(world), String(token)]
    const shared = made(world, { uid: one.id, owner_access_token: appToken }, otherToken)
    expect(shared).toMatchObject({ id: one.id, email: one.email, password: one.password })
    expect(shared.access_token).not.toBe(one.access_token)
    // A test user of several apps is taken away from each of them but the last.
    expect(errorOf(ask(world, 'DELETE', `/${one.id}`, appToken))).toMatchObject({ code: 100 })
    const taken = ask(world, 'DELETE', `/${otherApp}/accounts/test-users`, otherToken, { uid: one.id })
    expect(taken).toEqual({ success: true })
    expect(errorOf(ask(world, 'GET', '/me', shared.access_token))['code']).toBe(190)
    expect(ask(world, 'GET', '/me', one.access_token)['id']).toBe(one.id)
    const last = ask(world, 'DELETE', `/${app}/accounts/test-users`, appToken, { uid: one.id })
    expect(errorOf(last)).toMatchObject({
      code: 100,
      message: expect.stringMatching(/delete the test user$/),
    })
  })

  test.each([
    ['owner_access_token alone', { owner_access_token: appToken }, /uid and owner_access_token are required/],
    ['no token', { uid: user, owner_access_token: 'none' }, /must be the application token of an app/],
    ['uid alone', { uid: user }, /uid and owner_access_token are required together/],
    ['a user token', { uid: user, owner_access_token: userToken }, /must be the application token of an app/],
    [
      'a person who is no test user',
      { uid: user, owner_access_token: appToken },
      /must be the id of a test user/,
    ],
  ])('are not taken over with %s', (_case, params, message) => {
    const world = fresh()
    const { token } = act(world, 'createApp', { name: 'Other' }).unwrap()
    made(world)
    expect(errorOf(made(world, params, String(token)) as never)['message']).toMatch(message)
  })
})

describe('a test user', () => {
  test.each([
    ['the application token', () => appToken],
    ['their own token', ({ access_token }: TestUser) => access_token],
  ])('gets another name and password with %s (arsduo/koala, update)', (_case, tokenOf) => {
    const world = fresh()
    const one = made(world)
    const changed = { name: 'Foo Baz', password: 'newpassword' }
    expect(ask(world, 'POST', `/${one.id}`, tokenOf(one), changed)).toEqual({ success: true })
    expect(ask(world, 'GET', '/me', one.access_token)['name']).toBe('Foo Baz')
    const { id: otherApp, token } = act(world, 'createApp', { name: 'Other' }).unwrap()
    expect(otherApp).not.toBe(app)
    const shared = made(world, { uid: one.id, owner_access_token: appToken }, String(token))
    expect(shared.password).toBe('newpassword')
  })

  test('keeps the name or the password that a call does not change, and others keep theirs', () => {
    const world = fresh()
    const [one, two] = [made(world, { name: 'One' }), made(world)]
    const { token } = act(world, 'createApp', { name: 'Other' }).unwrap()
    const passwordOf = ({ id: uid }: TestUser) =>
      made(world, { uid, owner_access_token: appToken }, String(token)).password
    ask(world, 'POST', `/${one.id}`, appToken, { name: 'Two' })
    expect(world.calls.all().at(-1)?.params).toEqual({ name: 'Two' })
    expect(passwordOf(one)).toBe(one.password)
    ask(world, 'POST', `/${one.id}`, appToken, { password: 'new' })
    expect(world.calls.all().at(-1)?.params).toEqual({})
    expect(ask(world, 'GET', '/me', one.access_token)['name']).toBe('Two')
    expect([passwordOf(one), passwordOf(two)]).toEqual(['new', two.password])
  })

  test('is not changed with the token of another test user', () => {
    const world = fresh()
    const [one, two] = [made(world), made(world)]
    for (const method of ['POST', 'DELETE'])
      expect(errorOf(ask(world, method, `/${one.id}`, two.access_token))).toMatchObject({ code: 200 })
  })

  test('loses a permission for one app, and keeps the others', () => {
    const world = fresh()
    const { token } = act(world, 'createApp', { name: 'Other' }).unwrap()
    const permissions = 'email,user_posts'
    const one = made(world, { permissions })
    made(world, { permissions, uid: one.id, owner_access_token: appToken }, String(token))
    const of = (appOf: string) =>
      (ask(world, 'GET', `/${one.id}/permissions`, appOf)['data'] as { permission: string; status: string }[])
        .map(({ permission, status }) => `${permission} ${status}`)
        .toSorted()
    ask(world, 'DELETE', '/me/permissions/email', one.access_token)
    const kept = ['public_profile granted', 'user_friends granted', 'user_posts granted']
    expect(of(appToken)).toEqual(['email declined', ...kept])
    expect(of(String(token))).toEqual(['email granted', ...kept])
  })

  test('takes only their own friendships along', () => {
    const world = fresh()
    const [one, two, three] = [made(world), made(world), made(world)]
    const befriend = (a: TestUser, b: TestUser) => {
      ask(world, 'POST', `/${a.id}/friends/${b.id}`, a.access_token)
      ask(world, 'POST', `/${b.id}/friends/${a.id}`, b.access_token)
    }
    befriend(one, two)
    befriend(two, three)
    ask(world, 'DELETE', `/${one.id}`, appToken)
    expect(idsOf(ask(world, 'GET', '/me/friends', two.access_token))).toEqual([three.id])
    expect(errorOf(ask(world, 'GET', '/me/friends', two.access_token, { after: 'x' }))).toMatchObject({
      code: 100,
    })
  })

  test('is one of at most 2,000 of the app', () => {
    const having = (count: number) => {
      const tx = { count: (...asked: unknown[]) => (String(asked.at(-1)) === '7' ? count : 0) }
      return tooManyTestUsers(tx as never, { id: 7 } as never)
    }
    expect(having(1_999)).toBeUndefined()
    expect(having(2_000)).toMatchObject({
      code: 100,
      message: expect.stringMatching(/at most 2000 test users/),
    })
  })

  test.each([
    ['the application token', () => appToken],
    ['their own token (prowdsponsor/fb, removeTestUser)', ({ access_token }: TestUser) => access_token],
  ])('is deleted with %s', (_case, tokenOf) => {
    const world = fresh()
    const [one, other] = [made(world), made(world)]
    expect(ask(world, 'DELETE', `/${one.id}`, tokenOf(one))).toEqual({ success: true })
    expect(errorOf(ask(world, 'GET', '/me', one.access_token))['code']).toBe(190)
    expect(errorOf(ask(world, 'GET', `/${one.id}`, appToken))).toMatchObject({ code: 100, error_subcode: 33 })
    expect(errorOf(ask(world, 'DELETE', `/${one.id}`, appToken))).toMatchObject({ code: 100 })
    expect(idsOf(ask(world, 'GET', `/${app}/accounts/test-users`, appToken))).toEqual([other.id])
  })

  test('is the only person whom these calls change', () => {
    const world = fresh()
    made(world)
    for (const [operation, params] of [
      ['updateTestUser', { user, name: 'X' }],
      ['deleteTestUser', { user }],
    ] as const)
      for (const token of [appToken, userToken])
        expect(refusedBy(world, () => call(world, token, operation, params)).code).toBe(200)
  })

  test('stays in a snapshot', () => {
    const world = fresh()
    const one = made(world)
    ask(world, 'DELETE', `/${made(world).id}`, appToken)
    const copy = restoreWorld(world.snapshot())
    expect(idsOf(ask(copy, 'GET', `/${app}/accounts/test-users`, appToken))).toEqual([one.id])
  })
})

describe('friends', () => {
  const befriend = (world: World, one: TestUser, other: TestUser) =>
    ask(world, 'POST', `/${one.id}/friends/${other.id}`, one.access_token)

  test('are two test users who have both asked (arsduo/koala, befriend)', () => {
    const world = fresh()
    const [one, other] = [made(world, { name: 'Alex A' }), made(world, { name: 'Luke L' })]
    // Nobody answers the request of two others.
    befriend(world, made(world), made(world))
    const friendsOf = ({ id, access_token }: TestUser) => ask(world, 'GET', `/${id}/friends`, access_token)
    const nobody = { data: [], paging: {}, summary: { total_count: 0 } }
    expect(friendsOf(one)).toEqual(nobody)
    expect(befriend(world, one, other)).toEqual({ success: true })
    expect(friendsOf(one)).toEqual(nobody)
    expect(friendsOf(other)).toEqual(nobody)
    expect(befriend(world, other, one)).toEqual({ success: true })
    for (const [of, friend, name] of [
      [one, other, 'Luke L'],
      [other, one, 'Alex A'],
    ] as const)
      expect(friendsOf(of)).toMatchObject({ data: [{ id: friend.id, name }], summary: { total_count: 1 } })
  })

  test('are asked about one by one, and listed to the app', () => {
    const world = fresh()
    const [one, other, third] = [made(world), made(world), made(world)]
    befriend(world, one, other)
    befriend(world, other, one)
    const asked = (friend: string) =>
      ask(world, 'GET', `/me/friends/${friend}`, one.access_token)['data'] as { id: string }[]
    expect(asked(other.id).map(({ id }) => id)).toEqual([other.id])
    expect(asked(third.id)).toEqual([])
    expect(idsOf(ask(world, 'GET', `/${one.id}/friends`, appToken))).toEqual([other.id])
  })

  test('are hidden from an app that they do not use, but counted', () => {
    const world = fresh()
    const [one, other] = [made(world), made(world)]
    befriend(world, one, other)
    befriend(world, other, one)
    ask(world, 'DELETE', `/${other.id}/permissions`, other.access_token)
    expect(ask(world, 'GET', '/me/friends', one.access_token)).toMatchObject({
      data: [],
      summary: { total_count: 1 },
    })
    ask(world, 'DELETE', `/${other.id}`, appToken)
    expect(ask(world, 'GET', '/me/friends', one.access_token)).toMatchObject({ summary: { total_count: 0 } })
  })

  test('are not asked twice: 520 and 522 (https://github.com/arsduo/koala/issues/32)', () => {
    const world = fresh()
    const [one, other] = [made(world), made(world)]
    befriend(world, one, other)
    expect(errorOf(befriend(world, one, other))).toMatchObject({ code: 520 })
    befriend(world, other, one)
    for (const [of, friend] of [
      [one, other],
      [other, one],
    ] as const)
      expect(errorOf(befriend(world, of, friend))).toMatchObject({ code: 522 })
  })

  test.each([
    ['oneself', (one: TestUser) => one.id, 100],
    ['a person who is no test user', () => user, 100],
    ['nobody', () => '1', 100],
    ['a word', () => 'x', 100],
  ])('are not made of %s', (_case, friendOf, code) => {
    const world = fresh()
    const one = made(world)
    const refused = ask(world, 'POST', `/${one.id}/friends/${friendOf(one)}`, one.access_token)
    expect(errorOf(refused)).toMatchObject({ code })
  })

  // https://github.com/arsduo/koala/issues/489
  test('need the own token, and are an empty list without user_friends, on every path', () => {
    const world = fresh()
    const [one, other] = [made(world), made(world)]
    const asked = ask(world, 'POST', `/${one.id}/friends/${other.id}`, other.access_token)
    expect(errorOf(asked)).toMatchObject({ code: 200 })
    befriend(world, one, other)
    befriend(world, other, one)
    const reads = () => {
      const token = one.access_token
      const batch = [{ method: 'GET', relative_url: 'me/friends' }]
      const answers = ask(world, 'POST', '/', token, { batch }) as unknown as { body: string }[]
      return [
        ask(world, 'GET', '/me/friends', token),
        ask(world, 'GET', `/me/friends/${other.id}`, token),
        JSON.parse(answers[0]?.body ?? ''),
        ask(world, 'GET', '/friends', token, { ids: one.id })[one.id],
        call(world, token, 'listFriends', { user: 'me' }).unwrap(),
        ask(world, 'GET', '/me', token, { fields: 'friends' })['friends'],
      ]
    }
    const found = { data: [{ id: other.id }], summary: { total_count: 1 } }
    expect(reads()).toMatchObject([found, found, found, found, found, found])
    ask(world, 'DELETE', '/me/permissions/user_friends', one.access_token)
    const empty = { data: [], paging: {} }
    expect(reads()).toEqual([empty, { data: [] }, empty, empty, empty, undefined])
    expect(errorOf(ask(world, 'POST', `/${user}/friends/${one.id}`, userToken))).toMatchObject({ code: 200 })
  })

  test('are asked in a batch, and by a typed call', () => {
    const world = fresh()
    const [one, other] = [made(world), made(world)]
    const batch = [
      { method: 'POST', relative_url: `${one.id}/friends/${other.id}` },
      { method: 'GET', relative_url: `${one.id}/friends` },
    ]
    const answers = ask(world, 'POST', '/', one.access_token, { batch }) as unknown as { code: number }[]
    expect(answers.map(({ code }) => code)).toEqual([200, 200])
    const typed = { user: other.id, friend: one.id }
    expect(call(world, other.access_token, 'requestFriend', typed).unwrap()).toEqual({ success: true })
    expect(idsOf(call(world, one.access_token, 'listFriends', { user: 'me' }).unwrap())).toEqual([other.id])
    const ids = ask(world, 'GET', '/friends', appToken, { ids: `${one.id},${other.id}` })
    expect(Object.values(ids).map((list) => idsOf(list as object))).toEqual([[other.id], [one.id]])
  })
})
