import { describe, expect, test } from 'vitest'
import { type GrantedPermission, permissions } from '../../../src/service/caller/caller.ts'
import { livePermissions } from '../../../src/service/caller/live-permissions.ts'
import type { World } from '../../../src/world/world.ts'
import { act, begin, call, forked, jsonOf, refusedBy, type Scene, tokenOf } from '../../service/scene.ts'

const start = begin({ policy: { beyond: 'serve' } })
const { app, appToken, page } = start
const [, secret = ''] = appToken.split('|')
const back = 'https://client.test/back'
const fresh = () => forked(start)

const postIn = (world: World): string =>
  String(call(world, start.pageToken, 'publishPost', { page, message: 'A post' }).unwrap()['id'])

/** A world in which a person who does not administer the app uses its login dialog. */
function ofVisitor(person: object = {}): Scene & { readonly visitor: string } {
  const scene = fresh()
  const visitor = String(act(scene.world, 'createUser', { name: 'Grace Hopper', ...person }).unwrap()['id'])
  act(scene.world, 'setConsent', { app, user: visitor }).unwrap()
  return { ...scene, visitor }
}

const dialog = ({ world }: Scene, scope?: string, more: object = {}) =>
  world.request({
    method: 'GET',
    path: '/v24.0/dialog/oauth',
    params: { client_id: app, redirect_uri: back, ...(scope !== undefined && { scope }), ...more },
  })

function tokenFor(scene: Scene, scope?: string): string {
  const { headers } = dialog(scene, scope)
  const code = new URL(headers['location'] ?? '').searchParams.get('code') ?? ''
  const params = { client_id: app, client_secret: secret, redirect_uri: back, code }
  return String(call(scene.world, '', 'exchangeToken', params).unwrap()['access_token'])
}

const scopesOf = ({ world }: Scene, token: string) =>
  (call(world, token, 'listPermissions', { user: 'me' }).unwrap()['data'] as { permission: string }[]).map(
    ({ permission }) => permission,
  )

describe('the login dialog', () => {
  test.each<[string, string | undefined, string[]]>([
    ['no scope', undefined, ['public_profile']],
    ['public_profile alone', 'public_profile', ['public_profile']],
    ['a name of the contract', 'user_photos', ['user_photos', 'public_profile']],
    [
      'the scopes of n8n',
      'leads_retrieval pages_show_list pages_manage_metadata pages_manage_ads business_management',
      [
        ...['leads_retrieval', 'pages_show_list', 'pages_manage_metadata', 'pages_manage_ads'],
        ...['business_management', 'public_profile'],
      ],
    ],
    ['a name twice', 'email,email', ['email', 'public_profile']],
    ['a retired name', 'manage_pages,email', ['email', 'public_profile']],
    ['a name that nobody knows', 'no_such_scope,email', ['email', 'public_profile']],
    ['a name in another case', 'EMAIL', ['public_profile']],
    ['names of members of objects', '__proto__,constructor,toString', ['public_profile']],
  ])('grants %s', (_, scope, granted) => {
    const scene = ofVisitor()
    expect(scopesOf(scene, tokenFor(scene, scope))).toEqual(granted)
  })

  test('grants every known name', () => {
    const scene = ofVisitor()
    const every = [...permissions, ...livePermissions]
    expect(scopesOf(scene, tokenFor(scene, every.join(',')))).toEqual(every)
  })

  test('grants public_profile also to a person who grants nothing else', () => {
    const scene = ofVisitor()
    act(scene.world, 'setConsent', { app, user: scene.visitor, scopes: ['email'] }).unwrap()
    expect(scopesOf(scene, tokenFor(scene, 'user_photos'))).toEqual(['public_profile'])
  })

  test('shows an administrator of the app the scopes that nobody knows', () => {
    const { status, body } = dialog(fresh(), 'email,manage_pages,nonsense,nonsense')
    expect([status, (jsonOf({ body })['error'] as { message: string }).message]).toEqual([
      400,
      '(#100) Invalid Scopes: manage_pages, nonsense. This message is only shown to developers. Users of ' +
        'your app will ignore these permissions if present. Please read the documentation for valid ' +
        'permissions at: https://developers.facebook.com/docs/facebook-login/permissions',
    ])
  })

  test('names no more than ten unknown scopes, and of each the beginning', () => {
    const names = Array.from({ length: 30 }, (_, at) => `${at}`.padEnd(500, 'x'))
    const { status, body } = dialog(fresh(), names.join(','))
    expect(status).toBe(400)
    expect(body.length).toBeLessThan(1_200)
  })

  test('shows no such message to an administrator of another app, or without the policy', () => {
    const scene = fresh()
    const other = String(act(scene.world, 'createUser', { name: 'Other' }).unwrap()['id'])
    act(scene.world, 'createApp', { name: 'Other', administrators: [other] }).unwrap()
    act(scene.world, 'setConsent', { app, user: other }).unwrap()
    expect(dialog(scene, 'nonsense').status).toBe(302)
    const { world } = begin()
    const params = { client_id: app, redirect_uri: back, response_type: 'code', scope: 'nonsense' }
    expect(call(world, '', 'authorize', params).ok).toBe(true)
  })
})

