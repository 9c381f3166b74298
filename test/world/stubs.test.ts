import { describe, expect, test } from 'vitest'
import {
  createWorld,
  replay,
  restoreWorld,
  type StubAnswer,
  type StubFunction,
  type World,
} from '../../src/index.ts'
import { begin, jsonOf } from '../service/scene.ts'

const route = 'GET /{page}/conversations'
const data = { data: [{ id: 't_1', unread_count: 2 }] }

/** A world with a page, and a function that makes a request with the page token. */
function scene(stub?: StubAnswer, at = route) {
  const { world, page, pageToken } = begin()
  const added = stub === undefined ? undefined : world.stub(at, stub)
  const get = (path = `/${page}/conversations`, token = pageToken, on: World = world) => {
    const { status, body } = on.request({ method: 'GET', path, params: { access_token: token } })
    return { status, body: jsonOf({ body }) }
  }
  return { world, page, pageToken, added, get }
}

const messageOf = (run: () => unknown): string => {
  try {
    return `no error: ${JSON.stringify(run())}`
  } catch (error) {
    return String(error)
  }
}

describe('a stub with data', () => {
  test('answers its data, and counts its uses', () => {
    const { added, get, world, page, pageToken } = scene(data)
    expect(added?.uses).toBe(0)
    expect(get()).toEqual({ status: 200, body: data })
    expect(get(`/v26.0/${page}/conversations`)).toEqual({ status: 200, body: data })
    expect(get('/me/conversations', pageToken).body).toEqual(data)
    expect(added?.uses).toBe(3)
    expect(world.stubs.map(({ route: at, uses }) => [at, uses])).toEqual([[route, 3]])
    added?.remove()
    expect(get().body).toMatchObject({ error: { code: 100 } })
    expect([added?.uses, world.stubs]).toEqual([0, []])
    expect(() => added?.remove()).not.toThrow()
  })

  test.each<[string, (use: ReturnType<typeof scene>) => { status: number; body: unknown }, object]>([
    ['an invalid token', ({ get, page }) => get(`/${page}/conversations`, 'nonsense'), { code: 190 }],
    ['an unknown version', ({ get, page }) => get(`/v1.0/${page}/conversations`), { code: 100 }],
    ['another node', ({ get }) => get('/99/conversations'), { code: 100, error_subcode: 33 }],
    ['another edge', ({ get, page }) => get(`/${page}/threads`), { code: 100, error_subcode: 33 }],
  ])('passes the checks of every call: %s', (_, call, error) => {
    const used = scene(data)
    expect(call(used).body).toMatchObject({ error })
    expect(used.added?.uses).toBe(0)
  })

  test('meets faults, which can name its route', () => {
    const { world, get, added } = scene(data)
    world.faults.add({ match: { operation: route }, fault: { kind: 'error', code: 368 }, times: 1 })
    expect(get().body).toMatchObject({ error: { code: 368 } })
    expect(get().body).toEqual(data)
    expect(added?.uses).toBe(1)
  })

  test('counts for the rate limit of its page', () => {
    const { page, pageToken, world, get } = scene(data)
    world.stub('POST /{page}/messages', { message_id: 'm_1' })
    const limited = restoreWorld(world.snapshot())
    const usage = limited.request({
      method: 'GET',
      path: `/${page}/conversations`,
      params: { access_token: pageToken },
    }).headers
    expect(Object.keys(usage).filter((name) => name.endsWith('-usage'))).not.toEqual([])
    expect(get().status).toBe(200)
  })

  test('is in the log, in why and in the coverage', () => {
    const { world, page, pageToken, get } = scene(data)
    expect(world.coverage().operations[route]?.results).toEqual({ ok: 0 })
    get()
    expect(world.calls.all().at(-1)).toMatchObject({ operation: route, stub: route, target: page })
    const asked = { method: 'GET', url: `/${page}/conversations?access_token=${pageToken}` }
    expect(world.why(asked)).toMatchObject({ operation: route, stub: route, error: null })
    expect(world.stubs[0]?.uses).toBe(1)
    expect(world.coverage().operations[route]?.results).toEqual({ ok: 1 })
    expect(world.coverage().text()).toMatch(/GET \/\{page\}\/conversations +1/)
  })

  test('is in a batch', () => {
    const { world, page, pageToken } = scene(data)
    const batch = [{ method: 'GET', relative_url: `${page}/conversations` }]
    const { body } = world.request({ method: 'POST', path: '/', params: { batch, access_token: pageToken } })
    expect(JSON.parse(JSON.parse(String(body))[0].body)).toEqual(data)
  })

  test('is part of forks, snapshots and recordings', () => {
    const { world, get, page, pageToken } = scene(data)
    get()
    const path = `/${page}/conversations`
    const copies = [
      world.fork(),
      restoreWorld(JSON.parse(JSON.stringify(world.snapshot()))),
      replay(JSON.parse(JSON.stringify(world.history.recording()))).world,
      world.history.at(world.history.length),
    ]
    for (const copy of copies) {
      expect(copy.hash('full')).toBe(world.hash('full'))
      expect(get(path, pageToken, copy).body).toEqual(data)
      expect(copy.stubs[0]?.uses).toBe(2)
    }
    expect(world.stubs[0]?.uses).toBe(1)
  })

  test.each<[string, string, string, unknown]>([
    ['an exact path comes before a placeholder', 'GET /t_1/messages', '/t_1/messages', { data: [] }],
    ['a path without a node', 'GET /oauth_things', '/oauth_things', { id: '1' }],
    ['a path of several segments', 'GET /{page}/a/b', '/{page}/a/b', []],
    ['a text', 'GET /{page}/text', '/{page}/text', 'plain'],
    ['null', 'GET /{page}/null', '/{page}/null', null],
    ['an ad account', 'GET /act_{adAccount}/things', '/act_{adAccount}/things', {}],
  ])('%s', (_, at, path, answer) => {
    const world = createWorld()
    const { page, userToken, adAccount } = world.starter()
    world.stub(at, answer as StubAnswer)
    const full = path.replace('{page}', page).replace('{adAccount}', adAccount)
    const { body } = world.request({ method: 'GET', path: full, params: { access_token: userToken } })
    expect(JSON.parse(String(body))).toEqual(answer)
  })

  test('of one node comes before that of all nodes', () => {
    const { world, page, get } = scene(data)
    world.stub(`GET /${page}/conversations`, { data: [] })
    expect(get().body).toEqual({ data: [] })
  })
})

