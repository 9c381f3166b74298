import { describe, expect, test } from 'vitest'
import { syntheticPicture } from '../../src/chapters/pictures/synthetic.ts'
import { parseScenario, recordScenario, runScenario } from '../../src/scenario/index.ts'
import type { Version } from '../../src/service/contract/versions.ts'
import { createWorld, replay, restoreWorld } from '../../src/world/create-world.ts'
import { type StarterOptions, starterNames } from '../../src/world/starter/starter-names.ts'
import { starterPicture } from '../../src/world/starter/starter-publications.ts'
import { begin, call, get, idsOf, rowOf } from '../service/scene.ts'

const start = begin()
const { world, page, pageToken, userToken, campaign, adAccount } = start

describe('the starter world', () => {
  test('has a text under each name, all distinct', () => {
    const values = starterNames.map((name) => start[name])
    for (const value of values) expect(value).toEqual(expect.stringMatching(/./))
    expect(new Set(values).size).toBe(starterNames.length)
  })

  test('gives the same names again, and knows them in forks, snapshots and the past', () => {
    const fork = world.fork()
    const names = world.names
    fork.actions.createUser({ name: 'x' })
    expect(world.starter()).toEqual(names)
    expect(fork.starter()).toEqual(names)
    expect(restoreWorld(fork.snapshot()).starter()).toEqual(names)
    expect(world.history.at(world.seq).names).toEqual(names)
    expect(createWorld().names).toBeUndefined()
  })

  test.each<[string, StarterOptions | undefined]>([
    ['no options', undefined],
    [
      'the same options',
      { publications: false, leadFields: ['phone_number'], tokens: { userToken: 'EAAB' } },
    ],
    ['one of them', { publications: false }],
    ['the value that an option has if it is left out', { business: false }],
  ])('gives the same names to a second call with %s', (_, again) => {
    const options = { publications: false, leadFields: ['phone_number'], tokens: { userToken: 'EAAB' } }
    const made = createWorld({ starter: options })
    expect(made.starter(again)).toEqual(made.names)
    expect(made.fork().starter(again)).toEqual(made.names)
    made.reset()
    expect(made.starter(again)).toEqual(made.names)
  })

  test.each<[StarterOptions, string]>([
    [{ publications: false }, 'the option publications as false, but this world has a starter with true'],
    [{ leadFields: ['phone_number'] }, 'the option leadFields as ["phone_number"]'],
    [{ tokens: { userToken: 'EAAB' } }, 'the option tokens as'],
    [{ business: true }, 'the option business as true, but this world has a starter with false'],
    [{ instagram: true }, 'the option instagram as true, but this world has a starter with false'],
  ])('refuses a second call with %o', (again, message) => {
    const made = createWorld({ starter: true })
    for (const one of [made, made.fork()]) {
      expect(() => one.starter(again)).toThrow(RangeError)
      expect(() => one.starter(again)).toThrow(message)
    }
  })

  test('has no option of another name, as createWorld has none', () => {
    const options = { publicatons: false } as StarterOptions
    const message = 'no option "publicatons": did you mean publications?'
    for (const made of [createWorld(), createWorld({ starter: true })])
      expect(() => made.starter(options)).toThrow(message)
    expect(() => createWorld({ starter: options })).toThrow(message)
  })

  test.each<[Version, Version]>([
    ['v2.0', 'v3.0'],
    ['v9.0', 'v10.0'],
    ['v10.0', 'v10.0'],
    ['v24.0', 'v2.0'],
  ])('is made with the default version %s, and ads calls from %s on', (defaultVersion, adsMinVersion) => {
    const { names } = createWorld({ policy: { defaultVersion, adsMinVersion }, starter: true })
    expect(names).toMatchObject({ campaign, userToken, page, adAccount })
  })

  test('depends only on the seed', () => {
    // A world that is made again from its recording shares nothing with the other.
    expect(replay(begin().world.history.recording()).world.hash('full')).toBe(world.hash('full'))
    expect(begin().world.hash('full')).toBe(world.hash('full'))
    expect(begin({ seed: 8 }).pageToken).not.toBe(pageToken)
    expect(begin({ seed: 8 }).page).not.toBe(page)
  })

  test.each([
    ['another seed', { seed: 9 }, {}],
    ['another time', { now: '2031-05-06T07:08:09.010Z' }, {}],
    ['another policy', { policy: { rankedPostsPerYear: 9 } }, {}],
    ['another size of the logs', { logSize: 9 }, {}],
    ['another cap of pictures', { pictureBytesMax: 9_000_000 }, {}],
    ['another cap of records', { recordBytesMax: 9_000_000 }, {}],
    ['no publications', {}, { publications: false }],
    ['another lead field', {}, { leadFields: ['phone_number'] }],
  ] as const)(
    'with %s is as its recording makes it, after one with the default options',
    (_, options, more) => {
      for (const settings of [{}, options]) {
        const made = createWorld(settings)
        made.starter(settings === options ? more : {})
        const again = replay(made.history.recording()).world
        expect(made.snapshot()).toEqual(again.snapshot())
      }
    },
  )

  test('is not changed by what happens in another world of the same options', () => {
    const [one, other] = [createWorld({ seed: 'shared' }), createWorld({ seed: 'shared' })]
    const names = one.starter()
    const before = one.hash('full')
    one.actions.createUser({ name: 'x' })
    one.clock.advance('1d')
    expect(other.starter()).toEqual(names)
    expect([other.hash('full'), other.seq, other.calls.all()]).toEqual([before, 0, []])
    expect(other.hash('full')).not.toBe(one.hash('full'))
  })

  test.each([
    ['the default time', {}, '2026-01-15T09:00:00.000Z'],
    ['its own time', { now: '2031-05-06T07:08:09.010Z' }, '2031-05-06T07:08:09.010Z'],
    ['a tick after each call', { autoTick: '1h' }, '2026-01-15T09:00:00.000Z'],
  ] as const)('begins at %s, and was created before', (_, options, iso) => {
    const made = createWorld(options)
    const names = made.starter()
    expect(made.clock.iso).toBe(iso)
    expect(made.clock.pending).toEqual([])
    const created = [...made.state.graph.rows.values()].flatMap((row) =>
      'createdTime' in row ? row.createdTime : [],
    )
    expect(created.length).toBeGreaterThan(20)
    for (const at of created) expect(at).toBeLessThan(made.clock.now)
    expect(call(made, names.expiredToken, 'listPageFeed', { page: names.page })).toMatchObject({
      error: { code: 190 },
    })
  })

  test('has the logs, counts and history of a new world', () => {
    const made = createWorld()
    made.starter()
    for (const one of [made, made.fork(), restoreWorld(made.snapshot())]) {
      expect([one.seq, one.calls.all(), one.events.all()]).toEqual([0, [], []])
      expect([one.calls.dropped, one.events.dropped, one.history.length]).toEqual([0, 0, 0])
      expect(one.webhooks.missed).toEqual([])
    }
    expect(made.coverage().text()).toBe(createWorld().coverage().text())
    const next = made.actions.createUser({ name: 'x' })
    expect(next.events).toEqual([])
    expect([made.seq, made.history.length]).toEqual([1, 1])
  })

  test.each([
    { publications: true },
    { publications: false },
    { publications: true, leadFields: ['phone_number'] },
  ])('is in a recording as its options: %j', (options) => {
    const made = createWorld({ seed: 3 })
    made.starter(options)
    made.actions.createUser({ name: 'x' })
    const recording = made.history.recording()
    expect(recording.base).toMatchObject({ options: { seed: '3' }, starter: options })
    const { world: again, difference } = replay(JSON.parse(JSON.stringify(recording)))
    expect(difference).toBeUndefined()
    expect(again.hash('full')).toBe(made.hash('full'))
    expect(runScenario(parseScenario(recordScenario(made).text)).world.hash('full')).toBe(made.hash('full'))
    expect(() => replay({ ...recording, base: { ...(recording.base as object), starter: 1 } })).toThrow(
      'The recording cannot be read: its starter must be an object with publications, business and instagram, each true or false, leadFields, a list of texts, and tokens, an object of texts',
    )
  })

  test('leaves the calls to an ad account to its user', () => {
    const limit = { seconds: 3_600, standard: 1, development: 1, perActiveAd: 0 }
    const { world, adAccount, userToken } = begin({ policy: { adAccountCallLimit: limit } })
    const read = () => call(world, userToken, 'listAdImages', { adAccount })
    expect([read().ok, read()]).toMatchObject([true, { error: { code: 80004 } }])
  })

  test('must be the first change of a world', () => {
    const late = createWorld()
    late.actions.createUser({ name: 'x' })
    expect(() => late.starter()).toThrow(RangeError)
    expect(() => late.starter()).toThrow(
      'starter() must be the first change of a world, but this one has taken inputs',
    )
  })

  test('is the state that reset returns to', () => {
    const other = begin().world
    const hash = other.hash('full')
    other.actions.createUser({ name: 'x' })
    other.reset()
    expect(other.hash('full')).toBe(hash)
    expect(other.starter().page).toBe(page)
  })

  test('has leads at distinct instants', () => {
    const { data } = call(world, userToken, 'listFormLeads', { form: start.form }).unwrap() as {
      data: { created_time: string }[]
    }
    expect(data.length).toBeGreaterThanOrEqual(3)
    expect(new Set(data.map(({ created_time: time }) => time)).size).toBe(data.length)
    expect(idsOf(call(world, userToken, 'listAdLeads', { ad: start.ad }).unwrap())).toContain(start.lead)
  })

  test('has upload errors of both severities, and event statistics of both sources', () => {
    const { catalog, feedUpload } = start
    const read = (operation: string, params: object) =>
      call(world, userToken, operation, params).unwrap()['data'] as Record<string, unknown>[]
    const severities = read('listFeedUploadErrors', { feedUpload }).map(({ severity }) => severity)
    expect(new Set(severities)).toEqual(new Set(['fatal', 'warning']))
    const stats = read('listEventStats', { catalog, breakdowns: ['DEVICE_TYPE'] })
    const types = stats.map(({ event_source: source }) => (source as { source_type: string }).source_type)
    expect(new Set(types)).toEqual(new Set(['pixel', 'app']))
    for (const name of ['total_matched_content_ids', 'total_unmatched_content_ids'])
      expect(stats.some((stat) => Number(stat[name]) > 0)).toBe(true)
  })

  test.each([
    ['noAdsReadToken', 'readCampaign', 278],
    ['noAdsManagementToken', 'readCampaign', 'answered'],
    ['noAdsManagementToken', 'createCampaign', 294],
    ['developmentAppToken', 'readCampaign', 270],
    ['noPermissionToken', 'listPageFeed', 200],
    ['expiredToken', 'listPageFeed', 190],
    ['userToken', 'readCampaign', 'answered'],
    ['userToken', 'createCampaign', 'answered'],
    ['userToken', 'publishPost', 'answered'],
    ['pageToken', 'publishPost', 'answered'],
    ['pageToken', 'readLead', 'answered'],
    ['userToken', 'readMedia', 'answered'],
    ['noPermissionToken', 'readMedia', 200],
  ] as const)('%s: %s gives %s', (name, operation, expected) => {
    const { lead, album: media } = start
    const params = { page, campaign, adAccount, lead, media, special_ad_categories: [], message: 'x' }
    const outcome = call(world.fork(), start[name], operation, params)
    expect(outcome.ok ? 'answered' : outcome.error.code).toBe(expected)
  })

  test.each(['listUserPhotos', 'listUserMedia', 'listManagedPages'])('has something for %s', (operation) => {
    const list = call(world, userToken, operation, { user: start.user, type: 'tagged' }).unwrap()
    expect(idsOf(list).length).toBeGreaterThan(0)
  })

  test.each(['listPageFeed', 'listPagePhotos', 'listPageReels', 'listAdImages'])(
    'has something for %s only with publications',
    (operation) => {
      for (const publications of [true, false]) {
        const made = createWorld({ starter: { publications } })
        const params = { page: made.names.page, adAccount: made.names.adAccount }
        const list = call(made, made.names.userToken, operation, params).unwrap()
        expect(idsOf(list).length > 0).toBe(publications)
      }
    },
  )

  test('has an album that holds something, among the media of its person', () => {
    const { user, album } = start
    const children = call(world, userToken, 'listMediaChildren', { media: album }).unwrap()
    expect(idsOf(children).length).toBeGreaterThan(1)
    expect(idsOf(call(world, userToken, 'listUserMedia', { user }).unwrap())).toContain(album)
  })

  describe('beyond the description', () => {
    const live = (starter: StarterOptions = {}) => {
      const made = createWorld({ policy: 'platform', starter })
      return {
        made,
        names: made.names,
        read: (url: string) => get(made, `${url}&access_token=${made.names.pageToken}`),
      }
    }

    test('album is an album of the page that holds a photo, and carousel that of its person', () => {
      const { names, read } = live()
      expect(read(`/${names.page}/albums?fields=id,name`)['data']).toEqual([
        { id: names.album, name: 'Starter Album' },
      ])
      expect(read(`/${names.album}/photos?fields=id`)['data']).toHaveLength(1)
      expect(rowOf(live().made, names.carousel ?? '')).toMatchObject({
        kind: 'media',
        type: 'CAROUSEL_ALBUM',
      })
    })

    test('without publications the album is empty', () => {
      const { names, read } = live({ publications: false })
      expect(read(`/${names.album}/photos?fields=id`)['data']).toEqual([])
    })

    test('business and instagram add a business and an account of the page, and nothing does by itself', () => {
      const { made, names, read } = live({ business: true, instagram: true })
      expect(read(`/${names.page}?fields=business,instagram_business_account`)).toMatchObject({
        business: { id: names.business, name: 'Starter Business' },
        instagram_business_account: { id: names.instagramAccount },
      })
      expect(rowOf(made, names.adAccount)).toMatchObject({ business: Number(names.business) })
      expect(Object.keys(live().names)).not.toContain('business')
      expect(Object.keys(live().names)).not.toContain('instagramAccount')
    })

    test('a recording has the options, and plays the same world', () => {
      const { made } = live({ business: true, instagram: true })
      expect(replay(made.history.recording()).world.hash('full')).toBe(made.hash('full'))
    })
  })

  test('has a person who consents to the app', () => {
    const params = { client_id: start.app, redirect_uri: 'https://a.test/', response_type: 'code' }
    expect(call(world.fork(), '', 'authorize', params).unwrap()['location']).toContain('?code=')
  })
})

test('the picture of the starter is the one that is drawn for its name', () => {
  const bytes = syntheticPicture({ url: 'starter', width: 16, height: 12 })
  expect(starterPicture).toBe(Buffer.from(bytes).toString('base64'))
})
