import { unzlibSync } from 'fflate'
import sharp from 'sharp'
import { bytesOf, hasText } from '../../../src/chapters/pictures/bytes.ts'
import { pngChunksOf } from '../../../src/chapters/pictures/chunks.ts'
import { noCost } from '../../../src/chapters/pictures/cost.ts'
import { joined } from '../../../src/engine/values/byte-arrays.ts'
import { planted } from './metadata.ts'

const fromHex = (text: string): Buffer =>
  Buffer.from(text.replace(/^\n\w+\n +\d+\n/, '').replaceAll('\n', ''), 'hex')

/** All bytes of a file, and the texts that a PNG holds compressed or as hexadecimal digits. */
function searchable(bytes: Uint8Array): Buffer {
  const parts: Uint8Array[] = [bytes]
  for (const { type, data } of hasText(bytes, 1, 'PNG') ? pngChunksOf(bytes, noCost()) : []) {
    const content = data.subarray(data.indexOf(0) + 1)
    if (type === 'zTXt') parts.push(fromHex(Buffer.from(unzlibSync(content.subarray(1))).toString('latin1')))
    if (type === 'tEXt') parts.push(fromHex(Buffer.from(content).toString('latin1')))
  }
  return Buffer.concat(parts)
}

/** Finds the parts of the planted place in a file, plain or in the texts of a PNG. */
export function plantedIn(bytes: Uint8Array): string[] {
  const all = searchable(bytes)
  const number = Buffer.alloc(8)
  number.writeUInt32BE(planted.number, 0)
  number.writeUInt32LE(planted.number, 4)
  const numbers = [number.subarray(0, 4), number.subarray(4)].filter((marker) => all.includes(marker))
  return [...planted.texts.filter((marker) => all.includes(marker)), ...numbers.map(() => 'GPS number')]
}

/** Decodes the pixels of a file. */
export const pixels = (bytes: Uint8Array): Promise<Buffer> => sharp(bytes).raw().toBuffer()

/** The marker and the payload of a JPEG segment with this EXIF block. */
export const exifSegment = (block: Uint8Array) => [0xe1, joined([bytesOf('Exif\0\0'), block])] as const
