import {
  brotliCompressSync,
  brotliDecompressSync,
  deflateSync,
  gunzipSync,
  gzipSync,
  inflateSync,
} from 'node:zlib'

/** The kinds of bytes in a recording that `scrub` cannot search. */
export type UnreadKind = 'compressed' | 'picture' | 'file' | 'bytes'

type Coder = (bytes: Uint8Array, options?: { readonly maxOutputLength?: number }) => Uint8Array

/** A way to compress bytes, and how its bytes begin: those of brotli in no certain way. */
interface Codec {
  readonly pack: Coder
  readonly unpack: Coder
  /** The most bytes that one byte can become. */
  readonly ratio: number
  begins(bytes: Uint8Array): boolean
}

const beginsWith =
  (...signs: readonly number[]) =>
  (bytes: Uint8Array): boolean =>
    signs.every((sign, index) => bytes[index] === sign)

const gzip: Codec = { pack: gzipSync, unpack: gunzipSync, ratio: 1_040, begins: beginsWith(0x1f, 0x8b) }

const zlib: Codec = {
  pack: deflateSync,
  unpack: inflateSync,
  ratio: 1_040,
  begins: ([first = 0, second = 0]) => first === 0x78 && (first * 256 + second) % 31 === 0,
}

const brotli: Codec = {
  pack: brotliCompressSync,
  unpack: brotliDecompressSync,
  ratio: 64,
  begins: () => true,
}

/** Compressed bytes that are not unpacked: Zstandard, zip, bzip2, xz. */
const otherPacked: readonly ((bytes: Uint8Array) => boolean)[] = [
  beginsWith(0x28, 0xb5, 0x2f, 0xfd),
  beginsWith(0x50, 0x4b, 0x03, 0x04),
  beginsWith(0x42, 0x5a, 0x68),
  beginsWith(0xfd, 0x37, 0x7a, 0x58, 0x5a),
]

/** Pictures and films: PNG, JPEG, GIF, RIFF (WebP), and the formats of MP4. */
const pictures: readonly ((bytes: Uint8Array) => boolean)[] = [
  beginsWith(0x89, 0x50, 0x4e, 0x47),
  beginsWith(0xff, 0xd8, 0xff),
  beginsWith(0x47, 0x49, 0x46, 0x38),
  beginsWith(0x52, 0x49, 0x46, 0x46),
  (bytes) => beginsWith(0x66, 0x74, 0x79, 0x70)(bytes.subarray(4)),
]

/** Bytes of one text that is unpacked, and of all those of one walk through the recordings. */
const bounds = { textBytesMax: 16 * 1024 * 1024, allBytesMax: 512 * 1024 * 1024, leastBytes: 65_536 }

/** Each damaged byte counts as this many unpacked ones: most damaged texts fail at once. */
const FAILED_RATIO = 16

/** Unpacks bytes, up to a bound for all of them. */
export interface Unpacker {
  /** Returns the text that bytes compress, and how to compress another one; undefined if they do not. */
  text(bytes: Uint8Array): { readonly text: string; pack(text: string): Uint8Array } | undefined
}

/** Returns text in UTF-8; undefined for other bytes. */
export function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Returns what kind of bytes are no text. */
export function kindOfBytes(bytes: Uint8Array): UnreadKind {
  if ([gzip.begins, zlib.begins, ...otherPacked].some((begins) => begins(bytes))) return 'compressed'
  return pictures.some((begins) => begins(bytes)) ? 'picture' : 'bytes'
}

/** Creates an unpacker for one walk through the recordings. */
export function newUnpacker(): Unpacker {
  let left = bounds.allBytesMax
  const unpacked = (bytes: Uint8Array, { unpack, ratio }: Codec): Uint8Array | undefined => {
    const most = Math.min(bounds.textBytesMax, left, bounds.leastBytes + bytes.length * ratio)
    try {
      const result = unpack(bytes, { maxOutputLength: most })
      left -= result.length
      return result
    } catch (error) {
      const isTooLong = Reflect.get(Object(error), 'code') === 'ERR_BUFFER_TOO_LARGE'
      left -= Math.min(left, isTooLong ? most : bytes.length * FAILED_RATIO)
      return undefined
    }
  }
  return {
    text(bytes) {
      if (left <= 0) return undefined
      const kind = kindOfBytes(bytes)
      const codec =
        [gzip, zlib].find(({ begins }) => begins(bytes)) ?? (kind === 'bytes' ? brotli : undefined)
      const result = codec && unpacked(bytes, codec)
      const text = result && utf8(result)
      if (!codec || text === undefined) return undefined
      return { text, pack: (changed) => codec.pack(new TextEncoder().encode(changed)) }
    },
  }
}
