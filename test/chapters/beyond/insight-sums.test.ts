import { describe, expect, test } from 'vitest'
import { act, begin, call } from '../../service/scene.ts'

// The starter world begins on 2026-01-15. The results of an account fill several leaves of its tree.
const start = (() => {
  const scene = begin({ policy: { beyond: 'serve' } })
  const { world, adSet, creative, ad } = scene
  const ads = [ad]
  for (const name of ['B', 'C'])
    ads.push(String(act(world, 'createAdWithCreative', { adSet, creative, name }).unwrap()['id']))
  world.clock.advance('500d')
  return { ...scene, ads }
})()
const { world, adAccount, userToken, ads } = start

interface Recorded {
  readonly ad: string
  readonly day: number
  readonly age: string
  readonly impressions: number
  readonly spend: number
  readonly purchases: number
}

/** Six results on each of 400 days: three ads, two ages, and purchases in two of three results. */
const recorded: Recorded[] = []
const dateOf = (day: number): string => new Date(Date.UTC(2026, 0, 15 + day)).toISOString().slice(0, 10)

function record(result: Recorded): void {
  const { ad, day, age, impressions, spend, purchases } = result
  recorded.push(result)
  const actions = purchases > 0 ? [{ type: 'purchase', count: purchases, value: 10 * purchases }] : []
  const segment = age === 'unknown' ? {} : { age }
  act(world, 'recordAdResults', { ad, date: dateOf(day), impressions, spend, segment, actions }).unwrap()
}

for (let day = 0; day < 400; day += 1)
  for (const [at, ad] of ads.entries())
    for (const age of ['18-24', 'unknown'])
      record({ ad, day, age, impressions: day + at, spend: at + 1, purchases: (day + at) % 3 })

/** Adds up what was recorded from one day to another, by keys. */
function plainSums(since: number, until: number, keyOf: (result: Recorded) => string) {
  const sums = new Map<string, { impressions: number; spend: number; purchases: number }>()
  for (const result of recorded.filter(({ day }) => since <= day && day <= until)) {
    const key = keyOf(result)
    const { impressions, spend, purchases } = sums.get(key) ?? { impressions: 0, spend: 0, purchases: 0 }
    sums.set(key, {
      impressions: impressions + result.impressions,
      spend: spend + result.spend,
      purchases: purchases + result.purchases,
    })
  }
  return sums
}

/** The same sums, as insights show them. */
function shownSums(since: number, until: number, params: object, keyOf: (row: Row) => string) {
  const fields = 'ad_id,impressions,spend,actions,action_values'
  const time_range = { since: dateOf(since), until: dateOf(until) }
  const asked = { adAccount, time_range, fields, limit: 1_000, ...params }
  const { data } = call(world, userToken, 'listInsights', asked).unwrap()
  return new Map(
    (data as Row[]).map((row) => {
      const purchases = Number(row.actions?.[0]?.value ?? 0)
      expect(Number(row.action_values?.[0]?.value ?? 0)).toBeCloseTo(purchases / 10)
      const spend = Math.round(Number(row.spend) * 100)
      return [keyOf(row), { impressions: Number(row.impressions), spend, purchases }]
    }),
  )
}

interface Row {
  readonly ad_id: string
  readonly age: string
  readonly impressions: string
  readonly spend: string
  readonly date_start: string
  readonly actions?: readonly { readonly value: string }[]
  readonly action_values?: readonly { readonly value: string }[]
}

const readings: [string, object, (result: Recorded) => string, (row: Row) => string][] = [
  ['of the account', {}, () => '', () => ''],
  ['by ad', { level: 'ad' }, ({ ad }) => ad, (row) => row.ad_id],
  ['by age', { breakdowns: 'age' }, ({ age }) => age, (row) => row.age],
  [
    'by ad, age and ten days',
    { level: 'ad', breakdowns: 'age', time_increment: 10 },
    ({ ad, age, day }) => `${ad} ${age} ${dateOf(day - ((day - 5) % 10))}`,
    (row) => `${row.ad_id} ${row.age} ${row.date_start}`,
  ],
]

describe.each(readings)('sums %s', (_, params, ofRecorded, ofRow) => {
  const compare = () => {
    for (const [since, until] of [
      [5, 394],
      [5, 14],
      [5, 5],
    ] as const)
      expect(shownSums(since, until, params, ofRow)).toEqual(plainSums(since, until, ofRecorded))
  }

  test('are those of the results, in the first read, in the second, and after a change', () => {
    compare()
    compare()
    const [ad = ''] = ads
    record({ ad, day: 7, age: '18-24', impressions: 1_000, spend: 100, purchases: 5 })
    compare()
  })
})
