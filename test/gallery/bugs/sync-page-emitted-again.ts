import type { ProcessContext } from '../../../src/explore/options/options.ts'
import { type Lead, type LeadPage, leadClient } from '../lead-client.ts'
import { type GalleryProgram, starterWorld } from '../program.ts'

function makeLeadSync(context: ProcessContext) {
  const { baseUrl, store, names } = context
  const { get, pageToken, recordTrouble, locked, mustWait } = leadClient(context)

  /** Adds a contact to the list, unless the lead is marked as seen. */
  async function addContact(lead: Lead): Promise<void> {
    await store.transaction(async (tx) => {
      if (await tx.get(`seen:${lead.id}`)) return
      const place = String((await tx.list('contact:')).length).padStart(6, '0')
      await tx.set(`contact:${place}`, lead.id)
    })
  }

  async function sync(): Promise<void> {
    const query = new URLSearchParams({ limit: '10', access_token: await pageToken() })
    let next: string | undefined = `${baseUrl}/${names.form}/leads?${query}`
    while (next !== undefined) {
      const page: LeadPage = await get(next)
      for (const lead of page.data) await addContact(lead)
      // wrong: if the process dies within a page, its leads become contacts again
      for (const lead of page.data) await store.set(`seen:${lead.id}`, true)
      next = page.paging.next
    }
  }

  return {
    run: async () => {
      if (await mustWait()) return
      await locked(() => sync().catch(recordTrouble))
    },
  }
}

export const program: GalleryProgram = {
  name: 'lead sync adds the leads of a partial page again',
  depth: 1,
  finds: 'a contact stands twice',
  source: 'https://github.com/airbytehq/airbyte/pull/86460',
  options: {
    name: 'lead sync adds the leads of a partial page again',
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
