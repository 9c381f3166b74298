import { z } from '../../../engine/schema/zod.ts'
import { type CallError, invalidParameter } from '../../../service/contract/errors.ts'
import type { CallFile } from '../../../service/routes/call.ts'
import type { ReadContext } from '../../../service/routes/read-context.ts'
import { nodeId } from '../../../service/values/references.ts'
import { boolean, defaulted, httpUrl, integer, oneOf, text } from '../../../service/values/scalars.ts'
import { datetime } from '../../../service/values/times.ts'
import { distinctFiles } from '../../content/call-files.ts'
import { scheduledTimeError } from '../../content/publication.ts'
import { syntheticSize } from '../../pictures/synthetic.ts'
import type { PageRow, VideoRow } from '../../rows.ts'

const categories = [
  ...['BEAUTY_FASHION', 'BUSINESS', 'CARS_TRUCKS', 'COMEDY', 'CUTE_ANIMALS', 'ENTERTAINMENT', 'FAMILY'],
  ...['FOOD_HEALTH', 'HOME', 'LIFESTYLE', 'MUSIC', 'NEWS', 'POLITICS', 'SCIENCE', 'SPORTS', 'TECHNOLOGY'],
  ...['VIDEO_GAMING', 'OTHER'],
]

const texts = {
  /** The title. */
  title: text.optional(),
  /** The text of the video. */
  description: text.optional(),
}

/** The parameters of updateVideo. */
export const videoChange = z.object(texts)

/** The parameters of uploadPageVideo. */
export const videoParams = z.object({
  ...texts,
  /** The URL of the video. */
  file_url: httpUrl.optional(),
  /** Whether everyone sees the video at once. */
  published: defaulted(boolean, true),
  /** When an unpublished video becomes public: 10 minutes to 75 days after the request. */
  scheduled_publish_time: datetime.optional(),
  /** The category. */
  content_category: oneOf(categories).optional(),
  /** The step of an upload in parts: `start`, `transfer` of a part, `finish` or `cancel`. */
  upload_phase: oneOf(['start', 'transfer', 'finish', 'cancel']).optional(),
  /** The bytes of the video. A `start` requires it. */
  file_size: integer(1, 10_737_418_240).optional(),
  /** The upload that a step continues, from the answer to its `start`. */
  upload_session_id: nodeId.optional(),
  /** The place of a part. A `transfer` requires it, and the part `video_file_chunk`. */
  start_offset: integer(0).optional(),
})

type VideoParams = z.output<typeof videoParams>

/** The context of an upload: the page, its parameters and its files. */
interface UploadContext extends ReadContext {
  readonly page: PageRow
  readonly params: VideoParams
  readonly files: readonly CallFile[]
}

/** What an upload or a step of one answers. */
export interface VideoUpload {
  readonly id?: string
  readonly video_id?: string
  readonly upload_session_id?: string
  readonly start_offset?: string
  readonly end_offset?: string
  readonly success?: boolean
}

/** The milliseconds of virtual time in which a video is processed. */
const PROCESSING_TIME = 10_000

/** The bytes of a part that an upload asks for. */
const PART = 1_048_576

/** The subcode of the live service for a part at a wrong place (SIL-189). */
const WRONG_OFFSET = 1_363_037

function scheduleError({ published, scheduled_publish_time: time }: VideoParams, now: number) {
  if (time === undefined) return undefined
  return published
    ? invalidParameter('Param scheduled_publish_time requires published=false')
    : scheduledTimeError(time, now)
}

/** The columns of a video that its parameters set. */
function chosen({ params, tx }: UploadContext) {
  const { title, description, published, scheduled_publish_time: time, content_category: category } = params
  return {
    publishTime: published ? tx.now : (time ?? null),
    readyTime: tx.now + PROCESSING_TIME,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(category !== undefined && { category }),
  }
}

function insertVideo(context: UploadContext, url: string, upload?: VideoRow['upload']): VideoRow {
  const { tx, page } = context
  const picture = { url, format: 'png', ...syntheticSize(url), spherical: false }
  const times = { createdTime: tx.now, updatedTime: tx.now }
  return tx.insert('videos', {
    ...{ page: page.id, picture, ...times, ...chosen(context) },
    ...(upload && { upload }),
  })
}

/** Returns the place of the next part of an upload. */
const offsets = ({ size, received }: NonNullable<VideoRow['upload']>) => ({
  start_offset: String(received),
  end_offset: String(Math.min(size, received + PART)),
})

/** Uploads a video at once, from a file or a URL of the simulated web. */
function uploadWhole(context: UploadContext): VideoUpload | CallError {
  const { params, files, tx, policy } = context
  const { file_url: url } = params
  const [file, second] = distinctFiles(files)
  if (second || (url === undefined) === (file === undefined))
    return invalidParameter('A video needs exactly one of file_url and a file')
  const page = url === undefined ? undefined : tx.first('webPages', 'byUrl', [url])
  const isMissing = page
    ? page.missing || page.hidden
    : url !== undefined && policy.photoUrls === 'registered'
  if (isMissing) return invalidParameter(`Param file_url: nothing is found at ${url}`)
  if (file?.bytes.length === 0) return invalidParameter('The file of the video is empty')
  return { id: String(insertVideo(context, url ?? `https://videos.test/${file?.name}`).id) }
}

function start(context: UploadContext): VideoUpload | CallError {
  const { file_size: size } = context.params
  if (size === undefined) return invalidParameter('The parameter file_size is required to start an upload')
  const upload = { size, received: 0 }
  const id = String(insertVideo(context, 'https://videos.test/parts', upload).id)
  return { upload_session_id: id, video_id: id, ...offsets(upload) }
}

function transfer({ params, files, tx }: UploadContext, video: VideoRow): VideoUpload | CallError {
  const { upload = { size: 0, received: 0 } } = video
  const [part, another] = distinctFiles(files)
  if (!part || another) return invalidParameter('A transfer needs one part video_file_chunk')
  if (params.start_offset !== upload.received)
    return {
      ...invalidParameter(`Param start_offset must be ${upload.received}, got ${params.start_offset}`),
      subcode: WRONG_OFFSET,
    }
  const received = upload.received + part.bytes.length
  if (received > upload.size)
    return invalidParameter(`The parts have ${received} bytes, more than file_size ${upload.size}`)
  tx.patch('videos', video.id, { upload: { ...upload, received } })
  return offsets({ ...upload, received })
}

function finish(context: UploadContext, video: VideoRow): VideoUpload | CallError {
  const { tx } = context
  const { upload = { size: 0, received: 0 } } = video
  if (upload.received < upload.size)
    return invalidParameter(`The upload has ${upload.received} of ${upload.size} bytes`)
  tx.edit('videos', video.id, (row) => {
    Object.assign(row, chosen(context), { createdTime: tx.now, updatedTime: tx.now })
    delete row.upload
  })
  return { success: true }
}

/** Uploads a video or takes a step of an upload in parts, or returns the error. */
export function uploadVideo(context: UploadContext): VideoUpload | CallError {
  const { params, page, tx, now } = context
  const error = scheduleError(params, now)
  if (error) return error
  const { upload_phase: phase, upload_session_id: session } = params
  if (phase === undefined) return uploadWhole(context)
  if (phase === 'start') return start(context)
  const video = session === undefined ? undefined : tx.find('videos', session)
  if (video?.page !== page.id || !video.upload)
    return invalidParameter(`Param upload_session_id must name an upload of the page, got ${session}`)
  if (phase === 'transfer') return transfer(context, video)
  if (phase === 'finish') return finish(context, video)
  tx.remove(video.id)
  return { success: true }
}
