import { record } from '../floor.mjs'
import { PAGE, works } from './works.mjs'

// The libraries that keep data, called in process.

/** @mswjs/data: a model with a primary key, found by it. A cursor takes longer than `skip`. */
export async function mswjsData(size) {
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
  return works(size, {
    create,
    read: (id) => db.post.findFirst({ where: { id: { equals: id } } }),
    page: () => db.post.findMany({ take: PAGE, skip: size >> 1 }),
    idAt: (at) => at + 1,
    most: { create: 20 },
  })
}

/** @msw/data: a collection with a schema of zod, queried by id. A cursor takes 40 times as long as `skip`. */
export async function mswData(size) {
  const { Collection } = await import('@msw/data')
  // The project's own zod: every user of the library chooses a library of schemas.
  const { z } = await import('zod')
  const posts = new Collection({
    schema: z.object({
      id: z.number(),
      owner: z.number(),
      message: z.string(),
      createdTime: z.number(),
      published: z.boolean(),
      hidden: z.boolean(),
      rank: z.number(),
      photos: z.array(z.string()),
    }),
  })
  await posts.createMany(size, record)
  let next = size
  return works(size, {
    create: () => posts.create(record(next++)),
    read: (id) => posts.findFirst((query) => query.where({ id })),
    page: () => posts.findMany(undefined, { skip: size >> 1, take: PAGE }),
    idAt: (at) => at,
    most: { create: 20, read: 50, page: 50 },
  })
}

/** miragejs: a server without interception; its ORM is asked directly. */
export async function mirage(size) {
  const { createServer, Model } = await import('miragejs')
  const server = createServer({
    environment: 'test',
    models: { post: Model },
    interceptor: { start() {}, shutdown() {}, create() {} },
  })
  server.logging = false
  const { id: _id, ...fields } = record(1)
  server.db.loadData({ posts: Array.from({ length: size }, (_, id) => ({ ...fields, id: String(id + 1) })) })
  return works(size, {
    create: () => server.schema.create('post', fields),
    read: (id) => server.schema.find('post', id).attrs,
    page() {
      const found = server.schema.where('post', ({ id }) => Number(id) > size >> 1)
      return found.slice(0, PAGE).models.map(({ attrs }) => attrs)
    },
    idAt: (at) => String(at + 1),
    most: { create: 20, page: 1 },
  })
}
