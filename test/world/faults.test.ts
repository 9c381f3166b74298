import { describe, expect, test } from 'vitest'
import { toFetchHandler } from '../../src/server/fetch.ts'
import { transientCodes } from '../../src/service/contract/transient.ts'
import { createWorld, replay, restoreWorld } from '../../src/world/create-world.ts'
import type { Fault, FaultRule } from '../../src/world/faults.ts'
import type { World } from '../../src/world/world.ts'
import { begin, call, forked, idsOf, jsonOf } from '../service/scene.ts'

const start = begin()
const { page, pageToken, userToken, campaign } = start

const fresh = () => forked(start).world
const publish = (world: World) => call(world, pageToken, 'publishPost', { page, message: 'Hello' })
const read = (world: World) => call(world, pageToken, 'listPageFeed', { page })
const posts = (world: World) => idsOf(read(world.fork()).unwrap()).length
const publishRequest = {
  method: 'POST',
  url: `/${page}/feed?message=Hello&access_token=${pageToken}`,
} as const
const readRequest = { method: 'GET', url: `/${campaign}?fields=name&access_token=${userToken}` } as const
const readBody = `{"id":"${campaign}","name":"Starter Campaign"}`

/** A fork in which a fault happens to each call, once. */
function withFault(fault: Fault, match: FaultRule['match'] = {}): World {
  const world = fresh()
  world.faults.add({ match, fault, times: 1 })
  return world
}

describe('an HTTP response that replaces the answer', () => {
  test.each([
    ['before', 0],
    ['afterCommit', 1],
  ] as const)('%s: the effect of the call is %j posts', (when, count) => {
    const fault = { kind: 'http', status: 503, headers: { 'retry-after': '5' }, body: 'Busy', when } as const
    const world = withFault(fault)
    expect(world.request(publishRequest)).toEqual({
      status: 503,
      headers: { 'content-type': 'text/plain; charset=utf-8', 'retry-after': '5' },
      body: 'Busy',
      dropped: false,
    })
    expect(posts(world)).toBe(count)
    expect(publish(withFault(fault))).toMatchObject({
      ok: false,
      committed: count === 1,
      error: {
        code: 0,
        type: 'HttpAnswerReplaced',
        message: 'The answer was replaced by HTTP status 503',
        injectedBy: expect.stringMatching(/^fault-\d+$/),
      },
    })
  })

  test('reaches a client of the fetch handler', async () => {
    const headers = { 'content-type': 'text/html', location: 'https://login.test/' }
    const world = withFault({ kind: 'http', status: 302, headers })
    const response = await toFetchHandler(world)(new Request(`https://graph.test${readRequest.url}`))
    expect([response.status, response.headers.get('location')]).toEqual([302, 'https://login.test/'])
  })

  test('replaces the answer to one call of a batch', () => {
    const world = withFault({ kind: 'http', status: 502, body: 'Bad' }, { operation: 'readCampaign' })
    const batch = [{ method: 'GET', relative_url: `${campaign}?fields=name` }]
    const url = `/?access_token=${userToken}&include_headers=false&batch=${encodeURIComponent(JSON.stringify([...batch, ...batch]))}`
    expect(jsonOf(world.request({ method: 'POST', url }))).toEqual([
      { code: 502, body: 'Bad' },
      { code: 200, body: readBody },
    ])
  })
})

describe('a malformed body', () => {
  test.each([
    ['truncated', 'application/json; charset=utf-8', readBody.slice(0, Math.floor(readBody.length / 2))],
    ['html', 'text/html; charset=utf-8', expect.stringMatching(/^<!DOCTYPE html>/)],
    ['empty', 'application/json; charset=utf-8', ''],
  ] as const)('is %s, and the status stays', (how, type, body) => {
    const { status, headers, body: sent } = withFault({ kind: 'malformed', how }).request(readRequest)
    expect([status, headers['content-type'], sent]).toEqual([200, type, body])
  })

  test('follows a call that took effect', () => {
    const world = withFault({ kind: 'malformed', how: 'empty' })
    const outcome = publish(world)
    expect(outcome).toMatchObject({ ok: false, committed: true, error: { code: 0, type: 'MalformedAnswer' } })
    expect(outcome.events.map(({ type }) => type)).toEqual(['post.created'])
    expect(posts(world)).toBe(1)
  })

  test('damages the whole answer of a read of several ids', () => {
    const world = withFault({ kind: 'malformed', how: 'truncated' }, { operation: 'readMany' })
    const whole = `{"${campaign}":${readBody}}`
    const url = `/?ids=${campaign}&fields=name&access_token=${userToken}`
    expect(world.request({ method: 'GET', url }).body).toBe(whole.slice(0, Math.floor(whole.length / 2)))
  })
})

