import { request } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { toFetchHandler } from '../../src/server/fetch.ts'
import { type Listening, listen } from '../../src/server/node/index.ts'
import { WORLDS_MAX } from '../../src/server/worlds.ts'
import { createWorld } from '../../src/world/create-world.ts'
import type { StepLine } from '../../src/world/history/world-step.ts'
import type { World } from '../../src/world/world.ts'
import { isLong } from '../chance.ts'

interface ServerEvent {
  readonly id: string
  readonly event: string
  readonly data: unknown
}

const parseEvent = (text: string): ServerEvent => {
  const member = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1] ?? ''
  return { id: member('id'), event: member('event'), data: JSON.parse(member('data')) }
}

const eventsIn = (text: string): ServerEvent[] =>
  text
    .split('\n\n')
    .filter((one) => one.startsWith('id: '))
    .map(parseEvent)

const linesOf = (events: readonly ServerEvent[]): StepLine[] =>
  events.filter(({ event }) => event === 'steps').flatMap(({ data }) => data as StepLine[])

let server: Listening | undefined
afterEach(() => server?.close())

/** Reads a stream until a condition holds. */
async function readUntil(
  path: string,
  isEnough: (events: readonly ServerEvent[]) => boolean,
  headers: Record<string, string> = {},
): Promise<ServerEvent[]> {
  const url = `${server?.url}${path}`
  return new Promise((resolve, reject) => {
    let text = ''
    const asked = request(url, { headers }, (response) => {
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        text += chunk
        const events = eventsIn(text.slice(0, text.lastIndexOf('\n\n') + 2))
        if (!isEnough(events)) return
        asked.destroy()
        resolve(events)
      })
    })
    asked.on('error', reject)
    asked.end()
  })
}

const addUsers = (world: World, count: number) => {
  for (let at = 0; at < count; at++) world.actions.createUser({ name: `user ${at}` }).unwrap()
}

const sequences = (events: readonly ServerEvent[]) => linesOf(events).map(({ sequence }) => sequence)
const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

