import { describe, expect, test } from 'vitest'
import {
  type Actor,
  calendar,
  empirical,
  poisson,
  seriesCsv,
  simulate,
  until,
} from '../../src/simulation/index.ts'
import { BEGIN, minutes, office, submit } from './office.ts'

const HOUR = 3_600_000

describe('time', () => {
  test('an actor goes on when its wait is over', () => {
    const { world } = office()
    const seen: number[] = []
    simulate({
      world,
      for: '3 days',
      actors: {
        *clerk(sim) {
          seen.push(minutes(sim.now))
          yield '90m'
          seen.push(minutes(sim.now))
          yield { hours: 1 }
          seen.push(minutes(sim.now))
          yield until('2026-01-15T12:00:00Z')
          seen.push(minutes(sim.now))
          yield calendar({ at: '00:00' })
          seen.push(minutes(sim.now))
          yield '1 month'
          seen.push(-1)
        },
      },
    })
    expect(seen).toEqual([0, 90, 150, 180, 900])
    expect(world.clock.now).toBe(BEGIN + 72 * HOUR)
  })

  test('a due task of the world runs at its own instant, before the actors of that instant', () => {
    const { world, page, pageToken } = office()
    const told: string[] = []
    const publishedAt = () => world.events.last('post.published')?.at
    const result = simulate({
      world,
      for: '4h',
      actors: {
        *editor(sim) {
          const later = { published: false, unpublished_content_type: 'SCHEDULED' as const }
          const scheduled_publish_time = (BEGIN + 2 * HOUR) / 1_000
          sim.world
            .as(pageToken)
            .publishPost({ page, message: 'later', ...later, scheduled_publish_time })
            .unwrap()
          yield '119m'
          told.push(`119: ${publishedAt()}`)
          yield '1m'
          told.push(`120: ${publishedAt()}`)
        },
      },
    })
    expect(told).toEqual(['119: undefined', `120: ${BEGIN + 2 * HOUR}`])
    expect(result.counters['tasks']).toBe(1)
    const lane = result.timeline.lanes.findIndex(({ name }) => name === 'due work')
    expect(result.timeline.items.filter((item) => item.lane === lane)).toMatchObject([
      {
        kind: 'task',
        at: BEGIN + 2 * HOUR,
        label: 'publishScheduledPost',
        ok: true,
        events: ['post.published'],
      },
    ])
  })

  test('of one instant, actors go on in the order in which they began to wait, and samples come last', () => {
    const { world } = office()
    const order: string[] = []
    const actor = (wait: '1h' | '30m'): Actor =>
      function* (sim) {
        for (let at = 0; at < 60; at += wait === '1h' ? 60 : 30) yield wait
        order.push(sim.name)
      }
    simulate({
      world,
      for: '1h',
      actors: { first: actor('1h'), halves: actor('30m'), last: actor('1h') },
      sample: { every: '1h', gauges: { order: () => order.push('sample') } },
    })
    expect(order).toEqual(['sample', 'first', 'last', 'halves', 'sample'])
  })

  test('what happens at the end is part of it', () => {
    const { world } = office()
    const result = simulate({
      world,
      until: BEGIN + HOUR,
      arrivals: { on: { process: empirical(['20m']), run: () => {} } },
    })
    expect(result.counters['arrivals.on']).toBe(3)
    expect(result.to).toBe(BEGIN + HOUR)
  })

  test('a call that takes time makes others late, in their order', () => {
    const { world, page, pageToken } = office()
    world.faults.add({ match: { operation: 'readPage' }, fault: { kind: 'latency', by: '1h' } })
    const seen: [string, number][] = []
    simulate({
      world,
      for: '2h',
      actors: {
        *slow(sim) {
          yield '10m'
          sim.world.as(pageToken).readPage({ page }).unwrap()
          seen.push(['slow', minutes(sim.now)])
        },
        *other(sim) {
          yield '30m'
          seen.push(['other', minutes(sim.now)])
        },
      },
    })
    expect(seen).toEqual([
      ['slow', 70],
      ['other', 70],
    ])
  })
})

