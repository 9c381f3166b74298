import { describe, expect, test } from 'vitest'
import type { Policy } from '../../../src/service/policy.ts'
import { begin, call, forked, refusedBy, type Scene, tokenOf } from '../scene.ts'

const start = begin()
const { page, campaign, pageToken, userToken } = start

/** How many calls in a row are answered, of twenty at most. */
function answered(scene: Scene, token: string, operation: string, params: object): number {
  for (let count = 0; count < 20; count += 1) {
    const outcome = call(scene.world, token, operation, params)
    if (!outcome.ok) return [80001, 80004].includes(outcome.error.code) ? count : Number.NaN
  }
  return 20
}

const feedReads = (scene: Scene, token = pageToken) => answered(scene, token, 'listPageFeed', { page })
const campaignReads = (scene: Scene, token = userToken) =>
  answered(scene, token, 'readCampaign', { campaign })

const withPolicy = (policy: Partial<Policy>) => forked(start, { policy })
const oneAMinute = { pageCallLimit: { perEngagedUser: 1, seconds: 60 } }

describe('calls of a page with page tokens [ERR-018, LIM-027]', () => {
  test('are limited by its engaged users: the last allowed call is answered, the next is not', () => {
    const scene = withPolicy(oneAMinute)
    expect(feedReads(scene)).toBe(10)
    expect(
      refusedBy(scene.world, () => call(scene.world, pageToken, 'listPageFeed', { page })),
    ).toMatchObject({
      code: 80001,
      message:
        '(#80001) There have been too many calls to this page account: at most 10 in 60 seconds. Wait and retry',
    })
  })

  test('follow the current number of engaged users [LIM-029]', () => {
    const scene = withPolicy({ pageCallLimit: { perEngagedUser: 2, seconds: 60 } })
    const { world, user, app } = scene
    const small = world.actions
      .createPage({ name: 'Small', administrators: [user], engagedUsers: 3 })
      .unwrap().id
    const scopes = ['pages_read_engagement'] as const
    const { token } = world.actions.issueToken({ kind: 'page', app, user, page: small, scopes }).unwrap()
    expect(answered(scene, token, 'listPageFeed', { page: small })).toBe(6)
    expect(call(world, pageToken, 'listPageFeed', { page }).ok).toBe(true)
  })

  test('count together for the page, with tokens of any app and person', () => {
    const scene = withPolicy(oneAMinute)
    const app = scene.world.actions.createApp({ name: 'Second' }).unwrap().id
    const other = tokenOf(scene, { kind: 'page', app })
    expect(answered(scene, other, 'readLead', { lead: start.lead })).toBe(10)
    expect(feedReads(scene)).toBe(0)
  })

  test.each(['user', 'systemUser'] as const)('do not count with a token of kind %s [FEE-142]', (kind) => {
    const scene = withPolicy(oneAMinute)
    const token = tokenOf(scene, { kind })
    expect(feedReads(scene, token)).toBe(20)
    expect(feedReads(scene)).toBe(10)
    expect(feedReads(scene, token)).toBe(20)
  })

  test.each<[string, string, object]>([
    ['an export of leads', 'exportLeads', { id: start.form, type: 'form' }],
    ['the read of a campaign', 'readCampaign', { campaign }],
    ['the read of a user', 'me', {}],
    ['a call that leads to no node', 'listPageFeed', { page: '5' }],
    ['a search of threat indicators', 'searchThreatIndicators', {}],
  ])('are calls on the page: %s does not count [FEE-142, LIM-027]', (_, operation, params) => {
    const scene = withPolicy(oneAMinute)
    // The page has ten calls: twenty of another kind leave all of them.
    for (let count = 0; count < 20; count += 1) call(scene.world, pageToken, operation, params)
    expect(feedReads(scene)).toBe(10)
    for (let count = 0; count < 2; count += 1) {
      const outcome = call(scene.world, pageToken, operation, params)
      if (!outcome.ok) expect(outcome.error.code).not.toBe(80001)
    }
  })

  test('without an owning account count for no limit: the leads of an ad without leads [LIM-027]', () => {
    const scene = withPolicy({ ...oneAMinute, leadReadLimit: { perLead: 1, leadDays: 90, seconds: 60 } })
    const { adSet, creative } = start
    const ad = scene.world.actions.createAdWithCreative({ adSet, creative }).unwrap().id
    const counts = () => [...scene.world.state.ledger.windows.entries()].map(([name]) => name)
    const before = counts()
    expect(answered(scene, pageToken, 'listAdLeads', { ad })).toBe(20)
    expect(counts()).toEqual(before)
    expect(feedReads(scene)).toBe(10)
  })

  test('that are refused for another reason count', () => {
    const scene = withPolicy(oneAMinute)
    for (let count = 0; count < 9; count += 1) {
      const refused = () => call(scene.world, pageToken, 'listPageFeed', { page, limit: 0 })
      expect(refusedBy(scene.world, refused).code).toBe(100)
    }
    expect(feedReads(scene)).toBe(1)
  })

  test('are unlimited if the policy is null', () => {
    const scene = withPolicy({ pageCallLimit: null })
    expect(feedReads(scene)).toBe(20)
  })
})

