import { describe, expect, test } from 'vitest'
import { restoreWorld } from '../../src/world/create-world.ts'
import { stepOf } from '../../src/world/handles.ts'
import { begin, forked, get, idsOf, jsonOf } from '../service/scene.ts'

const start = begin()
const { page, pageToken, form } = start
const fresh = () => forked(start).world
const query = `access_token=${pageToken}`

describe('a request', () => {
  test('of a GET answers JSON, its version and an entity tag', () => {
    const response = fresh().request({ method: 'GET', url: `/v19.0/${page}/feed?${query}` })
    expect(response).toMatchObject({ status: 200, dropped: false })
    expect(response.headers).toMatchObject({
      'content-type': expect.stringMatching(/^application\/json/),
      'facebook-api-version': 'v19.0',
      etag: expect.stringMatching(/^".+"$/),
    })
    expect(jsonOf(response)).toEqual({ data: [], paging: {} })
  })

  test('with the entity tag of an unchanged answer is answered 304', () => {
    const world = fresh()
    const url = `/${form}/leads?${query}`
    const { etag = '' } = world.request({ method: 'GET', url }).headers
    const again = () => world.request({ method: 'GET', url, headers: { 'If-None-Match': etag } })
    expect(again()).toMatchObject({ status: 304, body: '' })
    const answers = { full_name: 'A', email: 'a@example.test' }
    world.actions.submitLead({ form, answers }).unwrap()
    expect(again().status).toBe(200)
  })

  test('with the entity tag of a text whose parts changed places is answered anew', () => {
    const { world } = forked(start)
    const swapped = (one: string, other: string, times: number): [string, string] =>
      times === 0 ? [one, other] : swapped(one + other, other + one, times - 1)
    const [before, after] = swapped('a', 'A', 6)
    const post = world.as(pageToken).publishPost({ page, message: before }).unwrap().id
    const url = `/${post}?fields=message&${query}`
    const { etag = '' } = world.request({ method: 'GET', url }).headers
    world.actions.editPost({ post, message: after }).unwrap()
    const again = world.request({ method: 'GET', url, headers: { 'If-None-Match': etag } })
    expect([again.status, jsonOf(again)]).toEqual([200, { id: post, message: after }])
  })

  test.each([
    ['a list of records', `/${page}/feed?${query}&limit=2`],
    ['a record', `/${page}?${query}`],
    ['several records', `/?ids=${page}&${query}`],
    ['an error', `/${page}/nowhere?${query}`],
  ])('that may be answered with bytes gets those of the text of %s', (_, url) => {
    const { world } = forked(start)
    const asPage = world.as(pageToken)
    for (const message of ['né', '"2"', '3']) asPage.publishPost({ page, message }).unwrap()
    const request = { method: 'GET', url }
    const text = world.fork().request(request)
    const bytes = world.fork().request({ ...request, bytes: true })
    expect(text.body).toBeTypeOf('string')
    expect({ ...bytes, body: Buffer.from(bytes.body).toString() }).toEqual(text)
    // An error is short, and stays text.
    expect(bytes.body instanceof Uint8Array).toBe(text.status === 200)
    const changed = world.request({ ...request, bytes: true }).body
    if (typeof changed !== 'string') {
      expect(changed.buffer.byteLength).toBe(changed.length)
      changed.fill(0)
    }
    expect(world.fork().request(request)).toMatchObject({ status: text.status, headers: text.headers })
  })

  test('that may be answered with bytes gets the text of a batch, and the half of a text', () => {
    const { world } = forked(start)
    const batch = JSON.stringify([{ method: 'GET', relative_url: String(page) }])
    const asked = {
      method: 'POST',
      url: `/?${query}`,
      bytes: true,
      body: `batch=${encodeURIComponent(batch)}`,
    }
    const { body } = world.request(asked)
    const [item] = JSON.parse(Buffer.from(body).toString()) as { body: string }[]
    expect(JSON.parse(item?.body ?? '')).toMatchObject({ id: String(page) })
    const url = `/${
      world
        .as(pageToken)
        .publishPost({ page, message: 'é'.repeat(50) })
        .unwrap().id
    }`
    const read = { method: 'GET', url: `${url}?${query}&fields=message` }
    world.faults.add({ match: {}, fault: { kind: 'malformed', how: 'truncated' } })
    const half = world.fork().request(read).body
    expect(Buffer.from(world.request({ ...read, bytes: true }).body).toString()).toBe(half)
  })

  test.each<[string, string, string | Uint8Array]>([
    ['url-encoded', 'application/x-www-form-urlencoded', 'message=n%C3%A9&published=false'],
    ['JSON', 'application/json', '{"message":"né","published":false}'],
    [
      'JSON as bytes',
      'application/json; charset=utf-8',
      new TextEncoder().encode('{"message":"né","published":false}'),
    ],
    [
      'multipart',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="message"\r\n\r\nné\r\n' +
        '--x\r\nContent-Disposition: form-data; name="published"\r\n\r\nfalse\r\n--x--\r\n',
    ],
  ])('has a body that is %s [CNV-007..009]', (_, type, body) => {
    const world = fresh()
    const url = `/${page}/feed?${query}&fields=message,is_published`
    const response = world.request({ method: 'POST', url, headers: { 'Content-Type': type }, body })
    expect(jsonOf(response)).toEqual({ id: expect.any(String), message: 'né', is_published: false })
  })

  test('may have its parameters and files as values', () => {
    const world = fresh()
    const params = { access_token: pageToken, published: false }
    const files = [{ name: 'a.png', bytes: new Uint8Array([1]) }]
    const response = world.request({ method: 'POST', path: `/${page}/photos`, params, files })
    expect(jsonOf(response)).toMatchObject({ error: { code: 324 } })
    const right = { access_token: pageToken, message: 'x' }
    const made = world.request({ method: 'POST', path: `/v19.0/${page}/feed`, params: right })
    expect(jsonOf(made)).toHaveProperty('id')
  })

  test('that is a POST may override its method, and a GET may not', () => {
    const world = fresh()
    const made = world.as(pageToken).uploadPagePhoto({ page, url: 'https://img.test/a.png' }).unwrap()
    const ask = (method: string) =>
      jsonOf(world.request({ method, url: `/${made.id}?method=delete&${query}` }))
    expect(ask('GET')).toMatchObject({ id: made.id })
    expect(ask('POST')).toEqual({ success: true })
    expect(ask('GET')).toMatchObject({ error: { code: 100, error_subcode: 33 } })
  })

  test('of a HEAD is answered like a GET, without its body', () => {
    const world = fresh()
    const url = `/${form}/leads?${query}`
    const [head, full] = ['HEAD', 'GET'].map((method) => world.request({ method, url }))
    expect(head).toEqual({ ...full, body: '' })
  })

  test('is the same call as a typed one', () => {
    const [typed, sent] = [fresh(), fresh()]
    const { data } = typed.as(pageToken).listFormLeads({ form, limit: 2 }).unwrap()
    const list = get(sent, `/${form}/leads?limit=2&${query}`)
    expect(idsOf(list)).toEqual(data.map(({ id }) => id))
    expect(sent.hash('full')).toBe(typed.hash('full'))
  })

  test.each<[string, object]>([
    [
      'a body of JSON that is cut short',
      {
        method: 'POST',
        url: `/${page}/feed?${query}`,
        headers: { 'content-type': 'application/json' },
        body: '{',
      },
    ],
    ['no method', { url: '/' }],
    ['no url', { method: 'GET', path: 5 }],
    [
      'a body of a type of its own',
      { method: 'POST', url: `/${page}/feed?${query}`, headers: { 'content-type': 'text/css' }, body: 'x' },
    ],
  ])('that cannot be read is answered 400, and changes nothing: %s', (_, request) => {
    const world = fresh()
    const { graph } = world.state
    const response = world.request(request as never)
    expect(response.status).toBe(400)
    expect(jsonOf(response)).toMatchObject({ error: { code: 100 } })
    expect(world.state.graph).toBe(graph)
  })
})

