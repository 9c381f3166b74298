import { describe, expect, test } from 'vitest'
import { createWorld, replay } from '../../src/world/create-world.ts'
import { traceSchema } from '../../src/world/history/trace-schema.ts'

function begun() {
  const world = createWorld()
  return { world, ...world.starter() }
}

describe('world.trace', () => {
  test('has each step with its reason, its rows and its events', () => {
    const { world, page, form, pageToken, noPermissionToken } = begun()
    const { id } = world.as(pageToken).publishPost({ page, message: 'hi' }).unwrap()
    world.as(noPermissionToken).publishPost({ page, message: 'no' })
    world.actions.submitLead({ form, answers: { full_name: 'Ann', email: 'ann@example.test' } }).unwrap()
    world.request({ method: 'GET', url: `/v26.0/${page}?fields=name&access_token=${pageToken}` })
    world.clock.advance('1h')
    const trace = world.trace({ title: 'Four steps' })
    expect(trace).toMatchObject({ format: 'fauxgraph-trace', version: 1, title: 'Four steps', earlier: 0 })
    expect([trace.now, trace.hash, trace.seed]).toEqual([world.clock.now, world.hash(), world.seed])
    expect(
      trace.steps.map(({ sequence, type, name, status, ok, code, events }) => [
        sequence,
        type,
        name,
        status,
        ok,
        code,
        events,
      ]),
    ).toEqual([
      [1, 'call', 'publishPost', 200, true, null, 1],
      [2, 'call', 'publishPost', 400, false, 200, 0],
      [3, 'action', 'submitLead', null, true, null, 1],
      [4, 'request', 'readPage', 200, true, null, 0],
      [5, 'advance', 'to 2026-01-15T10:00:00Z', null, true, null, 0],
    ])
    const [published, refused, , read] = trace.steps
    expect(published).toMatchObject({
      target: page,
      failedCheck: null,
      sent: { method: 'POST', path: `/v26.0/${page}/feed`, params: { message: 'hi' } },
      rows: [{ kind: 'posts', change: 'created', before: null }],
    })
    expect(JSON.parse(published?.value ?? '')).toEqual({ id })
    expect(refused).toMatchObject({ failedCheck: 'permission', value: null, rows: [], error: { code: 200 } })
    expect(trace.checks.map(({ name }) => name)).toContain('permission')
    expect(read?.token).toBe(published?.token)
    expect(JSON.parse(read?.value ?? '')).toHaveProperty('name')
  })

  test('names the deliveries of each step, and the fault rules that acted on it', async () => {
    const { world, page, form, app, pageToken } = begun()
    world.actions.installApp({ app, page }).unwrap()
    using _connected = world.webhooks.connect(app, () => new Response('ok'))
    const submit = (name: string) =>
      world.actions.submitLead({ form, answers: { full_name: name, email: `${name}@example.test` } }).unwrap()
    submit('ann')
    submit('ben')
    await world.webhooks.flush()
    submit('cal')
    const late = world.faults.add({
      match: { operation: 'readPage' },
      fault: { kind: 'latency', by: '1s' },
      times: 1,
    })
    world.as(pageToken).readPage({ page })
    world.as(pageToken).readPage({ page })
    const lost = world.faults.add({ match: {}, fault: { kind: 'notice', how: 'drop' }, times: 1 })
    submit('dan')
    const { steps, deliveries } = world.trace()
    const told = steps.flatMap(({ name, deliveries: ids, faults }) =>
      name === 'submitLead' || name === 'readPage' ? [[name, ids, faults]] : [],
    )
    const idOf = (status: string) => deliveries.find((one) => one.status === status)?.id
    // Two leads of one payload, one that waits for the next, and one whose notice a rule dropped.
    expect(told).toEqual([
      ['submitLead', ['delivery-1'], []],
      ['submitLead', ['delivery-1'], []],
      ['submitLead', [idOf('queued')], []],
      ['readPage', [], [late.id]],
      ['readPage', [], []],
      ['submitLead', [idOf('dropped')], [lost.id]],
    ])
  })

  test('is plain JSON of the documented form', () => {
    const { world, page, pageToken, app } = begun()
    world.actions.installApp({ app, page }).unwrap()
    world.webhooks.connect(app, () => new Response('ok'))
    world.faults.add({ match: { operation: 'readPage' }, fault: { kind: 'error', code: 2 } })
    world.as(pageToken).readPage({ page })
    const trace = world.trace()
    expect(traceSchema.parse(JSON.parse(JSON.stringify(trace)))).toEqual(trace)
  })

  test('has the rows before its first step, from which the changes lead to the rows of the world', () => {
    const { world, userToken, campaign } = begun()
    for (let at = 0; at < 20; at++) world.actions.createUser({ name: `user ${at}` }).unwrap()
    world.as(userToken).updateCampaign({ campaign, name: 'renamed' }).unwrap()
    const { start, steps, earlier } = world.trace({ steps: 5 })
    expect([steps.length, earlier, start.leftOut]).toEqual([5, 16, 0])
    const rows = new Map(start.rows.map((row) => [row.id, row]))
    for (const step of steps)
      for (const { id, after } of step.rows)
        if (after) rows.set(id, after)
        else rows.delete(id)
    expect([...rows.values()].sort((a, b) => a.id - b.id)).toEqual([...world.state.graph.rows.values()])
  })

  test('has a recording from which the world can be made again', () => {
    const { world } = begun()
    world.actions.createUser({ name: 'Ann' }).unwrap()
    const { recording } = JSON.parse(JSON.stringify(world.trace()))
    expect(replay(recording).world.hash('full')).toBe(world.hash('full'))
  })

  test('leaves out long inputs and old steps, and changes nothing', () => {
    const { world } = begun()
    const before = world.hash('full')
    const name = 'x'.repeat(200_000)
    world.actions.createUser({ name })
    const after = world.hash('full')
    const [step] = world.trace().steps
    expect(step?.input).toEqual({ type: 'action', cut: expect.stringMatching(/^\{"type":"action".*xxx$/) })
    expect(JSON.stringify(step).length).toBeLessThan(10_000)
    expect(world.hash('full')).toBe(after)
    expect(before).not.toBe(after)
  })

  test('of a world without a history has no steps and no recording', () => {
    const world = createWorld({ history: 'off' })
    world.actions.createUser({ name: 'Ann' }).unwrap()
    expect(world.trace()).toMatchObject({ steps: [], recording: null, earlier: 1 })
  })

  test.each<[string, object, string]>([
    ['a wrong title', { title: 1 }, 'The option title must be text, got 1'],
    ['too many steps', { steps: 10_001 }, 'from 0 to 10000, got 10001'],
    ['an unknown option', { step: 1 }, 'trace has no option "step": did you mean steps?'],
  ])('refuses %s', (_, options, words) => {
    expect(() => createWorld().trace(options as never)).toThrow(TypeError)
    expect(() => createWorld().trace(options as never)).toThrow(words)
  })
})
