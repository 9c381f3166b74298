import { afterEach, describe, expect, test, vi } from 'vitest'
import { worldStory } from '../../src/front/runners/story.ts'
import { testWorldOf } from '../../src/front/runners/test-world.ts'
import { worldMatchers } from '../../src/front/runners/world-matchers.ts'
import { interceptFetch, toFetchHandler } from '../../src/server/fetch.ts'
import { intercept } from '../../src/server/node/intercept.ts'
import { listenAsProxy } from '../../src/server/proxy/proxy.ts'
import { area, endpoint, service, z } from '../../src/service/area/index.ts'
import { createWorld, restoreWorld } from '../../src/world/create-world.ts'
import type { World } from '../../src/world/world.ts'

const start = createWorld()
const { app, page, form, campaign, pageToken, userToken } = start.starter()

const hintOf = ({ headers }: { readonly headers: Readonly<Record<string, string>> }) =>
  headers['x-fauxgraph-hint']

const unknown = (operation: string, name = 'mesage') => `${operation} ignores the unknown parameter "${name}"`

/** Makes a call with a form as its body. */
const post = (world: World, path: string, body: string) =>
  world.request({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body,
  })

const get = (world: World, path: string, method = 'GET', headers = {}) =>
  world.request({ method, url: `${path}${path.includes('?') ? '&' : '?'}access_token=${pageToken}`, headers })

const NOVEMBER = Date.parse('2026-11-20T10:00:00Z')

/** Lets the clock of this machine stand. */
const machineAt = (now: number) => vi.useFakeTimers({ now, toFake: ['Date'] })

afterEach(() => {
  vi.useRealTimers()
})

const leadsSince = (seconds: number) => ({
  form,
  filtering: [{ field: 'time_created' as const, operator: 'GREATER_THAN' as const, value: seconds }],
})