describe('a route that is simulated', () => {
  test.each([
    ['GET /{page}/feed', 'listPageFeed'],
    ['GET /{user}/accounts', 'listManagedPages'],
  ])('%s needs override', (at, operation) => {
    const world = createWorld()
    expect(messageOf(() => world.stub(at, data))).toBe(
      `TypeError: ${at} is simulated, as ${operation}: add override: true to replace it`,
    )
  })

  test('is replaced with override, and the log says so', () => {
    const { world, page, pageToken } = begin()
    world.stub('GET /{page}/feed', data, { override: true })
    expect(world.as(pageToken).listPageFeed({ page }).unwrap()).toEqual(data)
    expect(world.calls.all().at(-1)).toMatchObject({
      operation: 'listPageFeed',
      stub: 'GET /{page}/feed',
      overrides: 'listPageFeed',
    })
  })

  test('of an existing node needs override too', () => {
    const { world, page } = begin()
    expect(messageOf(() => world.stub(`GET /${page}/feed`, data))).toMatch(/is simulated, as listPageFeed/)
  })
})

test('the answer of a typed call can be changed, and the next answer is the same', () => {
  const { world, page, pageToken } = begin()
  world.stub('GET /{page}/feed', data, { override: true })
  const first = world.as(pageToken).listPageFeed({ page }).unwrap()
  ;(first.data as unknown[]).length = 0
  expect(world.as(pageToken).listPageFeed({ page }).unwrap()).toEqual(data)
})