describe('until', () => {
  test('an actor goes on at the instant at which its condition becomes true', () => {
    const { world } = office()
    let leads = 0
    const seen: [string, number, boolean | number][] = []
    const waiting = (name: string, least: number): Actor =>
      function* (sim) {
        const came = yield until(() => leads >= least)
        seen.push([name, minutes(sim.now), came])
        leads += 10
      }
    simulate({
      world,
      for: '1h',
      actors: {
        two: waiting('two', 2),
        // The first one makes its condition true.
        ten: waiting('ten', 10),
        never: waiting('never', 1_000),
      },
      arrivals: { leads: { process: empirical(['5m']), run: () => void leads++, most: 3 } },
    })
    expect(seen).toEqual([
      ['two', 10, true],
      ['ten', 10, true],
    ])
  })

  test('thousands of actors wait for conditions, and only those that go on take a step', () => {
    const { world } = office()
    const count = 2_000
    let served = 0
    let open = 0
    const { steps } = simulate({
      world,
      for: '1h',
      actors: {
        waiting: {
          count,
          *run(sim) {
            yield until(() => sim.index <= open)
            served++
          },
        },
        *door() {
          yield '1m'
          open = 10
        },
      },
    })
    // Each actor takes a step at its start, the door one more, and the ten served one more each.
    expect([served, steps]).toEqual([10, count + 2 + 10])
  })

  test('a wait that takes too long gives false, and is over', () => {
    const { world } = office()
    const seen: [number, boolean | number][] = []
    let open = false
    simulate({
      world,
      for: '2h',
      actors: {
        *waiting(sim) {
          const first = yield until(() => open, { within: '20m' })
          seen.push([minutes(sim.now), first])
          const second = yield until(() => open, { within: '20m' })
          seen.push([minutes(sim.now), second])
        },
        *opening() {
          yield '30m'
          open = true
        },
      },
    })
    expect(seen).toEqual([
      [20, false],
      [30, true],
    ])
  })
})

describe('resources', () => {
  /** Requests a place after a delay, and keeps it for some time. */
  const guest = (log: string[], delay: number, stay: number, patience?: number): Actor =>
    function* (sim) {
      yield delay * 60_000
      const seat = sim.request('desk', patience === undefined ? {} : { patience: patience * 60_000 })
      if (!(yield seat)) {
        log.push(`${sim.name} left at ${minutes(sim.now)}`)
        return
      }
      log.push(`${sim.name} at ${minutes(sim.now)} after ${(seat.waited ?? Number.NaN) / 60_000}`)
      yield stay * 60_000
      // The last one ends without releasing its place.
      if (sim.name !== 'd') seat.release()
    }

  test('first come, first served; the impatient leave; the end of an actor releases its place', () => {
    const { world } = office()
    const log: string[] = []
    const actors = {
      a: guest(log, 0, 30),
      b: guest(log, 5, 30),
      c: guest(log, 6, 10, 20),
      d: guest(log, 7, 20),
      e: guest(log, 8, 5),
    }
    const result = simulate({ world, for: '100m', resources: { desk: 1 }, actors })
    expect(log).toEqual([
      'a at 0 after 0',
      'c left at 26',
      'b at 30 after 25',
      'd at 60 after 53',
      'e at 80 after 72',
    ])
    const { waits, ...report } = result.resources['desk'] ?? {}
    // Busy from 0 to 85 of 100 minutes. The queue holds b, c, d and e from 8 on.
    expect(report).toEqual({ capacity: 1, served: 4, abandoned: 1, utilization: 0.85, queueMax: 4 })
    expect(waits).toMatchObject({ count: 4, least: 0, greatest: 72 * 60_000, mean: 37.5 * 60_000 })
  })

  test('as many as its capacity have a place at once', () => {
    const { world } = office()
    const log: string[] = []
    const actors = { a: guest(log, 0, 10), b: guest(log, 0, 20), c: guest(log, 1, 10), d: guest(log, 2, 10) }
    simulate({ world, for: '1h', resources: { desk: 2 }, actors })
    expect(log).toEqual(['a at 0 after 0', 'b at 0 after 0', 'c at 10 after 9', 'd at 20 after 18'])
  })

  test('its queue is sampled', () => {
    const { world } = office()
    const actors = { a: guest([], 0, 30), b: guest([], 5, 30), c: guest([], 6, 30) }
    const { series } = simulate({
      world,
      for: '90m',
      resources: { desk: 1 },
      actors,
      sample: { every: '15m' },
    })
    expect(series.values['resources.desk.busy']).toEqual([1, 1, 1, 1, 1, 1, 0])
    expect(series.values['resources.desk.waiting']).toEqual([0, 2, 1, 1, 0, 0, 0])
  })
})

