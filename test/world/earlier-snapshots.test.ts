import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { snapshot } from '../../src/engine/state/snapshot.ts'
import { contractPolicy } from '../../src/service/policy.ts'
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

function writtenBefore(name: string): object {
  return JSON.parse(readFileSync(new URL(`snapshots/${name}.json`, import.meta.url), 'utf8'))
}

/**
 * The starter world without publications and with results of its ad on two days, as a version before 1.0
 * wrote it: before results had actions, and pages and ad accounts a business.
 */
const written = writtenBefore('ad-results')

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

/**
 * The starter world without publications, with a post that its page likes, comments of the page and of its user on
 * it, a lead, and a subscription of its app, as a version before 1.0 wrote it: before photos had comments and
 * likes, posts had reactions, ad accounts had a time zone, and leads a partner.
 */
const writtenPost = writtenBefore('comments')

test('comments and likes that an earlier version wrote are read, and go with their post', () => {
  const world = restoreWorld(writtenPost)
  const { page, pageToken, user } = world.starter()
  const served = world.fork({ policy: { beyond: 'serve' } })
  const client = served.as(pageToken)
  const post = client.listPageFeed({ page }).unwrap().data[0]?.id ?? ''
  const comments = client.listPostComments({ post, fields: 'message,from{id},like_count' }).unwrap().data
  expect(comments).toMatchObject([
    { message: 'first', from: { id: page }, like_count: 0 },
    { message: 'Hello', from: { id: user }, like_count: 0 },
  ])
  expect(client.listPostReactions({ post }).unwrap().data).toMatchObject([{ id: page, type: 'LIKE' }])
  client.deleteComment({ comment: String(comments[0]?.id) }).unwrap()
  client.unlikePost({ post }).unwrap()
  expect(client.listPostComments({ post }).unwrap().data).toHaveLength(1)
  expect(client.listPostLikes({ post }).unwrap().data).toEqual([])
  client.deletePost({ post }).unwrap()
  const kinds = served.snapshot().state.graph.rows.map(({ kind }) => kind)
  expect(kinds).not.toContain('comments')
  expect(restoreWorld(served.snapshot()).hash('full')).toBe(served.hash('full'))
})

test('leads, subscriptions and accounts that an earlier version wrote have the defaults of later columns', () => {
  const world = restoreWorld(writtenPost).fork({ policy: { beyond: 'serve' } })
  const { page, pageToken, userToken, form, adAccount, app } = world.starter()
  const lead = world.as(pageToken).listFormLeads({ form }).unwrap().data[0]?.id ?? ''
  expect(world.as(pageToken).readLead({ lead, fields: 'partner_name,field_data' }).unwrap()).toEqual({
    id: lead,
    field_data: [
      { name: 'full_name', values: ['Ann'] },
      { name: 'email', values: ['ann@example.test'] },
    ],
  })
  expect(world.as(pageToken).listSubscribedApps({ page }).unwrap().data).toMatchObject([
    { id: app, subscribed_fields: ['leadgen'] },
  ])
  const fields = 'timezone_name,name'
  expect(world.as(userToken).readAdAccount({ adAccount, fields }).unwrap()).toMatchObject({
    name: 'Starter Account',
    timezone_name: 'Etc/UTC',
  })
})
