import type { ProcessContext } from '../../../src/explore/options/options.ts'
import { type LeadPage, leadClient } from '../lead-client.ts'
import { type GalleryProgram, starterWorld } from '../program.ts'

function makeLeadSync(context: ProcessContext) {
  const { baseUrl, names } = context
  const { get, pageToken, recordTrouble, addContact, locked, mustWait } = leadClient(context)

  async function sync(): Promise<void> {
    const query = new URLSearchParams({ limit: '10', access_token: await pageToken() })
    let page: LeadPage
    do {
      page = await get(`${baseUrl}/${names.form}/leads?${query}`)
      for (const lead of page.data) await addContact(lead)
      if (page.paging.cursors) query.set('after', page.paging.cursors.after)
      // wrong: an empty page has no cursors, so that the cursor of the last page is sent again and again
    } while (page.data.length === 10 || page.data.length === 0)
  }

  return {
    run: async () => {
      if (await mustWait()) return
      await locked(() => sync().catch(recordTrouble))
    },
  }
}

export const program: GalleryProgram = {
  name: 'lead sync sends the cursor of the last page again and again',
  depth: 1,
  finds: 'the sync never ends',
  source: 'https://github.com/facebook/facebook-python-business-sdk/issues/661',
  options: {
    name: 'lead sync sends the cursor of the last page again and again',
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
