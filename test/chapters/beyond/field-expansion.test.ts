import { afterEach, describe, expect, test } from 'vitest'
import { bounds } from '../../../src/service/contract/bounds.ts'
import { act, begin, call, forked, jsonOf, refusedBy, type Scene, tokenOf } from '../../service/scene.ts'

const start = begin({ policy: { beyond: 'serve', jsonQuotes: 'any' } })
const { page, user, userToken, pageToken, campaign, adSet, ad, creative } = start
const adAccount = `act_${start.adAccount}`

const posts = ['One', 'Two', 'Three'].map((message) => {
  start.world.clock.advance('1m')
  return String(call(start.world, pageToken, 'publishPost', { page, message }).unwrap()['id'])
})
const [first, , third] = posts

/** Reads a path with fields over HTTP. */
function read(path: string, fields: string, token = userToken, { world }: Pick<Scene, 'world'> = start) {
  return jsonOf(world.request({ method: 'GET', path, params: { fields, access_token: token } }))
}

const follow = (url: string) => jsonOf(start.world.request({ method: 'GET', url }))
const cursors = { before: expect.any(String), after: expect.any(String) }
const onePage = { cursors }

describe('the list of an edge stands in a record', () => {
  test.each<[string, string, object]>([
    ['/me', 'accounts{name}', { accounts: { data: [{ id: page, name: 'Starter Page' }], paging: onePage } }],
    [
      '/me',
      'adaccounts{name,campaigns{status,ads{name}}}',
      {
        adaccounts: {
          data: [
            {
              id: adAccount,
              name: 'Starter Account',
              campaigns: {
                data: [
                  {
                    id: campaign,
                    status: 'PAUSED',
                    ads: { data: [{ id: ad, name: 'Starter Ad' }], paging: onePage },
                  },
                ],
                paging: onePage,
              },
            },
          ],
          paging: onePage,
        },
      },
    ],
    [
      `/${page}`,
      'feed.limit(1){message}',
      {
        feed: {
          data: [{ id: third, message: 'Three' }],
          paging: { cursors, next: expect.stringMatching(`^https://graph.test/${page}/feed\\?`) },
        },
      },
    ],
    [
      `/${page}`,
      'feed.limit(1){message}.as(newest)',
      { newest: expect.objectContaining({ data: [{ id: third, message: 'Three' }] }) },
    ],
    [
      `/${page}`,
      'feed.limit(1).as(a){id},feed.limit(2).as(b){id}',
      {
        a: expect.objectContaining({ data: [expect.anything()] }),
        b: expect.objectContaining({ data: [expect.anything(), expect.anything()] }),
      },
    ],
    [
      '/me',
      'permissions{status}',
      { permissions: { data: expect.arrayContaining([{ status: 'granted' }]) } },
    ],
    [
      `/${adAccount}`,
      `ads.filtering([{"field":"ad.name","operator":"EQUAL","value":"Starter Ad"}]){name}`,
      { ads: { data: [{ id: ad, name: 'Starter Ad' }], paging: onePage } },
    ],
    [
      `/${adAccount}`,
      `ads.filtering([{'field':'ad.name','operator':'EQUAL','value':'Starter Ad'}]){name}`,
      { ads: { data: [{ id: ad, name: 'Starter Ad' }], paging: onePage } },
    ],
  ])('%s?fields=%s', (path, fields, expected) => {
    expect(read(path, fields)).toEqual({ id: expect.any(String), ...expected })
  })

  test('in place of a field of its name that lacks what is selected', () => {
    const { world } = forked(start)
    const children = [{ type: 'IMAGE', url: 'https://img.test/a.png' }]
    const { id } = act(world, 'publishMedia', { user, type: 'CAROUSEL_ALBUM', children }).unwrap()
    expect(read(`/${id}`, 'children', userToken, { world })).toEqual({
      id,
      children: { data: [{ id: expect.any(String) }] },
    })
    expect(read(`/${id}`, 'children{media_type}', userToken, { world })).toEqual({
      id,
      children: { data: [{ id: expect.any(String), media_type: 'IMAGE' }], paging: onePage },
    })
    const image = act(world, 'publishMedia', { user, url: 'https://img.test/b.png' }).unwrap()['id']
    const { data } = read(`/${user}/media`, 'children{media_type}', userToken, { world }) as {
      data: object[]
    }
    expect(data.slice(0, 2)).toEqual([
      { id: image },
      { id, children: expect.objectContaining({ data: [expect.objectContaining({ media_type: 'IMAGE' })] }) },
    ])
    expect(read(`/${id}`, 'children{nothing}', userToken, { world })['error']).toMatchObject({
      message: expect.stringMatching(/nonexisting field \(nothing\) on node type \(Media\)/),
    })
  })

  test('in each record of a list, and of several ids, and of a batch', () => {
    const list = read('/me/accounts', 'feed.limit(1){message}')
    const record = { id: page, feed: expect.objectContaining({ data: [{ id: third, message: 'Three' }] }) }
    expect(list['data']).toEqual([record])
    const many = start.world.request({
      method: 'GET',
      path: '/',
      params: { ids: page, fields: 'feed.limit(1){message}', access_token: userToken },
    })
    expect(jsonOf(many)).toEqual({ [page]: record })
    const batch = [{ method: 'GET', relative_url: `${page}?fields=feed.limit(1){message}` }]
    const answers = start.world.request({
      method: 'POST',
      path: '/',
      params: { batch: JSON.stringify(batch), access_token: userToken },
    })
    const [{ body }] = jsonOf(answers) as unknown as [{ body: string }]
    expect(JSON.parse(body)).toEqual(record)
  })

  test('of a new node that a write reads back', () => {
    const { world } = forked(start)
    const made = call(world, pageToken, 'createComment', { post: first, message: 'Hello' }).unwrap()
    expect(made).toEqual({ id: expect.any(String) })
    const params = { page, message: 'Four', fields: 'message,comments.limit(0).summary(true)' }
    expect(call(world, pageToken, 'publishPost', params).unwrap()).toMatchObject({
      message: 'Four',
      comments: { data: [], summary: { total_count: 0 } },
    })
  })

  test('with the default fields of the edge without braces', () => {
    const scene = forked(start, { policy: { defaultFields: 'minimal' } })
    expect(read('/me', 'adaccounts', userToken, scene)['adaccounts']).toMatchObject({
      data: [{ id: adAccount, account_id: adAccount.slice(4) }],
    })
  })

  test('left out if it is empty, unless it has a summary', () => {
    expect(read(`/${first}`, 'id,comments,likes')).toEqual({ id: first })
    expect(read(`/${first}`, 'comments.summary(1)')).toEqual({
      id: first,
      comments: { data: [], summary: { order: 'chronological', total_count: 0, can_comment: false } },
    })
  })

  test('without its rows for limit(0) with a summary', () => {
    const { world } = forked(start)
    act(world, 'commentOnPost', { post: first, user, message: 'Hi' }).unwrap()
    expect(read(`/${first}`, 'comments.limit(0).summary(true)', userToken, { world })).toMatchObject({
      comments: { data: [], summary: { total_count: 1 } },
    })
    expect(read(`/${first}`, 'comments.limit(0)', userToken, { world })['error']).toMatchObject({
      message: expect.stringMatching(/Param limit must be an integer of 1 or more/),
    })
  })
})