describe('the default policy', () => {
  test('grants the permissions of the contract alone', () => {
    const contract = begin()
    const { world } = contract
    const params = { client_id: contract.app, redirect_uri: back, response_type: 'code' }
    const scope = 'email,public_profile,user_photos'
    const { location } = call(world, '', 'authorize', { ...params, scope }).unwrap()
    const code = new URL(String(location)).searchParams.get('code')
    const [, key = ''] = contract.appToken.split('|')
    const given = { client_id: contract.app, client_secret: key, redirect_uri: back, code }
    const token = String(call(world, '', 'exchangeToken', given).unwrap()['access_token'])
    const serving = world.fork({ policy: { beyond: 'serve' } })
    expect(scopesOf({ ...contract, world: serving }, token)).toEqual(['user_photos'])
  })

  test.each(['issueToken', 'setConsent'])('refuses a live permission of %s', (action) => {
    const contract = begin()
    const kind = action === 'issueToken' ? { kind: 'user' } : {}
    const params = { ...kind, app: contract.app, user: contract.user, scopes: ['user_photos', 'email'] }
    expect(refusedBy(contract.world, () => act(contract.world, action, params)).message).toBe(
      "(#100) Param scopes must be permissions of the description: email needs the policy beyond: 'serve'",
    )
  })

  test('gives nothing to a token with live permissions', () => {
    const scene = fresh()
    const token = tokenOf(scene, { scopes: ['pages_show_list', 'pages_manage_ads'] })
    const world = scene.world.fork({ policy: { beyond: 'refuse' } })
    for (const [operation, params] of [
      ['me', {}],
      ['readPage', { page }],
    ] as const)
      expect(refusedBy(world, () => call(world, token, operation, params)).code).toBe(200)
  })
})

describe('public_profile', () => {
  const person = {
    ...{ name: 'Grace Brewster Hopper', username: 'grace', email: 'grace@example.test' },
    ...{ firstName: 'Grace', middleName: 'Brewster', lastName: 'Hopper' },
  }
  const fields = 'id,name,first_name,middle_name,last_name,picture,email,username,account_type,media_count'

  test('reads the names and the picture of the person, and nothing else', () => {
    const scene = ofVisitor(person)
    expect(call(scene.world, tokenFor(scene), 'me', { fields }).unwrap()).toEqual({
      ...{ id: scene.visitor, name: person.name },
      ...{ first_name: 'Grace', middle_name: 'Brewster', last_name: 'Hopper' },
      picture: { data: { height: 200, is_silhouette: true, url: expect.any(String), width: 200 } },
    })
  })

  test('reads the email address with the permission email', () => {
    const scene = ofVisitor(person)
    const record = call(scene.world, tokenFor(scene, 'email'), 'me', { fields: 'email,username' }).unwrap()
    expect(record).toEqual({ id: scene.visitor, email: 'grace@example.test' })
  })

  test('reads what the contract says with user_profile', () => {
    const scene = ofVisitor(person)
    const token = tokenFor(scene, 'user_profile')
    expect(call(scene.world, token, 'me', { fields: 'email,username,account_type' }).unwrap()).toEqual({
      ...{ id: scene.visitor, email: 'grace@example.test' },
      ...{ username: 'grace', account_type: 'PERSONAL' },
    })
  })

  test('shows another person no more than before', () => {
    const scene = ofVisitor(person)
    const token = tokenOf(scene)
    expect(call(scene.world, token, 'readUser', { user: scene.visitor, fields }).unwrap()).toEqual({
      ...{ id: scene.visitor, name: person.name },
      picture: expect.any(Object),
    })
  })

  test('is part of every token', () => {
    const scene = fresh()
    expect(scopesOf(scene, tokenOf(scene, { scopes: [] }))).toEqual(['public_profile'])
  })
})

