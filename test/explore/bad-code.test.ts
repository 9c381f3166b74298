import { readFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { type ExploreReport, explore } from '../../src/explore/index.ts'
import type { ExploreOptions, Process, ProcessContext } from '../../src/explore/run/options/options.ts'
import { isLong } from '../chance.ts'
import { play, reaching, world } from './play.ts'

const job = (run: () => unknown): Process => ({ jobs: { sync: { every: '15m', run } } })

// Without a law, an exploration of a program that holds and changes nothing is no pass.
const eventually = { 'the run ends': () => true }

const tried = (sut: unknown, more: Partial<ExploreOptions> = {}): Promise<ExploreReport> =>
  explore({
    ...{ name: 'bad', world, sut: sut as ExploreOptions['sut'], eventually },
    ...{ runs: 6, stories: false, ...more },
  })

const setsTimers = () =>
  job(() => {
    const again = () => void setTimeout(again, 1)
    again()
  })
const tooManyTimers =
  /^more than 5000 timers fired within a minute, the last at test\/explore\/bad-code\.test\.ts:\d+$/

// An exploration plays it many times, which takes seconds.
test('a run of a program that sets timers without end is stopped', async () => {
  const { run } = await play(setsTimers, { steps: [{ do: 'job', job: 'sync' }], marks: [] })
  expect(run.stop?.message).toMatch(tooManyTimers)
})

test.each<readonly [what: string, sut: unknown, title: RegExp]>([
  [
    'throws on construction',
    () => {
      throw new RangeError('no config')
    },
    /^sut threw RangeError: no config$/,
  ],
  [
    'rejects on construction',
    async () => Promise.reject(new RangeError('no file')),
    /^sut threw RangeError: no file$/,
  ],
  ['returns nothing', () => undefined, /^sut returned undefined, not a process$/],
  ['returns null', () => null, /^sut returned null, not a process$/],
  [
    'returns an empty process',
    () => ({}),
    /^sut returned a process without jobs, commands and webhook: it can do nothing$/,
  ],
  [
    'misspells a member',
    () => ({ job: {} }),
    /^sut returned a process with job; its members are jobs, webhook, commands$/,
  ],
  [
    'has a job without a function',
    () => ({ jobs: { sync: { every: '1h' } } }),
    /the job sync has no function run$/,
  ],
  [
    'has a job with a wrong interval',
    () => ({ jobs: { sync: { every: 'often', run() {} } } }),
    /every of the job sync: .*often/,
  ],
  [
    'fetches another origin',
    ({ fetch }: ProcessContext) => job(() => fetch('https://elsewhere.test/x')),
    /^sync#1 fetched https:\/\/elsewhere\.test\/x, which is outside the world: the world answers at http/,
  ],
  [
    'waits for the clock in a loop',
    () =>
      job(() => {
        const end = Date.now() + 5
        while (Date.now() < end) {}
      }),
    /^sync#1 read the clock 100001 times without a pause: time passes only while the code under test waits$/,
  ],
  ...(isLong ? [['sets timers without end', setsTimers, tooManyTimers] as const] : []),
  [
    'takes turns of the event loop without end',
    () =>
      job(() => {
        const again = () => void setImmediate(again)
        again()
      }),
    /^sync#1 called setImmediate 10001 times while no time passed$/,
  ],
])('a program that %s fails', async (_, sut, title) => {
  const report = await tried(sut, { runs: 1 })
  expect(report.ok).toBe(false)
  expect(report.failures[0]?.title).toMatch(title)
})

test('a program that never settles is said to wait for nothing, and counts as no pass', async () => {
  const report = await tried(() => job(() => new Promise(() => {})), { runs: 2 })
  expect(report.ok).toBe(false)
  expect(report.leftWorld).toBe(report.runs)
  expect(report.warnings[0]).toBe(
    'sync#1 waits for something that never comes: ' +
      'no call, no timer and no operation of the store is open (no file or socket)',
  )
})

test('work that waits for a late answer of work that ended waits for nothing outside', async () => {
  const { run } = await play(
    ({ fetch, baseUrl }) => {
      let read: Promise<unknown> | undefined
      return {
        jobs: {
          // It ends before its call does, as a job that fills a queue.
          fill: {
            every: '1h',
            run() {
              read ??= fetch(`${baseUrl}/me`)
            },
          },
          drain: { every: '1h', run: () => read },
        },
      }
    },
    {
      steps: [
        { do: 'job', job: 'fill' },
        { do: 'job', job: 'drain' },
        { do: 'wait', milliseconds: 1_000 },
      ],
      marks: [{ at: 'fill#1/readUser/1', harm: { do: 'request late', steps: 2 } }],
    },
  )
  expect([...run.acted]).toHaveLength(1)
  expect(run.stuck).toBeUndefined()
})

test('a process that is never there counts as no pass', async () => {
  const report = await tried(() => new Promise(() => {}), { runs: 2 })
  expect(report.ok).toBe(false)
  expect(report.warnings[0]).toMatch(/^start#1 waits for something that never comes/)
})

test('a program that connects to another host is stopped and named, and nothing is sent', async () => {
  let connections = 0
  const server = createServer(() => connections++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  try {
    const report = await tried(() => {
      setInterval(() => {}, 3_600_000)
      return job(() => new Promise((resolve) => connect(port, '127.0.0.1').on('data', resolve)))
    })
    expect(report.ok).toBe(false)
    expect(report.failures[0]?.text).toMatch(
      new RegExp(
        `connected to 127\\.0\\.0\\.1:${port} at test/explore/bad-code\\.test\\.ts:\\d+, which is outside`,
      ),
    )
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
  expect(connections).toBe(0)
})

test('a program that reads a file goes on when the file is there', async () => {
  const seen: number[] = []
  const report = await tried(
    reaching(() => job(async () => void seen.push((await readFile(import.meta.filename)).length))),
  )
  expect(report.leftWorld).toBe(0)
  expect(report.ok).toBe(true)
  expect(Math.min(...seen)).toBeGreaterThan(1_000)
})

test('what the code under test does to its names does not reach the next process', async () => {
  const seen = new Set<string>()
  const report = await tried(
    reaching(({ names }: ProcessContext) => {
      seen.add(names.page)
      Object.assign(names, { page: 'another' })
      return job(() => {})
    }),
  )
  expect(report.ok).toBe(true)
  expect([...seen]).toEqual([world().names?.page])
})

test('an exploration that ends before its first run is no pass', async () => {
  const report = await tried(() => job(() => {}), { within: 1 })
  expect([report.ok, report.runs]).toEqual([false, 0])
  expect(report.warnings).toEqual(['no run ended in time: raise within, or leave it out'])
})

test('a second exploration at the same time is refused, and the first goes on', async () => {
  const first = tried(
    reaching(() => job(() => {})),
    { runs: 1 },
  )
  await expect(tried(() => job(() => {}))).rejects.toThrow(
    /^explore is running already in this realm, .*: await it before the next one\. Tests .* use test, not test\.concurrent\. .* ran out of time goes on: let it end before, such as by within: '1m'$/,
  )
  expect((await first).ok).toBe(true)
})

test('a world that cannot be made leaves explore usable', async () => {
  const broken = () => {
    throw new Error('no world')
  }
  await expect(tried(() => job(() => {}), { world: broken })).rejects.toThrow('no world')
  await expect(tried(() => job(() => {}), { world: () => ({}) as never })).rejects.toThrow(
    'explore: world must return a world, such as createWorld() makes',
  )
  const works = await tried(
    reaching(() => job(() => {})),
    { runs: 1 },
  )
  expect(works.ok).toBe(true)
})
