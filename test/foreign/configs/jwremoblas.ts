import { defineExploration, sqlite } from '../../../src/explore/index.ts'

const photo = { 'mediaUrls[0]': 'https://cdn.example/a.jpg', mediaType: 'image', pageId: '665306000000004' }
const soon = () => ({ scheduledTime: new Date(Date.now() + 60_000).toISOString() })
const post = (caption: string) => new URLSearchParams({ ...photo, caption, requestId: caption, ...soon() })

export const options = defineExploration({
  program: './src/index.ts',
  // The row has the token of the starter's user, sealed by the program's own encrypt().
  database: sqlite('./data/scheduler.db', { schema: `${import.meta.dirname}/jwremoblas.sql` }),
  commands: {
    schedule: {
      with: ['We are open', 'Book a table', 'New menu'],
      run: (text: string, on) => on.request('http://app:3000/posts', { method: 'POST', body: post(text) }),
    },
  },
})
