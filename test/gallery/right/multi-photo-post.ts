import type { ProcessContext } from '../../../src/explore/run/options/options.ts'
import { exclusive, graphClient, rowOf } from '../graph-client.ts'
import { type GalleryProgram, starterWorld } from '../program.ts'

const HOUR = 3_600_000
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

  /** Deletes the uploaded photos of an album; returns false if one may remain. */
  async function dropPhotos({ id }: Album): Promise<boolean> {
    for (const [key, photo] of await store.list(`photo:${id}:`)) {
      const reply = await graph.delete(String(rowOf(photo).id))
      if (reply.kind === 'later' || reply.kind === 'unknown') return false
      await store.delete(key)
    }
    return true
  }

  /** The service deletes an unpublished photo after about 24 hours. */
  async function hasOldPhoto({ id }: Album): Promise<boolean> {
    const photos = await store.list(`photo:${id}:`)
    return photos.some(([, photo]) => Number(rowOf(photo).at) < clock.now() - 20 * HOUR)
  }

  async function uploadAll(album: Album): Promise<boolean> {
    if ((await hasOldPhoto(album)) && !(await dropPhotos(album))) return false
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
    // One of the photos may be gone: the next start uploads all of them again.
    if (reply.kind === 'refused') await dropPhotos(album)
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
  name: 'uploads the photos of an album, and publishes them in one post',
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
