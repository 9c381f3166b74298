import { expect, test, vi } from 'vitest'
import { explore } from '../../src/explore/index.ts'
import type { ExploreOptions } from '../../src/explore/run/options/options.ts'
import { world } from './play.ts'

const options: ExploreOptions = {
  name: 'options',
  world,
  sut: () => ({ jobs: { idle: { every: '1h', run() {} } } }),
  stories: false,
  runs: 1,
}

test.each<[more: object, message: string]>([
  [{ name: '' }, 'name must be a text that is not empty'],
  [{ world: {} }, 'world must be a function that returns a world'],
  [{ sut: undefined }, 'sut must be a function that returns a process'],
  [{ runs: 0 }, 'runs must be a whole number of at least 1, got 0'],
  [{ steps: 1_001 }, 'steps must be at most 1000, got 1001'],
  [{ steps: 1.5 }, 'steps must be a whole number of at least 1, got 1.5'],
  [{ seed: -1 }, 'seed must be a whole number of at least 1, got -1'],
  [{ mirror: [1] }, 'mirror must be an object of functions'],
  [{ environment: 'all' }, "environment must be 'inferred' or a list of facts, got all"],
  [{ environment: ['leads'] }, 'environment lists leads; the kinds of facts are lead, post,'],
  [{ hostile: { restarts: 'no' } }, 'restarts must be true or false, got no'],
  [{ time: 'vitest' }, "time must be 'globals' or 'injected', got vitest"],
  [{ time: 'injected', timeZone: 'Asia/Tokyo' }, "timeZone needs time: 'globals'"],
  [{ timeZone: 'Atlantis' }, 'timeZone must be an IANA time zone such as Europe/Berlin, got Atlantis'],
  [{ within: 0 }, 'within must be longer than 0, got 0'],
  [{ [Symbol.for('fauxgraph: made by')]: {} }, 'another copy of fauxgraph made these options: either'],
  [{ database: { name: 'files' } }, "database must be a part, such as sqlite('./app.db'), or a list"],
  [{ database: [undefined] }, "database must be a part, such as sqlite('./app.db'), or a list"],
  [{ stories: '' }, 'stories must be the path of a folder, or false, got ""'],
])('%o is refused', async (more, message) => {
  const refused = explore({ ...options, ...more } as ExploreOptions)
  await expect(refused).rejects.toThrow(TypeError)
  await expect(refused).rejects.toThrow(`explore: ${message}`)
})

test('fake timers contradict replaced globals', async () => {
  vi.useFakeTimers()
  try {
    await expect(explore(options)).rejects.toThrow(
      'explore: fake timers are on already: call vi.useRealTimers()',
    )
  } finally {
    vi.useRealTimers()
  }
})
