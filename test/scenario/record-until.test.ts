import { describe, expect, test } from 'vitest'
import { parseScenario } from '../../src/scenario/check/parse.ts'
import { runScenario } from '../../src/scenario/play/run-scenario.ts'
import { recordScenario, recordScenarioUntil } from '../../src/scenario/record/record-scenario.ts'
import { worldsFrom } from '../../src/server/worlds.ts'
import { platformPolicy } from '../../src/service/policy.ts'
import { createWorld, restoreWorld } from '../../src/world/create-world.ts'
import type { World } from '../../src/world/world.ts'

/** A world with its starter, a post, a refused post and a move of the clock. */
function lived(make = () => createWorld({ policy: platformPolicy })): World {
  const world = make()
  const { page, pageToken, noPermissionToken } = world.starter()
  post(world, pageToken, page)
  post(world, noPermissionToken ?? '', page)
  world.clock.advance('1h')
  return world
}

const post = (world: World, token: string, page: string) =>
  world.as(token).publishPost({ page, message: 'hi' })

const played = (text: string) => runScenario(parseScenario(text)).world.hash('full')

describe('a scenario up to an input', () => {
  test.each([0, 1, 2, 3])('has the steps up to it, from the beginning of the world: %i', (until) => {
    const world = lived()
    const { text, document } = recordScenarioUntil(world, until)
    expect(document.given).toEqual({ world: { policy: 'platform' }, starter: true })
    expect(document.steps).toHaveLength(until + 1)
    expect(text).not.toContain('#')
    expect(played(text)).toBe(world.history.at(until).hash('full'))
  })

  test.each<[string, (world: World) => World]>([
    [
      'was reset',
      (world) => {
        world.reset()
        return world
      },
    ],
    ['is a fork of the baseline', (world) => world.fork({ from: 'baseline' })],
    [
      'is a new named world',
      (world) => worldsFrom(world).select('other') ?? expect.unreachable('it is made'),
    ],
    ['is a fork', (world) => world.fork()],
  ])('of a world that %s begins with the starter too', (_, change) => {
    const world = change(lived())
    const { page = '', pageToken = '' } = world.names ?? {}
    post(world, pageToken, page)
    const { text, document } = recordScenarioUntil(world, world.history.length)
    expect(document.given).toEqual({ world: { policy: 'platform' }, starter: true })
    expect(played(text)).toBe(world.hash('full'))
  })

  test.each<[string, () => World, string]>([
    [
      'whose world began with one',
      () => restoreWorld(lived().snapshot()),
      '# It begins with a snapshot, because the world began with one, and not with the options of createWorld.',
    ],
    [
      'whose world was reset to one',
      () => {
        const world = lived()
        world.reset(world.snapshot())
        return world
      },
      '# It begins with a snapshot, because the world began with one, and not with the options of createWorld.',
    ],
    [
      'whose history has no room for its first inputs',
      () => {
        const world = lived()
        const name = 'x'.repeat(4_000_000)
        while (world.history.dropped === 0) world.actions.createUser({ name })
        return world
      },
      '# It begins with a snapshot, because the history begins after input ',
    ],
  ])('%s has a snapshot, and a comment says why', (_, make, words) => {
    const world = make()
    const { text, document } = recordScenarioUntil(world, world.history.dropped)
    expect(text.slice(0, words.length)).toBe(words)
    expect(document.given).toHaveProperty('snapshot')
  })

  test('that no file could hold as steps is a snapshot, and a comment says why', () => {
    const world = lived()
    const message = 'x'.repeat(60_000)
    const { page = '', pageToken = '' } = world.names ?? {}
    // One text of several inputs that together are longer than a scenario.
    for (let count = 0; count < 80; count++) world.as(pageToken).readPage({ page, fields: message } as never)
    const { text, document } = recordScenarioUntil(world, world.history.length)
    expect(text.split('\n')[0]).toBe(
      '# It is a snapshot, because the history up to here is too long for steps.',
    )
    expect([Object.keys(document.given ?? {}), document.steps.length]).toEqual([['snapshot'], 1])
  })
})

test('a world with a stub that is a function is refused by name: a scenario holds data alone', () => {
  const world = createWorld()
  world.starter()
  world.stub('GET /{page}/fancy', () => ({ data: [] }))
  for (const record of [() => recordScenario(world), () => recordScenarioUntil(world, 1)])
    expect(record).toThrow(
      new TypeError(
        'The stub GET /{page}/fancy answers with a function, and a scenario holds data alone: give the stub ' +
          'its answer as data, or keep the history with world.history.recording()',
      ),
    )
  // Up to the input before it there is nothing to say.
  expect(recordScenarioUntil(world, 0).document.given).toEqual({ starter: true })
})