describe('latency', () => {
  test('lets virtual time pass after the effect and before the answer', () => {
    const world = withFault({ kind: 'latency', by: '90s' })
    const { now } = world.clock
    const { id } = publish(world).unwrap()
    expect(world.clock.now).toBe(now + 90_000)
    const { created_time: created } = call(world, pageToken, 'readPost', { post: id }).unwrap()
    expect(created).toBe(Math.floor(now / 1000))
  })

  test('runs the tasks that become due, and adds up in a batch', () => {
    const world = fresh()
    const { now } = world.clock
    const scheduled_publish_time = Math.floor(now / 1000) + 3_600
    const later = { published: false, unpublished_content_type: 'SCHEDULED', scheduled_publish_time }
    call(world, pageToken, 'publishPost', { page, message: 'Later', ...later }).unwrap()
    world.faults.add({ match: { operation: 'readCampaign' }, fault: { kind: 'latency', by: '40m' } })
    const batch = Array(2).fill({ method: 'GET', relative_url: campaign })
    call(world, userToken, 'batch', { batch }).unwrap()
    expect(world.clock.now).toBe(now + 80 * 60_000)
    expect(world.events.last('post.published')?.at).toBe(scheduled_publish_time * 1_000)
  })
})

describe('a stale read', () => {
  const stale = { kind: 'staleRead', by: '1m' } as const
  const nameOf = (world: World) => call(world, userToken, 'readCampaign', { campaign }).unwrap()['name']
  const rename = (world: World, name: string) =>
    call(world, userToken, 'updateCampaign', { campaign, name }).unwrap()

  /** A world whose campaign was renamed at three instants, 40 seconds apart. */
  function renamed(): World {
    const world = fresh()
    for (const name of ['One', 'Two', 'Three']) {
      world.clock.advance('40s')
      rename(world, name)
    }
    return world
  }

  test.each<[FaultRule['fault'] & { by: string }, string]>([
    [{ kind: 'staleRead', by: '0s' }, 'Three'],
    [{ kind: 'staleRead', by: '1s' }, 'Two'],
    [{ kind: 'staleRead', by: '40s' }, 'Two'],
    [{ kind: 'staleRead', by: '41s' }, 'One'],
    [{ kind: 'staleRead', by: '80s' }, 'One'],
    [{ kind: 'staleRead', by: '81s' }, 'Starter Campaign'],
    [{ kind: 'staleRead', by: '9d' }, 'Starter Campaign'],
  ])('%j answers %s', (fault, name) => {
    for (const world of [renamed(), renamed().fork()]) {
      world.faults.add({ match: { operation: 'readCampaign' }, fault, times: 1 })
      expect([nameOf(world), nameOf(world)]).toEqual([name, 'Three'])
    }
  })

  test('is answered from a moment before the recent states', () => {
    const world = renamed()
    for (let count = 0; count < 300; count += 1) nameOf(world)
    world.faults.add({ match: {}, fault: { kind: 'staleRead', by: '41s' }, times: 1 })
    expect(nameOf(world)).toBe('One')
  })

  test('does not see newer rows, over HTTP either', () => {
    const world = fresh()
    world.clock.advance('1h')
    world.faults.add({ match: {}, fault: stale })
    const { id } = publish(world).unwrap()
    expect(call(world, pageToken, 'readPost', { post: id })).toMatchObject({
      ok: false,
      error: { code: 100 },
    })
    const response = world.request({ method: 'GET', url: `/${String(id)}?access_token=${pageToken}` })
    expect(response.status).toBe(400)
    world.clock.advance('1m')
    expect(call(world, pageToken, 'readPost', { post: id }).ok).toBe(true)
  })

  test('counts once, and leaves the same state as a fresh read', () => {
    const [world, twin] = [renamed(), renamed()]
    const rule = world.faults.add({ match: {}, fault: stale })
    twin.faults.add({ match: {}, fault: { kind: 'latency', by: 0 } })
    nameOf(world)
    nameOf(twin)
    expect(rule.hits).toBe(1)
    expect(world.hash()).toBe(twin.hash())
    expect(world.calls.length).toBe(twin.calls.length)
  })

  test('needs a history, and its recording replays to the same hash', () => {
    const off = createWorld({ history: 'off' })
    expect(() => off.faults.add({ match: {}, fault: stale })).toThrow(/make it with history: 'full'/)
    const world = createWorld()
    const { userToken: token, campaign: id } = world.starter()
    world.faults.add({ match: {}, fault: stale })
    world.clock.advance('1h')
    call(world, token, 'updateCampaign', { campaign: id, name: 'New' }).unwrap()
    call(world, token, 'readCampaign', { campaign: id }).unwrap()
    const played = replay(world.history.recording())
    expect(played.difference).toBeUndefined()
    expect(played.world.hash('full')).toBe(world.hash('full'))
  })

  test('does not happen to a write or to a part of a batch', () => {
    const world = renamed()
    const rule = world.faults.add({ match: {}, fault: stale, times: 1 })
    rename(world, 'Four')
    const batch = [{ method: 'GET', relative_url: `${campaign}?fields=name` }]
    call(world, userToken, 'batch', { batch }).unwrap()
    expect(rule.hits).toBe(0)
  })
})

