import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import {
  type CommandConfig,
  defineExploration,
  explore,
  jsonFile,
  replayStory,
  type ServerConfig,
} from '../../../src/explore/index.ts'
import { ownTime } from '../../../src/explore/outside/own-time.ts'
import { newServer, noteAnswer, settle } from '../../../src/explore/outside/server.ts'
import { createRun, setupOf } from '../../../src/explore/search/play/create-run.ts'
import { saveStory } from '../../../src/explore/search/story/saved.ts'
import type { Story, StoryStep } from '../../../src/explore/search/story/story.ts'
import { createWorld } from '../../../src/index.ts'
import { longTest } from '../../chance.ts'

const folder = mkdtempSync(join(tmpdir(), 'busy-test-'))
const lead: StoryStep = { do: 'fact', kind: 'lead' }
const program = (more: Partial<CommandConfig & ServerConfig>) =>
  defineExploration({
    name: 'busy',
    root: import.meta.dirname,
    mirror: { leads: jsonFile('leads.json') },
    stories: false,
    ...more,
  } as CommandConfig)

let timer: NodeJS.Timeout | undefined
afterEach(() => {
  clearInterval(timer)
  vi.restoreAllMocks()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** From now on the machine stands still for so many milliseconds, as often as that. */
function standStill(length: number, every = 100): void {
  let lost = 0
  const [date, passed] = [Date.now.bind(Date), performance.now.bind(performance)]
  vi.spyOn(Date, 'now').mockImplementation(() => date() + lost)
  vi.spyOn(performance, 'now').mockImplementation(() => passed() + lost)
  timer = setInterval(() => {
    lost += length
  }, every)
}

/** Looks at a group: the real time, its processor time, and whether it runs; and what counts after them. */
const looks: readonly (readonly [title: string, looks: string, own: number])[] = [
  ['waits: real time counts', '25 0 waits, 50 0 waits', 50],
  ['computes alone: processor time counts', '25 20 runs, 50 45 runs', 45],
  ['computes beside others: what it gets counts', '25 0 runs, 50 10 runs, 75 10 runs', 10],
  ['is looked at late: two intervals count', '400 0 waits', 50],
  ['computes on many processors: real time counts', '25 100 runs', 25],
  ['ends one of its processes: nothing is taken back', '25 20 runs, 50 0 runs, 75 10 runs', 30],
  ['gets nothing: a tenth counts, so that a wait ends', '1000 0 runs, 2000 0 runs', 200],
]
test.each(looks)('the own time of a program that %s', (_, all, own) => {
  const time = ownTime(25, 0)
  const times = all.split(', ').map((look) => {
    const [now = 0, used = 0] = look.split(' ').map(Number)
    return time({ times: '', used, isRunning: look.endsWith('runs') }, now)
  })
  expect(times.at(-1)).toBe(own)
})

interface Surroundings {
  readonly names: { readonly pageToken: string; readonly form: string }
  readonly baseUrl: string
}

longTest('a start is not too long because the machine stood still', async () => {
  const options = program({
    command: [process.execPath, '-e', 'setTimeout(() => import(process.argv[1]), 400)', 'sync.mjs'],
    endsWithin: '5s',
    env: ({ names, baseUrl }: Surroundings) => ({ API: baseUrl, TOKEN: names.pageToken, FORM: names.form }),
  })
  standStill(2_000)
  expect(await replayStory(options, { steps: [{ do: 'job', job: 'sync' }], marks: [] })).toMatchObject({
    ok: true,
  })
})

test('a notice is not sent again because the machine stood still', async () => {
  const options = program({
    server: { command: [process.execPath, 'serve.mjs'], ready: '/health', webhook: '/webhook' },
    env: ({ names, baseUrl }: Surroundings) => ({
      ...{ API: baseUrl, TOKEN: names.pageToken, VARIANT: 'takes its time' },
    }),
  })
  standStill(8_000)
  expect(await replayStory(options, { steps: [lead], marks: [] })).toMatchObject({ ok: true })
})

test.each([
  // The first look finds how much it has done. There are 25 ms between two.
  ['two looks that find nothing', undefined, 3, 0],
  ['as many looks as its option says', 200, 9, 0],
  // Such as the call of a poll, which comes to nothing.
  ['as many looks in which no call is open', 200, 10, 5],
])('a server is quiet after %s, however long the explorer had to wait', async (_, quiet, expected, open) => {
  const world = createWorld()
  const run = createRun(setupOf(program({ command: ['true'] }), world), [], { version: 0, processes: 1 })
  run.slot.started = run.slot.epoch
  let looks = 0
  const server = newServer()
  server.looks.add(() => {
    server.calls = ++looks === open ? 1 : 0
  })
  standStill(1_000, 1)
  const command = { endsWithin: 30_000, quiet }
  await settle({ run, command, server, port: 1, setup: { deadline: Number.POSITIVE_INFINITY } } as never)
  expect(looks).toBe(expected)
})

type Answered = readonly [method: string, url: string, status: number, body: string]
const list: Answered = ['GET', '/leads?at=1', 200, '[]']
const page: Answered = ['GET', '/leads?after=A', 200, '[B]']
const fails: Answered = ['GET', '/leads', 500, 'call 1']
test.each<[title: string, before: readonly (Answered | 'notice')[], call: Answered, expected: number]>([
  ['a first read', [], list, 1],
  ['a read again, at another time', [list], ['GET', '/leads?at=2', 200, '[]'], 0],
  ['a read of pages again', [list, page], list, 0],
  ['a read with a new answer', [list], ['GET', '/leads?at=2', 200, '[A]'], 1],
  ['a read of another path', [list], ['GET', '/posts', 200, '[]'], 1],
  ['a read after a write', [list, ['POST', '/feed', 200, '{}']], list, 1],
  ['a read after a notice', [list, 'notice'], list, 1],
  ['a write again', [['POST', '/feed', 200, '{}']], ['POST', '/feed', 200, '{}'], 1],
  ['an error', [list], fails, 1],
  ['an error again', [list, fails], ['GET', '/leads', 500, 'call 2'], 0],
  ['a write that fails again', [['POST', '/feed', 500, '']], ['POST', '/feed', 500, ''], 0],
])('%s: how much work it is', (_, before, call, expected) => {
  const place = { run: { activity: 0 }, server: newServer() }
  const note = ([method, url, status, body]: Answered) =>
    noteAnswer(place as never, { method, url } as never, { status, body } as never)
  for (const one of before) one === 'notice' ? place.run.activity++ : note(one)
  const { activity } = place.run
  note(call)
  expect(place.run.activity - activity).toBe(expected)
})

test('a failure that does not show again when its story is played again is not reported', async () => {
  const [once, stories] = [join(folder, 'once'), join(folder, 'stories')]
  const story: Story = {
    steps: [lead, { do: 'job', job: 'sync' }],
    marks: [{ at: 'sync#1/listFormLeads/1', harm: { do: 'answer lost' } }],
  }
  saveStory(stories, { title: 'leads lost', of: 'busy', finds: 'leads lost', story }, new Map())
  const report = await explore(
    program({
      ...{ command: [process.execPath, 'sync.mjs'], runs: 1, stories },
      env: ({ names, baseUrl }: Surroundings) => ({
        ...{ API: baseUrl, TOKEN: names.pageToken, FORM: names.form, ONCE: once },
      }),
    }),
  )
  expect(existsSync(once)).toBe(true)
  expect(report).toMatchObject({ failures: [] })
  expect(report.warnings).toContainEqual(
    expect.stringMatching(
      /^"leads lost .*" showed in one run, and not when its story was played again: it is not/,
    ),
  )
})
