import { beforeEach, describe, expect, test } from 'vitest'
import { type FetchHandler, toFetchHandler } from '../../src/server/fetch.ts'
import { createWorld } from '../../src/world/create-world.ts'
import type { World } from '../../src/world/world.ts'

/** The headers by which a browser describes the page that sends a request. */
interface PageHeaders {
  readonly origin?: string
  readonly site?: string
  readonly referer?: string
}

type Request = 'read' | 'write' | 'mint' | 'control' | 'login'

const OWN = 'http://localhost:8080'
const PORT = 'http://localhost:5173'
const LISTED = 'https://app.test'

const origins = [undefined, OWN, PORT, LISTED, 'http://evil.test', 'http://127.0.0.1:8080', 'null'] as const
const sites = [undefined, 'none', 'same-origin', 'same-site', 'cross-site', 'to-come'] as const
const referers = [
  undefined,
  `${OWN}/a`,
  `${PORT}/a`,
  `${LISTED}/`,
  'http://evil.test/a',
  'no address',
] as const
const windows = [
  {},
  { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
  { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch' },
  { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
] as const

const originIn = (referer: string) => (URL.canParse(referer) ? new URL(referer).origin : referer)
const isSameHost = (origin: string) => URL.canParse(origin) && new URL(origin).hostname === 'localhost'

/** Whether the page is of another site, if its origin is not listed (SECURITY.md). */
function isCrossSite({ origin, site = 'none', referer }: PageHeaders, isAhead: boolean): boolean {
  if (!['none', 'same-origin', 'same-site'].includes(site)) return true
  if (origin !== undefined && !isSameHost(origin)) return true
  // A browser sends `none` with a prefetch, for every page.
  if (site === 'none' && isAhead) return true
  return site === 'none' && origin === undefined && referer !== undefined && !isSameHost(originIn(referer))
}

/** Whether the page is of the same origin, or the client is not a page. */
function isOwn({ origin, site = 'none', referer }: PageHeaders): boolean {
  if (site === 'same-site') return false
  if (origin !== undefined) return origin === OWN
  return site !== 'none' || referer === undefined || originIn(referer) === OWN
}

/** Whether the world answers a request, by the table of SECURITY.md. */
function isAllowed(page: PageHeaders, request: Request, window: Readonly<Record<string, string>>): boolean {
  const named = page.origin ?? (page.referer === undefined ? undefined : originIn(page.referer))
  if (named === LISTED) return true
  const isAhead = 'sec-purpose' in window
  const isWindow = window['sec-fetch-dest'] === 'document' && !isAhead
  if (isCrossSite(page, isAhead)) return request === 'login' && isWindow
  return isOwn(page) || request === 'read' || (request === 'login' && isWindow)
}

function headersOf({ origin, site, referer }: PageHeaders): Record<string, string> {
  return {
    ...(origin !== undefined && { origin }),
    ...(site !== undefined && { 'sec-fetch-site': site }),
    ...(referer !== undefined && { referer }),
  }
}

describe('a request that describes its page', () => {
  let world: World
  let handle: FetchHandler
  let paths: Readonly<Record<Request, readonly [string, string]>>

  beforeEach(() => {
    world = createWorld({ history: 'off' })
    const { app, appToken, page, pageToken, userToken } = world.starter()
    const client = `client_id=${app}&client_secret=${appToken.split('|')[1]}`
    const exchange = `grant_type=fb_exchange_token&${client}&fb_exchange_token=${userToken}`
    handle = toFetchHandler(world, { cors: [LISTED] })
    paths = {
      read: ['GET', `/${page}?access_token=${pageToken}`],
      write: ['POST', `/${page}/feed?message=x&access_token=${pageToken}`],
      mint: ['GET', `/oauth/access_token?${exchange}`],
      control: ['GET', '/_sim/world'],
      login: ['GET', `/oauth/authorize?client_id=${app}&response_type=code&redirect_uri=http://app.test/`],
    }
  })

  const rows = origins.flatMap((origin) =>
    sites.map((site) => ({
      ...(origin !== undefined && { origin }),
      ...(site !== undefined && { site }),
    })),
  )

  /** Every request that a page of a row may send, with the other headers of its browser. */
  const requestsOf = (row: PageHeaders) =>
    referers.flatMap((referer) =>
      windows.flatMap((window) =>
        (['read', 'write', 'mint', 'control', 'login'] as const).map((request) => {
          const page: PageHeaders = { ...row, ...(referer !== undefined && { referer }) }
          const [method, path] = paths[request]
          const headers = { ...headersOf(page), ...window }
          return { request, path, init: { method, headers }, isAdmitted: isAllowed(page, request, window) }
        }),
      ),
    )

  test.each(rows)('is answered or refused before it reaches the world: %j', async (row) => {
    const requests = requestsOf(row)
    const before = world.hash('full')
    for (const { request, path, init, isAdmitted } of requests) {
      if (isAdmitted) continue
      const text = `${request} ${JSON.stringify(init)}`
      const response = await handle(new Request(OWN + path, init))
      expect(response.status, text).toBe(403)
      expect((await response.json()).error.message, text).toContain('--cors ORIGIN')
    }
    expect(world.hash('full')).toBe(before)
    for (const { request, path, init, isAdmitted } of requests) {
      if (!isAdmitted) continue
      const inputs = world.seq
      const { status } = await handle(new Request(OWN + path, init))
      expect(status, `${request} ${JSON.stringify(init)}`).toBe(request === 'login' ? 302 : 200)
      expect(world.seq).toBe(request === 'control' ? inputs : inputs + 1)
    }
  })
})
