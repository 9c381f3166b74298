import { bounds } from '../../service/contract/bounds.ts'
import type { PictureRenderer, RenderedPicture, RenderedSize } from '../picture-renderer.ts'
import { renderQueue } from './render-queue.ts'

type Sharp = typeof import('sharp')['default']
type Metadata = Awaited<ReturnType<ReturnType<Sharp>['metadata']>>

/** The largest side of a rendered picture in pixels: the most that WebP can store. */
const SIDE_MAX = 16_383

const RENDER_SECONDS_MAX = 10

const contentTypes = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  tiff: 'image/tiff',
  webp: 'image/webp',
} as const

const isFormat = (format: string): format is keyof typeof contentTypes => Object.hasOwn(contentTypes, format)

const isSide = (side: number): boolean => Number.isInteger(side) && side >= 1 && side <= SIDE_MAX

/** Bytes of one channel of a pixel, by the depths that libvips names. */
const depthBytes: Readonly<Record<string, number>> = {
  uchar: 1,
  char: 1,
  ushort: 2,
  short: 2,
  uint: 4,
  int: 4,
  float: 4,
  complex: 8,
  double: 8,
  dpcomplex: 16,
}

/** Bytes that one pixel takes while a picture is decoded. A progressive JPEG keeps two bytes per channel. */
function pixelBytes({ format, channels, depth, isProgressive }: Metadata): number {
  const channelBytes = depthBytes[depth] ?? 16
  return Math.max(channels, 3) * (format === 'jpeg' && isProgressive ? 2 : channelBytes)
}

/** Whether the pixels of the picture, before and after it is resized, fit in the bound. */
function isWithinBound(metadata: Metadata, { width, height }: RenderedSize, frames: number): boolean {
  const originalPixels = metadata.width * (metadata.pageHeight ?? metadata.height)
  const pixels = Math.max(originalPixels, width * height) * frames
  return pixels * pixelBytes(metadata) <= bounds.renderedPixelBytesMax
}

async function render(
  sharp: Sharp,
  bytes: Uint8Array,
  size: RenderedSize,
): Promise<RenderedPicture | undefined> {
  const { width, height } = size
  if (!isSide(width) || !isSide(height)) return undefined
  const metadata = await sharp(bytes).metadata()
  const { pages = 1 } = metadata
  const format = size.format ?? metadata.format
  if (!isFormat(format)) return undefined
  const animated = pages > 1 && size.format === undefined && (format === 'gif' || format === 'webp')
  if (!isWithinBound(metadata, size, animated ? pages : 1)) return undefined
  const limitInputPixels = bounds.renderedPixelBytesMax
  const picture = sharp(bytes, { limitInputPixels, failOn: 'error', animated })
  // A rotation without an angle turns the pixels as EXIF says. Frames of an animation cannot be turned.
  const turned = animated ? picture : picture.rotate()
  const resized = turned.resize(width, height, { fit: 'fill' }).timeout({ seconds: RENDER_SECONDS_MAX })
  return {
    bytes: new Uint8Array(await resized.toFormat(format).toBuffer()),
    contentType: contentTypes[format],
  }
}

/**
 * Loads the picture renderer. Returns undefined if the optional peer dependency sharp is not installed: then
 * every size of a picture is answered with the original.
 */
export async function pictureRenderer(): Promise<PictureRenderer | undefined> {
  const loaded = await import('sharp').catch(() => undefined)
  if (loaded === undefined) return undefined
  const sharp = loaded.default
  return renderQueue((bytes, size) => render(sharp, bytes, size))
}
