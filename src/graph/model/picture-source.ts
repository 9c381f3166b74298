import type { CallFile } from '../define.ts'
import type { Problem } from '../errors.ts'
import { lowerAscii } from '../letter-case.ts'
import { limits } from '../limits.ts'
import { withoutLocation } from '../picture/location.ts'
import { type Picture, readPicture } from '../picture/read.ts'
import { syntheticSize } from '../picture/synthetic.ts'
import type { Policy } from '../policy.ts'
import type { Tx } from '../seen.ts'
import { lastSegmentOf } from '../urls.ts'
import type { PictureRow } from './photo.ts'

const noImage = (message: string): Problem => ({
  code: 324,
  message: `Missing or invalid image file: ${message}`,
})

/** Why a file is too long for a picture; it is asked before its bytes are read or digested. */
export function lengthProblem({ length }: Uint8Array): Problem | undefined {
  const most = limits.pictureBytesMax
  return length > most ? noImage(`a picture has at most ${most} bytes, got ${length}`) : undefined
}

/** Reads the header of a picture's bytes (SIL-072). */
function recognized(bytes: Uint8Array): Picture | Problem {
  if (bytes.length === 0) return noImage('the file is empty')
  const problem = lengthProblem(bytes)
  if (problem) return problem
  return readPicture(bytes) ?? noImage('the bytes are no complete JPEG, PNG, GIF, BMP, TIFF or WebP picture')
}

/** Keeps the bytes of a picture, without its location metadata (SIL-073). */
export function keepPicture(tx: Tx, bytes: Uint8Array): PictureRow | Problem {
  const picture = recognized(bytes)
  if ('code' in picture) return picture
  const { format, width, height, spherical } = picture
  return { digest: tx.keep(withoutLocation(bytes, format)), format, width, height, spherical }
}

const imageExtensions = ['jpg', 'jpeg', 'png', 'gif', 'bmp', 'tif', 'tiff', 'webp']

/** Whether the path of a url names a file that is no image. */
function namesOtherFile(url: string): boolean {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(lastSegmentOf(url))?.[1]
  return extension !== undefined && !imageExtensions.includes(lowerAscii(extension))
}

/** The picture at a url of the simulated web; nothing is ever fetched from outside (SIL-071). */
export function pictureAt(tx: Tx, policy: Policy, url: string): PictureRow | Problem {
  const found = tx.first('webPages', 'byUrl', [url])
  if (found?.missing || found?.hidden) return noImage(`nothing is found at ${url}`)
  if (found) {
    const bytes = found.digest === undefined ? undefined : tx.blob(found.digest)
    return bytes ? keepPicture(tx, bytes) : noImage(`${url} is no picture`)
  }
  if (policy.photoUrls === 'registered') return noImage(`${url} is not registered in the simulated web`)
  if (namesOtherFile(url)) return noImage(`${url} names a file that is no image`)
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
): PictureRow | Problem {
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
  return file ? keepPicture(tx, file.bytes) : noImage('send a file, or the url of one')
}
