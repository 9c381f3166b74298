import { describe, expect, test } from 'vitest'
import {
  type ArrivalProcess,
  bursts,
  calendar,
  diurnal,
  empirical,
  poisson,
} from '../../src/simulation/index.ts'
import { randomSource } from '../../src/simulation/load/random-source.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const FROM = Date.parse('2026-01-01T00:00:00Z')

/** The arrivals of a process within some days. */
function arrivals(process: ArrivalProcess, days: number, name = 'test'): number[] {
  const found: number[] = []
  const to = FROM + days * DAY
  for (const at of process.instants({ from: FROM, to, random: randomSource('1', name) })) {
    if (at > to) break
    found.push(at)
  }
  return found
}

const gapsOf = (instants: readonly number[]) =>
  instants.slice(1).map((at, place) => at - (instants[place] ?? at))

/** The mean and the variance of the number of arrivals per period. */
function countsPer(instants: readonly number[], period: number, periods: number) {
  const counts = Array.from({ length: periods }, () => 0)
  for (const at of instants) {
    const place = Math.floor((at - FROM) / period)
    if (place < periods) counts[place] = (counts[place] ?? 0) + 1
  }
  const mean = counts.reduce((sum, one) => sum + one, 0) / periods
  const variance = counts.reduce((sum, one) => sum + (one - mean) ** 2, 0) / periods
  return { mean, variance }
}

test('a Poisson process has as many arrivals as its rate, and the variance of their count is its mean', () => {
  const instants = arrivals(poisson({ rate: 12, per: '1h' }), 200)
  const { mean, variance } = countsPer(instants, HOUR, 4_800)
  // The standard error of the mean is 0.05, that of the variance 0.25.
  expect(Math.abs(mean - 12)).toBeLessThan(0.2)
  expect(Math.abs(variance - 12)).toBeLessThan(1)
})

test('bursts come in the size and time that they have', () => {
  const instants = arrivals(bursts({ rate: 1, per: '1 week', size: [10, 20], within: '1h' }), 700)
  expect(instants).toEqual(instants.toSorted((left, right) => left - right))
  // Bursts are a week apart on average: a gap of more than an hour separates two of them.
  const starts = [0, ...gapsOf(instants).flatMap((gap, place) => (gap > HOUR ? [place + 1] : []))]
  const clusters = starts.map((start, place) => instants.slice(start, starts[place + 1]))
  expect(Math.abs(clusters.length - 100)).toBeLessThan(35)
  const alone = clusters.filter((cluster) => (cluster.at(-1) ?? 0) - (cluster[0] ?? 0) <= HOUR)
  expect(alone.length).toBeGreaterThan(clusters.length * 0.9)
  for (const cluster of alone.slice(0, -1)) {
    expect(cluster.length).toBeGreaterThanOrEqual(10)
    expect(cluster.length).toBeLessThanOrEqual(20)
  }
})

test('overlapping bursts are in order', () => {
  const instants = arrivals(bursts({ rate: 4, per: '1h', size: 5, within: '3h' }), 20)
  expect(gapsOf(instants).every((gap) => gap >= 0)).toBe(true)
  const { mean } = countsPer(instants, HOUR, 480)
  expect(Math.abs(mean - 20)).toBeLessThan(2.1)
})

test('an empirical process draws each gap of its table equally often', () => {
  const gaps = gapsOf([FROM, ...arrivals(empirical(['1m', '2m', '10m']), 60)])
  const shares = [60_000, 120_000, 600_000].map(
    (gap) => gaps.filter((one) => one === gap).length / gaps.length,
  )
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 10)
  for (const share of shares) expect(Math.abs(share - 1 / 3)).toBeLessThan(0.02)
})

