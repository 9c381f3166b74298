import { describe, expect, test } from 'vitest'
import { timeZoneId, timeZoneNames, zoneOffset } from '../../../src/chapters/accounts/time-zones.ts'
import { syntheticPicture } from '../../../src/chapters/pictures/synthetic.ts'
import { type Policy, platformPolicy } from '../../../src/service/policy.ts'
import { act, begin, call } from '../../service/scene.ts'

/** Returns the offsets by the time zone database of the machine that runs the test, in minutes. */
function databaseOffsets(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  return (instant) => {
    const [, sign, hours = 0, minutes = 0] = /GMT([+-])(\d\d):(\d\d)/.exec(format.format(instant)) ?? []
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  }
}

/** The first instant at which databases before 2026c have another offset, by the zone. */
const changes: Readonly<Record<string, number>> = { 'America/Vancouver': Date.UTC(2026, 10, 1, 9) }

/** Reports whether the time zone database of the machine is recent enough to check an instant. */
const isKnown = (name: string, instant: number): boolean =>
  (process.versions['tz'] ?? '') >= '2026c' || instant < (changes[name] ?? Number.POSITIVE_INFINITY)

describe.each(timeZoneNames)('%s', (name) => {
  test('has the offsets of the time zone database, around each change of a year', () => {
    const days = [2026, 2028].flatMap((year) =>
      Array.from({ length: 92 }, (_, part) => Date.UTC(year, 0, 1 + 4 * part, 12)),
    )
    // Each hour of the Sundays and Mondays on which summer time can begin or end.
    const hours = [2, 3, 9, 10].flatMap((month) =>
      [1, 2, 7, 8, 22, 23, 28, 29].flatMap((day) =>
        (name.match(/York|Angeles|Berlin|London|Sydney/) ? [...Array(24).keys()] : [0, 12]).map((hour) =>
          Date.UTC(2026, month, day, hour),
        ),
      ),
    )
    const expected = databaseOffsets(name)
    const wrong = [...days, ...hours]
      .filter((at) => isKnown(name, at))
      .filter((at) => zoneOffset(name, at) !== expected(at))
    expect(wrong.map((at) => new Date(at).toISOString())).toEqual([])
  })
})

test.each([
  ['2025-03-09T09:59:59Z', -480],
  ['2025-03-09T10:00:00Z', -420],
  ['2025-11-02T08:59:59Z', -420],
  ['2025-11-02T09:00:00Z', -480],
  ['2026-03-08T09:59:59Z', -480],
  ['2026-03-08T10:00:00Z', -420],
  ['2026-11-01T09:00:00Z', -420],
  ['2027-01-15T00:00:00Z', -420],
])('Vancouver has summer time in all seasons since 2026-03-08: %s', (instant, offset) => {
  expect(zoneOffset('America/Vancouver', Date.parse(instant))).toBe(offset)
})

test('the numbers of zones differ', () => {
  expect(new Set(timeZoneNames.map(timeZoneId)).size).toBe(timeZoneNames.length)
})

// The starter world begins on 2026-01-15 at 09:00 UTC.
function accountIn(timeZone: string | undefined, policy: Partial<Policy> = { beyond: 'serve' }) {
  const scene = begin({ policy })
  const { world, user, userToken } = scene
  const made = { name: 'Zoned', administrators: [user], ...(timeZone && { timeZone }) }
  const adAccount = String(act(world, 'createAdAccount', made).unwrap()['id'])
  const campaign = { name: 'C', objective: 'LINK_CLICKS', status: 'PAUSED', special_ad_categories: [] }
  const created = call(world, userToken, 'createCampaign', { adAccount, ...campaign }).unwrap()['id']
  const times = { startTime: '2026-03-08T09:59:59Z', endTime: '2026-03-08T10:00:00Z' }
  const adSet = String(act(world, 'createAdSet', { campaign: created, ...times }).unwrap()['id'])
  const creative = act(world, 'createCreative', { adAccount }).unwrap()['id']
  const ad = String(act(world, 'createAdWithCreative', { adSet, creative }).unwrap()['id'])
  return { ...scene, adAccount, campaign: String(created), adSet, ad }
}

