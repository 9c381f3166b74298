import { z } from '../../engine/zod.ts'
import type { Tx } from '../../graph/context.ts'
import { bounds } from '../../graph/contract/bounds.ts'
import { type CallError, invalidParameter } from '../../graph/contract/errors.ts'
import { field, type Shown, type View } from '../../graph/views/fields.ts'
import { postId } from '../content/post.ts'
import { profileOf } from '../people/profile.ts'
import type { LikeRow, PostRow } from '../rows.ts'
import { engagementAfter } from './engagement.ts'
import { reactionTypes } from './reaction-records.ts'

type ReactionType = (typeof reactionTypes)[number]

/** The record of a like: the page or person that likes the post. */
export const likeView = {
  name: 'Profile',
  minimal: ['id', 'name'],
  fields: {
    id: field(z.string(), ({ profile }: LikeRow) => String(profile)),
    /** The name of the person who likes the post. */
    name: field(z.string(), ({ profile }: LikeRow, { tx }) => profileOf(tx, profile)?.name),
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

/** Returns the like of a profile for a post, or undefined. */
export const likeOf = (tx: Tx, post: PostRow, profile: number): LikeRow | undefined =>
  tx.first('likes', 'byPostProfile', [post.id, profile])

/**
 * Makes a profile like a post, or react to it in another way. Returns the error if the post has as many
 * reactions as it can have.
 */
export function addLike(
  tx: Tx,
  post: PostRow,
  profile: number,
  reaction: ReactionType = 'LIKE',
): CallError | undefined {
  const known = likeOf(tx, post, profile)
  const type = reaction === 'LIKE' ? undefined : reaction
  if (known) {
    if (known.type !== type) tx.patch('likes', known.id, { type })
    return undefined
  }
  const { likesPerPostMax: most } = bounds
  if (tx.count('likes', 'byPost', [post.id]) >= most)
    return invalidParameter(`A post has at most ${most} likes, and ${postId(post)} has as many`)
  tx.insert('likes', { post: post.id, profile, createdTime: tx.now, ...(type && { type }) })
  tx.patch('posts', post.id, { engagement: engagementAfter(post, 1) })
  return undefined
}

/** Takes the like of a profile from a post, if there is one. */
export function removeLike(tx: Tx, post: PostRow, profile: number): void {
  const like = likeOf(tx, post, profile)
  if (!like) return
  tx.remove(like.id)
  tx.patch('posts', post.id, { engagement: engagementAfter(post, -1) })
}
