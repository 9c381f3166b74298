import { describe, expect, test } from 'vitest'
import {
  type Actor,
  any,
  calendar,
  type SimulateOptions,
  SimulationError,
  schedule,
  simulate,
  until,
} from '../../src/simulation/index.ts'
import { simulateUntilError } from '../../src/simulation/run/simulate.ts'
import { minutes, office } from './office.ts'

/** Simulates actors for a day, which log a text each time. Returns what they logged, with its minute. */
function logged(
  actors: (log: (text: string) => void) => Readonly<Record<string, Actor>>,
  more: Partial<SimulateOptions> = {},
) {
  const { world } = office()
  const lines: string[] = []
  const log = (text: string) => void lines.push(`${minutes(world.clock.now)} ${text}`)
  const result = simulate({ world, for: '1d', actors: actors(log), ...more })
  return { lines, result }
}

describe('priorities of requests', () => {
  const customer = (log: (text: string) => void, priority?: number): Actor =>
    function* (sim) {
      const desk = sim.request('desk', priority === undefined ? {} : { priority })
      yield desk
      log(sim.name)
      yield '10m'
    }

  test('lower ones come first, and within one those that came first; 0 is the default', () => {
    const { lines } = logged(
      (log) => ({
        first: customer(log),
        late: customer(log, 2),
        normal: customer(log),
        urgent: customer(log, -1),
        alike: customer(log, 0),
        'urgent too': customer(log, -1),
      }),
      { resources: { desk: 1 } },
    )
    // The desk was free for the first one: nobody loses a place to another.
    expect(lines).toEqual(['0 first', '10 urgent', '20 urgent too', '30 normal', '40 alike', '50 late'])
  })

  test('many that give up behind one that waits leave no trace', () => {
    const { result } = logged(
      () => ({
        *holder(sim) {
          yield sim.request('desk')
          yield '20h'
        },
        *waiter(sim) {
          yield sim.request('desk')
          sim.count('waiter served')
        },
        *crowd(sim) {
          for (let one = 0; one < 1_000; one++) yield sim.request('desk', { patience: '1m', priority: 9 })
        },
      }),
      { resources: { desk: 1 } },
    )
    // 1,000 minutes are less than the 20 hours of the holder.
    expect(result.resources['desk']).toMatchObject({ served: 2, abandoned: 1_000, queueMax: 2 })
    expect(result.counters['waiter served']).toBe(1)
  })

  test('one that is not finite is refused', () => {
    const run = () =>
      logged(
        () => ({
          *editor(sim) {
            yield sim.request('desk', { priority: Number.NaN })
          },
        }),
        { resources: { desk: 1 } },
      )
    expect(run).toThrow(/priority of request must be a finite number, got "?NaN/)
  })
})

describe('the first of several waits', () => {
  const places = (waits: (sim: Parameters<Actor>[0]) => Parameters<typeof any>[0]) =>
    logged(
      (log) => ({
        *holder(sim) {
          const desk = sim.request('desk')
          yield desk
          yield '30m'
          desk.release()
        },
        *editor(sim) {
          const place = yield any(waits(sim))
          log(`wait ${place}`)
        },
      }),
      { resources: { desk: 1, free: 1 } },
    )

  test.each<[string, Parameters<typeof places>[0], string]>([
    ['a duration before a request', (sim) => [sim.request('desk'), '20m'], '20 wait 1'],
    ['a request before a duration', (sim) => ['40m', sim.request('desk')], '30 wait 1'],
    ['a free place at once', (sim) => ['1m', sim.request('free'), sim.request('desk')], '0 wait 1'],
    ['an instant', () => ['1h', until('2026-01-15T09:05:00Z')], '5 wait 1'],
    ['a calendar', () => [calendar({ at: '09:15' }), '1h'], '15 wait 0'],
    ['a condition', (sim) => ['1h', until(() => sim.now >= Date.parse('2026-01-15T09:30:00Z'))], '30 wait 1'],
    ['a condition within a time', () => [until(() => false, { within: '7m' }), '1h'], '7 wait 0'],
    ['a request whose patience ends', (sim) => ['1h', sim.request('desk', { patience: '3m' })], '3 wait 1'],
    ['the first of others', () => ['1h', any(['50m', '2m'])], '2 wait 1'],
  ])('%s', (_, waits, expected) => {
    expect(places(waits).lines).toEqual([expected])
  })

  test('a request that lost leaves the queue, and counts as one that gave up', () => {
    const { result } = places((sim) => [sim.request('desk'), '20m'])
    expect(result.resources['desk']).toMatchObject({ served: 1, abandoned: 1 })
  })

  test('a request that won has its place, and gives it back; the others are gone', () => {
    const { lines, result } = logged(
      (log) => ({
        *editor(sim) {
          const [one, other] = [sim.request('desk'), sim.request('phone')]
          yield any([one, other])
          log(`${one.waited} ${other.waited}`)
          yield '5m'
          one.release()
          yield '1h'
        },
        *next(sim) {
          yield sim.request('desk')
          log('next')
        },
      }),
      { resources: { desk: 1, phone: 1 } },
    )
    expect(lines).toEqual(['0 0 undefined', '5 next'])
    expect(result.resources['phone']).toMatchObject({ served: 0, abandoned: 0 })
  })

  test.each<[string, () => unknown, RegExp]>([
    ['no list', () => any('1h' as never), /any takes a list of 1 to 100 waits, got "?1h/],
    ['an empty list', () => any([]), /any takes a list/],
    ['too long a list', () => any(Array.from({ length: 101 }, () => '1h' as const)), /any takes a list/],
    ['an item that is no wait', () => places(() => ['1h', 'soon' as '1h']), /editor at .* yielded "?soon/],
  ])('refuses %s', (_, run, message) => {
    expect(run).toThrow(message)
  })
})

describe('stop', () => {
  test('ends what waits: its finally runs, its place comes back, and nothing of it happens later', () => {
    const { lines } = logged(
      (log) => ({
        *editor(sim) {
          try {
            yield sim.request('desk')
            log('begins')
            yield '5h'
            log('never')
          } finally {
            log('ends')
          }
        },
        *next(sim) {
          yield sim.request('desk')
          log('next')
        },
        *manager(sim) {
          yield '10m'
          log(`stop ${sim.stop('editor')}`)
          yield '10h'
          log(`stop ${sim.stop('editor')}`)
        },
      }),
      { resources: { desk: 1 } },
    )
    expect(lines).toEqual(['0 begins', '10 ends', '10 stop true', '10 next', '610 stop false'])
  })

  test.each<[string, Actor]>([
    [
      'a request',
      function* (sim) {
        yield sim.request('desk')
        sim.count('went on')
      },
    ],
    [
      'the first of a request and a time',
      function* (sim) {
        yield any([sim.request('desk'), '3h'])
        sim.count('went on')
      },
    ],
    [
      'a condition',
      function* (sim) {
        yield until(() => sim.now > Date.parse('2026-01-15T12:00:00Z'))
        sim.count('went on')
      },
    ],
  ])('withdraws %s', (_, waiter) => {
    const { result } = logged(
      () => ({
        *holder(sim) {
          yield sim.request('desk')
          yield '2h'
        },
        waiter,
        *manager(sim) {
          yield '1h'
          sim.stop('waiter')
        },
      }),
      { resources: { desk: 1 } },
    )
    expect(result.counters['went on']).toBeUndefined()
    expect(result.resources['desk']?.served).toBe(1)
  })

  test('an actor that has not begun never begins, and one of an arrival ends by its name', () => {
    const { lines } = logged(
      (log) => ({
        *manager(sim) {
          sim.start('later', function* () {
            log('later')
            yield '1m'
          })
          sim.stop('later')
          yield '90m'
          log(`stop ${sim.stop('leads#1')} ${sim.stop('leads#9')}`)
        },
      }),
      {
        arrivals: {
          leads: {
            process: { instants: ({ from }) => [from + 3_600_000] },
            *actor(sim) {
              yield '1h'
              sim.count('never')
            },
          },
        },
      },
    )
    expect(lines).toEqual(['90 stop true false'])
  })

  test('a finally may take time', () => {
    const { lines } = logged((log) => ({
      *editor() {
        try {
          yield '5h'
        } finally {
          yield '3m'
          log('tidied')
        }
      },
      *manager(sim) {
        yield '1m'
        sim.stop('editor')
      },
    }))
    expect(lines).toEqual(['4 tidied'])
  })

  test.each<[string, string, RegExp]>([
    ['an unknown name', 'manger', /no actor "?manger"? to stop.*manager/],
    ['itself', 'manager', /manager cannot stop itself while it runs: it ends with return/],
  ])('refuses %s', (_, name, message) => {
    const run = () =>
      logged(() => ({
        *manager(sim) {
          yield '1m'
          sim.stop(name)
        },
      }))
    expect(run).toThrow(SimulationError)
    expect(run).toThrow(message)
  })
})

describe('capacity by the hour', () => {
  /** One place from nine to ten UTC, three from ten to eleven, none later. */
  const hours = Array.from({ length: 24 }, (_, hour) => (hour === 9 ? 1 : hour === 10 ? 3 : 0))
  const five = (log: (text: string) => void): Record<string, Actor> =>
    Object.fromEntries(
      ['a', 'b', 'c', 'd', 'e'].map((name) => [
        name,
        function* (sim: Parameters<Actor>[0]) {
          yield sim.request('desk')
          log(name)
          yield '80m'
          log(`${name} ends`)
        } as Actor,
      ]),
    )

  test('places come with their hour; one that is taken away in use is given up when it is released', () => {
    const { lines, result } = logged(five, { resources: { desk: schedule({ hours }) }, for: '23h' })
    // a has the only place beyond ten; b and c get the new places; at 80 min a's place is free for d.
    // At eleven no place is left: those that are in use end in their time, and e waits for the next day.
    expect(lines).toEqual([
      '0 a',
      '60 b',
      '60 c',
      '80 a ends',
      '80 d',
      '140 b ends',
      '140 c ends',
      '160 d ends',
    ])
    // 80 min × 4 of 60 × 1 + 60 × 3 minutes of places.
    expect(result.resources['desk']).toMatchObject({ capacity: 3, served: 4 })
    expect(result.resources['desk']?.utilization).toBeCloseTo(320 / 240, 12)
  })

  test('hours are those of the time zone', () => {
    const { lines } = logged(five, {
      resources: { desk: schedule({ hours, timeZone: 'Asia/Kolkata' }) },
      for: '2d',
    })
    // Nine in Kolkata is 03:30 UTC, 1,110 minutes after nine UTC.
    expect(lines[0]).toBe('1110 a')
    expect(lines[1]).toBe('1170 b')
  })

  test('samples show the capacity', () => {
    const { result } = logged(five, { resources: { desk: schedule({ hours }) }, sample: { every: '1h' } })
    expect(result.series.values['resources.desk.capacity']?.slice(0, 4)).toEqual([1, 3, 0, 0])
  })

  test.each<[string, unknown]>([
    ['23 hours', hours.slice(1)],
    ['half a place', [...hours.slice(1), 0.5]],
    ['a negative number', [...hours.slice(1), -1]],
    ['no place at all', hours.map(() => 0)],
    ['too many places', [...hours.slice(1), 1_000_001]],
  ])('refuses %s', (_, given) => {
    expect(() => schedule({ hours: given as number[] })).toThrow(/option hours of schedule must be 24 whole/)
  })

  test('refuses an unknown time zone', () => {
    expect(() => schedule({ hours, timeZone: 'Mars' })).toThrow(/timeZone of schedule/)
  })
})

describe('a warm-up', () => {
  const actors = (): Record<string, Actor> => ({
    *editor(sim) {
      for (let round = 0; ; round++) {
        const desk = sim.request('desk')
        yield desk
        sim.count('rounds')
        sim.observe('round', round)
        yield '1h'
        desk.release()
        yield '1h'
      }
    },
  })
  const run = (more: Partial<SimulateOptions>) =>
    logged(actors, { resources: { desk: 1 }, sample: { every: '4h' }, ...more }).result

  test('counters, histograms and resources begin again; series have the whole time', () => {
    const [all, measured] = [run({}), run({ warmUp: '11h 30m' })]
    // Rounds begin at 0, 2, … 24 h: 13 in all, and 7 from 12 h on.
    expect(all.counters['rounds']).toBe(13)
    expect(measured.counters['rounds']).toBe(7)
    expect(measured.histograms['round']).toMatchObject({ count: 7, least: 6, greatest: 12 })
    expect(measured.resources['desk']).toMatchObject({ served: 7, abandoned: 0 })
    // It is in use for 6 of 12.5 h.
    expect(measured.resources['desk']?.utilization).toBeCloseTo(6 / 12.5, 12)
    expect(measured.measuredFrom).toBe(measured.from + 11.5 * 3_600_000)
    expect('measuredFrom' in all).toBe(false)
    expect(measured.series).toEqual(all.series)
  })

  test('is no part of the result of a replication whose actor throws before it is over', () => {
    const until = (warmUp: '1h' | '3h') => {
      const { result, error } = simulateUntilError({
        ...{ world: office().world, for: '1d', warmUp },
        actors: {
          *editor() {
            yield '2h'
            throw new Error('no paper')
          },
        },
      })
      return { for: result.to - result.from, error: error?.message, measured: 'measuredFrom' in result }
    }
    const error = expect.stringContaining('no paper')
    expect(until('1h')).toEqual({ for: 2 * 3_600_000, error, measured: true })
    expect(until('3h')).toEqual({ for: 2 * 3_600_000, error, measured: false })
  })

  test.each<[string, SimulateOptions['warmUp']]>([
    ['as long as the simulation', '1d'],
    ['that is no duration', 'soon' as '1h'],
    ['that is negative', -1],
  ])('%s is refused', (_, warmUp) => {
    expect(() => run(warmUp === undefined ? {} : { warmUp })).toThrow(/option warmUp of simulate/)
  })
})
