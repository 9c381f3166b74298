import { type CallError, invalidParameter, isCallError, subcodes } from '../../service/contract/errors.ts'
import type { CallFile } from '../../service/routes/call.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { hostOf } from '../../service/values/urls.ts'
import { isGeoUrl, isOnEarth } from '../content/geo-url.ts'
import { keepPicture, pictureAt } from '../content/picture-source.ts'
import type { PageRow, PhotoRow, PostRow } from '../rows.ts'
import type { PostParams } from './post-params.ts'

/** Whether a URL contains a latitude and a longitude, separated by a comma (FEE-238). */
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

/** Whether a host is one of these domains, or a subdomain of one. */
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
