import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { arbitraries } from '../../src/explore/search/properties/index.ts'
import { createWorld, toFetchHandler } from '../../src/index.ts'
import { parseScenario, recordScenario, runScenario } from '../../src/scenario/index.ts'
import { openApiDocument } from '../../src/server/openapi/index.ts'
import { simulate } from '../../src/simulation/index.ts'
import { poisson } from '../../src/simulation/load/arrivals.ts'
import { startCommand } from '../front/cli/start-command.ts'
import { tracker } from './tracker.ts'

const folder = import.meta.dirname
const file = join(folder, 'triage.yaml')
const module = join(folder, 'tracker.ts')
const text = readFileSync(file, 'utf8')
const areas = [tracker]

/** Runs a command, and returns its exit code and its output. */
async function command(...args: string[]) {
  const { written, code, stop, started } = startCommand(args)
  await started
  stop()
  return { code: await code, ...written }
}

describe('scenarios of a world with an area', () => {
  test('play, and tell what differs', () => {
    expect(runScenario(parseScenario(text, { areas })).difference).toBeUndefined()
    const wrong = text.replace('state: closed', 'state: open')
    expect(runScenario(parseScenario(wrong, { areas })).difference?.message).toMatch(
      /value\.state.*"closed"/s,
    )
  })

  test.each([
    ['an operation without the area', text, [], /There is no operation "createProject"/],
    [
      'an unknown parameter of the area',
      text.replace('name: Site', 'nam: Site'),
      areas,
      /createProject has no parameter "nam": did you mean name/,
    ],
    [
      'an unknown action of the area',
      text.replace('action: reportIssue', 'action: reportIssues'),
      areas,
      /no action "reportIssues": did you mean reportIssue/,
    ],
  ])('refuse %s', (_, given, of, message) => {
    expect(() => parseScenario(given, { areas: of })).toThrow(message)
  })

  test('are recorded from a world', () => {
    const { world } = runScenario(parseScenario(text, { areas }))
    const recorded = recordScenario(world)
    expect(recorded.text).toContain('call: updateIssue')
    expect(runScenario(recorded)).toMatchObject({ ok: true })
  })
})

const issuePath = (paths: object) => Object.keys(paths).find((path) => path.endsWith('/issues'))

describe('the commands', () => {
  test('run --area FILE plays a scenario', async () => {
    expect(await command('run', '--area', module, file)).toMatchObject({ code: 0 })
    expect(await command('run', file)).toMatchObject({
      code: 2,
      err: expect.stringContaining('createProject'),
    })
    const { code, err } = await command('run', '--area', join(folder, 'rules.ts'), file)
    expect([code, err]).toEqual([2, expect.stringContaining('must export an area')])
  })

  test('openapi --area FILE has its endpoints', async () => {
    const { out, code } = await command('openapi', '--area', module)
    const { paths, tags } = JSON.parse(out)
    expect([code, issuePath(paths)]).toEqual([0, '/{version}/{project}/issues'])
    expect(tags).toContainEqual({ name: 'Area tracker' })
    expect(openApiDocument({ areas })).toEqual({ ...JSON.parse(out), servers: [{ url: '/' }] })
    expect(issuePath(openApiDocument().paths)).toBeUndefined()
  })

  test('serve --area FILE serves it', async () => {
    const { code, out } = await command('serve', '--area', module, '--port', '0', '--json')
    expect([code, JSON.parse(out).starter.page]).toEqual([0, createWorld({ areas }).starter().page])
  })
})

test('the fetch handler answers calls of the area, and the control plane lists its actions', async () => {
  const world = createWorld({ areas })
  const { user, userToken } = world.starter()
  const handler = toFetchHandler(world)
  const body = new URLSearchParams({ name: 'Site', access_token: userToken })
  const answer = await handler(
    new Request(`${world.baseUrl}/v24.0/${user}/projects`, { method: 'POST', body }),
  )
  expect([answer.status, await answer.json()]).toEqual([200, { id: expect.stringMatching(/^\d{15}$/) }])
})

test('parameters of its operations are drawn, with ids of its rows', async () => {
  const fc = await import('fast-check')
  const world = createWorld({ areas })
  const { user, userToken } = world.starter()
  const project = world.as(userToken).createProject({ user, name: 'Site' }).unwrap().id
  for (const params of fc.sample(arbitraries.parameters('createIssue', world), 20))
    expect(params).toMatchObject({ project, title: expect.any(String) })
})

test('a simulation: bugs come at random, one person closes them, and the tracker closes what is left', () => {
  const world = createWorld({ areas })
  const { user, userToken, app } = world.starter()
  const me = world.as(userToken)
  const project = me.createProject({ user, name: 'Site' }).unwrap().id
  me.createHook({ project }).unwrap()
  world.actions.setWebhook({ app }).unwrap()
  const result = simulate({
    world,
    for: '60d',
    seed: 1,
    resources: { person: 1 },
    arrivals: {
      bugs: {
        process: poisson({ rate: 3, per: '1d' }),
        *actor(sim) {
          const { id: issue } = world.actions.reportIssue({ project, user, title: 'A bug' }).unwrap()
          const person = sim.request('person', { patience: '2d' })
          if (!(yield person)) return
          yield sim.random.exponential('10h')
          const { version } = me.readIssue({ issue }).unwrap()
          me.updateIssue({ issue, version: version ?? 0, state: 'closed' }).unwrap()
          person.release()
        },
      },
    },
    receivers: {
      [app]: {
        *actor() {
          yield '1s'
          return { status: 200 }
        },
      },
    },
  })
  const { total } = me.listIssues({ project }).unwrap()
  const open = me.listIssues({ project, state: 'open' }).unwrap().total
  const closed = world.events.of('tracker.changed').filter(({ data }) => data.changes.includes('state'))
  expect(total).toBeGreaterThan(120)
  expect(total).toBeLessThan(240)
  expect(open + closed.length).toBe(total)
  expect(result.timeline).toBeDefined()
})
