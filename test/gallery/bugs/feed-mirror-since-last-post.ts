import type { ProcessContext } from '../../../src/explore/options/options.ts'
import { exclusive, graphClient } from '../graph-client.ts'
import { type GalleryProgram, starterWorld } from '../program.ts'

function feedMirror(context: ProcessContext) {
  const { store, names } = context
  const graph = graphClient(context, names.pageToken)

  async function run() {
    const feed = await graph.list(`${names.page}/feed`, { fields: 'id,message,created_time', limit: '5' })
    if (feed.kind !== 'done') return
    const since = Number((await store.get('since')) ?? 0)
    // wrong: a post that was created earlier can be edited later.
    const changed = feed.value.filter(({ created_time }) => Number(created_time) > since)
    const ids = new Set(feed.value.map(({ id }) => `post:${id}`))
    const messages = new Map(changed.map(({ id, message }) => [`post:${id}`, message ?? null]))
    await store.transaction(async (posts) => {
      for (const [key] of await posts.list('post:')) {
        if (!ids.has(key)) await posts.delete(key)
      }
      for (const [key, message] of messages) await posts.set(key, message)
      await posts.set('since', Math.max(since, ...changed.map(({ created_time }) => Number(created_time))))
    })
  }

  return { run: exclusive(run) }
}

export const program: GalleryProgram = {
  name: 'feed mirror reads only posts newer than the last one it has',
  depth: 2,
  finds: 'an edited post keeps its old text',
  options: {
    name: 'page feed mirror',
    world: starterWorld,
    sut: (context) => ({ jobs: { mirror: { every: '30m', run: feedMirror(context).run } } }),
    mirror: {
      posts: async ({ store }) =>
        (await store.list('post:')).map(([key, message]) => [key.replace('post:', ''), message]),
    },
    environment: ['post', 'editedPost', 'deletedPost'],
  },
  invariants: {
    eventually: {
      'the mirror is the feed': ({ world, names, mirror }) => {
        const fields = 'id,message'
        const feed = world.fork().as(names.pageToken).listPageFeed({ page: names.page, fields, limit: 100 })
        const posts = feed.unwrap().data.map(({ id, message }) => JSON.stringify([id, message ?? null]))
        const held = (mirror['posts'] ?? []).map((row) => JSON.stringify(row))
        return posts.length === held.length && posts.every((post) => held.includes(post))
      },
    },
  },
}
