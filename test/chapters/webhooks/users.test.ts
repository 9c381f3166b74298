import { describe, expect, test } from 'vitest'
import { act, begin, call, forked, jsonOf, refusedBy, type Scene } from '../../service/scene.ts'

/*
 * The members of the payloads: https://developers.facebook.com/docs/graph-api/webhooks/getting-started and
 * https://github.com/restfb/restfb/tree/master/src/test/resources/json/webhooks (user-*.json); who is told:
 * https://developers.facebook.com/docs/graph-api/reference/app/subscriptions/#publishperms
 */

const start = begin({ policy: { beyond: 'serve', webhookIds: 'text' } })
const { app, user, appToken, page } = start
const secret = 'secret'
const hook = 'https://client.test/people'
const subscription = { app, object: 'user', callback_url: hook, verify_token: secret, include_values: true }
const everything = ['name', 'first_name', 'last_name', 'email', 'friends', 'likes', 'photos']

/** A scene whose app watches people, with the answer of a handshake. */
async function watching(params: object = {}): Promise<Scene> {
  const scene = forked(start)
  call(scene.world, appToken, 'subscribe', { ...subscription, fields: everything, ...params }).unwrap()
  await shake(scene.world)
  return scene
}

async function shake(world: Scene['world']) {
  const transport = ({ url }: { url: string }) => ({
    status: 200,
    body: new URL(url).searchParams.get('hub.challenge') ?? '',
  })
  await world.webhooks.flush({ transport })
}

/** The payloads that wait. */
const payloads = ({ webhooks: { outbox } }: Scene['world']) =>
  outbox
    .filter(({ kind, status }) => kind === 'notices' && status === 'queued')
    .map(({ request: { url, body } }) => ({ url, ...JSON.parse(body) }))

const setProfile = ({ world }: Scene, params: object) =>
  act(world, 'setProfile', { user, ...params }).unwrap()
const png = 'https://img.test/one.png'
const changed = (field: string, value: unknown) => ({ field, value })

type Way = readonly [string, (scene: Scene) => unknown, readonly object[]]

const ways: readonly Way[] = [
  [
    'a new e-mail address',
    (scene) => setProfile(scene, { email: 'new@ada.test' }),
    [changed('email', 'new@ada.test')],
  ],
  [
    'a new name, of which the first and the last name are part',
    (scene) => setProfile(scene, { name: 'Eda Lovelace' }),
    [changed('name', 'Eda Lovelace'), changed('first_name', 'Eda'), changed('last_name', 'Lovelace')],
  ],
  [
    'a new first name',
    (scene) => setProfile(scene, { name: 'Eda Starter' }),
    [changed('name', 'Eda Starter'), changed('first_name', 'Eda')],
  ],
  [
    'a profile that stays as it was',
    (scene) => setProfile(scene, { name: 'Ada Starter', locale: 'de_DE' }),
    [],
  ],
  [
    'a page that they like',
    ({ world }) => act(world, 'setPageLike', { page, user }).unwrap(),
    [{ field: 'likes', verb: 'add', value: { page } }],
  ],
  [
    'a like that they take back',
    ({ world }) => {
      act(world, 'setPageLike', { page, user }).unwrap()
      world.clock.advance('1h')
      act(world, 'setPageLike', { page, user, liked: false }).unwrap()
    },
    [
      { field: 'likes', verb: 'add', value: { page } },
      { field: 'likes', verb: 'remove', value: { page } },
    ],
  ],
  [
    'a photo that they upload',
    ({ world }) => act(world, 'uploadUserPhoto', { user, url: png }).unwrap(),
    [{ field: 'photos', value: { verb: 'update', object_id: expect.stringMatching(/^\d+$/) } }],
  ],
  ['a call that is refused', ({ world }) => act(world, 'setPageLike', { page: '1', user }), []],
  [
    'a post of the page',
    ({ world }) => call(world, start.pageToken, 'publishPost', { page, message: 'Hello' }).unwrap(),
    [],
  ],
]

