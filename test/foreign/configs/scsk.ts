import { defineExploration } from '../../../src/explore/index.ts'

// The program chooses its text by chance: each start gets the same chances.
const seeded = "import random, runpy; random.seed(1); runpy.run_path('fb_poster.py', run_name='__main__')"

export const options = defineExploration({
  command: ['python3', '-c', seeded],
  folder: '.',
  env: ({ names: n }) => ({
    FB_PAGE_ACCESS_TOKEN: n.pageToken,
    FB_PAGE_ID: n.page,
    GITHUB_EVENT_NAME: 'workflow_dispatch',
  }),
})
