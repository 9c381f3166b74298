/** The kinds of picture the service accepts, told by their first bytes. */
export type PictureFormat = 'jpeg' | 'png' | 'gif' | 'bmp' | 'tiff' | 'webp'

/** What EXIF says about how to turn the stored pixels; 5 to 8 exchange width and height. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

/** Width and height in pixels. */
export type Size = { width: number; height: number }

/** What the headers of a picture say. Width and height are those of the picture as displayed. */
export type PictureInfo = Size & { format: PictureFormat; orientation: Orientation; spherical: boolean }

/** A picture, and its file without any metadata but orientation, colour profile and resolution. */
export type CleanPicture = { picture: PictureInfo; bytes: Uint8Array }

/** The largest width and the largest height of a picture. */
export const pictureSideMax = 65_535

/** The most pixels of a picture: 16,383 on both sides, the most that a WebP picture can have. */
export const picturePixelsMax = 16_383 * 16_383

/** The orientation of this number; 1 when it names none. */
export function orientationOf(value: number): Orientation {
  const orientations: readonly Orientation[] = [1, 2, 3, 4, 5, 6, 7, 8]
  return orientations[value - 1] ?? 1
}

const isSide = (side: number): boolean => Number.isInteger(side) && side >= 1 && side <= pictureSideMax

/** What metadata adds to a size. Both are undefined while nothing has told them. */
export type Told = { orientation?: Orientation | undefined; spherical?: boolean }

/** Makes a picture of what a header says, turned as displayed; undefined when no picture has such a size. */
export function pictureOf(format: PictureFormat, size: Size, told: Told = {}): PictureInfo | undefined {
  const { width, height } = size
  if (!isSide(width) || !isSide(height) || width * height > picturePixelsMax) return undefined
  const { orientation = 1, spherical = false } = told
  const displayed = orientation >= 5 ? { width: height, height: width } : { width, height }
  return { format, ...displayed, orientation, spherical }
}
