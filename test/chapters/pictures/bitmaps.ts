import { bytesOf, setUint16, setUint32 } from '../../../src/chapters/pictures/bytes.ts'
import { joined } from '../../../src/engine/values/byte-arrays.ts'

interface BitmapOptions {
  /** Width and height in pixels, 8 by default. */
  readonly side?: number
  readonly bits?: number
  readonly compression?: number
  /** Bytes of the information header. */
  readonly header?: 40 | 124
  /** Colors that the header declares. */
  readonly colors?: number
  /** Bytes between the palette and the pixels. */
  readonly gap?: Uint8Array
  readonly pixels?: Uint8Array
  /** A color profile after the pixels: the path of one, or if `embedded`, its bytes. */
  readonly profile?: Uint8Array
  readonly embedded?: boolean
}

/** An ICC profile without any tags. */
export const embeddedProfile = new Uint8Array(132)
setUint32(embeddedProfile, 0, embeddedProfile.length)
embeddedProfile.set(bytesOf('acsp'), 36)

const [linked, embeddedMark] = [0x4c494e4b, 0x4d424544]

/** Bytes that go up by `step`. They repeat after 256, because a byte holds no more. */
function steps(length: number, step: number): Uint8Array {
  const bytes = new Uint8Array(length)
  for (let at = 0; at < Math.min(length, 256); at++) bytes[at] = at * step
  for (let filled = 256; filled < length; filled *= 2) bytes.copyWithin(filled, 0, filled)
  return bytes
}

/** A square BMP. */
export function bitmap(options: BitmapOptions): Uint8Array {
  const { side = 8, bits = 24, compression = 0, header = 40, colors = 0, gap = new Uint8Array() } = options
  const paletteLength = bits > 8 ? 4 * colors : 4 * (colors || 2 ** bits)
  const masks = new Uint8Array(compression === 3 ? 12 : compression === 6 ? 16 : 0).fill(7)
  const palette = steps(paletteLength, 5)
  const { pixels = steps(side * Math.ceil((side * bits) / 32) * 4, 37) } = options
  const { profile = new Uint8Array(), embedded = false } = options
  const head = new Uint8Array(14 + header)
  const pixelsAt = head.length + masks.length + palette.length + gap.length
  head.set(bytesOf('BM'))
  const numbers: (readonly [at: number, value: number])[] = [
    [2, pixelsAt + pixels.length + profile.length],
    [10, pixelsAt],
    [14, header],
    [18, side],
    [22, side],
    [30, compression],
    [34, pixels.length],
    [46, colors],
  ]
  if (header === 124) {
    numbers.push([70, embedded ? embeddedMark : linked])
    numbers.push([126, pixelsAt + pixels.length - 14], [130, profile.length])
  }
  for (const [at, value] of numbers) setUint32(head, at, value, true)
  setUint16(head, 26, 1, true)
  setUint16(head, 28, bits, true)
  return joined([head, masks, palette, gap, pixels, profile])
}

/** A BMP whose pixels fill a file of this length, but for a few zeros at its end. Another number makes another
 * picture. */
export function bitmapOfLength(length: number, number = 0): Uint8Array {
  const side = Math.floor(Math.sqrt((length - 54) / 3 / 16)) * 4
  const bytes = new Uint8Array(length)
  bytes.set(bitmap({ side }))
  bytes[54] = number
  return bytes
}
