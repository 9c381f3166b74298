import { describe, expect, test } from 'vitest'
import { toFetchHandler } from '../../src/server/fetch.ts'
import { createWorld, restoreWorld } from '../../src/world/create-world.ts'
import type { World } from '../../src/world/world.ts'
import { begin, call, forked, get } from '../service/scene.ts'

const start = begin()
const { page, pageToken, lead, campaign, userToken } = start

/** A read of several ids, as a typed call and as the URL of a request. */
interface Asked {
  readonly params: { readonly ids: readonly string[]; readonly fields: string }
  readonly url: string
}

const publish = (world: typeof start.world) => call(world, pageToken, 'publishPost', { page, message: 'x' })

describe('events', () => {
  test('are numbered and dated, oldest first', () => {
    const { world } = forked(start)
    const before = world.events.length
    world.clock.advance('1h')
    publish(world)
    publish(world)
    const all = world.events.all()
    expect(all.map(({ sequence }) => sequence)).toEqual(all.map((_, index) => index + 1))
    expect(all.slice(before).map(({ type, at }) => [type, at])).toEqual([
      ['post.created', world.clock.now],
      ['post.created', world.clock.now],
    ])
    expect(world.events.since(before)).toEqual(all.slice(before))
    expect(world.events.since(all.length)).toEqual([])
    expect(world.events.of('post.created')).toEqual(all.slice(before))
    expect(world.events.last()).toEqual(all.at(-1))
    expect(world.events.last('leadgen')).toEqual(all.findLast(({ type }) => type === 'leadgen'))
    expect(world.events.last('nothing')).toBeUndefined()
  })

  test('cannot be changed', () => {
    const { world } = forked(start)
    world.actions.submitLead({ form: start.form, answers: { full_name: 'Ann', email: 'a@b.test' } }).unwrap()
    const event = world.events.last('leadgen')
    expect(() => Reflect.set(event?.data as object, 'object', 'x')).not.toThrow()
    expect(event?.data).toMatchObject({ object: 'page' })
    expect(Object.isFrozen(event)).toBe(true)
  })
})

describe('calls', () => {
  test('are kept with their outcome, and reads without their value', () => {
    const { world } = forked(start)
    const before = world.calls.length
    const made = publish(world).unwrap()
    call(world, pageToken, 'readLead', { lead })
    call(world, pageToken, 'publishPost', { page })
    call(world, 'nobody', 'readLead', { lead })
    const [first, second, third, fourth] = world.calls.all().slice(before)
    expect(first).toMatchObject({ operation: 'publishPost', outcome: { ok: true, value: made } })
    expect(second?.outcome).toEqual({ ok: true })
    expect(third).toMatchObject({ operation: 'publishPost', outcome: { ok: false, error: { code: 100 } } })
    expect(fourth).toMatchObject({ operation: 'readLead', token: null, outcome: { error: { code: 190 } } })
    expect(world.calls.of('publishPost')).toEqual([first, third])
    expect(world.calls.last('publishPost')).toEqual(third)
    expect(world.calls.last()).toEqual(fourth)
    expect(world.calls.last('copyCampaign')).toBeUndefined()
  })

  describe.each<[string, (world: World, asked: Asked) => unknown]>([
    ['a typed call', ({ as }, { params }) => as(userToken).readMany(params)],
    ['a request', (world, { url }) => get(world, url)],
    ['fetch', (world, { url }) => toFetchHandler(world)(new Request(`https://graph.test${url}`))],
  ])('of several ids by %s', (_, read) => {
    const asked = (...ids: string[]): Asked => ({
      params: { ids, fields: 'id' },
      url: `/?ids=${ids.join()}&fields=id&access_token=${userToken}`,
    })

    test('have the error of the read that fails, as the answer has it', async () => {
      const { world } = forked(start)
      const before = world.calls.length
      await read(world, asked(campaign, '999'))
      const missing = { ok: false, error: { code: 100, subcode: 33 } }
      expect(world.calls.all().slice(before)).toMatchObject([
        { operation: 'readMany', params: { ids: [campaign, '999'] }, outcome: missing },
        { operation: 'readCampaign', outcome: { ok: true } },
        { operation: null, outcome: missing },
      ])
      expect(world.calls.last('readMany')?.outcome).toEqual(world.calls.last()?.outcome)
      expect(Object.isFrozen(world.calls.last('readMany'))).toBe(true)
    })

    test('have no value if all succeed', async () => {
      const { world } = forked(start)
      await read(world, asked(campaign))
      expect(world.calls.last('readMany')?.outcome).toEqual({ ok: true })
    })
  })

  test.each([1, 2, 3])('of several ids, of which one fails, fill a log of %i', (logSize) => {
    const { world, campaign: known, userToken: token } = begin({ logSize })
    const all = world.calls.length + world.calls.dropped
    call(world, token, 'readMany', { ids: [known, '999'] })
    expect(world.calls.length + world.calls.dropped).toBe(all + 3)
    expect(world.calls.all().map(({ outcome }) => outcome.ok)).toEqual([false, true, false].slice(-logSize))
  })

  test('of a batch have no value, which may hold what its calls must not log', () => {
    const { world } = forked(start)
    const before = world.calls.length
    const batch = [{ method: 'GET', relative_url: `${campaign}?fields=id` }]
    expect(call(world, userToken, 'batch', { batch }).unwrap()).toHaveLength(1)
    expect(world.calls.all().slice(before)).toMatchObject([
      { operation: 'batch', outcome: { ok: true } },
      { operation: 'readCampaign', outcome: { ok: true } },
    ])
    expect(world.calls.last('batch')?.outcome).toEqual({ ok: true })
  })

  test('and events are kept up to logSize, and the dropped ones are counted', () => {
    const { world, page: target, pageToken: token } = begin({ logSize: 4 })
    for (let count = 0; count < 6; count += 1)
      call(world, token, 'publishPost', { page: target, message: 'x' })
    expect([world.calls.length, world.events.length]).toEqual([4, 4])
    expect([world.calls.dropped, world.events.dropped]).toEqual([2, 2])
    expect(world.events.all().map(({ sequence }) => sequence)).toEqual([3, 4, 5, 6])
  })
})

test('a call whose parameters fill its entry keeps its outcome, and the world loads its own snapshot', () => {
  const world = createWorld({ policy: { beyond: 'serve' } })
  const { adSet, userToken } = world.starter()
  const targeting = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`member ${at}`, at]))
  expect(world.as(userToken).updateAdSet({ adSet, targeting }).ok).toBe(true)
  const [entry] = world.calls.all()
  expect(entry).toMatchObject({ operation: 'updateAdSet', outcome: { ok: true }, files: [] })
  expect(JSON.stringify(entry?.params)).toContain('… (5,000 members)')
  expect(restoreWorld(world.snapshot()).hash('full')).toBe(world.hash('full'))
})
