import { z } from 'zod'
import type { Tx } from '../../graph/context.ts'
import { action } from '../../graph/define.ts'
import { list, object } from '../../graph/values/compounds.ts'
import { missing, present, reference } from '../../graph/values/references.ts'
import { bool, defaulted, integer, oneOf, scalar, text } from '../../graph/values/scalars.ts'
import { datetime } from '../../graph/values/times.ts'
import { hostOf } from '../../graph/values/urls.ts'
import { insertPost } from '../content/create-post.ts'
import { postId } from '../content/post.ts'
import { contentPrivacyOf, privacyParam } from '../people/privacy.ts'
import { resolveMentions } from '../people/tagged-text.ts'
import type { PostRow } from '../rows.ts'
import { engagementParams, insightParams } from './post-insights.ts'
import { statusTypes } from './records.ts'

const chapter = 'Resources and their fields › Page post'
const created = z.object({ id: z.string() })
const done = z.object({ success: z.boolean() })

const nobody = { app: 0, creator: 0 }
const now = { published: true, scheduledTime: null, contentType: null, privacy: 'EVERYONE' } as const

const video = object({
  title: defaulted(text, ''),
  seconds: defaulted(integer(0, 100_000), 60),
  spherical: defaulted(bool, false),
})

/** The message of a post with the names of the pages and people that it mentions. */
function messageOf(tx: Tx, message: string | undefined): Partial<Pick<PostRow, 'message' | 'messageTags'>> {
  if (message === undefined) return {}
  const { text: shown, tags } = resolveMentions(tx, message)
  return { message: shown, messageTags: tags }
}

/**
 * Puts a post of a page on its feed that no call of the feed edge makes: a video, a life event, a story that
 * nobody wrote, or another kind of status. Texts may name pages and people as `@[id]`.
 */
export const addPagePost = action({
  chapter,
  params: z.object({
    page: reference,
    creator: reference.optional(),
    message: text.optional(),
    story: text.optional(),
    statusType: oneOf(statusTypes).optional(),
    video: video.optional(),
    eventTime: datetime.optional(),
    published: defaulted(bool, true),
  }),
  result: created,
  run({ params, tx, policy, refuse }) {
    const { page, creator, video: film, published, eventTime } = params
    const error = missing(tx, ['page', 'pages', page], ['creator', 'users', creator])
    if (error) return refuse(error)
    const story = params.story === undefined ? undefined : resolveMentions(tx, params.story)
    const statusType = params.statusType ?? (film ? 'added_video' : 'published_story')
    const post = insertPost(
      { tx, policy },
      page,
      { app: 0, creator: creator ?? 0 },
      {
        ...now,
        ...messageOf(tx, params.message),
        ...(story && { story: story.text, storyTags: story.tags }),
        ...(film && { video: film }),
        ...(eventTime !== undefined && { eventTime }),
        published,
        statusType,
      },
    )
    return { id: postId(post) }
  },
})

/** A person visits a page and writes on its feed: the post is the person's, and is addressed to the page. */
export const visitPage = action({
  chapter,
  params: z.object({ page: reference, user: reference, message: text }),
  result: created,
  run({ params, tx, policy, refuse }) {
    const { page, user, message } = params
    const error = missing(tx, ['page', 'pages', page], ['user', 'users', user])
    if (error) return refuse(error)
    const post = insertPost(
      { tx, policy },
      page,
      { app: 0, creator: user },
      { ...now, ...messageOf(tx, message), author: user, to: [page], statusType: 'wall_post' },
    )
    return { id: postId(post) }
  },
})

/** A person comments on a post: its updated_time is this instant, and the person follows it from now on. */
export const commentOnPost = action({
  chapter,
  params: z.object({ post: reference, user: reference }),
  result: done,
  run({ params, tx, refuse }) {
    const error = missing(tx, ['post', 'posts', params.post], ['user', 'users', params.user])
    if (error) return refuse(error)
    const { id, engagement, subscribers = [] } = present(tx, 'posts', params.post)
    const { actions, shares, reach } = engagement ?? { actions: 0, shares: 0, reach: 0 }
    tx.patch('posts', id, {
      updatedTime: tx.now,
      engagement: { actions: actions + 1, shares, reach },
      subscribers: [...new Set([...subscribers, params.user])],
    })
    return { success: true }
  },
})

/** The makers of a page change the message of a post: its updated_time is this instant. */
export const editPost = action({
  chapter,
  params: z.object({ post: reference, message: text }),
  result: done,
  run({ params, tx, refuse }) {
    const error = missing(tx, ['post', 'posts', params.post])
    if (error) return refuse(error)
    tx.patch('posts', params.post, { ...messageOf(tx, params.message), updatedTime: tx.now })
    return { success: true }
  },
})

/**
 * Makes a post name a page, as its makers do who tag the page. With `story` the tagged page gets a story of
 * the mention, whose parent is the post.
 */
export const tagPageInPost = action({
  chapter: 'Endpoints › Page feed',
  params: z.object({ post: reference, page: reference, story: defaulted(bool, false) }),
  result: z.object({ success: z.boolean(), id: z.string().optional() }),
  run({ params, tx, policy, refuse }) {
    const error = missing(tx, ['post', 'posts', params.post], ['page', 'pages', params.page])
    if (error) return refuse(error)
    const post = present(tx, 'posts', params.post)
    tx.patch('posts', post.id, { to: [...new Set([...(post.to ?? []), params.page])] })
    if (!params.story) return { success: true }
    const said = resolveMentions(tx, `@[${post.author}] mentioned @[${params.page}].`)
    const story = { story: said.text, storyTags: said.tags, parent: post.id, statusType: 'published_story' }
    return {
      success: true,
      id: postId(insertPost({ tx, policy }, params.page, nobody, { ...now, ...story })),
    }
  },
})

