import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { snapshot } from '../../src/engine/state/snapshot.ts'
import { contractPolicy } from '../../src/graph/policy.ts'
import { createWorld, restoreWorld } from '../../src/world/create-world.ts'
import type { World } from '../../src/world/world.ts'

/** The snapshot of a world by a version that did not have some settings, or had others. */
function snapshotWith({ state: { graph, ledger } }: World, settings: unknown) {
  return { engine: '0.0.1', ...snapshot({ graph: { ...graph, settings: settings as never }, ledger }) }
}

const { jsonQuotes: _, photoUrls: __, ...earlier } = contractPolicy

function busyWorld(): World {
  const world = createWorld({ seed: 'earlier' })
  const { page, pageToken, form } = world.starter()
  world.as(pageToken).publishPost({ page, message: 'kept' }).unwrap()
  world.as(pageToken).uploadPagePhoto({ page, url: 'https://img.test/a.png', published: false }).unwrap()
  world.actions.submitLead({ form, answers: { full_name: 'Ann', email: 'ann@example.test' } }).unwrap()
  return world
}

test('a snapshot without the settings that came later does what the contract says', () => {
  const world = busyWorld()
  const restored = restoreWorld(snapshotWith(world, earlier))
  expect(restored.policy).toEqual(contractPolicy)
  expect(restored.hash()).toBe(world.hash())
  for (const each of [world, restored]) each.clock.advance('25h')
  expect(restored.hash('full')).toBe(world.hash('full'))
})

test('its other settings stay as they were', () => {
  const stored = { ...earlier, rankedPostsPerYear: 7 }
  const restored = restoreWorld(snapshotWith(busyWorld(), stored))
  expect(restored.policy).toEqual({ ...contractPolicy, rankedPostsPerYear: 7 })
})

test.each([
  ['of a later version', { ...contractPolicy, gravity: 1 }, 'There is no policy gravity'],
  ['with a wrong value', { ...earlier, rankedPostsPerYear: -1 }, 'The policy rankedPostsPerYear '],
  ['that are no object', [], 'its policy is not an object'],
  ['that are missing', null, 'its policy is not an object'],
])('settings %s are refused', (_, settings, words) => {
  const from = snapshotWith(busyWorld(), settings)
  expect(() => restoreWorld(from)).toThrow(TypeError)
  expect(() => restoreWorld(from)).toThrow(`The snapshot cannot be read: ${words}`)
})

/**
 * The starter world without publications and with results of its ad on two days, as a version before 0.1.0
 * wrote it: before results had actions, and pages and ad accounts a business.
 */
const written = JSON.parse(readFileSync(new URL('snapshots/ad-results.json', import.meta.url), 'utf8'))

test('results of ads that an earlier version wrote are read, and go on', () => {
  const restored = restoreWorld(written)
  const { ad, campaign, userToken } = restored.starter()
  const world = restored.fork({ policy: { beyond: 'serve' } })
  const insights = () => {
    const params = {
      campaign,
      level: 'ad',
      fields: 'impressions,clicks,spend',
      time_range: { since: '2026-01-01', until: '2026-01-15' },
    } as const
    return world.as(userToken).listCampaignInsights(params).unwrap().data[0]
  }
  expect(insights()).toMatchObject({ impressions: '42', clicks: '6', spend: '2.40' })
  world.actions.recordAdResults({ ad, date: '2026-01-14', impressions: 8 }).unwrap()
  expect(insights()).toMatchObject({ impressions: '50', clicks: '6' })
  expect(restoreWorld(world.snapshot()).hash('full')).toBe(world.hash('full'))
})
