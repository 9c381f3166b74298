import { type BlobContent, contentOf } from '../../engine/content.ts'
import type { Tx } from '../../graph/context.ts'
import type { CallError } from '../../graph/contract/errors.ts'
import { limits } from '../../graph/contract/limits.ts'
import type { CallFile } from '../../graph/define.ts'
import type { Policy } from '../../graph/policy.ts'
import { lowerAscii } from '../../graph/values/letter-case.ts'
import { lastSegmentOf } from '../../graph/values/urls.ts'
import { countBytes, noCost, type PictureCost, partsError } from '../../pictures/cost.ts'
import { cleanPicture, type PictureInfo } from '../../pictures/read.ts'
import { syntheticSize } from '../../pictures/synthetic.ts'
import type { StoredPicture } from './records.ts'

const imageError = (message: string): CallError => ({
  code: 324,
  message: `Missing or invalid image file: ${message}`,
})

/** What the pictures of this request have cost so far. */
export const pictureCost = (tx: Tx): PictureCost => tx.once('picture cost', 'all', noCost)

/** What identifies a picture within a request: its bytes, or the digest of kept ones. */
type Source = Uint8Array | string

const countedKey = 'picture bytes'

/** Notes that the bytes of a picture are counted, as those of all files of a zip file are. */
export const noteCounted = (tx: Tx, bytes: Uint8Array): void => tx.once(countedKey, bytes, () => undefined)

/** Why a file is too long for a picture or its request; it is asked before its bytes are read or digested. */
export function pictureLengthError(tx: Tx, source: Source, length: number): CallError | undefined {
  const most = limits.pictureBytesMax
  if (length > most) return imageError(`a picture has at most ${most} bytes, got ${length}`)
  const error = tx.once(countedKey, source, () => countBytes(pictureCost(tx), length))
  return error === undefined ? undefined : imageError(error)
}

/** A picture without its location metadata, ready to be kept. */
interface PreparedPicture {
  readonly picture: PictureInfo
  readonly content: BlobContent
}

/** Reads and cleans the bytes of a picture (SIL-072, SIL-073). */
function preparePicture(tx: Tx, bytes: Uint8Array | undefined): PreparedPicture | CallError {
  if (bytes === undefined) return imageError('its bytes were left out of a snapshot')
  if (bytes.length === 0) return imageError('the file is empty')
  const cost = pictureCost(tx)
  const clean = cleanPicture(bytes, cost)
  if (clean) return { picture: clean.picture, content: contentOf(clean.bytes) }
  return imageError(partsError(cost) ?? 'the bytes are no complete JPEG, PNG, GIF, BMP, TIFF or WebP picture')
}

/** Keeps a picture. However many calls of a batch name it, it is worked out once. */
function keepOnce(
  tx: Tx,
  source: Source,
  length: number,
  read: () => Uint8Array | undefined,
): StoredPicture | CallError {
  const known =
    pictureLengthError(tx, source, length) ?? tx.once('picture', source, () => preparePicture(tx, read()))
  if ('code' in known) return known
  const { format, width, height, spherical } = known.picture
  return { digest: tx.keep(known.content), format, width, height, spherical }
}

/** Keeps the bytes of a picture, without its location metadata (SIL-073). */
export const keepPicture = (tx: Tx, bytes: Uint8Array): StoredPicture | CallError =>
  keepOnce(tx, bytes, bytes.length, () => bytes)

const imageExtensions = ['jpg', 'jpeg', 'png', 'gif', 'bmp', 'tif', 'tiff', 'webp']

/** Whether the path of a url names a file that is no image. */
function hasOtherExtension(url: string): boolean {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(lastSegmentOf(url))?.[1]
  return extension !== undefined && !imageExtensions.includes(lowerAscii(extension))
}

/** The picture at a url of the simulated web; nothing is ever fetched from outside (SIL-071). */
export function pictureAt(tx: Tx, policy: Policy, url: string): StoredPicture | CallError {
  const found = tx.first('webPages', 'byUrl', [url])
  if (found?.missing || found?.hidden) return imageError(`nothing is found at ${url}`)
  if (found) {
    const { digest } = found
    const length = digest === undefined ? undefined : tx.lengthOf(digest)
    if (digest === undefined || length === undefined) return imageError(`${url} is no picture`)
    return keepOnce(tx, digest, length, () => tx.blob(digest))
  }
  if (policy.photoUrls === 'registered') return imageError(`${url} is not registered in the simulated web`)
  if (hasOtherExtension(url)) return imageError(`${url} names a file that is no image`)
  return { url, format: 'png', ...syntheticSize(url), spherical: false }
}

/** The picture of a call: exactly one of a url and a file (SIL-070). */
export function uploadedPicture(
  { tx, policy }: { readonly tx: Tx; readonly policy: Policy },
  {
    url,
    files,
    vault,
  }: {
    readonly url: string | undefined
    readonly files: readonly CallFile[]
    readonly vault: string | undefined
  },
): StoredPicture | CallError {
  const sources = [
    url !== undefined && 'url',
    vault !== undefined && 'vault_image_id',
    files.length > 0 && 'a file',
  ].filter(Boolean)
  if (sources.length > 1)
    return { code: 100, message: `Exactly one of url and a file is needed, got ${sources.join(' and ')}` }
  if (files.length > 1) return { code: 100, message: `Exactly one file is needed, got ${files.length}` }
  if (vault !== undefined)
    return { code: 100, message: `Param vault_image_id must name a vault image, got ${vault}` }
  if (url !== undefined) return pictureAt(tx, policy, url)
  const [file] = files
  return file ? keepPicture(tx, file.bytes) : imageError('send a file, or the url of one')
}
