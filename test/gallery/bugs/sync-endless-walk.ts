import type { ProcessContext } from '../../../src/explore/options/options.ts'
import { type LeadPage, leadClient } from '../lead-client.ts'
import { type GalleryProgram, starterWorld } from '../program.ts'

function makeLeadSync(context: ProcessContext) {
  const { baseUrl, names } = context
  const { get, pageToken, recordTrouble, addContact, locked, mustWait } = leadClient(context)

  async function sync(): Promise<void> {
    const query = new URLSearchParams({ limit: '10', access_token: await pageToken() })
    const first = `${baseUrl}/${names.form}/leads?${query}`
    let page: LeadPage = { data: [], paging: {} }
    do {
      page = await get(page.paging.next ?? first)
      for (const lead of page.data) await addContact(lead)
      // wrong: the last page may be full, and then the walk begins again
    } while (page.data.length === 10)
  }

  return {
    run: async () => {
      if (await mustWait()) return
      await locked(() => sync().catch(recordTrouble))
    },
  }
}

export const program: GalleryProgram = {
  name: 'lead sync walks for ever when the last page is full',
  depth: 1,
  finds: 'the sync never ends',
  source: 'https://github.com/facebook/facebook-ruby-business-sdk/issues/61',
  options: {
    name: 'lead sync walks for ever when the last page is full',
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
