import { z } from '../../engine/schema/zod.ts'
import { type CallError, invalidParameter, isCallError } from '../../service/contract/errors.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { list } from '../../service/values/compounds.ts'
import { boolean, defaulted, httpUrl, numericId, oneOfOrBlank, text } from '../../service/values/scalars.ts'
import { pictureAt } from '../content/picture-source.ts'
import type { StoredPicture } from '../content/records.ts'
import { syntheticSize } from '../pictures/synthetic.ts'
import type { InstagramAccountRow, MediaContainerRow } from '../rows.ts'
import { containerTypes } from './instagram-records.ts'
import { statusOfContainer } from './media-container.ts'

/** The parameters of createMediaContainer. */
export const containerParams = z.object({
  /** The kind of media. By default, and if it is empty, an image. `VIDEO` is for items of an album only. */
  media_type: defaulted(oneOfOrBlank(containerTypes), 'IMAGE'),
  /** The URL of the image. */
  image_url: httpUrl.optional(),
  /** The URL of the video. */
  video_url: httpUrl.optional(),
  /** Whether the media is an item of an album. */
  is_carousel_item: defaulted(boolean, false),
  /** The containers of the items of an album: 2 to 10. */
  children: list(numericId, { split: true }).optional(),
  /** The text: at most 2,200 characters, 30 hashtags and 20 mentions. An item of an album has none. */
  caption: text.optional(),
  /** The description of an image for people who do not see it. */
  alt_text: text.optional(),
})

type ContainerParams = z.output<typeof containerParams>

/** The codes and subcodes of the live service, as the error codes of its Instagram platform list them. */
const publishingErrors = {
  mediaNotFetched: { code: 9004, subcode: 2_207_052 },
  wrongRatio: { code: 36003, subcode: 2_207_009 },
  captionTooLong: { code: 36004, subcode: 2_207_010 },
  notAnAlbum: { code: 100, subcode: 2_207_028 },
  videoRetired: { code: 100, subcode: 2_207_067 },
  unknownContainer: { code: 24, subcode: 2_207_008 },
  uploadFailed: { code: -1, subcode: 2_207_053 },
  notReady: { code: 9007, subcode: 2_207_027 },
  tooManyPosts: { code: 9, subcode: 2_207_042 },
} as const

/** Returns an error of the live service. Its text for people says what was wrong with this call. */
export const publishingError = (name: keyof typeof publishingErrors, message: string): CallError => ({
  ...publishingErrors[name],
  message,
  ...(publishingErrors[name].code !== 100 && { userMessage: message }),
})

/** The time of a world without the policy `mediaProcessing`, in seconds. */
const usualProcessing = { image: 0, video: 10 }

/** Returns the instant at which media that are uploaded now have been processed. */
const readyTimeOf = ({ tx, policy }: ReadContext, kind: keyof typeof usualProcessing): number =>
  tx.now + (policy.mediaProcessing ?? usualProcessing)[kind] * 1_000

const [CAPTION_MAX, HASHTAGS_MAX, MENTIONS_MAX] = [2_200, 30, 20]

function captionError(caption = ''): CallError | undefined {
  const marks = (mark: string) => caption.split(mark).length - 1
  return [...caption].length > CAPTION_MAX || marks('#') > HASHTAGS_MAX || marks('@') > MENTIONS_MAX
    ? publishingError(
        'captionTooLong',
        `The caption was too long: at most ${CAPTION_MAX} characters, ${HASHTAGS_MAX} hashtags and ` +
          `${MENTIONS_MAX} mentions`,
      )
    : undefined
}

/** Returns the error of the sources that do not fit the kind of media. */
function sourceError(params: ContainerParams): CallError | undefined {
  const { media_type: type, image_url: image, video_url: video, is_carousel_item: isItem } = params
  const given = [image !== undefined && 'image_url', video !== undefined && 'video_url'].filter(Boolean)
  const got = given.join(' and ') || 'neither'
  if (type === 'VIDEO' && !isItem)
    return publishingError('videoRetired', 'The media_type VIDEO is for items of an album only: use REELS')
  if (isItem && type !== 'IMAGE' && type !== 'VIDEO')
    return invalidParameter(`An item of an album must have the media_type IMAGE or VIDEO, got ${type}`)
  if (type === 'CAROUSEL')
    return given.length > 0
      ? invalidParameter(`A CAROUSEL takes its media from children, got ${got}`)
      : undefined
  if (type === 'STORIES' && given.length !== 1)
    return invalidParameter(`A story needs one of image_url and video_url, got ${got}`)
  if (type === 'IMAGE' && got !== 'image_url')
    return invalidParameter(`An image needs image_url alone, got ${got}`)
  if ((type === 'VIDEO' || type === 'REELS') && got !== 'video_url')
    return invalidParameter(`A video needs video_url alone, got ${got}`)
  return undefined
}