describe('a notice of a person', () => {
  test.each(ways)('tells of %s', async (_what, does, changes) => {
    const scene = await watching()
    does(scene)
    const time = Math.floor(scene.world.clock.now / 1000)
    expect(payloads(scene.world)).toEqual(
      changes.length === 0
        ? []
        : [{ url: hook, object: 'user', entry: [{ id: user, uid: user, time, changes }] }],
    )
  })

  test('has the names of the fields alone without include_values', async () => {
    const scene = await watching({ include_values: undefined })
    setProfile(scene, { name: 'Eda Lovelace' })
    setProfile(scene, { name: 'Eda Starter', email: 'new@ada.test' })
    const time = Math.floor(scene.world.clock.now / 1000)
    const names = ['name', 'first_name', 'last_name', 'email']
    expect(payloads(scene.world)).toEqual([
      { url: hook, object: 'user', entry: [{ id: user, uid: user, time, changed_fields: names }] },
    ])
  })

  test('tells both friends, when they become friends and when one is deleted', async () => {
    const { world } = await watching()
    const ask = (method: string, path: string, token: string) =>
      jsonOf(world.request({ method, path, params: { access_token: token } })) as Record<string, string>
    const [one, other] = [1, 2].map(() => ask('POST', `/${app}/accounts/test-users`, appToken))
    if (!one || !other) throw new Error('There are no test users')
    ask('POST', `/${one['id']}/friends/${other['id']}`, one['access_token'] ?? '')
    expect(payloads(world)).toEqual([])
    ask('POST', `/${other['id']}/friends/${one['id']}`, other['access_token'] ?? '')
    const friend = (id: unknown, verb: string, uid: unknown) =>
      expect.objectContaining({ id, changes: [{ field: 'friends', verb, value: { uid } }] })
    expect(payloads(world)).toMatchObject([
      { entry: [friend(one['id'], 'add', other['id']), friend(other['id'], 'add', one['id'])] },
    ])
    await shake(world)
    ask('DELETE', `/${other['id']}`, appToken)
    expect(payloads(world)).toMatchObject([{ entry: [friend(one['id'], 'remove', other['id'])] }])
  })

  test('comes from calls and batches as it does from actions', async () => {
    const { world } = await watching()
    const post = (path: string, params: object) =>
      jsonOf(world.request({ method: 'POST', path, params: { access_token: appToken, ...params } }))
    const { id } = post(`/${app}/accounts/test-users`, {}) as { id: string }
    post(`/${id}`, { name: 'Bea One' })
    const batch = [{ method: 'POST', relative_url: id, body: 'name=Cleo Two' }]
    post('/', { batch })
    const [{ entry }] = payloads(world)
    const names = entry[0].changes.filter(({ field }: { field: string }) => field === 'name')
    expect(names).toEqual([changed('name', 'Bea One'), changed('name', 'Cleo Two')])
  })
})