test.each<[string, unknown, unknown, string]>([
  ['no method', '/{page}/x', {}, 'The member route must be a method (GET, POST or DELETE) and a path'],
  ['a number', 7, {}, 'The member route must be a method (GET, POST or DELETE) and a path'],
  ['a query', 'GET /{page}/x?a=1', {}, 'The member route must be a method'],
  [
    'a version',
    'GET /v24.0/{page}/x',
    {},
    "because a stub answers the calls of all: write 'GET /{page}/x', got",
  ],
  [
    'a version and no path',
    'POST /v24',
    {},
    "must have no version, because a stub answers the calls of all: write 'POST /'",
  ],
  ['an unknown placeholder', 'GET /{paeg}/x', {}, 'The member route must have one of the placeholders page'],
  ['a second placeholder', 'GET /{page}/{post}', {}, 'The member route may have a placeholder only as its'],
  ['no answer', 'GET /{page}/x', undefined, 'The stub must have the member data'],
  ['too long an answer', 'GET /{page}/x', 'x'.repeat(5 * 1024 * 1024), 'have at most 4194304 characters'],
  ['what is no JSON', 'GET /{page}/x', { a: Symbol('b') }, 'add.data.a'],
])('a stub with %s is refused, and the world unchanged', (_, at, answer, message) => {
  const world = createWorld()
  const before = world.hash()
  expect(messageOf(() => world.stub(at as string, answer as StubAnswer))).toContain(message)
  expect([world.hash(), world.stubs]).toEqual([before, []])
})

test('a route has one stub, and a world at most 500', () => {
  const world = createWorld()
  world.stub(route, data)
  expect(messageOf(() => world.stub(route, data))).toContain('has a stub already, stub-1: remove it first')
  for (let place = 1; place < 500; place++) world.stub(`GET /{page}/edge${place}`, {})
  expect(messageOf(() => world.stub('GET /{page}/more', {}))).toContain('A world has at most 500 stubs')
})

