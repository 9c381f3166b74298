import type { ProcessContext } from '../../../src/explore/run/options/options.ts'
import { exclusive, graphClient } from '../graph-client.ts'
import { type GalleryProgram, starterWorld } from '../program.ts'

function feedMirror(context: ProcessContext) {
  const { store, names } = context
  const graph = graphClient(context, names.pageToken)

  async function run() {
    const feed = await graph.list(`${names.page}/feed`, { fields: 'id,message', limit: '5' })
    if (feed.kind !== 'done') return
    const messages = new Map(feed.value.map(({ id, message }) => [`post:${id}`, message ?? null]))
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
  name: 'mirrors the feed of a page, with the edits and deletions of people',
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
}
