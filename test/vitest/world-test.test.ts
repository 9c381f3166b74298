import { expect, vi } from 'vitest'
import { test } from '../../src/front/runners/vitest/index.ts'
import { createWorld } from '../../src/world/create-world.ts'

test('a test has a fork of the starter world, with its full name as the seed', ({ world, task }) => {
  expect(world.seed).toBe(task.name)
  expect(world.names?.page).toBeDefined()
})

test.describe('in suites', () => {
  test('the names of the suites are part of the seed', ({ world }) => {
    expect(world.seed).toBe('in suites > the names of the suites are part of the seed')
  })
})

let made = 0
const own = test.baseline(() => {
  made++
  return createWorld({ now: '2030-01-01T00:00:00Z' })
})

own('a file can set its baseline', ({ world }) => {
  expect(world.clock.iso).toBe('2030-01-01T00:00:00.000Z')
  expect(world.names).toBeUndefined()
})

own('the baseline is made once', () => expect(made).toBe(1))

test('timers that a test lets follow are free in the next test', ({ world }) => {
  vi.useFakeTimers()
  world.clock.follow(vi)
})

test('timers of the test before follow nothing', ({ world }) => {
  world.clock.follow(vi)
  expect(Date.now()).toBe(world.clock.now)
  vi.useRealTimers()
})

let started = 0
test.explore('explores code in forks of the baseline', {
  sut: ({ names, fetch, baseUrl }) => {
    started++
    return { jobs: { look: { every: '1h', run: () => fetch(`${baseUrl}/${names.page}`) } } }
  },
  eventually: { 'the page is known': ({ names }) => names.page !== undefined },
  runs: 3,
  stories: false,
})

test('the exploration ran the code', () => expect(started).toBeGreaterThan(2))

test.scenario('scenarios/photo-expires.yaml')
