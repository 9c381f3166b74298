import { z } from '../../engine/schema/zod.ts'
import { servesBeyond } from '../../service/contract/beyond.ts'
import type { ReadContext } from '../../service/routes/read-context.ts'
import type { PostRow } from '../rows.ts'
import { ChildAttachment } from './records.ts'

const Button = z.object({
  /** The kind of button: that of the post, or `NO_BUTTON`. */
  type: z.string(),
  /** What the button leads to. */
  value: z.object({
    /** The URL of the item. */
    link: z.string(),
    /** The title of the item. Missing without one. */
    link_title: z.string().optional(),
  }),
})

/** An item of a carousel as callers read it. A world beyond the description shows more of it (SIL-189). */
export const ShownChildAttachment = ChildAttachment.extend({
  /**
   * The id of the item: that of its post, and its place. No call reads it. Only a world with the policy
   * `beyond: 'serve'` has it.
   */
  id: z.string().optional(),
  /** The text below the title: always empty. Only a world with the policy `beyond: 'serve'` has it. */
  caption: z.string().optional(),
  /** The button of the item. Only a world with the policy `beyond: 'serve'` has it. */
  call_to_action: Button.optional(),
})

/** Returns the items of a carousel. */
export function childAttachmentsOf(
  { id, children, callToAction }: PostRow,
  { policy }: ReadContext,
): z.output<typeof ShownChildAttachment>[] | undefined {
  if (!children || !servesBeyond(policy)) return children
  const type = String(callToAction?.['type'] ?? 'NO_BUTTON')
  return children.map((child, index) => {
    const { link, name } = child
    const value = { link, ...(name !== undefined && { link_title: name }) }
    return { ...child, id: `${id}_${index + 1}`, caption: '', call_to_action: { type, value } }
  })
}
