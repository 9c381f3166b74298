import { commandLines, defineExploration } from '../../../src/explore/index.ts'

// Its log has the lead that it is about to hand on.
const list = `touch log; sed -n 's/.*Mapped data.*"facebook_lead_id":\\("[^"]*"\\).*/\\1/p' log`

export const options = defineExploration({
  server: { command: ['php', '-S', 'localhost:{port}'], webhook: '/index.php' },
  folder: '.',
  env: ({ names }) => ({ FB_APP: names.app, FB_SECRET: names.appSecret, FB_TOKEN: names.pageToken }),
  mirror: { leads: commandLines(['sh', '-c', list]) },
})