describe('a diurnal process', () => {
  const hours = Array.from({ length: 24 }, (_, hour) => (hour < 8 ? 0 : hour < 20 ? 6 : 0.5))

  test.each([
    ['UTC', 0],
    ['Asia/Kathmandu', 345],
    ['America/New_York', -300],
  ])('has in %s the rate of each local hour', (timeZone, offset) => {
    // January and February: no zone of the table changes its offset.
    const instants = arrivals(diurnal({ hours, timeZone }), 59)
    const counts = Array.from({ length: 24 }, () => 0)
    for (const at of instants) {
      const hour = Math.floor(((((at + offset * 60_000) % DAY) + DAY) % DAY) / HOUR)
      counts[hour] = (counts[hour] ?? 0) + 1
    }
    for (const [hour, count] of counts.entries()) {
      const expected = (hours[hour] ?? 0) * 59
      expect(Math.abs(count - expected), `hour ${hour}`).toBeLessThanOrEqual(4.5 * Math.sqrt(expected))
    }
  })

  test('is a Poisson process if all hours have one rate', () => {
    const { mean, variance } = countsPer(arrivals(diurnal({ hours: hours.map(() => 5) }), 200), HOUR, 4_800)
    expect(Math.abs(mean - 5)).toBeLessThan(0.15)
    expect(Math.abs(variance - 5)).toBeLessThan(0.5)
  })

  test('ends at the end, however small its rates are', () => {
    expect(arrivals(diurnal({ hours: hours.map((_, hour) => (hour === 3 ? 1e-12 : 0)) }), 90)).toEqual([])
  })
})

describe('a calendar', () => {
  const next = (
    timeZone: string,
    at: string | string[],
    from: string,
    count = 1,
    days?: 'weekdays' | 'weekends',
  ) => {
    const { after } = calendar({ at, timeZone, ...(days && { days }) })
    const found: string[] = []
    for (let instant = Date.parse(from); found.length < count; found.push(new Date(instant).toISOString()))
      instant = after(instant)
    return found.map((text) => text.replace(':00.000Z', 'Z'))
  }

  test.each([
    // Berlin is at +01:00 in winter, and at +02:00 from 2026-03-29 to 2026-10-25.
    [
      'nine in Berlin, winter and summer',
      'Europe/Berlin',
      '09:00',
      '2026-03-27T12:00:00Z',
      3,
      ['2026-03-28T08:00Z', '2026-03-29T07:00Z', '2026-03-30T07:00Z'],
    ],
    [
      'a time that clocks skip',
      'Europe/Berlin',
      '02:30',
      '2026-03-28T12:00:00Z',
      2,
      ['2026-03-29T01:30Z', '2026-03-30T00:30Z'],
    ],
    [
      'a time that clocks show twice',
      'Europe/Berlin',
      '02:30',
      '2026-10-24T12:00:00Z',
      2,
      ['2026-10-25T00:30Z', '2026-10-26T01:30Z'],
    ],
    [
      'New York skips 02:15',
      'America/New_York',
      '02:15',
      '2026-03-08T00:00:00Z',
      2,
      ['2026-03-08T07:15Z', '2026-03-09T06:15Z'],
    ],
    [
      'New York shows 01:15 twice',
      'America/New_York',
      '01:15',
      '2026-11-01T00:00:00Z',
      2,
      ['2026-11-01T05:15Z', '2026-11-02T06:15Z'],
    ],
    [
      'a quarter of an hour in Kathmandu',
      'Asia/Kathmandu',
      '00:00',
      '2026-01-01T00:00:00Z',
      1,
      ['2026-01-01T18:15Z'],
    ],
    [
      'two times a day in any order',
      'UTC',
      ['17:00', '09:00'],
      '2026-01-01T09:00:00Z',
      3,
      ['2026-01-01T17:00Z', '2026-01-02T09:00Z', '2026-01-02T17:00Z'],
    ],
  ] as const)('%s', (_, zone, at, from, count, expected) => {
    expect(next(zone, typeof at === 'string' ? at : [...at], from, count)).toEqual(expected)
  })

  test('weekdays and weekends are those of the zone', () => {
    // 2026-01-16 is a Friday. Monday at 08:00 in Apia, at +13:00, is Sunday at 19:00 in UTC.
    expect(next('UTC', '09:00', '2026-01-16T09:00:00Z', 1, 'weekdays')).toEqual(['2026-01-19T09:00Z'])
    expect(next('UTC', '09:00', '2026-01-16T09:00:00Z', 3, 'weekends')).toEqual([
      '2026-01-17T09:00Z',
      '2026-01-18T09:00Z',
      '2026-01-24T09:00Z',
    ])
    expect(next('Pacific/Apia', '08:00', '2026-01-16T00:00:00Z', 1, 'weekdays')).toEqual([
      '2026-01-18T19:00Z',
    ])
  })

  test('named days', () => {
    const { after } = calendar({ days: ['wednesday'], at: '12:30:15' })
    expect(new Date(after(FROM)).toISOString()).toBe('2026-01-07T12:30:15.000Z')
  })

  test('as an arrival process it begins with the first instant', () => {
    expect(arrivals(calendar({ at: '00:00' }), 2)).toEqual([FROM, FROM + DAY, FROM + 2 * DAY])
  })
})

