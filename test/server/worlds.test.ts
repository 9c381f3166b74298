import { describe, expect, test } from 'vitest'
import { serve } from '../../src/server/answer.ts'
import { bodyBudget } from '../../src/server/bodies.ts'
import { worldsFrom } from '../../src/server/worlds.ts'
import { createWorld } from '../../src/world/create-world.ts'

test('a world that is removed leaves nothing behind, and is removed once', () => {
  const worlds = worldsFrom(createWorld())
  expect(worlds.select('a')).toBeDefined()
  expect(worlds.madeAt('a')).toBeGreaterThan(0)
  expect([worlds.remove('a'), worlds.remove('a'), worlds.remove('')]).toEqual([true, false, false])
  expect([worlds.has('a'), worlds.names, worlds.madeAt('a')]).toEqual([false, [], 0])
  expect(worlds.madeAt('')).toBeGreaterThan(0)
})

describe('the records and pictures of all worlds of a server', () => {
  const MEBIBYTE = 1024 * 1024
  const big = 'x'.repeat(25_000)

  /** A server of worlds with room for 3 MiB together, and 100 named worlds of which nothing changed. */
  function fullServer() {
    const worlds = worldsFrom(createWorld(), 3 * MEBIBYTE)
    for (let number = 0; number < 100; number++) worlds.select(`w${number}`)
    const fill = (name: string) => {
      while (!worlds.isFull()) worlds.select(name)?.actions.createUser({ name: big }).unwrap()
    }
    return { worlds, fill }
  }

  test('have one bound: unchanged forks count nothing, and a removed or reset world makes room', () => {
    const { worlds, fill } = fullServer()
    for (let user = 0; user < 20; user++) worlds.main.actions.createUser({ name: big }).unwrap()
    expect(worlds.isFull()).toBe(false)
    fill('w1')
    worlds.select('w1')?.reset()
    expect(worlds.isFull()).toBe(false)
    fill('w2')
    worlds.remove('w2')
    expect(worlds.isFull()).toBe(false)
  })

  test('do not bind the main world alone, which has bounds of its own', () => {
    const worlds = worldsFrom(createWorld(), 1)
    worlds.main.actions.createUser({ name: big }).unwrap()
    expect(worlds.isFull()).toBe(false)
  })

  test.each([
    ['a write', 'POST', '/_sim/w/a/1/feed', 503],
    ['an action', 'POST', '/_sim/w/a/_sim/actions/createUser', 503],
    ['a read', 'GET', '/_sim/w/a/_sim/world', 200],
    ['a reset', 'POST', '/_sim/w/a/_sim/reset', 200],
    ['the clock', 'POST', '/_sim/w/a/_sim/clock', 400],
    ['a deletion', 'DELETE', '/_sim/worlds/a', 200],
  ])('refuse %s or not while they are full', async (_, method, path, status) => {
    const { worlds, fill } = fullServer()
    worlds.select('a')
    fill('b')
    const rules = { control: true, checksHosts: true, allowedHosts: [], cors: [], bodyLimit: 1_000 }
    const head = {
      host: 'localhost',
      origin: 'http://localhost',
      headers: { 'content-type': 'application/json' },
    }
    const answer = await serve(
      { ...rules, worlds, bodies: bodyBudget() },
      { ...head, method, url: path },
      async () => new TextEncoder().encode('{}'),
    )
    expect(answer.status).toBe(status)
    if (status === 503) expect(String(answer.body)).toContain('store more than 2147483648 bytes together')
  })
})
