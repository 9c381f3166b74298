import { describe, expect, test } from 'vitest'
import { registry } from '../../src/chapters/registry.ts'
import { toFetchHandler } from '../../src/server/fetch.ts'
import { checks } from '../../src/service/pipeline.ts'
import { typedPath } from '../../src/service/routes/routes.ts'
import type { Fault } from '../../src/world/faults.ts'
import type { World } from '../../src/world/world.ts'
import { rightToken, rowsOf } from '../chapters/codes/rows.ts'
import { begin, forked, jsonOf } from '../service/scene.ts'

const start = begin()
const { page, pageToken, userToken, campaign } = start
const table = rowsOf(start)
const fresh = () => forked(start).world

/** The checks before the first that fails, that one, and the first behind it. */
function outline(checksOf: ReturnType<World['why']>['checks']) {
  const failed = checksOf.findIndex(({ verdict }) => verdict === 'failed')
  const expected = checksOf.map((_, place) =>
    failed < 0 || place < failed ? 'passed' : place === failed ? 'failed' : 'not reached',
  )
  expect(checksOf.map(({ verdict }) => verdict)).toEqual(expected)
  return checksOf[failed]?.name
}

test('the checks are those of the pipeline, between the request and the answer', () => {
  const { checks: all } = fresh().why({ method: 'GET', url: '/me' })
  expect(all.map(({ name }) => name)).toEqual([
    'request',
    ...checks.map(({ name }) => name),
    'rule of the endpoint',
    'fault of the answer',
  ])
  for (const { rows } of all) expect(rows.length).toBeGreaterThan(0)
})

const scheduled = { method: 'GET', path: '/me', params: { access_token: userToken } }

test.each<[string, object, string | undefined, number]>([
  ['a call that succeeds', scheduled, undefined, 200],
  ['an unreadable request', { method: 'GET', url: '/%' }, 'request', 400],
  ['no method', { url: '/me' }, 'request', 400],
  ['a version that is not served', { method: 'GET', url: '/v1.0/me' }, 'version', 400],
  ['no token', { method: 'GET', url: `/${page}` }, 'token', 400],
  ['an object that does not exist', { ...scheduled, path: '/99' }, 'node', 400],
  [
    'a parameter',
    { ...scheduled, path: `/${page}/feed`, params: { access_token: pageToken, limit: 0 } },
    'parameters',
    400,
  ],
  [
    'a permission',
    { operation: 'listPageFeed', token: start.noPermissionToken, params: { page } },
    'permission',
    400,
  ],
  ['a typed call', { operation: 'readCampaign', token: userToken, params: { campaign } }, undefined, 200],
  ['a rule', { operation: 'publishPost', token: pageToken, params: { page } }, 'rule of the endpoint', 400],
])('%s', (_, asked, failed, status) => {
  const world = fresh()
  const { checks: all, ...rest } = world.why(asked as never)
  expect([outline(all), rest.status]).toEqual([failed, status])
  expect(rest.error === null).toBe(failed === undefined)
})

test('names the operation, the node and the version', () => {
  const request = { method: 'GET', url: `/v24.0/${campaign}?access_token=${userToken}` }
  expect(fresh().why(request)).toMatchObject({
    operation: 'readCampaign',
    node: { kind: 'campaigns', id: campaign },
    version: 'v24.0',
    error: null,
  })
})

test.each<[Fault, string | undefined, number]>([
  [{ kind: 'error', code: 4 }, 'injected fault', 400],
  [{ kind: 'drop' }, 'injected fault', 0],
  [{ kind: 'http', status: 503 }, 'injected fault', 503],
  [{ kind: 'http', status: 503, when: 'afterCommit' }, 'fault of the answer', 503],
  [{ kind: 'malformed', how: 'html' }, 'fault of the answer', 200],
  [{ kind: 'latency', by: '1h' }, undefined, 200],
  [{ kind: 'staleRead', by: '1h' }, undefined, 200],
])('the fault %j', (fault, failed, status) => {
  const world = fresh()
  world.faults.add({ match: {}, fault })
  const before = world.hash('full')
  const typed = { operation: 'readCampaign', token: userToken, params: { campaign } }
  const request = { method: 'GET', url: `/${campaign}?access_token=${userToken}` }
  for (const asked of [typed, request]) {
    const { checks: all, status: answered } = world.why(asked)
    expect([outline(all), answered]).toEqual([failed, status])
  }
  expect(world.hash('full')).toBe(before)
})

test('a picture is not a call', () => {
  expect(fresh().why({ method: 'GET', url: 'https://web.test/pictures/1.png' }).checks).toEqual([])
})

/** The check behind each code that only one check answers. */
const checkOf: Readonly<Record<number, string>> = {
  102: 'token',
  104: 'token',
  270: 'app access level',
  278: 'permission',
  294: 'permission',
  324: 'rule of the endpoint',
  368: 'blocked actor',
  2625: 'rule of the endpoint',
  2633: 'blocked actor',
  2634: 'rule of the endpoint',
  2635: 'retired ads version',
  80001: 'rate limit',
  80004: 'rate limit',
}

describe.each([...registry.routes.byName])('%s', (operation, entry) => {
  const stories = Object.entries(table[operation]?.codes ?? {})

  test.each(stories)('is refused with %s by the check that fails', (_, story) => {
    const scene = forked(start, story.policy ? { policy: story.policy } : {})
    story.before?.(scene)
    const { world } = scene
    const token = story.token?.(scene) ?? rightToken(operation, scene)
    const params = { ...table[operation]?.params, ...story.params }
    const version = story.version as `v${number}.${number}` | undefined
    const { [entry.placeholder]: _node, ...own } = params as Record<string, never>
    const path = `/${[...(version ? [version] : []), ...typedPath(entry, params as never).path].join('/')}`
    const given = entry.query === '' ? own : (params as Record<string, never>)
    const request = {
      method: entry.method,
      path,
      params: { ...given, ...(token !== '' && { access_token: token }) },
    }
    const before = [world.hash('full'), world.seq, world.calls.length]
    const why = world.why(request)
    expect([world.hash('full'), world.seq, world.calls.length]).toEqual(before)
    const response = world.request(request)
    const { code, message } = jsonOf(response)['error'] as { code: number; message: string }
    expect(why.error).toMatchObject({ code, message })
    expect(why.status).toBe(response.status)
    const failed = outline(why.checks)
    // A read of several ids is refused by its own checks, or within its rule by a check of one of its reads.
    const expected = operation === 'readMany' ? undefined : checkOf[code]
    expect(failed).toEqual(expected ?? expect.any(String))
  })
})

test('the control plane explains a request in its query or its body', async () => {
  const world = fresh()
  const handle = toFetchHandler(world)
  const url = `/${campaign}?access_token=nobody`
  const read = await handle(new Request(`http://localhost/_sim/why?url=${encodeURIComponent(url)}`))
  const body = JSON.stringify({ method: 'GET', url })
  const headers = { 'content-type': 'application/json' }
  const sent = await handle(new Request('http://localhost/_sim/why', { method: 'POST', headers, body }))
  const expected = JSON.parse(JSON.stringify(world.why({ method: 'GET', url })))
  expect(await read.json()).toEqual(expected)
  expect(await sent.json()).toEqual(expected)
  expect(expected.error.code).toBe(190)
})
