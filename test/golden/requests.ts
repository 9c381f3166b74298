import { digest } from '../../src/engine/values/canonical.ts'
import { createWorld } from '../../src/world/create-world.ts'
import type { GraphRequest } from '../../src/world/handle/request.ts'
import type { Starter } from '../../src/world/starter/starter-names.ts'
import type { World } from '../../src/world/world.ts'
import { texts, urls } from './urls.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
/** As many calls as a batch may have. */
const BATCH = 50

type Request = Extract<GraphRequest, { readonly url: string }>

/** A request with what was asked in words. */
type Asked = readonly [name: string, request: Request]

const encoded = (pairs: Readonly<Record<string, string>>): string =>
  Object.entries(pairs)
    .map((pair) => pair.map(encodeURIComponent).join('='))
    .join('&')

const get = (path: string, query: Readonly<Record<string, string>>): Request => ({
  method: 'GET',
  url: `https://graph.test/${path}?${encoded(query)}`,
})

/** Posts that link to each URL, photos from some, and login windows that lead back to others, in batches. */
function batches({ page, pageToken, app }: Starter): Asked[] {
  const items = urls.map((url, at) => {
    if (at % 5 === 1) return { method: 'POST', relative_url: `${page}/photos`, body: encoded({ url }) }
    if (at % 5 === 2) {
      const query = encoded({ client_id: app, redirect_uri: url, response_type: 'code', state: url })
      return { method: 'GET', relative_url: `oauth/authorize?${query}` }
    }
    const preview = at % 5 === 3 ? { picture: url } : {}
    return { method: 'POST', relative_url: `${page}/feed`, body: encoded({ link: url, ...preview }) }
  })
  return Array.from({ length: Math.ceil(items.length / BATCH) }, (_, at) => {
    const batch = JSON.stringify(items.slice(at * BATCH, (at + 1) * BATCH))
    const body = encoded({ access_token: pageToken, batch })
    return [`batch ${at}`, { method: 'POST', url: 'https://graph.test/', headers: FORM, body }]
  })
}

/** Requests for odd targets, by odd methods, with odd headers. */
function targets({ page, pageToken }: Starter): Asked[] {
  const path = `/v26.0/${page}?fields=name&access_token=${pageToken}`
  const asked: readonly Request[] = [
    ...['GET', 'get', 'ﬁx', 'ı', 'PO\u017fT', '\u1c89', '\u1c8a', '\u{10d50}', '\u0264'].map((method) => ({
      method,
      url: path,
    })),
    ...urls.slice(0, 110).map((url) => ({ method: 'GET', url: url.replace(/\/$/, path) })),
    ...['Content-Type', '\u212aey', '\ua7cb', 'İ', 'AUTHORI\u017fATION'].map((name) => ({
      method: 'POST',
      url: path,
      headers: { [name]: 'Bearer x' },
      body: 'name=x',
    })),
  ]
  return asked.map((request, at) => [`target ${at}`, request])
}

/** Searches for texts, names with texts, and cursors that are none or nearly one. */
function searches({ page, pageToken, userToken, adAccount, appToken }: Starter, cursor: string): Asked[] {
  const found = texts.flatMap((text): Asked[] => [
    [`search ${text}`, get(`act_${adAccount}/targetingsearch`, { q: text, access_token: userToken })],
    [`threats ${text}`, get('threat_indicators', { text, access_token: appToken })],
  ])
  const cursors = [
    cursor,
    `${cursor}=`,
    `${cursor}A`,
    cursor.slice(0, -1),
    `${cursor.slice(0, -1)}_`,
    'WyJhIl0',
    'Wy-_',
  ]
  const walked = cursors.map((after): Asked => {
    return [`cursor ${after}`, get(`${page}/feed`, { after, access_token: pageToken })]
  })
  return [...found, ...walked]
}

/** A world of which texts can be found. */
function peopled(): { world: World; names: Starter; cursor: string } {
  const world = createWorld({ seed: 'golden', autoTick: '1h', history: 'off', logSize: 30 })
  const names = world.starter()
  const filled = texts.filter((text) => text.trim() !== '')
  const audiences = filled.map((name) => ({ type: 'interests' as const, name, audienceSize: 5_000 }))
  world.actions.addTargetingAudiences({ audiences })
  for (const text of filled) {
    world.actions.addThreatIndicator({ indicator: 'a.test', type: 'DOMAIN', description: text })
    world.actions.registerDomain({ page: names.page, domain: `${text}.test` })
  }
  const { paging } = world.as(names.pageToken).listPageFeed({ page: names.page, limit: 1 }).unwrap()
  return { world, names, cursor: paging.cursors?.after ?? '' }
}

/**
 * Plays 200 requests and more, and says of each what was asked, its status, a digest of its headers and body,
 * and the hash of the whole world after it.
 */
export function playRequests(): string[] {
  const { world, names, cursor } = peopled()
  const asked = [...batches(names), ...targets(names), ...searches(names, cursor)]
  const answers = asked.map(([name, request]) => {
    const { status, headers, body } = world.request(request)
    const text = typeof body === 'string' ? body : body.join()
    return `${name}: ${status} ${digest(JSON.stringify(headers) + text)} ${world.hash('full')}`
  })
  return [...answers, ...urls.map((url) => `${url}: ${linked(world, names, url)}`)]
}

/** The words with which a post of a link is answered: a difference in them shows at a glance. */
function linked(world: World, { page, pageToken }: Starter, link: string): string {
  const outcome = world.as(pageToken).publishPost({ page, link, name: 'x' })
  return outcome.ok ? 'ok' : outcome.error.message
}