describe('the node that a field names', () => {
  test.each<[string, object]>([
    ['creative', { creative: { id: creative } }],
    ['campaign,adset', { campaign: { id: campaign }, adset: { id: adSet } }],
    ['creative{title}', { creative: { id: creative, title: expect.any(String) } }],
    [
      'adset{name,campaign{name,ads{id}}}',
      {
        adset: {
          id: adSet,
          name: 'Starter Ad Set',
          campaign: {
            id: campaign,
            name: 'Starter Campaign',
            ads: { data: [{ id: ad }], paging: onePage },
          },
        },
      },
    ],
  ])('is read with %s', (fields, expected) => {
    expect(read(`/${campaign}/ads`, fields)['data']).toEqual([{ id: ad, ...expected }])
  })
})

describe('the links of a list within a record', () => {
  test('lead through the edge, with its parameters and fields', () => {
    const { feed } = read(`/v24.0/${page}`, 'feed.limit(1){message}') as {
      feed: { paging: { next: string } }
    }
    const { pathname, searchParams } = new URL(feed.paging.next)
    expect(pathname).toBe(`/v24.0/${page}/feed`)
    expect(Object.fromEntries(searchParams)).toEqual({
      access_token: userToken,
      limit: '1',
      fields: 'message',
      after: expect.any(String),
    })
    const second = follow(feed.paging.next) as { data: object[]; paging: { next: string; previous: string } }
    expect(second.data).toEqual([{ id: posts[1], message: 'Two' }])
    expect(follow(second.paging.previous)['data']).toEqual([{ id: third, message: 'Three' }])
    expect(follow(second.paging.next)['data']).toEqual([{ id: first, message: 'One' }])
  })

  test('lead on from a cursor', () => {
    const { feed } = read(`/${page}`, 'feed.limit(1){id}') as {
      feed: { paging: { cursors: { after: string } } }
    }
    const after = `feed.limit(1).after(${feed.paging.cursors.after}){id}`
    const next = read(`/${page}`, after)['feed'] as { data: object[]; paging: { previous: string } }
    expect(next.data).toEqual([{ id: posts[1] }])
    expect(new URL(next.paging.previous).searchParams.has('after')).toBe(false)
    expect(follow(next.paging.previous)['data']).toEqual([{ id: third }])
  })

  test('of a batch lead to the edge too', () => {
    const batch = [{ method: 'GET', relative_url: `v24.0/${page}?fields=feed.limit(1){id}` }]
    const params = { batch: JSON.stringify(batch), access_token: userToken }
    const [{ body }] = jsonOf(start.world.request({ method: 'POST', path: '/', params })) as unknown as [
      { body: string },
    ]
    const { feed } = JSON.parse(body) as { feed: { paging: { next: string } } }
    expect(follow(feed.paging.next)['data']).toEqual([{ id: posts[1] }])
  })
})

