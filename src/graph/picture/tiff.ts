import { directoriesOf, numberOf, tags } from './directories.ts'
import { exifWithoutLocation } from './exif.ts'
import { orientationOf, type Picture, pictureOf } from './format.ts'
import { isSpherical } from './xmp.ts'

/** Reads the first picture of a TIFF. BigTIFF, with its longer offsets, is not among the formats. */
export function readTiff(bytes: Uint8Array): Picture | undefined {
  const tree = directoriesOf(bytes)
  if (tree === undefined) return undefined
  const number = (tag: number) => numberOf(bytes, tree.first, tag, tree.little)
  const pixels = [tags.stripOffsets, tags.tileOffsets, tags.jpegOffset]
  if (!tree.first.entries.some(({ tag }) => pixels.some((candidate) => candidate === tag))) return undefined
  const packet = tree.first.entries.find(({ tag }) => tag === tags.xmp)
  return pictureOf(
    'tiff',
    { width: number(tags.width) ?? 0, height: number(tags.height) ?? 0 },
    {
      orientation: orientationOf(number(tags.orientation) ?? 1),
      spherical: packet !== undefined && isSpherical(bytes.subarray(packet.value.start, packet.value.end)),
    },
  )
}

/** A TIFF without location, at the same length. A TIFF whose directories cannot be read is no picture, and
 * as it was. */
export function tiffWithoutLocation(bytes: Uint8Array): Uint8Array {
  return exifWithoutLocation(bytes) ?? bytes.slice()
}