describe('measures', () => {
  const result = () => {
    const { world } = office()
    return simulate({
      world,
      for: '1h',
      actors: {
        *counting(sim) {
          yield '20m'
          sim.count('seen', 3)
          sim.observe('size', 4)
          yield '5m'
          sim.count('seen')
          for (let value = 1; value <= 100; value++) sim.observe('size', value)
        },
      },
      sample: { every: '15m', gauges: { minutes: ({ clock }) => minutes(clock.now) } },
    })
  }

  test('gauges give their value, and counters what they counted since the sample before', () => {
    const { series, counters } = result()
    expect(series.at.map(minutes)).toEqual([0, 15, 30, 45, 60])
    expect(series.values).toEqual({
      minutes: [0, 15, 30, 45, 60],
      seen: [0, 0, 4, 0, 0],
      calls: [0, 0, 0, 0, 0],
      'calls.refused': [0, 0, 0, 0, 0],
      tasks: [0, 0, 0, 0, 0],
    })
    expect(counters).toEqual({ seen: 4, calls: 0, 'calls.refused': 0, tasks: 0 })
  })

  test('histograms give quantiles that are at most 7 % too high', () => {
    const { size } = result().histograms
    expect(size).toMatchObject({ count: 101, least: 1, greatest: 100 })
    expect(size?.mean).toBeCloseTo((5_050 + 4) / 101, 10)
    for (const [quantile, exact] of [
      [size?.p50, 50],
      [size?.p95, 95],
      [size?.p99, 99],
    ] as const) {
      expect(quantile).toBeGreaterThanOrEqual(exact)
      expect(quantile).toBeLessThanOrEqual(exact * 1.07)
    }
    expect(size?.buckets.reduce((sum, { count }) => sum + count, 0)).toBe(101)
  })

  test('CSV has a row for each sample, and quotes what needs it', () => {
    expect(seriesCsv({ series: { at: [BEGIN], values: { 'a, "b"': [1.5], c: [-2] } } })).toBe(
      'at,"a, ""b""",c\n2026-01-15T09:00:00.000Z,1.5,-2\n',
    )
    const lines = seriesCsv(result()).trimEnd().split('\n')
    expect(lines[0]).toBe('at,calls,calls.refused,minutes,seen,tasks')
    expect(lines[3]).toBe('2026-01-15T09:30:00.000Z,0,0,30,4,0')
    expect(lines).toHaveLength(6)
  })

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1'])('the name %j is no formula in CSV', (name) => {
    const [header = ''] = seriesCsv({ series: { at: [BEGIN], values: { [name]: [-1] } } }).split('\n')
    expect(header.replaceAll('"', '')).toBe(`at,'${name}`)
  })

  test('a negative number stays a number in CSV', () => {
    expect(seriesCsv({ series: { at: [BEGIN], values: { a: [-1] } } })).toBe(
      'at,a\n2026-01-15T09:00:00.000Z,-1\n',
    )
  })

  test('the result is plain JSON', () => {
    const plain = result()
    expect(JSON.parse(JSON.stringify(plain))).toEqual(plain)
  })
})

