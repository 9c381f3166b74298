import { describe, expect, test } from 'vitest'
import { platformPolicy } from '../../../src/index.ts'
import { act, begin, call, idsOf, jsonOf, refusedBy } from '../../service/scene.ts'

// The public documentation, https://developers.facebook.com/docs/graph-api/results, calls since and until "a
// Unix timestamp or strtotime data value". The world begins on 2026-01-15 at 09:00, a Thursday.
const start = begin({ policy: platformPolicy })
const { world, page, pageToken, appToken } = start
const publish = (message: string) =>
  String(call(world, pageToken, 'publishPost', { page, message }).unwrap()['id'])
const first = publish('First')
world.clock.advance('2d')
const second = publish('Second')
world.clock.advance('1h')
// Now it is 2026-01-17, 10:00.

const get = (path: string, params: object) =>
  jsonOf(world.request({ method: 'GET', path, params: { access_token: pageToken, ...params } }))

type Bounds = { readonly since?: string; readonly until?: string }

/** Reads the feed in every way that has parameters. */
const ways: readonly (readonly [string, (bounds: Bounds) => unknown])[] = [
  ['a typed call', (bounds) => call(world, pageToken, 'listPageFeed', { page, ...bounds }).unwrap()],
  ['a request', (bounds) => get(`/${page}/feed`, bounds)],
  ['the list of posts', (bounds) => get(`/${page}/posts`, bounds)],
  ['the list of published posts', (bounds) => get(`/${page}/published_posts`, bounds)],
  ['an edge of ids', (bounds) => get('/feed', { ids: page, ...bounds })[page]],
  [
    'an expansion',
    (bounds) => {
      const modifiers = Object.entries(bounds).map(([name, text]) => `.${name}(${text})`)
      return get(`/${page}`, { fields: `feed${modifiers.join('')}` })['feed'] ?? { data: [] }
    },
  ],
  [
    'a call of a batch',
    (bounds) => {
      const url = `${page}/feed?${new URLSearchParams(bounds)}`
      const batch = JSON.stringify([{ method: 'GET', relative_url: url }])
      const params = { access_token: pageToken, batch }
      const answer = world.request({ method: 'POST', path: '/', params })
      const [part] = JSON.parse(String(answer.body)) as { body: string }[]
      return JSON.parse(part?.body ?? '')
    },
  ],
]

describe.each(ways)('the posts of a period, by %s', (_, read) => {
  test.each<[Bounds, string[]]>([
    [{ since: '15 months ago', until: 'now' }, [second, first]],
    [{ since: 'yesterday' }, [second]],
    [{ since: '1 day ago' }, [second]],
    [{ until: 'yesterday' }, [first]],
    [{ since: 'last week', until: '30 minutes ago' }, [second, first]],
    [{ since: '-61 minutes', until: 'today' }, []],
    [{ since: '2026-01-15T09:00:01' }, [second]],
    [{ since: '2026/01/15', until: 'January 16, 2026' }, [first]],
  ])('%j', (bounds, posts) => {
    expect(idsOf(read(bounds) as Record<string, unknown>)).toEqual(posts)
  })
})

describe('a relative time', () => {
  test('moves with the time of the world, also in an expansion that was asked for before', () => {
    const later = world.fork()
    const recent = () =>
      jsonOf(
        later.request({
          method: 'GET',
          path: `/${page}`,
          params: { access_token: pageToken, fields: 'feed.since(2 hours ago)' },
        }),
      )['feed']
    expect(idsOf(recent() as Record<string, unknown>)).toEqual([second])
    later.clock.advance('2h')
    expect(recent()).toBeUndefined()
  })

  test('bounds the insights of a page and of a post', () => {
    act(world, 'recordInsights', { object: page, metric: 'page_impressions', date: '2026-01-15', value: 7 })
    act(world, 'recordInsights', { object: first, metric: 'post_impressions', date: '2026-01-15', value: 3 })
    const period = { period: 'day', since: '2 days ago', until: 'yesterday' }
    const values = (path: string, metric: string) => {
      const [row] = get(path, { metric, ...period })['data'] as { values: { value: number }[] }[]
      return row?.values.map(({ value }) => value)
    }
    expect(values(`/${page}/insights`, 'page_impressions')).toEqual([7])
    expect(values(`/${first}/insights`, 'post_impressions_unique,post_impressions')).toHaveLength(1)
  })

  test('bounds a search of threat indicators', () => {
    const indicator = { type: 'BANNER', description: '' }
    act(world, 'addThreatIndicator', { ...indicator, indicator: 'old.test', addedOn: '2025-01-01' }).unwrap()
    act(world, 'addThreatIndicator', { ...indicator, indicator: 'new.test', addedOn: '2026-01-16' }).unwrap()
    const search = (bounds: Bounds) =>
      call(world, appToken, 'searchThreatIndicators', {
        type: 'BANNER',
        fields: 'indicator',
        ...bounds,
      }).unwrap()['data']
    expect(search({ since: '1 month ago', until: 'now' })).toMatchObject([{ indicator: 'new.test' }])
    expect(search({ until: 'last year' })).toMatchObject([{ indicator: 'old.test' }])
  })

  const refusal =
    /^\(#100\) Param since must be an ISO 8601 time with an offset, a date YYYY-MM-DD, or a Unix time in/

  test.each(['nonsense', 'one week ago', '2026-02-31', '25:00'])('is not %s', (since) => {
    for (const [operation, token, params] of [
      ['listPageFeed', pageToken, { page }],
      ['listPageInsights', pageToken, { page, metric: 'page_impressions' }],
      ['searchThreatIndicators', appToken, {}],
    ] as const) {
      const error = refusedBy(world, () => call(world, token, operation, { ...params, since }))
      expect(error).toMatchObject({ code: 100, message: expect.stringMatching(refusal) })
    }
  })

  test('is no time that something happens, and no day of time_range', () => {
    const form = { page, message: 'Later', published: false, scheduled_publish_time: 'tomorrow' }
    expect(refusedBy(world, () => call(world, pageToken, 'publishPost', form)).code).toBe(100)
    const days = { adAccount: start.adAccount, time_range: { since: 'yesterday', until: 'today' } }
    const { message } = refusedBy(world, () => call(world, start.userToken, 'listInsights', days))
    expect(message).toMatch(/time_range\.since must be/)
  })

  test('is refused in a world of the description alone, which says who takes it', () => {
    const contract = begin()
    const asked = () => call(contract.world, contract.appToken, 'searchThreatIndicators', { since: 'now' })
    expect(refusedBy(contract.world, asked)).toMatchObject({
      code: 100,
      message: expect.stringMatching(refusal),
    })
    expect(contract.world.calls.last()?.hint).toContain("policy: 'platform' takes this call")
  })
})
