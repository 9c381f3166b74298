import { describe, expect, test } from 'vitest'
import { forked, type Scene } from '../../service/scene.ts'
import { hooked, onlyOne, payloadOf, submit } from './hook-world.ts'

const start = hooked()
const { app } = start
const MINUTE = 60_000

/** A scene in which a lead was submitted, and every delivery so far was answered with the status. */
async function answered(status: number): Promise<Scene> {
  const scene = forked(start, {})
  submit(scene)
  using _ = scene.world.webhooks.connect(app, () => ({ status }))
  await scene.world.webhooks.flush()
  return scene
}

const resend = ({ world }: Scene, delivery: string) => world.actions.resendDelivery({ delivery })

/** The deliveries of the outbox: id, status, attempts and due time after the start. */
const listed = ({ world }: Scene) =>
  world.webhooks.outbox.map(({ id, status, attempts, due }) =>
    [id, status, attempts.length, due === null ? 'never' : (due - start.world.clock.now) / MINUTE].join(' '),
  )

describe('resendDelivery', () => {
  test('sends what was delivered once more, with the same changes and the time of the new attempt', async () => {
    const scene = await answered(200)
    const { world } = scene
    const first = payloadOf(onlyOne(world))
    world.clock.advance('1h')
    expect(resend(scene, 'delivery-1')).toMatchObject({ ok: true, value: { id: 'delivery-2' } })
    expect(listed(scene)).toEqual(['delivery-1 delivered 1 never', 'delivery-2 queued 0 60'])
    using _ = world.webhooks.connect(app, () => ({ status: 200 }))
    const [again] = await world.webhooks.flush()
    const [entry] = again ? payloadOf(again).entry : []
    expect(entry?.changes).toEqual(first.entry[0]?.changes)
    expect(entry?.time).toBe((first.entry[0]?.time ?? 0) + 3_600)
    expect(listed(scene)).toEqual(['delivery-1 delivered 1 never', 'delivery-2 delivered 1 never'])
  })

  test('makes a retry due at once, and leaves the retries after it at their times [HOK-021]', async () => {
    const scene = await answered(500)
    const { world } = scene
    using _ = world.webhooks.connect(app, () => ({ status: 500 }))
    // The first retry is due at once; the next one after a minute.
    expect(listed(scene)).toEqual(['delivery-1 attempted 2 1'])
    world.clock.advance('20s')
    expect(resend(scene, 'delivery-1')).toMatchObject({ ok: true, value: { id: 'delivery-1' } })
    await world.webhooks.flush()
    expect(listed(scene)).toEqual(['delivery-1 attempted 3 5'])
  })

  test('makes a late notice due', () => {
    const scene = forked(start, {})
    const { world } = scene
    world.faults.add({ match: {}, fault: { kind: 'notice', how: 'delay', by: '1h' } })
    submit(scene)
    expect(listed(scene)).toEqual(['delivery-1 queued 0 60'])
    expect(resend(scene, 'delivery-1')).toMatchObject({ ok: true, value: { id: 'delivery-1' } })
    expect(listed(scene)).toEqual(['delivery-1 queued 0 0'])
  })

  test('puts several changes of one delivery into one payload again', async () => {
    const scene = forked(start, {})
    const { world } = scene
    for (let count = 0; count < 3; count++) submit(scene)
    using _ = world.webhooks.connect(app, () => ({ status: 200 }))
    await world.webhooks.flush()
    resend(scene, 'delivery-1')
    const [again] = await world.webhooks.flush()
    expect(again).toMatchObject({ id: 'delivery-4', notices: 3 })
  })

  test('sends a notice that a fault dropped', () => {
    const scene = forked(start, {})
    scene.world.faults.add({ match: {}, fault: { kind: 'notice', how: 'drop' } })
    submit(scene)
    resend(scene, 'delivery-1')
    expect(listed(scene)).toEqual(['delivery-1 dropped 0 never', 'delivery-2 queued 0 0'])
  })

  test('names the delivery of an earlier notice, with which the notices of one that has ended are sent', async () => {
    const scene = await answered(200)
    submit(scene)
    expect(resend(scene, 'delivery-1')).toMatchObject({ ok: true, value: { id: 'delivery-2' } })
    expect(listed(scene)).toEqual(['delivery-1 delivered 1 never', 'delivery-2 queued 0 0'])
  })

  test('names the delivery of an earlier notice, with which a late one is sent', () => {
    const scene = forked(start, {})
    submit(scene)
    scene.world.faults.add({ match: {}, fault: { kind: 'notice', how: 'delay', by: '1h' } })
    submit(scene)
    expect(listed(scene)).toEqual(['delivery-1 queued 0 0', 'delivery-2 queued 0 60'])
    expect(resend(scene, 'delivery-2')).toMatchObject({ ok: true, value: { id: 'delivery-1' } })
    expect(listed(scene)).toEqual(['delivery-1 queued 0 0'])
  })

  test('refuses a delivery that is under way', () => {
    const scene = forked(start, {})
    submit(scene)
    let outcome: unknown
    using _ = scene.world.webhooks.connect(app, () => {
      outcome = resend(scene, 'delivery-1')
      return { status: 200 }
    })
    return scene.world.webhooks.flush().then(() => {
      expect(outcome).toMatchObject({ error: { message: expect.stringMatching(/it is under way$/) } })
    })
  })

  test('refuses a handshake that has ended', () => {
    const scene = forked(start, {})
    const { world } = scene
    world.actions.setWebhook({ app, url: 'http://localhost:9/hook' }).unwrap()
    world.actions.removeWebhook({ app }).unwrap()
    expect(resend(scene, 'delivery-1')).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(/its handshake has ended: set the webhook again$/) },
    })
  })
})