describe('an app is told of people', () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ['no permission but that of every login', ['public_profile'], ['name']],
    ['the permission email', ['email'], ['name', 'email']],
    ['the permission user_likes', ['user_likes'], ['name', 'likes']],
    ['all of them', ['email', 'user_likes'], ['name', 'email', 'likes']],
  ])('who gave it %s', async (_what, scopes, fields) => {
    const { world } = await watching({ fields: 'name,email,likes' })
    const { id } = act(world, 'createUser', { name: 'Bea One' }).unwrap() as { id: string }
    act(world, 'issueToken', { kind: 'user', app, user: id, scopes }).unwrap()
    act(world, 'setProfile', { user: id, name: 'Bea Two', email: 'bea@two.test' }).unwrap()
    act(world, 'setPageLike', { page, user: id }).unwrap()
    const [{ entry }] = payloads(world)
    expect(entry[0].changes.map(({ field }: { field: string }) => field)).toEqual(fields)
  })

  test('who use it, and of nobody else', async () => {
    const scene = await watching()
    const { id } = act(scene.world, 'createUser', { name: 'Bea One' }).unwrap() as { id: string }
    act(scene.world, 'setProfile', { user: id, name: 'Bea Two' }).unwrap()
    expect(payloads(scene.world)).toEqual([])
    const { token } = act(scene.world, 'issueToken', { kind: 'user', app, user: id }).unwrap()
    act(scene.world, 'revokeToken', { token }).unwrap()
    act(scene.world, 'setProfile', { user: id, name: 'Bea Three' }).unwrap()
    expect(payloads(scene.world)).toEqual([])
  })

  test('who have a token that has not expired', async () => {
    const { world } = await watching({ fields: 'name' })
    const { id } = act(world, 'createUser', { name: 'Bea One' }).unwrap() as { id: string }
    act(world, 'issueToken', { kind: 'user', app, user: id, lifetime: 'shortLived' }).unwrap()
    const rename = (name: string) => act(world, 'setProfile', { user: id, name }).unwrap()
    rename('Bea Two')
    world.clock.advance('1d')
    rename('Bea Three')
    expect(payloads(world)).toMatchObject([{ entry: [{ changes: [changed('name', 'Bea Two')] }] }])
  })

  test.each<[string, object | undefined, RegExp]>([
    ['a person without the permission', { scopes: ['public_profile'] }, / with the permission email: /],
    ['a person who does not use the app', undefined, / with the permission email: /],
    [
      'a name, which needs no permission',
      undefined,
      /has no valid token for the app \d+: call actions.issueToken/,
    ],
  ])('and the world explains a notice that is missing: %s', async (_what, token, reason) => {
    const field = _what.startsWith('a name') ? 'name' : 'email'
    const { world } = await watching({ fields: field })
    const { id } = act(world, 'createUser', { name: 'Bea One' }).unwrap() as { id: string }
    if (token) act(world, 'issueToken', { kind: 'user', app, user: id, ...token }).unwrap()
    act(world, 'setProfile', { user: id, name: 'Bea Two', email: 'bea@two.test' }).unwrap()
    expect(payloads(world)).toEqual([])
    const missed = { target: id, app, field, reason: expect.stringMatching(reason) }
    expect(world.webhooks.missed).toMatchObject([missed])
  })

  test('only if it watches the field', async () => {
    const scene = await watching({ fields: 'likes' })
    setProfile(scene, { name: 'Eda Starter' })
    expect(payloads(scene.world)).toEqual([])
  })

  test('after the handshake, and the world says what it missed before', () => {
    const scene = forked(start)
    call(scene.world, appToken, 'subscribe', { ...subscription, fields: 'email' }).unwrap()
    setProfile(scene, { email: 'new@ada.test' })
    expect(payloads(scene.world)).toEqual([])
    expect(scene.world.webhooks.missed).toMatchObject([
      { target: user, app, field: 'email', reason: expect.stringContaining('handshake') },
    ])
  })
})