describe('receivers', () => {
  test('a late answer and a failure are retried in virtual time', () => {
    const { world, app, page } = office()
    world.actions.installApp({ app, page }).unwrap()
    const got: [number, number][] = []
    const { counters, timeline } = simulate({
      world,
      for: '30m',
      actors: {
        *person(sim) {
          yield '1m'
          submit(sim.world).unwrap()
        },
      },
      receivers: {
        [app]: {
          *actor({ attempts }, sim) {
            got.push([minutes(sim.now), attempts.length])
            if (attempts.length < 2) return { status: 500 }
            yield '30s'
            return attempts.length === 2 ? { error: 'The connection was closed' } : undefined
          },
        },
      },
    })
    // The retries of SIL-165: at once, after one minute, and after five minutes.
    expect(got).toEqual([
      [1, 0],
      [1, 1],
      [2, 2],
      [6, 3],
    ])
    const [delivery] = world.webhooks.outbox
    expect(delivery?.status).toBe('delivered')
    expect(delivery?.attempts.map(({ status, error }) => status ?? error)).toEqual([
      500,
      500,
      'The connection was closed',
      200,
    ])
    expect(counters).toMatchObject({ deliveries: 1, 'deliveries.failed': 3 })
    const lanes = timeline.lanes.filter(({ group }) => group === 'webhooks')
    expect(lanes.map(({ name }) => name)).toEqual([`Starter App (app ${app})`])
  })

  test('notices that come while a delivery is on its way are the next delivery', () => {
    const { world, app, page } = office()
    world.actions.installApp({ app, page }).unwrap()
    const got: [number, number][] = []
    simulate({
      world,
      for: '10m',
      arrivals: { leads: { process: empirical(['1m']), run: (sim) => void submit(sim.world), most: 4 } },
      receivers: {
        [app]: {
          *actor({ notices }, sim) {
            got.push([minutes(sim.now), notices])
            yield '150s'
          },
        },
      },
    })
    expect(got.map(([, notices]) => notices).reduce((sum, one) => sum + one, 0)).toBe(4)
    expect(got.map(([at]) => at)).toEqual([1, 2, 3, 4])
  })

  test('a handshake is answered with its challenge', () => {
    const { world, app } = office()
    world.actions.setWebhook({ app, url: 'https://app.test/hook' }).unwrap()
    simulate({
      world,
      for: '1m',
      receivers: {
        [app]: ({ request }) => ({
          status: 200,
          body: new URL(request.url).searchParams.get('hub.challenge') ?? '',
        }),
      },
    })
    expect(world.events.last('webhook.verified')?.at).toBe(BEGIN)
  })
})