describe('a stub with a function', () => {
  const answer: StubFunction = ({ params, node, caller, now, draw, method, path, version }) => ({
    id: draw.id('mid'),
    number: draw.number(10),
    text: draw.text(4),
    params,
    node,
    caller,
    now,
    method,
    path,
    version,
  })

  test('gets the call, and draws from the seed', () => {
    const { world, page, get } = scene(answer)
    const { body } = get(`/${page}/conversations`)
    expect(body).toMatchObject({
      id: expect.stringMatching(/^mid_[A-Za-z0-9]{16}$/),
      text: expect.stringMatching(/^[A-Za-z0-9]{4}$/),
      params: {},
      node: { type: 'page', id: page },
      caller: { kind: 'page', page },
      now: world.clock.now,
      method: 'GET',
      path: `${page}/conversations`,
      version: 'v26.0',
    })
    expect(get().body['id']).not.toBe(body['id'])
    expect(scene(answer).get().body).toEqual(body)
  })

  test('can refuse', () => {
    const { get } = scene(({ refuse }: Parameters<StubFunction>[0]) => refuse(368, 'No more messages'))
    expect(get()).toMatchObject({
      status: 400,
      body: { error: { code: 368, message: '(#368) No more messages' } },
    })
  })

  test('is named by a snapshot, which needs it to load', () => {
    const { world, get, page, pageToken } = scene(answer)
    const snapshot = JSON.parse(JSON.stringify(world.snapshot()))
    expect(messageOf(() => restoreWorld(snapshot))).toBe(
      'TypeError: The snapshot cannot be read: its stubs have functions, which a snapshot does not contain: ' +
        `pass stubs with '${route}'`,
    )
    const restored = restoreWorld(snapshot, { stubs: { [route]: answer } })
    const recording = JSON.parse(JSON.stringify(world.history.recording()))
    const { world: replayed, difference } = replay(recording, { stubs: { [route]: answer } })
    expect(difference).toBeUndefined()
    const first = get().body
    for (const copy of [restored, replayed])
      expect(get(`/${page}/conversations`, pageToken, copy).body).toEqual(first)
    world.reset(snapshot)
    expect(get().body).toEqual(first)
  })

  test('has a new name if the route had another one before', () => {
    const { world, added, get } = scene(() => ({ first: true }))
    const past = world.history.length
    get()
    added?.remove()
    expect(world.stub(route, () => ({ second: true })).functionName).toBe(`${route} #2`)
    expect(get().body).toEqual({ second: true })
    const { page, pageToken } = scene()
    expect(get(`/${page}/conversations`, pageToken, world.history.at(past)).body).toEqual({ first: true })
  })

  test('added in a fork is not in the world', () => {
    const { world } = scene()
    world.fork().stub(route, () => ({}))
    expect(world.stub(route, () => ({ own: true })).functionName).toBe(route)
  })

  let count = 0
  const deep = (levels: number): object => (levels === 0 ? {} : { deep: deep(levels - 1) })
  const hostile: readonly (readonly [string, StubFunction, string])[] = [
    [
      'throws',
      () => {
        throw new RangeError('boom')
      },
      'its function threw RangeError: boom',
    ],
    [
      'throws what cannot be read',
      () => {
        throw {
          toString: () => {
            throw new Error()
          },
        }
      },
      'its function threw a value that cannot be read',
    ],
    [
      'draws for ever',
      ({ draw }) => {
        for (;;) draw.id()
      },
      'its function threw RangeError: more than 10000 draws in one call',
    ],
    [
      'recurses for ever',
      function again(context): unknown {
        return again(context)
      },
      'its function threw RangeError: Maximum call stack size exceeded',
    ],
    [
      'returns nothing',
      () => undefined,
      'the answer of its function is not plain JSON: what it returned: undefined is not JSON',
    ],
    [
      'returns a function',
      () => ({ a: { b: () => 1 } }),
      'the answer of its function is not plain JSON: a.b',
    ],
    [
      'returns itself',
      () => {
        const a: Record<string, unknown> = {}
        a['a'] = a
        return a
      },
      'the answer of its function is not plain JSON',
    ],
    [
      'returns what throws',
      () => ({
        get a() {
          throw new Error('no')
        },
      }),
      'reading it throws',
    ],
    ['nests deep', () => deep(200), 'the answer of its function is not plain JSON'],
    [
      'is asynchronous',
      async () => ({}),
      'its function returned a promise: it must return its answer at once',
    ],
    ['counts', () => ({ count: count++ }), 'its function gave two answers to the same call'],
    [
      'reads the clock',
      () => ({ at: Date.now() }),
      'Date.now() is not available in a stub: use now of the context',
    ],
    [
      'makes a date of now',
      () => ({ at: new Date() }),
      'new Date() is not available in a stub: use now of the context',
    ],
    [
      'makes an id of its own',
      () => ({ id: Math.random() }),
      'Math.random() is not available in a stub: use draw.id()',
    ],
    [
      'makes a random id',
      () => ({ id: crypto.randomUUID() }),
      'crypto.randomUUID() is not available in a stub: use draw.id()',
    ],
    [
      'waits',
      () => ({ timer: setTimeout(() => undefined, 1) }),
      'setTimeout() is not available in a stub: a stub answers at once',
    ],
    ['fetches', () => ({ answer: fetch('http://localhost') }), 'fetch() is not available in a stub'],
    [
      'changes the parameters',
      ({ params }) => {
        Object.assign(params, { a: 1 })
        return {}
      },
      'its function threw TypeError',
    ],
    [
      'refuses with an unknown code',
      ({ refuse }) => refuse(7 as 100, 'x'),
      'refuse takes an error code of the service, got 7',
    ],
    ['answers too much', () => ({ text: 'x'.repeat(9 * 1024 * 1024) }), ''],
  ]

  test.each(hostile)('that %s is an error, and leaves the world as it was', (_, run, message) => {
    const { world, get } = scene(run)
    const before = world.hash()
    const { status, body } = get()
    expect([status, body['error']]).toMatchObject([400, { code: 100 }])
    expect((body['error'] as { message: string }).message).toContain(message)
    expect(world.hash()).toBe(before)
  })

  test('reads dates of given instants', () => {
    const { get } = scene(({ now }: { now: number }) => ({ at: new Date(now).toISOString() }))
    expect(get().body).toEqual({ at: '2026-01-15T09:00:00.000Z' })
    expect(Date.now()).toBeGreaterThan(0)
    expect(Math.random()).toBeLessThan(1)
  })

  test('is never answered by the error of what it returned', () => {
    const answered = { code: 100, message: 'text' }
    expect(scene(() => answered).get()).toEqual({ status: 200, body: answered })
    expect(scene(answered).get()).toEqual({ status: 200, body: answered })
  })
})

