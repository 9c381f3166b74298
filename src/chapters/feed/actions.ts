import { z } from '../../engine/schema/zod.ts'
import { isCallError } from '../../service/contract/errors.ts'
import type { Tx } from '../../service/routes/context.ts'
import { action } from '../../service/routes/define.ts'
import { list, object } from '../../service/values/compounds.ts'
import { commentId, postId } from '../../service/values/ids.ts'
import { nodeId, present } from '../../service/values/references.ts'
import { boolean, defaulted, filledText, integer, oneOf, scalar, text } from '../../service/values/scalars.ts'
import { datetime } from '../../service/values/times.ts'
import { hostOf } from '../../service/values/urls.ts'
import { idResult } from '../../service/views/results.ts'
import { insertPost } from '../content/post.ts'
import { contentPrivacyOf, privacyParam } from '../people/privacy.ts'
import { resolveMentions } from '../people/tagged-text.ts'
import type { PostRow } from '../rows.ts'
import { addComment, noteComment, replyError } from './comment.ts'
import { engagementOf } from './engagement.ts'
import { engagementParams, insightParams } from './insight-params.ts'
import { addLike, removeLike } from './like.ts'
import { reactionTypes } from './reaction-records.ts'
import { statusTypes } from './records.ts'

const chapter = 'Resources and their fields › Page post'
/** The columns of a post that no call creates, and that is published at once, for everyone. */
const publishedNow = {
  app: 0,
  creator: 0,
  published: true,
  scheduledTime: null,
  contentType: null,
  privacy: 'EVERYONE',
} as const

const video = object({
  /** The title of the video. */
  title: defaulted(text, ''),
  /** The length in seconds. */
  seconds: defaulted(integer(0, 100_000), 60),
  /** Whether the video is spherical. */
  spherical: defaulted(boolean, false),
})

/** Returns the message columns of a post, with its mentions resolved. */
function messageOf(tx: Tx, message: string | undefined): Partial<Pick<PostRow, 'message' | 'messageTags'>> {
  if (message === undefined) return {}
  const { text: resolved, tags } = resolveMentions(tx, message)
  return { message: resolved, messageTags: tags }
}

/**
 * Adds a post to the feed of a page that publishPost cannot create: a video, a life event, a generated story,
 * or another type of status. Texts can mention pages and people as `@[id]`.
 */
export const addPagePost = action({
  chapter,
  params: z.object({
    page: nodeId,
    /** The user who makes the post in the name of the page. */
    creator: nodeId.optional(),
    /** The text of the post; `@[id]` mentions a page or a person. */
    message: text.optional(),
    /** The text of a story that no person wrote; `@[id]` mentions a page or a person. */
    story: text.optional(),
    /** The type of the status. By default it follows from `video`. */
    statusType: oneOf(statusTypes).optional(),
    /** The attached video. */
    video: video.optional(),
    /** When the life event happened: the `created_time` of the post. */
    eventTime: datetime.optional(),
    /** Whether the post is published: `false` for one that is made while an ad is created. */
    published: defaulted(boolean, true), // FEE-257
  }),
  result: idResult,
  run({ params, tx, policy }) {
    const { page, creator, published, eventTime } = params
    const story = params.story === undefined ? undefined : resolveMentions(tx, params.story)
    const statusType = params.statusType ?? (params.video ? 'added_video' : 'published_story')
    const post = insertPost({ tx, policy }, page, {
      ...publishedNow,
      creator: creator ?? 0,
      ...messageOf(tx, params.message),
      ...(story && { story: story.text, storyTags: story.tags }),
      ...(params.video && { video: params.video }),
      ...(eventTime !== undefined && { eventTime }),
      published,
      statusType,
    })
    return { id: postId(post) }
  },
})

/** Adds a visitor's post to the feed of a page. Its author is the person; it is addressed to the page. */
export const visitPage = action({
  chapter,
  params: z.object({
    page: nodeId,
    user: nodeId,
    /** The text of the post; `@[id]` mentions a page or a person. */
    message: text,
  }),
  result: idResult,
  run({ params, tx, policy }) {
    const { page, user, message } = params
    // FEE-044
    const post = insertPost({ tx, policy }, page, {
      ...publishedNow,
      creator: user,
      ...messageOf(tx, message),
      author: user,
      to: [page],
      statusType: 'wall_post',
    })
    return { id: postId(post) }
  },
})

