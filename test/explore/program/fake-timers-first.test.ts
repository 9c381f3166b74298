import { afterEach, expect, test, vi } from 'vitest'

// What a test does that loads explore while its fake timers are on: nothing here may load it before.
vi.useFakeTimers()
const { explore } = await import('../../../src/explore/index.ts')
const { createWorld } = await import('../../../src/index.ts')
vi.useRealTimers()

afterEach(() => void vi.useRealTimers())

/** Waits in each start for a timer, and stores when it did, by the clocks that programs read. */
const waits = () =>
  explore({
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
            await fetch(`${baseUrl}/me?access_token=${names.userToken}`).catch(() => {})
            const [before, elapsed] = [Date.now(), performance.now()]
            await new Promise((resolve) => setTimeout(resolve, 5_000))
            await store.set('waited', [Date.now() - before, Math.round(performance.now() - elapsed)])
          },
        },
      },
    }),
    eventually: {
      'it waits in virtual time': async ({ store }) =>
        expect(await store.get('waited')).toEqual([5_000, 5_000]),
    },
  })

test('explore that was loaded under fake timers works after them', async () => {
  const report = await waits()
  report.throwIfFailed()
})

test('explore that was loaded under fake timers says what to do while they are on', async () => {
  vi.useFakeTimers()
  await expect(waits()).rejects.toThrow('explore: fake timers are on already: call vi.useRealTimers() before')
})
