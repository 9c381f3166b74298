import type { PostRow } from '../rows.ts'

/** Returns the engagement counts of a post, which are 0 until something counts. */
export const engagementOf = ({ engagement }: PostRow): NonNullable<PostRow['engagement']> =>
  engagement ?? { actions: 0, shares: 0, reach: 0 }

/** Returns the engagement counts of a post after one action more, or one less. No count falls below 0. */
export function engagementAfter(post: PostRow, change: 1 | -1): NonNullable<PostRow['engagement']> {
  const engagement = engagementOf(post)
  return { ...engagement, actions: Math.max(0, engagement.actions + change) }
}
