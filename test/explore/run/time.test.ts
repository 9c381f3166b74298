import nodeCrypto, { randomUUID as namedUuid } from 'node:crypto'
import nodeTimers, { setTimeout as namedTimeout } from 'node:timers'
import nodePromises, { setTimeout as namedSleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { explore } from '../../../src/explore/index.ts'
import { installHooks } from '../../../src/explore/run/late-code.ts'
import type { ProcessContext } from '../../../src/explore/run/options/options.ts'
import { replaceGlobals } from '../../../src/explore/time/globals.ts'
import { inJob, job, play, reaching, start, wait, world } from '../play.ts'

const HOUR = 3_600_000
const realNow = Date.now

const inUtc = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone: 'UTC' })
const inTokyo = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'medium',
  timeZone: 'Asia/Tokyo',
})
const inGerman = new Intl.DateTimeFormat('de-DE', { dateStyle: 'full', timeStyle: 'medium', timeZone: 'UTC' })
const textOf = (parts: readonly Intl.DateTimeFormatPart[]) => parts.map(({ value }) => value).join('')

/** What the parts of an instant are after a caller has changed those that it got. */
function changedParts() {
  for (const part of inUtc.formatToParts(1_000)) part.value = 'changed'
  return textOf(inUtc.formatToParts(1_000))
}

/** The virtual milliseconds that a piece of work takes. */
const took = (work: (context: ProcessContext) => unknown) =>
  inJob(async (context) => {
    const from = context.clock.now()
    await work(context)
    return context.clock.now() - from
  })

const fires = (set: (callback: () => void) => unknown) => new Promise<void>((resolve) => set(resolve))

test.each<[what: string, work: (context: ProcessContext) => unknown, milliseconds: number]>([
  ['setTimeout', () => fires((done) => setTimeout(done, 1_500)), 1_500],
  ['setTimeout of 0, which is 1 ms as in Node', () => fires((done) => setTimeout(done, 0)), 1],
  ['setTimeout of a negative time', () => fires((done) => setTimeout(done, -5)), 1],
  ['setTimeout of a time too long for Node', () => fires((done) => setTimeout(done, 2 ** 31)), 1],
  ['setTimeout of node:timers', () => fires((done) => nodeTimers.setTimeout(done, 70)), 70],
  ['a named import of node:timers', () => fires((done) => namedTimeout(done, 80)), 80],
  ['setTimeout of node:timers/promises', () => nodePromises.setTimeout(90), 90],
  ['a named import of node:timers/promises', () => namedSleep(100), 100],
  ['scheduler.wait', () => nodePromises.scheduler.wait(110), 110],
  ['a promisified setTimeout', () => promisify(setTimeout)(120), 120],
  ['clock.sleep', ({ clock }) => clock.sleep('2m'), 120_000],
  [
    'three turns of an interval',
    () =>
      fires((done) => {
        let turns = 0
        const timer = setInterval(() => {
          turns++
          if (turns < 3) return
          clearInterval(timer)
          done()
        }, 1_000)
      }),
    3_000,
  ],
  [
    'two turns of an interval of node:timers/promises',
    async () => {
      let turns = 0
      for await (const _ of nodePromises.setInterval(1_000)) {
        turns++
        if (turns === 2) return
      }
    },
    2_000,
  ],
  [
    'turns of scheduler.yield',
    async ({ clock }) => {
      void clock.sleep('1h')
      for (let turns = 0; turns < 50; turns++) await nodePromises.scheduler.yield()
    },
    0,
  ],
  [
    'a timer that is refreshed after a second',
    () =>
      fires((done) => {
        const timer = setTimeout(done, 5_000)
        setTimeout(() => timer.refresh(), 1_000)
      }),
    6_000,
  ],
  [
    'a timer that is refreshed after it fired',
    () =>
      fires((done) => {
        let turns = 0
        const timer = setTimeout(() => {
          turns++
          if (turns === 2) done()
          else timer.refresh()
        }, 1_000)
      }),
    2_000,
  ],
  [
    'a timer beside one that is cleared by its number, before and after a refresh',
    () =>
      fires((done) => {
        const never = setTimeout(() => done(), 10)
        clearTimeout(Number(never.refresh()))
        never.refresh()
        setTimeout(done, 500)
      }),
    500,
  ],
  [
    'AbortSignal.timeout',
    () => fires((done) => AbortSignal.timeout(3_000).addEventListener('abort', done)),
    3_000,
  ],
  [
    'a sleep that is aborted',
    () => nodePromises.setTimeout(HOUR / 2, 0, { signal: AbortSignal.timeout(4_000) }).catch(() => {}),
    4_000,
  ],
  ['three turns of setImmediate', () => fires((done) => setImmediate(() => setImmediate(done))), 0],
])('%s', async (_, work, milliseconds) => {
  expect(await took(work)).toBe(milliseconds)
})

