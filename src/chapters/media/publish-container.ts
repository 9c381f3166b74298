import { type CallError, invalidParameter } from '../../service/contract/errors.ts'
import { DAY } from '../../service/contract/limits.ts'
import type { Tx } from '../../service/routes/context.ts'
import { present } from '../../service/values/references.ts'
import type { InstagramAccountRow, InstagramMediaRow, MediaContainerRow } from '../rows.ts'
import { statusOfContainer } from './media-container.ts'
import { publishingError } from './new-media-container.ts'

/** How many media an account publishes in a rolling day. An album counts once. */
export const publishingQuota = { quota_total: 100, quota_duration: DAY } as const

/** Returns how many media an account has published in the last day. */
export function publishedOf(tx: Tx, account: InstagramAccountRow): number {
  const { quota_total: limit, quota_duration: seconds } = publishingQuota
  const newest = tx.list('instagramMedia', 'published', [account.id], { newestFirst: true, limit })
  return newest.filter(({ createdTime }) => createdTime > tx.now - seconds * 1_000).length
}

/** Returns why a container cannot be published, or undefined. */
function containerError(tx: Tx, container: MediaContainerRow): CallError | undefined {
  const status = statusOfContainer(container, tx.now)
  if (status === 'EXPIRED')
    return publishingError(
      'unknownContainer',
      `The media builder with creation id = ${container.id} does not exist or has been expired`,
    )
  if (status === 'ERROR')
    return publishingError('uploadFailed', `The upload of the media failed: create another container`)
  if (status === 'IN_PROGRESS')
    return publishingError(
      'notReady',
      'The media is not ready for publishing: wait until status_code of the container is FINISHED',
    )
  if (status === 'PUBLISHED')
    return invalidParameter(`Param creation_id must not name a container that is PUBLISHED`)
  return container.isItem
    ? invalidParameter('Param creation_id must not name an item of an album: publish the album')
    : undefined
}

const mediaTypeOf = ({ type, isVideo }: MediaContainerRow): InstagramMediaRow['type'] =>
  type === 'CAROUSEL' ? 'CAROUSEL_ALBUM' : isVideo ? 'VIDEO' : 'IMAGE'

const products: Partial<Record<MediaContainerRow['type'], InstagramMediaRow['product']>> = {
  REELS: 'REELS',
  STORIES: 'STORY',
}

/** Publishes a container on its own, or as an item of an album. Its picture moves to the media. */
function publish(
  tx: Tx,
  container: MediaContainerRow,
  place: Pick<InstagramMediaRow, 'album' | 'position'>,
): InstagramMediaRow {
  const { account, picture, caption, altText } = container
  tx.edit('mediaContainers', container.id, (row) => {
    row.published = true
    delete row.picture
  })
  return tx.insert('instagramMedia', {
    ...{ account, type: mediaTypeOf(container), product: products[container.type] ?? 'FEED' },
    createdTime: tx.now,
    ...place,
    ...(picture && { picture }),
    ...(caption !== undefined && { caption }),
    ...(altText !== undefined && { altText }),
  })
}

/** Publishes the container with this id, an album with its items, or returns the error. */
export function publishContainer(
  tx: Tx,
  account: InstagramAccountRow,
  creationId: number,
): InstagramMediaRow | CallError {
  const container = tx.find('mediaContainers', creationId)
  if (container?.account !== account.id)
    return publishingError(
      'unknownContainer',
      `The media builder with creation id = ${creationId} does not exist or has been expired`,
    )
  const items = container.children.map((id) => present(tx, 'mediaContainers', id))
  const error = containerError(tx, container)
  if (error) return error
  const used = items.find(({ published }) => published)
  if (used) return invalidParameter(`The item ${used.id} of the album is published in another album`)
  if (publishedOf(tx, account) >= publishingQuota.quota_total)
    return publishingError(
      'tooManyPosts',
      `You reached the maximum number of posts: ${publishingQuota.quota_total} in 24 hours`,
    )
  const media = publish(tx, container, { album: null, position: 0 })
  for (const [position, item] of items.entries()) publish(tx, item, { album: media.id, position })
  return media
}
