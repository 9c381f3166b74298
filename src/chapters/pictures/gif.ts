import { bytesOf, hasText, uint8, uint16 } from './bytes.ts'
import { countParts, type PictureCost } from './cost.ts'
import { type CleanPicture, pictureOf } from './format.ts'
import { pictureWriter } from './writer.ts'
import { isSpherical } from './xmp.ts'

/** A block of a GIF: an image, an extension or the trailer. `isComplete` is false if the file ends inside. */
type Block = { introducer: number; start: number; end: number; isComplete: boolean }

const introducers = { extension: 0x21, image: 0x2c, trailer: 0x3b }
const labels = { graphicControl: 0xf9, application: 0xff }
const screenLength = 13

/** Returns the bytes of a color table from the packed byte that declares it. */
const tableLength = (packed: number): number => (packed & 0x80 ? 6 << (packed & 7) : 0)

function subBlocksEnd(bytes: Uint8Array, start: number): number {
  let at = start
  while (at < bytes.length && bytes[at] !== 0) at += 1 + uint8(bytes, at)
  return at + 1
}

function blockEnd(bytes: Uint8Array, start: number, introducer: number): number | undefined {
  if (introducer === introducers.trailer) return start + 1
  if (introducer === introducers.extension) return subBlocksEnd(bytes, start + 2)
  if (introducer !== introducers.image) return undefined
  return subBlocksEnd(bytes, start + 11 + tableLength(uint8(bytes, start + 9)))
}

const firstBlockStart = (bytes: Uint8Array): number => screenLength + tableLength(uint8(bytes, 10))

function* blocksOf(bytes: Uint8Array, cost: PictureCost): Generator<Block> {
  let start = firstBlockStart(bytes)
  while (start < bytes.length && countParts(cost)) {
    const introducer = uint8(bytes, start)
    const end = blockEnd(bytes, start, introducer)
    if (end === undefined) return
    yield { introducer, start, end: Math.min(end, bytes.length), isComplete: end <= bytes.length }
    if (introducer === introducers.trailer) return
    start = end
  }
}

const isGif = (bytes: Uint8Array): boolean => hasText(bytes, 0, 'GIF87a') || hasText(bytes, 0, 'GIF89a')

/** Applications that decoders read: two names of a loop, and a color profile. */
const keptApplications = ['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012']
const xmpApplication = 'XMP DataXMP'

/** Bytes before the first sub-block of an application extension. */
const applicationLength = 14

/**
 * The 258 bytes after an XMP packet. A parser that continues inside them as if they were sub-blocks arrives
 * at their end.
 */
const xmpTrailer = Uint8Array.from({ length: 258 }, (_, index) =>
  index === 0 ? 1 : index === 257 ? 0 : 256 - index,
)

const isExtension = (bytes: Uint8Array, { introducer, start }: Block, label: number): boolean =>
  introducer === introducers.extension && bytes[start + 1] === label

const isApplication = (bytes: Uint8Array, block: Block, name: string): boolean =>
  isExtension(bytes, block, labels.application) && hasText(bytes, block.start + 3, name)

/** Returns the XMP packet of an application extension; undefined if there is none. */
function packetOf(bytes: Uint8Array, block: Block): Uint8Array | undefined {
  if (!isApplication(bytes, block, xmpApplication)) return undefined
  const packetStart = block.start + applicationLength
  const packetEnd = block.end - xmpTrailer.length
  if (packetEnd < packetStart) return undefined
  const hasTrailer = xmpTrailer.every((byte, index) => bytes[packetEnd + index] === byte)
  return hasTrailer ? bytes.subarray(packetStart, packetEnd) : undefined
}

/** Whether a block stays: pixels, their timing, a loop or a color profile. Comments and texts do not. */
const isKept = (bytes: Uint8Array, block: Block): boolean =>
  block.introducer !== introducers.extension ||
  isExtension(bytes, block, labels.graphicControl) ||
  keptApplications.some((name) => isApplication(bytes, block, name))

/**
 * Reads a GIF, and leaves out the blocks that can hold a place (PHO-041), and what follows the trailer or an
 * unknown block. Its size is that of the screen, and at least one image must begin.
 */
export function cleanGif(bytes: Uint8Array, cost: PictureCost): CleanPicture | undefined {
  if (!isGif(bytes)) return undefined
  const writer = pictureWriter(bytes)
  writer.copy(0, firstBlockStart(bytes))
  let packet: Uint8Array | undefined
  let [hasPixels, isEnded] = [false, false]
  for (const block of blocksOf(bytes, cost)) {
    if (isKept(bytes, block)) writer.copy(block.start, block.end)
    hasPixels ||= block.introducer === introducers.image && block.start + 10 < bytes.length
    isEnded = block.introducer === introducers.trailer || !block.isComplete
    packet ??= packetOf(bytes, block)
  }
  const size = { width: uint16(bytes, 6, true), height: uint16(bytes, 8, true) }
  if (!isEnded) writer.append(bytesOf('\x3b'))
  const spherical = packet !== undefined && isSpherical(packet)
  const picture = hasPixels ? pictureOf('gif', size, { spherical }) : undefined
  return picture && { picture, bytes: writer.bytes() }
}
