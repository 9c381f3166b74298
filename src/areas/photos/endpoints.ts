import { z } from 'zod'
import { deletesContent, pageAccess, publishesContent } from '../../graph/access/access.ts'
import { ownAccess, photoAccess } from '../../graph/access/ownership.ts'
import { isCallError } from '../../graph/contract/errors.ts'
import { endpoint } from '../../graph/define.ts'
import { defaulted, int64, numericId, oneOf } from '../../graph/values/scalars.ts'
import { listOf, pagingParams } from '../../graph/views/paging.ts'
import { recordSchema } from '../../graph/views/record.ts'
import { uploadedPicture } from '../content/picture-source.ts'
import { isVisible } from '../content/visibility.ts'
import type { PhotoRow } from '../rows.ts'
import { photoParams } from './photo-params.ts'
import { photoView } from './photo-view.ts'
import { removePhoto } from './remove-photo.ts'
import { uploadPhoto } from './upload-photo.ts'

const chapter = 'Endpoints › Page photos'

const readsPhotos = pageAccess({
  tasks: ['MODERATE'],
  permissions: ['pages_read_engagement'],
  publicContent: true,
})
/**
 * Lists pictures of a page: by default its current and previous profile pictures, with `type` those that it
 * uploaded or is tagged in. Unpublished photos are in none of these lists. Newest first.
 */
export const listPagePhotos = endpoint({
  route: 'GET /{page}/photos',
  chapter,
  access: readsPhotos,
  errors: [100, 200, 80001, 190, 3001],
  params: z.object({
    type: defaulted(oneOf(['profile', 'tagged', 'uploaded']), 'profile'),
    biz_tag_id: int64.optional(),
    business_id: numericId.optional(),
    ...pagingParams,
  }),
  view: photoView,
  result: listOf(recordSchema(photoView)),
  run(context) {
    const { page, params, tx, pageOf, refuse } = context
    const { biz_tag_id: tag, business_id: business } = params
    const known = tag === undefined ? undefined : tx.find('businessTags', Number(tag))
    if (tag !== undefined && !known)
      return refuse(3001, `Param biz_tag_id must name a business tag, got ${tag}`)
    if (business !== undefined && !tx.find('businesses', Number(business))) {
      return refuse(3001, `Param business_id must name a business, got ${business}`)
    }
    const source = {
      table: 'photos',
      edge: params.type,
      owner: [page.id],
      where: (photo: PhotoRow) =>
        isVisible(context, photo) && (known === undefined || photo.businessTags.includes(known.id)),
    } as const
    return pageOf(source, photoView)
  },
})

/**
 * Uploads one photo for a page, from a file or a url, and publishes it unless `published` is false. An
 * unpublished photo that gets into no post is deleted after about 24 hours.
 */
export const uploadPagePhoto = endpoint({
  route: 'POST /{page}/photos',
  chapter,
  access: publishesContent,
  errors: [200, 100, 368, 190, 324],
  params: photoParams,
  view: photoView,
  result: z.object({ id: z.string(), post_id: z.string().optional() }).and(recordSchema(photoView).partial()),
  run(context) {
    const { page, params, files, refuseFor, readBack } = context
    const photo = uploadPhoto(context, page, params, () =>
      uploadedPicture(context, { url: params.url, vault: params.vault_image_id, files }),
    )
    if (isCallError(photo)) return refuseFor(photo)
    return {
      ...readBack(photoView, photo),
      id: String(photo.id),
      ...(photo.story !== null && { post_id: `${page.id}_${photo.story}` }),
    }
  },
})

/** Reads one photo of a page, or one's own. */
export const readPhoto = endpoint({
  route: 'GET /{photo}',
  chapter,
  access: photoAccess(readsPhotos),
  errors: [],
  params: z.object({}),
  view: photoView,
  result: recordSchema(photoView),
  run: ({ photo, show }) => show(photoView, photo),
})

/** Deletes a photo of a page, and the post that its upload made if that shows nothing else. */
export const deletePhoto = endpoint({
  route: 'DELETE /{photo}',
  chapter,
  access: deletesContent,
  errors: [],
  params: z.object({}),
  result: z.object({ success: z.boolean() }),
  run({ photo, tx }) {
    removePhoto(tx, photo)
    tx.emit('photo.deleted', { photo: String(photo.id) })
    return { success: true }
  },
})

/**
 * Lists photos of a person, newest first: by default those that he is tagged in, with `type` those that he
 * uploaded. His own user token alone may read them. Unpublished photos are in neither list.
 */
export const listUserPhotos = endpoint({
  route: 'GET /{user}/photos',
  also: {
    'GET /{user}/photos/uploaded': { type: 'uploaded' },
    'GET /{user}/photos/tagged': { type: 'tagged' },
  },
  chapter: 'Endpoints › User photos',
  access: ownAccess('user_photos'),
  errors: [100, 190, 200, 104, 102],
  params: z.object({ type: defaulted(oneOf(['tagged', 'uploaded']), 'tagged'), ...pagingParams }),
  view: photoView,
  result: listOf(recordSchema(photoView)),
  run(context) {
    const { user, params, pageOf } = context
    const source = {
      table: 'photos',
      edge: params.type,
      owner: [user.id],
      where: (photo: Parameters<typeof isVisible>[1]) => isVisible(context, photo),
    } as const
    return pageOf(source, photoView)
  },
})
