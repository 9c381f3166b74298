import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { appSecretProof } from '../../../src/service/caller/proof.ts'
import { begin, get, rowOf } from '../scene.ts'

const hmac = (text: string, secret: string) => createHmac('sha256', secret).update(text).digest('hex')

test.each([
  ['token', 'secret'],
  ['', ''],
  ['1|né', '😀'],
])('the proof of %j under %j is the HMAC-SHA256 of the platform', (token, secret) => {
  // An empty key is padded with zeros, as any short key.
  expect(appSecretProof(token, secret)).toBe(hmac(token, secret))
})

describe('appsecret_proof', () => {
  const { world, app, page, pageToken, appToken } = begin()
  const secret = String(rowOf(world, app)['secret'])
  const read = (proof: string) =>
    get(world, `/${page}/feed?access_token=${pageToken}${proof && `&appsecret_proof=${proof}`}`)

  test('may be absent or correct', () => {
    expect(read('')).toHaveProperty('data')
    expect(read(hmac(pageToken, secret))).toHaveProperty('data')
  })

  test.each<[string, string]>([
    ['of another token', hmac(`${pageToken}x`, secret)],
    ['under another secret', hmac(pageToken, `${secret}x`)],
    ['in capitals', hmac(pageToken, secret).toUpperCase()],
    ['cut short', hmac(pageToken, secret).slice(0, -1)],
    ['of nothing', '%20'],
  ])('%s is refused with 100 if 104 is not listed [ERR-004]', (_, proof) => {
    expect(read(proof)).toMatchObject({
      error: { code: 100, message: expect.stringContaining('appsecret_proof') },
    })
  })

  test('of an app token uses the same secret', () => {
    const url = `/${page}/feed?access_token=${encodeURIComponent(appToken)}&appsecret_proof=`
    expect(get(world, url + hmac(appToken, secret))).toMatchObject({ error: { code: 200 } })
    expect(get(world, url + hmac(appToken, 'x'))).toMatchObject({ error: { code: 100 } })
  })
})

test.each<[string, object, boolean]>([
  ['names --time', { policy: { beyond: 'serve' } }, true],
  ['is as before under the default policy', {}, false],
])('the message about appsecret_time %s', (_, options, isNamed) => {
  const { world, pageToken } = begin(options)
  const { error } = get(world, `/me?access_token=${pageToken}&appsecret_time=1&appsecret_proof=x`)
  expect(JSON.stringify(error).includes('fauxgraph serve --time real')).toBe(isNamed)
})

/** https://github.com/facebook/facebook-python-business-sdk/issues/528 shows the answer of the live service. */
describe('under the policy of the platform', () => {
  const { world, page, pageToken } = begin({ policy: 'platform' })
  const refused = (message: string) => ({ error: { code: 100, type: 'GraphMethodException', message } })

  test('a wrong proof is a GraphMethodException without a code in its message, with the rule as a hint', () => {
    const url = `/${page}/feed?access_token=${pageToken}&appsecret_proof=x`
    expect(get(world, url)).toMatchObject(refused('Invalid appsecret_proof provided in the API argument'))
    expect(world.request({ method: 'GET', url }).headers['x-fauxgraph-hint']).toContain('HMAC-SHA256')
  })

  test('so is a missing one of an app that requires it', () => {
    const strict = world.actions.createApp({ name: 'Strict', requireProof: true }).unwrap()
    const user = world.actions.createUser({ name: 'A' }).unwrap()
    const { token } = world.actions.issueToken({ kind: 'user', app: strict.id, user: user.id }).unwrap()
    expect(get(world, `/me?access_token=${token}`)).toMatchObject(
      refused('API calls from the server require an appsecret_proof argument'),
    )
    expect(
      get(world, `/me?access_token=${token}&appsecret_proof=${hmac(token, strict.secret)}`),
    ).toHaveProperty('id')
  })
})

describe('appsecret_time', () => {
  const { world, app, page, pageToken } = begin()
  const secret = String(rowOf(world, app)['secret'])
  const now = Math.floor(world.clock.now / 1000)
  const read = (time: string, signed: string) =>
    get(
      world,
      `/${page}/feed?access_token=${pageToken}&appsecret_time=${time}` +
        `&appsecret_proof=${hmac(`${pageToken}|${signed}`, secret)}`,
    )

  test.each([0, 300, -300])('%i seconds from the clock is part of the signed text', (seconds) => {
    expect(read(`${now + seconds}`, `${now + seconds}`)).toHaveProperty('data')
  })

  test.each<[string, string, string, string]>([
    ['301 seconds ago', `${now - 301}`, `${now - 301}`, 'at most 300 seconds from the time of the service'],
    ['in 301 seconds', `${now + 301}`, `${now + 301}`, 'at most 300 seconds from the time of the service'],
    ['no number', 'soon', 'soon', 'got \\"soon\\"'],
    ['not the signed one', `${now}`, `${now - 1}`, 'the access token, a bar and appsecret_time'],
  ])('%s is refused', (_, time, signed, words) => {
    const { error } = read(time, signed)
    expect(error).toMatchObject({ code: 100 })
    expect(JSON.stringify(error)).toContain(words)
  })
})

