import type { Bug } from '../bug.ts'

export const bugs: readonly Bug[] = [
  {
    name: 'a post whose answer was lost is posted again',
    file: 'app/api/publish/route.ts',
    from: "post.state === 'sending' ? await findPost(post.message) : undefined",
    to: 'undefined',
    finds: /post/,
  },
  {
    name: 'a post is marked as published before the call',
    file: 'app/api/publish/route.ts',
    from: `      markSending(post)
      const { id } = known ?? (await createPost(post.message))`,
    to: `      markPublished(post, '')
      const { id } = known ?? (await createPost(post.message))`,
    finds: /post/,
  },
  {
    name: 'a post that was being sent when the process died is forgotten',
    file: 'lib/posts.ts',
    from: "state <> 'published'",
    to: "state = 'planned'",
    finds: /post/,
  },
  {
    name: 'a post whose call failed is never tried again',
    file: 'app/api/publish/route.ts',
    from: '(await createPost(post.message))',
    to: "(await createPost(post.message).catch(() => ({ id: 'failed' })))",
    finds: /post/,
  },
  {
    name: 'two calls of the scheduler publish at once',
    file: 'app/api/publish/route.ts',
    from: 'if (isPublishing) return',
    to: 'if (isPublishing && openPosts().length === 0) return',
    finds: /post/,
  },
]
