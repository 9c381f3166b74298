import { describe, expect, test } from 'vitest'
import { permissions } from '../../../src/service/caller/caller.ts'
import { livePermissions } from '../../../src/service/caller/live-permissions.ts'
import { act, begin, call, forked, jsonOf, refusedBy, tokenOf } from '../../service/scene.ts'

const start = begin({ policy: { beyond: 'serve' } })
const { app, appToken, user, userToken, page, pageToken, expiredToken } = start
const [, secret = ''] = appToken.split('|')
const fresh = () => forked(start)
const back = 'https://client.test/back'
const window = { client_id: app, redirect_uri: back, scope: 'user_profile,email', state: 'a b' }

describe('the login dialog', () => {
  test.each(['/v24.0/dialog/oauth', '/dialog/oauth', '/v24.0/oauth/authorize', '/oauth/authorize'])(
    '%s without response_type leads back with a code, which gives a token',
    (path) => {
      const { world } = fresh()
      const { status, headers } = world.request({ method: 'GET', path, params: window })
      expect(status).toBe(302)
      const location = new URL(headers['location'] ?? '')
      expect(location.searchParams.get('state')).toBe('a b')
      const code = location.searchParams.get('code') ?? ''
      const params = { client_id: app, client_secret: secret, redirect_uri: back, code }
      const { access_token: token } = call(world, '', 'exchangeToken', params).unwrap()
      expect(call(world, String(token), 'listPermissions', { user }).unwrap()).toEqual({
        data: ['user_profile', 'email', 'public_profile'].map((permission) => ({
          permission,
          status: 'granted',
        })),
      })
    },
  )

  test('leads back with an error if the person denies access', () => {
    const { world } = fresh()
    act(world, 'setConsent', { app, user, granted: false }).unwrap()
    const { headers } = world.request({ method: 'GET', path: '/dialog/oauth', params: window })
    expect(headers['location']).toBe(`${back}?error=access_denied&state=a%20b`)
  })

  test.each<[object, number]>([
    [{ response_type: 'token' }, 100],
    [{ redirect_uri: 'nowhere' }, 100],
    // https://github.com/diowa/icare/issues/5
    [{ client_id: '1' }, 101],
  ])('refuses %j with %i', (change, code) => {
    const { world } = fresh()
    const refused = () => call(world, '', 'openLoginDialog', { ...window, ...change })
    expect(refusedBy(world, refused).code).toBe(code)
  })

  test('needs response_type without the policy', () => {
    const { world } = begin()
    const error = refusedBy(world, () => call(world, '', 'authorize', window))
    expect(error).toMatchObject({ code: 100, message: '(#100) The parameter response_type is required' })
    expect(call(world, '', 'authorize', { ...window, response_type: 'code' }).ok).toBe(true)
  })
})