test('an error has the status that the policy gives it', () => {
  const { world } = forked(start, { policy: { errorStatus: { 190: 401 } } })
  const statusOf = (url: string) => world.request({ method: 'GET', url }).status
  expect(statusOf(`/${page}/feed?access_token=nobody`)).toBe(401)
  expect(statusOf(`/nothing?${query}`)).toBe(400)
})

test.each(['v1%0d%0aset-cookie:%20a=b', 'v1%C4%80', 'v1%00', 'v99.0'])(
  'the unknown version %s is in no header [VER-001]',
  (version) => {
    const response = fresh().request({ method: 'GET', url: `/${version}/${page}/feed?${query}` })
    expect(response.status).toBe(400)
    expect(Object.keys(response.headers)).toEqual(['content-type', 'x-fauxgraph-hint'])
    expect(JSON.stringify(response.headers)).not.toContain(version)
    const known = fresh().request({ method: 'GET', url: `/v19.0/nobody?${query}` })
    expect(known.headers['facebook-api-version']).toBe('v19.0')
  },
)

test('an escaped slash does not separate path segments', () => {
  const asked = `client_id=${start.app}&redirect_uri=https://a.test/&response_type=code&${query}`
  const response = fresh().request({ method: 'GET', url: `/oauth%2Fauthorize?${asked}` })
  expect(jsonOf(response)['error']).toMatchObject({ code: 100, error_subcode: 33 })
  expect(fresh().request({ method: 'GET', url: `/oauth/authorize?${asked}` }).status).toBe(302)
})

