import type { ProcessContext } from '../../../src/explore/run/options/options.ts'
import { exclusive, graphClient, type Reply, rowOf } from '../graph-client.ts'
import { type GalleryProgram, starterWorld } from '../program.ts'

/** A GIF image of one pixel with this color. */
const gif = (red: number) =>
  Uint8Array.from(atob('R0lGODlhAQABAIAAAAAAAAAAACwAAAAAAQABAAACAkQBADs='), (letter, place) =>
    place === 13 ? red : letter.charCodeAt(0),
  )

/** Two files have the same name, and two have the same bytes. */
const files = [
  { path: 'spring/banner.gif', bytes: gif(10) },
  { path: 'summer/banner.gif', bytes: gif(20) },
  { path: 'autumn/leaves.gif', bytes: gif(30) },
  { path: 'winter/leaves.gif', bytes: gif(30) },
]
type PictureFile = (typeof files)[number]

function adImageUploader(context: ProcessContext) {
  const { store, clock, names } = context
  const graph = graphClient(context, names.userToken)

  /** Uploads a file. A second upload of the same bytes returns the same image, so that a retry is harmless. */
  async function upload({ path, bytes }: PictureFile): Promise<Reply> {
    const name = path.split('/').at(-1) ?? path
    const send = () => {
      const form = new FormData()
      form.set('filename', new File([bytes], name, { type: 'image/gif' }))
      return graph.post(`act_${names.adAccount}/adimages`, form)
    }
    for (const wait of ['2s', '20s'] as const) {
      const reply = await send()
      if (reply.kind !== 'unknown') return reply
      await clock.sleep(wait)
    }
    return send()
  }

  async function run() {
    for (const file of files) {
      if (await store.get(`image:${file.path}`)) continue
      const reply = await upload(file)
      if (reply.kind === 'later') return
      if (reply.kind === 'refused') await store.set(`error:${file.path}`, reply.code)
      if (reply.kind !== 'done') continue
      const [image] = Object.values(rowOf(reply.value.images)).map(rowOf)
      if (image) await store.set(`image:${file.path}`, String(image.hash))
    }
  }

  return { run: exclusive(run) }
}

export const program: GalleryProgram = {
  name: 'uploads each picture of a folder to an ad account, and keeps its hash',
  options: {
    name: 'ad image uploader',
    world: starterWorld,
    sut: (context) => ({ jobs: { upload: { every: '1h', run: adImageUploader(context).run } } }),
    mirror: {
      images: async ({ store }) =>
        (await store.list('image:')).map(([key, hash]) => [key.replace('image:', ''), hash]),
    },
  },
}
