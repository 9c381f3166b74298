import { defineExploration } from '../../../src/explore/index.ts'

let contacts: { fields: Record<string, { value: string }[]> }[] = []

export const options = defineExploration({
  program: './fb_app_server/index.js',
  webhook: 'http://localhost:5000/facebook',
  env: ({ names }) => ({ FACEBOOK_APP_SECRET: names.appSecret }),
  others: ({ names: { pageToken: facebookAccessToken } }) => {
    contacts = []
    return {
      'https://www.tai.st': ({ url }) => Response.json(/Data/.test(url) ? { facebookAccessToken } : 'id'),
      'https://app.nimble.com': async (r) => Response.json({ id: r.body && contacts.push(await r.json()) }),
    }
  },
  mirror: { contacts: () => contacts.map(({ fields }) => fields['email']?.[0]?.value ?? '') },
})
