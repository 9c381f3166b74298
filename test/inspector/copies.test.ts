import { describe, expect, test } from 'vitest'
import { registry } from '../../src/chapters/registry.ts'
import { curlOf, fetchOf, isSendable, isTestable, isWhole, stepCode } from '../../src/inspector/copies.ts'
import { recordingUntil, type TestRunner, testOf } from '../../src/inspector/test-copies.ts'
import { type Policy, platformPolicy } from '../../src/service/policy.ts'
import { createWorld } from '../../src/world/create-world.ts'
import { runInput } from '../../src/world/handle/handle.ts'
import { handleOf } from '../../src/world/handles.ts'
import type { World } from '../../src/world/world.ts'
import { sample } from '../chance.ts'
import { rightToken, rowsOf } from '../chapters/codes/rows.ts'
import { notesArea } from '../service/area/notes.ts'
import { begin, call, forked, serving } from '../service/scene.ts'
import { runTest } from './run-copied.ts'

const start = begin()
const table = rowsOf(start)
const runners: readonly TestRunner[] = ['vitest', 'jest', 'node']

/** The last steps of a world, each with the recording before it, as the page of a file has them. */
function lastSteps(world: World, count: number) {
  const trace = world.trace({ steps: count })
  expect(trace.steps).toHaveLength(count)
  const recording = JSON.parse(JSON.stringify(trace.recording))
  return trace.steps.map((step, place) => ({ step, recording: recordingUntil(recording, count - place) }))
}

function lastStep(world: World) {
  const [last = expect.unreachable('the world has no step')] = lastSteps(world, 1)
  return last
}

const operations = [...registry.routes.byName.keys()].map((name, place) => [name, place] as const)

// A test runs each copy in a world of its own.
describe.each(sample(operations, operations.length / 4))('%s', (operation, place) => {
  test('is copied as a test that passes: a call that is refused, and one that succeeds', () => {
    const scene = forked(start, serving(operation))
    const tokens = ['no token', rightToken(operation, scene)]
    const { length } = scene.world.history
    const params = table[operation]?.params ?? {}
    const came = tokens.map((token) => call(scene.world, token, operation, params).ok)
    for (const [turn, { step, recording }] of lastSteps(scene.world, 2).entries()) {
      expect(step.ok).toBe(came[turn])
      // A step more or less would seldom change what the call answers.
      expect(recording).toMatchObject({ inputs: { length: length + turn } })
      const title = step.ok ? `${operation} succeeds` : `${operation} is refused with code ${step.code}`
      // The runners differ by the frame of a test, not by its operation: they take turns.
      const runner = runners[(place + turn) % runners.length] ?? 'vitest'
      expect(runTest(testOf(step, recording, runner))).toEqual([title])
    }
  })
})

