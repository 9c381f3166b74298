import { afterEach, describe, expect, test } from 'vitest'
import { worldStory } from '../../src/front/runners/story.ts'
import { testWorldOf } from '../../src/front/runners/test-world.ts'
import { interceptFetch, toFetchHandler } from '../../src/server/fetch.ts'
import { createWorld, restoreWorld } from '../../src/world/create-world.ts'
import { GraphCallError } from '../../src/world/handle/call-error.ts'
import type { World } from '../../src/world/world.ts'
import { begin, forked } from '../service/scene.ts'

const start = begin()
const { app, page, form } = start
const lead = { form, answers: { full_name: 'A', email: 'a@example.test' } }

const ask = async (world: World, path: string, body?: object) => {
  const headers = { 'content-type': 'application/json' }
  const init = body && { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await toFetchHandler(world)(new Request(`http://localhost${path}`, init))
  return { status: response.status, body: await response.json() }
}

describe('webhooks.missed', () => {
  test('lists the change, the page and the app, and nothing of the starter', async () => {
    const { world } = forked(start)
    expect(world.webhooks.missed).toEqual([])
    world.clock.advance('1m')
    world.actions.submitLead(lead).unwrap()
    world.actions.installApp({ page, app }).unwrap()
    world.actions.submitLead(lead).unwrap()
    const at = world.clock.now
    const missed = [
      {
        at,
        target: page,
        app: null,
        field: 'leadgen',
        reason: expect.stringContaining('no app is installed'),
      },
      { at, target: page, app, field: 'leadgen', reason: expect.stringContaining('has no webhook') },
    ]
    expect(world.webhooks.missed).toEqual(missed)
    expect((await ask(world, '/_sim/webhooks')).body.missed).toMatchObject(missed)
    expect(restoreWorld(world.snapshot()).webhooks.missed).toEqual(missed)
  })

  test('has nothing of a lead that is delivered, and keeps the last 100', async () => {
    const { world } = forked(start)
    for (let count = 0; count < 103; count++) world.actions.submitLead(lead).unwrap()
    expect(world.webhooks.missed).toHaveLength(100)
    world.actions.installApp({ page, app }).unwrap()
    using _ = world.webhooks.connect(app, () => ({ status: 200 }))
    world.actions.submitLead(lead).unwrap()
    await world.webhooks.flush()
    expect(world.webhooks.missed.every((one) => one.app === null)).toBe(true)
  })
})

describe('a refused action', () => {
  test('throws under onRefusal: throw, also in a fork, and changes nothing', () => {
    for (const world of [createWorld({ onRefusal: 'throw' }), createWorld({ onRefusal: 'throw' }).fork()]) {
      const { graph } = world.state
      expect(() => world.actions.installApp({ page: '1', app: '2' })).toThrow(GraphCallError)
      expect(world.state.graph).toBe(graph)
      expect(world.as('none').me().ok).toBe(false)
    }
    expect(createWorld().actions.installApp({ page: '1', app: '2' }).ok).toBe(false)
  })

  test('is listed in the story of a failed test', () => {
    const { world } = forked(start)
    const test = testWorldOf(world, 'a test')
    expect(worldStory(test)).not.toContain('Refused actions')
    world.actions.installApp({ page, app: '7' })
    world.actions.submitLead(lead).unwrap()
    const story = worldStory(test)
    expect(story).toContain('Refused actions (unwrap() throws')
    expect(story).toContain('Param app must be the id of an existing app, got 7')
    expect(story).toContain('Not notified:\n  leadgen: no app is installed on the page')
  })
})

describe('several intercepts', () => {
  const original = globalThis.fetch
  afterEach(() => {
    globalThis.fetch = original
  })

  test.each([
    ['in the order of their creation', [0, 1, 2]],
    ['in the opposite order', [2, 1, 0]],
    ['the middle one first', [1, 0, 2]],
    ['the middle one last', [2, 0, 1]],
  ])('restore fetch when they are disposed %s', (_, order) => {
    const intercepts = ['one', 'two', 'three'].map((name) =>
      interceptFetch(start.world, { origins: [`https://${name}.test`] }),
    )
    for (const index of order) {
      expect(globalThis.fetch).not.toBe(original)
      intercepts[index]?.[Symbol.dispose]()
    }
    expect(globalThis.fetch).toBe(original)
  })

  test('leave a fetch in place that another library set later', () => {
    const intercept = interceptFetch(start.world, { origins: ['https://one.test'] })
    const other: typeof fetch = async () => new Response('other')
    globalThis.fetch = other
    intercept[Symbol.dispose]()
    expect(globalThis.fetch).toBe(other)
  })
})

describe('the control plane', () => {
  test('shows the numbers that `since` of each log takes', async () => {
    const { world } = forked(start)
    const before = (await ask(world, '/_sim/world')).body
    world.actions.submitLead(lead).unwrap()
    const { events } = (await ask(world, `/_sim/events?since=${before.events.last}`)).body
    expect(events.map(({ type }: { type: string }) => type)).toContain('leadgen')
    expect(events).toHaveLength(world.events.length - before.events.length)
    world.as(start.pageToken).listPageFeed({ page }).unwrap()
    const { calls } = (await ask(world, `/_sim/calls?since=${before.calls.last}`)).body
    expect(calls.map(({ operation }: { operation: string }) => operation)).toEqual(['listPageFeed'])
  })

  test('changes keys of the policy', async () => {
    const { world } = forked(start)
    expect(await ask(world, '/_sim/policy', { unknownFields: 'ignore' })).toMatchObject({
      status: 200,
      body: { policy: { unknownFields: 'ignore', photoUrls: 'synthetic' } },
    })
    expect(world.policy.unknownFields).toBe('ignore')
    expect((await ask(world, '/_sim/policy')).body.policy).toEqual(world.policy)
    expect((await ask(world, '/_sim/policy', { unknownFields: 'hide' })).status).toBe(400)
    expect(world.policy.unknownFields).toBe('ignore')
  })
})

test('a runtime without isWellFormed is named as too old', () => {
  const known = Object.getOwnPropertyDescriptor(String.prototype, 'isWellFormed')
  Reflect.deleteProperty(String.prototype, 'isWellFormed')
  try {
    for (const run of [() => createWorld(), () => restoreWorld({})])
      expect(run).toThrow(/^fauxgraph needs Node 20\.19 or later/)
  } finally {
    if (known) Object.defineProperty(String.prototype, 'isWellFormed', known)
  }
})

test('the starter names the secret of its app, which signs its webhooks and proofs', () => {
  expect(start.appToken).toBe(`${app}|${start.appSecret}`)
})
