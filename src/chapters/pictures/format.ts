/** The accepted picture formats (PHO-040, SIL-072). */
export type PictureFormat = 'jpeg' | 'png' | 'gif' | 'bmp' | 'tiff' | 'webp'

/** The formats of stored pictures. Only a world beyond the description accepts HEIC and HEIF (SIL-189). */
export type StoredFormat = PictureFormat | 'heic'

/** The EXIF orientation: how to turn the stored pixels for display. 5 to 8 swap width and height. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

/** Width and height in pixels. */
export type Size = { width: number; height: number }

/** The properties in the headers of a picture. Width and height are those of the displayed picture. */
export type PictureInfo = Size & { format: StoredFormat; orientation: Orientation; spherical: boolean }

/** A picture, and its file without what can hold a place. */
export type CleanPicture = { picture: PictureInfo; bytes: Uint8Array }

/** The maximum of width and of height, in pixels. */
const sideMax = 65_535

/** The maximum of width times height: 16,383 by 16,383 pixels, the largest WebP picture. */
const pixelsMax = 16_383 * 16_383

const orientations: readonly Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8]

/** Returns the orientation with this number, or 1 if there is none. */
export const orientationOf = (value: number): Orientation => orientations[value - 1] ?? 1

const isSide = (side: number): boolean => Number.isInteger(side) && side >= 1 && side <= sideMax

/** The properties that only metadata has. They are undefined for a picture without that metadata. */
type PictureMetadata = { orientation?: Orientation | undefined; spherical?: boolean }

/** Returns the picture with this stored size, turned as displayed; undefined if the size is out of bounds. */
export function pictureOf(
  format: StoredFormat,
  { width, height }: Size,
  { orientation = 1, spherical = false }: PictureMetadata = {},
): PictureInfo | undefined {
  if (!isSide(width) || !isSide(height) || width * height > pixelsMax) return undefined
  const displayed = orientation >= 5 ? { width: height, height: width } : { width, height }
  return { format, ...displayed, orientation, spherical }
}