type NewContainer = Pick<MediaContainerRow, 'picture' | 'children' | 'failed' | 'isVideo' | 'readyTime'>

/** The proportions of width and height that images in the feed can have: from 4:5 to 1.91:1. */
const [NARROWEST, WIDEST] = [0.8, 1.91]

/** Returns the image at a URL. Only the size of registered images is compared: others have any. */
function imageOf(context: ReadContext, url: string, isStory: boolean): NewContainer | CallError {
  const picture = pictureAt(context.tx, context.policy, url)
  if (isCallError(picture))
    return publishingError(
      'mediaNotFetched',
      `The media could not be fetched from this URI: ${picture.message}`,
    )
  const ratio = picture.width / picture.height
  if (picture.digest !== undefined && !isStory && (ratio < NARROWEST || ratio > WIDEST))
    return publishingError(
      'wrongRatio',
      `The aspect ratio must be from 4:5 to 1.91:1, got ${picture.width}:${picture.height}`,
    )
  return { picture, children: [], failed: false, isVideo: false, readyTime: readyTimeOf(context, 'image') }
}

/** Returns a still image of the video at a URL. Whether a video is there shows when it is processed. */
function videoOf(context: ReadContext, url: string): NewContainer {
  const { tx, policy } = context
  const page = tx.first('webPages', 'byUrl', [url])
  const isMissing = page ? page.missing || page.hidden : policy.photoUrls === 'registered'
  const picture: StoredPicture = { url, format: 'png', ...syntheticSize(url), spherical: false }
  return { picture, children: [], failed: isMissing, isVideo: true, readyTime: readyTimeOf(context, 'video') }
}

/** Returns the items of an album, or the error of the first that cannot be one. */
function albumOf(
  context: ReadContext,
  account: InstagramAccountRow,
  given: readonly string[] = [],
): NewContainer | CallError {
  if (given.length < 2 || given.length > 10)
    return publishingError('notAnAlbum', `A CAROUSEL needs 2 to 10 children, got ${given.length}`)
  const children: MediaContainerRow[] = []
  for (const id of given) {
    const child = context.tx.find('mediaContainers', Number(id))
    if (child?.account !== account.id || !child.isItem)
      return invalidParameter(
        `Param children must be ids of containers of the account with is_carousel_item, got ${id}`,
      )
    const status = statusOfContainer(child, context.tx.now)
    if (status !== 'FINISHED' && status !== 'IN_PROGRESS')
      return invalidParameter(`Param children must not name a container that is ${status}, got ${id}`)
    children.push(child)
  }
  return {
    children: children.map(({ id }) => id),
    failed: children.some(({ failed }) => failed),
    isVideo: false,
    readyTime: Math.max(readyTimeOf(context, 'image'), ...children.map(({ readyTime }) => readyTime)),
  }
}

/** Adds a container of media to an Instagram account, or returns the error. */
export function newMediaContainer(
  context: ReadContext,
  account: InstagramAccountRow,
  params: ContainerParams,
): MediaContainerRow | CallError {
  const { media_type: type, is_carousel_item: isItem, caption, alt_text: altText } = params
  const error = sourceError(params) ?? captionError(caption)
  if (error) return error
  const { image_url: image, video_url: video } = params
  const media =
    image !== undefined
      ? imageOf(context, image, type === 'STORIES')
      : video !== undefined
        ? videoOf(context, video)
        : albumOf(context, account, params.children)
  if (isCallError(media)) return media
  return context.tx.insert('mediaContainers', {
    ...{ account: account.id, type, createdTime: context.tx.now, isItem, published: false },
    ...media,
    ...(caption !== undefined && !isItem && { caption }),
    ...(altText !== undefined && { altText }),
  })
}