describe('an app that requires the proof', () => {
  const { world, user, page } = begin()
  const strict = world.actions.createApp({ name: 'Strict', requireProof: true }).unwrap()
  const token = world.actions
    .issueToken({ kind: 'user', app: strict.id, user, scopes: ['pages_read_engagement'] })
    .unwrap().token
  const read = (more: string) => get(world, `/${page}/feed?limit=1&access_token=${token}${more}`)

  test('refuses a call without it', () => {
    expect(read('')).toMatchObject({
      error: {
        code: 100,
        message: expect.stringContaining(`app ${strict.id} requires the parameter appsecret_proof`),
      },
    })
  })

  test('answers a call with it, and of two the last counts', () => {
    const proof = `&appsecret_proof=${hmac(token, strict.secret)}`
    expect(read(proof)).toHaveProperty('data')
    expect(read(`&appsecret_proof=wrong${proof}`)).toHaveProperty('data')
    expect(read(`${proof}&appsecret_proof=wrong`)).toHaveProperty('error')
  })

  const feed = `${page}/feed?limit=1`
  const proof = `&appsecret_proof=${hmac(token, strict.secret)}`
  const other = world.actions
    .issueToken({ kind: 'user', app: strict.id, user, scopes: ['pages_read_engagement'] })
    .unwrap().token

  test.each<[string, { relative_url: string; access_token?: string }, number]>([
    ['with the token and the proof of the batch', { relative_url: feed }, 200],
    ['with the same token of its own, and no proof', { relative_url: feed, access_token: token }, 400],
    ['with another token, and no proof', { relative_url: feed, access_token: other }, 400],
    [
      'with another token and its proof',
      { relative_url: `${feed}&appsecret_proof=${hmac(other, strict.secret)}`, access_token: other },
      200,
    ],
    ['with a wrong proof of its own', { relative_url: `${feed}&appsecret_proof=wrong` }, 400],
  ])('answers a call of a batch %s', (_, item, code) => {
    const batch = encodeURIComponent(JSON.stringify([item]))
    const answer = world.request({ method: 'POST', url: `/?access_token=${token}${proof}&batch=${batch}` })
    expect(JSON.parse(String(answer.body))).toMatchObject([{ code }])
  })

  test('refuses a batch without it as a whole', () => {
    const batch = encodeURIComponent(JSON.stringify([{ relative_url: feed }]))
    expect(world.request({ method: 'POST', url: `/?access_token=${token}&batch=${batch}` }).status).toBe(400)
  })

  test.each(['/', '/feed'])('answers a read of several ids at %s with one proof', (path) => {
    const wide = world.fork({ policy: { ...world.policy, beyond: 'serve' } })
    const url = `${path}?ids=${page}&access_token=${token}`
    expect(get(wide, `${url}${proof}`)).toHaveProperty(page)
    expect(get(wide, url)).toHaveProperty('error')
  })

  test('runs the requests of an asynchronous batch that was created with it', () => {
    const { world: ads, user: owner, adAccount } = begin()
    const { id: app, secret } = ads.actions.createApp({ name: 'Strict', requireProof: true }).unwrap()
    const scopes = ['ads_management', 'ads_read'] as const
    const { token: owned } = ads.actions.issueToken({ kind: 'user', app, user: owner, scopes }).unwrap()
    const adbatch = [
      {
        name: 'a',
        relative_url: `act_${adAccount}/campaigns`,
        body: 'name=A&objective=REACH&special_ad_categories=[]',
      },
    ]
    const created = ads.request({
      method: 'POST',
      path: `/act_${adAccount}/async_batch_requests`,
      params: { name: 'B', adbatch, access_token: owned, appsecret_proof: hmac(owned, secret) },
    })
    const { id: batch } = JSON.parse(String(created.body)) as { id: string }
    ads.clock.advance('1s')
    const read = `/${batch}/requests?access_token=${owned}&appsecret_proof=${hmac(owned, secret)}`
    expect(get(ads, read)).toMatchObject({ data: [{ status: 'SUCCESS' }] })
  })
})

test('links to other pages of a list leave out the proof and its time [CNV-015]', () => {
  const { world, app, page, pageToken } = begin()
  for (const message of ['a', 'b', 'c']) world.as(pageToken).publishPost({ page, message }).unwrap()
  const time = Math.floor(world.clock.now / 1000)
  const proof = hmac(`${pageToken}|${time}`, String(rowOf(world, app)['secret']))
  const query = `limit=1&access_token=${pageToken}&appsecret_time=${time}&appsecret_proof=${proof}`
  const first = get(world, `/${page}/feed?${query}`) as unknown as Page
  const second = get(
    world,
    `${first.paging.next}&appsecret_time=${time}&appsecret_proof=${proof}`,
  ) as unknown as Page
  for (const link of [first.paging.next, second.paging.next, second.paging.previous]) {
    expect(link).toContain(`access_token=${pageToken}`)
    expect(link).not.toContain('appsecret')
  }
})

interface Page {
  readonly paging: { readonly next: string; readonly previous: string }
}
