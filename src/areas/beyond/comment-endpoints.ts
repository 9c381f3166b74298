import { z } from '../../engine/zod.ts'
import { alsoWith } from '../../graph/access/live-access.ts'
import { endpoint } from '../../graph/define.ts'
import { recordSchema } from '../../graph/views/record.ts'
import { commentView, removeComment } from '../feed/comment.ts'
import { readsFeed } from '../feed/feed-read.ts'
import { reacts } from './page-access.ts'

const chapter = 'Beyond the description'
const source = 'https://developers.facebook.com/docs/graph-api/reference/comment/'

/** Reads a comment on a post, like the list of the comments on it. */
export const readComment = endpoint({
  route: 'GET /{comment}',
  chapter,
  source,
  access: alsoWith(readsFeed, 'pages_read_user_content'),
  params: z.object({}),
  view: commentView,
  result: recordSchema(commentView),
  run: ({ comment, show }) => show(commentView, comment),
})

/** Deletes a comment on a post of the page, whoever wrote it. Requires a page token. */
export const deleteComment = endpoint({
  route: 'DELETE /{comment}',
  chapter,
  source,
  access: reacts,
  params: z.object({}),
  result: z.object({
    /** True: a call that fails has an error instead. */
    success: z.boolean(),
  }),
  run({ comment, tx }) {
    removeComment(tx, comment)
    return { success: true }
  },
})