test.each<[what: string, look: (context: ProcessContext) => unknown, expected: unknown]>([
  ['Date.now', () => Date.now(), start],
  // biome-ignore lint/complexity/useDateNow: the constructor is what is tested.
  ['new Date', () => new Date().getTime(), start],
  ['new Date of an instant', () => new Date(5).getTime(), 5],
  ['new Date of parts', () => new Date(2026, 0, 15, 12).getHours(), 12],
  ['Date.parse', () => Date.parse('2026-01-15T00:00:00Z'), 1_768_435_200_000],
  ['Date.UTC', () => Date.UTC(2026, 0, 15), 1_768_435_200_000],
  ['instanceof', () => new Date() instanceof Date, true],
  [
    'Date as a function',
    () => typeof Date() === 'string' && Math.abs(Date.parse(Date()) - start) < 1_000,
    true,
  ],
  ['a class that extends Date', () => new (class Day extends Date {})().getTime(), start],
  ['clock.now', ({ clock }) => clock.now(), start],
  ['Intl.DateTimeFormat().format', () => Date.parse(`${inUtc.format()}Z`), start],
  ['format of an instant', () => Date.parse(`${inUtc.format(1_000)}Z`), 1_000],
  // An empty date is 1970, as in every runtime.
  ['format of null', () => Date.parse(`${inUtc.format(null as never)}Z`), 0],
  [
    'the format of one formatter, always the same function',
    () => new Set([inUtc.format, inUtc.format]).size,
    1,
  ],
  ['format called without its formatter', () => [undefined].map(inUtc.format)[0], inUtc.format(start)],
  ['formatToParts', () => textOf(inUtc.formatToParts()), inUtc.format(start)],
  ['formatToParts of an instant', () => textOf(inUtc.formatToParts(1_000)), inUtc.format(1_000)],
  ['formatToParts of a date', () => textOf(inUtc.formatToParts(new Date(1_000))), inUtc.format(1_000)],
  ['formatToParts after somebody changed its parts', changedParts, inUtc.format(1_000)],
  ['formatToParts in another zone', () => textOf(inTokyo.formatToParts(1_000)), inTokyo.format(1_000)],
  ['formatToParts in another language', () => textOf(inGerman.formatToParts(1_000)), inGerman.format(1_000)],
  ['formatToParts of null', () => textOf(inUtc.formatToParts(null as never)), inUtc.format(0)],
])('the time of %s', async (_, look, expected) => {
  expect(await inJob(look)).toEqual(expected)
})

test('performance.now grows from one start of a job to the next', async () => {
  const seen: number[] = []
  await play(() => ({ jobs: { look: { every: '1d', run: () => void seen.push(performance.now()) } } }), {
    steps: [job('look'), wait(HOUR), job('look')],
  })
  expect(seen.slice(0, 2)).toEqual([0, HOUR])
})

test.each<[clock: string, read: () => number, expected: [first: number, afterAnHour: number]]>([
  ['process.uptime, in seconds', () => process.uptime(), [0, 3_600]],
  ['process.hrtime, since the instant before', () => process.hrtime([86_400, 0])[0], [0, 3_600]],
  ['process.hrtime.bigint', () => Number(process.hrtime.bigint() / 1_000_000n), [86_400_000, 90_000_000]],
  ['performance.timeOrigin, the start of the process', () => performance.timeOrigin, [start, start]],
])('%s is virtual', async (_, read, expected) => {
  const seen: number[] = []
  await play(() => ({ jobs: { look: { every: '1d', run: () => void seen.push(read()) } } }), {
    steps: [job('look'), wait(HOUR), job('look')],
  })
  expect(seen.slice(0, 2)).toEqual(expected)
})

test.each([
  ['Asia/Tokyo', 9],
  ['America/Los_Angeles', 16],
  // Whatever the zone of the machine, so that saved stories replay everywhere.
  [undefined, 0],
])('local time follows timeZone: %s', async (timeZone, hours) => {
  const seen: number[] = []
  const zone = process.env['TZ']
  onTestFinished(() => {
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
  })
  process.env['TZ'] = 'Asia/Kathmandu'
  await explore({
    name: 'zone',
    world,
    sut: () => ({
      jobs: { look: { every: '1d', run: () => void seen.push(new Date('2026-01-15T00:00:00Z').getHours()) } },
    }),
    ...(timeZone !== undefined && { timeZone }),
    runs: 1,
    stories: false,
  })
  expect(new Set(seen)).toEqual(new Set([hours]))
  expect(process.env['TZ']).toBe('Asia/Kathmandu')
})

/** Everything that an exploration replaces. */
const globals = () => [
  ...[Date, fetch, setTimeout, setInterval, clearTimeout, clearInterval, setImmediate],
  ...[AbortSignal.timeout, performance.now, Math.random, crypto.randomUUID, crypto.getRandomValues],
  ...[nodeTimers.setTimeout, nodePromises.setTimeout, namedTimeout, namedSleep, namedUuid],
  ...[process.hrtime, process.uptime, clearImmediate, Intl.DateTimeFormat.prototype.formatToParts],
  Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, 'format')?.get,
  ...[nodeCrypto.randomBytes, nodeCrypto.randomInt, nodeCrypto.randomFillSync, crypto.subtle.digest],
]