describe('the stream of steps', () => {
  test('has every step once and in order: those of the history, and those that follow', async () => {
    const world = createWorld()
    addUsers(world, 1_300)
    server = await listen(world)
    const reading = readUntil('/_sim/stream', (events) => linesOf(events).length >= 1_500)
    setTimeout(() => addUsers(world, 200), 60)
    expect(sequences(await reading)).toEqual(upTo(1, 1_500))
  })

  test('has the same lines from the history as while somebody watches', async () => {
    const world = createWorld()
    const { page, pageToken, noPermissionToken } = world.starter()
    server = await listen(world)
    const act = () => {
      world.as(pageToken).publishPost({ page, message: 'hi' })
      world.as(noPermissionToken).publishPost({ page, message: 'no' })
      world.actions.createUser({ name: 'Ann' })
      world.actions.submitLead({ form: '1', answers: {} })
      world.clock.advance('1h')
    }
    const watched = readUntil('/_sim/stream', (events) => linesOf(events).length >= 5)
    setTimeout(act, 60)
    const live = linesOf(await watched)
    const later = await readUntil('/_sim/stream', (events) => linesOf(events).length >= 5)
    expect(linesOf(later)).toEqual(live)
    expect(live.map(({ name, ok, code }) => [name, ok, code])).toEqual([
      ['publishPost', true, null],
      ['publishPost', false, 200],
      ['createUser', true, null],
      ['submitLead', false, 100],
      ['to 2026-01-15T10:00:00Z', true, null],
    ])
  })

  test('continues after `since`, and after `last-event-id` of the same life', async () => {
    const world = createWorld()
    addUsers(world, 20)
    server = await listen(world)
    const some = await readUntil('/_sim/stream?since=15', (events) => linesOf(events).length >= 5)
    expect(sequences(some)).toEqual(upTo(16, 20))
    addUsers(world, 3)
    const headers = { 'last-event-id': some.at(-1)?.id ?? '' }
    const more = await readUntil('/_sim/stream', (events) => linesOf(events).length >= 3, headers)
    expect(more.map(({ event }) => event)).toEqual(['steps'])
    expect(sequences(more)).toEqual([21, 22, 23])
  })

  test.each<[string, (world: World, id: string) => string]>([
    [
      'the world was reset',
      (world, id) => {
        world.reset()
        addUsers(world, 4)
        return id
      },
    ],
    ['another process had the address', (_, id) => id.replace(/^[0-9a-z]+/, 'zzz')],
    ['the sequence is beyond the world', (_, id) => id.replace(/\d+$/, '999')],
  ])('begins again with a sentence if %s', async (_, change) => {
    const world = createWorld()
    addUsers(world, 4)
    server = await listen(world)
    const watching = readUntil('/_sim/stream', (events) => events.some(({ event }) => event === 'reset'))
    const first = await readUntil('/_sim/stream', (events) => linesOf(events).length >= 4)
    const headers = { 'last-event-id': change(world, first.at(-1)?.id ?? '') }
    const again = await readUntil('/_sim/stream', (events) => linesOf(events).length >= 4, headers)
    expect(again[0]).toMatchObject({
      event: 'reset',
      data: { message: 'The world was reset, loaded or served anew: its steps begin again.' },
    })
    expect(sequences(again)).toEqual([1, 2, 3, 4])
    if (headers['last-event-id'] === first.at(-1)?.id) await watching
    else watching.catch(() => {})
  })

  test('of a world without a history has what happens from now on, and says what is gone', async () => {
    const world = createWorld({ history: 'off' })
    addUsers(world, 5)
    server = await listen(world)
    const reading = readUntil('/_sim/stream', (events) => linesOf(events).length >= 2)
    setTimeout(() => addUsers(world, 2), 60)
    const events = await reading
    expect(events[0]).toMatchObject({ event: 'gone', data: { message: expect.stringContaining('are gone') } })
    expect(sequences(events)).toEqual([6, 7])
  })

  test('to a client that reads nothing holds nobody up, and takes no memory', async () => {
    const count = isLong ? 8_000 : 3_000
    const world = createWorld({ history: 'full' })
    server = await listen(world)
    const stalled = request(`${server.url}/_sim/stream`)
    stalled.on('response', (response) => response.pause())
    stalled.on('error', () => {})
    stalled.end()
    addUsers(world, count)
    const events = await readUntil('/_sim/stream', (found) => linesOf(found).length >= count)
    expect(sequences(events)).toEqual(upTo(1, count))
    stalled.destroy()
  })

  test('of the fetch handler ends, and a browser asks again with its last event', async () => {
    const world = createWorld()
    addUsers(world, 3)
    const handle = toFetchHandler(world)
    const ask = async (headers = {}) =>
      (await handle(new Request('http://localhost/_sim/stream', { headers }))).text()
    const text = await ask()
    expect(text).toMatch(/^retry: 500\n\n/)
    expect(sequences(eventsIn(text))).toEqual([1, 2, 3])
    addUsers(world, 1)
    const id = eventsIn(text).at(-1)?.id ?? ''
    expect(sequences(eventsIn(await ask({ 'last-event-id': id })))).toEqual([4])
  })

  test('is refused beyond 64 at a time, with a sentence', async () => {
    server = await listen(createWorld())
    const open = Array.from({ length: 64 }, () => request(`${server?.url}/_sim/stream`, { agent: false }))
    await Promise.all(
      open.map((one) => {
        one.on('error', () => {})
        one.end()
        return new Promise((resolve) => one.once('response', resolve))
      }),
    )
    const refused = await fetch(`${server.url}/_sim/stream`)
    expect([refused.status, (await refused.json()).error.message]).toEqual([
      503,
      'There are 64 open streams already: close a page of the inspector',
    ])
    for (const one of open) one.destroy()
    // A page that is closed makes room for another one.
    await expect
      .poll(async () => {
        const again = await fetch(`${server?.url}/_sim/stream`)
        await again.body?.cancel()
        return again.status
      })
      .toBe(200)
  })
})

