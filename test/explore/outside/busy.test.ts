import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
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
import { noteAnswer, noteNoRest, watchRest } from '../../../src/explore/outside/rest.ts'
import { newServer, passTime, settle } from '../../../src/explore/outside/server.ts'
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
  vi.useRealTimers()
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
  // The call of a poll that comes to nothing is one.
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

test.each([
  [undefined, 3 + 1],
  [200, 9 + 9],
])(
  'a server with a quiet time of %s looks at the world again when time has passed',
  async (quiet, expected) => {
    const world = createWorld({ now: 'real' })
    const run = createRun(setupOf(program({ command: ['true'] }), world), [], { version: 0, processes: 1 })
    run.slot.started = run.slot.epoch
    let looks = 0
    const server = newServer()
    server.looks.add(() => void looks++)
    const command = { endsWithin: 30_000, quiet }
    const place = { run, command, server, port: 1, setup: { deadline: Number.POSITIVE_INFINITY } }
    await passTime(place as never, 86_400_000)
    expect(looks).toBe(expected)
  },
)

type Answered = readonly [method: string, url: string, status: number, body: string]

/** A poll asks for what is new since a time, which a list repeats in its links. */
const since = (time: number | string, rows: string): Answered =>
  ['GET', `/leads?since=${time}`, 200, `${rows} ?since=${time}`] as const
const list = since(1_768_435_200, '[]')
const page: Answered = ['GET', '/leads?after=A', 200, '[B]']
const fails: Answered = ['GET', '/leads', 500, 'call 1']
const posts: Answered = ['POST', '/feed', 200, '{}']
test.each<
  [title: string, before: readonly (Answered | 'notice')[], call: Answered, work: number, news: number]
>([
  ['a first read', [], list, 1, 1],
  ['a read again, two seconds later', [list], since(1_768_435_202, '[]'), 0, 0],
  ['one in milliseconds', [since('%201768435204800', '[]')], since('%201768435206300', '[]'), 0, 0],
  ['one with a fraction', [since('1768435204.8', '[]')], since('1768435206.3', '[]'), 0, 0],
  ['a read of another hour', [page], ['GET', '/leads?after=A&until=1768431600', 200, '[B]'], 1, 1],
  ['a read of pages again', [list, page], list, 0, 0],
  ['a read with a new answer', [list], since(1_768_435_202, '[A]'), 1, 1],
  ['a read of another path', [list], ['GET', '/posts', 200, '[]'], 1, 1],
  ['a read after a write', [list, posts], list, 1, 0],
  ['a read after a notice', [list, 'notice'], list, 1, 0],
  ['a read again after a notice', [list, 'notice', list], list, 0, 0],
  ['a write again', [posts], posts, 1, 0],
  ['an error', [list], fails, 1, 1],
  ['an error again', [list, fails], ['GET', '/leads', 500, 'call 2'], 0, 0],
  ['an error with another status', [list, fails], ['GET', '/leads', 400, 'call 1'], 1, 1],
  ['a write that fails again', [['POST', '/feed', 500, '']], ['POST', '/feed', 500, ''], 0, 0],
])('%s: whether it is work, and whether it is news', (_, before, call, work, news) => {
  vi.useFakeTimers({ now: 1_768_435_230_000, toFake: ['Date'] })
  const place = { run: { activity: 0, world: {} }, server: newServer() }
  const note = ([method, url, status, body]: Answered) =>
    noteAnswer(place as never, { method, url } as never, { status, body } as never)
  for (const one of before) one === 'notice' ? place.run.activity++ : note(one)
  const { activity } = place.run
  const known = place.server.news
  note(call)
  expect([place.run.activity - activity, place.server.news - known]).toEqual([work, news])
})

/** A server that seems at rest, with its time without calls, and whether the options name that time. */
const resting = (quiet: number | undefined, isNamed: boolean) => ({
  setup: { deadline: Number.POSITIVE_INFINITY },
  run: { stop: undefined as object | undefined, acted: new Set(), world: { names: { page: '1' } } },
  server: newServer(),
  command: {
    ...{ name: 'serve', words: ['serve'], quiet, watches: [400, 200, 200], warnings: new Set<string>() },
    config: { server: isNamed ? { quiet } : {} },
  },
})

