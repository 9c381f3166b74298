import { z } from '../../engine/schema/zod.ts'
import { bounds } from '../../service/contract/bounds.ts'
import { type CallError, invalidParameter } from '../../service/contract/errors.ts'
import type { Tx } from '../../service/routes/context.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import { postId } from '../../service/values/ids.ts'
import { borrowedFields } from '../../service/views/borrowed-fields.ts'
import { field, type Shown } from '../../service/views/fields.ts'
import type { View } from '../../service/views/view.ts'
import { pictureField, profilePicture, widthOfType } from '../people/page-fields.ts'
import { profileOf } from '../people/profile.ts'
import type { CommentRow, LikeRow, PostRow } from '../rows.ts'
import { engagementAfter } from './engagement.ts'
import { reactionTypes } from './reaction-records.ts'

type ReactionType = (typeof reactionTypes)[number]

const onRequest = { onRequest: true } as const

/** Returns a field with the URL of the picture of a profile in a size. */
const pictureUrl = (width: number) =>
  field(
    z.string(),
    ({ profile }: LikeRow, { tx }: ReadContext) => profilePicture(tx, { id: profile }, width).data.url,
    onRequest,
  )

/** The fields of a profile that a record shows only on request. */
const profileDetails = {
  /** Whether the profile is a page or a person. */
  profile_type: field(
    z.enum(['page', 'user']),
    ({ profile }: LikeRow, { tx }) => (tx.find('pages', profile) ? 'page' : 'user'),
    onRequest,
  ),
  /** Whether the token can post on the profile: the token of a page, on its page. */
  can_post: field(
    z.boolean(),
    ({ profile }: LikeRow, { caller }) => caller.kind === 'page' && caller.page?.id === profile,
    onRequest,
  ),
  /** The URL of the picture, at least 100 pixels wide. */
  pic: pictureUrl(widthOfType('normal')),
  /** The URL of the large picture. */
  pic_large: pictureUrl(widthOfType('large')),
  /** The URL of the small picture. */
  pic_small: pictureUrl(widthOfType('small')),
  /** The URL of the square picture. */
  pic_square: pictureUrl(widthOfType('square')),
  /** The part of the picture to show: all of it. */
  pic_crop: field(
    z.object({
      /** The width in pixels. */
      width: z.int(),
      /** The height in pixels. */
      height: z.int(),
      /** The left edge, as a part of the width. */
      left: z.number(),
      /** The top edge, as a part of the height. */
      top: z.number(),
      /** The right edge, as a part of the width. */
      right: z.number(),
      /** The bottom edge, as a part of the height. */
      bottom: z.number(),
      /** The URL of the picture. */
      url: z.string(),
    }),
    ({ profile }: LikeRow, { tx }) => {
      const { width, height, url } = profilePicture(tx, { id: profile }, widthOfType('large')).data
      return { width, height, left: 0, top: 0, right: 1, bottom: 1, url }
    },
    onRequest,
  ),
  ...borrowedFields(
    {
      /**
       * The profile picture. Modifiers as in `picture.type(large)` or `picture.width(200)` choose its size.
       */
      picture: pictureField,
    },
    ({ profile }: LikeRow) => ({ id: profile }),
  ),
}

/** The record of a like: the page or person that likes the post. */
export const likeView = {
  name: 'Profile',
  minimal: ['id', 'name'],
  fields: {
    id: field(z.string(), ({ profile }: LikeRow) => String(profile)),
    /** The name of the person who likes the post. */
    name: field(z.string(), ({ profile }: LikeRow, { tx }) => profileOf(tx, profile)?.name),
    ...profileDetails,
  },
} satisfies View<LikeRow>

/** The record of a reaction: the page or person that reacts to the post, and how. */
export const reactionView = {
  name: 'Profile',
  minimal: ['id', 'name', 'type'],
  fields: {
    ...likeView.fields,
    /** The type of the reaction. */
    type: field(z.enum(reactionTypes), ({ type = 'LIKE' }: LikeRow) => type),
  },
} satisfies View<LikeRow>

/** A reaction as callers read it. */
export interface ShownReaction extends Shown<typeof reactionView> {}

/** A like as callers read it. */
export interface ShownLike extends Shown<typeof likeView> {}

/** A post or a comment, which profiles can react to. */
type Reacted = PostRow | CommentRow

/** Returns the reaction of a profile to a post or a comment, or undefined. */
export const likeOf = (tx: Tx, { id }: { readonly id: number }, profile: number): LikeRow | undefined =>
  tx.first('likes', 'byPostProfile', [id, profile])

/** Whether a reaction is a like. */
export const isLike = (reaction: LikeRow | undefined): boolean =>
  reaction !== undefined && (reaction.type ?? 'LIKE') === 'LIKE'

/** Notes on a post that somebody reacted to it, or took a reaction back. */
function noteReaction(tx: Tx, reacted: Reacted, change: 1 | -1): void {
  if (reacted.kind === 'posts')
    tx.patch('posts', reacted.id, { engagement: engagementAfter(reacted, change) })
}

/**
 * Makes a profile like a post or a comment, or react to it in another way. Returns the error if it has as
 * many reactions as it can have.
 */
export function addLike(
  tx: Tx,
  reacted: Reacted,
  profile: number,
  reaction: ReactionType = 'LIKE',
): CallError | undefined {
  const known = likeOf(tx, reacted, profile)
  const type = reaction === 'LIKE' ? undefined : reaction
  if (known) {
    if (known.type !== type) tx.patch('likes', known.id, { type })
    return undefined
  }
  const { likesPerPostMax: most } = bounds
  if (tx.count('likes', 'byPost', [reacted.id]) >= most) {
    const what =
      reacted.kind === 'posts'
        ? `A post has at most ${most} likes, and ${postId(reacted)}`
        : `A comment has at most ${most} likes, and this one`
    return invalidParameter(`${what} has as many`)
  }
  const target = reacted.kind === 'posts' ? { post: reacted.id } : { post: reacted.post, comment: reacted.id }
  tx.insert('likes', { ...target, profile, createdTime: tx.now, ...(type && { type }) })
  noteReaction(tx, reacted, 1)
  return undefined
}

/** Takes the reaction of a profile from a post or a comment, if there is one. */
export function removeLike(tx: Tx, reacted: Reacted, profile: number): void {
  const like = likeOf(tx, reacted, profile)
  if (!like) return
  tx.remove(like.id)
  noteReaction(tx, reacted, -1)
}
