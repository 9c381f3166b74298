import { type BlobContent, contentOf } from '../../engine/values/content.ts'
import { servesBeyond, takenByPlatform } from '../../service/contract/beyond.ts'
import { type CallError, invalidParameter, isCallError } from '../../service/contract/errors.ts'
import { limits } from '../../service/contract/limits.ts'
import type { Policy } from '../../service/policy.ts'
import type { CallFile } from '../../service/routes/call.ts'
import type { Tx } from '../../service/routes/context.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { lowerAscii } from '../../service/values/letter-case.ts'
import { lastSegmentOf } from '../../service/values/urls.ts'
import { countBytes, noCost, type PictureCost, partsError } from '../pictures/cost.ts'
import { cleanHeif, isHeif } from '../pictures/heif.ts'
import { cleanPicture, formatOf, type PictureInfo } from '../pictures/read.ts'
import { syntheticSize } from '../pictures/synthetic.ts'
import { onlyFile } from './call-files.ts'
import type { StoredPicture } from './records.ts'

const imageError = (message: string): CallError => ({
  code: 324, // ERR-011
  message: `Missing or invalid image file: ${message}`,
})

/** The cost of the pictures that this request has read so far. */
export const pictureCost = (tx: Tx): PictureCost => tx.once('picture cost', 'all', noCost)

/** Identifies a picture within a request: its bytes, or the digest of stored bytes. */
type Source = Uint8Array | string

const countedKey = 'picture bytes'

/** Marks the bytes of a picture as counted. A reader of zip files has counted the files in it already. */
export const noteCounted = (tx: Tx, bytes: Uint8Array): void => tx.once(countedKey, bytes, () => undefined)

/**
 * The error if a picture, or the sum of the pictures of the request, is too long. It is called before the
 * bytes are read or digested.
 */
export function pictureLengthError(tx: Tx, source: Source, length: number): CallError | undefined {
  const maximum = limits.pictureBytesMax
  if (length > maximum) return imageError(`a picture has at most ${maximum} bytes, got ${length}`)
  const error = tx.once(countedKey, source, () => countBytes(pictureCost(tx), length))
  return error === undefined ? undefined : imageError(error)
}

/** A picture without location metadata, ready to store. */
interface PreparedPicture {
  readonly picture: PictureInfo
  readonly content: BlobContent
}

const formatNames = { jpeg: 'JPEG', png: 'PNG', gif: 'GIF', bmp: 'BMP', tiff: 'TIFF', webp: 'WebP' } as const

/**
 * Returns the error message for bytes that are not a complete picture. It names the format of their first
 * bytes.
 */
function formatError(bytes: Uint8Array): string {
  const format = formatOf(bytes)
  const came = format === undefined ? '' : `, got an incomplete or invalid ${formatNames[format]}`
  return `the bytes must be a complete JPEG, PNG, GIF, BMP, TIFF or WebP picture${came}`
}

/** Returns the error message in a world that also accepts HEIC and HEIF. */
const liveFormatError = (bytes: Uint8Array): string =>
  isHeif(bytes)
    ? 'the bytes must be a complete HEIC or HEIF picture, whose metadata can be found and removed'
    : formatError(bytes)

/** Reads the bytes of a picture and removes its location metadata (PHO-040, PHO-041, SIL-072, SIL-073). */
function preparePicture(tx: Tx, bytes: Uint8Array | undefined): PreparedPicture | CallError {
  if (bytes === undefined) return imageError('its bytes were left out of a snapshot')
  if (bytes.length === 0) return imageError('the file is empty')
  const cost = pictureCost(tx)
  const serves = servesBeyond(tx.settings)
  const clean = serves && isHeif(bytes) ? cleanHeif(bytes, cost) : cleanPicture(bytes, cost)
  if (clean && partsError(cost) === undefined)
    return { picture: clean.picture, content: contentOf(clean.bytes) }
  const error = imageError(partsError(cost) ?? (serves ? liveFormatError(bytes) : formatError(bytes)))
  return !serves && isHeif(bytes) ? { ...error, because: [takenByPlatform] } : error
}

