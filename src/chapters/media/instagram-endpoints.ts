import { z } from '../../engine/schema/zod.ts'
import { DAY_MS } from '../../engine/values/milliseconds.ts'
import { isCallError } from '../../service/contract/errors.ts'
import { endpoint } from '../../service/routes/define.ts'
import { nodeId } from '../../service/values/references.ts'
import { recordSchema } from '../../service/views/record.ts'
import { listResult, recordResult } from '../../service/views/results.ts'
import type { InstagramMediaRow } from '../rows.ts'
import { publishesInstagram, readsInstagram } from './instagram-access.ts'
import { instagramAccountView, instagramItemView, instagramMediaView } from './instagram-views.ts'
import { mediaContainerView } from './media-container.ts'
import { containerParams, newMediaContainer } from './new-media-container.ts'
import { publishContainer, publishedOf, publishingQuota } from './publish-container.ts'

const reference = 'https://developers.facebook.com/docs/instagram-api/reference/'

/** Reads the Instagram account of a page, with a task on the page. */
export const readInstagramAccount = endpoint({
  route: 'GET /{instagramAccount}',
  source: `${reference}ig-user/`,
  access: readsInstagram,
  ...recordResult(instagramAccountView),
  run: ({ instagramAccount, show }) => show(instagramAccountView, instagramAccount),
})

/** Lists the media of an Instagram account, newest first, without stories and without the items of albums. */
export const listInstagramMedia = endpoint({
  route: 'GET /{instagramAccount}/media',
  source: `${reference}ig-user/media/`,
  access: readsInstagram,
  ...listResult(instagramMediaView),
  run: ({ instagramAccount: { id }, pageOf }) =>
    pageOf({ table: 'instagramMedia', edge: 'byAccount', owner: [id] }, instagramMediaView),
})

/** Lists the stories of the last 24 hours of an Instagram account, newest first. */
export const listInstagramStories = endpoint({
  route: 'GET /{instagramAccount}/stories',
  source: `${reference}ig-user/stories/`,
  access: readsInstagram,
  ...listResult(instagramMediaView),
  run({ instagramAccount: { id }, now, pageOf }) {
    const where = ({ createdTime }: InstagramMediaRow) => createdTime > now - DAY_MS
    return pageOf({ table: 'instagramMedia', edge: 'stories', owner: [id], where }, instagramMediaView)
  },
})

/**
 * Makes a container of media: an image, a reel, a story, an item of an album, or an album of such items. It
 * is processed for the seconds of the policy `mediaProcessing`. A container that is not published ends after
 * 24 hours.
 */
export const createMediaContainer = endpoint({
  route: 'POST /{instagramAccount}/media',
  source: `${reference}ig-user/media/`,
  access: publishesInstagram,
  params: containerParams,
  ...recordResult(mediaContainerView),
  run(context) {
    const { instagramAccount, params, refuseFor, readBack } = context
    const container = newMediaContainer(context, instagramAccount, params)
    if (isCallError(container)) return refuseFor(container)
    return { ...readBack(mediaContainerView, container), id: String(container.id) }
  },
})

/** Publishes the media of a container whose `status_code` is FINISHED: at most 100 in a rolling day. */
export const publishMediaContainer = endpoint({
  route: 'POST /{instagramAccount}/media_publish',
  source: `${reference}ig-user/media_publish/`,
  access: publishesInstagram,
  params: z.object({
    /** The id of the container. */
    creation_id: nodeId,
  }),
  ...recordResult(instagramMediaView),
  run({ instagramAccount, params, tx, refuseFor, readBack }) {
    const media = publishContainer(tx, instagramAccount, params.creation_id)
    if (isCallError(media)) return refuseFor(media)
    return { ...readBack(instagramMediaView, media), id: String(media.id) }
  },
})

/** Reads how many media an Instagram account has published in the last day, and how many it may. */
export const readPublishingLimit = endpoint({
  route: 'GET /{instagramAccount}/content_publishing_limit',
  source: `${reference}ig-user/content_publishing_limit/`,
  access: readsInstagram,
  result: z.object({
    /** The one record. */
    data: z.array(
      z.object({
        /** The published media of the last day. An album counts once. */
        quota_usage: z.int(),
        /** The limit. */
        config: z.object({
          /** The most media in the time. */
          quota_total: z.int(),
          /** The time in seconds. */
          quota_duration: z.int(),
        }),
      }),
    ),
  }),
  run: ({ instagramAccount, tx }) => ({
    data: [{ quota_usage: publishedOf(tx, instagramAccount), config: publishingQuota }],
  }),
})

/** Reads a container of media: its state says whether it can be published. */
export const readMediaContainer = endpoint({
  route: 'GET /{mediaContainer}',
  source: `${reference}ig-container/`,
  access: readsInstagram,
  ...recordResult(mediaContainerView),
  run: ({ mediaContainer, show }) => show(mediaContainerView, mediaContainer),
})

/** Reads media of an Instagram account. */
export const readInstagramMedia = endpoint({
  route: 'GET /{instagramMedia}',
  source: `${reference}ig-media/`,
  access: readsInstagram,
  ...recordResult(instagramMediaView),
  run: ({ instagramMedia, show }) => show(instagramMediaView, instagramMedia),
})

/** Lists the items of an album in its order, all at once; none of other media. */
export const listInstagramItems = endpoint({
  route: 'GET /{instagramMedia}/children',
  source: `${reference}ig-media/children/`,
  access: readsInstagram,
  view: instagramItemView,
  result: z.object({
    /** The items. */
    data: z.array(recordSchema(instagramItemView)),
  }),
  run({ instagramMedia: { id }, tx, show }) {
    const items = tx.list('instagramMedia', 'children', [id])
    return { data: items.map((item) => show(instagramItemView, item)) }
  },
})
