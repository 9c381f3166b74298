import { z } from '../../../engine/schema/zod.ts'
import { deletesContent, publishesContent } from '../../../service/access/access.ts'
import { isCallError } from '../../../service/contract/errors.ts'
import { endpoint } from '../../../service/routes/define.ts'
import { defaulted, oneOf } from '../../../service/values/scalars.ts'
import { pagingParams } from '../../../service/views/paging.ts'
import { listResult, recordResult } from '../../../service/views/results.ts'
import { isVisible } from '../../content/visibility.ts'
import { readsFeed } from '../../feed/feed-read.ts'
import type { VideoRow } from '../../rows.ts'
import { uploadVideo, videoChange, videoParams } from './video-upload.ts'
import { videoView } from './video-view.ts'

const pageSource = 'https://developers.facebook.com/docs/graph-api/reference/page/videos/'
const source = 'https://developers.facebook.com/docs/graph-api/reference/video/'

/** Lists the videos of a page, newest first: the public ones, or all for callers with a task on the page. */
export const listPageVideos = endpoint({
  route: 'GET /{page}/videos',
  source: pageSource,
  access: readsFeed,
  ...listResult(videoView),
  params: z.object({
    /** Which videos to list. */
    type: defaulted(oneOf(['uploaded']), 'uploaded'),
    ...pagingParams,
  }),
  run(context) {
    const where = (video: VideoRow) => isVisible(context, video)
    const { page, pageOf } = context
    return pageOf({ table: 'videos', edge: 'byPage', owner: [page.id], where }, videoView)
  },
})

/**
 * Uploads a video for a page, from a file or a URL, at once or in parts. It is processed for ten seconds of
 * virtual time. Its bytes are not kept, and no post is made of it.
 */
export const uploadPageVideo = endpoint({
  route: 'POST /{page}/videos',
  source: pageSource,
  access: publishesContent,
  params: videoParams,
  files: ['source', 'video_file_chunk'],
  result: z.object({
    /** The id of the video. */
    id: z.string().optional(),
    /** The id of the video whose upload in parts has started. */
    video_id: z.string().optional(),
    /** The id of the upload. */
    upload_session_id: z.string().optional(),
    /** The place of the next part. */
    start_offset: z.string().optional(),
    /** The end of the next part. The upload is complete if it is equal to `start_offset`. */
    end_offset: z.string().optional(),
    /** Whether the upload is finished, or was cancelled. */
    success: z.boolean().optional(),
  }),
  run(context) {
    const uploaded = uploadVideo(context)
    return isCallError(uploaded) ? context.refuseFor(uploaded) : uploaded
  },
})

/** Reads a video of a page. */
export const readVideo = endpoint({
  route: 'GET /{video}',
  source,
  access: readsFeed,
  ...recordResult(videoView),
  run: ({ video, show }) => show(videoView, video),
})

/** Changes the title and the text of a video. */
export const updateVideo = endpoint({
  route: 'POST /{video}',
  source,
  access: publishesContent,
  params: videoChange,
  run({ video, params, tx }) {
    const { title, description } = params
    tx.patch('videos', video.id, {
      updatedTime: tx.now,
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
    })
    return { success: true }
  },
})

/** Deletes a video. */
export const deleteVideo = endpoint({
  route: 'DELETE /{video}',
  source,
  access: deletesContent,
  run({ video, tx }) {
    tx.remove(video.id)
    return { success: true }
  },
})
