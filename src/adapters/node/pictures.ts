/** Makes a picture of exactly this size, in its own format and without metadata. Answers undefined for one
 * that it cannot decode, or whose format it cannot write: the caller then serves the original. */
export type PictureRenderer = (
  bytes: Uint8Array,
  size: { width: number; height: number },
) => Promise<{ bytes: Uint8Array; contentType: string } | undefined>

type Sharp = typeof import('sharp')['default']

const limits = { inputPixels: 16_383 * 16_383, side: 16_383, seconds: 10 }

const contentTypes = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  tiff: 'image/tiff',
  webp: 'image/webp',
} as const

const isFormat = (format: string): format is keyof typeof contentTypes => Object.hasOwn(contentTypes, format)

const isSide = (side: number): boolean => Number.isInteger(side) && side >= 1 && side <= limits.side

async function render(sharp: Sharp, bytes: Uint8Array, { width, height }: { width: number; height: number }) {
  if (!isSide(width) || !isSide(height)) return undefined
  const { format, pages = 1 } = await sharp(bytes).metadata()
  if (!isFormat(format)) return undefined
  const animated = pages > 1 && (format === 'gif' || format === 'webp')
  const picture = sharp(bytes, { limitInputPixels: limits.inputPixels, failOn: 'error', animated })
  // A rotation without an angle turns the pixels as EXIF says. Frames of an animation cannot be turned.
  const turned = animated ? picture : picture.rotate()
  const resized = turned.resize(width, height, { fit: 'fill' }).timeout({ seconds: limits.seconds })
  return {
    bytes: new Uint8Array(await resized.toFormat(format).toBuffer()),
    contentType: contentTypes[format],
  }
}

/** Loads the renderer of pictures, if sharp is installed: it is an optional peer, since nothing but the
 * bytes of resized pictures needs it. Undefined when it is not, and then originals are served at every
 * size. */
export async function pictureRenderer(): Promise<PictureRenderer | undefined> {
  const loaded = await import('sharp').catch(() => undefined)
  if (loaded === undefined) return undefined
  const sharp = loaded.default
  return (bytes, size) => render(sharp, bytes, size).catch(() => undefined)
}
