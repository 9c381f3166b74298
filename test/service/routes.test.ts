import { describe, expect, test } from 'vitest'
import { endpoints, registry } from '../../src/chapters/registry.ts'
import { endpoint } from '../../src/service/routes/define.ts'
import { routesOf, typedPath } from '../../src/service/routes/routes.ts'
import { begin, call, forked, jsonOf, refusedBy } from './scene.ts'

const scene = begin()
const { world, page, user, campaign, adAccount, lead, form, ad, pageToken, userToken, appToken } = scene
const post = world.as(pageToken).publishPost({ page, message: 'Hello' }).unwrap().id
const [, bare = ''] = post.split('_')
const there = forked(scene).world

/** Returns 'answered' for a success, or the code and subcode of an error. */
function answer(method: string, path: string, token = userToken) {
  const url = `/v26.0/${path}${path.includes('?') ? '&' : '?'}access_token=${encodeURIComponent(token)}`
  const body = jsonOf(there.fork().request({ method, url })) as {
    error?: { code: number; error_subcode?: number }
  }
  return body.error ? [body.error.code, body.error.error_subcode ?? 0] : 'answered'
}

const missing = [100, 33]

describe('a path leads to one endpoint by the kind of its node [CNV-004..005]', () => {
  test.each<[string, string, string, unknown]>([
    ['a campaign by its id', 'GET', campaign, 'answered'],
    ['a lead by its id', 'GET', lead, 'answered'],
    ['a post by the ids of page and post', 'GET', post, 'answered'],
    ['the leads of a form', 'GET', `${form}/leads`, 'answered'],
    ['the leads of an ad', 'GET', `${ad}/leads`, 'answered'],
    ['a slash at the end', 'GET', `${campaign}/`, 'answered'],
    ['the lower case of a method', 'get', campaign, 'answered'],
    ['a post by its own number alone', 'GET', bare, missing],
    ['a post under another page', 'GET', `${campaign}_${bare}`, missing],
    ['a page number before another kind of node', 'GET', `${page}_${campaign}`, missing],
    ['a node that there is not', 'GET', '100000000000000', missing],
    ['an id with a zero in front', 'GET', `0${campaign}`, missing],
    ['an id with a plus sign', 'GET', `%2B${campaign}`, missing],
    ['a word', 'GET', 'nothing', missing],
    ['a word of every object', 'GET', 'constructor', missing],
    ['the root, which has no edges', 'GET', '/feed', missing],
    ['the root with another method', 'DELETE', '', missing],
    ['an edge of another kind of node', 'GET', `${campaign}/feed`, missing],
    ['an edge that no node has', 'GET', `${page}/nothing`, missing],
    ['something behind an edge', 'GET', `${page}/feed/more`, missing],
    ['an edge in another case', 'GET', `${page}/Feed`, missing],
    ['a method that the edge does not have', 'DELETE', `${page}/feed`, missing],
    ['a method that no edge has', 'PUT', `${page}/feed`, missing],
    ['creating in a list that is only read', 'POST', `${form}/leads`, missing],
  ])('%s', (_, method, path, expected) => {
    expect(answer(method, path)).toEqual(expected)
  })
})

test('a page whose name has a slash is found by no path and by no typed call', () => {
  const { world: other, user: person, userToken: token } = begin({ policy: { beyond: 'serve' } })
  other.actions.createPage({ name: 'Both', username: 'a/b', administrators: [person] }).unwrap()
  expect(refusedBy(other, () => call(other, token, 'readPage', { page: 'a/b' })).message).toContain(
    'Unsupported get request. Object with ID "a/b"',
  )
  other.actions.createPage({ name: 'One', username: 'one', administrators: [person] }).unwrap()
  expect(call(other, token, 'readPage', { page: 'one' }).unwrap()).toMatchObject({ name: 'One' })
})

test('HEAD is answered like GET, without the body', () => {
  const url = (node: string) => `/v26.0/${node}?access_token=${userToken}`
  expect(there.fork().request({ method: 'HEAD', url: url(campaign) })).toMatchObject({
    status: 200,
    body: '',
  })
  expect(there.fork().request({ method: 'HEAD', url: url('nothing') })).toMatchObject({
    status: 400,
    body: '',
  })
})