describe('a copied test', () => {
  test('fails if the expectation is another', () => {
    const { world, page, noPermissionToken } = forked(start)
    world.as(noPermissionToken).publishPost({ page, message: 'hi' })
    const { step, recording } = lastStep(world)
    for (const runner of runners) {
      const wrong = testOf(step, recording, runner).replace('200)\n})', '100)\n})')
      expect(() => runTest(wrong)).toThrow(/refused with code 200/)
    }
  })

  test('that expects a success of a refused call fails, and passes when the call is mended', () => {
    const { world, page, noPermissionToken, pageToken } = forked(start)
    world.as(noPermissionToken).publishPost({ page, message: 'hi' })
    const { step, recording } = lastStep(world)
    for (const runner of runners) {
      const failing = testOf(step, recording, runner, true)
      expect(failing).toContain('publishPost succeeds')
      expect(() => runTest(failing)).toThrow(/refused with code 200/)
      const call = `world.as("${noPermissionToken}")`
      expect(runTest(failing.replace(call, `world.as("${pageToken}")`))).toEqual(['publishPost succeeds'])
    }
  })

  test.each<[string, (world: World) => unknown]>([
    ['an action', (world) => world.actions.createUser({ name: 'Ann' })],
    ['a refused action', (world) => world.actions.submitLead({ form: '1', answers: {} })],
    ['a move of the clock', (world) => world.clock.advance('1h')],
    ['a request', (world) => world.request({ method: 'GET', url: `/${start.page}?access_token=x` })],
    [
      'a request with a body',
      (world) => world.request({ method: 'POST', url: '/me/feed', body: 'message=hi' }),
    ],
    [
      'an upload',
      (world) => {
        const source = new Uint8Array([1, 2, 3])
        return world.as(start.pageToken).uploadPagePhoto({ page: start.page, source })
      },
    ],
    ['a fault', (world) => world.faults.add({ match: {}, fault: { kind: 'drop' } })],
  ])('is made of %s', (_, act) => {
    const { world } = forked(start)
    act(world)
    const { step, recording } = lastStep(world)
    for (const runner of runners) expect(runTest(testOf(step, recording, runner))).toHaveLength(1)
  })

  test('has no code of a text in the world', () => {
    const { world } = forked(start)
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it must stay text
    world.actions.createUser({ name: '`${globalThis.broken = 1}`\n"); globalThis.broken = 1; ("</script>' })
    const { step, recording } = lastStep(world)
    for (const runner of runners) runTest(testOf(step, recording, runner))
    expect('broken' in globalThis).toBe(false)
  })
})

test('a copy shows characters that nobody sees, and does what they do', () => {
  const { world } = forked(start)
  const name = '\u202eadmin\u2066 // \u2028\u200b\ufeff\u00ad\u200d\ufff9\u{e0041}'
  world.actions.createUser({ name }).unwrap()
  const { step, recording } = lastStep(world)
  for (const runner of runners) {
    const text = testOf(step, recording, runner)
    expect(text).toContain(
      '"name": "\\u202eadmin\\u2066 // \\u2028\\u200b\\ufeff\\u00ad\\u200d\\ufff9\\udb40\\udc41"',
    )
    expect(runTest(text)).toEqual(['createUser succeeds'])
  }
})

test.each([
  [{ type: 'call', operation: 'x(globalThis.broken = 1);', token: '', params: {} }],
  [{ type: 'action', name: 'x(globalThis.broken = 1);', params: {} }],
])('a name that is no method is no code: %j', (input) => {
  const { world } = forked(start)
  world.actions.createUser({ name: 'Ann' }).unwrap()
  expect(stepCode({ ...lastStep(world).step, input })).toBeUndefined()
})

describe('a call is copied', () => {
  const { world, page, pageToken } = forked(start)
  world.as(pageToken).publishPost({ page, message: "it's" })
  const published = lastStep(world).step
  world.request({
    method: 'GET',
    url: `/v26.0/${page}?fields=name`,
    headers: { authorization: `Bearer ${pageToken}` },
  })
  const read = lastStep(world).step

  test.each<[string, string, string]>([
    [
      'as a typed call',
      String(stepCode(published)),
      `world.as("${pageToken}").publishPost({\n  "page": "${page}",`,
    ],
    [
      'as curl with a form',
      curlOf(published, 'http://localhost:8080'),
      `curl 'http://localhost:8080/v26.0/${page}/feed' -X POST \\\n  --data-urlencode 'message=it'\\''s' \\\n` +
        `  --data-urlencode 'access_token=${pageToken}'`,
    ],
    [
      'as curl with a query',
      curlOf(read, 'http://localhost:8080'),
      `curl 'http://localhost:8080/v26.0/${page}?fields=name' \\\n  -H 'authorization: Bearer ${pageToken}'`,
    ],
    [
      'as fetch with a query',
      fetchOf(read, 'http://localhost:8080'),
      `await fetch("http://localhost:8080/v26.0/${page}?fields=name", {\n  headers: {\n    "authorization": "Bearer`,
    ],
    [
      'as fetch with a form',
      fetchOf(published, 'http://h'),
      `await fetch("http://h/v26.0/${page}/feed", {\n  method: "POST"`,
    ],
  ])('%s', (_, text, expected) => expect(text).toContain(expected))

  test('unless it is too long', () => {
    const long = forked(start)
    long.world.actions.createUser({ name: 'x'.repeat(200_000) })
    expect(isWhole(lastStep(long.world).step)).toBe(false)
    expect([stepCode(lastStep(long.world).step), isSendable(published)]).toEqual([undefined, true])
  })
})