describe('a transient code beyond the contract', () => {
  const wire: readonly (readonly [(typeof transientCodes)[number], number, string])[] = [
    [1, 500, 'An unknown error occurred'],
    [2, 500, 'An unexpected error has occurred. Please retry your request later.'],
    [4, 400, '(#4) Application request limit reached'],
    [17, 400, '(#17) User request limit reached'],
    [32, 400, '(#32) Page request limit reached'],
    [341, 400, '(#341) Application limit reached'],
    [613, 400, '(#613) Calls to this api have exceeded the rate limit.'],
  ]

  test.each(wire)('%i is HTTP status %i with the message %j', (code, status, message) => {
    const response = withFault({ kind: 'error', code }).request(readRequest)
    expect(response.status).toBe(status)
    expect(jsonOf(response)).toEqual({
      error: { message, type: 'OAuthException', code, is_transient: true, fbtrace_id: expect.any(String) },
    })
    expect(publish(withFault({ kind: 'error', code }, { operation: 'publishPost' }))).toMatchObject({
      committed: false,
      error: { code, message },
    })
  })

  test('the table above lists all of them', () => {
    expect(wire.map(([code]) => code)).toEqual(transientCodes)
  })

  test('a policy may give it another status', () => {
    const world = start.world.fork({ policy: { errorStatus: { 4: 403 } } })
    world.faults.add({ match: {}, fault: { kind: 'error', code: 4 } })
    expect(world.request(readRequest).status).toBe(403)
  })
})

