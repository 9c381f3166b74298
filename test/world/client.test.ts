import { describe, expect, test, vi } from 'vitest'
import { registry } from '../../src/chapters/registry.ts'
import { createWorld } from '../../src/world/create-world.ts'
import { begin, call, forked } from '../service/scene.ts'

const start = begin()
const { page, pageToken } = start
const fresh = () => forked(start).world

describe('createWorld', () => {
  test('creates an empty world, the same for the same options', () => {
    const world = createWorld()
    expect([world.seq, world.seed, world.events.length, world.calls.length]).toEqual([0, 'fauxgraph', 0, 0])
    expect(createWorld().hash('full')).toBe(world.hash('full'))
    expect(createWorld({ seed: 7 }).hash('full')).toBe(createWorld({ seed: '7' }).hash('full'))
    expect(createWorld({ seed: 7 }).hash()).not.toBe(world.hash())
  })

  test.each<[object, RegExp]>([
    [{ now: 'soon' }, /^An instant is /],
    [{ now: null }, /^An instant is /],
    [{ seed: 1.5 }, /^The option seed must be text or a whole number, got 1.5$/],
    [{ seed: null }, /^The option seed must be text or a whole number, got null$/],
    [{ policy: { postTimes: 'x' } }, /^The policy postTimes must be one of unix, iso/],
    [{ policy: { nothing: 1 } }, /^There is no policy nothing; there are /],
    [{ defaultVersion: 'v1.0' }, /^The policy defaultVersion v1.0 is not among the versions served$/],
    [
      { baseUrl: '/x' },
      /^The option baseUrl must be an origin, such as https:\/\/graph.test: http or https and a host, perhaps a port, without a path. Got \/x$/,
    ],
    [{ webUrl: 'ftp://x' }, /^The option webUrl must be an origin/],
    [{ baseUrl: 'https://graph.test/v1' }, /^The option baseUrl must be an origin/],
    [{ baseUrl: 'https://graph.test//v1/' }, /^The option baseUrl must be an origin/],
    [{ webUrl: 'https://web.test/?a=1' }, /^The option webUrl must be an origin/],
    [{ webUrl: 'https://me@web.test' }, /^The option webUrl must be an origin/],
    [{ autoTick: 'often' }, /^A duration is /],
    [{ logSize: -1 }, /^The option logSize must be a whole number of at least 0, got -1$/],
    [{ logSize: 1.5 }, /^The option logSize must be a whole number/],
  ])('refuses %j and says what is expected', (options, words) => {
    const make = () => createWorld(options as never)
    expect(make).toThrow(TypeError)
    expect(make).toThrow(words)
  })

  test.each(['https://graph.test', 'http://127.0.0.1:4000', 'https://graph.test/', 'http://[::1]:80//'])(
    'takes the origin %s, without its slashes',
    (origin) => {
      const world = createWorld({ baseUrl: origin, webUrl: origin })
      expect([world.baseUrl, world.webUrl]).toEqual([origin.replace(/\/+$/, ''), origin.replace(/\/+$/, '')])
    },
  )

  test('refuses a negative autoTick', () => {
    expect(() => createWorld({ autoTick: -1 })).toThrow(RangeError)
  })
})

