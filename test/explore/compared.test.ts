import { get } from 'node:https'
import { expect, test } from 'vitest'
import { type ExploreOptions, explore } from '../../src/explore/index.ts'
import { intercept } from '../../src/server/node/intercept.ts'
import { reaching, world } from './play.ts'

const mirror = {
  done: async ({ store }: Parameters<NonNullable<ExploreOptions['mirror']>[string]>[0]) =>
    (await store.list('done')).map(([key]) => key),
}
const nothing = () => []

const works: ExploreOptions['sut'] = reaching(({ store }) => ({
  jobs: { work: { every: '1h', run: () => store.set('done', true) } },
}))
const publishes: ExploreOptions['sut'] = ({ fetch, baseUrl, store, names }) => ({
  jobs: {
    work: {
      every: '1h',
      async run() {
        if (await store.get('done')) return
        const url = `${baseUrl}/${names.page}/feed?message=hello&access_token=${names.pageToken}`
        await fetch(url, { method: 'POST' })
        await store.set('done', true)
      },
    },
  },
})
const idle: ExploreOptions['sut'] = () => ({ jobs: { work: { every: '1h', run: () => {} } } })

test.each<[what: string, more: Partial<ExploreOptions>, warning: RegExp]>([
  [
    'holds nothing in its mirror',
    { sut: idle, mirror },
    /^nothing was compared: the mirror done was empty in all 4 runs\. Check that the code under test works/,
  ],
  [
    'holds nothing in two mirrors',
    { sut: idle, mirror: { ...mirror, nothing } },
    /^nothing was compared: the mirrors done, nothing were empty in all 4 runs\. /,
  ],
  [
    'holds nothing in its mirror, although a law holds',
    { sut: idle, mirror, eventually: { 'it ends': () => true } },
    /^nothing was compared: the mirror done was empty/,
  ],
  [
    'has no mirror and no law, and changes nothing',
    { sut: idle },
    /^nothing was compared: there is no mirror and no law, and the code under test changed nothing in the world in all 4/,
  ],
  [
    'changes nothing, although facts change what was there',
    { sut: idle, environment: ['lead', 'post', 'campaign', 'adImage', 'catalogEvents', 'indicator'] },
    /^nothing was compared: there is no mirror and no law, and the code under test changed nothing/,
  ],
  [
    'refuses its notices',
    {
      sut: () => ({ webhook: () => new Response(null, { status: 401 }) }),
      mirror: { nothing },
      environment: ['lead'],
    },
    /^nothing was compared: the mirror nothing was empty .*\. [\d,]+ notices were answered by the code under test with 401$/,
  ],
])('an exploration of a program that %s is no pass', async (_, more, warning) => {
  const report = await explore({ name: 'compared', world, sut: idle, runs: 4, stories: false, ...more })
  expect([report.ok, report.failures]).toEqual([false, []])
  expect(report.warnings[0]).toMatch(warning)
  expect(() => report.throwIfFailed()).toThrow(warning.source.slice(1, 20))
})

test.each<[what: string, more: Partial<ExploreOptions>, warnings: string[]]>([
  ['holds something', { sut: works, mirror }, []],
  [
    'holds something in one of two mirrors',
    { sut: works, mirror: { ...mirror, nothing } },
    ['the mirror nothing was empty in all 4 runs'],
  ],
  ['only keeps a law', { sut: reaching(idle), eventually: { 'it ends': () => true } }, []],
  [
    'only changes the world',
    { sut: publishes, environment: [], hostile: { transport: false, restarts: false } },
    [],
  ],
])('an exploration of a program that %s passes', async (_, more, warnings) => {
  const report = await explore({ name: 'compared', world, sut: works, runs: 4, stories: false, ...more })
  expect([report.ok, report.failures.map(({ text }) => text)]).toEqual([true, []])
  expect(report.warnings).toEqual(warnings)
})

/** A command that stores its value at once, or after a step of its own. */
const accepts =
  (isMarked: boolean): ExploreOptions['sut'] =>
  ({ store }) => ({
    commands: {
      add: {
        async run() {
          if (isMarked) await store.set('begun', true)
          await store.set('done', true)
        },
      },
    },
  })

