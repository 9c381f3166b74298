import { defineExploration } from '../../src/explore/index.ts'

let contacts = new Map<string, unknown>()

export const options = defineExploration({
  program: './src/main.ts',
  webhook: 'http://localhost:3000/webhooks/facebook',
  env: ({ names }) => ({ PAGE_TOKEN: names.pageToken, PORT: '3000' }),
  others: () => {
    contacts = new Map()
    return {
      'https://crm.example': async (request) => {
        const lead = await request.json()
        contacts.set(lead.id, lead)
        return new Response(null, { status: 204 })
      },
    }
  },
  mirror: { contacts: () => [...contacts.keys()] },
})
