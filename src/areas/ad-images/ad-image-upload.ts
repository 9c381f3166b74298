import { md5 } from '@noble/hashes/legacy.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { z } from 'zod'
import { fromLenientBase64 } from '../../engine/base64.ts'
import type { Tx } from '../../graph/context.ts'
import type { CallError } from '../../graph/contract/errors.ts'
import { invalidParameter, isCallError } from '../../graph/contract/errors.ts'
import { limits } from '../../graph/contract/limits.ts'
import { object } from '../../graph/values/compounds.ts'
import { numericId, scalar, shown, text } from '../../graph/values/scalars.ts'
import { keepPicture, noteCounted, pictureCost, pictureLengthError } from '../content/picture-source.ts'
import type { AdImageRow } from '../rows.ts'
import { adImageByHash } from './ad-image.ts'
import { extensionOf } from './ad-image-link.ts'
import { isZip, readZip } from './zip.ts'

/** What an upload takes besides a file (Endpoints › Ad images). */
export const adImageParams = z.object({
  bytes: scalar<string>('the Base64 text of an image', (raw) => (typeof raw === 'string' ? raw : undefined), {
    type: 'string',
    contentEncoding: 'base64',
  }).optional(),
  copy_from: object({ source_account_id: numericId, hash: text }).optional(),
})

/** A file of a call. */
interface UploadedFile {
  readonly part: string
  readonly name: string
  readonly bytes: Uint8Array
}

/** An image of an upload, and the name under which the answer has it. */
export interface LabeledImage {
  readonly label: string
  readonly image: AdImageRow
}

/**
 * What is wrong with a file name: it is short, and carries an extension. So no name is one that objects have
 * by birth, such as `__proto__`.
 */
function nameError(name: string): CallError | undefined {
  const most = limits.adImageNameCharactersMax
  if ([...name].length > most)
    return invalidParameter(`The name of an image has at most ${most} characters, got ${shown(name)}`)
  const dot = name.lastIndexOf('.')
  if (dot > 0 && dot < name.length - 1) return undefined
  return invalidParameter(`A file name carries an extension, got ${shown(name)}`)
}

/** Brings a known image back, or makes it new: the same bytes are one image of the account (SIL-145). */
function insertOrRestore(
  tx: Tx,
  adAccount: number,
  hash: string,
  make: () => Pick<AdImageRow, 'name' | 'digest' | 'format' | 'width' | 'height'> | CallError,
): AdImageRow | CallError {
  const known = adImageByHash(tx, adAccount, hash)
  if (known) return tx.patch('adImages', known.id, { status: 'ACTIVE', updatedTime: tx.now })
  const made = make()
  if (isCallError(made)) return made
  const { name, digest, format, width, height } = made
  const times = { createdTime: tx.now, updatedTime: tx.now }
  const picture = { name, digest, format, width, height }
  const image = tx.insert('adImages', { adAccount, hash, ...picture, status: 'ACTIVE', ...times })
  tx.emit('adImage.uploaded', { adAccount: String(adAccount), hash })
  return image
}

/** Keeps the bytes of one image in an ad account. Without a name it is called by its hash and its format. */
function storeImage(tx: Tx, adAccount: number, bytes: Uint8Array, name?: string): AdImageRow | CallError {
  const error = pictureLengthError(tx, bytes, bytes.length)
  if (error) return error
  const hash = tx.once('md5', bytes, () => bytesToHex(md5(bytes)))
  return insertOrRestore(tx, adAccount, hash, () => {
    const picture = keepPicture(tx, bytes)
    if (isCallError(picture)) return picture
    const { digest = '', format, width, height } = picture
    return { name: name ?? `${hash}.${extensionOf(format)}`, digest, format, width, height }
  })
}

/** The name of a file without its path, which a typed call may carry too (SIL-144). */
const baseNameOf = ({ name }: UploadedFile): string =>
  name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)

/** Keeps an image file under its own name. */
export function storeImageFile(tx: Tx, adAccount: number, file: UploadedFile): AdImageRow | CallError {
  const name = baseNameOf(file)
  return nameError(name) ?? storeImage(tx, adAccount, file.bytes, name)
}

/** The images of a zip file, each under its base name; any other file among them is refused (SIL-143). */
function storeZipFile(tx: Tx, adAccount: number, file: UploadedFile): LabeledImage[] | CallError {
  const found =
    nameError(baseNameOf(file)) ?? tx.once('zip', file.bytes, () => readZip(file.bytes, pictureCost(tx)))
  if (isCallError(found)) return found
  if (found.length === 0) return invalidParameter('The zip file has no image in it')
  const images: LabeledImage[] = []
  for (const { name, label, bytes } of found) {
    noteCounted(tx, bytes)
    const image = nameError(name) ?? storeImage(tx, adAccount, bytes, name)
    if (isCallError(image)) return { ...image, message: `${shown(name)} in the zip file: ${image.message}` }
    images.push({ label, image })
  }
  return images
}

/** The images of a file: a zip file is told by its content, whatever its name. */
export function storeFile(tx: Tx, adAccount: number, file: UploadedFile): LabeledImage[] | CallError {
  if (isZip(file.bytes)) return storeZipFile(tx, adAccount, file)
  const image = storeImageFile(tx, adAccount, file)
  return isCallError(image) ? image : [{ label: baseNameOf(file), image }]
}

/** The image of Base64 text. */
export function storeBase64Image(tx: Tx, adAccount: number, given: string): AdImageRow | CallError {
  const bytes = fromLenientBase64(given)
  if (!bytes) return invalidParameter(`Param bytes must be the Base64 text of an image, got ${shown(given)}`)
  return storeImage(tx, adAccount, bytes)
}

/** A copy of an image in an ad account: of the same hash, a node of its own (SIL-141, SIL-145). */
export function copyImage(tx: Tx, adAccount: number, source: AdImageRow): AdImageRow | CallError {
  return insertOrRestore(tx, adAccount, source.hash, () => {
    tx.reuse(source.digest)
    return source
  })
}

/** The file of an upload: the part called `filename`, else the only one (SIL-144). */
export function uploadedFile(files: readonly UploadedFile[]): UploadedFile | CallError {
  const named = files.filter(({ part }) => part === 'filename')
  const [file, another] = named.length > 0 ? named : files
  if (file && !another) return file
  return invalidParameter(`Exactly one file is needed, got ${files.length}`)
}
