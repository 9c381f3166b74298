import { AD_IMAGES, addressedSize, adImageAddress } from '../../chapters/ad-images/ad-image-link.ts'
import type { StoredPicture } from '../../chapters/content/records.ts'
import { silhouetteOf } from '../../chapters/people/page-fields.ts'
import { displaySizes, fitted } from '../../chapters/pictures/sizes.ts'
import { syntheticPicture } from '../../chapters/pictures/synthetic.ts'
import type {
  AdImageRow,
  InstagramMediaRow,
  MediaRow,
  PhotoRow,
  PostRow,
  VideoRow,
} from '../../chapters/rows.ts'
import type { State } from '../../engine/state/state.ts'
import type { AnyRow } from '../../engine/store/table.ts'
import { fromBase64 } from '../../engine/values/guard.ts'
import { errorResponseOf, type GraphResponse } from '../../machine/wire/response.ts'
import { limits } from '../../service/contract/limits.ts'
import { shown } from '../../service/values/scalars.ts'

/** A size in pixels. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** A size in which a picture is requested, and its format if that is another one. */
export interface RequestedPicture extends PictureSize {
  readonly format?: 'jpeg'
}

/** A picture response. `resize` is what is requested if the body has another size or format. */
export type PictureResponse = GraphResponse & { readonly resize?: RequestedPicture }

const contentTypes: Readonly<Record<string, string>> = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  bmp: 'image/bmp',
  tiff: 'image/tiff',
  webp: 'image/webp',
  heic: 'image/heic',
}

/** The header that marks a picture in its original size, because no renderer has resized it. */
export const ORIGINAL_HEADER = 'x-fauxgraph-picture'

const photoPath = /^\/pictures\/(\d{15})\/(\d{1,5})x(\d{1,5})\.\w+$/

/** The first segments of the paths of pictures below `{web_url}`. */
export const pictureFolders: ReadonlySet<string> = new Set(['pictures', AD_IMAGES])

/** A picture that a URL names, and the size in the URL. */
interface AddressedPicture {
  readonly picture: Omit<StoredPicture, 'spherical'>
  readonly size: PictureSize
}

/** Whether the service offers a picture in this size. No other size is rendered. */
function isOffered(picture: StoredPicture, { width, height }: PictureSize): boolean {
  const full = fitted(picture.width, picture.height, limits.fullPictureSideMax)
  return [...displaySizes(picture.width, picture.height), full].some(
    (size) => size.width === width && size.height === height,
  )
}

/** The kinds of rows without a profile picture of their own. */
const silhouettes = new Set(['pages', 'users', 'businesses', 'instagramAccounts'])

/** The kinds of rows with a picture, such as the still image of a video. */
const pictured = new Set(['media', 'instagramMedia', 'videos', 'comments'])

/** Returns the picture of a row, if it has one. */
function pictureOf(row: AnyRow): StoredPicture | undefined {
  if (row.kind === 'photos') return (row as PhotoRow).picture
  if (silhouettes.has(row.kind)) return silhouetteOf(row)
  if (pictured.has(row.kind)) return (row as MediaRow | InstagramMediaRow | VideoRow).picture
  return row.kind === 'posts' ? (row as PostRow).thumbnail : undefined
}

function photoAt({ graph }: State, path: string): AddressedPicture | undefined {
  const [, id, width, height] = photoPath.exec(path) ?? []
  const row = id === undefined ? undefined : graph.rows.get(Number(id))
  const picture = row && pictureOf(row)
  const size = { width: Number(width), height: Number(height) }
  return picture && isOffered(picture, size) ? { picture, size } : undefined
}

function adImageAt({ graph }: State, path: string, query: string): AddressedPicture | undefined {
  const address = adImageAddress(path, query, graph)
  const row = address && graph.rows.get(address.id)
  const image = row?.kind === 'adImages' ? (row as AdImageRow) : undefined
  const size = address && image && addressedSize(image, address)
  return image && size && { picture: image, size }
}

function pictureBytes({ graph }: State, { picture, size }: AddressedPicture): Uint8Array | undefined {
  if (picture.url !== undefined) return syntheticPicture({ url: picture.url, ...size })
  const blob = picture.digest === undefined ? undefined : graph.blobs.get(picture.digest)
  return blob && blob.base64.length > 0 ? fromBase64(blob.base64) : undefined
}

/**
 * Returns the response for a picture path below `{web_url}`. A picture that was uploaded by URL is generated
 * in the requested size. Stored bytes are returned unchanged, with `resize` if the requested size or format
 * differs.
 */
export function pictureResponse(state: State, path: string, query: string): PictureResponse {
  const found = path.startsWith(`/${AD_IMAGES}/`) ? adImageAt(state, path, query) : photoAt(state, path)
  const bytes = found && pictureBytes(state, found)
  if (!found || !bytes) {
    const message = `There is no picture at ${shown(path)}`
    return errorResponseOf({ code: 100, subcode: 33, message }, 404, state.ledger.sequence)
  }
  const { picture, size } = found
  const type = contentTypes[picture.format] ?? 'application/octet-stream'
  const headers = {
    'content-type': type,
    'x-content-type-options': 'nosniff',
    'cache-control': 'max-age=86400',
  }
  const { servedAs } = picture
  const isFullSize = size.width === picture.width && size.height === picture.height
  if (picture.url !== undefined || (isFullSize && servedAs === undefined))
    return { status: 200, headers, body: bytes, dropped: false }
  return {
    status: 200,
    headers: { ...headers, [ORIGINAL_HEADER]: 'original' },
    body: bytes,
    dropped: false,
    resize: servedAs === undefined ? size : { ...size, format: servedAs },
  }
}
