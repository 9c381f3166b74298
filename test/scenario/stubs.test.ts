import { describe, expect, test } from 'vitest'
import { parseStubs } from '../../src/scenario/check/parse-stubs.ts'
import { parseScenario, recordScenario, runScenario } from '../../src/scenario/index.ts'
import { addStubs } from '../../src/scenario/play/begin.ts'
import { jsonOf } from '../service/scene.ts'

const text = `fauxgraph: 1
title: A page answers a message
given:
  starter: true
  stubs:
    - { route: 'GET /{page}/conversations', data: { data: [{ id: t_1 }] } }
    - { route: 'GET /{page}/feed', data: { data: [] }, override: true }
steps: []
`

describe('stubs that are given', () => {
  test('answer', () => {
    const { ok, world, names } = runScenario(parseScenario(text))
    const params = { access_token: String(names['pageToken']) }
    const answer = (edge: string) =>
      jsonOf(world.request({ method: 'GET', path: `/${names['page']}/${edge}`, params }))
    expect([ok, answer('conversations'), answer('feed')]).toEqual([
      true,
      { data: [{ id: 't_1' }] },
      { data: [] },
    ])
  })

  test('are written by recordScenario, whose scenario has the same stubs', () => {
    const { world } = runScenario(parseScenario(text))
    const again = runScenario(recordScenario(world))
    expect([again.ok, again.world.hash('full')]).toEqual([true, world.hash('full')])
    expect(again.world.stubs.map(({ route }) => route)).toEqual(world.stubs.map(({ route }) => route))
  })

  test('are there after a reset, and in a fork of the beginning, without the steps', () => {
    const begun = runScenario(parseScenario(text)).world
    const steps = '[{ action: createUser, with: { name: Ada } }]'
    const { world } = runScenario(parseScenario(text.replace('steps: []', `steps: ${steps}`)))
    expect(world.hash()).not.toBe(begun.hash())
    const fork = world.fork({ from: 'baseline' })
    world.reset()
    for (const again of [fork, world]) {
      expect(again.hash()).toBe(begun.hash())
      expect(again.stubs.map(({ route }) => route)).toEqual(['GET /{page}/conversations', 'GET /{page}/feed'])
    }
  })

  test('that are simulated are refused by name', () => {
    const scenario = parseScenario(text.replace(', override: true', ''))
    expect(() => runScenario(scenario)).toThrow(
      'GET /{page}/feed is simulated, as listPageFeed: add override: true to replace it',
    )
  })
})

describe('a file of stubs', () => {
  test('is a list, and stays after a reset', () => {
    const { world } = runScenario(parseScenario('fauxgraph: 1\ntitle: Empty\nsteps: []\n'))
    addStubs(world, parseStubs('- route: GET /{page}/conversations\n  data: []\n', 'stubs.yaml'))
    expect(world.stubs.map(({ route }) => route)).toEqual(['GET /{page}/conversations'])
    world.reset()
    expect(world.stubs.map(({ route }) => route)).toEqual(['GET /{page}/conversations'])
  })

  test.each([
    ['an object', 'route: GET /x\n', 'stubs.yaml:1:1'],
    ['without data', '- route: GET /{page}/x\n', 'stubs.yaml:1:3: [0].data: is missing'],
    ['with an unknown key', '- { route: GET /x, data: 1, dat: 2 }\n', 'the key "dat" is unknown'],
    ['no YAML', '- {', 'stubs.yaml:1:'],
  ])('%s is refused with its place', (_, file, message) => {
    expect(() => parseStubs(file, 'stubs.yaml')).toThrow(message)
  })
})
