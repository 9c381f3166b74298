import sharp from 'sharp'
import type { ServerProcess } from './process.ts'

/** Uploads a picture of noise, about three bytes a pixel; the path at which it is read. */
export async function largePicture({ port, starter }: ServerProcess, side: number): Promise<string> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  const picture = sharp({ create: { width: side, height: side, channels: 3, noise, background: 'black' } })
  const body = new FormData()
  body.set('source', new Blob([new Uint8Array(await picture.png().toBuffer())]), 'noise.png')
  const base = `http://127.0.0.1:${port}`
  const token = `access_token=${starter['pageToken']}`
  const made = await fetch(`${base}/${starter['page']}/photos?${token}`, { method: 'POST', body })
  const { id } = (await made.json()) as { id: string }
  const read = await fetch(`${base}/${id}?fields=images&${token}`)
  const { images } = (await read.json()) as { images: { source: string }[] }
  const { pathname, search } = new URL(images[0]?.source ?? '')
  return pathname + search
}
