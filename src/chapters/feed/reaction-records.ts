import { z } from '../../engine/schema/zod.ts'
import { by, count, inOrderOf, instant, rowId, table } from '../../engine/store/table.ts'
import { StoredPicture } from '../content/records.ts'
import { ProfileTag } from '../people/records.ts'
import { metrics } from './metrics/metrics.ts'

/** The value of a metric of a page or a post on one day. */
export const metricValues = table({
  row: z.object({
    object: rowId('pages', 'posts'),
    metric: z.enum(metrics),
    /** The first instant of the day, in UTC. */
    day: instant(),
    value: count(),
  }),
  edges: {
    byMetric: {
      owners: by('object', 'metric'),
      order: inOrderOf('day'),
    },
    byObject: { owners: by('object') },
  },
})

/** A comment on a post. */
export const comments = table({
  row: z.object({
    post: rowId('posts'),
    author: rowId('pages', 'users'),
    createdTime: instant(),
    message: z.string(),
    messageTags: z.array(ProfileTag).optional(),
    /** The attached picture. */
    picture: StoredPicture.optional(),
    /** The comment that it replies to. A reply has none. */
    parent: rowId('comments').optional(),
    /** Whether it is hidden. Only page tokens read a hidden comment. */
    hidden: z.boolean().optional(),
  }),
  edges: {
    /** All comments on a post, replies too. */
    byPost: { owners: by('post'), order: inOrderOf('createdTime') },
    /** The comments on a post that reply to no other. */
    topLevel: {
      owners: ({ post, parent }) => (parent === undefined ? [[post]] : []),
      order: inOrderOf('createdTime'),
    },
    replies: {
      owners: by('parent'),
      order: inOrderOf('createdTime'),
    },
  },
})

/** The types of reactions to a post. */
export const reactionTypes = ['LIKE', 'LOVE', 'WOW', 'HAHA', 'SAD', 'ANGRY', 'CARE'] as const

/** The types by which a read can choose reactions. No reaction has the last two: nobody can make them now. */
export const listedReactionTypes = [...reactionTypes, 'THANKFUL', 'PRIDE'] as const

/** A reaction of a page or a person to a post, or to a comment on it. */
export const likes = table({
  row: z.object({
    post: rowId('posts'),
    /** The comment that it reacts to; absent for a reaction to the post. */
    comment: rowId('comments').optional(),
    profile: rowId('pages', 'users'),
    createdTime: instant(),
    /** The type of the reaction; absent for a like. */
    type: z.enum(reactionTypes).optional(),
  }),
  edges: {
    /** All reactions to a post or to a comment. */
    byPost: { owners: ({ post, comment = post }) => [[comment]], order: inOrderOf('createdTime') },
    byPostType: {
      owners: ({ post, comment = post, type = 'LIKE' }) => [[comment, type]],
      order: inOrderOf('createdTime'),
    },
    byPostProfile: { owners: ({ post, comment = post, profile }) => [[comment, profile]] },
  },
})