test.each<[how: string, run: () => unknown, ok: boolean | string]>([
  ['that works', () => {}, true],
  ['that fails', () => Promise.reject(new Error('no')), false],
])('after an exploration of a program %s, all globals are real again', async (_, run, ok) => {
  const before = globals()
  const listeners = process.listeners('unhandledRejection')
  const sut = reaching(() => ({ jobs: { work: { every: '1h' as const, run } } }))
  const eventually = { 'the run ends': () => true }
  const report = await explore({ name: 'globals', world, sut, eventually, runs: 1, stories: false })
  expect(report.ok).toBe(ok)
  expect(globals()).toEqual(before)
  expect(process.listeners('unhandledRejection')).toEqual(listeners)
})

test('after an exploration that throws, all globals are real again', async () => {
  const before = globals()
  const mirror = { broken: () => 1 as never }
  const sut = () => ({ jobs: { work: { every: '1h' as const, run: () => {} } } })
  await expect(explore({ name: 'globals', world, sut, mirror, runs: 1, stories: false })).rejects.toThrow(
    'explore: the mirror broken must return a list',
  )
  expect(globals()).toEqual(before)
})

test('code outside of a run formats the real time', () => {
  const restore = installHooks([() => replaceGlobals(true)])
  try {
    const shown = [inUtc.format(), textOf(inUtc.formatToParts())].map((text) => Date.parse(`${text}Z`))
    for (const time of shown) expect(Math.abs(time - realNow())).toBeLessThan(60_000)
  } finally {
    restore()
  }
})

test.each<[how: string, clear: (immediate: NodeJS.Immediate) => void]>([
  ['clearImmediate', (immediate) => clearImmediate(immediate)],
  ['clearImmediate of node:timers', (immediate) => nodeTimers.clearImmediate(immediate)],
  [
    'clearImmediate twice',
    (immediate) => {
      for (const one of [immediate, immediate]) clearImmediate(one)
    },
  ],
])('nothing waits for an immediate that is cleared by %s', async (_how, clear) => {
  let ran = false
  const run = () => {
    clear(setImmediate(() => (ran = true)))
    return new Promise<void>(() => {})
  }
  const played = await play(() => ({ jobs: { once: { every: '1d', run } } }), { steps: [job('once')] })
  expect(ran).toBe(false)
  // It waits for nothing at all, which is told.
  expect(played.run.invocations.map(({ waiting }) => waiting)).not.toContain(1)
  expect(played.run.stuck).toMatch(/^once#1 waits for something that never comes/)
})

test('code outside of a run keeps real time during it', async () => {
  const seen: [number, number][] = []
  const outside = async () => {
    for (let turn = 0; turn < 3; turn++) {
      await new Promise((resolve) => setTimeout(resolve, 5))
      seen.push([Date.now(), realNow()])
    }
  }
  const beside = outside()
  await inJob(({ clock }) => clock.sleep('10m'))
  await beside
  expect(seen).toHaveLength(3)
  for (const [shown, real] of seen) expect(Math.abs(shown - real)).toBeLessThan(1_000)
})

test.each<[what: string, draw: () => unknown]>([
  ['Math.random', () => Math.random()],
  ['crypto.randomUUID', () => crypto.randomUUID()],
  ['randomUUID as a named import', () => namedUuid()],
  ['crypto.getRandomValues', () => [...crypto.getRandomValues(new Uint8Array(8))]],
  ['randomBytes', () => nodeCrypto.randomBytes(8).toString('hex')],
  ['randomInt', () => nodeCrypto.randomInt(1_000_000_000)],
  ['randomFillSync', () => [...nodeCrypto.randomFillSync(new Uint8Array(8))]],
  ['node:crypto getRandomValues', () => [...nodeCrypto.getRandomValues(new Uint8Array(8))]],
])('%s is equal for equal stories, differs from draw to draw, and is real outside', async (_, draw) => {
  const twice = () => inJob(() => [draw(), draw()])
  const [first, second] = [await twice(), await twice()]
  expect(first).toEqual(second)
  expect(first[0]).not.toEqual(first[1])
  expect(draw()).not.toEqual(first[0])
})

test.each<[what: string, wait: (signal: AbortSignal) => unknown]>([
  ['setTimeout', (signal) => nodePromises.setTimeout(HOUR, undefined, { signal })],
  ['scheduler.wait', (signal) => nodePromises.scheduler.wait(HOUR, { signal })],
  [
    'setInterval',
    async (signal) => {
      for await (const _ of nodePromises.setInterval(HOUR, undefined, { signal }));
    },
  ],
])('%s of node:timers/promises ends as in Node when its signal aborts', async (_, sleep) => {
  const error = await inJob(async ({ clock }) => {
    const from = clock.now()
    try {
      await sleep(AbortSignal.timeout(1_000))
    } catch (thrown) {
      return { thrown: thrown as Error & { code: string }, took: clock.now() - from }
    }
    throw new Error('It did not reject')
  })
  expect(error.took).toBe(1_000)
  expect(error.thrown).toMatchObject({ name: 'AbortError', code: 'ABORT_ERR' })
  expect(error.thrown.cause).toMatchObject({ name: 'TimeoutError' })
})
