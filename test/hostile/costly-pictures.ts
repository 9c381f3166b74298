import { deflateRawSync } from 'node:zlib'
import { bytesOf, setUint16, setUint32 } from '../../src/chapters/pictures/bytes.ts'
import { pngChunk } from '../../src/chapters/pictures/chunks.ts'
import { joined } from '../../src/engine/values/byte-arrays.ts'
import { zipOf } from '../chapters/ad-images/zip-samples.ts'
import { deflatedBlocks } from './deflate-blocks.ts'

/** A file of about this length: a head, a repeated unit, and a tail. */
function repeated(head: string, unit: string, tail: string, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  const whole = bytesOf(unit)
  const [from, to] = [head.length, length - tail.length]
  bytes.set(bytesOf(head))
  let at = from
  for (; at + whole.length <= to; at += whole.length) bytes.set(whole, at)
  // The tail follows the last whole unit.
  bytes.set(bytesOf(tail), at)
  return bytes.subarray(0, at + tail.length)
}

/** A JPEG frame of eight by eight pixels. */
export const frame = '\xff\xc0\0\x0b\x08\0\x08\0\x08\x01\x01\x11\0'
/** The header of a JPEG scan. */
export const scan = '\xff\xda\0\x08\x01\x01\0\0\x3f\0'
/** The start of a JPEG: its first marker and its frame. */
export const jpegHead = `\xff\xd8${frame}`
const jpegEnd = `${scan}\xff\xd9`
/** The header of a GIF of nine by six pixels. */
export const gifHead = 'GIF89a\x09\0\x06\0\0\0\0'
/** A GIF image of one pixel, and the trailer. */
export const gifEnd = '\x2c\0\0\0\0\x01\0\x01\0\0\x02\0\x3b'
/** A lossless picture of nine by six pixels. */
const webpPixels = 'VP8L\x06\0\0\0\x2f\x08\x40\x01\0\0'
/** Reads bytes as Latin-1 text. */
export const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

const header = new Uint8Array(13)
setUint32(header, 0, 8)
setUint32(header, 4, 8)
header[8] = 8
/** A PNG up to its pixels. */
export const pngHead = `\x89PNG\r\n\x1a\n${latin1(pngChunk('IHDR', header))}`
/** The pixels and the end of a PNG. */
export const pngEnd = latin1(joined([pngChunk('IDAT', Uint8Array.of(0)), pngChunk('IEND', new Uint8Array())]))

/** A WebP of these first chunks, one small picture, and a repeated unit. */
export function webp(unit: string, length: number, firstChunks = ''): Uint8Array {
  const file = repeated(`RIFF\0\0\0\0WEBP${firstChunks}${webpPixels}`, unit, '', length)
  setUint32(file, 4, file.length - 8, true)
  return file
}

/** A PNG with one XMP packet of a head and a repeated unit. */
function png(head: string, unit: string, length: number): Uint8Array {
  const packet = repeated(`XML:com.adobe.xmp\0\0\0\0\0${head}`, unit, '', length - 100)
  return joined([bytesOf(pngHead), pngChunk('iTXt', packet), bytesOf(pngEnd)])
}

const deflatedXmp = (blocks: number) =>
  joined([
    bytesOf(pngHead),
    pngChunk('iTXt', joined([bytesOf('XML:com.adobe.xmp\0\x01\0\0\0\x78\x9c'), deflatedBlocks(blocks)])),
    bytesOf(pngEnd),
  ])

/** The most deflated blocks in a file: more than the bound on parts, and few enough to be made in a second. */
const blocksMax = 30_000

/** A TIFF of one strip for every 16 bytes. All strips have the same size in bytes. */
function strips(length: number, size: number): Uint8Array {
  const bytes = new Uint8Array(length)
  const count = Math.floor(length / 16)
  bytes.set(bytesOf('II\x2a\0\x08\0\0\0\x04\0'))
  const [offsetsAt, lengthsAt, pixelsAt] = [64, 64 + 4 * count, 64 + 8 * count]
  for (const [index, [tag, value, at]] of [
    [0x0100, 1, 8],
    [0x0101, 1, 8],
    [0x0111, count, offsetsAt],
    [0x0117, count, lengthsAt],
  ].entries()) {
    const entry = 10 + 12 * index
    setUint16(bytes, entry, tag ?? 0, true)
    setUint16(bytes, entry + 2, 4, true)
    setUint32(bytes, entry + 4, value ?? 0, true)
    setUint32(bytes, entry + 8, at ?? 0, true)
  }
  for (let strip = 0; strip < count; strip += 1) {
    setUint32(bytes, offsetsAt + 4 * strip, pixelsAt + strip * 8, true)
    setUint32(bytes, lengthsAt + 4 * strip, size, true)
  }
  return bytes
}

