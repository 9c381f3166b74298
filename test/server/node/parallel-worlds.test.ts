import { expect, test } from 'vitest'
import { listen } from '../../../src/server/http/server.ts'
import { createWorld } from '../../../src/world/create-world.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

test('50 tests at the same time on one server see their own worlds only', async () => {
  const world = createWorld()
  const { page, pageToken } = world.starter()
  const before = world.hash('full')
  const server = await listen(world, { port: 0 })
  const feed = `${server.url}/v26.0/${page}/feed?limit=100&fields=message&access_token=${pageToken}`
  const messages = await Promise.all(
    numbers(50).map(async (number) => {
      const headers = { 'x-sim-world': `test-${number}` }
      for (const part of ['first', 'second']) {
        const body = new URLSearchParams({ message: `${part} of ${number}` })
        await fetch(feed, { method: 'POST', headers, body })
      }
      const { data } = (await (await fetch(feed, { headers })).json()) as { data: { message: string }[] }
      return data.map(({ message }) => message).filter((message) => message?.includes(' of '))
    }),
  )
  await server.close()
  expect(messages).toEqual(numbers(50).map((number) => [`second of ${number}`, `first of ${number}`]))
  expect(world.hash('full')).toBe(before)
})

test('200 worlds in one process share nothing that one of them changes', () => {
  const base = createWorld()
  const { page, pageToken } = base.starter()
  const before = base.hash('full')
  const worlds = numbers(200).map((number) => base.fork({ seed: number }))
  for (const [number, world] of worlds.entries()) {
    world.clock.advance(number)
    world
      .as(pageToken)
      .publishPost({ page, message: `of ${number}` })
      .unwrap()
  }
  for (const [number, world] of worlds.entries()) {
    const { data } = world
      .as(pageToken)
      .listPageFeed({ page, limit: 100, fields: ['message'] })
      .unwrap()
    expect(data.flatMap(({ message }) => (message?.startsWith('of ') ? [message] : []))).toEqual([
      `of ${number}`,
    ])
    expect(world.clock.now - base.clock.now).toBe(number)
  }
  expect(base.hash('full')).toBe(before)
})
