import { promisify } from 'node:util'
import graph from 'fbgraph'
import { bridgeHttp } from './http-bridge.mjs'
import { announcers, leadSync } from './programs.mjs'

bridgeHttp()

/** The client keeps one token and one version for all its callers. */
function clientOf({ names }) {
  graph.setVersion('24.0').setAccessToken(names.pageToken)
  return { get: promisify(graph.get), post: promisify(graph.post.bind(graph)) }
}

/** Walks a list by its links, as the manual of the client does. */
async function* pagesOf(client, path) {
  let next = path
  while (next) {
    const page = await client.get(next)
    yield page.data
    next = page.paging?.next
  }
}

export const options = [
  leadSync('fbgraph 1.4.4', (context) => pagesOf(clientOf(context), `${context.names.form}/leads?limit=10`)),
  ...announcers(
    'fbgraph 1.4.4',
    (context) => pagesOf(clientOf(context), `${context.names.page}/feed?fields=id,message&limit=10`),
    (context, message) => clientOf(context).post(`${context.names.page}/feed`, { message }),
  ),
]
