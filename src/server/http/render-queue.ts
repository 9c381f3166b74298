import { createHash } from 'node:crypto'
import { bounds } from '../../service/contract/bounds.ts'
import type { PictureRenderer, RenderedPicture, RenderedSize } from '../picture-renderer.ts'

/** Renders one picture, without any bound of its own. */
type RenderOne = (bytes: Uint8Array, size: RenderedSize) => Promise<RenderedPicture | undefined>

/**
 * Renders one picture at a time, since decoding a picture can take hundreds of megabytes. Requests for the
 * same picture and size that wait share one render.
 *
 * @param waitingBytesMax The bytes of the originals that wait.
 */
export function renderQueue(
  render: RenderOne,
  waitingBytesMax = bounds.waitingPictureBytesMax,
): PictureRenderer {
  const pending = new Map<string, Promise<RenderedPicture | undefined>>()
  let last: Promise<unknown> = Promise.resolve()
  let waitingBytes = 0
  const enqueue = async (key: string, bytes: Uint8Array, size: RenderedSize) => {
    const before = last
    waitingBytes += bytes.length
    const rendered = before
      .then(() => render(bytes, size))
      .catch(() => undefined)
      .then((result) => {
        waitingBytes -= bytes.length
        pending.delete(key)
        return result
      })
    last = rendered
    pending.set(key, rendered)
    return rendered
  }
  return async (bytes, size) => {
    const key = `${createHash('sha256').update(bytes).digest('base64')} ${size.width}x${size.height}`
    const shared = pending.get(key)
    if (shared) return shared
    if (pending.size > 0 && waitingBytes + bytes.length > waitingBytesMax) return 'busy'
    return enqueue(key, bytes, size)
  }
}
