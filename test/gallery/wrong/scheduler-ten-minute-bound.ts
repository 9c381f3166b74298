import type { ProcessContext } from '../../../src/explore/run/options/options.ts'
import { plan } from '../calendar.ts'
import { exclusive, graphClient, rowOf } from '../graph-client.ts'
import { type GalleryProgram, starterWorld } from '../program.ts'

const MINUTE = 60_000
const calendar = [
  { id: 'opening', at: '2026-01-15T09:13:00Z', text: 'We are open' },
  { id: 'lunch', at: '2026-01-15T12:00:00Z', text: 'Soup of the day' },
  { id: 'dessert', at: '2026-01-15T12:00:00Z', text: 'Cake of the day' },
  { id: 'tomorrow', at: '2026-01-16T09:00:00Z', text: 'We are open again' },
  { id: 'week', at: '2026-01-22T09:00:00Z', text: 'One week old' },
]

function postScheduler(context: ProcessContext) {
  const { store, clock, names } = context
  const graph = graphClient(context, names.pageToken)

  async function duePosts() {
    const due = []
    for (const [key, value] of await store.list('planned:')) {
      const { at, text } = rowOf(value)
      const id = key.slice('planned:'.length)
      if ((await store.get(`published:${id}`)) || (await store.get(`error:${id}`))) continue
      const time = Date.parse(String(at))
      // wrong: 9 minutes and 30 seconds count as ten minutes.
      const isFar = Math.round((time - clock.now()) / MINUTE) >= 10
      if (!isFar && time > clock.now()) continue
      due.push({ id, message: `${text} #${id}`, ...(isFar && { time }) })
    }
    return due
  }

  async function publish() {
    await plan(store, calendar)
    const due = await duePosts()
    if (due.length === 0) return
    // The answer to an earlier try may have been lost: the feed says what was published.
    const feed = await graph.list(`${names.page}/feed`, { fields: 'id,message,is_published', limit: '100' })
    if (feed.kind !== 'done') return
    for (const { id, message, time } of due) {
      const found = feed.value.find((post) => post.message === message)
      if (found) await store.set(`published:${id}`, String(found.id))
      else {
        const reply = await graph.post(`${names.page}/feed`, {
          message,
          ...(time !== undefined && {
            published: 'false',
            unpublished_content_type: 'SCHEDULED',
            scheduled_publish_time: String(Math.floor(time / 1000)),
          }),
        })
        if (reply.kind === 'later') return
        if (reply.kind === 'refused') await store.set(`error:${id}`, reply.code)
        if (reply.kind === 'done') await store.set(`published:${id}`, String(reply.value.id))
      }
    }
  }

  return { publish: exclusive(publish) }
}

export const program: GalleryProgram = {
  name: 'post scheduler is off by one at the bound of ten minutes',
  depth: 1,
  finds: 'a planned post is refused and never published',
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
    hostile: { people: false, errors: false },
  },
  invariants: {
    invariants: {
      'no post is refused': ({ calls }) =>
        calls.every(({ operation, code }) => operation !== 'publishPost' || code !== 100),
    },
  },
}
