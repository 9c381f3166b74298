import { readBmp } from './bmp.ts'
import type { Picture } from './format.ts'
import { readGif } from './gif.ts'
import { readJpeg } from './jpeg.ts'
import { readPng } from './png.ts'
import { readTiff } from './tiff.ts'
import { readWebp } from './webp.ts'

export type { Orientation, Picture, PictureFormat, Size } from './format.ts'

/** Reads the headers of a picture in one of the six formats, told by content alone, never by name.
 * Undefined when they are empty, unknown, cut short or contradict themselves. Total on any bytes, in
 * linear time: no pixel is decoded, so pixels that are damaged or cut short after the headers are not
 * noticed. */
export function readPicture(bytes: Uint8Array): Picture | undefined {
  switch (bytes[0]) {
    case 0xff:
      return readJpeg(bytes)
    case 0x89:
      return readPng(bytes)
    case 0x47:
      return readGif(bytes)
    case 0x42:
      return readBmp(bytes)
    case 0x49:
    case 0x4d:
      return readTiff(bytes)
    case 0x52:
      return readWebp(bytes)
    default:
      return undefined
  }
}
