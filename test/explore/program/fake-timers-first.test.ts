import { expect, test } from 'vitest'
import { longTest } from '../../chance.ts'
import { runNatively } from '../../native/run-natively.ts'

// What a test does that loads explore while its fake timers are on, in a process that has not loaded it yet.
const beginning = `
  import FakeTimers from '@sinonjs/fake-timers'
  const toFake = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'Date', 'performance']
  let clock = FakeTimers.install({ toFake })
  const { explore } = await import('./src/explore/index.ts')
  const { createWorld } = await import('./src/index.ts')
  clock.uninstall()
  const waits = () => explore({
    ...{ name: 'waits', stories: false, runs: 10 },
    world() {
      const world = createWorld()
      world.starter()
      return world
    },
    sut: ({ store, fetch, baseUrl, names }) => ({
      jobs: {
        wait: {
          every: '1h',
          async run() {
            await fetch(baseUrl + '/me?access_token=' + names.userToken).catch(() => {})
            const [before, elapsed] = [Date.now(), performance.now()]
            await new Promise((resolve) => setTimeout(resolve, 5_000))
            await store.set('waited', [Date.now() - before, Math.round(performance.now() - elapsed)].join())
          },
        },
      },
    }),
    eventually: { 'it waits in virtual time': async ({ store }) => (await store.get('waited')) === '5000,5000' },
  })
`

test('explore that was loaded under fake timers works after them', () => {
  const out = runNatively(`${beginning}
    const report = await waits()
    report.throwIfFailed()
    console.log(report.runs)`)
  expect(out).toBe('10\n')
})

longTest('explore that was loaded under fake timers says what to do while they are on', () => {
  const out = runNatively(`${beginning}
    clock = FakeTimers.install({ toFake })
    console.log(await waits().catch(({ message }) => message))`)
  expect(out).toMatch(/^explore: fake timers are on already: call vi\.useRealTimers\(\) before/)
})
