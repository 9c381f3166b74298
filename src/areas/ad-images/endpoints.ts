import { z } from 'zod'
import { accessLevelError, managesAds, readsAds } from '../../graph/access/access.ts'
import { isCallError } from '../../graph/contract/errors.ts'
import { endpoint } from '../../graph/define.ts'
import { list } from '../../graph/values/compounds.ts'
import { text } from '../../graph/values/scalars.ts'
import { listOf, pagingParams } from '../../graph/views/paging.ts'
import { recordSchema } from '../../graph/views/record.ts'
import type { AdImageRow } from '../rows.ts'
import { adImageByHash, adImagesByHash, adImageUrl, adImageView, isUsedByCreative } from './ad-image.ts'
import { adImageParams, copyImage, storeBase64Image, storeFile, uploadedFile } from './ad-image-upload.ts'

const chapter = 'Endpoints › Ad images'

/**
 * Uploads images to an ad account: from a file, which may be a zip file, from Base64 text, or as a copy of
 * another account's. The answer has each image under its file name. Bytes that the account has already are
 * the same image, and a deleted one comes back.
 */
export const uploadAdImage = endpoint({
  route: 'POST /act_{adAccount}/adimages',
  chapter,
  access: managesAds,
  errors: [80004, 100, 200, 2633, 368],
  params: adImageParams,
  logged: ({ bytes, ...params }) =>
    bytes === undefined ? params : { ...params, bytes: { length: bytes.length } },
  result: z.object({
    images: z.record(z.string(), z.strictObject({ hash: z.string(), url: z.string() })),
  }),
  run(context) {
    const { adAccount, params, files, tx, refuse, refuseFor } = context
    const { bytes, copy_from: source } = params
    const given = [files.length > 0 && 'a file', bytes !== undefined && 'bytes', source && 'copy_from']
    const sources = given.filter(Boolean)
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
      const account = tx.find('adAccounts', Number(source.source_account_id))
      if (!account) return refuse(100, `There is no ad account ${source.source_account_id}`)
      const error = accessLevelError(context, account) ?? readsAds.errorOf(context, account, account)
      if (error) return refuseFor(error)
      const found = adImageByHash(tx, account.id, source.hash)
      if (found?.status !== 'ACTIVE') return refuse(100, 'No image of the source account has this hash')
      const image = copyImage(tx, adAccount.id, found)
      return isCallError(image)
        ? refuseFor(image)
        : { images: Object.fromEntries([entry(found.name, image)]) }
    }
    const file = uploadedFile(files)
    const images = isCallError(file) ? file : storeFile(tx, adAccount.id, file)
    if (isCallError(images)) return refuseFor(images)
    return { images: Object.fromEntries(images.map(({ label, image }) => entry(label, image))) }
  },
})

/** Lists the images of an ad account, newest first; with `hashes` those named, deleted ones included. */
export const listAdImages = endpoint({
  route: 'GET /act_{adAccount}/adimages',
  chapter,
  access: readsAds,
  errors: [],
  params: z.object({ hashes: list(text, { split: true }).optional(), ...pagingParams }),
  view: adImageView,
  result: listOf(recordSchema(adImageView)),
  run: ({ adAccount, params, tx, pageOf }) =>
    params.hashes
      ? pageOf(adImagesByHash(tx, adAccount.id, params.hashes), adImageView)
      : pageOf({ table: 'adImages', edge: 'active', owner: [adAccount.id] }, adImageView),
})

/** Deletes an ad image. An image that an ad creative still uses is kept, and the call refused. */
export const deleteAdImage = endpoint({
  route: 'DELETE /act_{adAccount}/adimages',
  chapter,
  access: managesAds,
  errors: [100, 200],
  params: z.object({ hash: text }),
  result: z.object({ success: z.boolean() }),
  run({ adAccount, params, tx, refuse }) {
    const image = adImageByHash(tx, adAccount.id, params.hash)
    if (image?.status !== 'ACTIVE') return refuse(100, 'No image of this ad account has this hash')
    if (isUsedByCreative(tx, image)) return refuse(100, 'An ad creative uses this image')
    tx.patch('adImages', image.id, { status: 'DELETED', updatedTime: tx.now })
    tx.emit('adImage.deleted', { adAccount: String(adAccount.id), hash: image.hash })
    return { success: true }
  },
})
