import { describe, expect, test } from 'vitest'
import { starterNames } from '../../src/world/starter.ts'
import { createWorld, restoreWorld } from '../../src/world/world.ts'
import { begin, call, idsOf } from '../graph/scene.ts'

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

  test('depends only on the seed', () => {
    expect(begin().world.hash('full')).toBe(world.hash('full'))
    expect(begin({ seed: 8 }).pageToken).not.toBe(pageToken)
    expect(begin({ seed: 8 }).page).not.toBe(page)
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

  test('has an album that holds something, among the media of its person', () => {
    const { user, album } = start
    const children = call(world, userToken, 'listMediaChildren', { media: album }).unwrap()
    expect(idsOf(children).length).toBeGreaterThan(1)
    expect(idsOf(call(world, userToken, 'listUserMedia', { user }).unwrap())).toContain(album)
  })

  test('has a person who consents to the app', () => {
    const params = { client_id: start.app, redirect_uri: 'https://a.test/', response_type: 'code' }
    expect(call(world.fork(), '', 'authorize', params).unwrap()['location']).toContain('?code=')
  })
})
