import { request } from 'node:http'
import { expect, test } from 'vitest'
import { toFetchHandler } from '../../src/server/fetch.ts'
import { listen } from '../../src/server/http/server.ts'
import { createWorld } from '../../src/world/create-world.ts'
import type { World } from '../../src/world/world.ts'

interface Page {
  readonly calls: readonly { readonly sequence: number }[]
  readonly events: readonly { readonly sequence: number }[]
  readonly dropped: number
  readonly more: boolean
}

const ask = async (world: World, path: string) => {
  const response = await toFetchHandler(world)(new Request(`http://localhost${path}`))
  return { status: response.status, body: (await response.json()) as Page & { error: { message: string } } }
}

/** A world with 60 calls, of which 20 came in one batch. */
function busy(): World {
  const world = createWorld({ seed: 'pages', history: 'off' })
  const { page, pageToken } = world.starter({ publications: false })
  const publish = (message: string) => world.as(pageToken).publishPost({ page, message })
  for (let place = 0; place < 20; place++) publish(`${place}`)
  const batch = Array.from({ length: 20 }, () => ({ method: 'GET', relative_url: page }))
  world.request({ method: 'POST', path: '/', params: { access_token: pageToken, batch } })
  for (let place = 0; place < 20; place++) publish(`${place}`)
  return world
}
const world = busy()

test.each([
  ['calls', 1],
  ['calls', 7],
  ['calls', 1_000],
  ['events', 3],
] as const)(
  'reading %s by pages of %d loses no entry, and keeps those of one input together',
  async (name, limit) => {
    const collected: unknown[] = []
    let since = 0
    for (;;) {
      const { body } = await ask(world, `/_sim/${name}?since=${since}&limit=${limit}`)
      const entries = body[name]
      const sequences = new Set(entries.map(({ sequence }) => sequence))
      // Only the last input of a page may exceed the limit.
      const last = entries.filter(({ sequence }) => sequence === entries.at(-1)?.sequence).length
      expect(entries.length - last).toBeLessThan(limit)
      expect(sequences.has(since)).toBe(false)
      collected.push(...entries)
      since = entries.at(-1)?.sequence ?? since
      if (!body.more) break
    }
    expect(collected).toEqual(world[name].all())
  },
)

test('a page holds a thousand calls by default', async () => {
  const long = createWorld({ history: 'off' })
  for (let place = 0; place < 1_200; place++) long.as('none').readPage({ page: '1' } as never)
  const { body } = await ask(long, '/_sim/calls')
  expect([body.calls.length, body.more]).toEqual([1_000, true])
})

test('a page of long entries ends when its bytes reach their bound', async () => {
  const long = createWorld({ history: 'off' })
  const { page, pageToken } = long.starter({ publications: false })
  for (let place = 0; place < 600; place++)
    long.as(pageToken).publishPost({ page, message: 'x'.repeat(5_000) })
  const response = await toFetchHandler(long)(new Request('http://localhost/_sim/calls'))
  const text = await response.text()
  expect(text.length).toBeLessThan(4_194_304)
  expect(JSON.parse(text).more).toBe(true)
})

test.each(['limit=0', 'limit=1001', 'limit=-1', 'limit=x', 'limit=', 'since=-1', 'since=1e3'])(
  '%s is refused',
  async (query) => {
    for (const name of ['calls', 'events']) {
      const { status, body } = await ask(world, `/_sim/${name}?${query}`)
      expect(status).toBe(400)
      expect(body.error.message).toMatch(/^(limit|since) must be a whole number/)
    }
  },
)

/** A world whose snapshot has many pieces. */
function large(): World {
  const world = createWorld({ seed: 'large', history: 'off' })
  for (let place = 0; place < 30; place++) world.actions.createUser({ name: `${place}`.padEnd(100_000, 'x') })
  return world
}

test('a snapshot streams: no piece is made before its reader pulls', async () => {
  const made = large()
  const snapshot = made.snapshot()
  let read = 0
  const rows = snapshot.state.graph.rows.map((row) => {
    const counted = { ...row }
    Object.defineProperty(counted, 'name', { enumerable: true, get: () => `${read++}`.padEnd(100_000, 'x') })
    return counted
  })
  const lazy = { ...snapshot, state: { ...snapshot.state, graph: { ...snapshot.state.graph, rows } } }
  const response = await toFetchHandler({ ...made, snapshot: () => lazy } as World)(
    new Request('http://localhost/_sim/snapshot'),
  )
  expect(response.headers.get('content-type')).toContain('application/json')
  const before = read
  const reader = response.body?.getReader()
  expect((await reader?.read())?.value?.length).toBeGreaterThan(100_000)
  const after = read
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(before).toBe(0)
  expect(after).toBeLessThan(20)
  expect(read).toBe(after)
  await reader?.cancel()
})

test('a snapshot by fetch and by socket equals the snapshot of the world', async () => {
  const made = large()
  const expected = JSON.parse(JSON.stringify(made.snapshot()))
  const response = await toFetchHandler(made)(new Request('http://localhost/_sim/snapshot'))
  expect(await response.json()).toEqual(expected)
  await using server = await listen(made)
  expect(await (await fetch(`${server.url}/_sim/snapshot`)).json()).toEqual(expected)
  const head = await fetch(`${server.url}/_sim/snapshot`, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test('the server goes on when a client disconnects during a snapshot', async () => {
  await using server = await listen(large())
  await new Promise<void>((resolve) => {
    const asked = request(`${server.url}/_sim/snapshot`, (response) => {
      response.once('data', () => {
        response.destroy()
        resolve()
      })
    })
    asked.on('error', () => {})
    asked.end()
  })
  expect((await fetch(`${server.url}/_sim/world`)).status).toBe(200)
})