describe('an ad account [CNV-017]', () => {
  const params = '?special_ad_categories=NONE'

  test('has act_ in a path', () => {
    expect(answer('POST', `act_${adAccount}/campaigns${params}`)).toBe('answered')
    expect(answer('POST', `${adAccount}/campaigns${params}`)).toEqual(missing)
    expect(answer('POST', `ACT_${adAccount}/campaigns${params}`)).toEqual(missing)
    expect(answer('POST', `act_act_${adAccount}/campaigns${params}`)).toEqual(missing)
  })

  test('is the only node with it', () => {
    expect(answer('GET', `act_${campaign}`)).toEqual(missing)
    expect(answer('POST', `act_${page}/campaigns${params}`)).toEqual(missing)
  })

  test.each(['', 'act_'])('may be written with or without it in a typed call: %j', (prefix) => {
    const params = { adAccount: prefix + adAccount, special_ad_categories: [] }
    expect(call(there.fork(), userToken, 'createCampaign', params).ok).toBe(true)
  })
})

describe('me', () => {
  test('is the page of a page token', () => {
    expect(answer('GET', 'me/feed', pageToken)).toBe('answered')
  })

  test('is the person of a user token, who has no feed edge', () => {
    expect(answer('GET', 'me/feed')).toEqual(missing)
  })

  test('does not exist for an app token', () => {
    expect(answer('GET', 'me/feed', appToken)).toEqual(missing)
  })

  test('replaces only the id', () => {
    expect(answer('GET', `${page}/me`, pageToken)).toEqual(missing)
    expect(answer('GET', 'me_1', pageToken)).toEqual(missing)
  })
})

describe('a typed call', () => {
  test.each<[string, object]>([
    ['readCampaign', { campaign: lead }],
    ['readLead', { lead: campaign }],
    ['readPost', { post: page }],
    ['listFormLeads', { form: ad }],
    ['listAdLeads', { ad: form }],
    ['listPageFeed', { page: user }],
    ['readCampaign', { campaign: '../x' }],
  ])('%s finds no node of another kind: %j', (operation, params) => {
    const refused = () => call(there, userToken, operation, params)
    expect(refusedBy(there, refused)).toMatchObject({ code: 100, subcode: 33, type: 'GraphMethodException' })
  })

  test.each<[string, object, string]>([
    ['readCampaign', {}, '(#100) The parameter campaign of readCampaign is required'],
    ['listCampaigns', {}, '(#100) The parameter adAccount of listCampaigns is required'],
    [
      'readCampaign',
      { campaign: null },
      '(#100) The parameter campaign of readCampaign must be an id as text, got null',
    ],
    [
      'readCampaign',
      { campaign: { id: '7' } },
      '(#100) The parameter campaign of readCampaign must be an id as text, got {"id":"7"}',
    ],
  ])('%s names the parameter that its node is missing from: %j', (operation, params, message) => {
    const error = refusedBy(there, () => call(there, userToken, operation, params))
    expect(error).toMatchObject({ code: 100, message })
    expect(error.subcode).toBeUndefined()
  })

  test('has the path of its endpoint', () => {
    const named = registry.routes.byName
    const of = (name: string, params: object) => {
      const entry = named.get(name)
      return entry && typedPath(entry, params as Record<string, unknown>).path
    }
    expect(of('readCampaign', { campaign: '7' })).toEqual(['7'])
    expect(of('copyCampaign', { campaign: 7 })).toEqual(['7', 'copies'])
    expect(of('createCampaign', { adAccount: '7' })).toEqual(['act_7', 'campaigns'])
    expect(of('createCampaign', { adAccount: 'act_7' })).toEqual(['act_7', 'campaigns'])
  })
})

test('two endpoints with the same route are refused', () => {
  const { readLead } = endpoints
  expect(() => routesOf({ readLead, again: readLead })).toThrow('again and readLead have the same route')
  const other = { ...readLead, route: 'GET /{lead}/other', also: { 'GET /{lead}': {} } }
  expect(() => routesOf({ readLead, other })).toThrow('other and readLead have the same route')
})

test('an endpoint declared without errors has those of every endpoint, 100 and 200', () => {
  const { kind: _, errors: __, ...definition } = endpoints.readUser
  const { codes } = routesOf({ readUser: endpoint(definition) }).byName.get('readUser') ?? {}
  expect([...(codes ?? [])].sort()).toEqual([100, 190, 200])
})

test('every endpoint has the codes of its own list, 190, and those of its surface', () => {
  for (const { operation, endpoint, codes } of registry.routes.byName.values()) {
    const always = { ads: [190, 270, 2635, 80004], page: [190, 80001], user: [190], app: [190] }
    const listed = endpoint.errors.length > 0 ? endpoint.errors : [100, 200]
    expect([operation, [...codes].sort()]).toEqual([
      operation,
      [...new Set([...listed, ...always[endpoint.access.surface]])].sort(),
    ])
  }
})