describe('a hint is in the header of', () => {
  test.each<[string, (world: World) => string | undefined, string | undefined]>([
    ['a call', (world) => hintOf(get(world, `/${page}?mesage=1`)), unknown('readPage')],
    ['a call without a mistake: none', (world) => hintOf(get(world, `/${page}?fields=name`)), undefined],
    ['a HEAD', (world) => hintOf(get(world, `/${page}?mesage=1`, 'HEAD')), unknown('readPage')],
    [
      'a refused HEAD',
      (world) => hintOf(get(world, '/99', 'HEAD')),
      'there is no object with the id "99" in this world',
    ],
    [
      'an answer that did not change',
      (world) => {
        const { etag = '' } = get(world, `/${page}?mesage=1`).headers
        const again = get(world, `/${page}?mesage=1`, 'GET', { 'if-none-match': etag })
        return again.status === 304 ? hintOf(again) : 'it has changed'
      },
      unknown('readPage'),
    ],
    [
      'a read of several ids, once for all',
      (world) => hintOf(get(world, `/?ids=${page},${page}&mesage=1`)),
      unknown('readPage'),
    ],
    [
      'a read of several ids of which one is unknown',
      (world) => hintOf(get(world, `/?ids=${page},99`)),
      'there is no object with the id "99" in this world',
    ],
    [
      'a redirect',
      (world) => {
        const client = `client_id=${app}&redirect_uri=https%3A%2F%2Fapp.test%2F&response_type=code&stat=1`
        const url = `/oauth/authorize?${client}&access_token=${userToken}`
        const answer = world.request({ method: 'GET', url })
        return answer.status === 302 ? hintOf(answer) : `it has the status ${answer.status}`
      },
      unknown('authorize', 'stat'),
    ],
    [
      'a call that a stub answers',
      (world) => {
        world.stub('POST /{page}/extras', { success: true })
        return hintOf(post(world, `/${page}/extras?access_token=${pageToken}`, '{"a":1}'))
      },
      'the body is JSON, and its content type says that it is a form: send content-type: application/json',
    ],
  ])('%s', (_, ask, hint) => {
    const seen = ask(start.fork())
    if (hint === undefined) expect(seen).toBeUndefined()
    else expect(seen?.startsWith(hint)).toBe(true)
  })

  test('a call of an area', () => {
    const tasks = endpoint({
      route: 'GET /{page}/tasks',
      node: service.pages,
      params: z.object({ state: z.string().optional() }),
      result: z.object({ data: z.array(z.string()) }),
      run: () => ({ data: [] }),
    })
    const world = createWorld({ areas: [area('chores', { version: 1, endpoints: { listTasks: tasks } })] })
    const names = world.starter()
    const url = `/${names.page}/tasks?stat=open&access_token=${names.pageToken}`
    expect(hintOf(world.request({ method: 'GET', url }))).toMatch(
      /ignores the unknown parameter "stat": did you mean state\?$/,
    )
    expect(world.calls.last()?.hint).toMatch(/did you mean state\?$/)
  })

  test('each call of a batch, but of none that asks for no headers', () => {
    const world = start.fork()
    const batch = [
      { method: 'GET', relative_url: `${page}?mesage=1` },
      { method: 'GET', relative_url: '99' },
    ]
    const answer = (params: object) =>
      JSON.parse(
        String(
          world.request({ method: 'POST', path: '/', params: { batch, access_token: pageToken, ...params } })
            .body,
        ),
      )
    const hints = answer({}).map(
      ({ headers }: { headers: { name: string; value: string }[] }) =>
        headers.find(({ name }) => name === 'X-Fauxgraph-Hint')?.value,
    )
    expect(hints).toEqual([unknown('readPage'), 'there is no object with the id "99" in this world'])
    expect(answer({ include_headers: false }).every((item: object) => !('headers' in item))).toBe(true)
    expect(world.calls.all().filter(({ hint }) => hint !== undefined)).toHaveLength(4)
  })

  test('a browser may read it', async () => {
    const origin = 'http://localhost:5173'
    const handle = toFetchHandler(start.fork(), { cors: [origin] })
    const answer = await handle(
      new Request(`http://localhost/99?access_token=${pageToken}`, { headers: { origin } }),
    )
    expect(answer.headers.get('access-control-expose-headers')).toContain('x-fauxgraph-hint')
    expect(answer.headers.get('x-fauxgraph-hint')).toContain('"99"')
  })

  test('intercepted calls, and those through the proxy', async () => {
    const path = `/v26.0/99?access_token=${pageToken}`
    const world = start.fork()
    const seen: (string | null)[] = []
    {
      using _fetch = interceptFetch(world, { origins: [world.baseUrl] })
      seen.push((await fetch(world.baseUrl + path)).headers.get('x-fauxgraph-hint'))
    }
    const intercepted = intercept(world)
    seen.push((await fetch(`https://graph.facebook.com${path}`)).headers.get('x-fauxgraph-hint'))
    intercepted.restore()
    const proxy = await listenAsProxy(world)
    seen.push((await fetch(`${proxy.url}${path}`)).headers.get('x-fauxgraph-hint'))
    await proxy.close()
    expect(seen).toEqual(Array(3).fill('there is no object with the id "99" in this world'))
  })
})

describe('a hint of a typed call', () => {
  test('is in the log, in why, and in the error of unwrap', () => {
    const world = start.fork()
    const params = { page, mesage: 'Hi' }
    const outcome = world.as(pageToken).publishPost(params as never)
    const hint = `${unknown('publishPost')}: did you mean message?`
    expect(world.calls.last()?.hint).toBe(hint)
    expect(world.why({ operation: 'publishPost', token: pageToken, params }).hint).toBe(hint)
    expect(world.why({ operation: 'readPage', token: pageToken, params: { page } }).hint).toBeNull()
    expect(() => outcome.unwrap()).toThrow(`(${hint})`)
    expect(worldMatchers.toSucceed(outcome).message()).toContain(`hint: ${hint}`)
  })

  test('begins with the reasons of the error, and a matcher says both once', () => {
    const outcome = start.fork().as(userToken).readCampaign({ campaign: page })
    const reason = 'the id is that of a page, and readCampaign takes the id of a campaign'
    expect(() => outcome.unwrap()).toThrow(`(${reason})`)
    expect(worldMatchers.toSucceed(outcome).message().split(reason)).toHaveLength(2)
  })
})

