import { beforeEach, describe, expect, test } from 'vitest'
import { type FetchHandler, toFetchHandler } from '../../src/server/fetch.ts'
import { createWorld } from '../../src/world/create-world.ts'
import type { Starter } from '../../src/world/starter/starter-names.ts'
import type { World } from '../../src/world/world.ts'

const ORIGIN = 'http://localhost:8080'
const DAY = 86_400_000
let world: World
let names: Starter
let handle: FetchHandler

beforeEach(() => {
  world = createWorld({ seed: 7 })
  names = world.starter({ publications: false })
  handle = toFetchHandler(world)
})

type Headers = Readonly<Record<string, string>>
const json = { 'content-type': 'application/json' }

async function ask(method: string, path: string, body?: unknown, headers: Headers = {}, origin = ORIGIN) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const given = method === 'GET' ? {} : { ...json, ...headers }
  const init = {
    method,
    headers: method === 'GET' ? headers : given,
    ...(body !== undefined && { body: text }),
  }
  const response = await handle(new Request(`${origin}${path}`, init))
  const answer = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: answer === '' ? undefined : JSON.parse(answer),
  }
}

const publish = (message: string) =>
  world.as(names.pageToken).publishPost({ page: names.page, message }).unwrap()
const readPost = (id: string, prefix = '', headers: Headers = {}) =>
  ask('GET', `${prefix}/${id}?fields=message&access_token=${names.pageToken}`, undefined, headers)

