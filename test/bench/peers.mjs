import { calls } from './commands.mjs'
import { record } from './floor.mjs'
import { contest, numbersBelow, quick } from './measure.mjs'
import { seededWorld } from './seeded.mjs'

const sizes = quick ? [1_000, 10_000] : [1_000, 100_000]
const PAGE = 25

/** @mswjs/data: a model with a primary key, found by it; a page by order and cursor. */
async function mswData(size) {
  const { factory, primaryKey } = await import('@mswjs/data')
  const db = factory({
    post: { id: primaryKey(Number), owner: Number, message: String, createdTime: Number, published: Boolean },
  })
  let next = 1
  const create = () => {
    const { id, owner, message, createdTime, published } = record(next++)
    return db.post.create({ id, owner, message, createdTime, published })
  }
  while (next <= size) create()
  const pick = numbersBelow(size)
  return {
    create: { run: create, most: 20 },
    read: { run: () => db.post.findFirst({ where: { id: { equals: pick() + 1 } } }) },
    page: { run: () => db.post.findMany({ take: PAGE, cursor: size >> 1 }) },
  }
}

/** miragejs: a server without interception; its ORM is asked directly. */
async function mirage(size) {
  const { createServer, Model } = await import('miragejs')
  const server = createServer({
    environment: 'test',
    models: { post: Model },
    interceptor: { start() {}, shutdown() {}, create() {} },
  })
  server.logging = false
  const { id: _id, ...fields } = record(1)
  server.db.loadData({ posts: Array.from({ length: size }, (_, id) => ({ ...fields, id: String(id + 1) })) })
  const pick = numbersBelow(size)
  return {
    create: { run: () => server.schema.create('post', fields), most: 20 },
    read: { run: () => server.schema.find('post', String(pick() + 1)).attrs },
    page: {
      most: 1,
      run: () => {
        const found = server.schema.where('post', ({ id }) => Number(id) > size >> 1)
        return found.slice(0, PAGE).models.map(({ attrs }) => attrs)
      },
    },
  }
}

/** emulate: a custom service in process, its state an object of records and a list of their ids. */
async function emulate(size) {
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
  const pick = numbersBelow(size)
  const post = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"message":"message"}',
  }
  const answered = async (path, init) => (await api.request(path, init)).text()
  return {
    create: { run: () => answered('/posts', post), most: 20 },
    read: { run: () => answered(`/posts/${pick()}`), most: 50 },
    page: { run: () => answered(`/posts?from=${size >> 1}`), most: 50 },
  }
}

const peers = {
  '@mswjs/data 0.16.2': mswData,
  'miragejs 0.1.48': mirage,
  'emulate 0.12.2, custom in process': emulate,
}
const ours = { create: 'publishPost', read: 'readPost', page: 'listFormLeads' }

/** Creating, reading and paging records with a peer, in turns with the typed call of this project. */
export async function rows() {
  const found = []
  for (const size of sizes) {
    const typed = calls(seededWorld(size))
    for (const [name, make] of Object.entries(peers)) {
      try {
        const peer = await make(size)
        for (const [work, call] of Object.entries(ours)) {
          const micros = await contest({ peer: peer[work], ours: typed[call] }, { rounds: 9, warmUp: 3 })
          const goal = work === 'create' ? '≥ 1' : '≥ 10'
          const against = `${call}, ${micros.ours.toFixed(1)} µs`
          found.push({
            row: `${name}: ${work}`,
            size,
            micros: micros.peer,
            against,
            ratio: micros.peer / micros.ours,
            goal,
          })
        }
      } catch (error) {
        found.push({ row: name, size, note: `left out: ${error.message}` })
      }
    }
  }
  return found
}
