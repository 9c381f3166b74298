import { hasPermission } from '../../graph/caller/caller.ts'
import type { ReadContext, Tx } from '../../graph/context.ts'
import type { CallError } from '../../graph/contract/errors.ts'
import { invalidParameter, isCallError } from '../../graph/contract/errors.ts'
import { limits } from '../../graph/contract/limits.ts'
import { plainObject } from '../../graph/values/plain.ts'
import { adImageByHash } from '../ad-images/ad-image.ts'
import { createPost } from '../content/create-post.ts'
import { attachPhoto } from '../content/photo-publication.ts'
import { publicationError } from '../content/publication.ts'
import { grantedPrivacy } from '../people/privacy.ts'
import { resolveMentions } from '../people/tagged-text.ts'
import type { PageRow, PhotoRow, PostRow } from '../rows.ts'
import { linkError, type PublishContext, previewOf } from './post-link.ts'
import type { PostParams } from './post-params.ts'

/** The photos of a multi-photo post: each an existing photo of the page, none twice (SIL-075, SIL-103). */
function attachedPhotos(
  tx: Tx,
  page: number,
  { attached_media, scheduled_publish_time }: PostParams,
): PhotoRow[] | CallError {
  const photos: PhotoRow[] = []
  for (const [index, { media_fbid: id }] of attached_media.entries()) {
    const name = `Param attached_media.${index}.media_fbid`
    const photo = tx.find('photos', Number(id))
    if (photo?.owner !== page)
      return invalidParameter(`${name} must be the id of an existing photo of the page, got ${id}`)
    if (photos.includes(photo)) return invalidParameter(`${name} names the photo ${id} a second time`)
    if (scheduled_publish_time !== undefined && !photo.temporary) {
      return invalidParameter(
        `${name} must be a photo uploaded with temporary=true, since the post is scheduled, got ${id}`,
      )
    }
    photos.push(photo)
  }
  return photos
}

/** Whether the caller can read an active ad image with this hash, in any of his ad accounts. */
function readsImage({ tx, caller }: ReadContext, hash: string): boolean {
  if (!caller.user || !(hasPermission(caller, 'ads_read') || hasPermission(caller, 'ads_management')))
    return false
  return tx
    .list('adAccountRoles', 'byUser', [caller.user.id])
    .some(({ adAccount }) => adImageByHash(tx, adAccount, hash)?.status === 'ACTIVE')
}

/** What is wrong with the links of a multi-link post (SIL-096). */
function childAttachmentsError(context: ReadContext, params: PostParams): CallError | undefined {
  const { child_attachments: children, multi_share_optimized: optimized } = params
  if (!children) return undefined
  const most = optimized ? limits.childAttachmentsMax : limits.childAttachmentsUnoptimizedMax
  if (children.length < limits.childAttachmentsMin || children.length > most) {
    const { childAttachmentsMin: least } = limits
    return invalidParameter(
      `Param child_attachments must have ${least} to ${most} items, got ${children.length}`,
    )
  }
  for (const [index, { picture, image_hash: hash }] of children.entries()) {
    const name = `Param child_attachments.${index}`
    if (picture === undefined && hash === undefined)
      return invalidParameter(`${name} must have picture or image_hash`)
    if (hash !== undefined && !readsImage(context, hash))
      return invalidParameter(`${name}.image_hash must be the hash of an active ad image, got ${hash}`)
  }
  return undefined
}

/** What is wrong with the place of a post and with those who are there (SIL-098). */
function placeError({ tx }: ReadContext, { place, tags }: PostParams): CallError | undefined {
  if (tags.length > 0 && place === undefined) return invalidParameter('Param tags requires place')
  if (place !== undefined && !tx.find('pages', Number(place)))
    return invalidParameter(`Param place must be the id of a page, got ${place}`)
  const stranger = tags.find((id) => !tx.find('users', Number(id)))
  return stranger === undefined
    ? undefined
    : invalidParameter(`Param tags must be ids of users, got ${stranger}`)
}

/** What is wrong with a feeling or an activity: its type and its object go together (SIL-104). */
function activityError({ tx }: ReadContext, params: PostParams): CallError | undefined {
  const { og_action_type_id: type, og_object_id: object, og_icon_id: icon } = params
  if (object !== undefined && type === undefined)
    return invalidParameter('Param og_object_id requires og_action_type_id')
  if (type !== undefined && object === undefined)
    return invalidParameter('Param og_action_type_id requires og_object_id')
  if (object === undefined)
    return icon === undefined ? undefined : invalidParameter('Param og_icon_id requires og_object_id')
  const id = /^\d{1,15}$/.test(object) ? Number(object) : 0
  if (tx.find('pages', id) || tx.find('activityObjects', id)) return undefined
  return invalidParameter(
    `Param og_object_id must be the id of a predefined object or of a page, got ${object}`,
  )
}