describe('the control plane', () => {
  test('shows the world', async () => {
    const { status, headers, body } = await ask('GET', '/_sim/world')
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toMatchObject({
      seed: '7',
      now: world.clock.now,
      iso: world.clock.iso,
      seq: world.seq,
      hash: world.hash(),
      policy: { defaultVersion: 'v26.0' },
      counts: { pages: 1, campaigns: 1, leads: 3 },
      starter: { ...names },
    })
  })

  test('shows null for a world without a starter', async () => {
    handle = toFetchHandler(createWorld())
    expect((await ask('GET', '/_sim/world')).body).toMatchObject({ starter: null, counts: {} })
  })

  test('resets the world to its baseline', async () => {
    const before = world.hash('full')
    publish('gone soon')
    world.clock.advance('1d')
    expect((await ask('POST', '/_sim/reset', '')).status).toBe(200)
    expect(world.hash('full')).toBe(before)
  })

  test('moves the clock, and returns what ran', async () => {
    const start = world.clock.now
    const time = Math.floor(start / 1000) + 3_600
    const post = world.as(names.pageToken).publishPost({
      page: names.page,
      message: 'later',
      published: false,
      scheduled_publish_time: time,
      unpublished_content_type: 'SCHEDULED',
    })
    expect(post.ok).toBe(true)
    const { body } = await ask('POST', '/_sim/clock', { advance: '25h' })
    expect(body).toMatchObject({
      from: start,
      to: start + 25 * 3_600_000,
      now: start + 25 * 3_600_000,
      fired: 1,
    })
    expect(body.events.length).toBeGreaterThan(0)
    expect(body.iso).toBe(world.clock.iso)
  })

  test.each([
    ['advance in milliseconds', { advance: 1_500 }, 1_500],
    ['advance in words', { advance: '2d' }, 2 * DAY],
    ['next with nothing due', { next: true }, 0],
    ['drain with nothing due', { drain: true }, 0],
  ])('takes %s', async (_, body, moved) => {
    const start = world.clock.now
    expect((await ask('POST', '/_sim/clock', body)).body).toMatchObject({
      from: start,
      to: start + moved,
      fired: 0,
    })
  })

  test('moves the clock to an instant', async () => {
    const { body } = await ask('POST', '/_sim/clock', { to: '2026-02-01T00:00:00Z' })
    expect(body).toMatchObject({ now: Date.UTC(2026, 1, 1), iso: '2026-02-01T00:00:00.000Z' })
  })

  test.each([
    ['time backwards', { to: '2020-01-01T00:00:00Z' }],
    ['an invalid date', { to: '2026-02-30T00:00:00Z' }],
    ['a negative duration', { advance: -1 }],
    ['a duration without a unit', { advance: '25' }],
    ['an object as duration', { advance: {} }],
    ['the end of time', { advance: '9999999d' }],
    ['null as instant', { to: null }],
    ['a list as instant', { to: [] }],
    ['two moves at once', { advance: '1h', next: true }],
    ['no move', {}],
    ['an unknown move', { rewind: true }],
    ['next without true', { next: false }],
    ['a name of a prototype', { constructor: true }],
    ['a list', []],
    ['null', null],
    ['broken JSON', '{"advance":'],
  ])('refuses to move the clock by %s, and nothing changes', async (_, body) => {
    const before = world.hash('full')
    const answer = await ask('POST', '/_sim/clock', body)
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ error: { message: expect.stringMatching(/\w/) } })
    expect(world.hash('full')).toBe(before)
  })

  test('runs an action', async () => {
    const answers = { full_name: 'Zoë', email: 'zoe@example.test' }
    const { status, body } = await ask('POST', '/_sim/actions/submitLead', { form: names.form, answers })
    expect([status, body]).toMatchObject([200, { value: { id: expect.stringMatching(/^\d{15}$/) } }])
    expect(body.events.length).toBeGreaterThan(0)
  })

  test('answers the error of an action', async () => {
    const { status, body } = await ask('POST', '/_sim/actions/submitLead', { form: '1', answers: {} })
    expect([status, body]).toMatchObject([400, { error: { code: 100, message: expect.any(String) } }])
  })

  test.each(['nothing', 'constructor', '__proto__', 'toString'])('has no action %s', async (name) => {
    expect((await ask('POST', `/_sim/actions/${name}`, {})).status).toBe(400)
  })

  test.each([
    ['submitLeed', 'There is no action "submitLeed": did you mean submitLead?'],
    ['xyzzy', 'There is no action "xyzzy"'],
  ])('an unknown action names the nearest one: %s', async (name, message) => {
    expect((await ask('POST', `/_sim/actions/${name}`, {})).body).toEqual({ error: { message } })
  })

  test('lists events after a sequence number', async () => {
    publish('one')
    const { length } = world.events
    publish('two')
    const all = (await ask('GET', '/_sim/events')).body
    expect(all).toEqual({ events: world.events.all(), dropped: 0, more: false })
    const since = (await ask('GET', `/_sim/events?since=${all.events[length - 1].sequence}`)).body
    expect(since.events).toEqual(world.events.all().slice(length))
  })

  test('does not cut a character in half when it quotes a value', async () => {
    const { body } = await ask('GET', `/_sim/events?since=${'a'.repeat(39)}😀`)
    expect(body.error.message).toBe(`since must be a whole number, 0 or more, got ${'a'.repeat(39)}`)
  })

  test.each([
    ['clock', '{"advance":"1h"', 'The body must be JSON: it is malformed'],
    ['clock', `{"advance":${'['.repeat(200)}`, 'The body nests more than 100 deep at position 110'],
    ['clock', `{"advance":[${'1,'.repeat(100_001)}1]}`, 'The body has more than 100000 values'],
    [
      'clock',
      `{"advance":"${'1'.repeat(1_048_576)}"}`,
      'The body has 1048590 bytes, the limit of /_sim/clock is 1048576',
    ],
    ['faults', `{"match":${'{"a":'.repeat(200)}`, 'The body nests more than 100 deep'],
    ['actions/createUser', `{"name":[${'1,'.repeat(1_000_001)}1]}`, 'The body has more than 1000000 values'],
  ])('refuses a body of /_sim/%s by its bound or its JSON: %#', async (path, text, message) => {
    const { status, body } = await ask('POST', `/_sim/${path}`, text)
    expect(status).toBe(400)
    expect(body.error.message).toContain(message)
  })

  test('takes a larger body for an action', async () => {
    const { status, body } = await ask('POST', '/_sim/actions/createUser', { name: 'x'.repeat(2_000_000) })
    expect([status, body]).toMatchObject([200, { value: { id: expect.any(String) } }])
  })

  test.each(['-1', 'x', '1.5', ''])('refuses events since %j', async (since) => {
    expect((await ask('GET', `/_sim/events?since=${since}`)).status).toBe(400)
  })

  test('lists calls', async () => {
    publish('one')
    const { body } = await ask('GET', '/_sim/calls')
    expect(body).toEqual({ calls: world.calls.all(), dropped: 0, more: false })
    expect(body.calls.at(-1)).toMatchObject({ operation: 'publishPost' })
  })

  test('adds, lists and removes fault rules', async () => {
    const rule = { match: { operation: 'publishPost' }, fault: { kind: 'error', code: 190 }, times: 1 }
    const { body: added } = await ask('POST', '/_sim/faults', rule)
    expect((await ask('GET', '/_sim/faults')).body).toMatchObject({
      faults: [{ id: added.id, rule, hits: 0 }],
    })
    expect((await ask('DELETE', `/_sim/faults/${added.id}`)).status).toBe(200)
    expect((await ask('DELETE', `/_sim/faults/${added.id}`)).status).toBe(404)
    await ask('POST', '/_sim/faults', rule)
    expect((await ask('DELETE', '/_sim/faults')).status).toBe(200)
    expect(world.faults.rules).toEqual([])
  })

  test.each([
    ['no match', { fault: { kind: 'drop' } }],
    ['no fault', { match: {} }],
    ['an unknown code', { match: {}, fault: { kind: 'error', code: 7 } }],
    ['a window of one instant', { match: { between: [0] }, fault: { kind: 'drop' } }],
    ['a window of no instants', { match: { between: [null, {}] }, fault: { kind: 'drop' } }],
    ['an unknown member', { match: {}, fault: { kind: 'drop' }, often: 1 }],
  ])('refuses a fault rule with %s', async (_, rule) => {
    expect((await ask('POST', '/_sim/faults', rule)).status).toBe(400)
    expect(world.faults.rules).toEqual([])
  })

  test('returns the whole world, and restores it', async () => {
    const { body: whole } = await ask('GET', '/_sim/snapshot')
    const before = world.hash('full')
    publish('gone soon')
    expect((await ask('PUT', '/_sim/snapshot', whole)).status).toBe(200)
    expect(world.hash('full')).toBe(before)
  })

  const graph = { rows: [] }
  test.each([
    ['nothing', '', 'format must be 2, got none'],
    ['another format', { format: 1 }, 'format must be 2, got 1'],
    ['a format that is a list', { format: [2] }, 'format must be 2, got "object"'],
    ['no hash', { format: 2 }, 'The member hash of a snapshot must be a text'],
    ['no state', { format: 2, hash: '' }, 'The member state of a snapshot must be a JSON object'],
    [
      'no graph',
      { format: 2, hash: '', state: {} },
      'The member state.graph of a snapshot must be a JSON object',
    ],
    [
      'no ledger',
      { format: 2, hash: '', state: { graph } },
      'The member state.ledger of a snapshot must be a JSON object',
    ],
    [
      'no rows',
      { format: 2, hash: '', state: { graph: {}, ledger: {} } },
      'The member state.graph.rows of a snapshot must be a list',
    ],
    [
      'a row without a kind',
      { format: 2, hash: '', state: { graph: { rows: [{ kind: 'leads' }, {}] }, ledger: {} } },
      'The member state.graph.rows.1 of a snapshot must be a record',
    ],
    [
      'an empty state',
      { format: 2, hash: '', state: { graph, ledger: {} } },
      'The snapshot cannot be read: ',
    ],
  ])('refuses %s as a snapshot', async (_, body, message) => {
    const before = world.hash('full')
    const answer = await ask('PUT', '/_sim/snapshot', body)
    expect(answer.status).toBe(400)
    expect(answer.body.error.message).toContain(message)
    expect(world.hash('full')).toBe(before)
  })

  test.each([
    ['an unknown path', 'GET', '/_sim/nothing', 404],
    ['the root', 'GET', '/_sim/', 404],
    ['a longer path', 'GET', '/_sim/world/a/b', 404],
    ['a name of a prototype', 'GET', '/_sim/constructor', 404],
    ['a write to a path that is only read', 'POST', '/_sim/world', 405],
    ['a read of a path that is only written', 'GET', '/_sim/clock', 405],
    ['an unknown method', 'PATCH', '/_sim/world', 405],
  ])('refuses %s', async (_, method, path, status) => {
    const answer = await ask(method, path)
    expect(answer.status).toBe(status)
    expect(answer.body.error.message).toMatch(/\w/)
    expect(answer.headers.has('allow')).toBe(status === 405)
  })

  test.each([
    ['/_sim/wolrd', 'The control plane has no /_sim/wolrd: did you mean /_sim/world?'],
    [
      '/_sim/',
      '/_sim/ is the page of the inspector: open it in a browser, or send Accept: text/html. ' +
        'The control plane has /_sim/world, /_sim/',
    ],
  ])('names the paths that %s may mean', async (path, message) => {
    const answer = await ask('GET', path, undefined, { accept: '*/*' })
    expect(answer.status).toBe(404)
    expect(answer.body.error.message).toContain(message)
  })

  test('names no page that is not served', async () => {
    handle = toFetchHandler(world, { inspector: false })
    expect((await ask('GET', '/_sim/')).body.error.message).toContain(
      'The control plane has no /_sim/: there are /_sim/world, ',
    )
  })

  test.each([
    ['none', {}, 415],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['text', { 'content-type': 'text/plain' }, 415],
    ['text that looks like JSON', { 'content-type': 'text/plain; x=application/json' }, 415],
    ['a longer name', { 'content-type': 'application/jsonp' }, 415],
    ['JSON', { 'content-type': 'application/json' }, 200],
    ['JSON with a charset', { 'content-type': 'Application/JSON; charset=utf-8' }, 200],
  ])('a write with the content type %s', async (_, headers, status) => {
    publish('one')
    const before = world.hash('full')
    const body = new TextEncoder().encode('{}')
    const { status: given } = await handle(
      new Request(`${ORIGIN}/_sim/reset`, { method: 'POST', headers, body }),
    )
    expect(given).toBe(status)
    expect(world.hash('full') === before).toBe(status === 415)
  })

  test('is absent if it is switched off', async () => {
    handle = toFetchHandler(world, { control: false })
    const before = world.clock.now
    expect((await ask('POST', '/_sim/clock', { advance: '1h' })).body).toMatchObject({
      error: { fbtrace_id: expect.any(String) },
    })
    expect(world.clock.now).toBe(before)
  })

  test.each([
    ['http://graph.test', 403],
    ['http://localhost.evil.com', 403],
    ['http://127.0.0.1:1234', 200],
    ['http://[::1]:1234', 200],
    ['http://box.test', 200],
  ])('at %s', async (origin, status) => {
    handle = toFetchHandler(world, { allowedHosts: ['box.test'] })
    expect((await ask('GET', '/_sim/world', undefined, {}, origin)).status).toBe(status)
    const { status: given } = await ask(
      'GET',
      `/${names.campaign}?access_token=${names.userToken}`,
      undefined,
      {},
      origin,
    )
    // The caller of a handler decides which requests reach the service.
    expect(given).toBe(200)
  })
})

