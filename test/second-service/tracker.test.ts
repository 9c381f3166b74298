import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createWorld, restoreWorld } from '../../src/index.ts'
import { tracker } from './tracker.ts'

function scene() {
  const world = createWorld({ areas: [tracker], validateAnswers: true })
  const names = world.starter()
  const me = world.as(names.userToken)
  const project = me.createProject({ user: names.user, name: 'Site' }).unwrap().id
  return { world, me, project, ...names }
}

const code = (subcode: number) => ({ ok: false, error: { code: 100, subcode } })

describe('the tracker', () => {
  test('pages its issues by number, and filters them', () => {
    const { me, project } = scene()
    for (let at = 1; at <= 5; at++)
      me.createIssue({ project, title: `Issue ${at}`, labels: at % 2 === 0 ? ['even'] : [] }).unwrap()
    const page = (params: { page?: number; per_page?: number; label?: string }) => {
      const { items, ...counts } = me.listIssues({ project, ...params }).unwrap()
      return { ...counts, titles: items.map(({ title }) => title) }
    }
    expect([1, 2, 3, 4].map((at) => page({ page: at, per_page: 2 }))).toEqual([
      { page: 1, pages: 3, total: 5, titles: ['Issue 5', 'Issue 4'] },
      { page: 2, pages: 3, total: 5, titles: ['Issue 3', 'Issue 2'] },
      { page: 3, pages: 3, total: 5, titles: ['Issue 1'] },
      { page: 4, pages: 3, total: 5, titles: [] },
    ])
    expect(page({ label: 'even' })).toEqual({ page: 1, pages: 1, total: 2, titles: ['Issue 4', 'Issue 2'] })
  })

  test('refuses a change that was made without the last one', () => {
    const { me, project } = scene()
    const { id: issue } = me.createIssue({ project, title: 'Slow' }).unwrap()
    expect(me.updateIssue({ issue, version: 1, title: 'Very slow' }).unwrap()).toEqual({ version: 2 })
    expect(me.updateIssue({ issue, version: 1, labels: ['bug'] })).toMatchObject(code(409_001))
    expect(me.updateIssue({ issue, version: 2, title: 'Very slow' }).unwrap()).toEqual({ version: 2 })
    expect(me.readIssue({ issue }).unwrap()).toMatchObject({ title: 'Very slow', version: 2, labels: [] })
  })

  test('closes issues that nobody touches for 37 days, and no others', () => {
    const { world, me, project } = scene()
    const [left, touched] = ['left', 'touched'].map((title) => me.createIssue({ project, title }).unwrap().id)
    world.clock.advance('31d')
    expect(me.readIssue({ issue: left ?? '', fields: 'stale,state' }).unwrap()).toMatchObject({
      stale: true,
      state: 'open',
    })
    me.updateIssue({ issue: touched ?? '', version: 2, title: 'again' }).unwrap()
    world.clock.advance('7d')
    const state = (issue = '') => me.readIssue({ issue }).unwrap().state
    expect([state(left), state(touched)]).toEqual(['closed', 'open'])
    expect(me.commentIssue({ issue: left ?? '', text: 'late' })).toMatchObject(code(409_002))
    expect(world.events.of('tracker.changed').map(({ data }) => data.changes)).toEqual([
      ['stale'],
      ['stale'],
      ['title', 'stale'],
      ['state'],
    ])
  })

  test('tells the apps that asked for it', async () => {
    const { world, me, project, app, user } = scene()
    const told: string[] = []
    world.actions.setWebhook({ app }).unwrap()
    world.webhooks.connect(app, async (request) => {
      const { object, entry } = await request.json()
      for (const { changes } of entry) for (const { value } of changes) told.push(`${object} ${value.verb}`)
      return { status: 200 }
    })
    me.createIssue({ project, title: 'Nobody hears it' }).unwrap()
    me.createHook({ project }).unwrap()
    const { id: issue } = world.actions.reportIssue({ project, user, title: 'Heard' }).unwrap()
    world.actions.closeIssue({ issue }).unwrap()
    await world.webhooks.flush()
    me.deleteIssue({ issue }).unwrap()
    expect(me.deleteHook({ project }).unwrap()).toEqual({ success: true })
    me.createIssue({ project, title: 'Nobody hears it either' }).unwrap()
    await world.webhooks.flush()
    expect(told).toEqual(['tracker opened', 'tracker changed', 'tracker deleted'])
  })

  test.each<[string, (made: ReturnType<typeof scene>) => unknown, object]>([
    ['a second project of a name', ({ me, user }) => me.createProject({ user, name: 'Site' }), code(409_003)],
    [
      'a project by an app',
      ({ world, appToken, user }) => world.as(appToken).createProject({ user, name: 'A' }),
      { ok: false, error: { code: 200 } },
    ],
    [
      'both filters',
      ({ me, project }) => me.listIssues({ project, state: 'open', label: 'a' }),
      { ok: false, error: { code: 100 } },
    ],
    ['an issue of the graph', ({ me, page }) => me.readIssue({ issue: page }), code(33)],
    ['a page of no project', ({ me, user }) => me.listIssues({ project: user }), code(33)],
  ])('refuses %s', (_, call, expected) => {
    expect(call(scene())).toMatchObject(expected)
  })

  test('lives on in a snapshot: numbers go on, and its plans are kept', () => {
    const { world, me, project, userToken } = scene()
    const { id: issue } = me.createIssue({ project, title: 'One' }).unwrap()
    me.commentIssue({ issue, text: 'a' }).unwrap()
    const restored = restoreWorld(JSON.parse(JSON.stringify(world.snapshot())), { areas: [tracker] })
    const again = restored.as(userToken)
    expect(again.createIssue({ project, title: 'Two' }).unwrap().number).toBe(2)
    restored.clock.advance('38d')
    expect(again.listIssues({ project, state: 'closed' }).unwrap().total).toBe(2)
    expect(again.listIssueComments({ issue }).unwrap().items).toMatchObject([{ text: 'a' }])
    expect(world.as(userToken).listIssues({ project }).unwrap().total).toBe(1)
  })
})

test('the tracker is small, and needs nothing but the public entry', () => {
  const files = readdirSync(import.meta.dirname).filter((name) =>
    /^(tables|rules|views|endpoints|actions|tracker)\.ts$/.test(name),
  )
  const texts = files.map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
  expect(files).toHaveLength(6)
  const lines = texts.reduce((sum, text) => sum + text.split('\n').length, 0)
  expect(lines).toBeLessThan(600)
  const paths = texts.flatMap((text) => [...text.matchAll(/from '([^']+)'/g)].map(([, path]) => path))
  const outside = [...new Set(paths.filter((path) => !path?.startsWith('./')))]
  expect(outside).toEqual(['../../src/service/area/index.ts'])
  expect(
    texts.filter((text) => /\bas (?!const\b)(?!endpoints\b)|\bany\b|@ts-|biome-ignore/.test(text)),
  ).toEqual([])
})
