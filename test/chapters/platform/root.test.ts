import { describe, expect, test } from 'vitest'
import { replay } from '../../../src/world/create-world.ts'
import type { World } from '../../../src/world/world.ts'
import { begin, call, forked, refusedBy } from '../../service/scene.ts'

const start = begin()
const { page, adAccount, campaign, adSet, ad, form, lead, pageToken, userToken } = start
const fresh = () => forked(start).world
const feed = `${page}/feed`

type Item = { readonly [member: string]: unknown }
type Done = { code: number; body: Record<string, unknown> } | null

/** Makes a batch through the typed method, which returns bodies as values. */
const batchOf = (world: World, items: readonly Item[], token = pageToken): Done[] =>
  world
    .as(token)
    .batch({ batch: items as never })
    .unwrap() as Done[]

const nextOf = (item: Done) => (item?.body['paging'] as { next?: string } | undefined)?.next ?? ''
const codesOf = (done: readonly Done[]) => done.map((item) => item?.code)
const operationsOf = (world: World, from: number) =>
  world.calls
    .all()
    .slice(from)
    .map(({ operation }) => operation)
const post = (message: string): Item => ({ method: 'POST', relative_url: feed, body: { message } })
const messagesOf = (world: World) =>
  world
    .as(pageToken)
    .listPageFeed({ page, fields: 'message' })
    .unwrap()
    .data.map(({ message }) => message)

