import { describe, expect, test } from 'vitest'
import { act, begin, jsonOf, refusedBy, type Scene } from '../../service/scene.ts'

/** The answers to a read of the caller with each kind of token, and to two steps of a login. */
function answersOf({ world, app, appSecret, appToken, userToken, pageToken }: Scene) {
  const get = (path: string, params: Readonly<Record<string, string>>) => {
    const { status, body } = world.request({ method: 'GET', path, params })
    const { message, code, type } = Object(jsonOf({ body })['error'])
    return [status, code, type, message]
  }
  return {
    tokens: [userToken, pageToken, appToken].map((token) => get('/me', { access_token: token })),
    login: [
      get('/dialog/oauth', { client_id: app, redirect_uri: 'https://app.test/' }),
      get('/oauth/access_token', {
        client_id: app,
        client_secret: appSecret,
        grant_type: 'client_credentials',
      }),
    ],
  }
}

describe('an app that was deleted', () => {
  test('has tokens that the live service refuses in words that suites of its SDKs compare', () => {
    const scene = begin({ policy: 'platform' })
    expect(act(scene.world, 'deleteApp', { app: scene.app }).unwrap()).toEqual({ success: true })
    const { tokens, login } = answersOf(scene)
    const message = 'Error validating application. Application has been deleted.'
    for (const answer of tokens) expect(answer).toEqual([400, 190, 'OAuthException', message])
    for (const [, code] of login) expect(code).toBe(101)
  })

  test('has invalid tokens in a world of the description alone [AUT-003]', () => {
    const scene = begin()
    act(scene.world, 'deleteApp', { app: scene.app }).unwrap()
    const { tokens, login } = answersOf(scene)
    for (const answer of tokens)
      expect(answer).toEqual([400, 190, 'OAuthException', 'Invalid OAuth access token'])
    // The login answers as to a client that never was.
    expect(login.map(([, code]) => code)).toEqual(
      answersOf({ ...scene, app: '999999999999999' }).login.map(([, code]) => code),
    )
    expect(answersOf(begin()).login[1]?.[0]).toBe(200)
  })

  test('leaves other apps and what it made as they are', () => {
    const { world, page, pageToken } = begin({ policy: 'platform' })
    const other = world.actions.createApp({ name: 'Other' }).unwrap()
    act(world, 'deleteApp', { app: other.id }).unwrap()
    const read = world.request({ method: 'GET', path: `/${page}`, params: { access_token: pageToken } })
    expect(read.status).toBe(200)
  })

  test.each(['0', '999999999999999'])('must be an app: not %s', (app) => {
    const { world } = begin()
    expect(refusedBy(world, () => act(world, 'deleteApp', { app })).message).toContain(
      'Param app must be the id',
    )
  })

  test('is not deleted twice', () => {
    const { world, app } = begin()
    act(world, 'deleteApp', { app }).unwrap()
    expect(refusedBy(world, () => act(world, 'deleteApp', { app })).message).toContain(
      `Param app must be an app that exists: ${app} is deleted`,
    )
  })
})

describe('an exchange without its token', () => {
  // https://github.com/Thuzi/facebook-node-sdk/issues/82 shows the body.
  test.each<['platform' | 'contract', number, string]>([
    ['platform', 1, 'fb_exchange_token parameter not specified'],
    ['contract', 100, '(#100) The parameter fb_exchange_token is required'],
  ])('under the policy %s has the code %i', (policy, code, message) => {
    const { world, app, appSecret } = begin({ policy })
    const params = { client_id: app, client_secret: appSecret, grant_type: 'fb_exchange_token' }
    const response = world.request({ method: 'GET', path: '/oauth/access_token', params })
    expect(response.status).toBe(400)
    expect(jsonOf(response)['error']).toMatchObject({ code, message, type: 'OAuthException' })
  })
})

test('an outage that a fault injects keeps its status', () => {
  const { world, page, pageToken } = begin({ policy: 'platform' })
  world.faults.add({ match: {}, fault: { kind: 'error', code: 1 } })
  expect(world.request({ method: 'GET', path: `/${page}`, params: { access_token: pageToken } }).status).toBe(
    500,
  )
})
