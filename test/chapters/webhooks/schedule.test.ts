import { describe, expect, test } from 'vitest'
import { waitingDeliveries } from '../../../src/chapters/webhooks/attempt.ts'
import { outboxIn, withNotice } from '../../../src/chapters/webhooks/outbox.ts'
import { snapshot } from '../../../src/engine/state/snapshot.ts'
import { service } from '../../../src/machine/service-machine.ts'
import type { Policy } from '../../../src/service/policy.ts'
import { restoreWorld } from '../../../src/world/create-world.ts'
import { forked, type Scene } from '../../service/scene.ts'
import { fed, hooked, onlyOne, payloadOf, submit } from './hook-world.ts'

const start = hooked()
const { app } = start
const fresh = (policy?: Partial<Policy>): Scene => forked(start, policy ? { policy } : {})
const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Advances from attempt to attempt, each answered with 500. Returns their times after the first attempt. */
async function attemptsOf(scene: Scene, status = 500): Promise<number[]> {
  const { world } = scene
  using _ = world.webhooks.connect(app, () => ({ status }))
  const { id } = onlyOne(world)
  for (let due = world.webhooks.due; due !== undefined; due = world.webhooks.due) {
    if (due > world.clock.now) world.clock.advanceTo(due)
    await world.webhooks.flush()
  }
  const { attempts } = world.webhooks.outbox.find((delivery) => delivery.id === id) ?? { attempts: [] }
  return attempts.map(({ at }) => at - (attempts[0]?.at ?? 0))
}

describe('an undelivered notice [HOK-021]', () => {
  const late = [0, 0, 1 * MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR]

  test('is retried at once, then 1, 5, 15, 60 minutes, 3, 6, 12, 24 hours after the first attempt', async () => {
    const scene = fresh()
    submit(scene)
    expect(await attemptsOf(scene)).toEqual(late)
  })

  test('is retried on the same schedule after a late first attempt', async () => {
    const scene = fresh()
    submit(scene)
    scene.world.clock.advance('50h')
    expect(await attemptsOf(scene)).toEqual(late)
  })

  test('follows the schedule of the policy', async () => {
    const scene = fresh({ webhook: { retrySchedule: [2, 3, 3, 10], dropAfter: 10, signing: 'none' } })
    submit(scene)
    expect(await attemptsOf(scene)).toEqual([0, 2_000, 3_000, 3_000])
  })

  test('has no next attempt once the next retry is not before its drop', async () => {
    const scene = fresh({ webhook: { retrySchedule: [2, 10], dropAfter: 10, signing: 'none' } })
    submit(scene)
    expect(await attemptsOf(scene)).toEqual([0, 2_000])
    expect(onlyOne(scene.world)).toMatchObject({ status: 'attempted', due: null })
  })

  test('is not retried if the schedule is empty', async () => {
    const scene = fresh({ webhook: { retrySchedule: [], dropAfter: 10, signing: 'none' } })
    submit(scene)
    expect(await attemptsOf(scene)).toEqual([0])
    expect(onlyOne(scene.world).status).toBe('attempted')
    scene.world.clock.advance('10s')
    expect(onlyOne(scene.world).status).toBe('dropped')
  })

  test('is dropped exactly 36 hours after the first attempt, and listed as dropped', async () => {
    const scene = fresh()
    const { world } = scene
    const first = world.clock.now
    submit(scene)
    await attemptsOf(scene)
    expect(world.clock.now - first).toBe(24 * HOUR)
    world.clock.advance(12 * HOUR - 1)
    expect(onlyOne(world)).toMatchObject({ status: 'attempted', due: null, reason: null })
    world.clock.advance(1)
    const dropped = { status: 'dropped', due: null, reason: 'It was not delivered in time' }
    expect(onlyOne(world)).toMatchObject(dropped)
    // The next input stores the drop; nothing else changes.
    submit(scene)
    using _ = world.webhooks.connect(app, () => ({ status: 200 }))
    await world.webhooks.flush()
    expect(world.webhooks.outbox.map(({ status }) => status)).toEqual(['dropped', 'delivered'])
    expect(world.webhooks.outbox[0]).toMatchObject(dropped)
  })

  test('that has expired keeps its reason when its webhook is removed', async () => {
    const scene = fresh()
    const { world } = scene
    submit(scene)
    await attemptsOf(scene)
    world.clock.advance('3d')
    const [dropped] = world.webhooks.outbox
    world.actions.removeWebhook({ app }).unwrap()
    expect(world.webhooks.outbox).toEqual([dropped])
  })

  test('that has expired leaves its room to new ones', async () => {
    const scene = fresh()
    const { world } = scene
    for (let count = 0; count < 5_000; count++) submit(scene)
    await attemptsOf(scene)
    world.clock.advance('12h')
    submit(scene)
    expect(world.webhooks.outbox.map(({ status, notices }) => [status, notices])).toEqual([
      ['dropped', 5_000],
      ['queued', 1],
    ])
  })

  test('is retried once after a long time without a flush', async () => {
    const scene = fresh()
    submit(scene)
    const at: number[] = []
    using _ = scene.world.webhooks.connect(app, () => {
      at.push(scene.world.clock.now)
      return { status: 500 }
    })
    await scene.world.webhooks.flush()
    scene.world.clock.advance('10h')
    await scene.world.webhooks.flush()
    const [first = 0] = at
    expect(at.map((instant) => instant - first)).toEqual([0, 0, 10 * HOUR])
    expect((scene.world.webhooks.due ?? 0) - first).toBe(12 * HOUR)
  })

  test('without an attempt waits without a time limit', () => {
    const scene = fresh()
    submit(scene)
    scene.world.clock.advance('300d')
    expect(onlyOne(scene.world).status).toBe('queued')
  })

  test.each([200])('is delivered by the status %i', async (status) => {
    const scene = fresh()
    submit(scene)
    expect(await attemptsOf(scene, status)).toEqual([0])
    expect(onlyOne(scene.world)).toMatchObject({
      status: 'delivered',
      due: null,
      attempts: [{ status, error: null }],
    })
  })

  test.each([100, 199, 201, 202, 204, 301, 302, 304, 400, 404, 410, 429, 500, 503, 599])(
    'is not delivered by the status %i',
    async (status) => {
      const scene = fresh()
      submit(scene)
      expect(await attemptsOf(scene, status)).toHaveLength(10)
    },
  )
})

