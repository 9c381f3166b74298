import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'puppeteer-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Listening, listen } from '../../../src/server/http/server.ts'
import { createWorld } from '../../../src/world/create-world.ts'
import type { World } from '../../../src/world/world.ts'
import { sample } from '../../chance.ts'
import { plainJpeg } from '../../chapters/pictures/samples.ts'
import { hasBrowser, openBrowser, type RunningBrowser } from './browser.ts'
import { navigations, type PageRequest, reads, speculate, writes } from './page-requests.ts'

let running: RunningBrowser
let pages: Server
let pagesPort: number
let world: World
let server: Listening
let paths: Readonly<Record<'read' | 'mint' | 'write' | 'control' | 'clock' | 'login' | 'picture', string>>

/** The statuses that the server answered, by the parameter `via` of the URL. */
let statuses: Map<string, number[]>
const note = (message: unknown) => {
  const {
    request,
    response,
    server: by,
  } = message as {
    request: IncomingMessage
    response: ServerResponse
    server: Server
  }
  if ((by.address() as AddressInfo | null)?.port === pagesPort) return
  const via = new URLSearchParams(request.url?.split('?')[1]).get('via') ?? request.url ?? ''
  statuses.set(via, [...(statuses.get(via) ?? []), response.statusCode])
}

beforeAll(async () => {
  running = await openBrowser()
  pages = createServer((request, response) => {
    const query = new URLSearchParams(request.url?.split('?')[1])
    const [to, report] = [query.get('to'), query.get('report')]
    const policy = { 'content-security-policy': `img-src 'none'; report-uri ${report}` }
    if (to !== null) response.writeHead(302, { location: to })
    else response.writeHead(200, { 'content-type': 'text/html', ...(report !== null && policy) })
    response.end('<!doctype html><title>page</title><body><img src="/a.png"></body>')
  }).listen(0, '127.0.0.1')
  await once(pages, 'listening')
  pagesPort = (pages.address() as AddressInfo).port
}, 60_000)
afterAll(async () => {
  await running[Symbol.asyncDispose]()
  pages.closeAllConnections()
  pages.close()
})

beforeEach(async () => {
  world = createWorld()
  const { app, appToken, page, pageToken } = world.starter()
  const [id, secret] = appToken.split('|')
  const client = world.as(pageToken)
  const { id: photo } = client.uploadPagePhoto({ page, source: await plainJpeg(64, 48) }).unwrap()
  const { images = [] } = client.readPhoto({ photo, fields: 'images' }).unwrap()
  const { pathname, search } = new URL(images[0]?.source ?? '')
  const back = `http://app.test:${pagesPort}/back`
  paths = {
    read: `/${page}?access_token=${pageToken}`,
    mint: `/oauth/access_token?grant_type=client_credentials&client_id=${id}&client_secret=${secret}`,
    write: `/${page}/feed?message=x&access_token=${pageToken}`,
    control: '/_sim/world?',
    clock: '/_sim/clock?',
    login: `/oauth/authorize?client_id=${app}&response_type=code&redirect_uri=${encodeURIComponent(back)}`,
    picture: `${pathname}${search || '?'}`,
  }
  server = await listen(world, { cors: [`http://listed.test:${pagesPort}`] })
  statuses = new Map()
  subscribe('http.server.response.finish', note)
})
afterEach(async () => {
  unsubscribe('http.server.response.finish', note)
  await server.close()
})

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Runs a request in a page. Returns what the page read until the time was over; '' for an error. */
const within = async (page: Page, request: PageRequest, url: string, over = wait(3_000)): Promise<string> =>
  Promise.race([page.evaluate(request, url).catch(() => ''), over.then(() => '')])

async function pageOf(host: string): Promise<Page> {
  const page = await running.browser.newPage()
  await page.goto(`http://${host}:${pagesPort}/`)
  return page
}

const addressOf = (path: keyof typeof paths, via: string, host = '127.0.0.1'): string =>
  `http://${host}:${new URL(server.url).port}${paths[path]}&via=${encodeURIComponent(via)}`

/** Waits until the server answered each: Chromium sends a ping late. */
async function seen(vias: readonly string[]): Promise<void> {
  for (let tries = 0; tries < 1_000 && !vias.every((via) => statuses.has(via)); tries++) await wait(20)
}

/**
 * Sends every request to every path from one page. Returns what the page read, by the name of the request.
 */
async function sendAll(
  host: string,
  requests: Readonly<Record<string, PageRequest>>,
  to: readonly (keyof typeof paths)[],
): Promise<Readonly<Record<string, string>>> {
  const page = await pageOf(host)
  const marked = Object.entries(requests).flatMap(([name, request]) =>
    to.map((path) => [`${name} ${path}`, request, path] as const),
  )
  const sent = seen(marked.map(([via]) => via))
  // The page reads an answer within a second after the server sent it, or not at all.
  const over = sent.then(() => wait(1_000))
  const results = await Promise.all(
    marked.map(
      async ([via, request, path]) => [via, await within(page, request, addressOf(path, via), over)] as const,
    ),
  )
  // A page that closes sends no ping any more.
  await sent
  await page.close()
  return Object.fromEntries(results)
}

