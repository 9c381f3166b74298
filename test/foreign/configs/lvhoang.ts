import { defineExploration, files } from '../../../src/explore/index.ts'

const at = () => new Date(Date.now() + 60_000).toISOString()
const post = (caption: string) => JSON.stringify({ caption, firstComment: `${caption}!`, scheduledAt: at() })
const row = ({ caption, status }: Record<string, string>) => ({ caption, comment: `${caption}!`, status })

export const options = defineExploration({
  program: './server.mjs',
  database: files('data', { mirror: { posts: (read) => JSON.parse(read('posts.json') ?? '[]').map(row) } }),
  env: ({ names: of }) => ({ FB_DRY_RUN: 'false', FB_PAGE_ID: of.page, FB_PAGE_ACCESS_TOKEN: of.pageToken }),
  commands: {
    schedule: {
      with: ['We are open', 'Book a table', 'New menu'],
      run: (text: string, on) => on.request('http://a:4173/api/posts', { method: 'POST', body: post(text) }),
    },
  },
})
