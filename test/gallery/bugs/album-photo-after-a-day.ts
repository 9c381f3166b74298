import type { ProcessContext } from '../../../src/explore/options/options.ts'
import { exclusive, graphClient, rowOf } from '../graph-client.ts'
import { type GalleryProgram, starterWorld } from '../program.ts'

const at = (name: string) => `https://img.test/${name}.png`
const albums = [
  { id: 'garden', due: '2026-01-15T09:00:00Z', photos: [at('rose'), at('tulip'), at('oak')] },
  { id: 'kitchen', due: '2026-01-15T15:00:00Z', photos: [at('bread'), at('soup')] },
]
type Album = (typeof albums)[number]

function albumPublisher(context: ProcessContext) {
  const { store, clock, names } = context
  const graph = graphClient(context, names.pageToken)
  const messageOf = ({ id }: Album) => `New photos #${id}`

  async function uploadAll(album: Album): Promise<boolean> {
    // wrong: the service deletes an unpublished photo after about 24 hours.
    for (const [place, url] of album.photos.entries()) {
      const key = `photo:${album.id}:${place}`
      if (await store.get(key)) continue
      const reply = await graph.post(`${names.page}/photos`, { url, published: 'false' })
      if (reply.kind !== 'done') return false
      await store.set(key, { id: String(reply.value.id), at: clock.now() })
    }
    return true
  }

  async function publish(album: Album) {
    if (!(await uploadAll(album))) return
    const photos = await store.list(`photo:${album.id}:`)
    const reply = await graph.post(`${names.page}/feed`, {
      message: messageOf(album),
      attached_media: JSON.stringify(photos.map(([, photo]) => ({ media_fbid: rowOf(photo).id }))),
    })
    if (reply.kind === 'done') await store.set(`posted:${album.id}`, String(reply.value.id))
    if (reply.kind === 'refused') await store.set(`error:${album.id}`, reply.code)
  }

  async function run() {
    const posted = new Set((await store.list('posted:')).map(([key]) => key))
    const due = albums.filter(
      (album) => Date.parse(album.due) <= clock.now() && !posted.has(`posted:${album.id}`),
    )
    if (due.length === 0) return
    // The answer to an earlier try may have been lost: the feed says what was published.
    const feed = await graph.list(`${names.page}/feed`, { fields: 'id,message', limit: '100' })
    if (feed.kind !== 'done') return
    for (const album of due) {
      const found = feed.value.find(({ message }) => message === messageOf(album))
      if (found) await store.set(`posted:${album.id}`, String(found.id))
      else await publish(album)
    }
  }

  return { run: exclusive(run) }
}

export const program: GalleryProgram = {
  name: 'multi-photo post uses photos that the service has deleted',
  depth: 2,
  finds: 'an album is never published',
  options: {
    name: 'multi-photo post',
    world: starterWorld,
    sut: (context) => ({ jobs: { publish: { every: '15m', run: albumPublisher(context).run } } }),
    mirror: {
      posted: async ({ store }) => (await store.list('posted:')).map(([key]) => key.replace('posted:', '')),
    },
    environment: ['post'],
    // A person who removes or rewrites a post whose answer was lost makes it look unpublished.
    hostile: { people: false },
  },
}