describe('the controls of the inspector', () => {
  const served = (world: World) => {
    const handle = toFetchHandler(world)
    return async (path: string, body?: object) => {
      const response = await handle(
        new Request(`http://localhost/_sim/${path}`, {
          ...(body && {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          }),
        }),
      )
      return { status: response.status, body: await response.json() }
    }
  }

  test.each<[string, string, object | undefined, number, RegExp]>([
    ['a step to come', 'steps/9', undefined, 400, /There is no step 9 yet: the last one is 1/],
    ['a step that is no number', 'steps/x', undefined, 400, /step must be a whole number/],
    ['a moment to come', 'rows?at=9', undefined, 400, /There is no step 9 yet: the last one is 1/],
    [
      'a world that was dropped',
      'difference?world=gone',
      undefined,
      404,
      /There is no world gone: it was deleted/,
    ],
    ['the page of a world that was dropped', 'w/gone/_sim/around', undefined, 404, /There is no world gone/],
    ['a stream that is posted', 'stream', {}, 405, /The method must be GET/],
    ['a fork without a name', 'forks', {}, 400, /name of a world must have 1 to 64/],
    ['a fork of a moment to come', 'forks', { name: 'a', at: 9 }, 400, /There is no step 9 yet/],
    ['a read at no step', 'read', { url: '/me', at: '1' }, 400, /The member at must be the number of a step/],
    ['playing an action again', 'again', { sequence: 1 }, 400, /Only a call can be played again/],
    ['a token that is no text', 'again', { sequence: 1, token: 1 }, 400, /The member token must be text/],
  ])('refuse %s with a sentence', async (_, path, body, status, message) => {
    const world = createWorld()
    addUsers(world, 1)
    const answer = await served(world)(path, body)
    expect([answer.status, answer.body.error.message]).toEqual([status, expect.stringMatching(message)])
  })

  test('read a step, rows and differences of the history', async () => {
    const world = createWorld()
    const { page, pageToken } = world.starter()
    const ask = served(world)
    world.as(pageToken).publishPost({ page, message: 'first' })
    world.as(pageToken).publishPost({ page, message: 'second' })
    expect((await ask('steps/2')).body).toEqual(JSON.parse(JSON.stringify(world.trace().steps[1])))
    const posts = async (at: number) => (await ask(`rows?kind=posts&search=&at=${at}`)).body.rows.length
    const before = await posts(0)
    expect([await posts(1), await posts(2)]).toEqual([before + 1, before + 2])
    expect((await ask('difference?from=0&to=2')).body.rows).toHaveLength(2)
    expect((await ask('difference?from=1&to=2')).body.rows).toMatchObject([{ after: { message: 'second' } }])
  })

  test('bound each row, and the rows of an answer', async () => {
    const world = createWorld()
    const ask = served(world)
    world.actions.createUser({ name: `BIG ${'x'.repeat(3_000_000)}` }).unwrap()
    for (let at = 0; at < 60; at++) world.actions.createUser({ name: `wide ${'x'.repeat(60_000)}` }).unwrap()
    const { rows, more } = (await ask('rows?kind=users&search=')).body
    expect(rows[0]).toEqual({ id: expect.any(Number), kind: 'users', cut: expect.stringMatching(/BIG x+/) })
    expect([JSON.stringify(rows).length < 4_200_000, more]).toEqual([true, true])
    expect((await ask('rows?kind=&search=big')).body.rows).toHaveLength(1)
    const difference = (await ask('difference?from=0&to=61')).body
    expect(difference.rows[0]).toMatchObject({ kind: 'users', after: { cut: expect.any(String) } })
    expect([JSON.stringify(difference).length < 4_200_000, difference.more]).toEqual([true, true])
  })

  test('read a record of which a fault makes another text, or nothing', async () => {
    const world = createWorld()
    const { userToken } = world.starter()
    const read = async () => (await served(world)('read', { url: `/me?access_token=${userToken}` })).body
    world.faults.add({ match: {}, fault: { kind: 'http', status: 503, body: 'no' } })
    expect(await read()).toEqual({ status: 503, body: 'no' })
    world.faults.clear()
    world.faults.add({ match: {}, fault: { kind: 'drop' } })
    expect(await read()).toEqual({ status: 0, body: null })
  })

  test('play a call again with another token, of a typed call and of a request, and leave the world alone', async () => {
    const world = createWorld()
    const { page, pageToken, noPermissionToken } = world.starter()
    const ask = served(world)
    world.as(noPermissionToken).publishPost({ page, message: 'hi' })
    const body = new URLSearchParams({ message: 'hi', access_token: noPermissionToken }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    world.request({ method: 'POST', url: `/v26.0/${page}/feed`, headers, body })
    world.request({
      method: 'POST',
      url: `/${page}/feed?access_token=${noPermissionToken}&message=hi`,
      headers,
    })
    const hash = world.hash('full')
    for (const sequence of [1, 2, 3]) {
      expect((await ask('again', { sequence })).body).toMatchObject({ ok: false, code: 200 })
      expect((await ask('again', { sequence, token: pageToken })).body).toMatchObject({
        ok: true,
        status: 200,
      })
      const old = await ask('again', { sequence, token: pageToken, version: 'v1.0' })
      expect(old.body).toMatchObject({ ok: false })
    }
    expect(world.hash('full')).toBe(hash)
    world.as(pageToken).publishPost({ page, message: 'once' })
    // The fork is of the world before the call: the post gets the same id again.
    expect((await ask('again', { sequence: 4 })).body.value).toBe(world.trace({ steps: 1 }).steps[0]?.value)
  })

  test('refuse a fork beyond the worlds that an address has', async () => {
    const ask = served(createWorld())
    for (let at = 0; at < WORLDS_MAX; at++) expect((await ask('forks', { name: `w${at}` })).status).toBe(200)
    const { status, body } = await ask('forks', { name: 'more' })
    expect([status, body.error.message]).toEqual([
      400,
      `There are ${WORLDS_MAX} worlds already: delete one first`,
    ])
  })

  test('make a fork of any moment, and a recording of any length', async () => {
    const world = createWorld()
    addUsers(world, 1_005)
    const ask = served(world)
    expect((await ask('forks', { name: 'early', at: 3 })).body).toEqual({ name: 'early' })
    expect((await ask('forks', { name: 'early' })).body.error.message).toBe(
      'There is a world early already: choose another name',
    )
    expect((await ask('w/early/_sim/world')).body.counts).toMatchObject({ users: 3 })
    const { replay } = await import('../../src/world/create-world.ts')
    for (const until of [2, 1_000, 1_005]) {
      const { body } = await ask(`recording?until=${until}`)
      // A long recording begins with a snapshot.
      expect(body.inputs).toHaveLength(until > 1_000 ? 0 : until)
      const { world: again, difference } = replay(body)
      expect([again.hash(), difference]).toEqual([world.history.at(until).hash(), undefined])
    }
  })
})

describe('the address without a path', () => {
  const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

  test('leads a browser to the inspector, and gives programs what they got', async () => {
    const world = createWorld()
    const before = world.fork()
    const handle = toFetchHandler(world)
    const browser = await handle(new Request('http://localhost/', { headers: html, redirect: 'manual' }))
    expect([browser.status, browser.headers.get('location')]).toEqual([302, '/_sim/'])
    expect(world.seq).toBe(0)
    const program = await handle(new Request('http://localhost/', { headers: { accept: '*/*' } }))
    const expected = before.request({ method: 'GET', url: '/' })
    expect([program.status, await program.text()]).toEqual([expected.status, String(expected.body)])
    expect(browser.headers.get('vary')).toBe('accept')
    const page = await handle(new Request('http://localhost/_sim/', { headers: html }))
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    const plain = await handle(new Request('http://localhost/_sim/', { headers: { accept: '*/*' } }))
    expect(plain.headers.get('content-type')).not.toContain('html')
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; connect-src 'self'; .*frame-ancestors 'none'$/,
    )
  })

  test.each([{ inspector: false }, { control: false }])('leads nowhere with %j', async (options) => {
    const handle = toFetchHandler(createWorld(), options)
    const answer = await handle(new Request('http://localhost/', { headers: html }))
    expect(answer.status).toBe(400)
    expect((await handle(new Request('http://localhost/_sim/', { headers: html }))).status).not.toBe(200)
  })

  test.each<[string, Record<string, string>, string]>([
    ['a page of another origin', { origin: 'http://evil.test' }, 'http://localhost'],
    [
      'a frame of another origin',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' },
      'http://localhost',
    ],
    ['a name that an attacker points here', {}, 'http://evil.test'],
  ])('neither the page nor the stream is served to %s', async (_, headers, origin) => {
    const handle = toFetchHandler(createWorld())
    for (const path of ['/_sim/', '/_sim/stream', '/_sim/around', '/_sim/forks'])
      expect((await handle(new Request(origin + path, { headers }))).status).toBe(403)
  })
})