describe('pages_show_list', () => {
  const token = (scene: Scene, more: object = {}) => tokenOf(scene, { scopes: ['pages_show_list'], ...more })

  test('reads the page token and the public facts of a page on which the person has a task', () => {
    const scene = fresh()
    const record = call(scene.world, token(scene), 'readPage', { page, fields: 'access_token,name' }).unwrap()
    expect(record).toEqual({ id: page, name: 'Starter Page', access_token: expect.any(String) })
    expect(call(scene.world, String(record['access_token']), 'me', {}).ok).toBe(true)
  })

  test.each(['fan_count', 'followers_count', 'name,fan_count', 'link'])('does not read %s', (fields) => {
    const scene = fresh()
    const limited = token(scene)
    const refused = () => call(scene.world, limited, 'readPage', { page, fields })
    expect(refusedBy(scene.world, refused)).toMatchObject({
      code: 200,
      message: '(#200) Requires the permission pages_read_engagement',
    })
  })

  test('reads no other facts without fields', () => {
    const scene = fresh()
    const record = call(scene.world, token(scene), 'readPage', { page }).unwrap()
    expect(Object.keys(record).toSorted()).toEqual(['category', 'category_list', 'id', 'name'])
  })

  test('reads no page on which the person has no task', () => {
    const scene = fresh()
    const stranger = token(scene, { tasks: [] })
    const refused = () => call(scene.world, stranger, 'readPage', { page, fields: 'access_token' })
    expect(refusedBy(scene.world, refused).code).toBe(200)
  })

  test('lists the pages of the person', () => {
    const scene = fresh()
    const { data } = call(scene.world, token(scene), 'listManagedPages', { user: 'me' }).unwrap()
    expect(data).toMatchObject([{ id: page, tasks: expect.any(Array) }])
  })
})

describe('a permission in place of one of the contract', () => {
  const ofPage = (scene: Scene, ...scopes: GrantedPermission[]) => tokenOf(scene, { kind: 'page', scopes })

  test.each<[GrantedPermission, string, (scene: Scene) => object]>([
    ['pages_manage_ads', 'listLeadForms', () => ({ page })],
    ['pages_manage_ads', 'readLeadForm', ({ form }) => ({ form })],
    ['pages_manage_engagement', 'createComment', ({ world }) => ({ post: postIn(world), message: 'hi' })],
  ])('%s allows %s', (scope, operation, params) => {
    const scene = fresh()
    const given = params(scene)
    const without = ofPage(scene, 'pages_show_list')
    expect(refusedBy(scene.world, () => call(scene.world, without, operation, given)).code).toBe(200)
    expect(call(scene.world, ofPage(scene, scope), operation, given)).toMatchObject({ ok: true })
  })

  test('pages_read_user_content reads a comment', () => {
    const scene = fresh()
    const post = postIn(scene.world)
    const { world } = scene
    const { id: comment } = call(world, start.pageToken, 'createComment', { post, message: 'hi' }).unwrap()
    const without = ofPage(scene, 'pages_show_list')
    expect(refusedBy(world, () => call(world, without, 'readComment', { comment })).code).toBe(200)
    expect(call(world, ofPage(scene, 'pages_read_user_content'), 'readComment', { comment }).ok).toBe(true)
  })

  test('needs the same tasks', () => {
    const scene = fresh()
    const token = tokenOf(scene, { kind: 'page', scopes: ['pages_manage_ads'], tasks: ['MODERATE'] })
    expect(refusedBy(scene.world, () => call(scene.world, token, 'listLeadForms', { page })).code).toBe(200)
  })
})