test.each([
  ['half a second at least, if it worked 100 ms late', undefined, 100],
  ['twice the time by which it was late', undefined, 300],
  ['twice the time of both rests', 1_000, 100],
  ['ten seconds at most', 9_000, 100],
] as const)('a server that worked late has %s', async (_, quiet, late) => {
  const place = resting(quiet, false)
  const began = performance.now()
  await watchRest(place as never, async () => String(performance.now() - began > late))
  const elapsed = performance.now() - began
  const [least, most] = [late, elapsed].map((time) =>
    Math.min(10_000, Math.max(500, 2 * ((quiet ?? 0) + time))),
  )
  expect(place.command.quiet).toBeGreaterThanOrEqual(least ?? 0)
  expect(place.command.quiet).toBeLessThanOrEqual(Math.ceil(most ?? 0))
  expect(place.command.watches).toEqual([1_000, 1_000])
  expect([...place.command.warnings]).toEqual([
    expect.stringContaining('after it had seemed at rest: from then on it had twice that time in each step'),
  ])
})

test('a read is a reason to watch a server longer, and a write or a mirror to give it time', async () => {
  const ways = [{ news: 300 }, { news: 300, writes: 500 }, { writes: 900 }, { writes: 100 }]
  const times = ways.map(async ({ news = Infinity, writes = Infinity }) => {
    const place = resting(undefined, false)
    // A watch lasts 400 ms.
    for (const [member, after] of Object.entries({ news, writes }))
      if (after < Infinity) setTimeout(() => Object.assign(place.server, { [member]: 1 }), after)
    await watchRest(place as never, async () => 'same')
    return place.command.quiet !== undefined
  })
  expect(await Promise.all(times)).toEqual([false, true, false, true])
})

test.each([
  ['does nothing', () => 'same'],
  ['has a mirror that always differs', () => String(Math.random())],
  ['has a mirror that cannot be read later', (look: number) => (look < 3 ? 'same' : '')],
  ['has a mirror that cannot be read first', (look: number) => (look < 2 ? '' : 'same')],
])('a server that %s keeps its time', async (_, held) => {
  const place = resting(undefined, false)
  let looks = 0
  await watchRest(place as never, async () => held(looks++))
  expect(place.command).toMatchObject({ quiet: undefined, watches: [200, 200], warnings: new Set() })
})

test('a write of a server shows although its mirrors are read at that time', async () => {
  const place = resting(undefined, false)
  await watchRest(place as never, async () => {
    place.server.writes++
    await sleep(20)
    return 'same'
  })
  expect(place.command.quiet).toBe(500)
})

test('a server is watched no longer when all time is over, or its run', async () => {
  for (const over of [{ setup: { deadline: 0 } }, { run: { stop: {} } }]) {
    const place = resting(undefined, false)
    const began = performance.now()
    await watchRest(place as never, async () => {
      if (over.run) place.run.stop = over.run.stop
      else Object.assign(place.setup, over.setup)
      return 'same'
    })
    // A watch lasts 400 ms.
    expect(performance.now() - began).toBeLessThan(300)
  }
})

test.each([
  ['a time that was learned is dropped, if nothing went wrong', false, [], undefined, [], /chance$/],
  ['a time that was learned stays in a story of harms', false, [1], 700, [400, 200, 200], /chance$/],
  [
    'a time that the options name stays, and a message names the call',
    ...([true, [], 700, [400, 200, 200]] as const),
    /0.7 s \(server.quiet\) never passed without a call .*, such as POST \/\/v24.0\/page: let it not/,
  ],
] as const)('a server that never rests: %s', (_, isNamed, acted, quiet, watches, text) => {
  const place = resting(700, isNamed)
  for (const one of acted) place.run.acted.add(one)
  const latest = { method: 'POST', url: '//v24.0/1', origin: 'https://graph.facebook.com' }
  place.server.latest = latest as never
  noteNoRest(place as never)
  expect(place.command).toMatchObject({ quiet, watches })
  expect([...place.command.warnings]).toEqual([expect.stringMatching(text)])
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