describe('timeline', () => {
  test('a refused call is told with its error and the check that refused it', () => {
    const { world, pageToken, page, noPermissionToken } = office()
    const { timeline } = simulate({
      world,
      for: '1h',
      actors: {
        *caller(sim) {
          sim.world.as(pageToken).readPage({ page }).unwrap()
          yield '1m'
          sim.world.as(noPermissionToken).publishPost({ page, message: 'secret words' })
          sim.note('done', { at: 1 })
        },
      },
    })
    const { items, checks, lanes } = timeline
    expect(lanes.map(({ name, group }) => [name, group])).toEqual([['caller', 'actors']])
    expect(items).toMatchObject([
      {
        kind: 'call',
        label: 'readPage',
        at: BEGIN,
        ok: true,
        why: { operation: 'readPage', status: 200, failedCheck: null },
      },
      { kind: 'call', label: 'publishPost', ok: false, input: expect.stringContaining('secret words') },
      { kind: 'note', label: 'done', input: '{"at":1}' },
    ])
    const explained = world.why({
      operation: 'publishPost',
      token: noPermissionToken,
      params: { page, message: 'x' },
    })
    expect(items[1]?.error?.code).toBe(explained.error?.code)
    expect(items[1]?.why?.failedCheck).toBe(
      explained.checks.find(({ verdict }) => verdict === 'failed')?.name,
    )
    expect(checks.map(({ name }) => name)).toEqual(explained.checks.map(({ name }) => name))
    expect(JSON.stringify(timeline)).not.toContain(noPermissionToken)
  })

  test('waits and uses of a resource take time, and faults have a lane', () => {
    const { world, page, pageToken } = office()
    world.faults.add({ match: { operation: 'readPage' }, fault: { kind: 'drop' }, times: 1 })
    const user: Actor = function* (sim) {
      const seat = sim.request('desk')
      yield seat
      yield '10m'
      seat.release()
      sim.world.as(pageToken).readPage({ page })
    }
    const { timeline } = simulate({
      world,
      for: '1h',
      resources: { desk: 1 },
      actors: { user: { count: 2, run: user } },
    })
    const spans = timeline.items.filter(({ end }) => end !== undefined)
    expect(
      spans.map(({ kind, lane, at, end = 0 }) => [
        kind,
        timeline.lanes[lane]?.name,
        minutes(at),
        minutes(end),
      ]),
    ).toEqual([
      ['wait', 'user#2', 0, 10],
      ['hold', 'user#1', 0, 10],
      ['hold', 'user#2', 10, 20],
    ])
    const faults = timeline.lanes.findIndex(({ name }) => name === 'faults')
    expect(timeline.items.filter(({ lane }) => lane === faults)).toMatchObject([
      { kind: 'fault', label: 'readPage' },
    ])
  })

  test('all marks are counted; of too many some are kept, evenly, and rare ones all', () => {
    const { world } = office({ history: 'off' })
    const { timeline } = simulate({
      world,
      for: '100h',
      timelineItems: 100,
      arrivals: {
        often: { process: empirical(['6m']), run: (sim) => sim.note('often') },
        rarely: { process: empirical(['20h']), run: (sim) => sim.note('rarely') },
      },
    })
    const [often, rarely] = timeline.lanes
    const total = (lane: typeof often) => lane?.bins.reduce((sum, [, count]) => sum + count, 0)
    expect([total(often), total(rarely)]).toEqual([1_000, 5])
    expect(timeline.items.length).toBeLessThanOrEqual(100)
    expect(timeline.items.filter(({ label }) => label === 'rarely')).toHaveLength(5)
    const [stride] = often?.keptOneOf ?? [0]
    expect(stride).toBe(16)
    const kept = timeline.items.filter(({ label }) => label === 'often').map(({ at }) => minutes(at))
    expect(new Set(kept.slice(1).map((at, place) => at - (kept[place] ?? 0)))).toEqual(new Set([16 * 6]))
  })

  test('a simulation without a timeline measures the same', () => {
    const run = (timelineItems: number) => {
      const { world } = office()
      const arrivals = { leads: { process: poisson({ rate: 5 }), run: () => void submit(world) } }
      return simulate({ world, for: '1 day', arrivals, timelineItems, sample: { every: '1h' } })
    }
    const { timeline, ...measured } = run(0)
    expect(timeline).toMatchObject({ lanes: [], items: [] })
    const { timeline: full, ...same } = run(4_000)
    expect(measured).toEqual(same)
    expect(full.items.length).toBe(same.counters['calls'])
  })
})

test('the world keeps no observer, and can be simulated again', () => {
  const { world } = office()
  const run = () =>
    simulate({
      world,
      for: '1h',
      actors: {
        *one(sim) {
          yield '1m'
          submit(sim.world)
        },
      },
    })
  expect(run().counters['calls']).toBe(1)
  submit(world)
  expect(run().counters['calls']).toBe(1)
})

test('an actor starts others, with streams of their own', () => {
  const { world } = office()
  const seen: [string, number, number][] = []
  const child: Actor = function* (sim) {
    yield '1m'
    seen.push([sim.name, minutes(sim.now), sim.random.below(1_000)])
  }
  simulate({
    world,
    for: '1h',
    actors: {
      *parent(sim) {
        sim.start('first', child)
        yield '10m'
        sim.start('second', child)
      },
    },
  })
  expect(seen.map(([name, at]) => [name, at])).toEqual([
    ['first', 1],
    ['second', 11],
  ])
  expect(seen[0]?.[2]).not.toBe(seen[1]?.[2])
})
