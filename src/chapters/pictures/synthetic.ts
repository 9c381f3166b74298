import { zlibSync } from 'fflate'
import { joined } from '../../engine/values/byte-arrays.ts'
import { bytesOf, setUint32 } from './bytes.ts'
import { pngChunk, pngSignature } from './chunks.ts'
import type { Size } from './format.ts'

const sideMin = 200
const sideMax = 2400

/** Hashes the code units of a text with FNV-1a and mixes the bits. Each `salt` gives another hash. */
function hash(characters: string, salt: number): number {
  let value = 0x811c9dc5 ^ salt
  for (let index = 0; index < characters.length; index += 1) {
    value = Math.imul(value ^ characters.charCodeAt(index), 0x01000193)
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}

/**
 * The size of the picture at a url that is not registered (SIL-071). It depends only on the url, so that a
 * first call needs no set-up and every call has the same answer.
 */
export function syntheticSize(url: string): Size {
  const side = (salt: number) => sideMin + (hash(url, salt) % (sideMax - sideMin + 1))
  return { width: side(1), height: side(2) }
}

/** The header of a PNG with one bit per pixel and a palette. The largest picture is 720 KB uncompressed. */
function header({ width, height }: Size): Uint8Array {
  const data = new Uint8Array(13)
  setUint32(data, 0, width)
  setUint32(data, 4, height)
  data.set([1, 3, 0, 0, 0], 8)
  return data
}

function palette(url: string): Uint8Array {
  const data = new Uint8Array(8)
  setUint32(data, 0, hash(url, 3))
  setUint32(data, 3, hash(url, 4))
  // Every channel of the second color is at least as light as that of the first.
  return data.subarray(0, 6).map((value, index) => (index < 3 ? value & 0x7f : value | 0x80))
}

/** The rows of a checkerboard with fields of 8, 16, 32 or 64 pixels. */
function rows({ width, height }: Size, field: number): Uint8Array {
  const length = 1 + Math.ceil(width / 8)
  const even = Uint8Array.from({ length }, (_, at) => (at > 0 && ((at - 1) * 8) & field ? 0xff : 0))
  const odd = even.map((byte, index) => (index === 0 ? 0 : byte ^ 0xff))
  const data = new Uint8Array(length * height)
  for (let row = 0; row < height; row += 1) data.set(row & field ? odd : even, row * length)
  return data
}

/**
 * Draws the picture at a url that is not registered (SIL-071): a PNG of this size. Its two colors and its
 * pattern depend only on the url.
 */
export function syntheticPicture({ url, width, height }: Size & { url: string }): Uint8Array {
  const field = 8 << (hash(url, 5) & 3)
  return joined([
    bytesOf(pngSignature),
    pngChunk('IHDR', header({ width, height })),
    pngChunk('PLTE', palette(url)),
    pngChunk('IDAT', zlibSync(rows({ width, height }, field), { level: 1 })),
    pngChunk('IEND', new Uint8Array()),
  ])
}