describe('an ad account', () => {
  test.each([
    [undefined, 'Etc/UTC', 0, 0, '2026-01-15T09:00:00+0000'],
    ['America/Los_Angeles', 'America/Los_Angeles', 1, -8, '2026-01-15T01:00:00-0800'],
    ['Asia/Kolkata', 'Asia/Kolkata', 71, 5.5, '2026-01-15T14:30:00+0530'],
    ['Australia/Sydney', 'Australia/Sydney', 15, 11, '2026-01-15T20:00:00+1100'],
  ])(
    'with the time zone %s',
    (given, timezone_name, timezone_id, timezone_offset_hours_utc, created_time) => {
      const { world, adAccount, userToken } = accountIn(given)
      const fields = 'timezone_name,timezone_id,timezone_offset_hours_utc,created_time'
      expect(call(world, userToken, 'readAdAccount', { adAccount, fields }).unwrap()).toEqual({
        ...{ id: `act_${adAccount}`, timezone_name, timezone_id, timezone_offset_hours_utc, created_time },
      })
    },
  )

  test('shows the times of its objects with the offset that counts then', () => {
    const { world, userToken, campaign, adSet, ad } = accountIn('America/Los_Angeles')
    // Summer time begins on 2026-03-08 at 02:00, which is 10:00 UTC.
    const times = { start_time: '2026-03-08T01:59:59-0800', stop_time: '2026-03-08T03:00:00-0700' }
    const made = '2026-01-15T01:00:00-0800'
    const asked = { campaign, fields: 'created_time,updated_time,start_time,stop_time' }
    expect(call(world, userToken, 'readCampaign', asked).unwrap()).toEqual({
      ...{ id: campaign, created_time: made, updated_time: made, ...times },
    })
    const ofSet = { adSet, fields: 'created_time,start_time,end_time' }
    expect(call(world, userToken, 'readAdSet', ofSet).unwrap()).toEqual({
      ...{ id: adSet, created_time: made, start_time: times.start_time, end_time: times.stop_time },
    })
    expect(call(world, userToken, 'readAd', { ad, fields: 'updated_time' }).unwrap()).toEqual({
      ...{ id: ad, updated_time: made },
    })
  })

  test.each<[string, Partial<Policy>, string]>([
    ['the contract has it, in UTC', {}, '2026-01-15T09:00:00+0000'],
    ['the live service has it, with its offset', platformPolicy, '2026-01-15T04:00:00-0500'],
  ])('shows all its objects with one time, as %s', (_, policy, time) => {
    const { world, userToken, adAccount, campaign } = accountIn('America/New_York', policy)
    const ask = (operation: string, params: object) => call(world, userToken, operation, params).unwrap()
    const fields = 'created_time,updated_time'
    const bytes = syntheticPicture({ url: 'zoned', width: 8, height: 8 })
    ask('uploadAdImage', { adAccount, bytes: Buffer.from(bytes).toString('base64') })
    const batch = {
      adAccount,
      name: 'B',
      adbatch: [{ name: 'one', relative_url: `act_${adAccount}/campaigns`, body: 'name=D' }],
    }
    const set = ask('createAsyncBatch', batch)['id']
    const shown = [
      ask('readAdAccount', { adAccount, fields: 'created_time' }),
      ask('readCampaign', { campaign, fields }),
      ...(ask('listAdImages', { adAccount, fields })['data'] as object[]),
      ...(ask('listAsyncBatchRequests', { batch: set, fields })['data'] as object[]),
    ]
    expect(shown.length).toBe(4)
    for (const record of shown)
      expect(record).toMatchObject({
        created_time: time,
        ...('updated_time' in record && { updated_time: time }),
      })
  })

  test.each(['Europe/Atlantis', 'america/denver', '__proto__', '', 7])(
    'takes no time zone %j',
    (timeZone) => {
      const { world } = begin()
      expect(act(world, 'createAdAccount', { name: 'A', timeZone }).ok).toBe(false)
    },
  )
})