describe('the webhook for people', () => {
  test('is beside that for pages, with a URL, fields and a handshake of its own', async () => {
    const { world } = await watching({ fields: 'email' })
    const pages = { app, object: 'page', callback_url: 'https://client.test/pages', verify_token: secret }
    call(world, appToken, 'subscribe', { ...pages, fields: 'leadgen' }).unwrap()
    const list = () => call(world, appToken, 'listSubscriptions', { app }).unwrap()
    const ofPages = { object: 'page', callback_url: pages.callback_url, fields: [{ name: 'leadgen' }] }
    const ofUsers = { object: 'user', callback_url: hook, fields: [{ name: 'email' }] }
    expect(list()).toMatchObject({
      data: [
        { ...ofPages, active: false },
        { ...ofUsers, active: true },
      ],
    })
    await shake(world)
    expect(list()).toMatchObject({
      data: [
        { ...ofPages, active: true },
        { ...ofUsers, active: true },
      ],
    })
  })

  test('and that for pages get a delivery each, at once', async () => {
    const scene = await watching()
    const { world, form } = scene
    act(world, 'setWebhook', { app, url: 'https://client.test/pages', verify: false }).unwrap()
    act(world, 'installApp', { app, page }).unwrap()
    act(world, 'submitLead', { form, answers: { full_name: 'A', email: 'a@example.test' } }).unwrap()
    setProfile(scene, { email: 'new@ada.test' })
    const sent: string[] = []
    await world.webhooks.flush({ transport: ({ url }) => ({ status: sent.push(url) > 0 ? 200 : 500 }) })
    expect(sent).toEqual(['https://client.test/pages', hook])
  })

  test.each<[string, object, readonly string[]]>([
    ['that object', { object: 'user' }, ['page']],
    ['the other', { object: 'page' }, ['user']],
    ['no object', {}, []],
    ['one field of the object', { object: 'user', fields: 'email' }, ['page', 'user']],
  ])('ends with DELETE of %s', async (_what, params, left) => {
    const scene = await watching({ fields: 'email,name' })
    act(scene.world, 'setWebhook', { app, verify: false }).unwrap()
    setProfile(scene, { email: 'new@ada.test' })
    call(scene.world, appToken, 'unsubscribe', { app, ...params }).unwrap()
    const { data } = call(scene.world, appToken, 'listSubscriptions', { app }).unwrap() as {
      data: { object: string }[]
    }
    expect(data.map(({ object }) => object)).toEqual(left)
    expect(payloads(scene.world)).toHaveLength(left.includes('user') ? 1 : 0)
  })

  test('can be set and removed by an action, without a handshake', () => {
    const scene = forked(start)
    const { world } = scene
    act(world, 'setWebhook', { app, object: 'user', fields: 'email', includeValues: true }).unwrap()
    setProfile(scene, { email: 'new@ada.test' })
    expect(payloads(world)).toMatchObject([{ entry: [{ changes: [changed('email', 'new@ada.test')] }] }])
    act(world, 'removeWebhook', { app, object: 'user' }).unwrap()
    expect(call(world, appToken, 'listSubscriptions', { app }).unwrap()).toEqual({ data: [] })
  })

  test('has its notices sent again as they were', async () => {
    const scene = await watching()
    setProfile(scene, { email: 'new@ada.test' })
    const [before] = payloads(scene.world)
    const [delivery] = await scene.world.webhooks.flush({ transport: () => ({ status: 200 }) })
    act(scene.world, 'resendDelivery', { delivery: delivery?.id ?? '' }).unwrap()
    expect(payloads(scene.world)).toEqual([before])
  })

  test('does not change places with a notice of a page, which comes in another payload', async () => {
    const scene = await watching()
    const { actions, faults, names } = scene.world
    actions.setWebhook({ app, fields: ['feed'] }).unwrap()
    setProfile(scene, { email: 'first@ada.test' })
    setProfile(scene, { email: 'second@ada.test' })
    call(scene.world, names?.pageToken ?? '', 'publishPost', { page, message: 'hi' }).unwrap()
    faults.add({ match: {}, fault: { kind: 'notice', how: 'reorder' }, times: 1 })
    setProfile(scene, { email: 'third@ada.test' })
    const [people] = payloads(scene.world).filter(({ object }) => object === 'user')
    const values = ['first@ada.test', 'third@ada.test', 'second@ada.test']
    expect(people.entry.flatMap(({ changes }: { changes: object[] }) => changes)).toEqual(
      values.map((value) => changed('email', value)),
    )
  })

  test('is enough of a webhook for a transport', async () => {
    const { world } = await watching()
    world.webhooks.connect(app, () => ({ status: 200 }))
    expect(call(world, appToken, 'listSubscriptions', { app }).unwrap()).toMatchObject({
      data: [{ object: 'user' }],
    })
  })

  test.each<[string, object, RegExp]>([
    [
      'a field of pages',
      { object: 'user', fields: 'leadgen' },
      /must be fields of a user, such as email, got leadgen$/,
    ],
    [
      'a field of people',
      { fields: 'email' },
      /must be fields of a page, such as leadgen or feed, got email$/,
    ],
  ])('does not take %s', (_what, params, message) => {
    const { world } = forked(start)
    expect(refusedBy(world, () => act(world, 'setWebhook', { app, ...params })).message).toMatch(message)
  })

  test('is not in a world of the contract', () => {
    const { world, app: own } = begin()
    const params = { app: own, object: 'user', fields: 'email', verify: false }
    expect(refusedBy(world, () => act(world, 'setWebhook', params)).message).toMatch(
      /Param object must be page, got user: .*platform/,
    )
  })
})
