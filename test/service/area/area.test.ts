import { describe, expect, test } from 'vitest'
import type { Area } from '../../../src/service/area/index.ts'
import { createWorld, replay, restoreWorld } from '../../../src/world/create-world.ts'
import { stepOf } from '../../../src/world/handles.ts'
import type { World } from '../../../src/world/world.ts'
import { notesArea } from './notes.ts'

function scene() {
  const world = createWorld({ areas: [notesArea], validateAnswers: true })
  const { page, pageToken, app, userToken, noPermissionToken } = world.starter()
  return { world, page, pageToken, app, userToken, noPermissionToken, as: world.as(pageToken) }
}

describe('a world with an area', () => {
  test('has its endpoints in typed calls and in requests', () => {
    const { as, page, world, pageToken } = scene()
    const { id } = as.writeNote({ page, text: 'hello' }).unwrap()
    expect(as.readNote({ note: id, fields: 'text,page_name' }).unwrap()).toEqual({
      id,
      text: 'hello',
      page_name: 'Starter Page',
    })
    const { status, body } = world.request({
      method: 'GET',
      path: `/${page}/notes`,
      params: { access_token: pageToken },
    })
    expect([status, JSON.parse(String(body)).data]).toEqual([
      200,
      [{ id, text: 'hello', created_time: '2026-01-15T09:00:00+0000' }],
    ])
  })

  test('has its operations and its stubs with functions in the state machine of the world', () => {
    const { world, page, pageToken } = scene()
    world.stub('GET /{page}/conversations', () => ({ data: ['drawn'] }))
    const before = world.hash()
    const run = stepOf(world)
    const noted = run(world.state, {
      type: 'call',
      operation: 'writeNote',
      token: pageToken,
      params: { page, text: 'hello' },
    })
    expect(noted.outcome).toMatchObject({ ok: true })
    const url = `/${page}/conversations?access_token=${pageToken}`
    const stubbed = run(noted.state, { type: 'request', method: 'GET', url })
    expect(stubbed.outcome).toMatchObject({ ok: true, value: { data: ['drawn'] } })
    expect(world.hash()).toBe(before)
  })

  test('has its events, with their data', () => {
    const { as, page, world } = scene()
    const { id } = as.writeNote({ page, text: 'hello' }).unwrap()
    expect(world.events.of('notes.written').map(({ data }) => data.note)).toEqual([id])
    expect(world.events.last()).toMatchObject({ type: 'notes.written', data: { note: id, page } })
  })

  test('runs its scheduled actions, and calls them off', () => {
    const { as, page, world } = scene()
    const [kept, gone] = ['kept', 'gone'].map((text) => as.writeNote({ page, text }).unwrap().id)
    as.deleteNote({ note: gone ?? '' }).unwrap()
    expect(world.clock.pending.filter(({ kind }) => kind === 'expireNote')).toHaveLength(1)
    world.clock.advance('25h')
    expect(as.readNote({ note: kept ?? '' })).toMatchObject({ ok: false, error: { code: 100, subcode: 33 } })
    expect(world.actions.expireNote({ note: Number(kept) })).toMatchObject({
      ok: false,
      error: { code: 100 },
    })
  })

  test('pages its lists by cursors', () => {
    const { as, page } = scene()
    for (const text of ['a', 'b', 'c']) as.writeNote({ page, text }).unwrap()
    const first = as.listNotes({ page, limit: 2 }).unwrap()
    const second = as.listNotes({ page, limit: 2, after: first.paging.cursors?.after ?? '' }).unwrap()
    expect([first, second].map(({ data }) => data.map(({ text }) => text))).toEqual([['c', 'b'], ['a']])
  })

  test('tells the webhook of the app, in a payload of its own', async () => {
    const { as, page, world, app } = scene()
    const bodies: string[] = []
    world.webhooks.connect(app, async (request) => {
      bodies.push(await request.text())
      return { status: 200 }
    })
    world.actions.setWebhook({ app })
    const { id } = as.writeNote({ page, text: 'hello' }).unwrap()
    await world.webhooks.flush()
    expect(bodies.map((body) => JSON.parse(body))).toMatchObject([
      { object: 'notes', entry: [{ id: Number(id), changes: [{ field: 'notes', value: { verb: 'add' } }] }] },
    ])
  })

  test.each<[string, (made: ReturnType<typeof scene>) => unknown, object]>([
    [
      'a token of another kind',
      ({ world, userToken, page }) => world.as(userToken).writeNote({ page, text: 'a' }),
      { code: 200 },
    ],
    [
      'its own check',
      ({ world, userToken, as, page }) =>
        world.as(userToken).deleteNote({ note: as.writeNote({ page, text: 'a' }).unwrap().id }),
      { code: 200, message: '(#200) Only its page may delete a note' },
    ],
    ['its own refusal', ({ as, page }) => as.writeNote({ page, text: '' }), { code: 100, subcode: 7 }],
    ['a wrong parameter', ({ as, page }) => as.listNotes({ page, limit: 0 }), { code: 100 }],
    ['an unknown field', ({ as, page }) => as.listNotes({ page, fields: 'words' }), { code: 100 }],
  ])('refuses %s', (_, call, error) => {
    expect(call(scene())).toMatchObject({ ok: false, error })
  })

  test('counts the coverage of its operations, and explains its calls', () => {
    const { as, page, world, pageToken } = scene()
    as.writeNote({ page, text: 'hello' })
    expect(world.coverage().operations['writeNote']).toMatchObject({
      results: { ok: 1, 100: 0, 190: 0, 200: 0 },
      events: { 'notes.written': 1 },
    })
    expect(world.why({ operation: 'writeNote', token: pageToken, params: { page } }).error?.message).toBe(
      '(#100) The parameter text is required',
    )
  })
})

describe('the rows of an area', () => {
  const restored = (world: World, areas: readonly Area[]) => () =>
    restoreWorld(JSON.parse(JSON.stringify(world.snapshot())), { areas })

  test('are in forks, snapshots, resets and replays', () => {
    const { as, page, world, pageToken } = scene()
    const { id } = as.writeNote({ page, text: 'hello' }).unwrap()
    const text = (of: typeof world) => of.as(pageToken).readNote({ note: id }).unwrap().text
    const again = restoreWorld(JSON.parse(JSON.stringify(world.snapshot())), { areas: [notesArea] })
    const replayed = replay(world.history.recording(), { areas: [notesArea] })
    expect([again.hash('full'), replayed.difference]).toEqual([world.hash('full'), undefined])
    expect([text(world.fork()), text(again), text(replayed.world)]).toEqual(['hello', 'hello', 'hello'])
    const taken = world.snapshot()
    world.reset()
    expect(as.readNote({ note: id }).ok).toBe(false)
    world.reset(taken)
    expect(text(world)).toBe('hello')
  })

  test.each<[string, () => unknown, RegExp]>([
    [
      'without the area',
      () => restored(scene().world, [])(),
      /area notes \(version 1\): pass the area in the option areas/,
    ],
    [
      'with another version',
      () => restored(scene().world, [{ ...notesArea, version: 2 }])(),
      /has version 1 of the area notes, and this world has version 2/,
    ],
    [
      'without areas into a world with one',
      () => restored(createWorld(), [notesArea])(),
      /without the area notes \(version 1\), which this world has/,
    ],
    [
      'of a recording without the area',
      () => replay(scene().world.history.recording()),
      /area notes \(version 1\): pass the area/,
    ],
  ])('a snapshot is refused %s', (_, load, message) => {
    expect(load).toThrow(message)
  })
})