describe('the results of ads', () => {
  /** The first and last day and the impressions of the insights of an ad. */
  const results = (scene: ReturnType<typeof accountIn>, params: object) => {
    const { world, userToken, ad } = scene
    const asked = { ad, fields: 'impressions', time_increment: 1, ...params }
    const { data } = call(world, userToken, 'listAdInsights', asked).unwrap()
    return (data as Record<string, string>[]).map((row) => [row['date_start'], row['impressions']])
  }

  test.each([
    ['Etc/UTC', '2026-01-15', '2026-01-14'],
    ['America/Los_Angeles', '2026-01-15', '2026-01-14'],
    // In Sydney, 09:00 UTC is 20:00, and 13:00 UTC is the next day.
    ['Australia/Sydney', '2026-01-15', '2026-01-14'],
  ])('count for the day in %s', (timeZone, today, yesterday) => {
    const scene = accountIn(timeZone)
    const record = (impressions: number, date?: string) =>
      act(scene.world, 'recordAdResults', { ad: scene.ad, impressions, ...(date && { date }) })
    record(1).unwrap()
    record(2, yesterday).unwrap()
    expect(results(scene, { date_preset: 'today' })).toEqual([[today, '1']])
    expect(results(scene, { date_preset: 'yesterday' })).toEqual([[yesterday, '2']])
    expect(record(1, '2026-01-16').ok).toBe(false)
    scene.world.clock.advance('5h')
    // It is 14:00 UTC: already the 16th in Sydney, 06:00 in Los Angeles.
    const next = timeZone === 'Australia/Sydney' ? '2026-01-16' : '2026-01-15'
    record(4).unwrap()
    expect(results(scene, { date_preset: 'today' })).toEqual([[next, next === today ? '5' : '4']])
    // The instant 07:00 UTC is 23:00 of the day before in Los Angeles.
    record(8, '2026-01-15T07:00:00Z').unwrap()
    const day = timeZone === 'America/Los_Angeles' ? yesterday : today
    const range = { time_range: { since: day, until: day } }
    const before = day === yesterday ? 2 : next === today ? 5 : 1
    expect(results(scene, range)).toEqual([[day, String(before + 8)]])
  })

  test('before the creation of the ad are part of its whole time', () => {
    const scene = accountIn('Europe/Berlin')
    const early = { ad: scene.ad, impressions: 3, date: '2025-12-31' }
    act(scene.world, 'recordAdResults', early).unwrap()
    for (const date_preset of ['maximum', 'data_maximum'])
      expect(results(scene, { date_preset })).toEqual([['2025-12-31', '3']])
  })

  test('use up a daily budget until midnight of the account', () => {
    const scene = accountIn('Australia/Sydney')
    const { world, userToken, adAccount, campaign } = scene
    const params = { name: 'S', campaign_id: campaign, billing_event: 'IMPRESSIONS', targeting: {} }
    const adSet = call(world, userToken, 'addAdSet', { adAccount, ...params, daily_budget: 900 }).unwrap()[
      'id'
    ]
    const creative = act(world, 'createCreative', { adAccount }).unwrap()['id']
    const { id: ad } = act(world, 'createAdWithCreative', { adSet, creative }).unwrap()
    act(world, 'recordAdResults', { ad, spend: 400 }).unwrap()
    const left = () => call(world, userToken, 'readAdSet', { adSet, fields: 'budget_remaining' }).unwrap()
    expect(left()).toMatchObject({ budget_remaining: '500' })
    world.clock.advance('4h') // 13:00 UTC is midnight in Sydney.
    expect(left()).toMatchObject({ budget_remaining: '900' })
  })
})
