import type { ReadContext } from '../../graph/context.ts'
import type { CallError } from '../../graph/contract/errors.ts'
import { isCallError } from '../../graph/contract/errors.ts'
import { pictureAt } from '../content/picture-source.ts'
import type { MediaRow } from '../rows.ts'
import type { MediaType } from './records.ts'

/** An image or a video at an address of the simulated web; of a video it is the still that lies there. */
export interface MediaItem {
  readonly type: Exclude<MediaType, 'CAROUSEL_ALBUM'>
  readonly url: string
}

type Publishing = Pick<ReadContext, 'tx' | 'policy'>

/** Publishes an image or a video, by itself or as an item of an album. */
export function publishItem(
  { tx, policy }: Publishing,
  owner: number,
  { type, url }: MediaItem,
  place: Pick<MediaRow, 'caption' | 'album' | 'position'>,
): MediaRow | CallError {
  const picture = pictureAt(tx, policy, url)
  if (isCallError(picture)) return picture
  return tx.insert('media', { owner, type, createdTime: tx.now, picture, ...place })
}

/** An album, and what it holds. */
export interface PublishedAlbum {
  readonly album: MediaRow
  readonly items: readonly MediaRow[]
}

/** Publishes an album with its items. A caption is the album's: items have none (SIL-181). */
export function publishAlbum(
  publishing: Publishing,
  owner: number,
  caption: string | undefined,
  items: readonly MediaItem[],
): PublishedAlbum | CallError {
  const { tx } = publishing
  const type = 'CAROUSEL_ALBUM'
  const fields = { owner, type, createdTime: tx.now, caption, album: null, position: 0 } as const
  const album = tx.insert('media', fields)
  const made: MediaRow[] = []
  for (const [position, item] of items.entries()) {
    const child = publishItem(publishing, owner, item, { caption: undefined, album: album.id, position })
    if (isCallError(child)) return child
    made.push(child)
  }
  return { album, items: made }
}
