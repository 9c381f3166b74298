import { describe, expect, test } from 'vitest'
import { ArmedRules } from '../../../src/service/ledger/fault-rule.ts'
import { replay, restoreWorld } from '../../../src/world/create-world.ts'
import type { FaultRule } from '../../../src/world/faults.ts'
import type { World } from '../../../src/world/world.ts'
import { begin, call, forked, idsOf, refusedBy } from '../scene.ts'

const start = begin()
const { page, pageToken, userToken, app, campaign, lead } = start
const error = { kind: 'error', code: 190 } as const
const onFeed = { operation: 'listPageFeed' }

const fresh = () => forked(start).world
const read = (world: World, token = pageToken, version?: string) =>
  call(world, token, 'listPageFeed', { page }, version)
const publish = (world: World) => call(world, pageToken, 'publishPost', { page, message: 'Hello' })

/** Which of so many reads in a row are hit: `x` for a hit. */
const hitsOf = (world: World, count: number) =>
  Array.from({ length: count }, () => (read(world).ok ? '.' : 'x')).join('')

describe('an error', () => {
  test('before the rule runs changes nothing', () => {
    const world = fresh()
    const rule = world.faults.add({
      match: { operation: 'publishPost' },
      fault: { kind: 'error', code: 200 },
    })
    expect(refusedBy(world, () => publish(world))).toMatchObject({ code: 200, injectedBy: rule.id })
    const outcome = publish(world)
    expect(outcome).toMatchObject({ ok: false, committed: false, events: [] })
    expect(rule.hits).toBe(2)
  })

  test('after the commit loses the answer and keeps the effect', () => {
    const world = fresh()
    world.faults.add({
      match: { operation: 'publishPost' },
      fault: { kind: 'error', code: 80001, when: 'afterCommit' },
      times: 1,
    })
    const lost = publish(world)
    expect(lost).toMatchObject({ ok: false, committed: true, error: { code: 80001 } })
    expect(lost.events.map(({ type }) => type)).toEqual(['post.created'])
    expect(read(world).unwrap()['data']).toHaveLength(1)
    expect(publish(world).ok).toBe(true)
    expect(read(world).unwrap()['data']).toHaveLength(2)
  })

  test('after the commit does not hide the error of the rule', () => {
    const world = fresh()
    const fault = { kind: 'error', code: 80001, when: 'afterCommit' } as const
    world.faults.add({ match: {}, fault })
    const refused = () => call(world, pageToken, 'publishPost', { page })
    expect(refusedBy(world, refused)).toMatchObject({ code: 100 })
    expect(refusedBy(world, refused).injectedBy).toBeUndefined()
  })
})

describe('a dropped connection', () => {
  test.each([
    ['before', false, 0],
    ['afterCommit', true, 1],
  ] as const)('%s: no answer comes, and the effect is %j', (when, committed, posts) => {
    const world = fresh()
    world.faults.add({ match: { operation: 'publishPost' }, fault: { kind: 'drop', when } })
    const outcome = publish(world)
    expect(outcome).toMatchObject({ ok: false, committed, error: { code: 0, type: 'ConnectionDropped' } })
    expect(idsOf(read(world).unwrap())).toHaveLength(posts)
    const url = `/${page}/feed?access_token=${pageToken}`
    const response = world.request({ method: 'POST', url: `${url}&message=x` })
    expect(response).toEqual({ status: 0, headers: {}, body: '', dropped: true })
  })
})

