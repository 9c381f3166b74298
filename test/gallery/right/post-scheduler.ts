import type { ProcessContext } from '../../../src/explore/run/options/options.ts'
import { calendar, plan } from '../calendar.ts'
import { exclusive, graphClient, rowOf } from '../graph-client.ts'
import { type GalleryProgram, starterWorld } from '../program.ts'

function postScheduler(context: ProcessContext) {
  const { store, clock, names } = context
  const graph = graphClient(context, names.pageToken)

  async function duePosts() {
    const due = []
    for (const [key, value] of await store.list('planned:')) {
      const { at, text } = rowOf(value)
      const id = key.slice('planned:'.length)
      if (Date.parse(String(at)) > clock.now() || (await store.get(`published:${id}`))) continue
      due.push({ id, message: `${text} #${id}` })
    }
    return due
  }

  async function publish() {
    await plan(store, calendar)
    const due = await duePosts()
    if (due.length === 0) return
    // The answer to an earlier try may have been lost: the feed says what was published.
    const feed = await graph.list(`${names.page}/feed`, { fields: 'id,message', limit: '100' })
    if (feed.kind !== 'done') return
    for (const { id, message } of due) {
      const found = feed.value.find((post) => post.message === message)
      if (found) await store.set(`published:${id}`, String(found.id))
      else {
        const reply = await graph.post(`${names.page}/feed`, { message })
        if (reply.kind === 'later') return
        if (reply.kind === 'refused') await store.set(`error:${id}`, reply.code)
        if (reply.kind === 'done') await store.set(`published:${id}`, String(reply.value.id))
      }
    }
  }

  return { publish: exclusive(publish) }
}

export const program: GalleryProgram = {
  name: 'publishes each planned post once, when it is due',
  options: {
    name: 'post scheduler',
    world: starterWorld,
    sut: (context) => ({ jobs: { publish: { every: '15m', run: postScheduler(context).publish } } }),
    mirror: {
      published: async ({ store }) =>
        (await store.list('published:')).map(([key]) => key.replace('published:', '')),
    },
    environment: ['post'],
    // A person who removes or rewrites a post whose answer was lost makes it look unpublished.
    hostile: { people: false },
  },
}
