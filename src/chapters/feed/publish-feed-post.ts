import { canReadAds } from '../../service/access/access.ts'
import { grantedPrivacy } from '../../service/caller/caller.ts'
import { servesBeyond } from '../../service/contract/beyond.ts'
import { type CallError, invalidParameter, isCallError, subcodes } from '../../service/contract/errors.ts'
import { limits } from '../../service/contract/limits.ts'
import type { CallFile } from '../../service/routes/call.ts'
import type { Tx } from '../../service/routes/context.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { plainNodeNumber } from '../../service/values/ids.ts'
import { plainObject } from '../../service/values/plain.ts'
import { hostOf } from '../../service/values/urls.ts'
import { adImageByHash } from '../ad-images/ad-image.ts'
import { isGeoUrl, isOnEarth } from '../content/geo-url.ts'
import { attachPhoto } from '../content/photo-publication.ts'
import { keepPicture, pictureAt } from '../content/picture-source.ts'
import { creatorsOf, insertPost } from '../content/post.ts'
import { contentTypeOf, publicationError } from '../content/publication.ts'
import { resolveMentions } from '../people/tagged-text.ts'
import type { PageRow, PhotoRow, PostRow } from '../rows.ts'
import type { PostParams } from './post-params.ts'

/**
 * Returns the photos of attached_media. Each must be an existing photo of the page and appear once; for a
 * scheduled post it must be temporary (PHO-012, PHO-048, SIL-075, SIL-103).
 */
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

/** Whether the caller may read an active ad image with this hash, in any of their ad accounts. */
function canReadAdImage({ tx, caller }: ReadContext, hash: string): boolean {
  if (!caller.user || !canReadAds(caller)) return false
  return tx
    .list('adAccountRoles', 'byUser', [caller.user.id])
    .some(({ adAccount }) => adImageByHash(tx, adAccount, hash)?.status === 'ACTIVE')
}

/** The error in the links of a multi-link post (FEE-170, FEE-171, FEE-172, FEE-182, SIL-096). */
function childAttachmentsError(
  context: ReadContext,
  children: NonNullable<PostParams['child_attachments']>,
  optimized: boolean,
): CallError | undefined {
  const minimum = limits.childAttachmentsMin
  const maximum = optimized ? limits.childAttachmentsMax : limits.childAttachmentsUnoptimizedMax
  if (children.length < minimum || children.length > maximum) {
    return invalidParameter(
      `Param child_attachments must have ${minimum} to ${maximum} items, got ${children.length}`,
    )
  }
  for (const [index, { picture, image_hash: hash }] of children.entries()) {
    const name = `Param child_attachments.${index}`
    if (picture === undefined && hash === undefined)
      return invalidParameter(`${name} must have picture or image_hash`)
    if (hash !== undefined && !canReadAdImage(context, hash))
      return invalidParameter(`${name}.image_hash must be the hash of an active ad image, got ${hash}`)
  }
  return undefined
}

/** The error in the place of a post, or in the people tagged there (FEE-208, FEE-210, SIL-098). */
function placeError({ tx }: ReadContext, { place, tags }: PostParams): CallError | undefined {
  if (tags.length > 0 && place === undefined) return invalidParameter('Param tags requires place')
  if (place !== undefined && !tx.find('pages', Number(place)))
    return invalidParameter(`Param place must be the id of a page, got ${place}`)
  const unknown = tags.find((id) => !tx.find('users', Number(id)))
  return unknown === undefined
    ? undefined
    : invalidParameter(`Param tags must be ids of users, got ${unknown}`)
}

/** The error in a feeling or an activity. It requires a type and an object (FEE-225, FEE-227, SIL-104). */
function activityError({ tx }: ReadContext, params: PostParams): CallError | undefined {
  const { og_action_type_id: type, og_object_id: object, og_icon_id: icon } = params
  if (object !== undefined && type === undefined)
    return invalidParameter('Param og_object_id requires og_action_type_id')
  if (type !== undefined && object === undefined)
    return invalidParameter('Param og_action_type_id requires og_object_id')
  if (object === undefined)
    return icon === undefined ? undefined : invalidParameter('Param og_icon_id requires og_object_id')
  const id = plainNodeNumber(object) ?? 0
  if (tx.find('pages', id) || tx.find('activityObjects', id)) return undefined
  return invalidParameter(
    `Param og_object_id must be the id of a predefined object or of a page, got ${object}`,
  )
}

/** The error in the parameters of a post, except its photos and pictures. */
function postError(context: PublishContext, params: PostParams): CallError | undefined {
  const { message, link, attached_media, backdated_time, actions, published } = params
  const { child_attachments: children } = params
  // FEE-147, FEE-148, SIL-091
  if (!message && link === undefined && attached_media.length === 0) {
    return invalidParameter('Either link or message must be supplied, or attached_media')
  }
  // The live service takes pictures without a message, and not with an empty one:
  // https://github.com/trypostit/trypost/pull/41
  if (message === '' && attached_media.length > 0 && servesBeyond(context.policy))
    return { code: 197, message: '' }
  // FEE-166
  if (backdated_time !== undefined && backdated_time >= context.now) {
    return invalidParameter('Param backdated_time must lie before the request')
  }
  // FEE-213, SIL-095
  if (actions.length > 0 && !published)
    return invalidParameter('Param actions must not be used with published=false')
  return (
    publicationError(params, context) ??
    placeError(context, params) ??
    activityError(context, params) ??
    linkError(context, params) ??
    (children && childAttachmentsError(context, children, params.multi_share_optimized))
  )
}