describe('a fault is refused', () => {
  test.each<[object, RegExp]>([
    [{ kind: 'http', status: 199 }, /^The member fault\.status must be 200 or more, got 199$/],
    [{ kind: 'http', status: 600 }, /^The member fault\.status must be 599 or less, got 600$/],
    [
      { kind: 'http', status: 204, body: 'x' },
      /has a body, but an answer with status 204, 205, 304 has none/,
    ],
    [{ kind: 'http', status: 500, headers: { 'Retry-After': '1' } }, /names in lower case/],
    [{ kind: 'http', status: 500, headers: { 'content-length': '1' } }, /none of connection, content-length/],
    [{ kind: 'http', status: 500, headers: { x: 'a\r\nb' } }, /^The member fault\.headers must have at most/],
    [{ kind: 'http', status: 500, body: 'x'.repeat(1_001) }, /has more than 1000 characters/],
    [
      { kind: 'malformed', how: 'upside down' },
      /^The member fault\.how must be one of truncated, html, empty, got "upside down"$/,
    ],
    [{ kind: 'latency' }, /^The member fault\.by is required$/],
    [{ kind: 'latency', by: '25h' }, /^The member fault\.by must be 86400000 or less, got 90000000$/],
    [{ kind: 'staleRead' }, /^The member fault\.by is required$/],
    [
      { kind: 'error', code: 7 },
      /must be one of the error codes 100, 102, .*, of the transient ones 1, 2, 4, .*, or of those of the live service 3, .*, got 7$/,
    ],
  ])('%j', (fault, message) => {
    const world = fresh()
    expect(() => world.faults.add({ match: {}, fault } as FaultRule)).toThrow(message)
    expect(world.faults.rules).toEqual([])
  })

  test('a stale read of an operation that writes', () => {
    const rule = { match: { operation: 'publishPost' }, fault: { kind: 'staleRead', by: '1s' } } as const
    expect(() => fresh().faults.add(rule)).toThrow('publishPost is not a read')
  })
})

describe('the rules that matched nothing', () => {
  const drop = { kind: 'drop' } as const

  test.each<[string, FaultRule['match'], Fault, { nearest?: string } | undefined]>([
    ['a rule that matched is not among them', { operation: 'publishPost' }, drop, undefined],
    [
      'a name that no call had: the most similar one',
      { operation: 'updatePost' },
      drop,
      { nearest: 'publishPost' },
    ],
    [
      'another target: the same operation',
      { operation: 'publishPost', target: '1' },
      drop,
      { nearest: 'publishPost' },
    ],
    ['a rule for no operation', { token: 'other' }, drop, {}],
    ['a notice that nobody sent', {}, { kind: 'notice', how: 'drop' }, {}],
  ])('%s', (_, match, fault, expected) => {
    const world = fresh()
    const { id } = world.faults.add({ match, fault })
    expect(world.faults.unused().map(({ rule, ...found }) => ({ id: rule.id, ...found }))).toEqual([{ id }])
    read(world)
    publish(world)
    expect(world.faults.unused()).toEqual(expected ? [{ rule: world.faults.rules[0], ...expected }] : [])
  })

  test('a rule that matched and did not act is used', () => {
    const world = fresh()
    world.faults.add({ match: {}, fault: drop, skip: 5 })
    publish(world)
    expect(world.faults.unused()).toEqual([])
  })

  test('the control plane lists them by id', async () => {
    const world = fresh()
    const { id } = world.faults.add({ match: { operation: 'updatePost' }, fault: drop })
    publish(world)
    const response = await toFetchHandler(world)(new Request('http://localhost/_sim/faults'))
    expect(await response.json()).toMatchObject({
      faults: [{ id, seen: 0 }],
      unused: [{ id, nearest: 'publishPost' }],
    })
  })
})

test('snapshots keep every kind of fault, and the control plane adds it', async () => {
  const faults: readonly Fault[] = [
    { kind: 'http', status: 500, headers: { 'x-a': 'b' }, body: 'x', when: 'afterCommit' },
    { kind: 'malformed', how: 'html' },
    { kind: 'latency', by: '2s' },
    { kind: 'staleRead', by: '2s' },
    { kind: 'error', code: 613 },
  ]
  const world = fresh()
  const handle = toFetchHandler(world)
  for (const fault of faults) {
    const body = JSON.stringify({ match: {}, fault })
    const headers = { 'content-type': 'application/json' }
    const request = new Request('http://localhost/_sim/faults', { method: 'POST', headers, body })
    expect((await handle(request)).status).toBe(200)
  }
  const kept = faults.map((fault) => ('by' in fault ? { ...fault, by: 2_000 } : fault))
  expect(world.faults.rules.map(({ rule }) => rule.fault)).toEqual(kept)
  const restored = restoreWorld(JSON.parse(JSON.stringify(world.snapshot())))
  expect(restored.faults.rules.map(({ rule }) => rule.fault)).toEqual(kept)
})
