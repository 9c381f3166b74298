import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { limits } from '../../service/contract/limits.ts'
import type { Tx } from '../../service/routes/context.ts'
import { webLink } from '../../service/values/links.ts'
import { percentDecoded } from '../../service/values/urls.ts'
import type { PictureFormat, Size } from '../pictures/format.ts'
import { fitted } from '../pictures/sizes.ts'

/** The columns of an ad image that its URLs contain. */
export interface LinkedImage extends Size {
  readonly id: number
  readonly format: string
}

const extensions: ReadonlyMap<string, string> = new Map(
  Object.entries({
    jpeg: 'jpg',
    png: 'png',
    gif: 'gif',
    bmp: 'bmp',
    tiff: 'tiff',
    webp: 'webp',
  } satisfies Record<PictureFormat, string>),
)

/** The file extension of a picture format. */
export const extensionOf = (format: string): string => extensions.get(format) ?? format

const encoder = new TextEncoder()

/** Returns the signature of a temporary URL, so that clients cannot forge one. */
const signatureOf = (seed: string, path: string, expires: number): string =>
  bytesToHex(hmac(sha256, encoder.encode(`ad image ${seed}`), encoder.encode(`${path}?${expires}`))).slice(
    0,
    32,
  )

/** Returns a temporary URL of an image in a size, on `{web_url}`. It expires after 24 hours (SIL-149). */
export function temporaryLink(
  seed: string,
  now: number,
  image: LinkedImage,
  { width, height }: Size,
): string {
  const path = `/adimages/${image.id}/${width}x${height}.${extensionOf(image.format)}`
  const expires = Math.floor(now / 1000) + limits.adImageUrlSeconds
  return webLink(`${path}?expires=${expires}&signature=${signatureOf(seed, path, expires)}`)
}

/** Returns the permanent URL of an image, on `{web_url}` (IMG-013). */
export const permanentLink = ({ id, format }: LinkedImage): string =>
  webLink(`/adimages/${id}/permalink.${extensionOf(format)}`)

/** The first segment of the paths of ad images on `{web_url}`. */
export const AD_IMAGES = 'adimages'

/** The parts of the URL of an ad image. The permanent URL has no size. */
interface AdImageAddress {
  readonly id: number
  readonly extension: string
  readonly size?: Size
}

const sizedPath = /^\/adimages\/(\d{15})\/(\d{1,5})x(\d{1,5})\.(\w{1,5})$/
const permanentPath = /^\/adimages\/(\d{15})\/permalink\.(\w{1,5})$/
const signedQuery = /^expires=(\d{1,15})&signature=([0-9a-f]{32})$/

/** Parses the URL of an ad image; undefined if it has expired or its signature is wrong. */
export function adImageAddress(
  path: string,
  query: string,
  { seed, now }: { readonly seed: string; readonly now: number },
): AdImageAddress | undefined {
  const [, permanentId, permanentExtension = ''] = permanentPath.exec(path) ?? []
  if (permanentId !== undefined) return { id: Number(permanentId), extension: permanentExtension }
  const [, id, width, height, extension = ''] = sizedPath.exec(path) ?? []
  const [, expiresText, signature] = signedQuery.exec(query) ?? []
  const expires = Number(expiresText)
  if (id === undefined || expiresText === undefined || now >= expires * 1000) return undefined
  if (signature !== signatureOf(seed, path, expires)) return undefined
  return { id: Number(id), extension, size: { width: Number(width), height: Number(height) } }
}

/** Returns the size in which a URL shows an image; undefined if the URL does not fit the image. */
export function addressedSize(image: LinkedImage, { size, extension }: AdImageAddress): Size | undefined {
  if (extension !== extensionOf(image.format)) return undefined
  const [current, thumbnail] = [limits.adImageSideMax, limits.adImageThumbnailSideMax].map((side) =>
    fitted(image.width, image.height, side),
  )
  if (!size) return current
  return [current, thumbnail].find(
    (offered) => offered?.width === size.width && offered.height === size.height,
  )
}

const imagePath = /\/adimages\/([/\d]+)x/g

/** The ids of images in the URLs of a text, such as `/adimages/123456789012345/64x64.jpg`. */
function imageIdsIn(text: string): number[] {
  return [...text.matchAll(imagePath)].flatMap(({ 0: { length }, 1: path = '', index }) => {
    const [id = '', width = '', ...more] = path.split('/').filter((part) => part !== '')
    const isImagePath = id.length === 15 && width.length > 0 && width.length <= 5 && more.length === 0
    return isImagePath && /^\d{1,5}\./.test(text.slice(index + length, index + length + 6))
      ? [Number(id)]
      : []
  })
}

/**
 * Returns the first text in a value that contains the temporary URL of an ad image, or undefined (IMG-018).
 */
export function temporaryUrlIn(tx: Tx, value: unknown): string | undefined {
  if (typeof value === 'string') {
    const ids = imageIdsIn(`${value} ${percentDecoded(value)}`)
    return ids.some((id) => tx.find('adImages', id)) ? value : undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  for (const member of Object.values<unknown>({ ...value })) {
    const found = temporaryUrlIn(tx, member)
    if (found !== undefined) return found
  }
  return undefined
}
