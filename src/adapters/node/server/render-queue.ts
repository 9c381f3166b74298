import { createHash } from 'node:crypto'
import { bounds } from '../../../graph/contract/bounds.ts'
import type { PictureRenderer, RenderedPicture, RenderedSize } from '../../picture-renderer.ts'

/** Renders one picture, without any bound of its own. */
type RenderOne = (bytes: Uint8Array, size: RenderedSize) => Promise<RenderedPicture | undefined>

/** Limits of a render queue, in bytes. */
interface RenderQueueLimits {
  /** Originals that wait. */
  readonly waitingBytesMax: number
  /** Results that are kept. */
  readonly cacheBytesMax: number
}

/** Bytes that a cache entry counts in addition to its picture, so that failed renders are bounded too. */
const ENTRY_BYTES = 256

/** The last results, in the order of their last use. */
function resultCache(bytesMax: number) {
  const results = new Map<string, RenderedPicture | undefined>()
  let total = 0
  const sizeOf = (result: RenderedPicture | undefined) => ENTRY_BYTES + (result?.bytes.length ?? 0)
  const remove = (key: string) => {
    total -= sizeOf(results.get(key))
    results.delete(key)
  }
  return {
    has: (key: string) => results.has(key),
    get(key: string): RenderedPicture | undefined {
      const result = results.get(key)
      results.delete(key)
      results.set(key, result)
      return result
    },
    add(key: string, result: RenderedPicture | undefined): void {
      results.set(key, result)
      total += sizeOf(result)
      for (const oldest of results.keys()) {
        if (total <= bytesMax) break
        remove(oldest)
      }
    },
  }
}

/**
 * Renders one picture at a time and keeps the last results, since decoding a picture can take hundreds of
 * megabytes. Requests for the same picture and size share one render.
 */
export function renderQueue(
  render: RenderOne,
  {
    waitingBytesMax = bounds.waitingPictureBytesMax,
    cacheBytesMax = bounds.renderedCacheBytesMax,
  }: Partial<RenderQueueLimits> = {},
): PictureRenderer {
  const cache = resultCache(cacheBytesMax)
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
        cache.add(key, result)
        return result
      })
    last = rendered
    pending.set(key, rendered)
    return rendered
  }
  return async (bytes, size) => {
    const key = `${createHash('sha256').update(bytes).digest('base64')} ${size.width}x${size.height}`
    if (cache.has(key)) return cache.get(key)
    const shared = pending.get(key)
    if (shared) return shared
    if (pending.size > 0 && waitingBytes + bytes.length > waitingBytesMax) return 'busy'
    return enqueue(key, bytes, size)
  }
}