/** A TIFF of 2,000 entries, of which each has the whole rest of the file as its values. */
function sharedValues(length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  const count = 2_000
  const valuesAt = 16 + 12 * count
  bytes.set(bytesOf('II\x2a\0\x08\0\0\0'))
  setUint16(bytes, 8, count, true)
  for (let index = 0; index < count; index += 1) {
    const entry = 10 + 12 * index
    setUint16(bytes, entry, 0x9000 + index, true)
    setUint16(bytes, entry + 2, 3, true)
    setUint32(bytes, entry + 4, (length - valuesAt) >> 1, true)
    setUint32(bytes, entry + 8, valuesAt, true)
  }
  return bytes
}

/** Files for a zip file. Each is deflated, and padded to one 64th of its size. */
const files = (picture: Uint8Array, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const data = joined([picture, bytesOf(String(index).padStart(2))])
    const packed = new Uint8Array(Math.ceil(data.length / 64))
    packed.set(deflateRawSync(data))
    return { name: `${index}.jpg`, data, packed }
  })

/** Pictures that are made to be slow to read, each of at most this length. */
export const costlyPictures: Readonly<Record<string, (length: number) => Uint8Array>> = {
  'JPEG of segments of two bytes, in its scan': (length) =>
    repeated(`${jpegHead}${scan}`, '\xff\xd8', '\xff\xd9', length),
  'JPEG of segments of two bytes': (length) => repeated(jpegHead, '\xff\xd8', jpegEnd, length),
  'JPEG of empty tables': (length) => repeated(jpegHead, '\xff\xdb\0\x02', jpegEnd, length),
  'JPEG of tables and comments in turn': (length) =>
    repeated(jpegHead, '\xff\xdb\0\x02\xff\xfe\0\x02', jpegEnd, length),
  'JPEG of fill bytes': (length) => repeated(jpegHead, '\xff', jpegEnd, length),
  'JPEG of stuffed bytes': (length) => repeated(`${jpegHead}${scan}`, '\xff\0', '\xff\xd9', length),
  'JPEG of scans': (length) => repeated(jpegHead, `${scan}a`, '\xff\xd9', length),
  'JPEG of EXIF': (length) =>
    repeated(
      jpegHead,
      `\xff\xe1\xff\xffExif\0\0MM\0\x2a\0\0\0\x08\x15\x50${'a'.repeat(65_519)}`,
      jpegEnd,
      length,
    ),
  'PNG of empty chunks': (length) =>
    repeated(pngHead, '\0\0\0\0sBIT\0\0\0\0\0\0\0\0tEXt\0\0\0\0', pngEnd, length),
  'PNG with XMP of open elements': (length) => png('', '<a>', length),
  'PNG with XMP of attributes': (length) => png('<a', ' a="b"', length),
  'PNG with XMP of declarations': (length) =>
    png('<a', ' xmlns:a="http://ns.google.com/photos/1.0/panorama/"', length),
  'PNG with XMP of unused prefixes': (length) =>
    png('<a xmlns:a="http://ns.google.com/photos/1.0/panorama/"', ' a:a', length),
  'PNG with XMP of blanks': (length) =>
    png('<a xmlns:a="http://ns.google.com/photos/1.0/panorama/" a:a', ' ', length),
  'PNG with XMP of comments': (length) => png('', '<!--', length),
  'PNG with XMP in deflated blocks': (length) => deflatedXmp(Math.min(blocksMax, Math.floor(length / 40))),
  'GIF of empty extensions': (length) => repeated(gifHead, '\x21\xf9\0', gifEnd, length),
  'GIF of frames and comments in turn': (length) =>
    repeated(gifHead, `${gifEnd.slice(0, -1)}\x21\xfe\0`, gifEnd, length),
  'GIF of blocks of one byte': (length) => repeated(`${gifHead}\x21\xfe`, '\x01a', `\0${gifEnd}`, length),
  'GIF of XMP without end': (length) => repeated(gifHead, '\x21\xff\x0bXMP DataXMP<a ', gifEnd, length),
  'WebP of empty chunks': (length) => webp('    \0\0\0\0', length),
  'WebP of kept and removed chunks in turn': (length) => webp('ALPH\0\0\0\0XMP \0\0\0\0', length),
  'WebP of frames of unknown chunks': (length) =>
    webp(`ANMF\x18\0\0\0${'\0'.repeat(16)}NONE\0\0\0\0`, length),
  'TIFF of strips of one byte': (length) => strips(length, 1),
  'TIFF of strips that overlap': (length) => strips(length, length / 2),
  'TIFF of entries that share their values': sharedValues,
}

/** Zip files that are made to be slow to read, each of at most this length. */
export const costlyZips: Readonly<Record<string, (length: number) => Uint8Array>> = {
  'zip file of 50 JPEGs of segments of two bytes': () =>
    zipOf(files(repeated(jpegHead, '\xff\xd8', jpegEnd, 335_000), 50)),
  'zip file of 50 GIFs of empty extensions': () =>
    zipOf(files(repeated(gifHead, '\x21\xf9\0', gifEnd, 335_000), 50)),
  'zip file of deflated blocks': (length) =>
    zipOf([
      {
        name: 'a.jpg',
        data: new Uint8Array(),
        packed: deflatedBlocks(Math.min(blocksMax, Math.floor(length / 23))),
      },
    ]),
}