describe('a hint is no part of the state', () => {
  const story = (now: number) => {
    machineAt(now)
    const world = start.fork()
    world.as(pageToken).publishPost({ page, mesage: 'Hi' } as never)
    world.as(userToken).listFormLeads(leadsSince(NOVEMBER / 1000))
    return world
  }

  test('the clock of the machine changes neither hash, snapshot nor recording', () => {
    const [one, other] = [story(NOVEMBER), story(0)]
    expect(one.hash('full')).toBe(other.hash('full'))
    expect(one.snapshot()).toEqual(other.snapshot())
    expect(one.history.recording()).toEqual(other.history.recording())
    expect(JSON.stringify(one.snapshot())).not.toContain('"hint"')
  })

  test('a fork has the hints of its log, and a restored world has none', () => {
    const world = story(NOVEMBER)
    expect(
      world
        .fork()
        .calls.all()
        .map(({ hint }) => hint),
    ).toEqual(world.calls.all().map(({ hint }) => hint))
    expect(world.calls.last()?.hint).toContain('near the clock of this machine')
    expect(
      restoreWorld(world.snapshot())
        .calls.all()
        .every((entry) => !('hint' in entry)),
    ).toBe(true)
  })

  test('world.request reads no clock: it takes the time of the client', () => {
    machineAt(NOVEMBER)
    const url = `/${page}/feed?since=2026-11-19T10:00:00Z&access_token=${pageToken}`
    const live = start.fork({ policy: { beyond: 'serve' } })
    expect(hintOf(live.request({ method: 'GET', url }))).toBeUndefined()
    expect(hintOf(live.request({ method: 'GET', url, clientTime: NOVEMBER }))).toContain(
      'since is 2026-11-19T10:00Z',
    )
  })
})