type Mirrors = NonNullable<ExploreOptions['mirror']>

/** All that the store holds, whether it is done or only begun. */
const whole: Mirrors = { all: ({ store }) => store.list() }

test.each<[what: string, isMarked: boolean, shows: Mirrors, kinds: string[]]>([
  ['before its first effect may be undone', false, mirror, []],
  ['after an effect that no mirror shows may be undone', true, mirror, []],
  ['after an effect that a mirror shows is done by half', true, whole, ['all unexpected']],
])('a command whose process dies %s', async (_, isMarked, shows, kinds) => {
  const report = await explore({
    name: 'commands',
    world,
    sut: accepts(isMarked),
    mirror: shows,
    runs: 60,
    stories: false,
  })
  expect(report.failures.map(({ kind }) => kind)).toEqual(kinds)
  expect(report.sometimes['the process died']).toBe(true)
})

/** Reads a form with a parameter that the service refuses. */
const refusedAlways: ExploreOptions['sut'] = ({ fetch, baseUrl, names }) => ({
  jobs: {
    work: {
      every: '1h',
      async run() {
        await fetch(`${baseUrl}/${names.form}/leads?limit=x&access_token=${names.pageToken}`)
      },
    },
  },
})

test('the cause of nothing to compare is the refusal that was most frequent', async () => {
  const report = await explore({
    name: 'compared',
    world,
    sut: refusedAlways,
    mirror,
    runs: 4,
    stories: false,
  })
  expect(report.ok).toBe(false)
  expect(report.warnings[0]).toMatch(/ [\d,]+ calls were refused with 100: GET \/form\/leads$/)
})

test('nothing to compare is reported beside a failure', async () => {
  const report = await explore({
    ...{ name: 'compared', world, mirror, runs: 4, stories: false },
    sut: reaching(() => ({ jobs: { work: { every: '1h', run: () => Promise.reject(new Error('no')) } } })),
  })
  expect(report.failures.map(({ oracle }) => oracle)).toEqual(['unhandled'])
  expect(report.warnings[0]).toMatch(/^nothing was compared: the mirror done was empty/)
})

test('an exploration of a program that never calls the world is no pass', async () => {
  const sut: ExploreOptions['sut'] = ({ store }) => ({
    jobs: { work: { every: '1h', run: () => store.set('done', true) } },
  })
  const report = await explore({ name: 'compared', world, sut, mirror, runs: 4, stories: false })
  expect([report.ok, report.coverage]).toEqual([false, {}])
  expect(report.warnings).toEqual([
    expect.stringMatching(/^the code under test never called the world in 4 runs: .* by the fetch of/),
  ])
})

const callsThen = (call: () => unknown): ExploreOptions['sut'] =>
  reaching(({ store }) => ({
    jobs: {
      work: {
        every: '1h',
        async run() {
          await call()
          await store.set('done', true)
        },
      },
    },
  }))

test('an exploration whose own world is called is no pass', async () => {
  const base = world()
  const sut = callsThen(() => base.request({ method: 'GET', url: 'https://graph.facebook.com/me' }))
  const report = await explore({ name: 'past', world: () => base, sut, mirror, runs: 2, stories: false })
  expect(report.ok).toBe(false)
  expect(report.warnings.join()).toMatch(/^the world of the options got \d+ calls while it was explored\. /)
})

test('calls that intercept would lead to the world of the options reach the run', async () => {
  const base = world()
  using _running = intercept(base, { origins: ['https://graph.facebook.com'] })
  const calledByHttps = () =>
    new Promise<void>((resolve, reject) => {
      get('https://graph.facebook.com/me', (answer) => answer.resume().on('end', resolve)).on('error', reject)
    })
  const report = await explore({
    ...{ name: 'past', world: () => base, mirror, runs: 2, stories: false },
    sut: callsThen(calledByHttps),
  })
  expect(report.warnings).toEqual([])
  // They have no token.
  expect(report.coverage['readUser']).toHaveProperty('190')
})
