import { describe, expect, test } from 'vitest'
import type { Policy } from '../../../src/service/policy.ts'
import { begin, call, forked, get, refusedBy, type Scene, tokenOf } from '../../service/scene.ts'

const start = begin()
const { ad, form, lead, userToken, pageToken, user } = start
const answers = { full_name: 'A', email: 'a@example.test' }
const DAY = 86_400

/** Creates a page with a form and a number of leads, one second apart. */
function pageWith(scene: Scene, leads: number) {
  const { world } = scene
  const page = world.actions.createPage({ name: 'Other', administrators: [user] }).unwrap().id
  const own = world.actions.createLeadForm({ page, questions: [] }).unwrap().id
  const submit = () => world.actions.submitLead({ form: own, answers: {} }).unwrap().id
  const ids = Array.from({ length: leads }, () => {
    const id = submit()
    world.clock.advance('1s')
    return id
  })
  const read = (token = userToken) => call(world, token, 'listFormLeads', { form: own })
  return { world, page, form: own, ids, submit, read }
}

/** Counts the reads in a row that succeed, up to `most`. */
function answered(read: () => ReturnType<typeof call>, most = 100): number {
  for (let count = 0; count < most; count += 1) {
    const outcome = read()
    if (!outcome.ok) return outcome.error.code === 80001 ? count : Number.NaN
  }
  return most
}

const limited = { perLead: 4, leadDays: 10, seconds: 60 }
const withLimit = (limit: Policy['leadReadLimit'] = limited, more: Partial<Policy> = {}) =>
  forked(start, { policy: { leadReadLimit: limit, ...more } })

describe('lead reads of a page [LIM-020]', () => {
  test.each([1, 2])('are 200 x 24 for each of %i leads in 24 hours, and no more [LIM-021]', (leads) => {
    const { world, read } = pageWith(forked(start), leads)
    expect(answered(read, 20_000)).toBe(200 * 24 * leads)
    expect(refusedBy(world, read)).toMatchObject({ code: 80001, type: 'OAuthException' })
    world.clock.advance('24h')
    expect(read().ok).toBe(true)
  })

  test('above the limit get a message with the limit', () => {
    const { world, read } = pageWith(withLimit(), 2)
    expect(answered(read)).toBe(8)
    expect(refusedBy(world, read).message).toBe(
      '(#80001) There have been too many calls to this page account: at most 8 in 60 seconds. Wait and retry',
    )
  })

  test.each<[string, string, object, (scene: Scene) => string]>([
    ['the read of a lead', 'readLead', { lead }, () => userToken],
    ['the leads of a form', 'listFormLeads', { form }, () => userToken],
    ['the leads of an ad', 'listAdLeads', { ad }, () => userToken],
    ['a read with a page token', 'readLead', { lead }, () => pageToken],
    ['a read of somebody else', 'readLead', { lead }, (scene) => tokenOf(scene)],
    ['a read of a system user', 'readLead', { lead }, (scene) => tokenOf(scene, { kind: 'systemUser' })],
  ])('count for one limit: %s', (_, operation, params, tokenIn) => {
    // The starter page has three leads.
    const scene = withLimit()
    const token = tokenIn(scene)
    const read = () => call(scene.world, token, operation, params)
    expect(read().ok).toBe(true)
    expect(answered(() => call(scene.world, userToken, 'readLead', { lead }))).toBe(11)
    expect(refusedBy(scene.world, read).code).toBe(80001)
  })

  test.each<[string, (scene: Scene) => void]>([
    ['an export', ({ world }) => call(world, userToken, 'exportLeads', { id: form, type: 'form' }).unwrap()],
    ['a read of the page', ({ world, page }) => call(world, pageToken, 'listPageFeed', { page }).unwrap()],
    ['reads of another page', (scene) => void answered(pageWith(scene, 1).read)],
    ['a lead read with an invalid token', ({ world }) => get(world, `/${lead}?access_token=nobody`)],
  ])('do not count %s', (_, done) => {
    const scene = withLimit()
    done(scene)
    expect(answered(() => call(scene.world, userToken, 'readLead', { lead }))).toBe(12)
    done(scene)
  })

  test.each<[string, (scene: Scene) => ReturnType<typeof call>]>([
    ['for a missing right', ({ world, noPermissionToken: no }) => call(world, no, 'readLead', { lead })],
    ['for a wrong parameter', ({ world }) => call(world, userToken, 'listFormLeads', { form, limit: 0 })],
  ])('count even if they are refused %s', (_, refused) => {
    const scene = withLimit()
    expect([100, 200]).toContain(refusedBy(scene.world, () => refused(scene)).code)
    expect(answered(() => call(scene.world, userToken, 'readLead', { lead }))).toBe(11)
  })

  test('are unlimited on a page without leads', () => {
    const { read } = pageWith(withLimit(), 0)
    expect(answered(read)).toBe(100)
  })

  test('of a page without leads count once it has one', () => {
    const { world, read, submit } = pageWith(withLimit(), 0)
    expect(answered(read, 3)).toBe(3)
    submit()
    expect(answered(read)).toBe(1)
    world.clock.advance('60s')
    expect(answered(read)).toBe(4)
  })

  test('are unlimited if the policy is null', () => {
    const { read } = pageWith(withLimit(null), 1)
    expect(answered(read)).toBe(100)
  })
})

