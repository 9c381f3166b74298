import { md5 } from '@noble/hashes/legacy.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { z } from '../../engine/schema/zod.ts'
import { fromLenientBase64 } from '../../engine/values/base64.ts'
import type { CallError } from '../../service/contract/errors.ts'
import { invalidParameter, isCallError } from '../../service/contract/errors.ts'
import { limits } from '../../service/contract/limits.ts'
import type { CallFile } from '../../service/routes/call.ts'
import type { Tx } from '../../service/routes/context.ts'
import { object } from '../../service/values/compounds.ts'
import { numericId, scalar, shown, text } from '../../service/values/scalars.ts'
import { onlyFile } from '../content/call-files.ts'
import { keepPicture, noteCounted, pictureCost, pictureLengthError } from '../content/picture-source.ts'
import type { AdImageRow } from '../rows.ts'
import { adImageByHash } from './ad-image.ts'
import { extensionOf } from './ad-image-link.ts'
import { isZip, readZip } from './zip.ts'

/** The parameters of uploadAdImage, except its file (IMG-025). */
export const adImageParams = z.object({
  // IMG-027
  /** The image as Base64 text, instead of a file. */
  bytes: scalar<string>('the Base64 text of an image', (raw) => (typeof raw === 'string' ? raw : undefined), {
    type: 'string',
    contentEncoding: 'base64',
  }).optional(),
  // IMG-028, IMG-029, IMG-030
  /**
   * The image of another ad account to copy. The caller must be able to read the creatives of that
   * account.
   */
  copy_from: object({
    /** The id of the ad account that has the image, without the prefix `act_`. */
    source_account_id: numericId,
    /** The hash of the image in that account. */
    hash: text,
  }).optional(),
})

/** A stored image, and its name in the result of the upload. */
interface LabeledImage {
  readonly label: string
  readonly image: AdImageRow
}

/**
 * The error if a file name is longer than 100 characters or has no extension (IMG-010, IMG-026). Names of
 * built-in properties, such as `__proto__`, have no extension either.
 */
function nameError(name: string): CallError | undefined {
  const maximum = limits.adImageNameCharactersMax
  if ([...name].length > maximum)
    return invalidParameter(
      `The name of an image must have at most ${maximum} characters, got ${shown(name)}`,
    )
  const dot = name.lastIndexOf('.')
  if (dot > 0 && dot < name.length - 1) return undefined
  return invalidParameter(`A file name must have an extension, such as .png, got ${shown(name)}`)
}

/**
 * If the ad account has an image with this hash, restores it under its old name. Otherwise inserts the image
 * that `readPicture` returns (IMG-023; SIL-145).
 */
function insertOrRestore(
  tx: Tx,
  adAccount: number,
  hash: string,
  readPicture: () => Pick<AdImageRow, 'name' | 'digest' | 'format' | 'width' | 'height'> | CallError,
): AdImageRow | CallError {
  const existing = adImageByHash(tx, adAccount, hash)
  if (existing) return tx.patch('adImages', existing.id, { status: 'ACTIVE', updatedTime: tx.now })
  const picture = readPicture()
  if (isCallError(picture)) return picture
  const { name, digest, format, width, height } = picture
  const times = { createdTime: tx.now, updatedTime: tx.now }
  const columns = { name, digest, format, width, height }
  const image = tx.insert('adImages', { adAccount, hash, ...columns, status: 'ACTIVE', ...times })
  tx.emit('adImage.uploaded', { adAccount: String(adAccount), hash })
  return image
}

/** Stores an image in an ad account. The default name is its hash with an extension (SIL-144). */
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

/** The name of a file without its path (SIL-144). */
const baseNameOf = ({ name }: CallFile): string =>
  name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)

/** Stores an image file under its base name, or returns the error. */
export function storeImageFile(tx: Tx, adAccount: number, file: CallFile): AdImageRow | CallError {
  const name = baseNameOf(file)
  return nameError(name) ?? storeImage(tx, adAccount, file.bytes, name)
}

/** Stores the images of a zip file under their base names. Any other file in it is an error (SIL-143). */
function storeZipFile(tx: Tx, adAccount: number, file: CallFile): LabeledImage[] | CallError {
  const files =
    nameError(baseNameOf(file)) ?? tx.once('zip', file.bytes, () => readZip(file.bytes, pictureCost(tx)))
  if (isCallError(files)) return files
  if (files.length === 0) return invalidParameter('The zip file contains no image')
  const images: LabeledImage[] = []
  for (const { name, label, bytes } of files) {
    noteCounted(tx, bytes)
    const image = nameError(name) ?? storeImage(tx, adAccount, bytes, name)
    if (isCallError(image)) return { ...image, message: `${shown(name)} in the zip file: ${image.message}` }
    images.push({ label, image })
  }
  return images
}

/** Stores an image file, or the images of a zip file. A zip file is recognized by its content (IMG-025). */
export function storeFile(tx: Tx, adAccount: number, file: CallFile): LabeledImage[] | CallError {
  if (isZip(file.bytes)) return storeZipFile(tx, adAccount, file)
  const image = storeImageFile(tx, adAccount, file)
  return isCallError(image) ? image : [{ label: baseNameOf(file), image }]
}

/** Stores an image from its Base64 text, or returns the error (IMG-027). */
export function storeBase64Image(tx: Tx, adAccount: number, base64: string): AdImageRow | CallError {
  const bytes = fromLenientBase64(base64)
  if (!bytes) return invalidParameter(`Param bytes must be the Base64 text of an image, got ${shown(base64)}`)
  return storeImage(tx, adAccount, bytes)
}

/** Copies an image to an ad account. The copy has the same hash and its own id (SIL-141, SIL-145). */
export function copyImage(tx: Tx, adAccount: number, source: AdImageRow): AdImageRow | CallError {
  return insertOrRestore(tx, adAccount, source.hash, () => {
    tx.reuse(source.digest)
    return source
  })
}

/** Returns the file of an upload: the part named `filename`, else the only file; or the error (SIL-144). */
export function uploadedFile(files: readonly CallFile[]): CallFile | CallError {
  const named = files.filter(({ part }) => part === 'filename')
  return onlyFile(named.length > 0 ? named : files)
}