describe('the access is that of the edge', () => {
  test.each<[string, object, string, string, RegExp]>([
    [
      'a permission',
      { without: ['ads_read', 'ads_management'] },
      '/me',
      'adaccounts',
      /Requires the permission ads_read or ads_management/,
    ],
    [
      'a task',
      { tasks: [] },
      `/${page}`,
      'name,feed',
      /Requires a task on the page or Page Public Content Access/,
    ],
  ])('%s', (_what, caller, path, fields, message) => {
    const scene = forked(start)
    const token = tokenOf(scene, caller)
    const { error } = read(path, fields, token, scene) as { error?: { code: number; message: string } }
    expect(error).toMatchObject({ code: 200, message: expect.stringMatching(message) })
  })

  test('a refused edge fails the call like a call of its own, at any depth', () => {
    const scene = forked(start)
    const token = tokenOf(scene, { role: 'ADMIN', without: ['pages_read_engagement'] })
    const own = read(`/${page}/feed`, 'id', token, scene)['error'] as { message: string }
    const nested = read('/me', 'accounts{feed{id}}', token, scene)['error'] as { message: string }
    expect(own.message).toMatch(/pages_read_engagement/)
    expect(nested).toMatchObject({ code: 200, message: own.message })
  })

  test('an app with development access reads no ads within a record', () => {
    const { world } = forked(start)
    const app = String(act(world, 'createApp', { name: 'New', accessLevel: 'development' }).unwrap()['id'])
    const token = tokenOf({ ...start, world }, { app, role: 'ANALYST' })
    expect(read('/me', 'adaccounts{campaigns}', token, { world })['error']).toMatchObject({
      code: 270,
      message: expect.stringMatching(/development access level/),
    })
  })

  // VER-013: the version of the ads interface is that of the edge, and a user is read by every version.
  test('a version that the ads interface no longer serves reads no ads within a record', () => {
    expect(read('/v2.12/me', 'name')).not.toHaveProperty('error')
    expect(read('/v2.12/me', 'adaccounts{campaigns{id}}')['error']).toMatchObject({ code: 2635 })
  })
})

describe('a list within a record counts for the limit of what it reads', () => {
  const off = { pageCallLimit: null, adAccountCallLimit: null, leadReadLimit: null }
  const limited = (policy: object) => begin({ policy: { beyond: 'serve', ...off, ...policy } })
  const codeOf = (answer: object) => (answer as { error?: { code: number } }).error?.code ?? 0

  // LIM-020, SIL-186: reads of lead edges by any token. The page has three leads.
  test.each<[string, (scene: Scene) => readonly [path: string, fields: string]]>([
    ['the leads of a form', ({ form }) => [`/${form}`, 'leads{id}']],
    ['the leads of the forms of a page', ({ page }) => [`/${page}`, 'leadgen_forms{leads{id}}']],
    ['the leads of an ad', ({ ad }) => [`/${ad}`, 'leads{id}']],
  ])('%s', (_, readOf) => {
    const scene = limited({ leadReadLimit: { perLead: 1, leadDays: 90, seconds: 86_400 } })
    const [path, fields] = readOf(scene)
    const codes = [1, 2, 3, 4].map(() => codeOf(read(path, fields, scene.pageToken, scene)))
    expect(codes).toEqual([0, 0, 0, 80005])
    expect(codeOf(read(`/${scene.lead}`, 'id', scene.userToken, scene))).toBe(80005)
  })

  // LIM-028, SIL-185: each call counts once for an ad account, however many of its lists the answer has.
  test.each<[string, (scene: Scene) => readonly [path: string, fields: string]]>([
    ['an ad account of the user', () => ['/me', 'adaccounts{campaigns{ads}}']],
    ['lists below an ad account', ({ adAccount }) => [`/act_${adAccount}`, 'campaigns{ads},adsets']],
  ])('%s', (_, readOf) => {
    const most = { development: 2, standard: 2, perActiveAd: 0, seconds: 3_600 }
    const scene = limited({ adAccountCallLimit: most })
    const [path, fields] = readOf(scene)
    const codes = [1, 2, 3].map(() => codeOf(read(path, fields, scene.userToken, scene)))
    expect(codes).toEqual([0, 0, 80004])
  })
})

