import { joined } from '../../engine/values/byte-arrays.ts'
import { bytesOf, hasText, latin1Text, setUint32, uint32 } from './bytes.ts'
import { countParts, type PictureCost } from './cost.ts'

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** Computes the CRC-32 that PNG chunks and zip files use (ISO 3309). */
export function checksum(bytes: Uint8Array): number {
  let value = 0xffffffff
  for (let at = 0; at < bytes.length; at += 1) {
    value = (table[(value ^ (bytes[at] ?? 0)) & 0xff] ?? 0) ^ (value >>> 8)
  }
  return ~value >>> 0
}

/** A chunk of a PNG or WebP file. `start` and `end` enclose all of it, `data` is its content. */
export type Chunk = { type: string; start: number; end: number; data: Uint8Array }

/** The first bytes of every PNG file. */
export const pngSignature = '\x89PNG\r\n\x1a\n'

/** Yields the chunks of a PNG up to IEND, or up to the bound on parts. In a truncated file the last chunk is
 * cut short. */
export function* pngChunksOf(bytes: Uint8Array, cost: PictureCost): Generator<Chunk> {
  let start = pngSignature.length
  while (start + 8 < bytes.length && countParts(cost)) {
    const type = latin1Text(bytes, start + 4, start + 8)
    const dataEnd = start + 8 + uint32(bytes, start)
    const end = Math.min(dataEnd + 4, bytes.length)
    yield { type, start, end, data: bytes.subarray(start + 8, dataEnd) }
    if (type === 'IEND') return
    start = end
  }
}

/** Makes a PNG chunk with its checksum. */
export function pngChunk(type: string, data: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(data.length + 12)
  setUint32(chunk, 0, data.length)
  chunk.set(bytesOf(type), 4)
  chunk.set(data, 8)
  setUint32(chunk, data.length + 8, checksum(chunk.subarray(4, data.length + 8)))
  return chunk
}

/** Returns the end of the RIFF container of a WebP file; undefined if the file is not a WebP file. */
export function riffEnd(bytes: Uint8Array): number | undefined {
  if (!hasText(bytes, 0, 'RIFF') || !hasText(bytes, 8, 'WEBP')) return undefined
  return 8 + uint32(bytes, 4, true)
}

/** Yields the chunks of a WebP file from `from` to `limit`, or up to the bound on parts. The last chunk may
 * be cut short. */
export function* webpChunksOf(
  bytes: Uint8Array,
  cost: PictureCost,
  from = 12,
  limit = Math.min(riffEnd(bytes) ?? 0, bytes.length),
): Generator<Chunk> {
  let start = from
  while (start + 8 <= limit && countParts(cost)) {
    const length = uint32(bytes, start + 4, true)
    const dataEnd = Math.min(start + 8 + length, limit)
    const end = Math.min(start + 8 + length + (length % 2), limit)
    yield { type: latin1Text(bytes, start, start + 4), start, end, data: bytes.subarray(start + 8, dataEnd) }
    start = end
  }
}

/** Makes a WebP chunk, padded to an even length. */
export function webpChunk(type: string, data: Uint8Array): Uint8Array {
  const head = bytesOf(`${type}\0\0\0\0`)
  setUint32(head, 4, data.length, true)
  return joined([head, data, new Uint8Array(data.length % 2)])
}
