import { describe, expect, test } from 'vitest'
import {
  type Actor,
  empirical,
  type SimulateOptions,
  SimulationError,
  simulate,
  until,
} from '../../src/simulation/index.ts'
import { BEGIN, minutes, office, submit } from './office.ts'

const idle: Actor = function* () {
  yield '1h'
}

describe('invalid options change nothing', () => {
  test.each<[string, object, RegExp]>([
    ['no end', { for: undefined }, /either the option for/],
    ['two ends', { until: BEGIN + 1 }, /either the option for/],
    ['a negative time', { for: -1 }, /option for of simulate must be a duration such as '90d', got -1/],
    ['an end in the past', { for: undefined, until: BEGIN - 1 }, /not before 2026-01-15T09:00:00.000Z, got/],
    ['a time without end', { for: '9000000 years' }, /option for of simulate/],
    ['an unknown option', { actor: idle }, /simulate has no option "actor": did you mean actors\?/],
    ['no world', { world: {} }, /option world of simulate must be a world/],
    [
      'a world of another copy of the package',
      {
        world: Object.fromEntries(
          ['baseUrl', 'clock', 'fork', 'state', 'webhooks'].map((name) => [name, {}]),
        ),
      },
      /another copy of fauxgraph made it: either one module loads it by require and the other by import/,
    ],
    ['an actor that is no function', { actors: { one: 5 } }, /The option actors\.one of simulate/],
    [
      'a group without an actor',
      { actors: { one: { count: 2 } } },
      /actors\.one\.run of simulate must be a function/,
    ],
    [
      'a negative count',
      { actors: { one: { count: -1, run: idle } } },
      /actors\.one\.count .* from 0 to 10000, got -1/,
    ],
    ['an unknown option of a group', { actors: { one: { counts: 1, run: idle } } }, /did you mean count\?/],
    [
      'a process that is none',
      { arrivals: { a: { process: {}, run: idle } } },
      /arrivals\.a\.process\.instants/,
    ],
    [
      'arrivals without code',
      { arrivals: { a: { process: empirical([1]) } } },
      /takes either run, .*or actor/,
    ],
    [
      'names used twice',
      { actors: { a: idle }, arrivals: { a: { process: empirical([1]), run: () => {} } } },
      /"a" is used twice/,
    ],
    ['a resource without places', { resources: { desk: 0 } }, /resources\.desk .* from 1 to 1000000, got 0/],
    ['a receiver of no app', { receivers: { 12: () => {} } }, /names ids|ids of apps as its names.*got "12"/],
    [
      'a sample period of zero',
      { sample: { every: 0 } },
      /sample\.every of simulate must be a duration .*got 0/,
    ],
    ['a negative sample period', { sample: { every: '-1h' } }, /sample\.every/],
    ['too many samples', { sample: { every: 1 } }, /gives 3600000 samples/],
    ['an unknown option of samples', { sample: { every: '1h', gauge: {} } }, /did you mean gauges\?/],
    ['a gauge that is no function', { sample: { every: '1h', gauges: { a: 1 } } }, /sample\.gauges\.a/],
    ['a negative number of marks', { timelineItems: -1 }, /timelineItems .*got -1/],
    ['no steps', { maxStepsPerInstant: 0 }, /maxStepsPerInstant .*got 0/],
    ['a seed that is no seed', { seed: {} }, /The option seed must be text or a whole number/],
  ])('%s', (_, more, message) => {
    const { world } = office()
    const before = world.hash('full')
    let ran = false
    const actors = { first: () => (ran = true) }
    const options = { world, for: '1h', actors, ...more } as unknown as SimulateOptions
    expect(() => simulate(options)).toThrow(message)
    expect(() => simulate(options)).toThrow(TypeError)
    expect([ran, world.hash('full')]).toEqual([false, before])
  })

  test('a world that is being simulated', () => {
    const { world } = office()
    const actors: SimulateOptions['actors'] = {
      *nested() {
        yield '1m'
        simulate({ world, for: '1h' })
      },
    }
    expect(() => simulate({ world, for: '1h', actors })).toThrow(/pass world\.fork\(\) instead/)
  })
})

/** The error of a simulation with one actor. */
function errorOf(actor: Actor, more: Partial<SimulateOptions> = {}): unknown {
  const { world } = office()
  try {
    simulate({ world, for: '1h', actors: { clerk: actor }, ...more })
  } catch (error) {
    return error
  }
  throw new Error('The simulation ended without an error')
}

