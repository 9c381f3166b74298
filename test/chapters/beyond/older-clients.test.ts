import { describe, expect, test } from 'vitest'
import type { Json } from '../../../src/engine/values/guard.ts'
import { createWorld, toFetchHandler } from '../../../src/index.ts'
import { appSecretProof } from '../../../src/service/caller/proof.ts'
import { act, begin, call, forked, jsonOf } from '../../service/scene.ts'

const start = begin({ policy: { beyond: 'serve' } })
const { adAccount, app, appToken, page, pageToken, user, userToken } = start
const [, secret = ''] = appToken.split('|')
const fresh = () => forked(start).world
const underContract = () => forked(start, { policy: { beyond: 'refuse' } }).world
type World = ReturnType<typeof fresh>

const get = (world: World, url: string, headers: Record<string, string> = {}) =>
  jsonOf(world.request({ method: 'GET', url, headers }))
const codeOf = (answer: Record<string, unknown>) => (answer['error'] as { code: number } | undefined)?.code

describe('a token in the header Authorization: OAuth', () => {
  test.each([
    ['serve', fresh],
    ['refuse', underContract],
  ])('is taken under beyond: %s (omniauth-facebook)', (_policy, world) => {
    for (const scheme of ['OAuth', 'oauth', 'Bearer'])
      expect(get(world(), '/v24.0/me?fields=id', { authorization: `${scheme} ${userToken}` })).toEqual({
        id: user,
      })
    expect(codeOf(get(world(), '/me', { authorization: 'OAuth nobody' }))).toBe(190)
    expect(codeOf(get(world(), '/me', { authorization: `Digest ${userToken}` }))).toBe(190)
  })

  test('is taken by a call of a batch', () => {
    const batch = [
      { method: 'GET', relative_url: 'me?fields=id', headers: [`Authorization: OAuth ${pageToken}`] },
    ]
    const params = { access_token: userToken, batch }
    const answers = jsonOf(fresh().request({ method: 'POST', path: '/', params })) as unknown as {
      body: string
    }[]
    expect(answers.map(({ body }) => JSON.parse(body))).toEqual([{ id: page }])
  })
})