describe('invalid options', () => {
  const sevens = Array.from({ length: 24 }, () => 7)
  test.each<[string, () => unknown, RegExp]>([
    [
      'a rate of zero',
      () => poisson({ rate: 0 }),
      /option rate of poisson must be .* greater than 0 .*got "0"/,
    ],
    ['a negative rate', () => poisson({ rate: -1 }), /got "-1"/],
    ['an infinite rate', () => poisson({ rate: Number.POSITIVE_INFINITY }), /got "Infinity"/],
    ['a rate that is no number', () => bursts({ rate: Number.NaN, size: 1, within: 1 }), /rate of bursts/],
    ['a rate so small that its gap is infinite', () => poisson({ rate: 5e-324, per: '365d' }), /option rate/],
    ['a period of zero', () => poisson({ rate: 1, per: 0 }), /option per of poisson must be a duration/],
    ['a negative period', () => poisson({ rate: 1, per: -5 }), /got -5/],
    ['an unknown option', () => poisson({ rate: 1, every: 2 } as never), /poisson has no option "every"/],
    ['a burst without arrivals', () => bursts({ rate: 1, size: 0, within: '1h' }), /option size of bursts/],
    ['sizes in descending order', () => bursts({ rate: 1, size: [3, 2], within: '1h' }), /got \[3,2\]/],
    ['a negative time of a burst', () => bursts({ rate: 1, size: 1, within: -1 }), /option within of bursts/],
    ['an empty table of gaps', () => empirical([]), /one or more gaps/],
    ['gaps of zero only', () => empirical([0, '0s']), /only zeros/],
    ['a negative gap', () => empirical(['1h', -1]), /gaps\[1\] of empirical/],
    ['23 hours', () => diurnal({ hours: sevens.slice(1) }), /24 numbers/],
    ['a negative hour', () => diurnal({ hours: sevens.with(3, -1) }), /each at least 0/],
    ['an infinite hour', () => diurnal({ hours: sevens.with(3, Number.POSITIVE_INFINITY) }), /finite/],
    ['no hour with arrivals', () => diurnal({ hours: sevens.map(() => 0) }), /one of them greater than 0/],
    [
      'an unknown zone',
      () => diurnal({ hours: sevens, timeZone: 'Mars/Olympus' }),
      /timeZone of diurnal .*"Mars/,
    ],
    [
      'an unknown zone of a calendar',
      () => calendar({ at: '09:00', timeZone: 'Nowhere' }),
      /timeZone of calendar/,
    ],
    [
      'no time of day',
      () => calendar({ at: '24:00' }),
      /option at of calendar must be a time of day .*"24:00"/,
    ],
    ['no times', () => calendar({ at: [] }), /one or more/],
    ['an unknown day', () => calendar({ at: '09:00', days: ['funday'] as never }), /option days of calendar/],
    ['no days', () => calendar({ at: '09:00', days: [] }), /option days of calendar/],
    [
      'a misspelled option',
      () => calendar({ at: '09:00', timezone: 'UTC' } as never),
      /did you mean timeZone\?/,
    ],
  ])('%s', (_, make, message) => {
    expect(make).toThrow(message)
    expect(make).toThrow(TypeError)
  })
})
