import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { changeArchive, readArchive } from './archive.ts'
import { listPosts } from './page.ts'

let isCopying = false

/** Copies the posts of the page. What goes wrong is tried again the next time. */
async function copyPosts(): Promise<void> {
  if (isCopying) return
  isCopying = true
  try {
    const posts = await listPosts()
    await changeArchive((archive) => {
      archive.posts = Object.fromEntries(posts.map(({ id, message }) => [id, message ?? null]))
    })
  } catch (error) {
    console.error('copy', error)
  } finally {
    isCopying = false
  }
}

export const app = new Hono()

app.get('/archive', async (context) => context.json(await readArchive()))

app.post('/notes', async (context) => {
  const { text } = await context.req.json<{ text: string }>()
  await changeArchive(({ notes }) => {
    if (!notes.includes(text)) notes.push(text)
  })
  return context.json({ noted: true }, 201)
})

serve({ fetch: app.fetch, port: 3000 })
setInterval(copyPosts, 10 * 60_000)
void copyPosts()
