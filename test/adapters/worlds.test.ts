import { expect, test } from 'vitest'
import { worldsFrom } from '../../src/adapters/worlds.ts'
import { createWorld } from '../../src/world/create-world.ts'

test('a world that is removed leaves nothing behind, and is removed once', () => {
  const worlds = worldsFrom(createWorld())
  expect(worlds.select('a')).toBeDefined()
  expect(worlds.madeAt('a')).toBeGreaterThan(0)
  expect([worlds.remove('a'), worlds.remove('a'), worlds.remove('')]).toEqual([true, false, false])
  expect([worlds.has('a'), worlds.names, worlds.madeAt('a')]).toEqual([false, [], 0])
  expect(worlds.madeAt('')).toBeGreaterThan(0)
})