describe('an outcome', () => {
  test('unwraps to its value, or throws an error with the details', () => {
    const world = fresh()
    const made = world.as(pageToken).publishPost({ page, message: 'x' })
    expect(made.ok && made.value).toEqual(made.unwrap())
    const refused = world.as(start.noPermissionToken).publishPost({ page, message: 'x' })
    expect(() => refused.unwrap()).toThrow(
      expect.objectContaining({
        name: 'GraphCallError',
        operation: 'publishPost',
        code: 200,
        type: 'OAuthException',
        because: expect.arrayContaining(['the token lacks the permission pages_read_engagement']),
        message: expect.stringMatching(
          /^publishPost: \(#200\) Requires the permission .*\(the token lacks the permission /,
        ),
      }),
    )
  })

  test('has the events of its call alone', () => {
    const world = fresh()
    const { events } = world.as(pageToken).publishPost({ page, message: 'x' })
    expect(events.map(({ type }) => type)).toEqual(['post.created'])
    expect(world.as(pageToken).listPageFeed({ page }).events).toEqual([])
    expect(world.as(pageToken).publishPost({ page }).events).toEqual([])
  })

  test('may be mutated without changing the world', () => {
    const world = fresh()
    const spoil = (value: unknown): void => {
      if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
      for (const [name, member] of Object.entries(value)) {
        spoil(member)
        Reflect.set(value, name, 'spoiled')
      }
    }
    const caller = world.as(pageToken)
    const photo = caller.uploadPagePhoto({ page, url: 'https://img.test/a.png' }).unwrap().id
    const outcomes = () => [
      caller.publishPost({ page, message: 'x', fields: ['attachments', 'message'] }),
      caller.listPageFeed({ page }),
      caller.readPhoto({ photo }),
      caller.readLead({ lead: start.lead }),
      caller.publishPost({ page }),
      world.as(start.userToken).copyCampaign({ campaign: start.campaign }),
      world.as(start.userToken).readCampaign({ campaign: start.campaign }),
      world.actions.createUser({ name: 'x' }),
    ]
    const made = outcomes()
    const [graph, full] = [world.hash(), world.hash('full')]
    const snapshot = JSON.stringify(world.snapshot())
    for (const outcome of made) spoil(outcome.ok ? outcome.value : outcome.error)
    for (const outcome of made) spoil(outcome.events)
    expect([world.hash(), world.hash('full')]).toEqual([graph, full])
    expect(JSON.stringify(world.snapshot())).toBe(snapshot)
    expect(world.history.at(world.seq).hash('full')).toBe(full)
  })

  test('does not change if the caller mutates the parameters afterwards', () => {
    const world = fresh()
    const adlabels = [{ name: 'a' }]
    const params = { adAccount: start.adAccount, special_ad_categories: [], adlabels }
    const { id } = call(world, start.userToken, 'createCampaign', params).unwrap()
    const full = world.hash('full')
    adlabels.push({ name: 'b' })
    Reflect.set(adlabels[0] ?? {}, 'name', 'spoiled')
    expect(world.hash('full')).toBe(full)
    const read = call(world, start.userToken, 'readCampaign', { campaign: id, fields: 'adlabels' }).unwrap()
    expect(read['adlabels']).toEqual([{ name: 'a' }])
  })
})

describe('a client', () => {
  test('calls in its version', () => {
    const world = fresh()
    world.as(pageToken, { version: 'v19.0' }).listPageFeed({ page })
    expect(world.calls.last()).toMatchObject({ operation: 'listPageFeed', version: 'v19.0' })
  })

  test.each<unknown>([undefined, null, 5, 'x', []])(
    'refuses parameters that are not an object: %j',
    (params) => {
      const world = fresh()
      expect(call(world, pageToken, 'publishPost', params as object).ok).toBe(false)
    },
  )

  test('refuses parameters that are not JSON, and changes nothing', () => {
    const world = fresh()
    const { graph } = world.state
    const circle: Record<string, unknown> = {}
    circle['self'] = circle
    for (const message of [circle, () => 1, Symbol('x'), new Map(), Number.NaN, '\ud800']) {
      expect(call(world, pageToken, 'publishPost', { page, message })).toMatchObject({ error: { code: 100 } })
    }
    expect(world.state.graph).toBe(graph)
  })

  test.each<unknown>([5, 'x', {}, [null], [5], [{}], [{ name: 'a' }], [{ name: 'a', bytes: 'x' }]])(
    'refuses invalid files: %j',
    (files) => {
      const world = fresh()
      expect(call(world, pageToken, 'uploadPagePhoto', { page, files })).toMatchObject({
        error: { code: 100 },
      })
    },
  )

  test('sends files under their names, and one as source', () => {
    const world = fresh()
    const bytes = new Uint8Array([1, 2, 3])
    world.as(pageToken).uploadPagePhoto({ page, files: [{ part: 'picture', name: 'a.png', bytes }] })
    expect(world.calls.last()).toMatchObject({ files: [{ part: 'picture', name: 'a.png', length: 3 }] })
    world.as(pageToken).uploadPagePhoto({ page, source: bytes })
    expect(world.calls.last()).toMatchObject({ files: [{ part: 'source', name: 'source', length: 3 }] })
  })
})

describe('the actions of a world', () => {
  const names = Object.keys(registry.actions)

  test('are all there, each with the same method whenever it is read', () => {
    const { actions } = createWorld()
    expect(Object.keys(actions)).toEqual(names)
    expect(Object.values(actions).every((action) => typeof action === 'function')).toBe(true)
    expect('createUser' in actions).toBe(true)
    expect(actions.createUser).toBe(actions.createUser)
    expect({ ...actions }.createUser).toBe(actions.createUser)
    expect(Reflect.get(actions, 'createUsers')).toBeUndefined()
    expect(Reflect.get(actions, 'constructor')).toBe(Object)
  })

  test('work apart from their world', () => {
    const world = createWorld()
    const { createUser } = world.actions
    expect(createUser({ name: 'Ann' }).ok).toBe(true)
    expect(world.seq).toBe(1)
  })

  test('can be spied on, and are as before when the spy is restored', () => {
    const { actions } = createWorld()
    const before = actions.createUser
    const spy = vi.spyOn(actions, 'createUser')
    actions.createUser({ name: 'Ann' })
    expect(spy).toHaveBeenCalledOnce()
    spy.mockRestore()
    expect(actions.createUser).toBe(before)
  })

  test('can be frozen', () => {
    const actions = Object.freeze(createWorld().actions)
    expect(Object.keys(actions)).toEqual(names)
    expect(actions.createUser({ name: 'Ann' }).ok).toBe(true)
  })
})
