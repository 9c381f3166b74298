import { type CallError, isCallError } from '../../service/contract/errors.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { pictureAt } from '../content/picture-source.ts'
import type { MediaRow } from '../rows.ts'
import type { MediaType } from './records.ts'

/** An image, or the still image of a video, at a URL of the simulated web. */
interface MediaItem {
  readonly type: Exclude<MediaType, 'CAROUSEL_ALBUM'>
  readonly url: string
}

type PublishContext = Pick<ReadContext, 'tx' | 'policy'>

/** Publishes an image or a video, on its own or as an item of an album. */
export function publishItem(
  { tx, policy }: PublishContext,
  owner: number,
  { type, url }: MediaItem,
  place: Pick<MediaRow, 'caption' | 'album' | 'position'>,
): MediaRow | CallError {
  const picture = pictureAt(tx, policy, url)
  if (isCallError(picture)) return picture
  return tx.insert('media', { owner, type, createdTime: tx.now, picture, ...place })
}

/** An album and its items. */
interface PublishedAlbum {
  readonly album: MediaRow
  readonly items: readonly MediaRow[]
}

/** Publishes an album with its items. Only the album has a caption (SIL-181). */
export function publishAlbum(
  context: PublishContext,
  owner: number,
  caption: string | undefined,
  items: readonly MediaItem[],
): PublishedAlbum | CallError {
  const { tx } = context
  const type = 'CAROUSEL_ALBUM'
  const fields = { owner, type, createdTime: tx.now, caption, album: null, position: 0 } as const
  const album = tx.insert('media', fields)
  const published: MediaRow[] = []
  for (const [position, item] of items.entries()) {
    const child = publishItem(context, owner, item, { caption: undefined, album: album.id, position })
    if (isCallError(child)) return child
    published.push(child)
  }
  return { album, items: published }
}