describe('a rule acts', () => {
  test.each<[string, Partial<FaultRule>, string]>([
    ['on every call', {}, 'xxxxxxxx'],
    ['so many times', { times: 3 }, 'xxx.....'],
    ['never', { times: 0 }, '........'],
    ['after so many calls', { skip: 2 }, '..xxxxxx'],
    ['on every third call', { every: 3 }, '..x..x..'],
    ['on every second call after one, twice', { skip: 1, every: 2, times: 2 }, '..x.x...'],
    ['on every third call after one', { skip: 1, every: 3 }, '...x..x.'],
    ['at the rate 1', { rate: 1 }, 'xxxxxxxx'],
    ['at the rate 0', { rate: 0 }, '........'],
  ])('%s', (_, when, expected) => {
    const world = fresh()
    const rule = world.faults.add({ match: onFeed, fault: error, ...when })
    expect(hitsOf(world, 8)).toBe(expected)
    expect(rule.hits).toBe(expected.replaceAll('.', '').length)
  })

  test('at a rate drawn from the seed: some calls, the same ones every time', () => {
    const world = fresh()
    world.faults.add({ match: onFeed, fault: error, rate: 0.5 })
    const fork = world.fork()
    const pattern = hitsOf(world, 200)
    const hits = pattern.replaceAll('.', '').length
    // The chance that fewer than 60 or more than 140 of 200 fair draws hit is below one in a hundred million.
    expect(hits).toBeGreaterThan(60)
    expect(hits).toBeLessThan(140)
    expect(hitsOf(fork, 200)).toBe(pattern)
  })

  test('as the first of those that match; the others do not count the call', () => {
    const world = fresh()
    const first = world.faults.add({ match: onFeed, fault: { kind: 'error', code: 200 }, times: 1 })
    const second = world.faults.add({ match: onFeed, fault: error, skip: 1 })
    const codes = Array.from({ length: 3 }, () => {
      const outcome = read(world)
      return outcome.ok ? 'answered' : outcome.error.code
    })
    expect(codes).toEqual([200, 'answered', 190])
    expect([first.hits, second.hits]).toEqual([1, 1])
  })

  test('never on an operation that cannot answer its code', () => {
    const world = fresh()
    const rule = world.faults.add({ match: {}, fault: { kind: 'error', code: 3001 } })
    expect(read(world).ok).toBe(true)
    expect(rule.hits).toBe(0)
    const refused = () => call(world, pageToken, 'listPagePhotos', { page })
    expect(refusedBy(world, refused).code).toBe(3001)
  })
})

describe('a rule matches', () => {
  const others = (world: World) => ({
    feed: read(world).ok,
    older: read(world, pageToken, 'v19.0').ok,
    user: read(world, userToken).ok,
    campaign: call(world, userToken, 'readCampaign', { campaign }).ok,
    lead: call(world, pageToken, 'readLead', { lead }).ok,
  })
  const answered = { feed: true, older: true, user: true, campaign: true, lead: true }

  test.each<[string, FaultRule['match'], object]>([
    ['everything', {}, { feed: false, older: false, user: false, campaign: false, lead: false }],
    ['an operation', onFeed, { feed: false, older: false, user: false }],
    ['the node in the path', { target: campaign }, { campaign: false }],
    ['a token', { token: userToken }, { user: false, campaign: false }],
    ['an app', { app }, { feed: false, older: false, user: false, campaign: false, lead: false }],
    ['another app', { app: '1' }, {}],
    ['a version', { version: 'v19.0' }, { older: false }],
    ['the version of calls that name none', { version: 'v26.0', operation: 'readLead' }, { lead: false }],
    ['all that is given together', { ...onFeed, token: userToken }, { user: false }],
    ['nothing together', { operation: 'readLead', token: userToken }, {}],
  ])('%s', (_, match, expected) => {
    const world = fresh()
    world.faults.add({ match, fault: error })
    expect(others(world)).toEqual({ ...answered, ...expected })
  })

  test('from one instant until before another, in any form', () => {
    const world = fresh()
    const { now } = world.clock
    const between = [new Date(now + 60_000), new Date(now + 120_000).toISOString()] as const
    world.faults.add({ match: { ...onFeed, between }, fault: error })
    const at = (milliseconds: number) => {
      world.clock.advanceTo(now + milliseconds)
      return read(world).ok
    }
    expect([59_999, 60_000, 119_999, 120_000].map(at)).toEqual([true, false, false, true])
  })
})

