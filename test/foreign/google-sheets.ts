import { generateKeyPairSync } from 'node:crypto'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** A key that Google's client signs its requests for tokens with. */
export const sheetsKey = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))

/** Stands in for Google Sheets: each sheet has a line of titles, and the rows that were written to it. */
export function googleSheets() {
  const sheets = new Map<string, string[][]>()
  async function values(request: Request): Promise<Response> {
    const [, sheet = '', row = ''] = /values\/(\w+)!A(\d*)/.exec(decodeURIComponent(request.url)) ?? []
    const rows = sheets.get(sheet) ?? [['title']]
    sheets.set(sheet, rows)
    if (request.method !== 'GET') {
      const written: string[][] = (await request.json()).values
      // A PUT writes to rows of a sheet, and a POST appends.
      if (request.method === 'PUT') rows.splice(Number(row) - 1, written.length, ...written)
      else rows.push(...written)
    }
    return Response.json({ values: rows })
  }
  return {
    rows: (sheet: string) => (sheets.get(sheet) ?? []).slice(1),
    others: {
      'https://oauth2.googleapis.com': () => Response.json({ access_token: 'token' }),
      'https://sheets.googleapis.com': values,
    },
  }
}
