import type { ProcessContext } from '../../../src/explore/options/options.ts'
import { exclusive, graphClient } from '../graph-client.ts'
import { type GalleryProgram, starterWorld } from '../program.ts'

function feedMirror(context: ProcessContext) {
  const { store, names } = context
  const graph = graphClient(context, names.pageToken)

  async function run() {
    // wrong: the feed has more pages than one.
    const feed = await graph.page(`${names.page}/feed`, { fields: 'id,message', limit: '5' })
    if (feed.kind !== 'done') return
    const messages = new Map(feed.value.rows.map(({ id, message }) => [`post:${id}`, message ?? null]))
    await store.transaction(async (posts) => {
      for (const [key] of await posts.list('post:')) {
        if (!messages.has(key)) await posts.delete(key)
      }
      for (const [key, message] of messages) await posts.set(key, message)
    })
  }

  return { run: exclusive(run) }
}

export const program: GalleryProgram = {
  name: 'feed mirror reads the first page only',
  depth: 1,
  finds: 'a post is missing from the mirror',
  source: 'https://github.com/ThinkUpLLC/ThinkUp/issues/1668',
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
