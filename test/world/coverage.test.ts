import { expect, test } from 'vitest'
import { toFetchHandler } from '../../src/server/fetch.ts'
import { createWorld } from '../../src/world/create-world.ts'
import { mergeCoverage } from '../../src/world/handle/coverage.ts'
import type { World } from '../../src/world/world.ts'
import { begin, call, forked } from '../service/scene.ts'

const made = () => begin({ seed: 'coverage' })

/** What was reached since the starter world, by operation. */
const reached = (world: World) => {
  const all = Object.entries(world.coverage().operations)
  return Object.fromEntries(
    all
      .map(([name, { results }]) => [name, Object.entries(results).filter(([, count]) => count > 0)] as const)
      .filter(([, results]) => results.length > 0)
      .map(([name, results]) => [name, Object.fromEntries(results)]),
  )
}

test('counts calls by operation and result, with their events', () => {
  const { world, page, pageToken, userToken, campaign } = made()
  const before = world.coverage().operations['publishPost']
  expect(before).toEqual({ results: { ok: 0, 100: 0, 190: 0, 200: 0, 80001: 0 }, events: {} })
  call(world, pageToken, 'publishPost', { page, message: 'x' })
  call(world, pageToken, 'publishPost', { page })
  world.request({ method: 'POST', url: `/${page}/feed?access_token=nobody` })
  world.faults.add({ match: { operation: 'publishPost' }, fault: { kind: 'drop' }, times: 1 })
  call(world, pageToken, 'publishPost', { page, message: 'x' })
  const batch = [
    { method: 'GET', relative_url: campaign },
    { method: 'GET', relative_url: `${campaign}?fields=nothing` },
  ]
  call(world, userToken, 'batch', { batch })
  expect(world.coverage().operations['publishPost']).toEqual({
    results: { ok: 1, 100: 1, 190: 1, 200: 0, 80001: 0, lost: 1 },
    events: { 'post.created': 1 },
  })
  expect(reached(world)).toMatchObject({ batch: { ok: 1 }, readCampaign: { ok: 1, 100: 1 } })
})

test('counts actions, and the events of due tasks', () => {
  const world = createWorld()
  const { page, pageToken } = world.starter({ publications: false })
  const scheduled_publish_time = Math.floor(world.clock.now / 1000) + 3_600
  const later = { published: false, unpublished_content_type: 'SCHEDULED', scheduled_publish_time }
  call(world, pageToken, 'publishPost', { page, message: 'Later', ...later }).unwrap()
  expect(world.coverage().events['post.published']).toBeUndefined()
  world.clock.advance('1h')
  expect(world.coverage().events['post.published']).toBe(1)
  const bare = createWorld()
  bare.actions.createUser({ name: 'Ann' }).unwrap()
  expect(reached(bare)).toEqual({ createUser: { ok: 1 } })
})

test('a fork adds to the counts of its world, a reset keeps them, and no hash changes', () => {
  const scene = made()
  const { world, userToken, campaign } = scene
  const hash = world.hash('full')
  for (const fork of [forked(scene).world, world.fork({ from: 'baseline' })])
    call(fork, userToken, 'readCampaign', { campaign }).unwrap()
  expect(reached(world)['readCampaign']).toEqual({ ok: 2 })
  expect(world.hash('full')).toBe(hash)
  world.reset()
  expect(reached(world)['readCampaign']).toEqual({ ok: 2 })
  world.why({ operation: 'readCampaign', token: userToken, params: { campaign } })
  expect(reached(world)['readCampaign']).toEqual({ ok: 2 })
})

test('two coverages add up, from JSON too', () => {
  const one = made()
  const other = made()
  call(one.world, one.userToken, 'readCampaign', { campaign: one.campaign })
  call(other.world, 'nobody', 'readCampaign', { campaign: other.campaign })
  const sent = JSON.parse(JSON.stringify(other.world.coverage()))
  const merged = mergeCoverage(one.world.coverage(), sent)
  expect(merged.operations['readCampaign']?.results).toMatchObject({ ok: 1, 190: 1, 100: 0 })
  one.world.actions.submitLead({ form: one.form, answers: { full_name: 'Ann', email: 'a@b.test' } }).unwrap()
  const single = one.world.coverage()
  const twice = mergeCoverage(single, single)
  expect(Object.keys(single.events).length).toBeGreaterThan(0)
  for (const [type, count] of Object.entries(single.events)) expect(twice.events[type]).toBe(2 * count)
})

test('the text has a row for each called operation, and names the gaps', () => {
  const operations = {
    publishPost: { results: { ok: 2, 100: 3, 190: 0 }, events: { 'post.created': 2 } },
    readPost: { results: { ok: 1, 100: 0 }, events: {} },
    deletePost: { results: { ok: 0, 100: 0 }, events: {} },
  }
  const empty = { operations: {}, events: {} }
  expect(
    mergeCoverage({ operations, events: { 'post.created': 2 } }, empty)
      .text()
      .split('\n'),
  ).toEqual([
    'operation    ok  errors  errors not reached  events',
    'publishPost  2   100 ×3  190                 post.created ×2',
    'readPost     1   -       100                 -',
    '',
    'Events: post.created ×2',
    'Called, but never with an error: readPost',
    'Never called: 1 of 3 operations',
  ])
})

test('the control plane returns it', async () => {
  const { world } = made()
  const response = await toFetchHandler(world)(new Request('http://localhost/_sim/coverage'))
  expect(await response.json()).toEqual(JSON.parse(JSON.stringify(world.coverage())))
})

test('gives counts that a caller may change', () => {
  const { world } = made()
  Object.assign(world.coverage().operations['publishPost']?.results ?? {}, { ok: 7 })
  expect(world.coverage().operations['publishPost']?.results['ok']).toBe(0)
})
