import { describe, expect, test } from 'vitest'
import { begin, call, forked, jsonOf, tokenOf } from '../../service/scene.ts'

const start = begin({ policy: { beyond: 'serve' } })
const { page, campaign, app, appToken, pageToken, userToken } = start

/** Returns the headers of a read. */
const read = (path: string, token: string, world = forked(start).world) =>
  world.request({ method: 'GET', path, params: { access_token: token } }).headers

const notKept = { pragma: 'no-cache', expires: 'Sat, 01 Jan 2000 00:00:00 GMT' }
const success = { ...notKept, 'cache-control': 'private, no-cache, no-store, must-revalidate' }
const failure = { ...notKept, 'cache-control': 'no-store' }

describe('the headers about caches', () => {
  test('keep an answer from every cache', () => {
    expect(read('/me', userToken)).toMatchObject(success)
    expect(read('/me', userToken)).not.toHaveProperty('www-authenticate')
  })

  test('also with status 304', () => {
    const { world } = forked(start)
    const params = { access_token: userToken }
    const { etag = '' } = world.request({ method: 'GET', path: '/me', params }).headers
    const again = world.request({ method: 'GET', path: '/me', params, headers: { 'if-none-match': etag } })
    expect(again).toMatchObject({ status: 304, headers: success })
  })

  test('are in the answers of a batch', () => {
    const batch = JSON.stringify([{ method: 'GET', relative_url: 'me' }])
    const params = { batch, access_token: userToken }
    const answers = jsonOf(forked(start).world.request({ method: 'POST', path: '/', params }))
    const [{ headers }] = answers as unknown as [{ headers: object[] }]
    expect(headers).toContainEqual({ name: 'Cache-Control', value: success['cache-control'] })
  })
})

test.each([
  ['an answer', '/me', userToken],
  ['an error', '/me', 'nobody'],
])('%s can be found again: x-fb-trace-id, x-fb-rev and x-fb-debug', (_, path, token) => {
  const found = expect.stringMatching(/^\S+$/)
  const headers = read(path, token)
  expect(headers).toMatchObject({ 'x-fb-trace-id': found, 'x-fb-rev': found, 'x-fb-debug': found })
})

test('only the answers of a batch say that every origin can read them', () => {
  const params = { batch: '[{"method":"GET","relative_url":"me"}]', access_token: userToken }
  const [{ headers }] = jsonOf(
    forked(start).world.request({ method: 'POST', path: '/', params }),
  ) as never as [{ headers: object[] }]
  expect(headers).toContainEqual({ name: 'Access-Control-Allow-Origin', value: '*' })
  expect(headers).toContainEqual({ name: 'Vary', value: 'Accept-Encoding' })
})

test('advice that quotes the request is a header in ASCII', () => {
  const hint = read('/me/fée', userToken)['x-fauxgraph-hint']
  expect(hint).toMatch(/f\?e/)
  expect(read('/me', userToken)).not.toHaveProperty('x-fauxgraph-hint')
})

describe('www-authenticate', () => {
  const challenge = (reason: string, message: string) => `OAuth "Facebook Platform" "${reason}" "${message}"`

  test('names a token that is invalid', () => {
    const headers = read('/me', 'nobody')
    expect(headers).toMatchObject(failure)
    expect(headers['www-authenticate']).toMatch(/^OAuth "Facebook Platform" "invalid_token" "[^"]+"$/)
  })

  test('names what else is wrong, without the code', () => {
    const { world } = forked(start)
    const weak = tokenOf({ ...start, world }, { tasks: [] })
    expect(read(`/${page}/feed`, weak, world)).toMatchObject({
      ...failure,
      'www-authenticate': challenge(
        'invalid_request',
        'Requires a task on the page or Page Public Content Access',
      ),
    })
  })

  test('quotes a message in ASCII and at most 500 characters', () => {
    const { world } = forked(start)
    const ask = (fields: string) =>
      world.request({ method: 'GET', path: '/me', params: { fields, access_token: userToken } }).headers[
        'www-authenticate'
      ] ?? ''
    expect(ask('é"\r\nx: y')).toMatch(/^OAuth "Facebook Platform" "invalid_request" "[ !#-~]+"$/)
    expect(ask('x'.repeat(5_000)).length).toBeLessThan(600)
  })

  test('names an object that does not exist', () => {
    const headers = read('/1', userToken)
    expect(headers).toMatchObject(failure)
    expect(headers['www-authenticate']).toMatch(
      /^OAuth "Facebook Platform" "invalid_request" "Unsupported get request. Object with ID '1' does not exist/,
    )
  })
})

