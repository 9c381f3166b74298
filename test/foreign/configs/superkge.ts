import { defineExploration } from '../../../src/explore/index.ts'
import { googleSheets, sheetsKey } from '../google-sheets.ts'

let sheets = googleSheets()
const google = { GOOGLE_CLIENT_EMAIL: 'a@b.example', GOOGLE_SHEET_ID: 'id', GOOGLE_PRIVATE_KEY: sheetsKey }

export const options = defineExploration({
  program: './server.js',
  webhook: 'http://localhost:3000/webhook/facebook',
  env: ({ names }) => ({ ...google, FB_PAGE_ACCESS_TOKEN: names.pageToken }),
  others: () => {
    sheets = googleSheets()
    return sheets.others
  },
  mirror: { leads: () => sheets.rows('LEADS_MAIN').map(([, , name = '']) => name) },
})
