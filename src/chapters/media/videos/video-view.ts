import { z } from '../../../engine/schema/zod.ts'
import { webLink } from '../../../service/values/links.ts'
import { isoTime, unixTime } from '../../../service/values/times.ts'
import { field } from '../../../service/views/fields.ts'
import type { View } from '../../../service/views/view.ts'
import { isPublicVideo } from '../../content/visibility.ts'
import { pictureLink } from '../../people/picture-links.ts'
import { Profile, profileOf } from '../../people/profile.ts'
import { fitted } from '../../pictures/sizes.ts'
import type { VideoRow } from '../../rows.ts'

const onRequest = { onRequest: true } as const

/** The length of every video, in seconds: the bytes are not read. */
const LENGTH = 12.5

const stillUrl = ({ id, picture }: VideoRow): string =>
  pictureLink({ id, picture }, picture.width, picture.height)

const embedHtml = ({ id }: VideoRow): string =>
  `<iframe src="${webLink(`/videos/${id}`)}" width="480" height="270" frameborder="0"></iframe>`

const Format = z.object({
  /** The size that the format fits into, such as `480x480`; `native` is the original. */
  filter: z.string(),
  /** The height in pixels. */
  height: z.int(),
  /** The width in pixels. */
  width: z.int(),
  /** The URL of a still image. */
  picture: z.string(),
  /** The HTML that embeds the video. */
  embed_html: z.string(),
})

function formatsOf(video: VideoRow): z.output<typeof Format>[] {
  const { width, height } = video.picture
  const shared = { picture: stillUrl(video), embed_html: embedHtml(video) }
  const sized = [130, 480].map((side) => ({ filter: `${side}x${side}`, ...fitted(width, height, side) }))
  return [...sized, { filter: 'native', width, height }].map((format) => ({ ...format, ...shared }))
}

const Thumbnails = z.object({
  /** The still images. */
  data: z.array(
    z.object({
      /** The id of the image. */
      id: z.string(),
      /** The height in pixels. */
      height: z.int(),
      /** The scale: always 1. */
      scale: z.int(),
      /** The URL of the image. */
      uri: z.string(),
      /** The width in pixels. */
      width: z.int(),
      /** Whether the video shows the image. */
      is_preferred: z.boolean(),
    }),
  ),
})

function thumbnailsOf(video: VideoRow): z.output<typeof Thumbnails> {
  const { width, height } = video.picture
  const uri = stillUrl(video)
  return { data: [{ id: String(video.id), height, scale: 1, uri, width, is_preferred: true }] }
}

const Privacy = z.object({
  /** The people who can see the video. */
  value: z.string(),
  /** The same in words. */
  description: z.string(),
  /** Always empty. */
  friends: z.string(),
  /** Always empty. */
  networks: z.string(),
  /** Always empty. */
  allow: z.string(),
  /** Always empty. */
  deny: z.string(),
})

const everyone = {
  ...{ value: 'EVERYONE', description: 'Public', friends: '', networks: '', allow: '', deny: '' },
}

const never = (_video: VideoRow): boolean => false

/** The record of a video of a page. */
export const videoView = {
  name: 'Video',
  minimal: ['id', 'description', 'updated_time'],
  fields: {
    id: field(z.string(), ({ id }: VideoRow) => String(id)),
    /** When the video was uploaded. */
    created_time: field(z.string(), ({ createdTime }: VideoRow) => isoTime(createdTime)),
    /** When the video last changed. */
    updated_time: field(z.string(), ({ updatedTime }: VideoRow) => isoTime(updatedTime)),
    /** The title. Missing without one. */
    title: field(z.string(), ({ title }: VideoRow) => title),
    /** The text of the video. Missing without one. */
    description: field(z.string(), ({ description }: VideoRow) => description),
    /** Whether everyone sees the video. */
    published: field(z.boolean(), (video: VideoRow, { now }) => isPublicVideo(video, now)),
    /** When the video will be public, as a Unix time in seconds. Missing without a schedule. */
    scheduled_publish_time: field(z.int(), ({ publishTime }: VideoRow, { now }) =>
      publishTime !== null && publishTime > now ? unixTime(publishTime) : undefined,
    ),
    /** The length in seconds: always 12.5, because bytes of videos are not read. */
    length: field(z.number(), (_video: VideoRow) => LENGTH),
    /** The path of the permanent URL. */
    permalink_url: field(z.string(), ({ page, id }: VideoRow) => `/${page}/videos/${id}/`),
    /** The URL of the video. */
    source: field(z.string(), ({ id }: VideoRow) => webLink(`/videos/${id}.mp4`)),
    /** The URL of a still image. */
    picture: field(z.string(), stillUrl),
    /** The page of the video. */
    from: field(Profile, ({ page }: VideoRow, { tx }) => profileOf(tx, page)),
    /** The state: `processing` for ten seconds after the upload, then `ready`. */
    status: field(
      z.object({
        /** The state. */
        video_status: z.enum(['processing', 'ready']),
      }),
      ({ readyTime }: VideoRow, { now }) => ({
        video_status: now < readyTime ? ('processing' as const) : ('ready' as const),
      }),
      onRequest,
    ),
    /** The formats of the video. */
    format: field(z.array(Format), formatsOf, onRequest),
    /** The still images to choose from: one. */
    thumbnails: field(Thumbnails, thumbnailsOf, onRequest),
    /** The HTML that embeds the video. */
    embed_html: field(z.string(), embedHtml, onRequest),
    /** Whether other sites can embed the video. */
    embeddable: field(z.boolean(), (_video: VideoRow) => true, onRequest),
    /** The URL of the icon of videos. */
    icon: field(z.string(), (_video: VideoRow) => webLink('/images/icons/video.gif'), onRequest),
    /** The category that the upload named, or `OTHER`. */
    content_category: field(z.string(), ({ category = 'OTHER' }: VideoRow) => category, onRequest),
    /** The people who can see the video: always `EVERYONE`. */
    privacy: field(Privacy, (_video: VideoRow) => everyone, onRequest),
    /** Whether the video came from another page: never. */
    is_crosspost_video: field(z.boolean(), never, onRequest),
    /** Whether other pages can show the video: never. */
    is_crossposting_eligible: field(z.boolean(), never, onRequest),
    /** Whether the video is part of a series: never. */
    is_episode: field(z.boolean(), never, onRequest),
    /** Whether Instagram can promote the video: never. */
    is_instagram_eligible: field(z.boolean(), never, onRequest),
  },
} satisfies View<VideoRow>
