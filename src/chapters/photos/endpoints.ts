import { z } from '../../engine/schema/zod.ts'
import { deletesContent, pageAccess, publishesContent } from '../../service/access/access.ts'
import { ownAccess, photoAccess } from '../../service/access/ownership.ts'
import { isCallError } from '../../service/contract/errors.ts'
import { endpoint } from '../../service/routes/define.ts'
import { defaulted, int64, numericId, oneOf } from '../../service/values/scalars.ts'
import { listOf, pagingParams } from '../../service/views/paging.ts'
import { recordSchema } from '../../service/views/record.ts'
import { recordResult } from '../../service/views/results.ts'
import { isVisible } from '../content/visibility.ts'
import type { PhotoRow } from '../rows.ts'
import { photoParams } from './photo-params.ts'
import { photoView } from './photo-view.ts'
import { removePhoto } from './remove-photo.ts'
import { uploadPhoto } from './upload-photo.ts'
import { uploadedIds, uploadResult } from './upload-result.ts'

const chapter = 'Endpoints › Page photos'

const readsPhotos = pageAccess({
  tasks: ['MODERATE'], // PHO-023
  permissions: ['pages_read_engagement'], // PHO-024
  publicContent: true, // PHO-025
})

/**
 * Lists pictures of a page, newest first: by default its current and previous profile pictures. `type`
 * selects the photos that the page uploaded, or those that tag it. No list has unpublished photos.
 */
export const listPagePhotos = endpoint({
  route: 'GET /{page}/photos', // PHO-001, PHO-014
  chapter,
  access: readsPhotos,
  errors: [100, 200, 80001, 190, 3001], // PHO-026, PHO-027, PHO-028, PHO-029, PHO-030
  params: z.object({
    /**
     * Which photos to list: profile pictures, photos that tag the page, or photos that it uploaded.
     */
    type: defaulted(oneOf(['profile', 'tagged', 'uploaded']), 'profile'), // PHO-015, PHO-016, PHO-017
    /** Lists only photos with this business tag. */
    biz_tag_id: int64.optional(), // PHO-020
    /** The business of the tag. It assists filters, and selects nothing by itself. */
    business_id: numericId.optional(), // PHO-021
    ...pagingParams,
  }),
  view: photoView,
  result: listOf(recordSchema(photoView)), // PHO-022
  run(context) {
    const { page, params, tx, pageOf, refuse } = context
    const { biz_tag_id: tag, business_id: business } = params
    // business_id filters nothing: it only names the owner of the tag (SIL-069).
    const businessTag = tag === undefined ? undefined : tx.find('businessTags', Number(tag))
    if (tag !== undefined && !businessTag)
      return refuse(3001, `Param biz_tag_id must name a business tag, got ${tag}`)
    if (business !== undefined && !tx.find('businesses', Number(business))) {
      return refuse(3001, `Param business_id must name a business, got ${business}`)
    }
    const source = {
      table: 'photos',
      edge: params.type,
      owner: [page.id],
      where: (photo: PhotoRow) =>
        isVisible(context, photo) &&
        (businessTag === undefined || photo.businessTags.includes(businessTag.id)),
    } as const
    return pageOf(source, photoView)
  },
})

/**
 * Uploads one photo for a page, from a file or a URL, and publishes it unless `published` is false. An
 * unpublished photo that no post uses is deleted after about 24 hours.
 */
export const uploadPagePhoto = endpoint({
  route: 'POST /{page}/photos', // PHO-002, PHO-031
  chapter,
  access: publishesContent, // PHO-032, PHO-033, PHO-034
  errors: [200, 100, 368, 190, 324], // PHO-137, PHO-138, PHO-139, PHO-140, PHO-141
  params: photoParams,
  files: ['source'], // PHO-035
  view: photoView,
  result: uploadResult,
  run(context) {
    const { page, params, refuseFor, readBack } = context
    const photo = uploadPhoto(context, page, params)
    if (isCallError(photo)) return refuseFor(photo)
    // PHO-004, PHO-005, PHO-010, PHO-135, PHO-136, SIL-065
    return { ...readBack(photoView, photo), ...uploadedIds(photo, page.id) }
  },
})

/** Reads one photo of a page, or a photo of the token's own person. */
export const readPhoto = endpoint({
  route: 'GET /{photo}', // SIL-064
  chapter,
  access: photoAccess(readsPhotos),
  ...recordResult(photoView),
  run: ({ photo, show }) => show(photoView, photo),
})

/** Deletes a photo of a page and its story. Also deletes a post that shows nothing else. */
export const deletePhoto = endpoint({
  route: 'DELETE /{photo}', // SIL-064
  chapter,
  access: deletesContent,
  run({ photo, tx }) {
    removePhoto(tx, photo)
    tx.emit('photo.deleted', { photo: String(photo.id) })
    return { success: true }
  },
})

/**
 * Lists photos of a person, newest first: by default those that tag the person; `type=uploaded` selects those
 * that they uploaded. Requires a user token of that person. No list has unpublished photos.
 */
export const listUserPhotos = endpoint({
  route: 'GET /{user}/photos', // USR-001, USR-004
  also: {
    'GET /{user}/photos/uploaded': { type: 'uploaded' }, // USR-008, USR-009
    'GET /{user}/photos/tagged': { type: 'tagged' },
  },
  chapter: 'Endpoints › User photos',
  access: ownAccess('user_photos'), // USR-010, USR-011, AUT-014, SIL-084
  errors: [100, 190, 200, 104, 102], // USR-013, USR-014, USR-015, USR-016, USR-017
  params: z.object({
    /** Which photos to list: those that tag the person, or those that they uploaded. */
    type: defaulted(oneOf(['tagged', 'uploaded']), 'tagged'), // USR-005, USR-006, USR-007
    ...pagingParams,
  }),
  view: photoView,
  result: listOf(recordSchema(photoView)), // PHO-003, USR-012
  run(context) {
    const { user, params, pageOf } = context
    const source = {
      table: 'photos',
      edge: params.type,
      owner: [user.id],
      where: (photo: PhotoRow) => isVisible(context, photo),
    } as const
    return pageOf(source, photoView)
  },
})
