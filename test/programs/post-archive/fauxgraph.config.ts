import { defineExploration, files } from '../../../src/explore/index.ts'

interface Archive {
  posts: Record<string, string | null>
  notes: string[]
}

const note = (text: string) =>
  new Request('http://localhost:3000/notes', { method: 'POST', body: JSON.stringify({ text }) })

export const options = defineExploration<typeof import('./src/main.ts')>({
  program: './src/main.ts',
  database: files('./data', {
    contents: {},
    mirror: {
      posts: (read) => Object.entries((JSON.parse(read('archive.json') ?? '{"posts":{}}') as Archive).posts),
      notes: (read) => (JSON.parse(read('archive.json') ?? '{"notes":[]}') as Archive).notes,
    },
  }),
  env: ({ names }) => ({ PAGE_ID: names.page, PAGE_TOKEN: names.pageToken }),
  commands: {
    note: { with: ['call Ada', 'order paper'], run: (text, { exports }) => exports.app.request(note(text)) },
  },
  hostile: { torn: true },
})