describe('a step that no method of a world does alone', () => {
  test.each<[string, (world: World) => unknown]>([
    ['a refused move of the clock', (world) => runInput(handleOf(world), { type: 'advance', to: 9e18 })],
    ['an answer to a delivery', (world) => runInput(handleOf(world), { type: 'delivered', delivery: 'x' })],
    ['a removal of faults', (world) => world.faults.clear()],
  ])('has no test: %s', (_, act) => {
    const { world } = forked(start)
    act(world)
    expect(isTestable(lastStep(world).step)).toBe(false)
  })
})

describe('a test of a world', () => {
  const size = (policy: Partial<Policy>) => {
    const world = createWorld({ policy })
    const { page, pageToken } = world.starter()
    world.as(pageToken).publishPost({ page, message: 'hi' }).unwrap()
    const { step, recording } = lastStep(world)
    const text = testOf(step, recording, 'vitest')
    expect(runTest(text)).toEqual(['publishPost succeeds'])
    return text
  }
  const { beyond: _beyond, ...withoutBeyond } = platformPolicy

  test.each<[string, Partial<Policy>, string]>([
    ['the contract policy', {}, '"policy": {},'],
    ['a key', { beyond: 'serve' }, '"policy": {\n        "beyond": "serve"\n      },'],
    ['the platform policy', platformPolicy, '"policy": platformPolicy,'],
    [
      'the platform policy with a key',
      { ...platformPolicy, unknownFields: 'ignore' },
      '"policy": {\n        ...platformPolicy,\n        "unknownFields": "ignore"\n      },',
    ],
    [
      'a policy that lacks a key of the platform policy',
      withoutBeyond,
      '"policy": {\n        "postTimes": "iso",',
    ],
  ])('has what differs from a preset: %s', (_, policy, expected) => {
    const text = size(policy)
    expect(text).toContain(expected)
    expect(text.includes('import { platformPolicy, replay }')).toBe(expected.includes('platformPolicy'))
    expect(text.length).toBeLessThan(1_500)
  })

  test('names the code that no recording has: areas, and functions of stubs', () => {
    const world = createWorld({ areas: [notesArea] })
    const { page, pageToken } = world.starter()
    const answer = () => ({ data: [1] })
    world.stub('GET /{page}/fancy', answer)
    world.as(pageToken).writeNote({ page, text: 'a' }).unwrap()
    world.request({ method: 'GET', url: `/${page}/fancy`, headers: { authorization: `Bearer ${pageToken}` } })
    const given = { areas: [notesArea], stubs: { 'GET /{page}/fancy': answer } }
    for (const { step, recording } of lastSteps(world, 2)) {
      const text = testOf(step, recording, 'node')
      expect(text).toContain('// Import the areas of this world as the list areas: "notes"\n')
      expect(text).toContain('replay(recording, { areas, stubs })')
      expect(runTest(text, given)).toEqual([`${step.name} succeeds`])
    }
  })
})

test('the copy as fetch does what the call did', async () => {
  const { world, page, pageToken } = forked(start)
  const before = world.fork()
  world.as(pageToken).publishPost({ page, message: 'hi' }).unwrap()
  const { step } = lastStep(world)
  const { toFetchHandler } = await import('../../src/server/fetch.ts')
  const handle = toFetchHandler(before)
  const sent = (url: string, init?: RequestInit) => handle(new Request(url, init))
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor
  const response = await new AsyncFunction('fetch', `return ${fetchOf(step, 'http://localhost')}`)(sent)
  expect([response.status, await response.json()]).toEqual([200, JSON.parse(step.value ?? '')])
})