describe('reads of an ad that serves two pages [LIM-020]', () => {
  /** The starter's ad, whose page has three leads, also has two leads of another page. */
  function shared(policy: Partial<Policy> = {}) {
    const scene = withLimit(limited, policy)
    const other = pageWith(scene, 1)
    const { world } = scene
    world.actions.submitLead({ form: other.form, ad, answers: {} }).unwrap()
    const readAd = (token = userToken) => call(world, token, 'listAdLeads', { ad })
    const readOwn = (token = userToken) => call(world, token, 'readLead', { lead })
    return { ...other, scene, readAd, readOwn }
  }

  test('count for both pages [LIM-020]', () => {
    const { readAd, readOwn, read } = shared()
    for (let count = 0; count < 3; count += 1) readAd().unwrap()
    // 4 x 3 reads of one page, 4 x 2 of the other, minus the three.
    expect([answered(readOwn), answered(read)]).toEqual([9, 5])
  })

  test.each(['the first page', 'the second page'])(
    'are refused when %s has had its reads, and count for none',
    (which) => {
      const { world, readAd, readOwn, read } = shared()
      const [full, free] = which === 'the first page' ? [readOwn, read] : [read, readOwn]
      const most = answered(full)
      expect([8, 12]).toContain(most)
      expect(refusedBy(world, readAd).code).toBe(80001)
      expect(answered(free)).toBe(20 - most)
    },
  )

  test('with a page token count for both pages as calls too [LIM-027]', () => {
    const { world, scene, page, readAd } = shared({ pageCallLimit: { perEngagedUser: 1, seconds: 60 } })
    const scopes = ['leads_retrieval', 'pages_read_engagement'] as const
    const issue = { kind: 'page', app: start.app, user, scopes } as const
    const otherToken = world.actions.issueToken({ ...issue, page }).unwrap().token
    for (let count = 0; count < 3; count += 1) readAd(pageToken).unwrap()
    for (let count = 0; count < 2; count += 1) readAd(otherToken).unwrap()
    const feed = (of: string, token: string) => () => call(scene.world, token, 'listPageFeed', { page: of })
    expect(answered(feed(start.page, pageToken))).toBe(5)
    expect(answered(feed(page, otherToken))).toBe(5)
  })

  test("report the usage of the limit of the token's page", () => {
    const { world, page } = shared({ pageCallLimit: { perEngagedUser: 1, seconds: 60 } })
    const issue = { kind: 'page', app: start.app, user, scopes: ['leads_retrieval'] } as const
    const otherToken = world.actions.issueToken({ ...issue, page }).unwrap().token
    const usageOf = (token: string) => {
      const { headers } = world.request({ method: 'GET', url: `/${ad}/leads?access_token=${token}` })
      return Object.keys(JSON.parse(headers['x-business-use-case-usage'] ?? '{}') as object)
    }
    expect([usageOf(pageToken), usageOf(otherToken), usageOf(userToken)]).toEqual([[start.page], [page], []])
  })
})

