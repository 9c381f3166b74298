import { z } from '../../../engine/schema/zod.ts'
import { type CallError, invalidParameter } from '../../../service/contract/errors.ts'
import type { ReadContext } from '../../../service/routes/read-context.ts'
import { boolean, filledText } from '../../../service/values/scalars.ts'
import { resolveMentions } from '../../people/tagged-text.ts'
import type { CommentRow } from '../../rows.ts'

/** The parameters of updateComment. */
export const commentChanges = z.object({
  /** The new text. Only the page that wrote the comment can change it. */
  message: filledText.optional(),
  /** Whether to hide the comment. Only page tokens read a hidden one. A page cannot hide its own comments. */
  is_hidden: boolean.optional(),
})

/** Changes or hides a comment, or returns the error. */
export function changeComment(
  { tx, caller }: ReadContext,
  comment: CommentRow,
  { message, is_hidden: hidden }: z.output<typeof commentChanges>,
): CallError | undefined {
  const isOwn = comment.author === caller.page?.id
  if (message === undefined && hidden === undefined)
    return invalidParameter('One of the params message and is_hidden is required')
  if (message !== undefined && !isOwn)
    return invalidParameter('Param message must be left out: the page did not write this comment')
  if (hidden && isOwn) return invalidParameter('Param is_hidden must be false: the page wrote this comment')
  if (message !== undefined) {
    const { text, tags } = resolveMentions(tx, message, ['pages'])
    tx.patch('comments', comment.id, { message: text, messageTags: tags })
  }
  if (hidden !== undefined) tx.patch('comments', comment.id, { hidden: hidden || undefined })
  return undefined
}
