import { defineExploration } from '../../../src/explore/index.ts'

export const options = defineExploration<typeof import('./src/main.ts')>({
  program: './src/main.ts',
  env: ({ names }) => ({ PAGE: names.page, PAGE_TOKEN: names.pageToken }),
  commands: {
    announce: {
      with: ['We are open', 'Closed today'],
      run: (text: string, { request }) =>
        request('http://localhost:3000/announcements', { method: 'POST', body: text }),
    },
    greet: {
      run: (_: undefined, { exports }) => exports.announce('Good morning'),
    },
  },
})