describe('permissions', () => {
  test('are those of the token', () => {
    const { data } = call(start.world, userToken, 'listPermissions', { user: 'me' }).unwrap()
    expect(data).toEqual(
      [...permissions, ...livePermissions].map((permission) => ({ permission, status: 'granted' })),
    )
  })

  test('are revoked with every token of the person for the app, and no other', () => {
    const scene = fresh()
    const { world } = scene
    const other = tokenOf(scene)
    const { id: otherApp } = act(world, 'createApp', { name: 'Other' }).unwrap()
    const { token: elsewhere } = act(world, 'issueToken', { kind: 'user', app: otherApp, user }).unwrap()
    const path = '/me/permissions'
    const { body } = world.request({ method: 'DELETE', path, params: { access_token: userToken } })
    expect(jsonOf({ body })).toEqual({ success: true })
    for (const token of [userToken, pageToken])
      expect(call(world, token, 'me', {})).toMatchObject({ ok: false, error: { code: 190, subcode: 467 } })
    for (const token of [other, String(elsewhere)]) expect(call(world, token, 'me', {}).ok).toBe(true)
  })

  test.each([
    ['in the path', '/permissions/user_photos', {}],
    ['as a parameter', '/permissions', { permission: 'user_photos' }],
  ])('are revoked one by one, named %s', (_case, path, params) => {
    const { world } = fresh()
    const sent = { method: 'DELETE', path: `/me${path}`, params: { ...params, access_token: userToken } }
    expect(jsonOf(world.request(sent))).toEqual({ success: true })
    const { data } = call(world, userToken, 'listPermissions', { user: 'me' }).unwrap()
    expect(data).not.toContainEqual({ permission: 'user_photos', status: 'granted' })
    expect(data).toContainEqual({ permission: 'user_photos', status: 'declined' })
    const photos = () => call(world, userToken, 'listUserPhotos', { user, type: 'uploaded' })
    expect(refusedBy(world, photos).code).toBe(200)
  })

  test('are never without public_profile', () => {
    const { world } = fresh()
    const refused = () => call(world, userToken, 'revokePermissions', { user, permission: 'public_profile' })
    expect(refusedBy(world, refused)).toMatchObject({
      code: 100,
      message: expect.stringMatching(/leave it out to remove the app$/),
    })
  })

  test('are read and revoked with the application token too', () => {
    const scene = fresh()
    const { world } = scene
    const { data: own } = call(world, userToken, 'listPermissions', { user }).unwrap() as { data: object[] }
    const { data } = call(world, appToken, 'listPermissions', { user }).unwrap()
    expect(data).toHaveLength(own.length)
    expect(data).toEqual(expect.arrayContaining(own))
    expect(call(world, appToken, 'revokePermissions', { user }).unwrap()).toEqual({ success: true })
    expect(call(world, userToken, 'me', {})).toMatchObject({ ok: false, error: { code: 190 } })
    const error = { code: 200, message: expect.stringMatching(/hasn't authorized the application/) }
    expect(call(world, appToken, 'listPermissions', { user })).toMatchObject({ ok: false, error })
  })

  test.each(['listPermissions', 'revokePermissions'])('%s takes the token of nobody else', (operation) => {
    const scene = fresh()
    for (const token of [pageToken, tokenOf(scene)])
      expect(refusedBy(scene.world, () => call(scene.world, token, operation, { user })).code).toBe(200)
  })
})

describe('debug_token', () => {
  const described = (input: string, token = appToken, { world } = start) =>
    call(world, token, 'debugToken', { input_token: input }).unwrap()['data']
  const ofApp = { app_id: app, application: 'Starter App', is_valid: true, data_access_expires_at: 0 }
  const never = { expires_at: 0 }

  test('describes each kind of token', () => {
    const scopes = [...permissions, ...livePermissions]
    const ofUser = { scopes, granular_scopes: scopes.map((scope) => ({ scope })), user_id: user }
    expect(described(userToken)).toEqual({ ...ofApp, ...never, type: 'USER', ...ofUser })
    const ofPage = { ...ofApp, ...never, type: 'PAGE', ...ofUser, profile_id: page }
    expect(described(pageToken)).toEqual(ofPage)
    const { data } = call(start.world, userToken, 'listManagedPages', { user }).unwrap() as {
      data: { access_token: string }[]
    }
    expect(described(String(data[0]?.access_token))).toEqual(ofPage)
    expect(described(appToken)).toEqual({ ...ofApp, ...never, type: 'APP', scopes: [] })
  })

  test('has the expiry in Unix seconds', () => {
    const { world } = fresh()
    const { token } = act(world, 'issueToken', { kind: 'user', app, user, lifetime: 'shortLived' }).unwrap()
    const expiresAt = world.clock.now / 1000 + 3_600
    expect(described(String(token), appToken, { ...start, world })).toMatchObject({ expires_at: expiresAt })
  })

  test.each<[string, string, object]>([
    ['an expired token', expiredToken, { app_id: app, error: { code: 190, subcode: 463 } }],
    ['an unknown token', 'nobody', { error: { code: 190, subcode: 467 }, scopes: [] }],
  ])('says that %s is not valid', (_, input, expected) => {
    expect(described(input)).toMatchObject({ is_valid: false, ...expected })
  })

  test('says that a revoked token, or one whose session has ended, is not valid', () => {
    const scene = fresh()
    act(scene.world, 'endSession', { token: userToken }).unwrap()
    expect(described(userToken, appToken, scene)).toMatchObject({ is_valid: false, error: { code: 190 } })
    act(scene.world, 'revokeToken', { token: pageToken }).unwrap()
    expect(described(pageToken, appToken, scene)).toMatchObject({ is_valid: false, error: { code: 190 } })
  })

  test('takes a token of an administrator of the app', () => {
    expect(described(pageToken, userToken, fresh())).toMatchObject({ is_valid: true })
  })

  // https://github.com/nyaruka/rapidpro/pull/3734, https://github.com/facebookarchive/php-graph-sdk/issues/823
  test.each(['the same token', 'the token of another person', 'a page token'])(
    'refuses the token of a person who does not administer the app: of %s',
    (which) => {
      const scene = fresh()
      const other = tokenOf(scene)
      const access = which === 'a page token' ? pageToken : other
      const input = which === 'the same token' ? other : userToken
      const refused = () => call(scene.world, access, 'debugToken', { input_token: input })
      expect(refusedBy(scene.world, refused)).toMatchObject({
        code: 100,
        message:
          '(#100) You must provide an app access token, or a user access token that is an owner or developer of ' +
          'the app',
      })
    },
  )

  test('refuses the token of another app', () => {
    const { world } = fresh()
    const { token } = act(world, 'createApp', { name: 'Other' }).unwrap()
    const made = (access: string) =>
      refusedBy(world, () => call(world, access, 'debugToken', { input_token: userToken }))
    expect(made(String(token))).toMatchObject({
      code: 100,
      message: '(#100) The app of input_token is not the app of the access token',
    })
  })

  test('leaves the token out of the call log', () => {
    const { world } = fresh()
    call(world, appToken, 'debugToken', { input_token: userToken }).unwrap()
    expect(JSON.stringify(world.calls.all())).not.toContain(userToken)
  })
})

test.each<[string, string, object]>([
  ['in the query', 'GET', {}],
  ['in a form', 'POST', { 'content-type': 'application/x-www-form-urlencoded' }],
])(
  'fb_exchange_token %s gives a long-lived token, also with parameters that are unknown',
  (_, method, headers) => {
    const { world } = fresh()
    const { token } = act(world, 'issueToken', { kind: 'user', app, user, lifetime: 'shortLived' }).unwrap()
    const form = new URLSearchParams({
      grant_type: 'fb_exchange_token',
      client_id: app,
      client_secret: secret,
      fb_exchange_token: String(token),
      set_token_expires_in_60_days: 'true',
    }).toString()
    const url = '/v24.0/oauth/access_token'
    const { status, body } =
      method === 'GET'
        ? world.request({ method, url: `${url}?${form}` })
        : world.request({ method, url, headers: { ...headers }, body: form })
    expect([status, jsonOf({ body })]).toEqual([
      200,
      { access_token: expect.any(String), token_type: 'bearer', expires_in: 60 * 86_400 },
    ])
  },
)