/** Returns the first `maximum` code points of a text. */
const truncated = (text: string, maximum: number): string =>
  [...text.slice(0, 2 * maximum)].slice(0, maximum).join('')

type SentChild = NonNullable<PostParams['child_attachments']>[number]

/**
 * Returns a link of a multi-link post, with a truncated name and description (FEE-177, FEE-179). image_hash
 * takes precedence over picture (SIL-096).
 */
const childOf = ({ link, name, description, picture, image_hash }: SentChild) => ({
  link,
  ...(name !== undefined && { name: truncated(name, limits.childAttachmentNameCodePointsMax) }),
  ...(description !== undefined && {
    description: truncated(description, limits.childAttachmentDescriptionCodePointsMax),
  }),
  ...(image_hash === undefined ? picture !== undefined && { picture } : { image_hash }),
})

/** Returns the columns of a post that come directly from the parameters. */
function contentOf({ tx }: ReadContext, params: PostParams) {
  const text = params.message === undefined ? undefined : resolveMentions(tx, params.message, ['pages'])
  const { place, tags, call_to_action: button, targeting, feed_targeting: feedTargeting } = params
  const { og_action_type_id: actionType, og_object_id: object } = params
  const children = params.child_attachments?.map(childOf)
  return {
    message: text?.text,
    ...(text && text.tags.length > 0 && { messageTags: text.tags }),
    ...(tags.length > 0 && { to: [...new Set(tags.map(Number))] }),
    ...(params.actions.length > 0 && { actions: params.actions.map(({ name, link }) => ({ name, link })) }),
    ...(children && { children, endCard: params.multi_share_end_card }),
    ...(children && { given: { multi_share_optimized: params.multi_share_optimized } }),
    ...(place !== undefined && { place: Number(place) }),
    ...(button && { callToAction: plainObject(button) }),
    ...(targeting && { targeting: plainObject(targeting) }),
    ...(feedTargeting && { feedTargeting: plainObject(feedTargeting) }),
    link: params.link,
    // FEE-229
    ...(actionType !== undefined &&
      object !== undefined && {
        activity: { actionType, object, icon: params.og_icon_id ?? `icon_${object}` },
      }),
    backdatedTime: params.backdated_time,
    backdatedTimeGranularity: params.backdated_time_granularity,
  }
}

/** Creates a post in the voice of a page: published, unpublished or scheduled (FEE-123, FEE-126). */
export function publishFeedPost(
  context: PublishContext,
  page: PageRow,
  params: PostParams,
): PostRow | CallError {
  const { tx, caller } = context
  const error = postError(context, params)
  if (error) return error
  const photos = attachedPhotos(tx, page.id, params)
  if (isCallError(photos)) return photos
  const preview = previewOf(context, page, params)
  if (isCallError(preview)) return preview
  const linked = params.link === undefined ? 'mobile_status_update' : 'shared_story'
  const post = insertPost(context, page.id, {
    ...creatorsOf(context),
    ...contentOf(context, params),
    ...preview,
    published: params.published,
    scheduledTime: params.scheduled_publish_time ?? null,
    contentType: contentTypeOf(params),
    statusType: photos.length > 0 ? 'added_photos' : linked,
    privacy: grantedPrivacy(caller),
  })
  if (photos.length === 0) return post
  for (const photo of photos) attachPhoto(tx, photo, post.id, params.published)
  return tx.patch('posts', post.id, { photos: photos.map(({ id }) => id) })
}

/** Returns true if a URL contains a latitude and a longitude, separated by a comma (FEE-238). */
function hasCoordinates(url: string): boolean {
  const pairs = url.matchAll(/(-?\d{1,3}(?:\.\d{1,12})?)(?:,|%2C)(-?\d{1,3}(?:\.\d{1,12})?)/gi)
  return [...pairs].some(([, latitude, longitude]) => isOnEarth(latitude, longitude))
}

/**
 * The context in which a feed post is published: the caller, the files of the call, and what they can read.
 */
export interface PublishContext extends ReadContext {
  readonly files: readonly CallFile[]
  /** Whether a URL is that of a node of the service that the caller cannot read. */
  readonly leadsToUnreadable: (url: string) => boolean
}

/** Whether the viewer and the app can see a link (FEE-149, ERR-022, SIL-092). */
function isLinkVisible(context: PublishContext, link: string): boolean {
  if (context.leadsToUnreadable(link)) return false
  const page = context.tx.first('webPages', 'byUrl', [link])
  return context.policy.links === 'open' || isGeoUrl(link) ? !page?.hidden : page?.hidden === false
}

