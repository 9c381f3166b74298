import type { Node, ReadContext } from '../../graph/context.ts'
import { type CallError, invalidParameter, isCallError, subcodes } from '../../graph/contract/errors.ts'
import type { CallFile } from '../../graph/define.ts'
import { hostOf } from '../../graph/values/urls.ts'
import { keepPicture, pictureAt } from '../content/picture-source.ts'
import type { PageRow, PhotoRow, PostRow } from '../rows.ts'
import type { PostParams } from './post-params.ts'

const isOnEarth = (latitude: string, longitude: string): boolean =>
  Math.abs(Number(latitude)) <= 90 && Math.abs(Number(longitude)) <= 180

/** Whether a text is a url of coordinates: `fbgeo://latitude,longitude`. */
export function isGeoUrl(url: string): boolean {
  const [, latitude, longitude] =
    /^fbgeo:\/\/(-?\d{1,2}(?:\.\d{1,12})?),(-?\d{1,3}(?:\.\d{1,12})?)/.exec(url) ?? []
  return latitude !== undefined && longitude !== undefined && isOnEarth(latitude, longitude)
}

/** Whether a latitude and a longitude stand in a url, parted by a comma. */
function hasCoordinates(url: string): boolean {
  const pairs = url.matchAll(/(-?\d{1,3}(?:\.\d{1,12})?)(?:,|%2C)(-?\d{1,3}(?:\.\d{1,12})?)/gi)
  return [...pairs].some(([, latitude = '', longitude = '']) => isOnEarth(latitude, longitude))
}

// The paths under which the service itself shows its nodes, on either of its addresses.
const ownPath = /^https?:\/\/[^/?#]+(?:\/v\d{1,3}\.\d{1,3})?(?:\/photo)?\/(?:\d{15}_)?(\d{15})\/?(?:[?#]|$)/i

/** What comes with a call besides its parameters: its files, and which nodes are there for its caller. */
export interface PublishContext {
  readonly files: readonly CallFile[]
  readonly sees: (node: Node) => boolean
}

/** Whether a url leads to a node of the service that this caller may not see (SIL-092). */
function leadsToHiddenNode({ tx }: ReadContext, link: string, { sees }: PublishContext): boolean {
  const [, id] = ownPath.exec(link) ?? []
  const node = id === undefined ? undefined : tx.node(Number(id))
  return node !== undefined && !sees(node)
}

function isLinkVisible(context: ReadContext, link: string, calling: PublishContext): boolean {
  if (leadsToHiddenNode(context, link, calling)) return false
  const found = context.tx.first('webPages', 'byUrl', [link])
  return context.policy.links === 'open' || isGeoUrl(link) ? !found?.hidden : found?.hidden === false
}

/** What is wrong with the link of a post, and with what needs one (SIL-091, SIL-092, SIL-105). */
export function linkError(
  context: ReadContext,
  params: PostParams,
  calling: PublishContext,
): CallError | undefined {
  const { link, call_to_action: button, child_attachments: children } = params
  if (link === undefined) {
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
  if (isLinkVisible(context, link, calling)) return undefined
  return {
    code: 100,
    subcode: subcodes.invisibleLink,
    message: `Param link must be a url that the viewer and the app can see, got ${link}`,
  }
}

/** Whether a host is one of these domains, or lies within one. */
const isWithin = (host: string, domains: readonly string[]): boolean =>
  domains.some((domain) => host === domain || host.endsWith(`.${domain}`))

/** What is wrong with a picture of one's own beside a link: it takes the owner of the link (SIL-093). */
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

function pagePhoto(context: ReadContext, page: number, id: string): PhotoRow | CallError {
  const photo = context.tx.find('photos', Number(id))
  if (photo?.owner === page) return photo
  return invalidParameter(
    `Param object_attachment must be the id of an existing photo of the page, got ${id}`,
  )
}

/** What of a post is shown beside its link. */
type Preview = Partial<Pick<PostRow, 'preview' | 'thumbnail' | 'thumbnailPhoto'>>

/** The picture beside a link: thumbnail, object_attachment, picture, what the link itself has (SIL-094). */
function previewPicture(
  context: ReadContext,
  page: PageRow,
  params: PostParams,
  thumbnails: readonly CallFile[],
): Preview | CallError {
  const { tx, policy } = context
  const { link, picture, object_attachment: attachment } = params
  const [thumbnail, second] = thumbnails
  if (second) return invalidParameter(`Exactly one thumbnail is needed, got ${thumbnails.length}`)
  const name = thumbnail ? 'thumbnail' : picture === undefined ? undefined : 'picture'
  const error = name === undefined ? undefined : ownershipError(context, page, link, name)
  if (error) return error
  if (thumbnail) {
    const uploaded = keepPicture(tx, thumbnail.bytes)
    return isCallError(uploaded) ? uploaded : { thumbnail: uploaded }
  }
  if (attachment !== undefined) {
    const photo = pagePhoto(context, page.id, attachment)
    if (isCallError(photo)) return photo
    if (photo.picture.digest !== undefined) tx.reuse(photo.picture.digest)
    return { thumbnail: photo.picture, thumbnailPhoto: photo.id }
  }
  if (picture !== undefined) {
    const given = pictureAt(tx, policy, picture)
    return isCallError(given) ? given : { thumbnail: given }
  }
  const image = link === undefined ? undefined : tx.first('webPages', 'byUrl', [link])?.image
  const found = image === undefined ? undefined : pictureAt(tx, policy, image)
  return found && !isCallError(found) ? { thumbnail: found } : {}
}

/** What is shown of a link: what the call says, else what the web knows of it, else its host (SIL-094). */
export function previewOf(
  context: ReadContext,
  page: PageRow,
  params: PostParams,
  { files }: PublishContext,
): Preview | CallError {
  const thumbnails = files.filter(({ part }) => part === 'thumbnail')
  const picture = previewPicture(context, page, params, thumbnails)
  const { link, name, description } = params
  if (isCallError(picture) || link === undefined) return picture
  const found = context.tx.first('webPages', 'byUrl', [link])
  const text = description ?? found?.description
  const title = name ?? found?.title ?? hostOf(link) ?? ''
  return { ...picture, preview: { title, ...(text !== undefined && { description: text }) } }
}
