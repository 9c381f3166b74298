import { createRequire } from 'node:module'
import { job, starterWorld, worldOfManyPages } from './programs.mjs'

const require = createRequire(import.meta.url)
const listSearch = 'n8n-nodes-base/dist/nodes/FacebookLeadAds/methods/listSearch.js'

/** Sends a request as n8n's helper does: `qs` without undefined values, JSON in and out, a token in a header. */
async function requestOAuth2(token, { method, uri, qs, headers }) {
  const query = Object.entries(qs).filter(([, value]) => value !== undefined)
  const response = await fetch(`${uri}?${new URLSearchParams(query)}`, {
    method,
    headers: { ...headers, authorization: `Bearer ${token}` },
  })
  const text = await response.text()
  let body = text
  try {
    body = JSON.parse(text)
  } catch {
    // n8n's helper leaves a body that is not JSON as it is.
  }
  if (response.ok) return body
  throw Object.assign(new Error(`${response.status} - ${text}`), { statusCode: response.status, error: body })
}

/** What n8n binds to the functions of a node. */
const nodeOf = ({ names }) => ({
  getNode: () => ({ name: 'Facebook Lead Ads Trigger', type: 'facebookLeadAdsTrigger', typeVersion: 1 }),
  helpers: { requestOAuth2: (_credentials, options) => requestOAuth2(names.userToken, options) },
})

/** Fills the list of pages as n8n's editor does: it loads on while the node returns a token for more. */
const pageList = (version, world, pages) => ({
  name: `n8n-nodes-base ${version}: ${pages}`,
  world,
  sut(context) {
    const { pageList: load } = require(`../n8n-${version}/node_modules/${listSearch}`)
    async function fill() {
      let token
      do {
        const { results, paginationToken } = await load.call(nodeOf(context), '', token)
        for (const { value } of results) await context.store.set(`page:${value}`, true)
        token = paginationToken
      } while (token)
    }
    return { jobs: { fill: job(fill) } }
  },
  mirror: { pages: async ({ store }) => (await store.list('page:')).map(([key]) => key.slice(5)) },
  eventually: {
    'the list has every page': ({ world, names, mirror }) => {
      const { data } = world.as(names.userToken).listManagedPages({ user: 'me', limit: 100 }).unwrap()
      return data.every(({ id }) => mirror.pages?.includes(id))
    },
  },
  // An endless walk takes hundreds of calls: one kind of failure is enough.
  kinds: 1,
})

export const options = ['1.60.0', '2.41.2'].flatMap((version) => [
  pageList(version, starterWorld, 'one page'),
  pageList(version, worldOfManyPages, 'thirty pages'),
])
