import { FetchInterceptor } from '@mswjs/interceptors/fetch'
import { expect, test, vi } from 'vitest'
import { exploreFiles } from './scratch.ts'

// An exploration of a program in a test that has fake timers or mocks, as tests of users have them.

const main = `
import { setTimeout as sleep } from 'node:timers/promises'
const url = 'https://graph.facebook.com/' + process.env.FORM + '/leads?access_token=' + process.env.TOKEN
setInterval(() => fetch(url).then((answer) => answer.json()).catch(() => {}), 60_000)
await sleep(1_000)`

const explores = () => exploreFiles({ 'main.mjs': main }, { runs: 2, eventually: { 'it ends': () => true } })

const passes = async () => {
  const report = await explores()
  expect(report.failures.map(({ text }) => text)).toEqual([])
  expect(report.coverage['listFormLeads']?.['ok']).toBeGreaterThan(0)
}

test('fake timers that are on already are refused with what to do', async () => {
  vi.useFakeTimers()
  try {
    await expect(explores()).rejects.toThrow(
      /^explore: fake timers are on already: call vi\.useRealTimers\(\) /,
    )
  } finally {
    vi.useRealTimers()
  }
  await passes()
})

test('fake timers that are turned on meanwhile are refused, and time is real after them', async () => {
  const real = [Date, setTimeout, setInterval, setImmediate, queueMicrotask, Intl]
  const refused = expect(explores()).rejects.toThrow(
    /^explore: fake timers were turned on while it went on, .*: await it, and call vi\.useFakeTimers\(\) after that$/,
  )
  vi.useFakeTimers()
  await refused
  vi.useRealTimers()
  expect([Date, setTimeout, setInterval, setImmediate, queueMicrotask, Intl]).toEqual(real)
  await passes()
})

test('a mocked date, a stubbed fetch and stubbed variables are not those of the program', async () => {
  const stub = vi.fn(async () => new Response('{}'))
  vi.setSystemTime(new Date(0))
  vi.stubGlobal('fetch', stub)
  vi.stubEnv('FORM', 'none')
  try {
    await passes()
    expect([globalThis.fetch, Date.now()]).toEqual([stub, 0])
  } finally {
    vi.unstubAllGlobals()
    vi.unstubAllEnvs()
    vi.useRealTimers()
  }
  expect(stub).not.toHaveBeenCalled()
})

test('a server of msw that listens is refused with what to do', async () => {
  const interceptor = new FetchInterceptor()
  interceptor.apply()
  try {
    await expect(explores()).rejects.toThrow(
      /call server\.close\(\) of msw .* before, and server\.listen\(\) .* after/,
    )
  } finally {
    interceptor.dispose()
  }
  await passes()
})

test('a second exploration at once is refused with what to do, and the first one goes on', async () => {
  const first = passes()
  await expect(explores()).rejects.toThrow(
    /^explore is running already in this realm.*: await it before the next one/,
  )
  await first
})
