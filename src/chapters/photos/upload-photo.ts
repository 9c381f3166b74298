import { descriptionError, servesBeyond } from '../../service/contract/beyond.ts'
import { type CallError, invalidParameter, isCallError } from '../../service/contract/errors.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { plain, plainObject } from '../../service/values/plain.ts'
import { attachPhoto, photoPublication, schedulePhotoExpiry } from '../content/photo-publication.ts'
import { type PictureSources, uploadedPicture } from '../content/picture-source.ts'
import { creatorsOf, insertPost } from '../content/post.ts'
import { contentTypeOf, publicationError } from '../content/publication.ts'
import type { StoredPicture } from '../content/records.ts'
import { allowedPrivacy, type ContentPrivacy } from '../people/privacy.ts'
import type { PageRow, PhotoRow } from '../rows.ts'
import { keptParams, type PhotoParams } from './photo-params.ts'

/** The error in the parameters of an upload, except its picture and privacy. */
function uploadError(context: ReadContext, params: PhotoParams): CallError | undefined {
  const { tx, caller, now, policy } = context
  if (params.target_id !== undefined) return invalidParameter('Param target_id must not be used') // PHO-134
  // PHO-122, SIL-015
  if (params.nectar_module !== undefined && !caller.app.internal) {
    return {
      code: 200,
      message: 'Param nectar_module is for internal apps only',
      because: ['the app is not internal'],
    }
  }
  // PHO-067, PHO-102, SIL-083
  for (const name of ['place', 'sponsor_id'] as const) {
    const id = params[name]
    if (id !== undefined && !tx.find('pages', Number(id)))
      return invalidParameter(`Param ${name} must be the id of a page, got ${id}`)
  }
  // SIL-079
  if (params.backdated_time !== undefined && params.backdated_time >= now) {
    return invalidParameter('Param backdated_time must lie before the request')
  }
  const publication = publicationError(params, context)
  if (publication) return publication
  // PHO-048; the live service schedules any unpublished photo.
  const scheduled = params.scheduled_publish_time !== undefined
  return scheduled && !params.temporary && !servesBeyond(policy)
    ? descriptionError('Param temporary must be true for a photo of a scheduled post')
    : undefined
}

/**
 * Returns the initial view of a spherical photo; null if the upload does not allow one, or if the picture
 * cannot be read as spherical. spherical_metadata takes precedence over embedded metadata (PHO-078, PHO-080,
 * SIL-081).
 */
function sphericalOf(params: PhotoParams, picture: StoredPicture): PhotoRow['spherical'] {
  const isReadable = picture.spherical || params.spherical_metadata !== undefined
  if (!params.allow_spherical_photo || !isReadable) return null
  const { initial_view_heading_override_degrees: heading, initial_view_pitch_override_degrees: pitch } =
    params
  const fov = params.initial_view_vertical_fov_override_degrees
  return {
    ...params.spherical_metadata,
    ...(heading !== undefined && { initial_view_heading_degrees: heading }),
    ...(pitch !== undefined && { initial_view_pitch_degrees: pitch }),
    ...(fov !== undefined && { initial_view_vertical_fov_degrees: fov }),
  }
}

function insertPhoto(
  context: ReadContext,
  page: number,
  params: PhotoParams,
  picture: StoredPicture,
  privacy: ContentPrivacy,
): PhotoRow {
  const { tx, now } = context
  const { backdated_time: backdatedTime } = params
  const granularity = backdatedTime === undefined ? 'none' : params.backdated_time_granularity
  return tx.insert('photos', {
    owner: page,
    createdTime: now,
    updatedTime: now,
    published: params.published, // PHO-007, PHO-008, PHO-045
    publishedByUpload: params.published,
    scheduledTime: params.no_story ? (params.scheduled_publish_time ?? null) : null,
    temporary: params.temporary, // PHO-009
    contentType: contentTypeOf(params),
    picture,
    caption: params.caption ?? params.message ?? params.name, // PHO-056, PHO-058, SIL-078
    altText: params.alt_text_custom,
    backdatedTime,
    backdatedTimeGranularity: granularity,
    ...privacy,
    place: params.place === undefined ? undefined : Number(params.place),
    tags: params.tags.map(plain),
    businessTags: [],
    story: null,
    posts: [],
    profileTime: null,
    spherical: sphericalOf(params, picture),
    targeting: params.targeting && plainObject(params.targeting),
    feedTargeting: params.feed_targeting && plainObject(params.feed_targeting),
    given: keptParams(params),
  })
}

/**
 * Creates the story of an uploaded photo: a post now, or a scheduled post. An unpublished photo without a
 * time, or with `no_story`, gets none (PHO-087, SIL-065, SIL-066, SIL-074). Returns the photo.
 */
function createStory(context: ReadContext, page: PageRow, photo: PhotoRow, params: PhotoParams): PhotoRow {
  const { scheduled_publish_time: time, published, no_story } = params
  if (no_story || (!published && time === undefined)) return photo
  const { tx } = context
  const { backdatedTime, backdatedTimeGranularity } = photo
  const post = insertPost(context, page.id, {
    ...creatorsOf(context),
    published,
    scheduledTime: time ?? null,
    contentType: photo.contentType,
    statusType: 'added_photos',
    message: photo.caption,
    privacy: photo.privacy,
    ...(photo.audience && { audience: photo.audience }),
    ...(backdatedTime !== undefined && { backdatedTime, backdatedTimeGranularity }),
    ...(photo.place !== undefined && { place: photo.place }),
    targeting: photo.targeting,
    feedTargeting: photo.feedTargeting,
  })
  attachPhoto(tx, photo, post.id, published)
  tx.patch('posts', post.id, { photos: [photo.id] })
  return tx.patch('photos', photo.id, { story: post.id })
}

/** Schedules the publication of an unpublished photo without a post, or its deletion if it has no time. */
function schedulePhotoWithoutPost({ tx, policy }: ReadContext, photo: PhotoRow): void {
  const { id, scheduledTime } = photo
  if (scheduledTime === null)
    schedulePhotoExpiry(tx, photo, photo.createdTime, policy.unpublishedPhotoRetention)
  else if (policy.scheduledPosts === 'publishAtTime') {
    const input = { type: 'action', name: 'publishScheduledPhoto', params: { photo: String(id) } }
    tx.schedule(scheduledTime, photoPublication(id), input)
  }
}

/** The context of an upload: the files of the call, and where its picture may come from. */
type UploadContext = ReadContext & Pick<PictureSources, 'files'>

/** Uploads one photo, with its story if it has one. Parameters are checked before its picture is read. */
export function uploadPhoto(
  context: UploadContext,
  page: PageRow,
  params: PhotoParams,
): PhotoRow | CallError {
  const error = uploadError(context, params)
  if (error) return error
  const privacy = allowedPrivacy(context.caller, params.privacy)
  if (isCallError(privacy)) return privacy
  const { url, vault_image_id: vault } = params
  const picture = uploadedPicture(context, { url, vault, files: context.files })
  if (isCallError(picture)) return picture
  const inserted = insertPhoto(context, page.id, params, picture, privacy)
  const photo = createStory(context, page, inserted, params)
  if (!photo.published && photo.story === null) schedulePhotoWithoutPost(context, photo)
  context.tx.emit('photo.uploaded', {
    photo: String(photo.id),
    page: String(page.id),
    published: photo.published,
  })
  return photo
}