describe('the message of what is not simulated shows the line that stubs it', () => {
  /** A world of the starter, its ids, and the reason of a call. */
  const asking = (policy: object) => {
    const world = createWorld({ policy })
    const { userToken, ...ids } = world.starter()
    const request = (method: string, path: string) => ({
      method,
      path: Object.entries(ids).reduce((to, [name, id]) => to.replace(`{${name}}`, String(id)), path),
      params: { access_token: userToken },
    })
    return { world, request }
  }

  test.each<[string, string, string, string]>([
    ['an edge', 'GET', '/{page}/conversations', "'GET /{page}/conversations', { data: [] }"],
    ['an edge of any other node', 'POST', '/{lead}/notes', "'POST /{lead}/notes', { success: true }"],
    ['an edge of an ad account', 'GET', '/act_{adAccount}/x', "'GET /act_{adAccount}/x', { data: [] }"],
    ['an edge of a node that no call reads', 'GET', '/{app}/x', "'GET /{app}/x', { data: [] }"],
    ['an edge of the caller', 'GET', '/me/x', "'GET /{user}/x', { data: [] }"],
    ['an edge with a version', 'GET', '/v25.0/{page}/x', "'GET /{page}/x', { data: [] }"],
    ['a path of several segments', 'GET', '/{page}/a/b.c-d', "'GET /{page}/a/b.c-d', { data: [] }"],
    ['a method', 'DELETE', '/{page}/feed', "'DELETE /{page}/feed', { success: true }"],
    ['a node', 'DELETE', '/{form}', "'DELETE /{form}', { success: true }"],
    ['a path without a node', 'GET', '/pages/search', "'GET /pages/search', { data: [] }"],
  ])('%s', (_, method, path, stub) => {
    for (const policy of [{}, { beyond: 'serve' }]) {
      const { world, request } = asking(policy)
      const asked = request(method, path)
      const line = `to stub it: world.stub(${stub})`
      expect(world.why(asked).error?.because.join()).toContain(`; ${line}`)
      if ('beyond' in policy) expect(world.request(asked).headers['x-fauxgraph-hint']).toContain(line)
      const [, at = '', answer = ''] = /'(.*)', (.*)/.exec(stub) ?? []
      const parsed = JSON.parse(answer.replace(/(\w+):/g, '"$1":'))
      world.stub(at, parsed)
      expect(JSON.parse(String(world.request(asked).body))).toEqual(parsed)
    }
  })

  test.each([
    ['a method that no stub has', 'PUT', '/me/x'],
    ['a path that no stub can have', 'GET', "/it's"],
    ['a path that is too long', 'GET', `/{page}/${'x'.repeat(250)}`],
    ['an id of nothing', 'GET', '/777/x'],
  ])('but not for %s', (_, method, path) => {
    const { world, request } = asking({ beyond: 'serve' })
    expect(world.why(request(method, path)).error?.because.join()).not.toContain('stub')
    expect(world.request(request(method, path)).headers['x-fauxgraph-hint'] ?? '').not.toContain('stub')
  })
})