/** The error in the link of a post, or in the parameters that require a link (SIL-091, SIL-092, SIL-105). */
export function linkError(context: PublishContext, params: PostParams): CallError | undefined {
  const { link, call_to_action: button, child_attachments: children } = params
  if (link === undefined) {
    // FEE-232
    if (button) return invalidParameter('Param call_to_action requires link: it is for new link posts only')
    return children && invalidParameter('Param child_attachments requires link')
  }
  const leadsToPlace = button?.type === 'GET_DIRECTIONS'
  if (leadsToPlace && !hasCoordinates(link)) {
    return invalidParameter(
      'Param link must contain coordinates when call_to_action is GET_DIRECTIONS, got none',
    )
  }
  if (!leadsToPlace && isGeoUrl(link)) {
    return invalidParameter(`Param link must be an absolute http or https URL, got "${link}"`)
  }
  if (isLinkVisible(context, link)) return undefined
  return {
    code: 100,
    subcode: subcodes.invisibleLink,
    message: `Param link must be a url that the viewer and the app can see, got ${link}`,
  }
}

/** Returns true if a host is one of these domains, or a subdomain of one. */
const isWithin = (host: string, domains: readonly string[]): boolean =>
  domains.some((domain) => host === domain || host.endsWith(`.${domain}`))

/**
 * The error if the page may not use a custom image for a link. It requires a page token (FEE-259, AUT-020),
 * and a link that the page owns (FEE-260, SIL-093).
 */
function ownershipError(
  { caller }: ReadContext,
  page: PageRow,
  link: string | undefined,
  name: string,
): CallError | undefined {
  if (link === undefined) return invalidParameter(`Param ${name} requires link`)
  if (caller.kind !== 'page') return invalidParameter(`Param ${name} requires a page access token`)
  if (isWithin(hostOf(link) ?? '', page.ownedDomains)) return undefined
  return invalidParameter(`Param ${name} requires a link that is owned by the page, got ${link}`)
}

/** Returns the photo that object_attachment names: a photo of the page (FEE-160). */
function pagePhoto(context: ReadContext, page: number, id: string): PhotoRow | CallError {
  const photo = context.tx.find('photos', Number(id))
  if (photo?.owner === page) return photo
  return invalidParameter(
    `Param object_attachment must be the id of an existing photo of the page, got ${id}`,
  )
}

/** The columns of a post that show its link. */
type Preview = Partial<Pick<PostRow, 'preview' | 'thumbnail' | 'thumbnailPhoto'>>

/**
 * Returns the picture beside a link. The first of these that is given counts: the file `thumbnail`,
 * object_attachment, picture, and the image that the linked page declares (FEE-157, FEE-158, FEE-159,
 * FEE-161, SIL-094).
 */
function previewPicture(
  context: ReadContext,
  page: PageRow,
  params: PostParams,
  thumbnails: readonly CallFile[],
): Preview | CallError {
  const { tx, policy } = context
  const { link, picture: url, object_attachment: attachment } = params
  const [thumbnail, second] = thumbnails
  if (second) return invalidParameter(`Exactly one thumbnail is needed, got ${thumbnails.length}`)
  const name = thumbnail ? 'thumbnail' : url === undefined ? undefined : 'picture'
  const error = name === undefined ? undefined : ownershipError(context, page, link, name)
  if (error) return error
  if (thumbnail) {
    const picture = keepPicture(tx, thumbnail.bytes)
    return isCallError(picture) ? picture : { thumbnail: picture }
  }
  if (attachment !== undefined) {
    const photo = pagePhoto(context, page.id, attachment)
    if (isCallError(photo)) return photo
    if (photo.picture.digest !== undefined) tx.reuse(photo.picture.digest)
    return { thumbnail: photo.picture, thumbnailPhoto: photo.id }
  }
  if (url !== undefined) {
    const picture = pictureAt(tx, policy, url)
    return isCallError(picture) ? picture : { thumbnail: picture }
  }
  const image = link === undefined ? undefined : tx.first('webPages', 'byUrl', [link])?.image
  const declared = image === undefined ? undefined : pictureAt(tx, policy, image)
  return declared && !isCallError(declared) ? { thumbnail: declared } : {}
}

/**
 * Returns the preview of a link. Title and description come from the parameters, or else from the linked
 * page; a title can also be the host (FEE-155, FEE-156, SIL-094).
 */
export function previewOf(context: PublishContext, page: PageRow, params: PostParams): Preview | CallError {
  const thumbnails = context.files.filter(({ part }) => part === 'thumbnail')
  const picture = previewPicture(context, page, params, thumbnails)
  const { link, name, description } = params
  if (isCallError(picture) || link === undefined) return picture
  const linkedPage = context.tx.first('webPages', 'byUrl', [link])
  const text = description ?? linkedPage?.description
  const title = name ?? linkedPage?.title ?? hostOf(link) ?? ''
  return { ...picture, preview: { title, ...(text !== undefined && { description: text }) } }
}