/** Returns 'ok' or the error message of an input. */
const messageOf = ({ world }: Scene, input: object) => {
  const { outcome } = service.step(world.state, { type: 'delivered', ...input })
  return outcome.ok ? 'ok' : outcome.error.message
}

const begin = { type: 'delivered', begin: 'delivery-1' }
const report = (result: object) => ({ type: 'delivered', delivery: 'delivery-1', result })

describe('the input delivered', () => {
  const scene = fresh()
  submit(scene)
  const begun = fed(scene.world.state, begin)

  test.each<[string, object, RegExp]>([
    ['begins a delivery that is due', { begin: 'delivery-1' }, /^ok$/],
    [
      'does not begin an unknown delivery',
      { begin: 'delivery-2' },
      /^\(#100\) The delivery "delivery-2" is not due, or does not exist$/,
    ],
    [
      'does not begin a delivery by a part of its id',
      { begin: '1' },
      /The delivery "1" is not due, or does not exist/,
    ],
    [
      'does not report a delivery that has not begun',
      { delivery: 'delivery-1', result: { status: 200 } },
      /The delivery "delivery-1" has no attempt in progress/,
    ],
    ['needs `begin` or `delivery`', {}, /^\(#100\) /],
    [
      'refuses `begin` and `delivery` together',
      { begin: 'delivery-1', delivery: 'delivery-1' },
      /^\(#100\) /,
    ],
    ['refuses an id that is a number', { begin: 1 }, /^\(#100\) /],
  ])('%s', (_, input, words) => {
    expect(messageOf(scene, input)).toMatch(words)
  })

  test.each<[string, object, boolean]>([
    ['a status', { status: 200 }, true],
    ['a status with a body', { status: 500, body: 'x' }, true],
    ['an error', { error: 'reset' }, true],
    ['nothing', {}, false],
    ['both', { status: 200, error: 'x' }, false],
    ['a status below 100', { status: 99 }, false],
    ['a status above 599', { status: 600 }, false],
    ['a status in text', { status: '200' }, false],
    ['half a status', { status: 200.5 }, false],
    ['an error too long', { error: 'x'.repeat(201) }, false],
    ['a body too long', { status: 200, body: 'x'.repeat(65_537) }, false],
    ['an unknown member', { status: 200, more: 1 }, false],
  ])('takes or refuses as a result: %s', (_, result, ok) => {
    const { outcome, state } = service.step(begun, report(result))
    expect(outcome.ok).toBe(ok)
    expect(state.graph).toBe(begun.graph)
    if (!ok) expect(state.ledger.notes).toBe(begun.ledger.notes)
  })

  test('reports a delivery once', () => {
    const after = fed(begun, report({ status: 500 }))
    expect(service.step(after, report({ status: 200 })).outcome.ok).toBe(false)
  })

  test('begins a delivery again if no result came, as in a fork or a restored world', () => {
    const after = fed(begun, begin, report({ status: 200 }))
    expect(service.step(after, begin).outcome.ok).toBe(false)
  })

  test('begins nothing for a webhook that is not active', () => {
    const later = fresh()
    submit(later)
    later.world.actions.setWebhook({ app, url: 'http://localhost/hook' }).unwrap()
    expect(messageOf(later, { begin: 'delivery-1' })).toMatch(
      /The delivery "delivery-1" is not due, or does not exist/,
    )
    expect(messageOf(later, { begin: 'delivery-2' })).toBe('ok')
  })

  test('begins nothing before its time', () => {
    const failed = fed(begun, report({ status: 500 }), begin, report({ status: 500 }))
    expect(service.step(failed, begin).outcome.ok).toBe(false)
    const later = fed(failed, { type: 'advance', to: failed.graph.now + MINUTE - 1 })
    expect(service.step(later, begin).outcome.ok).toBe(false)
    fed(later, { type: 'advance', to: failed.graph.now + MINUTE }, begin)
  })

  test('fixes the notices of a delivery when it begins, not when it is reported', () => {
    const before = fresh()
    const first = submit(before)
    const state = fed(before.world.state, begin)
    const scene = { ...before, world: restoreWorld(snapshot(state)) }
    const second = submit(scene)
    const leads = scene.world.webhooks.outbox.map((delivery) =>
      payloadOf(delivery).entry[0]?.changes.map(({ value }) => String(value['leadgen_id'])),
    )
    expect(leads).toEqual([[first], [second]])
  })

  test('emits an event with the result of a delivery', () => {
    const events = (input: object) => service.step(begun, input).events.map(({ type, data }) => [type, data])
    const data = { delivery: 'delivery-1', app }
    expect(events(report({ status: 200 }))).toEqual([['webhook.delivered', data]])
    expect(events(report({ status: 200, body: 'EVENT_RECEIVED' }))).toEqual([['webhook.delivered', data]])
    expect(events(report({ error: 'x' }))).toEqual([['webhook.undelivered', data]])
  })
})

describe('the outbox', () => {
  test('is part of snapshots, forks, history and replays, and of the full hash', () => {
    const scene = fresh()
    const { world } = scene
    submit(scene)
    const { outbox } = world.webhooks
    const written: unknown = JSON.parse(JSON.stringify(world.snapshot()))
    const others = [restoreWorld(written), world.fork(), world.history.at(world.history.length)]
    for (const other of others) {
      expect(other.webhooks.outbox).toEqual(outbox)
      expect(other.hash('full')).toBe(world.hash('full'))
    }
    const [before] = [world.hash('full')]
    const [fork = world] = others
    fork.webhooks.connect(app, () => ({ status: 200 }))
    submit({ ...scene, world: fork })
    expect(world.hash('full')).toBe(before)
    expect(world.webhooks.outbox).toEqual(outbox)
  })

  test('changes the full hash and not the graph hash', async () => {
    const [one, two] = [fresh(), fresh()]
    submit(one)
    submit(two)
    two.world.webhooks.connect(app, () => ({ status: 200 }))
    await two.world.webhooks.flush()
    expect(two.world.hash()).toBe(one.world.hash())
    expect(two.world.hash('full')).not.toBe(one.world.hash('full'))
  })

  test('of a snapshot must be valid', () => {
    const written = JSON.parse(JSON.stringify(start.world.snapshot())) as ReturnType<
      typeof start.world.snapshot
    >
    for (const webhooks of [1, {}, { next: -1 }]) {
      written.state.ledger.notes = { webhooks } as typeof written.state.ledger.notes
      expect(() => restoreWorld(written)).toThrow(/note webhooks|hash/)
    }
  })

  test('delivers a delayed notice by itself, later', () => {
    const notice = { app: 1, page: 2, field: 'leadgen', value: {} } as const
    const [now, later] = [1_000, 2_000]
    const outbox = withNotice(withNotice(outboxIn({ notes: {} }), notice, now, later), notice, now)
    const due = (by: number) =>
      waitingDeliveries(outbox.waiting, by).map(({ id, notices }) => [
        id,
        notices.map(({ number }) => number),
      ])
    expect(due(now)).toEqual([['delivery-2', [2]]])
    expect(due(later)).toEqual([['delivery-1', [1, 2]]])
  })

  test('holds 5,000 notices, lists further ones as dropped, and lists the last 1,000 ended notices', () => {
    let outbox = outboxIn({ notes: {} })
    const notice = { app: 1, page: 2, field: 'leadgen', value: {} } as const
    const fill = (count: number) => {
      for (let at = 0; at < count; at++) outbox = withNotice(outbox, notice, 0)
    }
    fill(5_001)
    expect([outbox.waiting.length, outbox.ended.length, outbox.forgotten]).toEqual([5_000, 1, 0])
    expect(outbox.ended[0]).toMatchObject({
      id: 'delivery-5001',
      ending: 'dropped',
      reason: 'The outbox holds 5000 notices already',
    })
    fill(1_004)
    expect([outbox.waiting.length, outbox.ended.length, outbox.forgotten]).toEqual([5_000, 1_000, 5])
    expect(outbox.ended[0]?.id).toBe('delivery-5006')
  })
})