describe('the usage', () => {
  const usageOf = (headers: Readonly<Record<string, string>>, name: string): unknown =>
    JSON.parse(headers[name] ?? 'null')

  test('of an ad account has its percentage, and the access level of the app', () => {
    const limit = { development: 1, standard: 200, perActiveAd: 0, seconds: 3_600 }
    const { world } = forked(start, { policy: { adAccountCallLimit: limit } })
    world.clock.advance('2h')
    read(`/${campaign}`, userToken, world)
    const headers = read(`/${campaign}`, userToken, world)
    expect(usageOf(headers, 'x-ad-account-usage')).toEqual({
      acc_id_util_pct: 1,
      reset_time_duration: 3_600,
      ads_api_access_tier: 'standard_access',
    })
    expect(headers).toHaveProperty('x-business-use-case-usage')
    expect(headers).not.toHaveProperty('x-app-usage')
  })

  test.each([
    ['a person', '/me', userToken],
    ['an app', `/${app}/subscriptions`, appToken],
    ['nobody', '/me', 'nobody'],
  ])('of %s is none, because no limit applies', (_, path, token) => {
    const headers = read(path, token)
    expect(usageOf(headers, 'x-app-usage')).toEqual({ call_count: 0, total_cputime: 0, total_time: 0 })
    expect(headers).not.toHaveProperty('x-ad-account-usage')
  })

  test('of a page is in its own header alone', () => {
    const headers = read(`/${page}/feed`, pageToken)
    expect(headers).toHaveProperty('x-business-use-case-usage')
    expect(headers).not.toHaveProperty('x-app-usage')
    expect(headers).not.toHaveProperty('x-ad-account-usage')
  })
})

test('a world without the policy has none of these headers', () => {
  const { world } = begin()
  const names = [
    'cache-control',
    'pragma',
    'expires',
    'www-authenticate',
    'x-app-usage',
    'x-ad-account-usage',
  ]
  for (const [path, token] of [
    ['/me', userToken],
    ['/me', 'nobody'],
    [`/${campaign}`, userToken],
  ] as const)
    for (const name of names) expect(read(path, token, world)).not.toHaveProperty(name)
})

describe('a Unix time may be ISO 8601 text', () => {
  const { world } = forked(start)
  const seconds = Math.floor(world.clock.now / 1000) + 3_600
  const iso = new Date(seconds * 1000).toISOString()
  const schedule = (time: unknown, at = forked({ ...start, world }).world) => {
    const params = { page, message: 'Later', published: false, scheduled_publish_time: time }
    const outcome = call(at, pageToken, 'publishPost', { ...params, unpublished_content_type: 'SCHEDULED' })
    if (!outcome.ok) return outcome.error.message
    const post = outcome.value['id']
    const fields = 'scheduled_publish_time'
    return call(at, pageToken, 'readPost', { post, fields }).unwrap()[fields]
  }

  test.each([
    ['seconds', seconds],
    ['seconds as text', String(seconds)],
    ['ISO 8601 in UTC', iso],
    ['ISO 8601 with an offset', iso.replace(/T(\d\d)(.*)\.000Z/, (_, hour, rest) => `T${hour}${rest}+0000`)],
  ])('%s', (_, time) => {
    expect(schedule(time)).toBe(seconds)
  })

  test.each(['tomorrow', '2026-13-01T00:00:00Z', '9'.repeat(100_000)])('%s is refused', (time) => {
    expect(schedule(time)).toMatch(
      /^\(#100\) Param scheduled_publish_time must be a Unix time in whole seconds/,
    )
  })

  test('not in a world without the policy', () => {
    expect(schedule(iso, begin().world)).toMatch(/must be a Unix time in whole seconds/)
  })
})
