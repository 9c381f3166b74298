import type { ProcessContext } from '../../../src/explore/options/options.ts'
import { type Lead, leadClient } from '../lead-client.ts'
import { type GalleryProgram, starterWorld } from '../program.ts'

type LeadPage = { data: Lead[] }

function makeLeadSync(context: ProcessContext) {
  const { baseUrl, names } = context
  const { get, pageToken, recordTrouble, addContact, locked, mustWait } = leadClient(context)

  async function sync(): Promise<void> {
    const query = new URLSearchParams({ limit: '10', access_token: await pageToken() })
    // wrong: only the first page is read
    const page: LeadPage = await get(`${baseUrl}/${names.form}/leads?${query}`)
    for (const lead of page.data) await addContact(lead)
  }

  return {
    run: async () => {
      if (await mustWait()) return
      await locked(() => sync().catch(recordTrouble))
    },
  }
}

export const program: GalleryProgram = {
  name: 'lead sync reads the first page only',
  depth: 1,
  finds: 'a lead is lost',
  source: 'https://github.com/BADEP/addons/issues/6',
  options: {
    name: 'lead sync reads the first page only',
    world: starterWorld,
    sut: (context) => {
      const sync = makeLeadSync(context)
      return { jobs: { sync: { every: '15m', run: sync.run } } }
    },
    mirror: {
      contacts: async ({ store }) => (await store.list('contact:')).map(([, lead]) => lead),
    },
  },
}