describe('what is wrong is refused before a row is read', () => {
  test.each<[string, RegExp]>([
    [
      'adaccounts{campaigns{nothing_at_all}}',
      /nonexisting field \(nothing_at_all\) on node type \(Campaign\)$/,
    ],
    ['accounts{feed{from{nothing}}}', /nonexisting field \(from\.nothing\) on node type \(Post\)$/],
    ['accounts.limit(many)', /Param limit must be an integer/],
    ['accounts.as(2nd)', /The alias of accounts must be a name of up to 64 letters, got "2nd"/],
    ['accounts.as(__proto__)', /The alias of accounts/],
    ['accounts.as(id)', /The alias of accounts must not be the name of a field of User, got id$/],
    ['name,accounts.as(name)', /must not be the name of a field of User, got name$/],
    [`accounts.as(${'a'.repeat(65)})`, /The alias of accounts/],
    ['adaccounts{insights.date_preset(never)}', /Param date_preset/],
    ['adaccounts{campaigns.since(2020-01-01)}', /Param since is not simulated for \w+/],
    ['name.limit(1)', /nonexisting field \(name\.limit\(1\)\) on node type \(User\)$/],
    ['id.limit(1)', /nonexisting field \(id\.limit\(1\)\) on node type \(User\)$/],
    ['accounts{', /^\(#100\) Param fields must be a comma-separated list of field names/],
    [`${'accounts{'.repeat(9)}id${'}'.repeat(9)}`, /must be a comma-separated list/],
  ])('%s', (fields, message) => {
    const { world } = forked(start)
    const refused = () => call(world, userToken, 'me', { fields })
    expect(refusedBy(world, refused)).toMatchObject({ code: 100, message: expect.stringMatching(message) })
  })

  test('a name of an edge in a world without the policy', () => {
    const { world } = begin()
    for (const fields of ['accounts', 'adaccounts{name}', 'accounts.limit(1)'])
      expect(refusedBy(world, () => call(world, userToken, 'me', { fields }))).toMatchObject({
        message: expect.stringMatching(/^\(#100\) Tried accessing nonexisting field/),
      })
  })
})

describe('the cost of a read is bounded', () => {
  const before = { ...bounds }
  afterEach(() => {
    Object.assign(bounds, before)
  })

  const refused = (fields: string, path = '/me') => (read(path, fields) as { error?: object }).error

  test('in edges', () => {
    const edges = (count: number) =>
      Array.from({ length: count }, (_, place) => `accounts.as(a${place}){id}`).join(',')
    expect(refused(edges(50))).toBeUndefined()
    const message = '(#100) Param fields must name at most 50 edges, got 51'
    expect(refused(edges(51))).toMatchObject({ code: 100, message })
    expect(refused(`adaccounts{${edges(0)}campaigns{ads}},${edges(49)}`)).toMatchObject({ code: 100 })
  })

  test('in names', () => {
    const names = `adaccounts{${'name,'.repeat(1_000)}id}`
    expect(refused(names)).toMatchObject({ message: expect.stringMatching(/at most 1000 names/) })
  })

  const tooMany = { code: 100, message: expect.stringMatching(/ask for less with limit\(\)$/) }

  test('in lists', () => {
    Object.assign(bounds, { expandedListsMax: 3 })
    expect(refused('adaccounts{campaigns{ads}}')).toBeUndefined()
    expect(refused('adaccounts{campaigns{ads{creative{title}}}}')).toMatchObject(tooMany)
  })

  test('in rows', () => {
    Object.assign(bounds, { expandedRowsMax: 2 })
    expect(refused('feed.limit(2){comments,likes}', `/${page}`)).toBeUndefined()
    expect(refused('feed.limit(3){comments,likes}', `/${page}`)).toMatchObject(tooMany)
  })

  test('in characters', () => {
    Object.assign(bounds, { answerCharactersMax: 2_000 })
    expect(refused('feed.limit(1){message},feed.limit(1).as(b){message}', `/${page}`)).toBeUndefined()
    const many = Array.from({ length: 20 }, (_, place) => `feed.as(a${place}){message}`).join(',')
    expect(refused(many, `/${page}`)).toMatchObject({ message: expect.stringMatching(/answer is too long/) })
  })

  test('by all calls of a batch together', () => {
    Object.assign(bounds, { expandedListsMax: 3 })
    const item = { method: 'GET', relative_url: 'me?fields=adaccounts{campaigns}' }
    const params = { batch: JSON.stringify([item, item]), access_token: userToken }
    const answers = jsonOf(start.world.request({ method: 'POST', path: '/', params }))
    expect(answers).toMatchObject([{ code: 200 }, { code: 400 }])
  })
})
