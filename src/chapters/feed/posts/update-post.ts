import { z } from '../../../engine/schema/zod.ts'
import { type CallError, invalidParameter } from '../../../service/contract/errors.ts'
import type { ReadContext } from '../../../service/routes/read-context.ts'
import { boolean, text } from '../../../service/values/scalars.ts'
import { timestamp } from '../../../service/values/times.ts'
import { postPublication, publishWaiting, schedulePublication } from '../../content/post.ts'
import { scheduledTimeError } from '../../content/publication.ts'
import { resolveMentions } from '../../people/tagged-text.ts'
import type { PostRow } from '../../rows.ts'

/** The parameters of updatePost. */
export const postChanges = z.object({
  /** The new text of the post. */
  message: text.optional(),
  /** `true` publishes an unpublished post. A published post cannot be unpublished. */
  is_published: boolean.optional(),
  /** The new time of publication of a scheduled post: 10 minutes to 75 days from now. */
  scheduled_publish_time: timestamp.optional(),
})

type PostChanges = z.output<typeof postChanges>

/** The error if a post would have no content without its message. */
function messageError({ link, photos, video, story }: PostRow, message: string): CallError | undefined {
  if (message || link !== undefined || photos.length > 0 || video || story !== undefined) return undefined
  return invalidParameter('Param message must not be empty: the post has no other content')
}

function rescheduleError(post: PostRow, time: number, now: number): CallError | undefined {
  if (!post.published && post.scheduledTime !== null) return scheduledTimeError(time, now)
  return invalidParameter(
    'Param scheduled_publish_time requires a scheduled post, got ' +
      `${post.published ? 'a published' : 'an unpublished'} post`,
  )
}

/** The error if a post does not allow these changes. */
function changesError(post: PostRow, changes: PostChanges, now: number): CallError | undefined {
  const { message, is_published: published, scheduled_publish_time: time } = changes
  if (published === false && post.published)
    return invalidParameter('Param is_published must not be false: the post is published')
  if (published && time !== undefined)
    return invalidParameter('Params is_published=true and scheduled_publish_time exclude each other')
  return (
    (message === undefined ? undefined : messageError(post, message)) ??
    (time === undefined ? undefined : rescheduleError(post, time, now))
  )
}

/** Changes the message of a post, publishes it now, or moves its publication; or returns the error. */
export function changePost(context: ReadContext, post: PostRow, changes: PostChanges): CallError | undefined {
  const { tx, now } = context
  const error = changesError(post, changes, now)
  if (error) return error
  const { message, is_published: published, scheduled_publish_time: time } = changes
  if (message !== undefined) {
    const { text: resolved, tags } = resolveMentions(tx, message, ['pages'])
    tx.patch('posts', post.id, { message: resolved, messageTags: tags, updatedTime: now })
  }
  if (published && !post.published) publishWaiting(tx, post)
  if (time !== undefined) {
    tx.callOff(postPublication(post.id))
    schedulePublication(context, tx.patch('posts', post.id, { scheduledTime: time, updatedTime: now }))
  }
  return undefined
}