function postError(context: ReadContext, params: PostParams, calling: PublishContext): CallError | undefined {
  const { message, link, attached_media, backdated_time, actions, published } = params
  if (!message && link === undefined && attached_media.length === 0) {
    return invalidParameter('Either link or message must be supplied, or attached_media')
  }
  if (backdated_time !== undefined && backdated_time >= context.now) {
    return invalidParameter('Param backdated_time must lie before the request')
  }
  if (actions.length > 0 && !published)
    return invalidParameter('Param actions must not be used with published=false')
  return (
    publicationError(params, context.now) ??
    placeError(context, params) ??
    activityError(context, params) ??
    linkError(context, params, calling) ??
    childAttachmentsError(context, params)
  )
}

const statusTypeOf = (params: PostParams, photos: readonly PhotoRow[]): PostRow['statusType'] =>
  photos.length > 0 ? 'added_photos' : params.link === undefined ? 'mobile_status_update' : 'shared_story'

const truncated = (text: string, most: number): string => [...text.slice(0, 2 * most)].slice(0, most).join('')

/** The links of a multi-link post, with titles and descriptions as long as they are shown (SIL-096). */
function childrenOf({ child_attachments: children }: PostParams): PostRow['children'] {
  return children?.map(({ link, name, description, picture, image_hash }) => ({
    link,
    ...(name !== undefined && { name: truncated(name, limits.childAttachmentNameCodePointsMax) }),
    ...(description !== undefined && {
      description: truncated(description, limits.childAttachmentDescriptionCodePointsMax),
    }),
    ...(image_hash === undefined ? picture !== undefined && { picture } : { image_hash }),
  }))
}

function activityOf(params: PostParams): PostRow['activity'] {
  const { og_action_type_id: actionType, og_object_id: object, og_icon_id: icon } = params
  if (actionType === undefined || object === undefined) return undefined
  return { actionType, object, icon: icon ?? `icon_${object}` }
}

/** What a post says and shows, as far as the call that makes it says it. */
function contentOf({ tx }: ReadContext, params: PostParams) {
  const said = params.message === undefined ? undefined : resolveMentions(tx, params.message, ['pages'])
  const { place, tags, call_to_action: button, targeting, feed_targeting: feedTargeting } = params
  const children = childrenOf(params)
  return {
    message: said?.text,
    ...(said && said.tags.length > 0 && { messageTags: said.tags }),
    ...(tags.length > 0 && { to: [...new Set(tags.map(Number))] }),
    ...(params.actions.length > 0 && { actions: params.actions.map(({ name, link }) => ({ name, link })) }),
    ...(children && { children, endCard: params.multi_share_end_card }),
    ...(children && { given: { multi_share_optimized: params.multi_share_optimized } }),
    ...(place !== undefined && { place: Number(place) }),
    ...(button && { callToAction: plainObject(button) }),
    ...(targeting && { targeting: plainObject(targeting) }),
    ...(feedTargeting && { feedTargeting: plainObject(feedTargeting) }),
    link: params.link,
    activity: activityOf(params),
    backdatedTime: params.backdated_time,
    backdatedTimeGranularity: params.backdated_time_granularity,
  }
}

/** Publishes a post in the voice of a page, keeps it unpublished, or schedules it. */
export function publishFeedPost(
  context: ReadContext,
  page: PageRow,
  params: PostParams,
  calling: PublishContext,
): PostRow | CallError {
  const { tx, caller } = context
  const error = postError(context, params, calling)
  if (error) return error
  const photos = attachedPhotos(tx, page.id, params)
  if (isCallError(photos)) return photos
  const preview = previewOf(context, page, params, calling)
  if (isCallError(preview)) return preview
  const post = createPost(context, page, {
    ...contentOf(context, params),
    ...preview,
    published: params.published,
    scheduledTime: params.scheduled_publish_time ?? null,
    contentType: params.published ? null : (params.unpublished_content_type ?? null),
    statusType: statusTypeOf(params, photos),
    privacy: grantedPrivacy(caller),
  })
  if (photos.length === 0) return post
  for (const photo of photos) attachPhoto(tx, photo, post.id, params.published)
  return tx.patch('posts', post.id, { photos: photos.map(({ id }) => id) })
}