describe('the leads that count [LIM-020]', () => {
  test('are the current ones: another lead allows more reads', () => {
    const { read, submit } = pageWith(withLimit(), 1)
    expect(answered(read)).toBe(4)
    submit()
    expect(answered(read)).toBe(4)
  })

  test('are those of every ad, organic ones and those of every form of the page', () => {
    const scene = withLimit()
    const { world, page } = scene
    const other = world.actions.createLeadForm({ page, questions: [] }).unwrap().id
    world.actions.submitLead({ form: other, answers: {} }).unwrap()
    world.actions.submitLead({ form, answers, preview: true }).unwrap()
    expect(answered(() => call(world, userToken, 'readLead', { lead }))).toBe(5 * 4)
  })

  test.each([
    ['at their last second', 10 * DAY, 8],
    ['a second later, when the first has left', 10 * DAY + 1, 4],
    ['two seconds later, when both have left: a page without leads', 10 * DAY + 2, 100],
  ])('are those of the last days: %s', (_, seconds, expected) => {
    const scene = withLimit()
    const first = scene.world.clock.now
    const { world, read } = pageWith(scene, 2)
    world.clock.advance(first + seconds * 1000 - world.clock.now)
    expect(answered(read)).toBe(expected)
  })

  test('are those of the last 90 days [LIM-020]', () => {
    const scene = forked(start)
    const first = scene.world.clock.now
    const { world, read, submit } = pageWith(scene, 1)
    world.clock.advance(first + 90 * DAY * 1000 - world.clock.now)
    submit()
    world.clock.advance(999)
    expect(answered(read, 20_000)).toBe(2 * 4_800)
    world.clock.advance(1)
    world.clock.advance('1d')
    expect(answered(read, 20_000)).toBe(4_800)
  })

  test('are counted without the limit too, for a fork that switches it on', () => {
    const scene = withLimit(null)
    const { world, form: own } = pageWith(scene, 2)
    const fork = world.fork({ policy: { leadReadLimit: limited } })
    expect(answered(() => call(fork, userToken, 'listFormLeads', { form: own }))).toBe(8)
  })
})

describe('the window of reads [LIM-021]', () => {
  test('rolls, and refused reads are not in it', () => {
    const { world, read } = pageWith(withLimit(), 1)
    expect(read().ok).toBe(true)
    world.clock.advance('30s')
    expect(answered(read)).toBe(3)
    world.clock.advance(29_999)
    expect(answered(read)).toBe(0)
    world.clock.advance(1)
    expect(answered(read)).toBe(1)
    world.clock.advance('30s')
    expect(answered(read)).toBe(3)
  })

  test('is kept by snapshots and copied by forks', () => {
    const { world, read, form: own } = pageWith(withLimit(), 1)
    expect(answered(read)).toBe(4)
    const fork = world.fork()
    world.reset(world.snapshot())
    expect(answered(read)).toBe(0)
    world.clock.advance('60s')
    expect(answered(read)).toBe(4)
    expect(answered(() => call(fork, userToken, 'listFormLeads', { form: own }))).toBe(0)
  })
})

describe('together with the call limit of a page token', () => {
  const few = { pageCallLimit: { perEngagedUser: 1, seconds: 120 } }
  const read = (scene: Scene, token: string) => () => call(scene.world, token, 'readLead', { lead })

  test('a call above the call limit does not count as a lead read', () => {
    // Ten calls of the page, twelve lead reads.
    const scene = withLimit(limited, few)
    expect(answered(read(scene, pageToken))).toBe(10)
    expect(answered(read(scene, userToken))).toBe(2)
  })

  test('a lead read above its limit does not count as a call of the page', () => {
    const scene = withLimit({ ...limited, perLead: 2 }, few)
    expect(answered(read(scene, pageToken))).toBe(6)
    scene.world.clock.advance('60s')
    expect(answered(read(scene, pageToken))).toBe(4)
  })
})