/** The formats that the live service converts to JPEG (SIL-189). */
const convertedFormats: readonly string[] = ['gif', 'heic']

/** Stores a picture. It is prepared once, even if several calls of a batch use it. */
function keepOnce(
  tx: Tx,
  source: Source,
  length: number,
  read: () => Uint8Array | undefined,
): StoredPicture | CallError {
  const prepared =
    pictureLengthError(tx, source, length) ?? tx.once('picture', source, () => preparePicture(tx, read()))
  if ('code' in prepared) return prepared
  const { format, width, height, spherical } = prepared.picture
  const isConverted = servesBeyond(tx.settings) && convertedFormats.includes(format)
  const stored = { digest: tx.keep(prepared.content), format, width, height, spherical }
  return isConverted ? { ...stored, servedAs: 'jpeg' } : stored
}

/** Stores the bytes of a picture without its location metadata (PHO-041, SIL-073). */
export const keepPicture = (tx: Tx, bytes: Uint8Array): StoredPicture | CallError =>
  keepOnce(tx, bytes, bytes.length, () => bytes)

const imageExtensions = ['jpg', 'jpeg', 'png', 'gif', 'bmp', 'tif', 'tiff', 'webp']
const liveImageExtensions = [...imageExtensions, 'heic', 'heif']

/** Whether the path of a URL ends in the extension of a file that is not an image. */
function hasOtherExtension(url: string, policy: Policy): boolean {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(lastSegmentOf(url))?.[1]
  const known = servesBeyond(policy) ? liveImageExtensions : imageExtensions
  return extension !== undefined && !known.includes(lowerAscii(extension))
}

/** Returns the picture at a URL of the simulated web, without a network (PHO-036, SIL-071). */
export function pictureAt(tx: Tx, policy: Policy, url: string): StoredPicture | CallError {
  const page = tx.first('webPages', 'byUrl', [url])
  if (page?.missing || page?.hidden) return imageError(`nothing is found at ${url}`)
  if (page) {
    const { digest } = page
    const length = digest === undefined ? undefined : tx.lengthOf(digest)
    if (digest === undefined || length === undefined) return imageError(`${url} is not a picture`)
    return keepOnce(tx, digest, length, () => tx.blob(digest))
  }
  if (policy.photoUrls === 'registered') return imageError(`${url} is not registered in the simulated web`)
  if (hasOtherExtension(url, policy)) return imageError(`${url} names a file that is not an image`)
  return { url, format: 'png', ...syntheticSize(url), spherical: false }
}

/** The places from which an upload can take its picture. */
export interface PictureSources {
  readonly url: string | undefined
  readonly files: readonly CallFile[]
  readonly vault: string | undefined
}

/** Returns the picture of an upload from its one source (PHO-037, PHO-038, PHO-039, PHO-125, SIL-070). */
export function uploadedPicture(
  { tx, policy }: Pick<ReadContext, 'tx' | 'policy'>,
  { url, files, vault }: PictureSources,
): StoredPicture | CallError {
  const sources = [
    url !== undefined && 'url',
    vault !== undefined && 'vault_image_id',
    files.length > 0 && 'a file',
  ].filter(Boolean)
  if (sources.length > 1)
    return invalidParameter(`Exactly one of url and a file is needed, got ${sources.join(' and ')}`)
  const file = files.length > 0 ? onlyFile(files) : undefined // PHO-035
  if (isCallError(file)) return file
  if (vault !== undefined)
    return invalidParameter(`Param vault_image_id must name a vault image, got ${vault}`)
  if (url !== undefined) return pictureAt(tx, policy, url)
  return file ? keepPicture(tx, file.bytes) : imageError('send a file, or the url of one')
}
