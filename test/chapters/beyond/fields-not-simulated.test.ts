import { describe, expect, test } from 'vitest'
import { liveNames } from '../../../src/service/views/live-fields.ts'
import { act, begin, call, forked, jsonOf, refusedBy } from '../../service/scene.ts'

const start = begin({ policy: { beyond: 'serve' } })
const { page, user, userToken, pageToken, campaign, ad } = start
const adAccount = `act_${start.adAccount}`
const post = String(call(start.world, pageToken, 'publishPost', { page, message: 'Hello' }).unwrap()['id'])

/** Reads a path with fields, and returns the answer, its hint and the entry of the call log. */
function read(path: string, fields: string, world = forked(start).world) {
  const answer = world.request({ method: 'GET', path, params: { fields, access_token: userToken } })
  const value = jsonOf(answer)
  return { value, hint: answer.headers['x-fauxgraph-hint'], entry: world.calls.last() }
}

describe('a field that only the live service has is left out, and noted', () => {
  test.each<[string, string, object, string[]]>([
    ['/me', 'name,birthday', { id: user, name: 'Ada Starter' }, ['birthday']],
    ['/me', 'birthday', { id: user }, ['birthday']],
    [`/${page}`, 'parking{street},hours', { id: page }, ['parking', 'hours']],
    [`/${page}`, 'likes.limit(3){name},hours,hours', { id: page }, ['likes', 'hours']],
    [
      '/me',
      'adaccounts{name,io_number,ads{name,source_ad}}',
      expect.objectContaining({ id: user }),
      ['adaccounts.io_number', 'adaccounts.ads.source_ad'],
    ],
    [
      `/${campaign}/ads`,
      'creative{title,asset_feed_spec}',
      {
        data: [{ id: ad, creative: expect.objectContaining({ id: start.creative }) }],
        paging: expect.anything(),
      },
      ['creative.asset_feed_spec'],
    ],
    [`/${post}`, 'from{id,name,picture}', { id: post }, ['from.picture']],
    [
      `/${page}`,
      'picture{url,cache_key}',
      { id: page, picture: { data: { url: expect.any(String) } } },
      ['picture.data.cache_key'],
    ],
  ])('%s?fields=%s', (path, fields, expected, names) => {
    const { value, hint, entry } = read(path, fields)
    expect(value).toEqual(expected)
    expect(entry?.notSimulated).toEqual(names)
    expect(hint).toBe(`not simulated, and left out: ${names.join(', ')}`)
  })

  test('a test can count them', () => {
    const { world } = forked(start)
    read('/me', 'name', world)
    read('/me', 'birthday,gender', world)
    read('/me', 'birthday', world)
    const names = world.calls.all().flatMap(({ notSimulated = [] }) => notSimulated)
    expect(names).toEqual(['birthday', 'gender', 'birthday'])
  })

  test('and why names them', () => {
    const { world } = forked(start)
    const why = (fields: string) =>
      world.why({ method: 'GET', path: '/me', params: { fields, access_token: userToken } })
    expect(why('name,birthday,adaccounts{owner}')).toMatchObject({
      error: null,
      notSimulated: ['birthday', 'adaccounts.owner'],
    })
    expect(why('name').notSimulated).toEqual([])
    expect(why('nothing').notSimulated).toEqual([])
  })

  test('in a typed call and in a write that reads back', () => {
    const { world } = forked(start)
    const made = call(world, pageToken, 'publishPost', { page, message: 'One', fields: 'message,via' })
    expect(made.unwrap()).toEqual({ id: expect.any(String), message: 'One' })
    expect(world.calls.last()).toMatchObject({ operation: 'publishPost', notSimulated: ['via'] })
  })

  test('in a report of insights, whose insights leave it out', () => {
    const { world } = forked(start)
    act(world, 'recordAdResults', { ad, spend: 500 }).unwrap()
    const asked = { adAccount: start.adAccount, date_preset: 'today', fields: 'spend,quality_ranking' }
    const { report_run_id: reportRun } = call(world, userToken, 'startAccountReport', asked).unwrap()
    expect(world.calls.last()).toMatchObject({
      operation: 'startAccountReport',
      notSimulated: ['quality_ranking'],
    })
    world.clock.advance('2s')
    expect(call(world, userToken, 'listReportInsights', { reportRun }).unwrap()).toMatchObject({
      data: [{ spend: '5.00', date_start: '2026-01-15', date_stop: '2026-01-15' }],
    })
  })

  test.each([
    ['of an audience', 'searchTargeting', { adAccount: start.adAccount, q: 'har', fields: 'id,spend' }],
    [
      'of an event stat',
      'listEventStats',
      { catalog: start.catalog, fields: 'event,total_content_ids_matched_other_catalogs' },
    ],
    [
      'of an upload error',
      'listFeedUploadErrors',
      { feedUpload: start.feedUpload, fields: 'id,suggested_rules' },
    ],
  ])('%s', (_title, operation, params) => {
    const { world } = forked(start)
    call(world, userToken, operation, params).unwrap()
    expect(world.calls.last()?.notSimulated).toEqual([params.fields.split(',')[1]])
  })

  test('a read of simulated fields has no note', () => {
    const { hint, entry } = read('/me', 'name,adaccounts{name}')
    expect(hint).toBeUndefined()
    expect(entry).not.toHaveProperty('notSimulated')
  })
})

describe('a name that nobody knows is refused with the message of the live service', () => {
  test.each<[string, string, string, string]>([
    ['/me', 'birthday,shoe_size', 'shoe_size', 'User'],
    ['/me', 'adaccounts{shoe_size}', 'shoe_size', 'AdAccount'],
    [`/${post}`, 'from{shoe_size}', 'from.shoe_size', 'Post'],
    [`/${post}`, 'attachments{media{shoe_size}}', 'attachments.data.media.shoe_size', 'Post'],
    [`/${adAccount}/insights`, 'spend,shoe_size', 'shoe_size', 'AdsInsights'],
    ['/me', 'constructor', 'constructor', 'User'],
    ['/me', '__proto__', '__proto__', 'User'],
    ['/me', 'toString{hasOwnProperty}', 'toString', 'User'],
  ])('%s?fields=%s', (path, fields, name, type) => {
    const { value, entry } = read(path, fields)
    expect(value['error']).toMatchObject({
      code: 100,
      message: `(#100) Tried accessing nonexisting field (${name}) on node type (${type})`,
    })
    expect(entry).not.toHaveProperty('notSimulated')
  })

  test('or ignored under that policy', () => {
    const { world } = forked(start, { policy: { unknownFields: 'ignore' } })
    expect(read('/me', 'shoe_size,name,birthday,name.limit(3)', world)).toMatchObject({
      value: { id: user, name: 'Ada Starter' },
      entry: { notSimulated: ['birthday'] },
    })
    expect(read(`/${post}`, 'attachments{shoe_size}', world).value).toEqual({ id: post })
  })
})

test('a world without the policy refuses every such name', () => {
  const { world } = begin()
  for (const fields of ['birthday', 'name,gender'])
    expect(refusedBy(world, () => call(world, userToken, 'me', { fields }))).toMatchObject({
      message: expect.stringMatching(/Tried accessing nonexisting field \((birthday|gender)\)/),
    })
})

test('the names are words, each once in its type', () => {
  for (const text of Object.values(liveNames)) {
    const names = text.split(' ')
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(name).toMatch(/^[a-z]\w*$/)
  }
  expect(Object.keys(liveNames)).toContain('AdCreative')
})