describe('a batch', () => {
  test('makes its calls in their order, each on the state after the call before it', () => {
    const world = fresh()
    const items = [
      { relative_url: feed },
      post('one'),
      { relative_url: `${feed}?fields=message` },
      post('two'),
    ]
    const done = batchOf(world, items)
    expect(codesOf(done)).toEqual([200, 200, 200, 200])
    expect(done[0]?.body['data']).toEqual([])
    expect(done[2]?.body['data']).toEqual([{ id: done[1]?.body['id'], message: 'one' }])
    expect(messagesOf(world)).toEqual(['two', 'one'])
  })

  test('is one input, one entry of the call log, and one more entry for each call', () => {
    const world = fresh()
    const [inputs, calls] = [world.seq, world.calls.length]
    batchOf(world, [post('one'), { relative_url: 'nothing' }, { relative_url: feed }])
    expect(world.seq).toBe(inputs + 1)
    expect(operationsOf(world, calls)).toEqual(['batch', 'publishPost', null, 'listPageFeed'])
  })

  test('keeps the effects of its other calls when one fails', () => {
    const world = fresh()
    const done = batchOf(world, [post('one'), post(''), post('two')])
    expect(codesOf(done)).toEqual([200, 400, 200])
    expect(done[1]?.body).toMatchObject({ error: { code: 100 } })
    expect(messagesOf(world)).toEqual(['two', 'one'])
  })

  test('whose calls all fail leaves the graph object unchanged', () => {
    const world = fresh()
    const { graph } = world.state
    expect(codesOf(batchOf(world, [post(''), { relative_url: 'nothing' }]))).toEqual([400, 400])
    expect(world.state.graph).toBe(graph)
  })

  test('emits the events of its calls, in one row', () => {
    const world = fresh()
    const outcome = world.as(pageToken).batch({ batch: [post('one'), post(''), post('two')] as never })
    const types = outcome.events.map(({ type }) => type)
    expect(types.length).toBeGreaterThan(1)
    const sequences = outcome.events.map(({ sequence }) => sequence)
    expect(sequences).toEqual(sequences.map((_, place) => (sequences[0] ?? 0) + place))
  })

  test('counts each call in the rate limit of its page, and refuses calls beyond the limit [LIM-027]', () => {
    // The page of the starter world has ten engaged users.
    const { world } = forked(start, { policy: { pageCallLimit: { perEngagedUser: 2, seconds: 60 } } })
    const done = batchOf(
      world,
      Array.from({ length: 23 }, () => ({ relative_url: feed })),
    )
    const codes = done.map((item) => (item?.body['error'] as { code: number } | undefined)?.code)
    expect(codes).toEqual([...Array(20).fill(undefined), 80001, 80001, 80001])
  })

  test('gives a call the token and the version of the batch unless it brings its own', () => {
    const world = fresh()
    const calls = world.calls.length
    world
      .as(pageToken, { version: 'v19.0' })
      .batch({
        batch: [
          { relative_url: campaign, access_token: userToken },
          { relative_url: `/v20.0/${campaign}?access_token=${userToken}` },
          { relative_url: feed },
          { relative_url: `${campaign}?access_token=${userToken}`, access_token: pageToken },
        ],
      })
      .unwrap()
    const [, own, other, shared, two] = world.calls.all().slice(calls)
    expect(own).toMatchObject({ version: 'v19.0', outcome: { ok: true } })
    expect(other).toMatchObject({ version: 'v20.0', outcome: { ok: true } })
    expect(shared).toMatchObject({ version: 'v19.0', outcome: { ok: true } })
    expect(own?.token).not.toBe(shared?.token)
    expect(two).toMatchObject({ outcome: { ok: false, error: { code: 190 } } })
  })

  test('logs no token, wherever it was sent', () => {
    const world = fresh()
    batchOf(world, [
      { relative_url: `${campaign}?access_token=${userToken}` },
      { relative_url: campaign, access_token: userToken, body: `access_token=${userToken}` },
    ])
    const log = JSON.stringify(world.calls.all())
    expect(log).toContain(campaign)
    for (const token of [userToken, pageToken]) expect(log).not.toContain(token)
  })

  test.each<[string, unknown]>([
    ['none', []],
    ['51', Array.from({ length: 51 }, () => ({ relative_url: 'me' }))],
    ['one without a url', [{ method: 'GET' }]],
    ['one that is not an object', ['me']],
    ['text that is not JSON', '[{"relative_url":"me"}'],
  ])('of %s is refused as a whole', (_, batch) => {
    const world = fresh()
    const calls = world.calls.length
    expect(refusedBy(world, () => call(world, pageToken, 'batch', { batch })).code).toBe(100)
    expect(world.calls.length).toBe(calls + 1)
  })

  test('takes 50 calls', () => {
    const items = Array.from({ length: 50 }, () => ({ relative_url: feed }))
    expect(codesOf(batchOf(fresh(), items))).toEqual(Array(50).fill(200))
  })

  test.each<[string, Item]>([
    ['a batch', { method: 'POST', relative_url: '/', body: { batch: [post('one')] } }],
    ['a batch of another version', { method: 'post', relative_url: 'v24.0/?batch=[]' }],
    ['a url with a broken escape', { relative_url: 'a%zz' }],
    ['an unknown method override', { method: 'POST', relative_url: feed, body: 'method=put' }],
    ['an unknown method', { method: 'BREW', relative_url: feed }],
  ])('refuses among its calls %s, and makes the others', (_, item) => {
    const world = fresh()
    expect(codesOf(batchOf(world, [post('one'), item, post('two')]))).toEqual([200, 400, 200])
    expect(messagesOf(world)).toEqual(['two', 'one'])
  })

  test('cannot be nested in an asynchronous batch', () => {
    const world = fresh()
    const adbatch = [{ name: 'a', relative_url: '/', body: `batch=[{"relative_url":"${campaign}"}]` }]
    const { id } = world.as(userToken).createAsyncBatch({ adAccount, name: 'B', adbatch }).unwrap()
    world.clock.advance('1s')
    expect(world.as(userToken).listAsyncBatchRequests({ batch: id }).unwrap().data).toMatchObject([
      { status: 'ERROR', result: { error: { message: '(#100) Batches cannot be nested' } } },
    ])
  })

  test('an asynchronous batch cannot read several ids in one request', () => {
    const world = fresh()
    const adbatch = [{ name: 'a', relative_url: `?ids=${campaign}`, body: 'method=get' }]
    const { id } = world.as(userToken).createAsyncBatch({ adAccount, name: 'B', adbatch }).unwrap()
    world.clock.advance('1s')
    expect(world.as(userToken).listAsyncBatchRequests({ batch: id }).unwrap().data).toMatchObject([
      {
        status: 'ERROR',
        result: {
          error: { code: 100, message: '(#100) A request of an asynchronous batch cannot read several ids' },
        },
      },
    ])
  })

  test('takes unescaped hash and percent signs literally', () => {
    const world = fresh()
    const update = { method: 'POST', relative_url: `${campaign}?name=#1 offer: 50% off` }
    expect(codesOf(batchOf(world, [update], userToken))).toEqual([200])
    expect(world.as(userToken).readCampaign({ campaign }).unwrap().name).toBe('#1 offer: 50% off')
  })

  test('has the same effect typed and as bytes, and in a replay', () => {
    const [typed, sent] = [fresh(), fresh()]
    const items = [post('one'), { relative_url: 'nothing' }, { relative_url: feed }]
    batchOf(typed, items)
    sent.request({
      method: 'POST',
      url: '/',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ batch: items, access_token: pageToken }),
    })
    expect(sent.hash('full')).toBe(typed.hash('full'))
    const again = replay(JSON.parse(JSON.stringify(sent.history.recording())))
    expect(again.difference).toBeUndefined()
    expect(again.world.hash('full')).toBe(sent.hash('full'))
  })

  test('has paging links to each call, not to the batch', () => {
    const world = fresh()
    const items = [{ relative_url: `${form}/leads?limit=1` }, { relative_url: `v20.0/${form}/leads?limit=2` }]
    const nexts = batchOf(world, items).map(nextOf)
    expect(nexts[0]).toContain(`/${form}/leads?limit=1&`)
    expect(nexts[1]).toContain(`/v20.0/${form}/leads?limit=2&`)
    const asked = world.request({ method: 'GET', url: nexts[1] ?? '' })
    expect(JSON.parse(String(asked.body)).data).toHaveLength(1)
  })

  test('returns null for a call that a fault dropped, and makes the next calls', () => {
    const world = fresh()
    world.faults.add({ match: { operation: 'publishPost' }, times: 1, fault: { kind: 'drop' } } as never)
    const done = batchOf(world, [post('one'), post('two')])
    expect(done).toMatchObject([null, { code: 200 }])
    expect(messagesOf(world)).toEqual(['two'])
  })

  test('has made its calls even if a fault drops its answer', () => {
    const world = fresh()
    const fault = { kind: 'error', code: 100, when: 'afterCommit' }
    world.faults.add({ match: { operation: 'batch' }, times: 1, fault } as never)
    const outcome = world.as(pageToken).batch({ batch: [post('one')] as never })
    expect(outcome).toMatchObject({ ok: false, committed: true })
    expect(messagesOf(world)).toEqual(['one'])
  })
})

