import { zlibSync } from 'fflate'
import { bytesOf, joined, setUint32 } from './bytes.ts'
import { pngChunk, pngSignature } from './chunks.ts'
import type { Size } from './format.ts'

const sideMin = 200
const sideMax = 2400

/** FNV-1a over the code units of a text, from a start of its own, and mixed so that all bits count. */
function hash(characters: string, start: number): number {
  let value = 0x811c9dc5 ^ start
  for (let index = 0; index < characters.length; index += 1) {
    value = Math.imul(value ^ characters.charCodeAt(index), 0x01000193)
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return (value ^ (value >>> 16)) >>> 0
}

/** The size of the picture at a url that nobody registered. It follows from the url alone, so that a first
 * call needs no set-up and gives the same answer every time. */
export function syntheticSize(url: string): Size {
  const side = (start: number) => sideMin + (hash(url, start) % (sideMax - sideMin + 1))
  return { width: side(1), height: side(2) }
}

/** One bit per pixel, in a palette of two colours: the widest picture is 720 KB before compression. */
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
  // The light colour is far from the dark one, whatever the url.
  return data.subarray(0, 6).map((value, index) => (index < 3 ? value & 0x7f : value | 0x80))
}

/** A checkerboard, its field 8, 16, 32 or 64 pixels wide. Rows repeat, so all but few are copies. */
function rows({ width, height }: Size, field: number): Uint8Array {
  const length = 1 + Math.ceil(width / 8)
  const even = Uint8Array.from({ length }, (_, at) => (at > 0 && ((at - 1) * 8) & field ? 0xff : 0))
  const odd = even.map((byte, at) => (at === 0 ? 0 : byte ^ 0xff))
  const data = new Uint8Array(length * height)
  for (let row = 0; row < height; row += 1) data.set(row & field ? odd : even, row * length)
  return data
}

/** The picture at a url that nobody registered: a PNG of this size whose colours and pattern follow from
 * the url. */
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
