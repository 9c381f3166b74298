import { z } from '../../engine/schema/zod.ts'
import { accessLevelError, managesAds, readsAds } from '../../service/access/access.ts'
import { type CallError, invalidParameter, isCallError } from '../../service/contract/errors.ts'
import { endpoint } from '../../service/routes/define.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { list } from '../../service/values/compounds.ts'
import { shown, text } from '../../service/values/scalars.ts'
import { pagingParams } from '../../service/views/paging.ts'
import { listResult, successResult } from '../../service/views/results.ts'
import type { AdImageRow } from '../rows.ts'
import { adImageByHash, adImagesByHash, adImageUrl, adImageView, isUsedByCreative } from './ad-image.ts'
import { adImageParams, copyImage, storeBase64Image, storeFile, uploadedFile } from './ad-image-upload.ts'

const chapter = 'Endpoints › Ad images'

/** Returns the image of `copy_from`, or the error if the caller cannot read it (IMG-031; SIL-146). */
function sourceImage(
  context: ReadContext,
  { source_account_id: id, hash }: { source_account_id: string | number; hash: string },
): AdImageRow | CallError {
  const account = context.tx.find('adAccounts', Number(id))
  if (!account)
    return invalidParameter(`Param copy_from.source_account_id must be the id of an ad account, got ${id}`)
  const error = accessLevelError(context, account) ?? readsAds.errorOf(context, account, account)
  if (error) return error
  const image = adImageByHash(context.tx, account.id, hash)
  return image?.status === 'ACTIVE'
    ? image
    : invalidParameter(`No image of the source account has the hash ${shown(hash)}`)
}

/**
 * Uploads images to an ad account: from a file, which may be a zip file, from Base64 text, or as a copy of an
 * image of another account. The result has each image under its file name. If the account already has an
 * image with the same bytes, the upload returns that image, and restores it if it was deleted (IMG-001,
 * IMG-024).
 */
export const uploadAdImage = endpoint({
  route: 'POST /act_{adAccount}/adimages',
  chapter,
  access: managesAds,
  errors: [80004, 100, 200, 2633, 368], // IMG-036, IMG-037, IMG-038, IMG-039, IMG-040
  params: adImageParams,
  files: ['filename'], // SIL-144
  logged: ({ bytes, ...params }) =>
    bytes === undefined ? params : { ...params, bytes: { length: bytes.length } },
  // IMG-033, IMG-034, IMG-035 (SIL-142)
  result: z.object({
    /**
     * The images: under their file names, under `bytes` for Base64 text, or under the name of the source for
     * a copy. Of files with the same name in a zip file, all but one are under their paths.
     */
    images: z.record(
      z.string(),
      z.strictObject({
        /** The hash that identifies the image within its ad account. */
        hash: z.string(),
        /** A temporary URL of the image. A creative must not use it. */
        url: z.string(),
      }),
    ),
  }),
  run(context) {
    const { adAccount, params, files, tx, refuse, refuseFor } = context
    const { bytes, copy_from: source } = params
    const sources = [
      ...(files.length > 0 ? ['a file'] : []),
      ...(bytes === undefined ? [] : ['bytes']),
      ...(source ? ['copy_from'] : []),
    ]
    // IMG-032 (SIL-144)
    if (sources.length !== 1) {
      const got = sources.length === 0 ? 'none' : sources.join(' and ')
      return refuse(100, `Exactly one of a file, bytes and copy_from is needed, got ${got}`)
    }
    const entry = (label: string, image: AdImageRow) =>
      [label, { hash: image.hash, url: adImageUrl(context, image) }] as const
    if (bytes !== undefined) {
      const image = storeBase64Image(tx, adAccount.id, bytes)
      return isCallError(image) ? refuseFor(image) : { images: Object.fromEntries([entry('bytes', image)]) }
    }
    if (source) {
      const original = sourceImage(context, source)
      if (isCallError(original)) return refuseFor(original)
      const image = copyImage(tx, adAccount.id, original)
      if (isCallError(image)) return refuseFor(image)
      return { images: Object.fromEntries([entry(original.name, image)]) }
    }
    const file = uploadedFile(files)
    const images = isCallError(file) ? file : storeFile(tx, adAccount.id, file)
    if (isCallError(images)) return refuseFor(images)
    return { images: Object.fromEntries(images.map(({ label, image }) => entry(label, image))) }
  },
})

/**
 * Lists the images of an ad account, newest first. With `hashes` it lists the images with these hashes,
 * deleted ones included (IMG-041, IMG-043; SIL-147).
 */
export const listAdImages = endpoint({
  route: 'GET /act_{adAccount}/adimages',
  chapter,
  access: readsAds,
  ...listResult(adImageView),
  // IMG-042
  params: z.object({
    /** The hashes of the images to list. Without them, all images of the account are listed. */
    hashes: list(text, { split: true }).optional(),
    ...pagingParams,
  }),
  run: ({ adAccount, params, tx, pageOf }) =>
    params.hashes
      ? pageOf(adImagesByHash(tx, adAccount.id, params.hashes), adImageView)
      : pageOf({ table: 'adImages', edge: 'active', owner: [adAccount.id] }, adImageView),
})

/** Deletes an ad image, unless an ad creative uses it (IMG-022, IMG-044, IMG-047; SIL-010, SIL-148). */
export const deleteAdImage = endpoint({
  route: 'DELETE /act_{adAccount}/adimages',
  chapter,
  access: managesAds,
  errors: [100, 200], // IMG-049, IMG-050
  params: z.object({
    /** The hash of the image to delete. No creative may use it. */
    hash: text,
  }), // IMG-045, IMG-046
  result: successResult, // IMG-048
  run({ adAccount, params, tx, refuse }) {
    const { hash } = params
    const image = adImageByHash(tx, adAccount.id, hash)
    if (image?.status !== 'ACTIVE')
      return refuse(100, `No image of the ad account has the hash ${shown(hash)}`)
    // IMG-022, IMG-047
    if (isUsedByCreative(tx, image))
      return refuse(100, `The image ${shown(hash)} cannot be deleted while an ad creative uses it`)
    tx.patch('adImages', image.id, { status: 'DELETED', updatedTime: tx.now })
    tx.emit('adImage.deleted', { adAccount: String(adAccount.id), hash: image.hash })
    return { success: true }
  },
})
