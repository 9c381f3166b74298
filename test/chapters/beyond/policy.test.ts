import { describe, expect, test } from 'vitest'
import { registry } from '../../../src/chapters/registry.ts'
import type { Json } from '../../../src/engine/values/guard.ts'
import { contractPolicy, platformPolicy } from '../../../src/index.ts'
import type { NamedEndpoint } from '../../../src/service/routes/route.ts'
import { isServed, typedPath } from '../../../src/service/routes/routes.ts'
import { begin, call, forked, jsonOf } from '../../service/scene.ts'
import { rightToken, rowsOf } from '../codes/rows.ts'

const start = begin()
const table = rowsOf(start)
const beyond = [...registry.routes.byName.values()].filter(({ endpoint }) => endpoint.source !== undefined)
const named = beyond.map((entry) => [entry.operation, entry] as const)

/** Makes the valid call of an operation as a request. */
function request({ world, ...names }: typeof start, entry: NamedEndpoint) {
  const all: Record<string, Json> = { ...table[entry.operation]?.params }
  const { [entry.placeholder]: _node, ...params } = all
  const path = `/${typedPath(entry, all).path.join('/')}`
  const access_token = rightToken(entry.operation, { world, ...names })
  return world.request({ method: entry.method, path, params: { ...params, access_token } })
}

describe('an endpoint beyond the description', () => {
  test.each(named)('%s is in the chapter of its own, and names a public page', (_, { endpoint }) => {
    expect(endpoint.chapter).toBe('Beyond the description')
    expect(new URL(endpoint.source ?? '').hostname).toBe('developers.facebook.com')
  })

  test.each(named)(
    '%s is answered like a missing edge by default, with a hint that names the policy',
    (operation, entry) => {
      const { world, ...names } = forked(start)
      const { status, headers, body } = request({ world, ...names }, entry)
      expect(status).toBe(400)
      expect(jsonOf({ body })['error']).toMatchObject({
        code: 100,
        error_subcode: 33,
        message: expect.stringMatching(/^Unsupported \w+ request\. (Object with ID|The root) /),
      })
      expect(headers['x-fauxgraph-hint']).toContain("policy: 'platform'")
      const typed = call(world, rightToken(operation, { world, ...names }), operation, {
        ...table[operation]?.params,
      })
      expect(typed).toMatchObject({ ok: false, error: { code: 100, subcode: 33 } })
    },
  )

  test.each(named)('%s is answered with the policy beyond: serve, and why names its page', (_, entry) => {
    const scene = forked(start, { policy: { beyond: 'serve' } })
    expect([200, 302]).toContain(request(scene, entry).status)
    const token = rightToken(entry.operation, scene)
    const params = { ...table[entry.operation]?.params }
    const why = forked(start, { policy: { beyond: 'serve' } }).world.why({
      operation: entry.operation,
      token,
      params,
    })
    expect(why).toMatchObject({ operation: entry.operation, beyondDescription: entry.endpoint.source })
  })
})

test('the other endpoints are in other chapters, and served under every policy', () => {
  const others = [...registry.routes.byName.values()].filter((entry) => !beyond.includes(entry))
  for (const entry of others) {
    expect(entry.endpoint.chapter).not.toBe('Beyond the description')
    expect(isServed(entry, contractPolicy)).toBe(true)
  }
})

test('the presets refuse by default, and serve as the platform', () => {
  expect(contractPolicy.beyond ?? 'refuse').toBe('refuse')
  expect(platformPolicy.beyond).toBe('serve')
})

test('why says that a refused call is beyond the description', () => {
  const { world, page, pageToken } = forked(start)
  const { error } = world.why({
    method: 'GET',
    path: `/${page}/leadgen_forms`,
    params: { access_token: pageToken },
  })
  expect(error?.because).toEqual([
    'GET of the edge "leadgen_forms" of a page is beyond the description: ' +
      "policy: 'platform', or its key beyond: 'serve', serves it",
  ])
})

describe('calls beyond the description leave the limits of calls as they are', () => {
  test('in number and time', () => {
    for (const name of ['pageCallLimit', 'adAccountCallLimit', 'leadReadLimit'] as const)
      expect(platformPolicy[name]).toEqual(contractPolicy[name])
  })

  test.each(['listPageAlbums', 'listPageVideos', 'listLeadForms', 'listPagePosts', 'readPage'])(
    '%s counts as one call',
    (operation) => {
      const policy = { beyond: 'serve', pageCallLimit: { perEngagedUser: 1, seconds: 60 } } as const
      const { world, page, pageToken } = forked(start, { policy })
      // The page has ten engaged users, and the calls of the set-up are over.
      world.clock.advance('1m')
      const answers = Array.from({ length: 11 }, () => call(world, pageToken, operation, { page }))
      expect(answers.map((answer) => (answer.ok ? 0 : answer.error.code))).toEqual([
        ...Array.from({ length: 10 }, () => 0),
        80001,
      ])
    },
  )
})
