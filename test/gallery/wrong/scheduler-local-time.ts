import type { ProcessContext } from '../../../src/explore/run/options/options.ts'
import { createWorld } from '../../../src/index.ts'
import { plan } from '../calendar.ts'
import { exclusive, graphClient, rowOf } from '../graph-client.ts'
import type { GalleryProgram } from '../program.ts'

const calendar = [
  { id: 'saturday', at: '2026-03-28T14:00:00Z', text: 'The last evening of winter time' },
  { id: 'sunday', at: '2026-03-29T12:00:00Z', text: 'The first day of summer time' },
  { id: 'monday', at: '2026-03-30T06:00:00Z', text: 'Back to work' },
]

// wrong: the times of the calendar are in UTC.
const localTime = (at: string) => new Date(at.replace('Z', '')).getTime()

function postScheduler(context: ProcessContext) {
  const { store, clock, names } = context
  const graph = graphClient(context, names.pageToken)

  async function duePosts() {
    const due = []
    for (const [key, value] of await store.list('planned:')) {
      const { at, text } = rowOf(value)
      const id = key.slice('planned:'.length)
      if (localTime(String(at)) > clock.now() || (await store.get(`published:${id}`))) continue
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
  name: 'post scheduler reads planned times in the zone of its server',
  depth: 1,
  finds: 'a post is published an hour early',
  options: {
    name: 'post scheduler',
    world: () => {
      const world = createWorld({ now: '2026-03-28T12:00:00Z' })
      world.starter({ publications: false })
      return world
    },
    sut: (context) => ({ jobs: { publish: { every: '15m', run: postScheduler(context).publish } } }),
    mirror: {
      published: async ({ store }) =>
        (await store.list('published:')).map(([key]) => key.replace('published:', '')),
    },
    timeZone: 'Europe/Berlin',
    environment: ['post'],
    // A person who removes or rewrites a post whose answer was lost makes it look unpublished.
    hostile: { people: false },
  },
  invariants: {
    invariants: {
      'no post is early': ({ world, names }) => {
        const fields = 'message,created_time'
        const posts = world.fork().as(names.pageToken).listPageFeed({ page: names.page, fields, limit: 100 })
        return posts.unwrap().data.every(({ message, created_time }) => {
          const planned = calendar.find(({ id }) => message?.endsWith(`#${id}`))
          return !planned || Number(created_time) * 1000 >= Date.parse(planned.at)
        })
      },
    },
  },
}
