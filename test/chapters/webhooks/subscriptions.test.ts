import { describe, expect, test } from 'vitest'
import { act, begin, call, forked, idsOf, jsonOf, refusedBy, rowOf, tokenOf } from '../../service/scene.ts'

const start = begin({ policy: { beyond: 'serve' } })
const { page, app, form, pageToken, appToken, userToken, user } = start
const fresh = () => forked(start)
const subscribeToPage = (world = start.world, params: object = { subscribed_fields: 'leadgen' }) =>
  call(world, pageToken, 'subscribeApp', { page, ...params })
const appsOf = (world = start.world) => call(world, pageToken, 'listSubscribedApps', { page }).unwrap()
const answers = { full_name: 'A', email: 'a@example.test' }
const isUnknown = /^\(#100\) Param subscribed_fields(\.0)? must be one of leadgen, feed, .*, got "nothing"/

describe('the apps of a page', () => {
  test('are those that the action installs, with every kind of notice', () => {
    const { world } = fresh()
    expect(appsOf(world)).toEqual({ data: [], paging: {} })
    act(world, 'installApp', { page, app }).unwrap()
    expect(appsOf(world)).toMatchObject({
      data: [{ id: app, name: 'Starter App', subscribed_fields: ['leadgen', 'feed'] }],
    })
  })

  test('a page token installs its own app, once, as a client sends it', () => {
    const { world } = fresh()
    for (const subscribed_fields of ['leadgen,feed', ['leadgen', 'feed', 'feed']]) {
      const { body } = world.request({
        method: 'POST',
        url: `/v24.0/${page}/subscribed_apps?access_token=${pageToken}`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ subscribed_fields }),
      })
      expect(jsonOf({ body })).toEqual({ success: true })
    }
    expect(appsOf(world)).toMatchObject({ data: [{ id: app, subscribed_fields: ['leadgen', 'feed'] }] })
    expect(idsOf(appsOf(world))).toEqual([app])
  })

  test('a page token uninstalls its own app alone, also if it is not installed', () => {
    const { world } = fresh()
    const { id: other } = act(world, 'createApp', { name: 'Other' }).unwrap()
    act(world, 'installApp', { page, app: other }).unwrap()
    subscribeToPage(world).unwrap()
    for (let times = 0; times < 2; times += 1) {
      expect(call(world, pageToken, 'unsubscribeApp', { page }).unwrap()).toEqual({ success: true })
      expect(idsOf(appsOf(world))).toEqual([other])
    }
  })

  test('an app is not notified of a field that it did not choose, and the world says why', () => {
    const { world } = fresh()
    subscribeToPage(world, { subscribed_fields: 'feed' }).unwrap()
    act(world, 'setWebhook', { app, verify: false }).unwrap()
    act(world, 'submitLead', { form, answers }).unwrap()
    expect(world.webhooks.outbox).toEqual([])
    expect(world.webhooks.missed).toMatchObject([
      {
        target: page,
        app,
        field: 'leadgen',
        reason: expect.stringContaining(`name it in subscribed_fields`),
      },
    ])
    subscribeToPage(world, { subscribed_fields: 'leadgen' }).unwrap()
    act(world, 'submitLead', { form, answers }).unwrap()
    expect(world.webhooks.outbox).toHaveLength(1)
    expect(world.webhooks.missed).toHaveLength(1)
  })

  test.each<[unknown, RegExp]>([
    ['nothing', isUnknown],
    [['nothing'], isUnknown],
    ['', /must have at least 1 item, got 0$/],
    [undefined, /^\(#100\) The parameter subscribed_fields is required$/],
  ])('subscribed_fields %j is refused', (fields, message) => {
    const { world } = fresh()
    const error = refusedBy(world, () => subscribeToPage(world, { subscribed_fields: fields }))
    expect(error).toMatchObject({ code: 100, message: expect.stringMatching(message) })
  })

  test.each(['listSubscribedApps', 'subscribeApp', 'unsubscribeApp'])(
    '%s takes a page token with a task only',
    (operation) => {
      const scene = fresh()
      const { world } = scene
      const made = (token: string) => () =>
        call(world, token, operation, {
          page,
          ...(operation === 'subscribeApp' && { subscribed_fields: 'leadgen' }),
        })
      // https://developers.facebook.com/docs/graph-api/reference/page/subscribed_apps
      for (const token of [userToken, appToken])
        expect(refusedBy(world, made(token)).message).toBe(
          '(#210) A page access token is required to request this resource.',
        )
      const advertiser = tokenOf(scene, { kind: 'page', tasks: ['ADVERTISE'] })
      expect(refusedBy(world, made(advertiser))).toMatchObject({
        code: 200,
        message: '(#200) Requires one of the tasks MANAGE, MODERATE, CREATE_CONTENT on the page',
      })
      for (const task of ['MANAGE', 'MODERATE', 'CREATE_CONTENT'] as const)
        expect(made(tokenOf(scene, { kind: 'page', tasks: [task] }))().ok).toBe(true)
    },
  )

  test('a blocked page cannot install an app', () => {
    const { world } = fresh()
    act(world, 'blockActor', { actor: page }).unwrap()
    expect(refusedBy(world, () => subscribeToPage(world)).code).toBe(368)
    expect(appsOf(world)).toMatchObject({ data: [] })
  })
})

describe('notices', () => {
  test.each([
    ['leadgen,feed', 1],
    ['feed', 0],
  ])('an app that subscribed to %s on the page gets %d', (fields, count) => {
    const { world } = fresh()
    act(world, 'setWebhook', { app }).unwrap()
    subscribeToPage(world, { subscribed_fields: fields }).unwrap()
    act(world, 'submitLead', { form, answers }).unwrap()
    expect(world.webhooks.outbox).toHaveLength(count)
  })
})

const settings = {
  object: 'page',
  callback_url: 'https://client.test/hook?a=b',
  verify_token: 'secret word',
  fields: ['leadgen'],
  include_values: true,
}
const subscribe = (world = start.world, params: object = {}, token = appToken) =>
  call(world, token, 'subscribe', { app, ...settings, ...params })
const subscriptions = (world = start.world) => call(world, appToken, 'listSubscriptions', { app }).unwrap()
const inactive = {
  object: 'page',
  callback_url: settings.callback_url,
  active: false,
  fields: [{ name: 'leadgen', version: 'v26.0' }],
}

describe('the subscriptions of an app', () => {
  test('are set with a handshake, which makes them active', async () => {
    const { world } = fresh()
    expect(subscriptions(world)).toEqual({ data: [] })
    expect(subscribe(world).unwrap()).toEqual({ success: true })
    expect(subscriptions(world)).toEqual({ data: [inactive] })
    expect(world.webhooks.outbox).toMatchObject([{ kind: 'verification', app }])
    const urls: string[] = []
    using _ = world.webhooks.connect(app, (request) => {
      urls.push(request.url)
      return { status: 200, body: new URL(request.url).searchParams.get('hub.challenge') ?? '' }
    })
    await world.webhooks.flush()
    expect(urls[0]).toMatch(
      /^https:\/\/client\.test\/hook\?a=b&hub\.mode=subscribe&hub\.challenge=\d+&hub\.verify_token=secret(\+|%20)word$/,
    )
    expect(subscriptions(world)).toEqual({ data: [{ ...inactive, active: true }] })
  })

  test('are the same row that setWebhook writes', () => {
    const { world } = fresh()
    const { id } = act(world, 'setWebhook', {
      app,
      url: settings.callback_url,
      verifyToken: settings.verify_token,
    }).unwrap()
    const row = rowOf(world, String(id))
    subscribe(world).unwrap()
    expect(rowOf(world, String(id))).toEqual(row)
    expect(subscriptions(world)).toEqual({ data: [inactive] })
  })

  test('a webhook in the process has no callback_url', () => {
    const { world } = fresh()
    act(world, 'setWebhook', { app }).unwrap()
    const { callback_url: _url, ...more } = inactive
    expect(subscriptions(world)).toEqual({ data: [{ ...more, active: true }] })
  })

  test('end with DELETE, which drops what is queued and may be repeated', () => {
    const { world } = fresh()
    subscribe(world).unwrap()
    for (const params of [{ object: 'page' }, {}])
      expect(call(world, appToken, 'unsubscribe', { app, ...params }).unwrap()).toEqual({ success: true })
    expect(subscriptions(world)).toEqual({ data: [] })
    expect(world.webhooks.outbox).toMatchObject([{ status: 'dropped' }])
  })

  test('of other apps stay when those of one end', () => {
    const { world } = fresh()
    const { id: other, token } = act(world, 'createApp', { name: 'Other' }).unwrap()
    const before = { app: other, ...settings, callback_url: 'https://other.test/hook' }
    call(world, String(token), 'subscribe', before).unwrap()
    const end = () => call(world, appToken, 'unsubscribe', { app }).unwrap()
    expect(end()).toEqual({ success: true })
    subscribe(world).unwrap()
    expect(end()).toEqual({ success: true })
    expect(subscriptions(world)).toEqual({ data: [] })
    expect(call(world, String(token), 'listSubscriptions', { app: other }).unwrap()).toMatchObject({
      data: [{ callback_url: before.callback_url }],
    })
  })

  test('take every field of a page, and DELETE takes single ones back', () => {
    const { world } = fresh()
    const fieldsOf = () => (subscriptions(world) as typeof listed).data.map(({ fields }) => fields)
    const listed = { data: [{ fields: [{ name: '' }] }] }
    subscribe(world, { fields: 'feed,leadgen,members' }).unwrap()
    expect(fieldsOf()).toMatchObject([[{ name: 'feed' }, { name: 'leadgen' }, { name: 'members' }]])
    call(world, appToken, 'unsubscribe', { app, fields: 'members,leadgen,name' }).unwrap()
    expect(fieldsOf()).toMatchObject([[{ name: 'feed' }]])
    expect(world.webhooks.outbox).toMatchObject([{ status: 'queued' }])
    call(world, appToken, 'unsubscribe', { app, fields: 'feed' }).unwrap()
    expect(fieldsOf()).toEqual([])
    expect(world.webhooks.outbox).toMatchObject([{ status: 'dropped' }])
  })

  // https://developers.facebook.com/docs/graph-api/reference/app/subscriptions/#update
  test('keep their fields when they are set again, with more fields or with none', () => {
    const { world } = fresh()
    const namesOf = () =>
      (subscriptions(world) as { data: { fields: { name: string }[] }[] }).data.map(({ fields }) =>
        fields.map(({ name }) => name),
      )
    subscribe(world, { fields: 'leadgen,feed' }).unwrap()
    subscribe(world, { fields: 'feed,members' }).unwrap()
    expect(namesOf()).toEqual([['leadgen', 'feed', 'members']])
    subscribe(world, { fields: undefined, callback_url: 'https://other.test/' }).unwrap()
    expect(namesOf()).toEqual([['leadgen', 'feed', 'members']])
    expect(subscriptions(world)).toMatchObject({ data: [{ callback_url: 'https://other.test/' }] })
  })

  test('a subscription without leadgen gets no leads', async () => {
    const { world } = fresh()
    subscribe(world, { fields: 'feed' }).unwrap()
    using _ = world.webhooks.connect(app, ({ url }) => ({
      status: 200,
      body: new URL(url).searchParams.get('hub.challenge') ?? '',
    }))
    await world.webhooks.flush()
    act(world, 'installApp', { app, page }).unwrap()
    act(world, 'submitLead', { form, answers }).unwrap()
    expect(await world.webhooks.flush()).toEqual([])
    expect(world.webhooks.missed).toMatchObject([{ app, field: 'leadgen' }])
  })

  test.each<[object, RegExp]>([
    [{ object: 'kittens' }, /Param object must be one of page, user, got "kittens"/],
    [{ object: 'user' }, /Param fields must be fields of a user, such as email, got leadgen$/],
    [{ fields: 'friends' }, /Param fields must be fields of a page, such as leadgen or feed, got friends$/],
    [{ callback_url: 'nowhere' }, /Param callback_url must be/],
    [{ callback_url: undefined }, /The parameter callback_url is required/],
    [{ verify_token: undefined }, /The parameter verify_token is required/],
    [{ fields: 'nothing' }, /Param fields(\.0)? must be one of leadgen, feed, /],
    [{ fields: [] }, /Param fields must have at least 1 item, got 0/],
    [{ fields: undefined }, /The parameter fields is required/],
  ])('%j is refused', (params, message) => {
    const { world } = fresh()
    const error = refusedBy(world, () => subscribe(world, params))
    expect(error).toMatchObject({ code: 100, message: expect.stringMatching(message) })
  })

  test.each(['listSubscriptions', 'subscribe', 'unsubscribe'])(
    '%s takes the token of this app only',
    (name) => {
      const { world } = fresh()
      const made = (token: string) =>
        refusedBy(world, () => call(world, token, name, { app, ...(name === 'subscribe' && settings) }))
      for (const token of [userToken, pageToken])
        expect(made(token)).toMatchObject({ code: 200, message: '(#200) Requires an application token' })
      const { token } = act(world, 'createApp', { name: 'Other', administrators: [user] }).unwrap()
      expect(made(String(token)).message).toBe('(#200) Requires the application token of this app')
    },
  )

  test('a blocked app cannot change them', () => {
    const { world } = fresh()
    act(world, 'blockActor', { actor: app }).unwrap()
    expect(refusedBy(world, () => subscribe(world)).code).toBe(368)
  })

  test('the call log has no verify token', () => {
    const { world } = fresh()
    subscribe(world).unwrap()
    expect(JSON.stringify(world.calls.all())).not.toContain(settings.verify_token)
  })
})
