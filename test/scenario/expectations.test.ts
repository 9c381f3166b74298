import { describe, expect, test } from 'vitest'
import { createWorld, restoreWorld } from '../../src/index.ts'
import { parseScenario, recordScenario, runScenario } from '../../src/scenario/index.ts'

/** A scenario whose only step publishes a post, which succeeds, and has this expectation. */
const publishing = (expected: string, world = '{}') =>
  parseScenario(`fauxgraph: 1
title: A post
given: { starter: { publications: false }, world: ${world} }
steps:
  - call: publishPost
    as: $pageToken
    with: { page: $page, message: hello }
    expect: ${expected}
`)

const messageOf = (expected: string, world?: string): string | undefined =>
  runScenario(publishing(expected, world)).difference?.message

describe('an expectation that the step does not meet is a difference', () => {
  test.each([
    ['{ error: {} }', 'expected an object, got status 200'],
    ['{ value: { comments: {} } }', 'expected an object, got nothing'],
    ['{ value: { id: {} } }', 'expected an object, got "'],
    ['{ deliveries: {} }', 'expected an object, got []'],
    // The member is misspelt: it is not there, so nothing is known about it.
    ['{ value: { idd: { $not: 5 } } }', 'expected {"$not":5}, got nothing'],
  ])('%s', (expected, message) => {
    expect(messageOf(expected)).toContain(message)
  })

  test('{} of events that the log has dropped', () => {
    expect(messageOf('{ events: [] }', '{ logSize: 0 }')).toContain(
      'the step added 1 event, and the log keeps 0: raise logSize of given.world',
    )
    expect(messageOf('{ calls: [] }', '{ logSize: 0 }')).toContain('the step added 1 call, and')
    expect(messageOf('{ events: [post.created] }', '{ logSize: 1 }')).toBeUndefined()
  })
})

test('expectations that are met are none', () => {
  for (const met of [
    '{ value: { id: { $not: 5 }, other: { $absent: true } }, headers: {}, coverage: {} }',
    '{ pending: { $not: { $contains: { kind: expirePhoto } } }, value: { id: { $length: 31 } } }',
  ])
    expect(messageOf(met)).toBeUndefined()
})

test.each([
  ['{ value: { id: { $not: { $containz: x } } } }', 'there is no test "$containz": did you mean $contains?'],
  ['{ value: { $nothing: 1 } }', 'there is no test "$nothing"'],
  ['{ pending: [{ $not: { $kind: nmber } }] }', '$kind must be string, number, boolean'],
  ['{ value: { $not: { $length: "3" } } }', '$length must be a whole number of at least 0, got "3"'],
  ['{ value: { id: { $not: { $absent: yes } } } }', '$absent must be true or false, got "yes"'],
  ['{ value: { id: { $startsWith: 5 } } }', '$startsWith must be text, got 5'],
  ['{ value: { at: { $time: never } } }', 'An instant is'],
])('%s is refused when the scenario is parsed', (expected, message) => {
  expect(() => publishing(expected)).toThrow(message)
})

test('members of a value that is compared exactly may begin with a dollar sign', () => {
  expect(messageOf('{ value: { $not: { $exactly: { $base64: x } } } }')).toBeUndefined()
})

describe('a recording', () => {
  test.each([{ $time: 5 }, { $time: 5, more: 1 }, { $literal: { $time: 'x' } }])(
    'holds the parameter %j',
    (message) => {
      const world = createWorld()
      const { page, pageToken } = world.starter()
      world.request({
        method: 'POST',
        path: `/${page}/feed`,
        params: { access_token: pageToken, message },
      })
      const { ok, world: played } = runScenario(recordScenario(world))
      expect([ok, played.hash('full')]).toEqual([true, world.hash('full')])
    },
  )

  test.each<[string, unknown, unknown, string]>([
    ['no world', {}, {}, 'recordScenario takes a world, got {}: pass what createWorld() returns'],
    [
      'an unknown option',
      createWorld(),
      { titel: 'x' },
      'recordScenario has no option "titel": did you mean title?',
    ],
    [
      'a title that is no text',
      createWorld(),
      { title: 5 },
      'The option title of recordScenario must be text, got 5',
    ],
    [
      'another start',
      createWorld(),
      { starter: 'step' },
      'The option starter of recordScenario must be "given" or "steps", got "step": did you mean steps?',
    ],
  ])('is not made with %s', (_what, world, options, message) => {
    expect(() => recordScenario(world as never, options as never)).toThrow(new TypeError(message))
  })

  test('that no scenario file could hold ends as soon as it is too long', () => {
    const world = createWorld()
    const { page, pageToken } = world.starter()
    // Far more than the 4,194,304 characters of a scenario: the recording ends long before the last post.
    for (let index = 0; index < 120; index++)
      world
        .as(pageToken)
        .publishPost({ page, message: 'x'.repeat(60_000) })
        .unwrap()
    expect(() => recordScenario(world)).toThrow(RangeError)
    expect(() => recordScenario(world)).toThrow(
      /too long for a scenario, which has at most 4194304 characters: it has (\d+) inputs, and the recording ends/,
    )
  })

  test('of more than 10,000 steps is refused', () => {
    const world = createWorld()
    for (let index = 0; index < 10_000; index++) world.clock.advance('1s')
    expect(() => recordScenario(world)).toThrow(
      'The history of the world is too long for a scenario, which has at most 10000 steps',
    )
  })

  test('of a restored starter world knows the names of the starter', () => {
    const starter = createWorld()
    const { page, pageToken } = starter.starter()
    const restored = restoreWorld(starter.snapshot())
    starter.reset()
    for (const world of [restored, starter]) {
      world.as(pageToken).publishPost({ page, message: 'hello' }).unwrap()
      const recording = recordScenario(world)
      expect(recording.text).toContain('as: $pageToken')
      expect(runScenario(recording).world.hash('full')).toBe(world.hash('full'))
    }
  })
})

test('a snapshot that cannot be restored is refused when the scenario is parsed', () => {
  const text = 'fauxgraph: 1\ntitle: A snapshot\ngiven:\n  snapshot: {}\nsteps: []\n'
  expect(() => parseScenario(text)).toThrow('scenario:4:3: given.snapshot: ')
})

test.each([
  ['page: 12345678901234567890', 'the number 12345678901234567890 has too many digits: put it in quotes'],
  ['__proto__: 5', 'no member can have this name: choose another one'],
])('a file with %s is refused', (parameter, message) => {
  expect(() =>
    parseScenario(`fauxgraph: 1
title: A parameter
steps:
  - call: publishPost
    with:
      ${parameter}
`),
  ).toThrow(message)
})