describe('code that misbehaves', () => {
  test('an actor that throws', () => {
    const cause = new Error('no more paper')
    const error = errorOf(function* () {
      yield '90s'
      throw cause
    })
    expect(error).toBeInstanceOf(SimulationError)
    expect(error).toMatchObject({ actor: 'clerk', at: BEGIN + 90_000, cause })
    expect(String(error)).toMatch('clerk at 2026-01-15T09:01:30.000Z: the actor threw: no more paper')
  })

  test('an actor that calls without end', () => {
    const error = errorOf(
      function* (sim) {
        yield '1m'
        for (;;) submit(sim.world)
      },
      { maxStepsPerInstant: 500 },
    )
    expect(String(error)).toMatch(
      /^SimulationError: clerk at .*09:01:00.000Z: 500 steps and calls at one instant/,
    )
  })

  test('an actor that catches the error of its endless calls', () => {
    const error = errorOf(
      function* (sim) {
        for (let call = 0; call < 5_000; call++) {
          try {
            submit(sim.world)
          } catch {}
        }
        yield '1h'
      },
      { maxStepsPerInstant: 500 },
    )
    expect(error).toMatchObject({ actor: 'clerk', at: BEGIN })
  })

  test('an actor that waits for no time', () => {
    const error = errorOf(function* () {
      for (;;) yield 0
    })
    expect(String(error)).toMatch(/clerk at .*100000 steps and calls at one instant/)
  })

  test('an actor whose condition is always true', () => {
    const error = errorOf(function* () {
      for (;;) yield until(() => true)
    })
    expect(String(error)).toMatch(/clerk at .*100000 steps/)
  })

  test('more conditions than can be asked at one instant', () => {
    const error = errorOf(
      function* (sim) {
        for (let index = 0; index < 9_000; index++)
          sim.start(`waits ${index}`, function* () {
            yield until(() => false)
          })
        for (;;) {
          sim.count('turns')
          yield 0
        }
      },
      { maxStepsPerInstant: 1_000_000 },
    )
    expect(error).toMatchObject({ name: 'SimulationError', actor: 'waits 0', at: BEGIN })
    expect(String(error)).toMatch(/of until were asked 60000000 times at one instant, those of \d+ actors/)
  })

  test('arrivals without a gap', () => {
    // The first step is that of the idle actor.
    const process = { instants: ({ from }: { from: number }) => Array.from({ length: 2_000 }, () => from) }
    const error = errorOf(idle, {
      maxStepsPerInstant: 1_000,
      arrivals: { flood: { process, run: ({ count }) => count('x') } },
    })
    expect(String(error)).toMatch(/flood#1000 at .*1000 steps/)
  })

  test('arrivals without a gap that do nothing', () => {
    const process = {
      *instants({ from }: { from: number }) {
        // All within one millisecond, which is one instant of the world.
        for (let at = from; ; at += 1e-3 / 4) yield at
      },
    }
    const error = errorOf(idle, {
      maxStepsPerInstant: 1_000,
      arrivals: { flood: { process, run() {} } },
    })
    expect(error).toMatchObject({ name: 'SimulationError', actor: 'flood', at: BEGIN })
    expect(String(error)).toMatch(/the process yields more than 1000 arrivals at one instant/)
  })

  test.each<[string, unknown, RegExp]>([
    [
      'nothing',
      undefined,
      /clerk at 2026-01-15T09:00:00\.000Z yielded nothing\..*an actor yields a duration/,
    ],
    ['a text', 'soon', /yielded "soon"/],
    ['a promise', Promise.resolve(), /yielded \{\}/],
    ['a negative duration', -5, /yielded -5\. Time moves forward only/],
    ['an instant that is past', until(BEGIN - 1), /That instant is past/],
    ['a function', idle, /yielded/],
    ['an empty wait', { kind: 'until' }, /neither an instant nor a condition/],
  ])('an actor that yields %s', (_, wait, message) => {
    const error = errorOf(function* () {
      yield wait as never
    })
    expect(error).toBeInstanceOf(TypeError)
    expect(String(error)).toMatch(message)
  })

  test.each<[string, () => unknown, RegExp]>([
    ['is no generator', () => errorOf((() => 5) as never), /clerk must be a generator function.*returned 5/],
    [
      'requests an unknown resource',
      () =>
        errorOf(
          function* (sim) {
            yield sim.request('dsek')
          },
          { resources: { desk: 1 } },
        ),
      /no resource "dsek": did you mean desk\?/,
    ],
    [
      'yields a request twice',
      () =>
        errorOf(
          function* (sim) {
            const seat = sim.request('desk')
            yield seat
            yield seat
          },
          { resources: { desk: 1 } },
        ),
      /yielded before/,
    ],
    [
      'starts an actor with its own name',
      () =>
        errorOf(function* (sim) {
          yield '1m'
          sim.start('clerk', idle)
        }),
      /must be new/,
    ],
    [
      'counts backwards',
      () =>
        errorOf(function* (sim) {
          yield '1m'
          sim.count('x', -1)
        }),
      /must grow by a number of at least 0, got -1/,
    ],
    [
      'observes no number',
      () =>
        errorOf(function* (sim) {
          yield '1m'
          sim.observe('x', Number.NaN)
        }),
      /got NaN/,
    ],
    [
      'counts what is a gauge',
      () =>
        errorOf(
          function* (sim) {
            yield '1m'
            sim.count('g')
          },
          { sample: { every: '1h', gauges: { g: () => 1 } } },
        ),
      /gauge "g" cannot be a counter/,
    ],
    [
      'resets the world',
      () =>
        errorOf(function* (sim) {
          yield '1m'
          sim.world.reset()
        }),
      /world was reset/,
    ],
    [
      'asks a condition that throws',
      () =>
        errorOf(function* () {
          yield until(() => {
            throw new Error('hm')
          })
        }),
      /clerk at .*condition of until threw: hm/,
    ],
    [
      'has a gauge that throws',
      () =>
        errorOf(idle, {
          sample: {
            every: '1h',
            gauges: {
              g: () => {
                throw new Error('hm')
              },
            },
          },
        }),
      /the gauge g at .*threw: hm/,
    ],
    [
      'has a gauge without a number',
      () => errorOf(idle, { sample: { every: '1h', gauges: { g: () => Number.NaN } } }),
      /gauge g must return a finite number, got NaN/,
    ],
    [
      'has arrivals in the wrong order',
      () =>
        errorOf(idle, {
          arrivals: { a: { process: { instants: ({ from }) => [from + 2, from + 1] }, run: () => {} } },
        }),
      /ascending order/,
    ],
    [
      'has an arrival process that throws',
      () =>
        errorOf(idle, {
          arrivals: {
            a: {
              process: {
                instants: () => {
                  throw new Error('hm')
                },
              },
              run: () => {},
            },
          },
        }),
      /a at .*the process threw: hm/,
    ],
  ])('an actor that %s', (_, run, message) => {
    expect(String(run())).toMatch(message)
  })

  test.each<[string, unknown, RegExp]>([
    [
      'throws',
      () => {
        throw new Error('hm')
      },
      /receiver \d+ delivery-1#1 at .*threw: hm/,
    ],
    ['returns no status', () => ({ status: 99 }), /must return \{ status \}.*got \{"status":99\}/],
    [
      'is a generator function without being an actor',
      { actor: () => ({ status: 200 }) },
      /generator function/,
    ],
  ])('a receiver that %s', (_, receiver, message) => {
    const { world, app, page } = office()
    world.actions.installApp({ app, page }).unwrap()
    const actors: SimulateOptions['actors'] = {
      *person() {
        yield '1m'
        submit(world)
      },
    }
    expect(() => simulate({ world, for: '1h', actors, receivers: { [app]: receiver as never } })).toThrow(
      message,
    )
  })

  test('a condition that is never true lets the simulation end', () => {
    const { world } = office()
    const log: string[] = []
    simulate({
      world,
      for: '1h',
      actors: {
        *waiting() {
          yield until(() => false)
          log.push('went on')
        },
      },
    })
    expect([log, minutes(world.clock.now)]).toEqual([[], 60])
  })

  test('after an error the world is as it was then, and can be used', () => {
    const { world } = office()
    const actors: SimulateOptions['actors'] = {
      *one() {
        yield '5m'
        submit(world).unwrap()
        throw new Error('stop')
      },
    }
    expect(() => simulate({ world, for: '1h', actors })).toThrow('stop')
    expect(minutes(world.clock.now)).toBe(5)
    expect(submit(world).ok).toBe(true)
    expect(simulate({ world, for: '1h' }).to).toBe(BEGIN + 65 * 60_000)
  })
})
