import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Tx } from '../../graph/context.ts'
import { limits } from '../../graph/contract/limits.ts'
import { webLink } from '../../graph/values/links.ts'
import type { PictureFormat, Size } from '../../pictures/format.ts'
import { fitted } from '../../pictures/sizes.ts'

/** What a link to an ad image needs of its row. */
export interface LinkedImage extends Size {
  readonly id: number
  readonly format: string
}

const extensions = {
  jpeg: 'jpg',
  png: 'png',
  gif: 'gif',
  bmp: 'bmp',
  tiff: 'tiff',
  webp: 'webp',
} as const satisfies Record<PictureFormat, string>

/** The extension of a file of this format. */
export const extensionOf = (format: string): string =>
  Object.hasOwn(extensions, format) ? extensions[format as PictureFormat] : format

const encoder = new TextEncoder()

/** What tells an address that was given out from one that somebody made up. */
const signatureOf = (seed: string, path: string, expires: number): string =>
  bytesToHex(hmac(sha256, encoder.encode(`ad image ${seed}`), encoder.encode(`${path}?${expires}`))).slice(
    0,
    32,
  )

/** The address of an image in a size, on `{web_url}`: it ends a day after it was given out (SIL-149). */
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

/** The address of an image for ever, on `{web_url}`. */
export const permanentLink = ({ id, format }: LinkedImage): string =>
  webLink(`/adimages/${id}/permalink.${extensionOf(format)}`)

/** Whether a path is that of an ad image on `{web_url}`. */
export const isAdImagePath = (path: string): boolean => path.startsWith('/adimages/')

/** An address of an ad image, taken apart; without a size it is the permanent one. */
export interface AdImageAddress {
  readonly id: number
  readonly extension: string
  readonly size?: Size
}

const sizedPath = /^\/adimages\/(\d{15})\/(\d{1,5})x(\d{1,5})\.(\w{1,5})$/
const permanentPath = /^\/adimages\/(\d{15})\/permalink\.(\w{1,5})$/
const signedQuery = /^expires=(\d{1,15})&signature=([0-9a-f]{32})$/

/** What an address leads to at this instant; undefined when it has expired or was never given out. */
export function adImageAddress(
  path: string,
  query: string,
  { seed, now }: { readonly seed: string; readonly now: number },
): AdImageAddress | undefined {
  const [, lasting, lastingExtension = ''] = permanentPath.exec(path) ?? []
  if (lasting !== undefined) return { id: Number(lasting), extension: lastingExtension }
  const [, id, width, height, extension = ''] = sizedPath.exec(path) ?? []
  const [, until, signature] = signedQuery.exec(query) ?? []
  const expires = Number(until)
  if (id === undefined || until === undefined || now >= expires * 1000) return undefined
  if (signature !== signatureOf(seed, path, expires)) return undefined
  return { id: Number(id), extension, size: { width: Number(width), height: Number(height) } }
}

/** The size in which an address shows an image; undefined when it was made for another one. */
export function addressedSize(image: LinkedImage, { size, extension }: AdImageAddress): Size | undefined {
  if (extension !== extensionOf(image.format)) return undefined
  const [current, thumbnail] = [limits.adImageSideMax, limits.adImageThumbnailSideMax].map((side) =>
    fitted(image.width, image.height, side),
  )
  if (!size) return current
  return [current, thumbnail].find((shown) => shown?.width === size.width && shown.height === size.height)
}

const imagePath = /\/adimages\/([/\d]+)x/g

/** The ids of the images that addresses in a text name, such as `/adimages/123456789012345/64x64.jpg`. */
function imageIdsIn(text: string): number[] {
  return [...text.matchAll(imagePath)].flatMap(({ 0: { length }, 1: path = '', index }) => {
    const [id = '', width = '', ...more] = path.split('/').filter((part) => part !== '')
    const isAddress = id.length === 15 && width.length > 0 && width.length <= 5 && more.length === 0
    return isAddress && /^\d{1,5}\./.test(text.slice(index + length, index + length + 6)) ? [Number(id)] : []
  })
}

/** A text with its percent escapes read, which an address is found by as well. */
function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Finds the temporary address of an ad image anywhere in a value: no creative may have one (IMG-018). */
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
