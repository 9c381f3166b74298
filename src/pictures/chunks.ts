import { asciiText, bytesOf, hasText, joined, setUint32, uint32 } from './bytes.ts'
import { checksum } from './checksum.ts'
import { countParts, type PictureCost } from './cost.ts'

/** A chunk of a PNG or WebP file: the whole of it from `at` to `end`, its data in `data`. */
export type Chunk = { type: string; at: number; end: number; data: Uint8Array }

/** The first bytes of every PNG file. */
export const pngSignature = '\x89PNG\r\n\x1a\n'

/** The chunks of a PNG up to its end chunk, or as far as the bound on the parts of pictures allows. The last
 * one may be cut short, as in a file that was not sent whole. */
export function* pngChunksOf(bytes: Uint8Array, cost: PictureCost): Generator<Chunk> {
  let at = pngSignature.length
  while (at + 8 < bytes.length && countParts(cost)) {
    const type = asciiText(bytes, at + 4, at + 8)
    const dataEnd = at + 8 + uint32(bytes, at)
    const end = Math.min(dataEnd + 4, bytes.length)
    yield { type, at, end, data: bytes.subarray(at + 8, dataEnd) }
    if (type === 'IEND') return
    at = end
  }
}

/** Makes a PNG chunk, checksum included. */
export function pngChunk(type: string, data: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(data.length + 12)
  setUint32(chunk, 0, data.length)
  chunk.set(bytesOf(type), 4)
  chunk.set(data, 8)
  setUint32(chunk, data.length + 8, checksum(chunk.subarray(4, data.length + 8)))
  return chunk
}

/** Where the RIFF container of a WebP file ends; undefined when this is none. */
export function riffEnd(bytes: Uint8Array): number | undefined {
  if (!hasText(bytes, 0, 'RIFF') || !hasText(bytes, 8, 'WEBP')) return undefined
  return 8 + uint32(bytes, 4, true)
}

/** The chunks of a WebP file from `from` to `limit`, as far as the bound on the parts of pictures allows. The
 * last one may be cut short. */
export function* webpChunksOf(
  bytes: Uint8Array,
  cost: PictureCost,
  from = 12,
  limit = Math.min(riffEnd(bytes) ?? 0, bytes.length),
): Generator<Chunk> {
  let at = from
  while (at + 8 <= limit && countParts(cost)) {
    const length = uint32(bytes, at + 4, true)
    const dataEnd = Math.min(at + 8 + length, limit)
    const end = Math.min(at + 8 + length + (length % 2), limit)
    yield { type: asciiText(bytes, at, at + 4), at, end, data: bytes.subarray(at + 8, dataEnd) }
    at = end
  }
}

/** A WebP chunk, padded to an even length. */
export function webpChunk(type: string, data: Uint8Array): Uint8Array {
  const head = bytesOf(`${type}\0\0\0\0`)
  setUint32(head, 4, data.length, true)
  return joined([head, data, new Uint8Array(data.length % 2)])
}
