import { built } from '../build.mjs'
import { bodyOf, connectionTo, FORM, HOST } from '../connection.mjs'
import { putBack } from '../seeded.mjs'
import { records, works } from './works.mjs'

const { interceptFetch, toFetchHandler } = await built('server/fetch.js')
const { listen } = await built('server/http/server.js')

const ORIGIN = 'https://graph.test'

const most = { create: 250, read: 250, page: 250 }

const idAtIn =
  ({ page, rows }) =>
  (at) =>
    `${page}_${rows.posts[at].id}`

/** The calls as functions, in process. */
function typed(seeded) {
  const { asPage, page, form, rows, leadCursor, handle, state } = seeded
  return works(rows.posts.length, {
    create: (time) => asPage.publishPost({ page, message: `message ${time}` }),
    read: (post) => asPage.readPost({ post }),
    page: () => asPage.listFormLeads({ form, limit: 25, after: leadCursor }),
    idAt: idAtIn(seeded),
    said: (outcome) => outcome.unwrap().data ?? outcome.unwrap(),
    prepare: () => putBack(handle, state),
    most,
  })
}

/** What is asked for over the network, whichever way it goes. */
function requestsTo(seeded) {
  const { asPage, page, form, leadCursor } = seeded
  return {
    authorization: `Bearer ${asPage.token}`,
    create: { path: `/${page}/feed`, body: 'message=message' },
    page: `/${form}/leads?limit=25&after=${leadCursor}`,
  }
}

/** The same through a function like `fetch`, which takes a URL and the members of a request. */
function fetched(seeded, fetchLike, others) {
  const { rows, handle, state } = seeded
  const { authorization, create, page } = requestsTo(seeded)
  const get = { headers: { authorization } }
  const post = { method: 'POST', headers: { authorization, 'content-type': FORM }, body: create.body }
  const answered = async (path, init) => (await fetchLike(`${ORIGIN}${path}`, init)).text()
  return works(rows.posts.length, {
    create: () => answered(create.path, post),
    read: (id) => answered(`/${id}`, get),
    page: () => answered(page, get),
    idAt: idAtIn(seeded),
    said: records,
    prepare: () => putBack(handle, state),
    most,
    ...others,
  })
}

/** Through the fetch handler, in process. */
function handled(seeded) {
  const answerTo = toFetchHandler(seeded.world)
  return fetched(seeded, (url, init) => answerTo(new Request(url, init)))
}

/** Through the global `fetch`, of which the world answers the calls to its origin. */
function intercepted(seeded) {
  const { world, handle, state } = seeded
  const native = globalThis.fetch
  const intercept = interceptFetch(world, { origins: [ORIGIN] })
  const ours = globalThis.fetch
  // The peer has a `fetch` of its own in place while it is timed, so that neither passes calls to the other.
  globalThis.fetch = native
  return fetched(seeded, (url, init) => fetch(url, init), {
    prepare() {
      globalThis.fetch = ours
      putBack(handle, state)
    },
    close() {
      globalThis.fetch = ours
      intercept[Symbol.dispose]()
    },
  })
}

/** The same over HTTP. */
async function served(seeded) {
  const { world, rows, handle, state } = seeded
  const { authorization, create, page } = requestsTo(seeded)
  const server = await listen(world)
  const connection = await connectionTo(new URL(server.url).port)
  const head = `host: ${HOST}\r\nauthorization: ${authorization}\r\n`
  const sent = `content-type: ${FORM}\r\ncontent-length: ${create.body.length}\r\n\r\n${create.body}`
  return works(rows.posts.length, {
    create: () => connection.ask(`POST ${create.path} HTTP/1.1\r\n${head}${sent}`),
    read: (id) => connection.ask(`GET /${id} HTTP/1.1\r\n${head}\r\n`),
    page: () => connection.ask(`GET ${page} HTTP/1.1\r\n${head}\r\n`),
    idAt: idAtIn(seeded),
    said: (answer) => records(bodyOf(answer)),
    prepare: () => putBack(handle, state),
    most,
    async close() {
      connection.close()
      await server.close()
    },
  })
}

const calls = { create: 'publishPost', read: 'readPost', page: 'listFormLeads' }

/** The ways to reach this project. Each peer is compared with the one that is reached in the same way. */
export const ways = {
  typed: { make: typed, nameOf: (work) => calls[work] },
  handled: { make: handled, nameOf: (work) => `${calls[work]} by the fetch handler` },
  intercepted: { make: intercepted, nameOf: (work) => `${calls[work]} by interceptFetch` },
  served: { make: served, nameOf: (work) => `${calls[work]} over HTTP` },
}