test.each([null, undefined, 'GET /', 5])('request() refuses %j', (value) => {
  expect(() => fresh().request(value as never)).toThrow(
    `A request must be an object with a method, and with a url or a path, got ${value}`,
  )
})

// SIL-001: the origin of baseUrl reaches the service alone, that of webUrl exports and pictures alone.
test.each<[string, number]>([
  ['http://graph.test', 200],
  ['https://graph.test', 400],
  ['http://other.test', 200],
])('a feed at %s is answered %i if the two addresses differ only in their scheme', (origin, status) => {
  const world = restoreWorld(start.world.snapshot(), {
    baseUrl: 'http://graph.test',
    webUrl: 'https://graph.test',
  })
  expect(world.request({ method: 'GET', url: `${origin}/${page}/feed?${query}` }).status).toBe(status)
})

test('a snapshot is restored if several calls of a batch have the number of one input', () => {
  const world = fresh()
  const batch = JSON.stringify([{ relative_url: page }, { relative_url: page }])
  world.request({ method: 'POST', url: `/?${query}&batch=${encodeURIComponent(batch)}` })
  const numbers = world.calls.all().map(({ sequence }) => sequence)
  expect(numbers.length - new Set(numbers).size).toBeGreaterThan(0)
  expect(restoreWorld(world.snapshot()).hash()).toBe(world.hash())
})

describe('an input', () => {
  test.each<[string, object]>([
    ['of an unknown type', { type: 'nothing' }],
    ['of a type that every object has', { type: 'toString' }],
    ['that is a request with a number as body', { type: 'request', method: 'GET', url: '/me', body: 5 }],
    ['that sets an unknown key of the policy', { type: 'configure', policy: { other: 1 } }],
    ['that sets a policy to a wrong value', { type: 'configure', policy: { postTimes: 5 } }],
  ])('%s is refused', (_, input) => {
    const { outcome, state } = stepOf(start.world)(start.world.state, input)
    expect(outcome).toMatchObject({ ok: false, error: { code: 100 } })
    expect(state.graph).toBe(start.world.state.graph)
  })

  const readPage = { type: 'request', method: 'GET', url: `/${page}?${query}` }

  test('may have headers, parameters, files, a body and an address', () => {
    const parts = {
      headers: { accept: '*/*' },
      params: { fields: 'id' },
      files: [],
      body: '',
      address: 'base',
    }
    const { outcome } = stepOf(start.world)(start.world.state, { ...readPage, ...parts })
    expect(outcome).toEqual({ ok: true, value: { id: page } })
  })

  test.each<[string, object]>([
    ['a method that is not text', { method: 1 }],
    ['a url that is not text', { url: null }],
    ['headers that are text', { headers: 'accept: */*' }],
    ['a list as headers', { headers: ['accept'] }],
    ['a header that is not text', { headers: { accept: 5 } }],
    ['null as headers', { headers: null }],
    ['a list as parameters', { params: ['id'] }],
    ['null as parameters', { params: null }],
    ['another address', { address: 'elsewhere' }],
    ['an object without bytes as body', { body: { base64: '' } }],
    ['bytes that are not Base64 as body', { body: { $base64: '!' } }],
  ])('with %s is refused', (_, changed) => {
    const { outcome, state } = stepOf(start.world)(start.world.state, { ...readPage, ...changed })
    expect(outcome).toMatchObject({ ok: false, error: { code: 100 } })
    expect(state.graph).toBe(start.world.state.graph)
  })

  test('concludes a request of a batch only if its type is batched', () => {
    const { world, adAccount, userToken, campaign } = forked(start)
    const adbatch = [{ name: 'a', relative_url: campaign, body: 'method=get' }]
    const { id: batch } = world.as(userToken).createAsyncBatch({ adAccount, name: 'B', adbatch }).unwrap()
    const statuses = () =>
      world
        .as(userToken)
        .listAsyncBatchRequests({ batch })
        .unwrap()
        .data.map(({ status }) => status)
    const [request] = world.as(userToken).listAsyncBatchRequests({ batch }).unwrap().data
    const action = { type: 'action', name: 'createUser', params: { name: 'x' }, request: Number(request?.id) }
    const { outcome, state } = stepOf(world)(world.state, action)
    expect(outcome.ok).toBe(true)
    const row = state.graph.rows.get(Number(request?.id))
    expect(row).toMatchObject({ status: 'INITIAL' })
    expect(statuses()).toEqual(['INITIAL'])
  })
})
