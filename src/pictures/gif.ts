import { bytesOf, hasText, uint8, uint16 } from './bytes.ts'
import { countParts, type PictureCost } from './cost.ts'
import { type CleanPicture, pictureOf } from './format.ts'
import { piecesOf } from './pieces.ts'
import { isSpherical } from './xmp.ts'

/** A block of a GIF, from `start` to `end`: a picture, an extension, or the end. `whole` is false when it
 * is cut short. */
type Block = { introducer: number; start: number; end: number; whole: boolean }

const introducers = { extension: 0x21, image: 0x2c, trailer: 0x3b }
const labels = { graphicControl: 0xf9, application: 0xff }
const screenLength = 13

/** The bytes of a colour table, whose presence and size a packed byte tells. */
const tableLength = (packed: number): number => (packed & 0x80 ? 6 << (packed & 7) : 0)

function afterSubBlocks(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length && bytes[at] !== 0) at += 1 + uint8(bytes, at)
  return at + 1
}

function blockEnd(bytes: Uint8Array, start: number, introducer: number): number | undefined {
  if (introducer === introducers.trailer) return start + 1
  if (introducer === introducers.extension) return afterSubBlocks(bytes, start + 2)
  if (introducer !== introducers.image) return undefined
  return afterSubBlocks(bytes, start + 11 + tableLength(uint8(bytes, start + 9)))
}

const firstBlock = (bytes: Uint8Array): number => screenLength + tableLength(uint8(bytes, 10))

function* blocksOf(bytes: Uint8Array, cost: PictureCost): Generator<Block> {
  let start = firstBlock(bytes)
  while (start < bytes.length && countParts(cost)) {
    const introducer = uint8(bytes, start)
    const end = blockEnd(bytes, start, introducer)
    if (end === undefined) return
    yield { introducer, start, end: Math.min(end, bytes.length), whole: end <= bytes.length }
    if (introducer === introducers.trailer) return
    start = end
  }
}

const isGif = (bytes: Uint8Array): boolean => hasText(bytes, 0, 'GIF87a') || hasText(bytes, 0, 'GIF89a')

/** Applications whose blocks stay: loops, which are never longer than this, and colour profiles. */
const loops = ['NETSCAPE2.0', 'ANIMEXTS1.0']
const loopLengthMax = 25
const profile = 'ICCRGBG1012'
const graphicControlLength = 8

const xmpApplication = 'XMP DataXMP'
const contentAt = 14

/** The 258 bytes after a packet, which lead a reader who takes it for sub-blocks to their end, from
 * wherever he jumps. */
const magicTrailer = Uint8Array.from({ length: 258 }, (_, index) =>
  index === 0 ? 1 : index === 257 ? 0 : 256 - index,
)

const isApplication = (bytes: Uint8Array, { introducer, start }: Block): boolean =>
  introducer === introducers.extension && bytes[start + 1] === labels.application

/** The XMP packet of an application block, without the trailer; undefined when it holds none or in another
 * form. */
function packetOf(bytes: Uint8Array, block: Block): Uint8Array | undefined {
  if (!isApplication(bytes, block) || !hasText(bytes, block.start + 3, xmpApplication)) return undefined
  const packetEnd = block.end - magicTrailer.length
  if (packetEnd < block.start + contentAt) return undefined
  const trailed = magicTrailer.every((byte, index) => bytes[packetEnd + index] === byte)
  return trailed ? bytes.subarray(block.start + contentAt, packetEnd) : undefined
}

/** Whether a block is pixels, their timing, a loop or a colour profile. Comments and texts are not kept. */
function stays(bytes: Uint8Array, block: Block): boolean {
  const { introducer, start, end } = block
  if (introducer !== introducers.extension) return true
  if (bytes[start + 1] === labels.graphicControl)
    return end - start === graphicControlLength && bytes[start + 2] === 4
  if (!isApplication(bytes, block)) return false
  const isLoop = loops.some((name) => hasText(bytes, start + 3, name))
  return isLoop ? end - start <= loopLengthMax : hasText(bytes, start + 3, profile)
}

/** Reads and cleans a GIF: the size is that of its screen, and at least one picture must begin. What follows
 * the end or cannot be reached goes. */
export function cleanGif(bytes: Uint8Array, cost: PictureCost): CleanPicture | undefined {
  if (!isGif(bytes)) return undefined
  const pieces = piecesOf(bytes)
  pieces.keep(0, firstBlock(bytes))
  let packet: Uint8Array | undefined
  let [hasPixels, isEnded] = [false, false]
  for (const block of blocksOf(bytes, cost)) {
    if (stays(bytes, block)) pieces.keep(block.start, block.end)
    hasPixels ||= block.introducer === introducers.image && block.start + 10 < bytes.length
    isEnded = block.introducer === introducers.trailer || !block.whole
    packet ??= packetOf(bytes, block)
  }
  const size = { width: uint16(bytes, 6, true), height: uint16(bytes, 8, true) }
  if (!isEnded) pieces.add(bytesOf('\x3b'))
  const spherical = packet !== undefined && isSpherical(packet)
  const picture = hasPixels ? pictureOf('gif', size, { spherical }) : undefined
  return picture && { picture, bytes: pieces.joined() }
}