/**
 * Adds a comment to a post. Its updated_time changes, and the person becomes subscribed to it. A comment with
 * a message is listed among the comments on the post.
 */
export const commentOnPost = action({
  chapter,
  params: z.object({
    post: nodeId,
    user: nodeId,
    /** The text of the comment. A comment without text is not listed. */
    message: filledText.optional(),
    /** The comment that it replies to. Without it, it is a comment on the post itself. */
    parent: nodeId.optional(),
  }),
  result: z.object({
    /** True: an action that fails has an error instead. */
    success: z.boolean(),
    /** The id of the comment. Missing for a comment without text. */
    id: z.string().optional(),
  }),
  run({ params, tx, refuse }) {
    const post = present(tx, 'posts', params.post)
    const parentError = replyError(tx, post, params.parent)
    if (parentError !== undefined) return refuse(parentError)
    noteComment(tx, post)
    tx.patch('posts', post.id, { subscribers: [...new Set([...(post.subscribers ?? []), params.user])] })
    if (params.message === undefined) return { success: true }
    const { text: message, tags: messageTags } = resolveMentions(tx, params.message)
    const { user: author, parent } = params
    const reply = parent === undefined ? {} : { parent }
    const comment = addComment(tx, post, { author, message, messageTags, ...reply })
    return isCallError(comment) ? refuse(comment.message) : { success: true, id: commentId(comment) }
  },
})

/** Makes a person like a post, or react to it in another way; or takes their reaction back. */
export const setPostLike = action({
  chapter,
  params: z.object({
    post: nodeId,
    user: nodeId,
    /** Whether the person likes the post: `false` takes the reaction back. */
    liked: defaulted(boolean, true),
    /** The reaction of the person. A person has one reaction to a post: a new one replaces it. */
    reaction: defaulted(oneOf(reactionTypes), 'LIKE'),
  }),
  run({ params, tx, refuse }) {
    const post = present(tx, 'posts', params.post)
    if (!params.liked) removeLike(tx, post, params.user)
    const tooMany = params.liked ? addLike(tx, post, params.user, params.reaction) : undefined
    return tooMany ? refuse(tooMany.message) : { success: true }
  },
})

/** Changes the message of a post. Its updated_time changes. */
export const editPost = action({
  chapter,
  params: z.object({
    post: nodeId,
    /** The new text; `@[id]` mentions a page or a person. */
    message: text,
  }),
  run({ params, tx }) {
    tx.patch('posts', params.post, { ...messageOf(tx, params.message), updatedTime: tx.now }) // FEE-088
    return { success: true }
  },
})

/**
 * Tags a page in a post. With `story`, a story about the mention is added to the feed of the tagged page; its
 * parent is the post.
 */
export const tagPageInPost = action({
  chapter: 'Endpoints › Page feed',
  params: z.object({
    post: nodeId,
    page: nodeId,
    /** Whether to add a story about the mention to the feed of the page. */
    story: defaulted(boolean, false),
  }),
  result: z.object({
    /** True: an action that fails has an error instead. */
    success: z.boolean(),
    /** The id of the story. Missing without `story`. */
    id: z.string().optional(),
  }),
  run({ params, tx, policy }) {
    const post = present(tx, 'posts', params.post)
    tx.patch('posts', post.id, { to: [...new Set([...(post.to ?? []), params.page])] })
    if (!params.story) return { success: true }
    const text = resolveMentions(tx, `@[${post.author}] mentioned @[${params.page}].`)
    // FEE-058
    const story = { story: text.text, storyTags: text.tags, parent: post.id, statusType: 'published_story' }
    return {
      success: true,
      id: postId(insertPost({ tx, policy }, params.page, { ...publishedNow, ...story })),
    }
  },
})