describe.runIf(hasBrowser)('a page of another site, in Chromium', () => {
  test('reads nothing and changes nothing by any kind of request', async () => {
    const [before, calls] = [world.hash('full'), world.calls.all()]
    const results = {
      ...(await sendAll('evil.test', reads, ['read', 'mint', 'control', 'login', 'picture'])),
      ...(await sendAll('evil.test', writes, ['write', 'mint', 'clock'])),
    }
    for (const [via, saw] of Object.entries(results)) {
      expect(saw, via).toBe('')
      // For a request with a preflight, the preflight is refused.
      expect(new Set(statuses.get(via)), via).toEqual(new Set([403]))
    }
    expect(Object.keys(results)).toHaveLength(5 * Object.keys(reads).length + 3 * Object.keys(writes).length)
    expect(world.hash('full')).toBe(before)
    expect(world.calls.all()).toEqual(calls)
  })

  const leaving = Object.entries(navigations).flatMap(([name, navigation]) =>
    (['mint', 'write', 'control'] as const).map((path) => [name, path, navigation] as const),
  )

  // The short form has each way to leave and each address.
  test.each(sample(leaving, 5))(
    'that leaves by %s for %s changes nothing',
    async (name, path, navigation) => {
      const [before, calls] = [world.hash('full'), world.calls.all()]
      const page = await pageOf('evil.test')
      const via = `${name} ${path}`
      await Promise.all([page.waitForNavigation(), within(page, navigation, addressOf(path, via))])
      expect(statuses.get(via)).toEqual([403])
      expect(await page.evaluate(() => document.body.textContent)).toContain('--cors ORIGIN')
      await page.close()
      expect([world.hash('full'), world.calls.all()]).toEqual([before, calls])
    },
  )

  test.each(['login', 'mint'] as const)('that prefetches (%s) changes nothing', async (path) => {
    const before = world.hash('full')
    const page = await pageOf('evil.test')
    for (const policy of ['no-referrer', 'strict-origin']) {
      const via = `${path} ahead, ${policy}`
      await page.evaluate(speculate, addressOf(path, via), policy)
      await seen([via])
      expect(statuses.get(via)).toEqual([403])
    }
    await page.close()
    expect(world.hash('full')).toBe(before)
  })

  test('whose content policy sends reports changes nothing', async () => {
    const before = world.hash('full')
    const page = await running.browser.newPage()
    const report = encodeURIComponent(addressOf('write', 'report'))
    await page.goto(`http://evil.test:${pagesPort}/?report=${report}`)
    await seen(['report'])
    await page.close()
    expect(statuses.get('report')).toEqual([403])
    expect(world.hash('full')).toBe(before)
  })

  test('that points its own name at the server changes nothing (DNS rebinding)', async () => {
    const before = world.hash('full')
    const page = await running.browser.newPage()
    await page.goto(addressOf('control', 'rebinding', 'evil.test'))
    for (const path of ['read', 'mint', 'control', 'picture'] as const) {
      const answered = await page.evaluate(
        (url) => fetch(url).then(async (response) => [response.status, await response.text()] as const),
        addressOf(path, `rebinding ${path}`, 'evil.test'),
      )
      expect(answered).toEqual([403, expect.stringContaining('is not served here')])
    }
    await page.close()
    expect(world.hash('full')).toBe(before)
  })
})

describe.runIf(hasBrowser)('Chromium is served', () => {
  const login = async (name: string) => {
    const page = await pageOf('evil.test')
    const navigation = navigations[name] as PageRequest
    await Promise.all([page.waitForNavigation(), within(page, navigation, addressOf('login', name))])
    const url = page.url()
    await page.close()
    return url
  }

  test.each(['location', 'form by GET'])(
    'for a page of another site that navigates to the login page by %s',
    async (name) => {
      expect(await login(name)).toMatch(/^http:\/\/app\.test:\d+\/back\?(?:code|error)=/)
      expect(statuses.get(name)).toEqual([302])
    },
  )

  test('for a page at another port, which may read but not write', async () => {
    const url = (path: keyof typeof paths, via: string) => addressOf(path, via, '127.0.0.1')
    const page = await pageOf('127.0.0.1')
    const inputs = world.seq
    expect(await within(page, reads['img'] as PageRequest, url('picture', 'img'))).toBe('64')
    await within(page, reads['fetch without CORS'] as PageRequest, url('read', 'read'))
    expect(world.seq).toBe(inputs + 1)
    await within(page, writes['fetch a form'] as PageRequest, url('write', 'write'))
    await page.close()
    expect(world.seq).toBe(inputs + 1)
    expect(Object.fromEntries(statuses)).toEqual({ img: [200], read: [200], write: [403] })
  })

  test('for a listed page of another site, which may read and write', async () => {
    const page = await pageOf('listed.test')
    expect(await within(page, reads['img'] as PageRequest, addressOf('picture', 'img'))).toBe('64')
    expect(await within(page, reads['fetch'] as PageRequest, addressOf('read', 'read'))).toContain('"id"')
    expect(await within(page, writes['fetch a form'] as PageRequest, addressOf('write', 'write'))).toContain(
      '"id"',
    )
    const { now } = world.clock
    await within(page, writes['fetch JSON'] as PageRequest, addressOf('clock', 'clock'))
    await page.close()
    expect(world.clock.now).toBe(now + 3_600_000)
  })
})
