import { defineExploration } from '../../../src/explore/index.ts'

export const options = defineExploration({
  program: './fb_app_server/index.js',
  webhook: 'http://localhost:5000/facebook',
  env: ({ names }) => ({ FACEBOOK_APP_SECRET: names.appSecret }),
  others: ({ names: { pageToken: facebookAccessToken } }) => ({
    'https://www.tai.st': ({ url }) => Response.json(/Data/.test(url) ? { facebookAccessToken } : 'id'),
  }),
})
