import { createPost, findPost, GraphError } from '../../../lib/page.ts'
import { markPublished, markSending, openPosts } from '../../../lib/posts.ts'

let isPublishing = false

/** A scheduler calls this every few minutes. What goes wrong is tried again the next time. */
export async function POST(): Promise<Response> {
  if (isPublishing) return Response.json({ busy: true })
  isPublishing = true
  try {
    for (const post of openPosts()) {
      // The answer to an earlier call may have been lost: the post may be on the page.
      const known = post.state === 'sending' ? await findPost(post.message) : undefined
      markSending(post)
      const { id } = known ?? (await createPost(post.message))
      markPublished(post, id)
    }
    return Response.json({ done: true })
  } catch (error) {
    const code = error instanceof GraphError ? error.code : undefined
    return Response.json({ error: String(error), code }, { status: 502 })
  } finally {
    isPublishing = false
  }
}
