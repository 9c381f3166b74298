import type { PictureFormat } from './format.ts'
import { gifWithoutLocation } from './gif.ts'
import { jpegWithoutLocation } from './jpeg.ts'
import { pngWithoutLocation } from './png.ts'
import { tiffWithoutLocation } from './tiff.ts'
import { webpWithoutLocation } from './webp.ts'

const cleaners: Readonly<Record<PictureFormat, (bytes: Uint8Array) => Uint8Array>> = {
  jpeg: jpegWithoutLocation,
  png: pngWithoutLocation,
  gif: gifWithoutLocation,
  // A BMP has no place for metadata.
  bmp: (bytes) => bytes.slice(),
  tiff: tiffWithoutLocation,
  webp: webpWithoutLocation,
}

/** A copy of a picture without location metadata: no GPS directory, and no place in XMP and IPTC. Pixels,
 * orientation and the rest stay; metadata that cannot be parsed goes whole, since it may hold anything.
 * Meant for bytes that `readPicture` read as this format; total on any others, in linear time. */
export function withoutLocation(bytes: Uint8Array, format: PictureFormat): Uint8Array {
  return cleaners[format](bytes)
}