describe('a time that comes from the clock of the machine', () => {
  const day = 86_400
  const november = NOVEMBER / 1000
  const january = Date.parse('2026-01-15T09:00:00Z') / 1000
  const live = start.fork({ policy: { beyond: 'serve' } })
  const adAccount = start.names?.adAccount ?? ''

  /** The call of an operation of the live service, and of the description. */
  const asked = (operation: string, params: object) => {
    machineAt(NOVEMBER)
    return live.why({
      operation,
      token: /Lead|Photo|Post|Feed/.test(operation) ? pageToken : userToken,
      params: { ...params },
    }).hint
  }

  const iso = (seconds: number) => new Date(seconds * 1000).toISOString()

  test.each<[string, string, object]>([
    ['the last hour of leads', 'listFormLeads', leadsSince(november - 3_600)],
    ['the last 30 days of leads', 'listFormLeads', leadsSince(november - 30 * day)],
    [
      'the same as JSON text',
      'listFormLeads',
      { form, filtering: JSON.stringify(leadsSince(november).filtering) },
    ],
    ['milliseconds', 'listFormLeads', leadsSince(NOVEMBER)],
    ['from_date', 'exportLeads', { form, from_date: november - day }],
    ['since', 'listPageFeed', { page, since: november - day }],
    ['since of an expanded edge', 'readPage', { page, fields: `feed.since(${november - day}){id}` }],
    [
      'since of an edge within an expanded edge',
      'readUser',
      { user: 'me', fields: `accounts.limit(1){feed.since(${november}){id}}` },
    ],
    ['until as text', 'listPageFeed', { page, until: iso(november) }],
    ['until as a date', 'listPageFeed', { page, until: iso(november).slice(0, 10) }],
    [
      'a scheduled post',
      'publishPost',
      { page, message: 'Hi', published: false, scheduled_publish_time: november + 3_600 },
    ],
    [
      'a backdated photo',
      'uploadPagePhoto',
      { page, url: 'https://img.test/a.png', backdated_time: iso(november - day) },
    ],
    ['the start of a copy', 'copyCampaign', { campaign, start_time: iso(november) }],
    ['a time range', 'listInsights', { adAccount, time_range: { since: '2026-11-01', until: '2026-11-20' } }],
  ])('%s has the hint', (_, operation, params) => {
    expect(asked(operation, params)).toMatch(
      /is 2026-1[01]-\d\dT\d\d:\d\dZ, near the clock of this machine, and the world is at 2026-01-15T09:00Z: if it comes from Date\.now\(\), create the world with now: 'real' \(serve --time real\), or let both have one time with clock\.follow\(vi\)/,
    )
  })

  test.each<[string, string, object]>([
    ['a time of the world', 'listFormLeads', leadsSince(january - 3_600)],
    [
      'a month after the world',
      'publishPost',
      { page, message: 'Hi', published: false, scheduled_publish_time: january + 30 * day },
    ],
    ['a year before both', 'listFormLeads', leadsSince(january - 365 * day)],
    ['between both', 'listFormLeads', leadsSince((january + november) / 2)],
    ['a time in a text', 'publishPost', { page, message: iso(november) }],
    ['an id', 'readPage', { page }],
  ])('%s has none', (_, operation, params) => {
    expect(asked(operation, params) ?? '').not.toContain('clock of this machine')
  })

  test("is right in a world with now: 'real', which is a world as any other", () => {
    machineAt(NOVEMBER)
    const world = createWorld({ now: 'real' })
    const names = world.starter()
    expect(world.clock.iso).toBe('2026-11-20T10:00:00.000Z')
    expect(world.hash()).toBe(
      (() => {
        const same = createWorld({ now: NOVEMBER })
        same.starter()
        return same.hash()
      })(),
    )
    world
      .as(names.userToken)
      .listFormLeads({ ...leadsSince(november - 3_600), form: names.form })
      .unwrap()
    expect(world.calls.last()?.hint).toBeUndefined()
  })

  test('is right where the fake timers of a test follow the world', () => {
    vi.useFakeTimers()
    const world = start.fork()
    using _following = world.clock.follow(vi)
    world.as(userToken).listFormLeads(leadsSince(Date.now() / 1000 - 3_600))
    expect(world.calls.last()?.hint).toBeUndefined()
  })

  test('is in the message of a refusal and in the report of a failed test', () => {
    machineAt(NOVEMBER)
    const world = start.fork()
    const own = testWorldOf(world, 'a test')
    world
      .as(userToken)
      .listFormLeads(leadsSince(november - 3_600))
      .unwrap()
    const time = november + 3_600
    const outcome = world.as(pageToken).publishPost({
      page,
      message: 'Hi',
      published: false,
      unpublished_content_type: 'SCHEDULED',
      scheduled_publish_time: time,
    })
    expect(() => outcome.unwrap()).toThrow(
      /\(scheduled_publish_time is 2026-11-20T11:00Z, near the clock of this machine/,
    )
    const story = worldStory(own)
    expect(story).toMatch(/^Hints:$/m)
    expect(story).toMatch(
      /^ {2}listFormLeads: filtering is 2026-11-20T09:00Z, near the clock .*clock\.follow\(vi\)$/m,
    )
    expect(story).toMatch(/^ {2}publishPost: scheduled_publish_time is /m)
  })
})

test('the report of a failed test says how waiting notices are sent', async () => {
  const world = start.fork()
  const own = testWorldOf(world, 'a test')
  world.actions.installApp({ app, page }).unwrap()
  world.webhooks.connect(app, () => new Response('ok'))
  expect(worldStory(own)).not.toContain('flush()')
  world.actions.submitLead({ form, answers: { full_name: 'A', email: 'a@example.test' } }).unwrap()
  expect(worldStory(own)).toMatch(/^ {2}what is due is sent by await world\.webhooks\.flush\(\)$/m)
  world.webhooks.connect(app, () => new Response('', { status: 500 }))
  await world.webhooks.flush()
  // After the retry at once, the next one is due a minute later, so that a flush alone sends nothing.
  expect(worldStory(own)).toMatch(
    /^ {2}none is due yet: world\.clock\.advanceTo\('2026-01-15T09:01:00Z'\); what is due/m,
  )
})

describe('hints have bounds', () => {
  test('many unknown parameters with long names', () => {
    const world = start.fork()
    const query = Array.from({ length: 50 }, (_, at) => `${at}${'x'.repeat(200)}=1`).join('&')
    const hint = hintOf(get(world, `/${page}?${query}`))
    expect(hint?.length).toBeLessThanOrEqual(1_000)
    expect(hint?.split('ignores the unknown parameter')).toHaveLength(4)
    expect(world.calls.last()?.hint?.length).toBeLessThanOrEqual(1_000)
  })

  test('parameters that clients send with each call have none', () => {
    expect(
      hintOf(get(start.fork(), `/${page}?locale=en_US&format=json&pretty=0&fields=name`)),
    ).toBeUndefined()
  })

  test('a parameter that only the live service has names the policy once', () => {
    const hint = hintOf(get(start.fork(), `/${page}/feed?since=1768467600`))
    expect(hint?.split("policy: 'platform'")).toHaveLength(2)
  })

  test('line breaks and other letters do not reach the header', () => {
    const hint = hintOf(get(start.fork(), `/${page}?${encodeURIComponent('é\r\nx: y')}=1`))
    expect(hint).toMatch(/^[ -~]+$/)
  })
})