describe('a world by name', () => {
  const selectors: [string, string, string, Headers][] = [
    ['path', '/_sim/w/a-1', ORIGIN, {}],
    ['host', '', 'http://a-1.localhost:8080', {}],
    ['header', '', ORIGIN, { 'x-sim-world': 'a-1' }],
  ]

  test.each(selectors)(
    'selected by %s begins at the baseline and is separate',
    async (_, prefix, origin, headers) => {
      const before = publish('only in the given world').id
      const post = (await ask('GET', `${prefix}/_sim/world`, undefined, headers, origin)).body
      expect(post).toMatchObject({ counts: { pages: 1 }, starter: { ...names } })
      expect(post.counts.posts).toBeUndefined()
      const token = `access_token=${names.pageToken}`
      const made = await ask(
        'POST',
        `${prefix}/${names.page}/feed?${token}`,
        { message: 'a' },
        headers,
        origin,
      )
      expect(made.status).toBe(200)
      const read = await ask(
        'GET',
        `${prefix}/${made.body.id}?fields=message&${token}`,
        undefined,
        headers,
        origin,
      )
      expect(read.body).toMatchObject({ message: 'a' })
      expect(world.events.of('post.published').length).toBeLessThanOrEqual(1)
      expect((await readPost(before)).body).toMatchObject({ message: 'only in the given world' })
      // Both worlds number ids from the same baseline: the same id is a different post in each.
      expect(made.body.id).toBe(before)
    },
  )

  test.each(selectors)('selected by %s has its own clock', async (_, prefix, origin, headers) => {
    const before = world.clock.now
    const { body } = await ask('POST', `${prefix}/_sim/clock`, { advance: '1h' }, headers, origin)
    expect(body.now).toBe(before + 3_600_000)
    expect(world.clock.now).toBe(before)
  })

  test.each([
    ['path', '/_sim/w/a-1', ORIGIN, `${ORIGIN}/_sim/w/a-1/v26.0/`],
    ['host', '', 'http://a-1.localhost:8080', 'http://a-1.localhost:8080/v26.0/'],
  ])('selected by %s stays selected in the links of its answers', async (_, prefix, origin, beginning) => {
    const path = `${prefix}/v26.0/${names.form}/leads?limit=1&access_token=${names.userToken}`
    const { next } = (await ask('GET', path, undefined, {}, origin)).body.paging
    expect(next.startsWith(beginning)).toBe(true)
    const second = await ask('GET', next.slice(origin.length), undefined, {}, origin)
    expect(second.body.data).toHaveLength(1)
  })

  test('shows its pictures below its path', async () => {
    const token = `access_token=${names.pageToken}`
    const url = encodeURIComponent('https://img.test/a.png')
    const made = await ask('POST', `/_sim/w/p/${names.page}/photos?url=${url}&${token}`)
    const { body } = await ask('GET', `/_sim/w/p/${made.body.id}?fields=images&${token}`)
    const shown = await handle(new Request(body.images[0].source))
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png'])
  })

  test.each([
    ['path', '/_sim/w/a.b/_sim/world', {}],
    ['path, too long', `/_sim/w/${'a'.repeat(65)}/_sim/world`, {}],
    ['header', '/_sim/world', { 'x-sim-world': 'a b' }],
    ['header, empty', '/_sim/world', { 'x-sim-world': '' }],
  ])('with an invalid name is refused: %s', async (_, path, headers) => {
    expect((await ask('GET', path, undefined, headers)).status).toBe(400)
  })

  test('is listed, deleted, and created again', async () => {
    await ask('POST', '/_sim/w/a/_sim/clock', { advance: '1h' })
    expect((await ask('GET', '/_sim/worlds')).body).toEqual({ worlds: ['a'] })
    expect((await ask('DELETE', '/_sim/worlds/a')).status).toBe(200)
    expect((await ask('DELETE', '/_sim/worlds/a')).status).toBe(404)
    expect((await ask('GET', '/_sim/w/a/_sim/world')).body.now).toBe(world.clock.now)
  })

  test('is one of at most a thousand', async () => {
    for (let at = 0; at < 1_000; at++)
      expect((await ask('GET', `/_sim/w/n${at}/_sim/events`)).status).toBe(200)
    expect((await ask('GET', '/_sim/w/more/_sim/world')).status).toBe(400)
    expect((await ask('GET', '/_sim/w/n0/_sim/world')).status).toBe(200)
    await ask('DELETE', '/_sim/worlds/n0')
    expect((await ask('GET', '/_sim/w/more/_sim/world')).status).toBe(200)
  })
})
