import { defineExploration } from '../../../src/explore/index.ts'
import { googleSheets, sheetsKey } from '../google-sheets.ts'

let sheets = googleSheets()
const GOOGLE_SERVICE_ACCOUNT_JSON = JSON.stringify({ client_email: 'a@b.example', private_key: sheetsKey })
const fixed = { PORT: '3000', GOOGLE_SHEETS_ID: 'id', GOOGLE_SERVICE_ACCOUNT_JSON }
const [ok, webhook] = [() => Response.json({ ok: true }), 'http://localhost:3000/webhook']

export const options = defineExploration({
  ...{ program: './index.js', webhook },
  env: ({ names: n }) => ({ ...fixed, META_APP_SECRET: n.appSecret, META_PAGE_ACCESS_TOKEN: n.pageToken }),
  others: () => {
    sheets = googleSheets()
    return { ...sheets.others, 'https://slack.com': ok, 'https://api.justcall.io': ok }
  },
  mirror: { leads: () => sheets.rows('Sheet1').map((row) => row[7] ?? '') },
})
