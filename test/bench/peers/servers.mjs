import { once } from 'node:events'
import { bodyOf, connectionTo, HOST } from '../connection.mjs'
import { floorOf, record } from '../floor.mjs'
import { PAGE, records, works } from './works.mjs'

// The peers that answer requests: in process, behind the global `fetch`, and over HTTP.

const BODY = '{"message":"message"}'
const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: BODY }

/** The works of a peer at `/posts`, through a function like `fetch`, which takes a path. */
function fetched(size, fetchLike, others) {
  const answered = async (path, init) => (await fetchLike(path, init)).text()
  return works(size, {
    create: () => answered('/posts', post),
    read: (id) => answered(`/posts/${id}`),
    page: () => answered(`/posts?from=${size >> 1}`),
    idAt: (at) => at,
    said: records,
    ...others,
  })
}

/** emulate: a custom service in process, its state an object of records and a list of their ids. */
export async function emulate(size) {
  const { createEmulator, defineEmulator } = await import('emulate')
  const posts = Object.fromEntries(Array.from({ length: size }, (_, id) => [id, record(id)]))
  const service = defineEmulator({
    name: 'posts',
    state: () => ({ posts, order: Object.keys(posts) }),
    setup({ app, state }) {
      app.get('/posts/:id', (context) => context.json(state.posts[context.req.param('id')]))
      app.get('/posts', (context) => {
        const from = Number(context.req.query('from'))
        return context.json(state.order.slice(from, from + PAGE).map((id) => state.posts[id]))
      })
      app.post('/posts', async (context) => {
        const id = state.order.length
        state.posts[id] = { ...record(id), ...(await context.req.json()) }
        state.order.push(String(id))
        return context.json({ id })
      })
    },
  })
  const api = await createEmulator({ service, listen: false })
  return fetched(size, (path, init) => api.request(path, init), { most: { create: 20, read: 50, page: 50 } })
}

/** msw: handlers that the user writes over a Map and an array, behind the global `fetch`. */
export async function mswWithMap(size) {
  const { http, HttpResponse } = await import('msw')
  const { setupServer } = await import('msw/node')
  const origin = 'https://map.test'
  const floor = floorOf(size)
  const server = setupServer(
    http.get(`${origin}/posts/:id`, ({ params }) => HttpResponse.json(floor.records.get(Number(params.id)))),
    http.get(`${origin}/posts`, ({ request }) =>
      HttpResponse.json(floor.page(Number(new URL(request.url).searchParams.get('from')))),
    ),
    http.post(`${origin}/posts`, async ({ request }) => {
      floor.insert()
      const id = floor.order.at(-1)
      floor.put(id, await request.json())
      return HttpResponse.json({ id }, { status: 201 })
    }),
  )
  server.listen({ onUnhandledRequest: 'error' })
  const theirs = globalThis.fetch
  return fetched(size, (path, init) => fetch(`${origin}${path}`, init), {
    prepare() {
      globalThis.fetch = theirs
      floor.shrink()
    },
    most: { create: 250, read: 250, page: 250 },
    close() {
      globalThis.fetch = theirs
      server.close()
    },
  })
}

/**
 * json-server: its router alone over records in memory. The middleware that its command adds costs more: it
 * looks for files and logs. The router itself waits for two timers of a millisecond in each request, which
 * users wait for too; no option turns them off. 1.0 is in beta and needs Node 22.
 */
export async function jsonServer(size) {
  const { default: json } = await import('json-server')
  const posts = Array.from({ length: size }, (_, id) => record(id + 1))
  const app = json.create()
  app.use(json.router({ posts }))
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const connection = await connectionTo(server.address().port)
  const head = `HTTP/1.1\r\nhost: ${HOST}\r\n`
  const sent = `content-type: application/json\r\ncontent-length: ${BODY.length}\r\n\r\n${BODY}`
  const isLarge = size > 10_000
  return works(size, {
    create: () => connection.ask(`POST /posts ${head}${sent}`),
    read: (id) => connection.ask(`GET /posts/${id} ${head}\r\n`),
    // Pages by number take longer: it looks for a field of the name of that parameter in every record.
    page: () => connection.ask(`GET /posts?_start=${size >> 1}&_limit=${PAGE} ${head}\r\n`),
    idAt: (at) => at + 1,
    said: (answer) => records(bodyOf(answer)),
    prepare() {
      posts.length = size
    },
    most: isLarge ? { create: 1, read: 5, page: 1 } : { create: 50, read: 50, page: 50 },
    async close() {
      connection.close()
      server.close()
      await once(server, 'close')
    },
  })
}