describe('calls of an ad account [ERR-019, LIM-028]', () => {
  const limit = { development: 3, standard: 5, perActiveAd: 2, seconds: 60 }
  const limited = { adAccountCallLimit: limit }

  test('are limited by the access level and the active ads', () => {
    // The starter account has one active ad: 5 + 2.
    const scene = withPolicy(limited)
    expect(campaignReads(scene)).toBe(7)
    expect(
      refusedBy(scene.world, () => call(scene.world, userToken, 'readCampaign', { campaign })),
    ).toMatchObject({
      code: 80004,
      subcode: 2_446_079,
    })
  })

  test('are fewer for an app in development', () => {
    const scene = withPolicy(limited)
    scene.world.actions.setAppAccessLevel({ app: start.app, accessLevel: 'development' }).unwrap()
    expect(campaignReads(scene)).toBe(5)
  })

  test('are more with another active ad, and no more with a paused one', () => {
    const scene = withPolicy(limited)
    const { adSet, creative } = start
    scene.world.actions.createAdWithCreative({ adSet, creative, status: 'PAUSED' }).unwrap()
    expect(campaignReads(scene)).toBe(7)
    scene.world.actions.createAdWithCreative({ adSet, creative, status: 'ACTIVE' }).unwrap()
    expect(campaignReads(scene)).toBe(2)
  })

  test('count for the account with any caller, also with a system user', () => {
    const scene = withPolicy(limited)
    const other = tokenOf(scene, { kind: 'systemUser', role: 'ADMIN' })
    expect(campaignReads(scene, other)).toBe(7)
    expect(campaignReads(scene)).toBe(0)
    expect(feedReads(scene)).toBe(20)
  })

  test('are unlimited if the policy is null', () => {
    expect(campaignReads(withPolicy({ adAccountCallLimit: null }))).toBe(20)
  })
})

describe('the window rolls', () => {
  const scene = withPolicy({ pageCallLimit: { perEngagedUser: 1, seconds: 60 } })
  const { world } = scene
  const small = world.actions
    .createPage({ name: 'Two', administrators: [start.user], engagedUsers: 2 })
    .unwrap().id
  const issue = { kind: 'page', app: start.app, user: start.user, page: small } as const
  const { token } = world.actions.issueToken({ ...issue, scopes: ['pages_read_engagement'] }).unwrap()

  test('a call leaves it exactly after its seconds, and a refused call never enters it', () => {
    const fork = { ...scene, world: world.fork() }
    const { clock } = fork.world
    const reads = () => answered(fork, token, 'listPageFeed', { page: small })
    expect(call(fork.world, token, 'listPageFeed', { page: small }).ok).toBe(true)
    clock.advance('30s')
    expect(reads()).toBe(1)
    expect(reads()).toBe(0)
    clock.advance(29_999)
    expect(reads()).toBe(0)
    clock.advance(1)
    expect(reads()).toBe(1)
    clock.advance(29_999)
    expect(reads()).toBe(0)
    clock.advance(1)
    expect(reads()).toBe(1)
    clock.advance('60s')
    expect(reads()).toBe(2)
  })

  test('a fork with a shorter window counts in that window', () => {
    const fork = { ...scene, world: world.fork() }
    expect(answered(fork, token, 'listPageFeed', { page: small })).toBe(2)
    const shorter = {
      ...scene,
      world: fork.world.fork({ policy: { pageCallLimit: { perEngagedUser: 1, seconds: 10 } } }),
    }
    for (const one of [fork, shorter]) one.world.clock.advance('10s')
    expect(answered(fork, token, 'listPageFeed', { page: small })).toBe(0)
    expect(answered(shorter, token, 'listPageFeed', { page: small })).toBe(2)
  })

  test('a snapshot contains the counts', () => {
    const fork = { ...scene, world: world.fork() }
    expect(answered(fork, token, 'listPageFeed', { page: small })).toBe(2)
    fork.world.reset(fork.world.snapshot())
    expect(answered(fork, token, 'listPageFeed', { page: small })).toBe(0)
  })
})
