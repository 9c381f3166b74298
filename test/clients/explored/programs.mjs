import { createWorld } from 'fauxgraph'

const baseUrl = 'https://graph.facebook.com'

/** A starter world without posts and photos, at the address that published clients call. */
export function starterWorld() {
  const world = createWorld({ baseUrl })
  world.starter({ publications: false })
  return world
}

/** The starter world with the behavior of the live service: notices have ids as text, and forms can be read. */
export function platformWorld() {
  const world = createWorld({ baseUrl, policy: { webhookIds: 'text', beyond: 'serve' } })
  world.starter({ publications: false })
  return world
}

/** The parts of a request that the servers of n8n and Activepieces hand on. */
export const requestParts = async (request) => ({
  ...{ method: request.method, url: request.url, headers: Object.fromEntries(request.headers) },
  rawBody: Buffer.from(await request.arrayBuffer()),
})

/** The same world, whose person administers more pages than a list shows at once. */
export function worldOfManyPages() {
  const world = starterWorld()
  const { user } = world.names
  for (let place = 1; place < 30; place++)
    world.actions.createPage({ name: `Branch ${place}`, administrators: [user] }).unwrap()
  return world
}

/** A job that does nothing while an earlier start of it goes on. The next start tries again what failed. */
export function job(run) {
  let isRunning = false
  return {
    every: '15m',
    async run() {
      if (isRunning) return
      isRunning = true
      try {
        await run()
      } catch {
        // Every trouble ends this start: the client does not tell all kinds of trouble apart.
      } finally {
        isRunning = false
      }
    },
  }
}

/** Copies all leads of a form to the store. `pagesOfLeads` yields the pages as the client walks them. */
export const leadSync = (name, pagesOfLeads) => ({
  name: `${name}: leads`,
  world: starterWorld,
  sut: (context) => ({
    jobs: {
      sync: job(async () => {
        for await (const leads of pagesOfLeads(context))
          for (const { id } of leads) await context.store.set(`lead:${id}`, true)
      }),
    },
  }),
  mirror: { leads: async ({ store }) => (await store.list('lead:')).map(([key]) => key.slice(5)) },
})

const texts = ['We are open', 'Book a table']

/**
 * Publishes two texts, each once, and keeps the id of each post. It looks for a text on the page before it
 * publishes it, since an earlier attempt may have taken effect although no answer arrived.
 */
const announcer = (name, pagesOfPosts, publish) => ({
  name,
  world: starterWorld,
  sut(context) {
    const { store } = context
    async function findOnPage(text) {
      for await (const posts of pagesOfPosts(context)) {
        const found = posts.find(({ message }) => message === text)
        if (found) return found
      }
      return undefined
    }
    return {
      jobs: {
        send: job(async () => {
          for (const text of texts) {
            if (await store.get(`sent:${text}`)) continue
            const { id } = (await findOnPage(text)) ?? (await publish(context, text))
            await store.set(`sent:${text}`, { id: String(id) })
          }
        }),
      },
    }
  },
})

/** The id of every post that the program keeps must be that of a post on the page. */
const keptIds = {
  'each text is kept with the id of its post': async ({ world, store, names }) => {
    const { data } = world.as(names.pageToken).listPageFeed({ page: names.page, limit: 100 }).unwrap()
    const known = new Set(data.map(({ id }) => id))
    return (await store.list('sent:')).every(([, { id }]) => known.has(id))
  },
}

/** Explorations of the same program: with the posts in the world alone, and with the ids that it keeps. */
export const announcers = (name, pagesOfPosts, publish) => [
  announcer(`${name}: posts`, pagesOfPosts, publish),
  { ...announcer(`${name}: ids of posts`, pagesOfPosts, publish), eventually: keptIds },
]