describe('a GET that names the method of a write', () => {
  const post = `/v24.0/${page}/feed?method=post&message=Hello&access_token=${pageToken}`

  test('writes (fbgraph, prowdsponsor/fb), and deletes', () => {
    const world = fresh()
    const { id } = get(world, post)
    expect(id).toMatch(new RegExp(`^${page}_\\d+$`))
    const read = `/v24.0/${id}?access_token=${pageToken}`
    expect(get(world, `${read}&fields=message`)).toMatchObject({ message: 'Hello' })
    expect(get(world, `${read}&method=DELETE`)).toEqual({ success: true })
    expect(codeOf(get(world, read))).toBe(100)
  })

  test('writes as a call of a batch', () => {
    const world = fresh()
    const batch = [{ method: 'GET', relative_url: `${page}/feed?method=post&message=Hello` }]
    const params = { access_token: pageToken, batch }
    const [answer] = jsonOf(world.request({ method: 'POST', path: '/', params })) as unknown as {
      body: string
    }[]
    expect(JSON.parse(answer?.body ?? '')).toEqual({ id: expect.stringContaining(`${page}_`) })
  })

  test('writes by fetch, and not for a web page of another site', async () => {
    const world = createWorld({ policy: 'platform' })
    const { page: own, pageToken: token } = world.starter()
    const handle = toFetchHandler(world)
    const url = `http://localhost/v24.0/${own}/feed?method=post&message=Hello&access_token=${token}`
    const elsewhere = { headers: { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' } }
    expect((await handle(new Request(url, elsewhere))).status).toBe(403)
    expect(await (await handle(new Request(url))).json()).toEqual({ id: expect.stringContaining(`${own}_`) })
  })

  test('reads under the contract, also with a method that nobody knows', () => {
    expect(get(underContract(), post)).toMatchObject({ data: expect.any(Array) })
    expect(get(fresh(), post.replace('method=post', 'method=get'))).toMatchObject({ data: expect.any(Array) })
    expect(get(fresh(), post.replace('method=post', 'method=patch'))).toMatchObject({
      data: expect.any(Array),
    })
  })

  test('is a DELETE as a POST too', () => {
    const world = fresh()
    const { id } = call(world, pageToken, 'publishPost', { page, message: 'Hello' }).unwrap()
    const url = `/v24.0/${id}?method=delete&access_token=${pageToken}`
    expect(jsonOf(world.request({ method: 'POST', url }))).toEqual({ success: true })
  })
})

describe('a page by its user name', () => {
  const named = () => {
    const world = fresh()
    const { id } = act(world, 'createPage', {
      name: 'Cola',
      username: 'CocaCola',
      administrators: [user],
    }).unwrap()
    return { world, id: String(id) }
  }

  test('is read in any letter case, with its edges (https://github.com/mobolic/facebook-sdk)', () => {
    const { world, id } = named()
    for (const name of ['CocaCola', 'cocacola']) {
      expect(get(world, `/v24.0/${name}?fields=name&access_token=${userToken}`)).toEqual({ id, name: 'Cola' })
      expect(get(world, `/v24.0/${name}/feed?access_token=${userToken}`)).toMatchObject({ data: [] })
    }
  })

  test('is read by ids, and in a batch', () => {
    const { world, id } = named()
    const several = get(world, `/v24.0/?ids=cocacola,${page}&fields=name&access_token=${userToken}`)
    expect(several).toEqual({ cocacola: { id, name: 'Cola' }, [page]: { id: page, name: 'Starter Page' } })
    const params = { access_token: userToken, batch: [{ method: 'GET', relative_url: 'cocacola?fields=id' }] }
    const answers = jsonOf(world.request({ method: 'POST', path: '/', params })) as unknown as {
      body: string
    }[]
    expect(answers.map(({ body }) => JSON.parse(body))).toEqual([{ id }])
  })

  test('is nobody under another name, and under the contract', () => {
    const { world } = named()
    expect(codeOf(get(world, `/v24.0/pepsi?access_token=${userToken}`))).toBe(100)
    const contract = world.fork({ policy: { beyond: 'refuse' } })
    expect(codeOf(get(contract, `/v24.0/cocacola?access_token=${userToken}`))).toBe(100)
  })
})

describe('debug_token with the application token', () => {
  const described = (proof: string) => {
    const params: Record<string, Json> = {
      input_token: userToken,
      access_token: appToken,
      appsecret_proof: proof,
    }
    return jsonOf(fresh().request({ method: 'GET', path: '/debug_token', params }))
  }

  test.each([
    ['its own token', appToken],
    ['the token that it describes (huandu/facebook, Session.Inspect)', userToken],
  ])('takes the proof of %s', (_case, token) => {
    expect(described(appSecretProof(token, secret))['data']).toMatchObject({ is_valid: true, user_id: user })
  })

  test('takes no other proof, and no other call takes that of another token', () => {
    expect(codeOf(described(appSecretProof(pageToken, secret)))).toBe(100)
    const params = {
      access_token: appToken,
      input_token: userToken,
      appsecret_proof: appSecretProof(userToken, secret),
    }
    expect(codeOf(jsonOf(fresh().request({ method: 'GET', path: `/${app}`, params })))).toBe(100)
  })
})

describe('the headers by which an answer is found again', () => {
  test('are those of the live service, and the trace is that of the error', () => {
    const world = fresh()
    const ask = (token: string) =>
      world.request({ method: 'GET', path: '/me', params: { access_token: token } })
    const { headers } = ask(userToken)
    for (const name of ['x-fb-trace-id', 'x-fb-rev', 'x-fb-debug']) expect(headers[name]).toMatch(/^\w+$/)
    const refused = ask('nobody')
    const { fbtrace_id } = jsonOf(refused)['error'] as { fbtrace_id: string }
    expect(refused.headers['x-fb-trace-id']).toBe(fbtrace_id)
    expect(refused.headers['x-fb-trace-id']).not.toBe(headers['x-fb-trace-id'])
  })

  test('are not there under the contract', () => {
    const { headers } = underContract().request({
      method: 'GET',
      path: '/me',
      params: { access_token: userToken },
    })
    expect(Object.keys(headers).filter((name) => name.startsWith('x-fb-'))).toEqual([])
  })
})

describe('a custom audience with a rule', () => {
  const rule = (type: string) => ({
    inclusions: { operator: 'or', rules: [{ event_sources: [{ id: '1', type }], retention_seconds: 8400 }] },
  })

  test.each([
    ['pixel', 'WEBSITE'],
    ['app', 'APP'],
    ['page', 'ENGAGEMENT'],
    ['ig_business', 'ENGAGEMENT'],
  ])('of a %s has the kind %s, without subtype', (type, subtype) => {
    const world = fresh()
    const params = { adAccount, name: 'Visitors', rule: JSON.stringify(rule(type)) }
    const { id } = call(world, userToken, 'createCustomAudience', params).unwrap()
    const fields = 'subtype,rule'
    const audience = call(world, userToken, 'readCustomAudience', { customAudience: id, fields }).unwrap()
    expect(audience).toEqual({ id, subtype, rule: JSON.stringify(rule(type)) })
  })

  test('has the subtype that the call gives, and without a rule needs the source of its file', () => {
    const params = { adAccount, name: 'Visitors', subtype: 'ENGAGEMENT', rule: rule('pixel') }
    const world = fresh()
    const { id } = call(world, userToken, 'createCustomAudience', params).unwrap()
    const audience = { customAudience: id, fields: 'subtype' }
    expect(call(world, userToken, 'readCustomAudience', audience).unwrap()['subtype']).toBe('ENGAGEMENT')
    expect(call(world, userToken, 'createCustomAudience', { adAccount, name: 'X' })).toMatchObject({
      error: { code: 100, message: expect.stringMatching(/customer_file_source is required/) },
    })
  })
})
