import { bytesOf, hasText, joined, uint8, uint16 } from './bytes.ts'
import { type Picture, pictureOf } from './format.ts'
import { isSpherical, xmpWithoutLocation } from './xmp.ts'

/** A block of a GIF, from `start` to `end`: a picture, an extension, or the end. `whole` is false when it
 * is cut short. */
type Block = { introducer: number; start: number; end: number; whole: boolean }

const introducers = { extension: 0x21, image: 0x2c, trailer: 0x3b }
const applicationLabel = 0xff
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

function* blocksOf(bytes: Uint8Array): Generator<Block> {
  let start = firstBlock(bytes)
  while (start < bytes.length) {
    const introducer = uint8(bytes, start)
    const end = blockEnd(bytes, start, introducer)
    if (end === undefined) return
    yield { introducer, start, end: Math.min(end, bytes.length), whole: end <= bytes.length }
    if (introducer === introducers.trailer) return
    start = end
  }
}

const isGif = (bytes: Uint8Array): boolean => hasText(bytes, 0, 'GIF87a') || hasText(bytes, 0, 'GIF89a')

/** The applications whose blocks hold no location: loops and colour profiles. */
const keptApplications = ['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012']
const xmpApplication = 'XMP DataXMP'
const contentAt = 14

/** The 258 bytes after a packet, which lead a reader who takes it for sub-blocks to their end, from
 * wherever he jumps. */
const magicTrailer = Uint8Array.from({ length: 258 }, (_, index) =>
  index === 0 ? 1 : index === 257 ? 0 : 256 - index,
)

const isApplication = (bytes: Uint8Array, { introducer, start }: Block): boolean =>
  introducer === introducers.extension && bytes[start + 1] === applicationLabel

/** The XMP packet of an application block, without the trailer; undefined when it holds none or in another
 * form. */
function packetOf(bytes: Uint8Array, block: Block): Uint8Array | undefined {
  if (!isApplication(bytes, block) || !hasText(bytes, block.start + 3, xmpApplication)) return undefined
  const packetEnd = block.end - magicTrailer.length
  if (packetEnd < block.start + contentAt) return undefined
  const trailed = magicTrailer.every((byte, index) => bytes[packetEnd + index] === byte)
  return trailed ? bytes.subarray(block.start + contentAt, packetEnd) : undefined
}

/** Reads a GIF: the size is that of its screen, and at least one picture must begin. */
export function readGif(bytes: Uint8Array): Picture | undefined {
  if (!isGif(bytes)) return undefined
  let spherical = false
  let pixels = false
  for (const block of blocksOf(bytes)) {
    if (block.introducer === introducers.image && block.start + 10 < bytes.length) pixels = true
    const packet = packetOf(bytes, block)
    if (packet) spherical ||= isSpherical(packet)
  }
  const size = { width: uint16(bytes, 6, true), height: uint16(bytes, 8, true) }
  return pixels ? pictureOf('gif', size, { spherical }) : undefined
}

function cleanedBlock(bytes: Uint8Array, block: Block): Uint8Array[] {
  const whole = bytes.subarray(block.start, block.end)
  if (!isApplication(bytes, block)) return [whole]
  if (keptApplications.some((name) => hasText(whole, 3, name))) return [whole]
  const packet = packetOf(bytes, block)
  const cleaned = packet && xmpWithoutLocation(packet)
  if (cleaned === undefined) return []
  return [whole.subarray(0, contentAt), cleaned, magicTrailer]
}

/** A GIF without location: its XMP cleaned; application blocks that cannot be parsed go, and so does what
 * follows the end or cannot be reached. */
export function gifWithoutLocation(bytes: Uint8Array): Uint8Array {
  const parts = [bytes.subarray(0, firstBlock(bytes))]
  let ended = false
  for (const block of blocksOf(bytes)) {
    parts.push(...cleanedBlock(bytes, block))
    ended = block.introducer === introducers.trailer || !block.whole
  }
  return joined(ended ? parts : [...parts, bytesOf('\x3b')])
}
