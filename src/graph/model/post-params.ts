import { z } from 'zod'
import type { RowOf } from '../../engine/table.ts'
import { list, object } from '../compounds.ts'
import type { Problem } from '../errors.ts'
import { limits } from '../limits.ts'
import { isProblem } from '../problem.ts'
import { bool, defaulted, httpUrl, numericId, oneOf, text } from '../scalars.ts'
import type { Seen, Tx } from '../seen.ts'
import { floatTime, timestamp } from '../times.ts'
import { newPost } from './new-post.ts'
import { attachPhoto, type Photo } from './photo.ts'
import type { Post } from './post.ts'
import { grantedPrivacy } from './privacy.ts'
import { publicationProblem, unpublishedContentTypes } from './schedule.ts'
import type { Tables } from './tables.ts'

/** What publishing to the feed edge takes (Endpoints › Page feed). */
export const postParams = z.object({
  message: text.optional(),
  link: httpUrl.optional(),
  attached_media: defaulted(
    list(object({ media_fbid: numericId }), { maximum: limits.attachedMediaMax }),
    [],
  ),
  published: defaulted(bool, true),
  scheduled_publish_time: timestamp.optional(),
  unpublished_content_type: oneOf(unpublishedContentTypes).optional(),
  backdated_time: floatTime.optional(),
  backdated_time_granularity: oneOf(['year', 'month', 'day', 'hour', 'minute', 'min']).optional(),
})

/** A post that is asked for, read. */
export type PostParams = z.output<typeof postParams>

const invalid = (message: string): Problem => ({ code: 100, message })

/** The photos of a multi-photo post: each an existing photo of the page, none twice (SIL-075, SIL-103). */
function attachedPhotos(
  tx: Tx,
  page: number,
  { attached_media, scheduled_publish_time }: PostParams,
): Photo[] | Problem {
  const photos: Photo[] = []
  for (const [index, { media_fbid: id }] of attached_media.entries()) {
    const name = `Param attached_media.${index}.media_fbid`
    const photo = tx.find('photos', Number(id))
    if (photo?.owner !== page)
      return invalid(`${name} must be the id of an existing photo of the page, got ${id}`)
    if (photos.includes(photo)) return invalid(`${name} names the photo ${id} a second time`)
    if (scheduled_publish_time !== undefined && !photo.temporary) {
      return invalid(
        `${name} must be a photo uploaded with temporary=true, since the post is scheduled, got ${id}`,
      )
    }
    photos.push(photo)
  }
  return photos
}

/** Whether a link can be seen: unless hidden, or only if registered, as the policy says (SIL-092). */
function linkProblem({ tx, policy }: Seen, link: string | undefined): Problem | undefined {
  if (link === undefined) return undefined
  const found = tx.first('webPages', 'byUrl', [link])
  if (policy.links === 'open' ? !found?.hidden : found && !found.hidden) return undefined
  return {
    code: 100,
    subcode: 1_609_005,
    message: `Param link must be a url that the viewer and the app can see, got ${link}`,
  }
}

function problemOf(seen: Seen, params: PostParams): Problem | undefined {
  const { message, link, attached_media, backdated_time } = params
  if (!message && link === undefined && attached_media.length === 0) {
    return invalid('Either link or message must be supplied, or attached_media')
  }
  if (backdated_time !== undefined && backdated_time >= seen.now) {
    return invalid('Param backdated_time must lie before the request')
  }
  return linkProblem(seen, link) ?? publicationProblem(params, seen.now)
}

const statusTypeOf = (params: PostParams, photos: readonly Photo[]): string =>
  photos.length > 0 ? 'added_photos' : params.link === undefined ? 'mobile_status_update' : 'shared_story'

/** Publishes a post in the voice of a page, keeps it unpublished, or schedules it. */
export function publish(seen: Seen, page: RowOf<Tables, 'pages'>, params: PostParams): Post | Problem {
  const { tx, viewer } = seen
  const problem = problemOf(seen, params)
  if (problem) return problem
  const photos = attachedPhotos(tx, page.id, params)
  if (isProblem(photos)) return photos
  const post = newPost(seen, page, {
    published: params.published,
    scheduledTime: params.scheduled_publish_time ?? null,
    contentType: params.published ? null : (params.unpublished_content_type ?? null),
    statusType: statusTypeOf(params, photos),
    message: params.message,
    link: params.link,
    privacy: grantedPrivacy(viewer),
    backdatedTime: params.backdated_time,
    backdatedTimeGranularity: params.backdated_time_granularity,
  })
  if (photos.length === 0) return post
  for (const photo of photos) attachPhoto(tx, photo, post.id, params.published)
  return tx.patch('posts', post.id, { photos: photos.map(({ id }) => id) })
}