describe('a read of many ids', () => {
  test('returns each node once under its id, in the requested order, as its own read would', () => {
    const world = fresh()
    const client = world.as(userToken)
    const calls = world.calls.length
    const many = client.readMany({ ids: [adSet, campaign, adSet] }).unwrap()
    expect(operationsOf(world, calls)).toEqual(['readMany', 'readAdSet', 'readCampaign'])
    expect(Object.keys(many)).toEqual([adSet, campaign])
    expect(many).toEqual({
      [adSet]: client.readAdSet({ adSet }).unwrap(),
      [campaign]: client.readCampaign({ campaign }).unwrap(),
    })
  })

  test.each(['a,b', '["a","b"]', ['a', 'b']])('takes ids as %j', (spelled) => {
    const ids = JSON.parse(JSON.stringify(spelled).replace('a', campaign).replace('b', ad))
    const many = call(fresh(), userToken, 'readMany', { ids, fields: 'name' }).unwrap()
    expect(many).toEqual({
      [campaign]: { id: campaign, name: 'Starter Campaign' },
      [ad]: { id: ad, name: 'Starter Ad' },
    })
  })

  test.each<[string, object, number]>([
    ['an unknown id', { ids: [campaign, '1'] }, 100],
    ['a field that one of the nodes does not have', { ids: [campaign, ad], fields: 'objective' }, 100],
    ['no ids', {}, 100],
    ['an empty list', { ids: '' }, 100],
    ['a path', { ids: 'oauth/authorize', client_id: start.app, redirect_uri: 'https://a.test/' }, 100],
    ['an endpoint', { ids: 'threat_indicators' }, 100],
    ['names of the object prototype', { ids: '__proto__,constructor' }, 100],
    ['51 ids', { ids: Array.from({ length: 51 }, (_, id) => String(id)) }, 100],
  ])('is refused as a whole: %s', (_, params, code) => {
    const world = fresh()
    expect(refusedBy(world, () => call(world, userToken, 'readMany', params)).code).toBe(code)
  })

  test('is logged with its reads, and counts each of them', () => {
    const world = fresh()
    const calls = world.calls.length
    world
      .as(pageToken)
      .readMany({ ids: [lead] })
      .unwrap()
    expect(operationsOf(world, calls)).toEqual(['readMany', 'readLead'])
    const policy = { pageCallLimit: { perEngagedUser: 0, seconds: 60 } }
    const limited = forked(start, { policy }).world
    expect(refusedBy(limited, () => call(limited, pageToken, 'readMany', { ids: lead })).code).toBe(80001)
  })

  test('reads nodes only, so it returns no tokens', () => {
    const { world, app, appToken } = forked(start)
    const params = { client_id: app, client_secret: appToken.split('|')[1], grant_type: 'client_credentials' }
    for (const ids of ['oauth/access_token', 'threat_indicators', 'ads/lead_gen/export_csv'])
      expect(refusedBy(world, () => call(world, appToken, 'readMany', { ids, ...params }))).toMatchObject({
        code: 100,
        subcode: 33,
      })
    expect(call(world, userToken, 'readMany', { ids: 'me', fields: 'id' }).unwrap()).toEqual({
      me: { id: start.user },
    })
  })

  test.each(['threat_indicators', '1', 'a/b'])('is answered 400 in bytes too where an id is %s', (id) => {
    const url = `/?ids=${campaign},${encodeURIComponent(id)}&access_token=${userToken}`
    const response = fresh().request({ method: 'GET', url })
    expect(response).toMatchObject({ status: 400, dropped: false })
    expect(JSON.parse(String(response.body))).toMatchObject({ error: { code: 100 } })
  })

  test('works in a batch too', () => {
    const done = batchOf(fresh(), [{ relative_url: `?ids=${campaign}&fields=name` }], userToken)
    expect(done).toEqual([{ code: 200, body: { [campaign]: { id: campaign, name: 'Starter Campaign' } } }])
  })
})

test.each(['DELETE', 'PUT', 'PATCH'])('the root has no %s', (method) => {
  const response = fresh().request({ method, url: `/v24.0/?access_token=${pageToken}` })
  expect(JSON.parse(String(response.body))).toMatchObject({ error: { code: 100, error_subcode: 33 } })
})
