import { z } from '../../engine/schema/zod.ts'
import { action } from '../../service/routes/define.ts'
import { nodeId, present } from '../../service/values/references.ts'
import { boolean, defaulted, oneOf } from '../../service/values/scalars.ts'
import { addLike, removeLike } from './like.ts'
import { reactionTypes } from './reaction-records.ts'

/** Makes a person like a comment, or react to it in another way; or takes their reaction back. */
export const setCommentReaction = action({
  chapter: 'Beyond the description',
  params: z.object({
    comment: nodeId,
    user: nodeId,
    /** The reaction of the person. A person has one reaction to a comment: a new one replaces it. */
    reaction: defaulted(oneOf(reactionTypes), 'LIKE'),
    /** Whether the person reacts: `false` takes the reaction back. */
    reacts: defaulted(boolean, true),
  }),
  run({ params, tx, refuse }) {
    const { user, reaction, reacts } = params
    const comment = present(tx, 'comments', params.comment)
    if (!reacts) removeLike(tx, comment, user)
    const tooMany = reacts ? addLike(tx, comment, user, reaction) : undefined
    return tooMany ? refuse(tooMany.message) : { success: true }
  },
})
