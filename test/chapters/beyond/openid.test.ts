import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { World } from '../../../src/world/world.ts'
import { act, begin, call, forked, get, jsonOf, refusedBy } from '../../service/scene.ts'

const start = begin({ policy: { beyond: 'serve' } })
const { app, appToken } = start
const [, secret = ''] = appToken.split('|')
const back = 'https://client.test/back'
const fresh = () => {
  const { world } = forked(start)
  const person = { name: 'Grace Hopper', firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.test' }
  const user = String(act(world, 'createUser', person).unwrap()['id'])
  act(world, 'setConsent', { app, user }).unwrap()
  return { world, user }
}

function codeFor(world: World, params: object): string {
  const given = { client_id: app, redirect_uri: back, ...params }
  const { location } = call(world, '', 'openLoginDialog', given).unwrap()
  return new URL(String(location)).searchParams.get('code') ?? ''
}

const exchange = (world: World, code: string, more: object = {}) =>
  call(world, '', 'exchangeToken', {
    ...{ client_id: app, client_secret: secret, redirect_uri: back, code },
    ...more,
  })

const login = (world: World, params: object) => exchange(world, codeFor(world, params)).unwrap()

const partOf = (text: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(text, 'base64url').toString()) as Record<string, unknown>

const keysOf = (world: World) =>
  (get(world, '/.well-known/oauth/openid/jwks/') as unknown as { keys: (JsonWebKey & { kid: string })[] })
    .keys

/** Verifies an id token with the keys that the world publishes, by another implementation of RS256. */
function verified(world: World, token: string): Record<string, unknown> {
  const [header = '', claims = '', signature = ''] = token.split('.')
  const { alg, kid } = partOf(header)
  expect(alg).toBe('RS256')
  const key = keysOf(world).find((one) => one.kid === kid)
  if (!key) throw new Error('No key has this id')
  const signed = Buffer.from(`${header}.${claims}`)
  const publicKey = createPublicKey({ key, format: 'jwk' })
  expect(verify('sha256', signed, publicKey, Buffer.from(signature, 'base64url'))).toBe(true)
  return partOf(claims)
}

const hash = (text: string) => createHash('sha256').update(text).digest()

describe('an id token', () => {
  test('names the person, the app and the login, and is bound to the access token', () => {
    const { world, user } = fresh()
    const now = world.clock.now / 1000
    const { id_token: token, access_token: access } = login(world, { scope: 'openid,email', nonce: 'n-1' })
    expect(verified(world, String(token))).toEqual({
      ...{ iss: 'https://www.facebook.com', aud: app, sub: user, nonce: 'n-1' },
      ...{ iat: Math.floor(now), exp: Math.floor(now) + 3_600, jti: expect.stringMatching(/^\w{20,}$/) },
      at_hash: hash(String(access)).subarray(0, 16).toString('base64url'),
      ...{ email: 'grace@example.test', given_name: 'Grace', family_name: 'Hopper', name: 'Grace Hopper' },
    })
  })

  test.each<[string, object, string]>([
    ['no email without the permission', { scope: 'openid' }, 'email'],
    ['no nonce that was not sent', { scope: 'openid' }, 'nonce'],
    ['no middle name of a person without one', { scope: 'openid' }, 'middle_name'],
  ])('has %s', (_, params, name) => {
    const { world } = fresh()
    const claims = verified(world, String(login(world, params)['id_token']))
    expect(Object.keys(claims)).not.toContain(name)
    expect(claims['name']).toBe('Grace Hopper')
  })

  test('has the middle name, and no email of a person without one', () => {
    const { world } = fresh()
    const person = { name: 'Ada B. Byron', middleName: 'B.' }
    act(world, 'setConsent', { app, user: act(world, 'createUser', person).unwrap()['id'] }).unwrap()
    const claims = verified(world, String(login(world, { scope: 'openid,email' })['id_token']))
    expect(claims).toMatchObject({ name: 'Ada B. Byron', middle_name: 'B.' })
    expect(Object.keys(claims)).not.toContain('email')
  })

  test('has a nonce of any text', () => {
    const { world } = fresh()
    const nonce = `"é😀.${'x'.repeat(300)}`
    const { id_token: token } = login(world, { scope: 'openid', nonce })
    expect(verified(world, String(token))).toMatchObject({ nonce })
  })

  test.each([{ scope: 'email' }, {}, { scope: 'openid2', nonce: 'n' }])('is absent with %j', (params) => {
    const { world } = fresh()
    expect(Object.keys(login(world, params))).not.toContain('id_token')
  })

  test('is absent if the person does not grant openid', () => {
    const { world, user } = fresh()
    act(world, 'setConsent', { app, user, scopes: ['email'] }).unwrap()
    expect(Object.keys(login(world, { scope: 'openid,email' }))).not.toContain('id_token')
  })

  test('is the same in the same run, and another at each login', () => {
    const { world } = fresh()
    const twin = world.fork()
    const [first, second] = [world, twin].map(
      (one) => login(one, { scope: 'openid', nonce: 'a' })['id_token'],
    )
    expect(first).toBe(second)
    expect(login(world, { scope: 'openid', nonce: 'a' })['id_token']).not.toBe(first)
  })

  test('is verified only as it was signed', () => {
    const { world } = fresh()
    const [header = '', claims = '', signature = ''] = String(
      login(world, { scope: 'openid' })['id_token'],
    ).split('.')
    const forged = Buffer.from(JSON.stringify({ ...partOf(claims), sub: '1' })).toString('base64url')
    const [key] = keysOf(world)
    const publicKey = createPublicKey({ key: key as JsonWebKey, format: 'jwk' })
    const signed = Buffer.from(signature, 'base64url')
    expect(verify('sha256', Buffer.from(`${header}.${forged}`), publicKey, signed)).toBe(false)
  })

  test('stands in no log', () => {
    const { world } = fresh()
    const { id_token: token } = login(world, { scope: 'openid' })
    expect(JSON.stringify(world.calls.all())).not.toContain(String(token))
  })
})

describe('the documents of OpenID Connect', () => {
  test.each(['', '/'])('name the provider, at a path that ends with "%s"', (end) => {
    const url = `https://www.facebook.com/.well-known/openid-configuration${end}`
    const { status, headers, body } = fresh().world.request({ method: 'GET', url })
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8'])
    expect(jsonOf({ body })).toMatchObject({
      issuer: 'https://www.facebook.com',
      authorization_endpoint: 'https://www.facebook.com/dialog/oauth/',
      jwks_uri: 'https://www.facebook.com/.well-known/oauth/openid/jwks/',
      id_token_signing_alg_values_supported: ['RS256'],
    })
  })

  test('lead to addresses that the world serves', () => {
    const { world } = fresh()
    const { jwks_uri: keys, authorization_endpoint: dialog } = get(world, '/.well-known/openid-configuration')
    expect(get(world, String(keys))).toEqual({ keys: [expect.objectContaining({ kty: 'RSA', use: 'sig' })] })
    const url = `${dialog}?client_id=${app}&redirect_uri=${encodeURIComponent(back)}&scope=openid`
    expect(world.request({ method: 'GET', url }).status).toBe(302)
  })

  test('have the public part of the key alone', () => {
    const [key] = keysOf(fresh().world)
    expect(Object.keys(key ?? {}).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
  })

  test('are not served under the default policy, by other methods, and at other paths', () => {
    const refused = (world: World, method: string, url: string) =>
      expect(world.request({ method, url }).status).toBe(400)
    refused(begin().world, 'GET', '/.well-known/openid-configuration')
    refused(begin().world, 'GET', '/.well-known/oauth/openid/jwks/')
    refused(fresh().world, 'POST', '/.well-known/openid-configuration')
    refused(fresh().world, 'GET', '/.well-known/openid-configuration/more')
    refused(fresh().world, 'GET', '/v24.0/.well-known/openid-configuration')
  })

  test('change nothing, and HEAD gets no body', () => {
    const { world } = fresh()
    const { state } = world
    const answer = world.request({ method: 'HEAD', url: '/.well-known/openid-configuration' })
    expect(answer).toMatchObject({ status: 200, body: '' })
    expect(world.state).toBe(state)
  })
})

describe('a code with a proof key', () => {
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
  // RFC 7636, appendix B.
  const hashed = {
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  }
  const plain = { code_challenge: verifier }

  test.each([hashed, plain, { ...plain, code_challenge_method: 'plain' }])(
    'is exchanged for its verifier: %j',
    (challenge) => {
      const { world } = fresh()
      const code = codeFor(world, challenge)
      expect(exchange(world, code, { code_verifier: verifier }).ok).toBe(true)
    },
  )

  test.each<[string, object]>([
    ['no verifier', {}],
    ['an empty verifier', { code_verifier: '' }],
    ['another verifier', { code_verifier: verifier.replace('d', 'e') }],
    ['the challenge itself', { code_verifier: hashed.code_challenge }],
    ['a list', { code_verifier: [verifier] }],
    ['an object', { code_verifier: { verifier } }],
    ['a text that is too long', { code_verifier: 'a'.repeat(129) }],
  ])('is not exchanged for %s, and not used up', (_, params) => {
    const { world } = fresh()
    const code = codeFor(world, hashed)
    expect(refusedBy(world, () => exchange(world, code, params))).toMatchObject({
      code: 100,
      message: '(#100) Param code_verifier must be the text from which code_challenge was made',
    })
    expect(exchange(world, code, { code_verifier: verifier }).ok).toBe(true)
  })

  test('a plain challenge is not met by its hash', () => {
    const { world } = fresh()
    const code = codeFor(world, plain)
    const given = { code_verifier: hashed.code_challenge }
    expect(refusedBy(world, () => exchange(world, code, given)).code).toBe(100)
  })

  test.each([
    { code_challenge: 'short' },
    { code_challenge: 'a'.repeat(42) },
    { code_challenge: 'a'.repeat(129) },
    { code_challenge: `${'a'.repeat(43)}=` },
    { code_challenge: `${'a'.repeat(43)}\n` },
    { code_challenge: ['a'.repeat(43)] },
    { ...hashed, code_challenge_method: 's256' },
    { ...hashed, code_challenge_method: 'none' },
    { nonce: ['a'] },
    { nonce: { a: 1 } },
  ])('the dialog refuses %j', (params) => {
    const { world } = fresh()
    expect(
      refusedBy(world, () =>
        call(world, '', 'openLoginDialog', { client_id: app, redirect_uri: back, ...params }),
      ).code,
    ).toBe(100)
  })

  test.each([['a'], { a: 1 }, 7, 'short', null])(
    'a verifier %j without a challenge has no effect, as under the default policy',
    (verifier) => {
      const { world } = fresh()
      expect(exchange(world, codeFor(world, {}), { code_verifier: verifier }).ok).toBe(true)
    },
  )
})
