import { Z_BLOCK, Z_BUF_ERROR, Z_OK, Z_STREAM_END, ZStream, zlibInflate, zlibInflateInit2 } from 'pako'
import { countParts, type PictureCost } from './cost.ts'

/** The window of Deflate in bits. A negative number means data without a header of zlib. */
const RAW_WINDOW_BITS = -15

/** In `data_type` of a stream: a block has ended, and whether that or the current one is the last. */
const [BLOCK_ENDED, IS_LAST] = [128, 64] as const

function streamOf(input: Uint8Array, outputLength: number): ZStream {
  const stream = new ZStream()
  zlibInflateInit2(stream, RAW_WINDOW_BITS)
  stream.input = input
  stream.avail_in = input.length
  stream.output = new Uint8Array(outputLength)
  stream.avail_out = outputLength
  return stream
}

/** Grows the output. Returns false if that is not what the stream waits for, or at the maximum. */
function grow(stream: ZStream, bytesMax: number): boolean {
  const { output, next_out: length } = stream
  if (stream.avail_out > 0 || length === bytesMax) return false
  stream.output = new Uint8Array(Math.min(bytesMax, 2 * length + 1))
  stream.output.set(output)
  stream.avail_out = stream.output.length - length
  return true
}

/**
 * Inflates Deflate data (RFC 1951) to at most `bytesMax` bytes. Undefined if the data is broken, inflates to
 * more, or exceeds the bound on parts. Every block counts as a part, because a block of a few bytes can have
 * codes that take long to read: the stream therefore stops at each block.
 */
export function inflate(packed: Uint8Array, bytesMax: number, cost: PictureCost): Uint8Array | undefined {
  const stream = streamOf(packed, Math.min(bytesMax, 4 * packed.length))
  if (!countParts(cost)) return undefined
  for (;;) {
    const status = zlibInflate(stream, Z_BLOCK)
    if (status === Z_STREAM_END) return stream.output.subarray(0, stream.next_out)
    if (status !== Z_OK && status !== Z_BUF_ERROR) return undefined
    if ((stream.data_type & BLOCK_ENDED) === 0) {
      if (!grow(stream, bytesMax)) return undefined
    } else if ((stream.data_type & IS_LAST) === 0 && !countParts(cost)) return undefined
  }
}

/** Inflates a zlib stream (RFC 1950). It does not check the checksum. */
export function inflateZlib(bytes: Uint8Array, bytesMax: number, cost: PictureCost): Uint8Array | undefined {
  const [method = 0, flags = 0] = bytes
  const isZlib = (method & 15) === 8 && (method * 256 + flags) % 31 === 0 && (flags & 0x20) === 0
  return isZlib ? inflate(bytes.subarray(2), bytesMax, cost) : undefined
}
