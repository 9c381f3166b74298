import type { PostRow } from '../rows.ts'

/** Returns the engagement counts of a post, which are 0 until something counts. */
export const engagementOf = ({ engagement }: PostRow): NonNullable<PostRow['engagement']> =>
  engagement ?? { actions: 0, shares: 0, reach: 0 }