/** Shares a post on the feed of a page. The post's share count rises by one, and never falls. */
export const sharePost = action({
  chapter,
  params: z.object({ post: nodeId, page: nodeId }),
  result: idResult,
  run({ params, tx, policy }) {
    const post = present(tx, 'posts', params.post)
    const { actions, shares, reach } = engagementOf(post)
    const parent = post.id
    tx.patch('posts', parent, { engagement: { actions: actions + 1, shares: shares + 1, reach } })
    // FEE-071: the count includes shares that are deleted later.
    const fields = { ...publishedNow, parent, statusType: 'shared_story' }
    return { id: postId(insertPost({ tx, policy }, params.page, fields)) }
  },
})

/** Sets the counts of actions on a post, of its shares, and of the people whom it reached. */
export const recordEngagement = action({
  chapter,
  params: z.object({ post: nodeId, ...engagementParams }),
  run({ params, tx }) {
    const previous = engagementOf(present(tx, 'posts', params.post))
    const { actions = previous.actions, shares = previous.shares, reach = previous.reach } = params
    tx.patch('posts', params.post, { engagement: { actions, shares, reach } })
    return { success: true }
  },
})

/** Sets the values of derived fields of a post. A field that is left out is derived again. */
export const setPostInsights = action({
  chapter,
  params: z.object({ post: nodeId, ...insightParams }),
  run({ params, tx }) {
    const { post, ...insights } = params
    const entries = Object.entries(insights).filter(([, value]) => value !== undefined)
    tx.patch('posts', post, { insights: entries.length > 0 ? Object.fromEntries(entries) : undefined })
    return { success: true }
  },
})

/** Sets the keys of a post's targeting that records have and no endpoint writes. */
export const setPostTargeting = action({
  chapter,
  params: z.object({
    post: nodeId,
    /** The value of `feed_targeting.interested_in`: 1 male, 2 female. */
    interestedIn: list(integer(1, 2), { split: true }).optional(), // FEE-106
    /** The value of `targeting.locales`. */
    locales: list(integer(1), { split: true }).optional(),
  }),
  run({ params, tx }) {
    const { id, feedTargeting, targeting } = present(tx, 'posts', params.post)
    const { interestedIn, locales } = params
    if (interestedIn)
      tx.patch('posts', id, { feedTargeting: { ...feedTargeting, interested_in: interestedIn } })
    if (locales) tx.patch('posts', id, { targeting: { ...targeting, locales } })
    return { success: true }
  },
})

/** Sets the privacy of a post. */
export const setPostPrivacy = action({
  chapter,
  params: z.object({
    post: nodeId,
    /** Who can see the post. */
    privacy: privacyParam,
  }),
  run({ params, tx }) {
    tx.patch('posts', params.post, contentPrivacyOf(params.privacy))
    return { success: true }
  },
})

/** Adds a reel to a page. */
export const addReel = action({
  chapter: 'Endpoints › Page feed',
  params: z.object({
    page: nodeId,
    /** The text of the reel. */
    description: text.optional(),
  }),
  result: idResult,
  run({ params, tx }) {
    return { id: String(tx.insert('reels', { ...params, createdTime: tx.now }).id) }
  },
})

/** Creates a predefined object of a feeling or an activity, for `og_object_id` of publishPost. */
export const createActivityObject = action({
  chapter: 'Endpoints › Page feed',
  params: z.object({
    /** The name of the object, such as a feeling. */
    name: text,
  }),
  result: idResult,
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

/**
 * Registers a domain as owned by a page: posts with links to the domain, or to a domain below it, can have a
 * custom image.
 */
export const registerDomain = action({
  chapter: 'Endpoints › Page feed',
  params: z.object({
    page: nodeId,
    /** The domain that the page owns. */
    domain: domainName,
  }),
  run({ params, tx }) {
    const { ownedDomains } = present(tx, 'pages', params.page)
    tx.patch('pages', params.page, { ownedDomains: [...new Set([...ownedDomains, params.domain])] })
    return { success: true }
  },
})

/** Sets whether a page is authentic: other pages list the posts of authentic pages that tag them. */
export const verifyPage = action({
  chapter: 'Endpoints › Page feed',
  params: z.object({
    page: nodeId,
    /** Whether the page is authentic. */
    verified: defaulted(boolean, true),
  }),
  run({ params, tx }) {
    tx.patch('pages', params.page, { verified: params.verified })
    return { success: true }
  },
})