describe('a rule is refused', () => {
  test.each<[unknown, RegExp]>([
    [
      { match: { operation: 'publishPost' }, fault: { kind: 'error', code: 324 } },
      /^The member fault\.code must be an error code of publishPost \(.*\), got 324$/,
    ],
    [
      { match: { operation: 'nothing' }, fault: error },
      /^The member match\.operation must be the name of an operation, got "nothing"$/,
    ],
    [{ match: {}, fault: { kind: 'error', code: 506 } }, /./],
    [{ match: {}, fault: { kind: 'explode' } }, /./],
    [{ match: { planet: 'x' }, fault: error }, /./],
    [{ match: {}, fault: error, every: 0 }, /./],
    [{ match: {}, fault: error, times: -1 }, /./],
    [{ match: {}, fault: error, rate: 1.1 }, /./],
    [{ match: { between: ['yesterday', 5] }, fault: error }, /^An instant is Unix milliseconds/],
  ])('%j', (rule, message) => {
    const world = fresh()
    expect(() => world.faults.add(rule as FaultRule)).toThrow(TypeError)
    expect(() => world.faults.add(rule as FaultRule)).toThrow(message)
    expect(world.faults.rules).toEqual([])
  })
})

describe('rules are part of the state', () => {
  test('one rule is removed, and then all', () => {
    const world = fresh()
    const first = world.faults.add({ match: onFeed, fault: error })
    world.faults.add({ match: { operation: 'readLead' }, fault: error })
    first.remove()
    expect(read(world).ok).toBe(true)
    expect(world.faults.rules).toHaveLength(1)
    expect(() => first.remove()).toThrow(TypeError)
    world.faults.clear()
    expect(world.faults.rules).toEqual([])
  })

  test('forks and snapshots contain them with their counts, and are independent', () => {
    const world = fresh()
    const rule = world.faults.add({ match: onFeed, fault: error, skip: 1, times: 2 })
    expect(hitsOf(world, 2)).toBe('.x')
    const fork = world.fork()
    const restored = restoreWorld(JSON.parse(JSON.stringify(world.snapshot())))
    for (const other of [fork, restored, world]) expect(hitsOf(other, 3)).toBe('x..')
    expect(rule.hits).toBe(2)
    fork.faults.clear()
    expect(world.faults.rules).toHaveLength(1)
  })

  test('a snapshot may have no more rules than a world', () => {
    const world = fresh()
    world.faults.add({ match: onFeed, fault: error })
    const [rule] = world.faults.rules
    expect(ArmedRules.safeParse(Array(1_000).fill(rule)).success).toBe(true)
    expect(ArmedRules.safeParse(Array(1_001).fill(rule)).error?.message).toContain('has more than 1000 rules')
  })

  test.each([{ operation: 'listPageFeed' }, { token: 'x' }, { version: 'v24.0' }])(
    'a rule about notices matches no call: %j',
    (match) => {
      expect(() => fresh().faults.add({ match, fault: { kind: 'notice', how: 'drop' } })).toThrow(
        'The member match of a rule about notices must have only app, target and between',
      )
    },
  )

  test('a recording contains them', () => {
    const world = begin().world
    const { names } = world
    world.faults.add({ match: onFeed, fault: error, rate: 0.5 })
    for (let count = 0; count < 20; count += 1) read(world, names?.pageToken)
    const played = replay(JSON.parse(JSON.stringify(world.history.recording())))
    expect(played.difference).toBeUndefined()
    expect(played.world.hash('full')).toBe(world.hash('full'))
  })

  test('their random draws change no other random value', () => {
    const tokenAfter = (world: World) => {
      hitsOf(world, 5)
      return world.actions.issueToken({ kind: 'user', app, user: start.user }).unwrap().token
    }
    const [with2, with1, without] = [fresh(), fresh(), fresh()]
    with2.faults.add({ match: onFeed, fault: error, rate: 0.5 })
    with2.faults.add({ match: onFeed, fault: error, rate: 0.5 })
    with1.faults.add({ match: onFeed, fault: error, rate: 0.5 })
    expect(tokenAfter(with2)).toBe(tokenAfter(without))
    expect(with1.hash()).toBe(start.world.hash())
    const patternOf = (world: World) => hitsOf(world, 30)
    const [alone, crowded] = [fresh(), fresh()]
    alone.faults.add({ match: onFeed, fault: error, rate: 0.5 })
    crowded.faults.add({ match: onFeed, fault: error, rate: 0.5 })
    crowded.faults.add({ match: { operation: 'readLead' }, fault: error, rate: 0.5 })
    expect(patternOf(crowded)).toBe(patternOf(alone))
  })
})