/** A page shares a post on its own feed: the post counts one share more, whatever becomes of the new post. */
export const sharePost = action({
  chapter,
  params: z.object({ post: reference, page: reference }),
  result: created,
  run({ params, tx, policy, refuse }) {
    const error = missing(tx, ['post', 'posts', params.post], ['page', 'pages', params.page])
    if (error) return refuse(error)
    const { id: parent, engagement } = present(tx, 'posts', params.post)
    const { actions, shares, reach } = engagement ?? { actions: 0, shares: 0, reach: 0 }
    tx.patch('posts', parent, { engagement: { actions: actions + 1, shares: shares + 1, reach } })
    const made = { ...now, parent, statusType: 'shared_story' }
    return { id: postId(insertPost({ tx, policy }, params.page, nobody, made)) }
  },
})

/** Sets what people did to a post, how often it was shared, and how many people it reached. */
export const recordEngagement = action({
  chapter,
  params: z.object({ post: reference, ...engagementParams }),
  result: done,
  run({ params, tx, refuse }) {
    const error = missing(tx, ['post', 'posts', params.post])
    if (error) return refuse(error)
    const known = present(tx, 'posts', params.post).engagement
    const { actions = known?.actions ?? 0, shares = known?.shares ?? 0, reach = known?.reach ?? 0 } = params
    tx.patch('posts', params.post, { engagement: { actions, shares, reach } })
    return { success: true }
  },
})

/** Sets values of a post that the service works out otherwise; what is left out is worked out again. */
export const setPostInsights = action({
  chapter,
  params: z.object({ post: reference, ...insightParams }),
  result: done,
  run({ params, tx, refuse }) {
    const { post, ...insights } = params
    const error = missing(tx, ['post', 'posts', post])
    if (error) return refuse(error)
    const given = Object.entries(insights).filter(([, value]) => value !== undefined)
    tx.patch('posts', post, { insights: given.length > 0 ? Object.fromEntries(given) : undefined })
    return { success: true }
  },
})

/** Sets keys of a post's targeting that are read and that no call writes. */
export const setPostTargeting = action({
  chapter,
  params: z.object({
    post: reference,
    interestedIn: list(integer(1, 2), { split: true }).optional(),
    locales: list(integer(1), { split: true }).optional(),
  }),
  result: done,
  run({ params, tx, refuse }) {
    const error = missing(tx, ['post', 'posts', params.post])
    if (error) return refuse(error)
    const { id, feedTargeting, targeting } = present(tx, 'posts', params.post)
    const { interestedIn, locales } = params
    if (interestedIn)
      tx.patch('posts', id, { feedTargeting: { ...feedTargeting, interested_in: interestedIn } })
    if (locales) tx.patch('posts', id, { targeting: { ...targeting, locales } })
    return { success: true }
  },
})

/** Sets who may see a post. */
export const setPostPrivacy = action({
  chapter,
  params: z.object({ post: reference, privacy: privacyParam }),
  result: done,
  run({ params, tx, refuse }) {
    const error = missing(tx, ['post', 'posts', params.post])
    if (error) return refuse(error)
    tx.patch('posts', params.post, contentPrivacyOf(params.privacy))
    return { success: true }
  },
})

/** Adds a reel to a page. */
export const addReel = action({
  chapter: 'Endpoints › Page feed',
  params: z.object({ page: reference, description: text.optional() }),
  result: created,
  run({ params, tx, refuse }) {
    const error = missing(tx, ['page', 'pages', params.page])
    if (error) return refuse(error)
    return { id: String(tx.insert('reels', { ...params, createdTime: tx.now }).id) }
  },
})

/** Creates a predefined object of feelings and activities, which `og_object_id` can name. */
export const createActivityObject = action({
  chapter: 'Endpoints › Page feed',
  params: z.object({ name: text }),
  result: created,
  run: ({ params, tx }) => ({ id: String(tx.insert('activityObjects', params).id) }),
})

const domainName = scalar<string>(
  'a domain name',
  (raw) => {
    if (typeof raw !== 'string' || /[/@:?#\s]/.test(raw)) return undefined
    return hostOf(`https://${raw}/`)
  },
  { type: 'string' },
)

/** Notes that a page owns the links of a domain: it may show pictures of its own beside them. */
export const registerDomain = action({
  chapter: 'Endpoints › Page feed',
  params: z.object({ page: reference, domain: domainName }),
  result: done,
  run({ params, tx, refuse }) {
    const error = missing(tx, ['page', 'pages', params.page])
    if (error) return refuse(error)
    const { ownedDomains } = present(tx, 'pages', params.page)
    tx.patch('pages', params.page, { ownedDomains: [...new Set([...ownedDomains, params.domain])] })
    return { success: true }
  },
})

/** Says whether a page is authentic: its posts that tag another page are listed there. */
export const verifyPage = action({
  chapter: 'Endpoints › Page feed',
  params: z.object({ page: reference, verified: defaulted(bool, true) }),
  result: done,
  run({ params, tx, refuse }) {
    const error = missing(tx, ['page', 'pages', params.page])
    if (error) return refuse(error)
    tx.patch('pages', params.page, { verified: params.verified })
    return { success: true }
  },
})
