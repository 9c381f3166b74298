import { cleanBmp } from './bmp.ts'
import { hasText } from './bytes.ts'
import { type PictureCost, partsError } from './cost.ts'
import type { CleanPicture, PictureFormat } from './format.ts'
import { cleanGif } from './gif.ts'
import { cleanJpeg } from './jpeg.ts'
import { cleanPng } from './png.ts'
import { cleanTiff } from './tiff.ts'
import { cleanWebp } from './webp.ts'

export type { PictureFormat, PictureInfo } from './format.ts'

const signatures: readonly (readonly [signature: string, format: PictureFormat])[] = [
  ['\xff\xd8', 'jpeg'],
  ['\x89PNG', 'png'],
  ['GIF8', 'gif'],
  ['BM', 'bmp'],
  ['II\x2a\0', 'tiff'],
  ['MM\0\x2a', 'tiff'],
  ['RIFF', 'webp'],
]

const cleaners: Readonly<
  Record<PictureFormat, (bytes: Uint8Array, cost: PictureCost) => CleanPicture | undefined>
> = { jpeg: cleanJpeg, png: cleanPng, gif: cleanGif, bmp: cleanBmp, tiff: cleanTiff, webp: cleanWebp }

/** The format of a file, judged by its first bytes and not by its name (PHO-040). */
export const formatOf = (bytes: Uint8Array): PictureFormat | undefined =>
  signatures.find(([signature]) => hasText(bytes, 0, signature))?.[1]

/**
 * Reads a picture in one of the six formats, and removes what can hold a place (PHO-041, SIL-073): segments,
 * chunks and blocks are left out, and in TIFF and EXIF the fields are filled with zeros. Undefined if the
 * headers are empty, unknown, cut short or contradict themselves, or if the pictures of the request have too
 * many parts, for which `partsError` returns a message. It never throws, and its time is linear in the size.
 * It decodes no pixels, so it does not notice damaged ones.
 */
export function cleanPicture(bytes: Uint8Array, cost: PictureCost): CleanPicture | undefined {
  const format = formatOf(bytes)
  const cleaned = format && cleaners[format](bytes, cost)
  return partsError(cost) === undefined ? cleaned : undefined
}
