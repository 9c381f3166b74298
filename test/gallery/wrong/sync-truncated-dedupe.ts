import type { ProcessContext } from '../../../src/explore/run/options/options.ts'
import { type Lead, type LeadPage, leadClient } from '../lead-client.ts'
import { type GalleryProgram, starterWorld } from '../program.ts'

function makeLeadSync(context: ProcessContext) {
  const { baseUrl, clock, store, names } = context
  const { get, pageToken, recordTrouble, locked, mustWait } = leadClient(context)

  /** Adds a contact to the list, once for each lead. */
  async function addContact(lead: Lead): Promise<void> {
    await store.transaction(async (tx) => {
      const recent = (await tx.get('recent')) ?? []
      if (!Array.isArray(recent) || recent.includes(lead.id)) return
      const place = String((await tx.list('contact:')).length).padStart(6, '0')
      await tx.set(`contact:${place}`, lead.id)
      await tx.set('recent', [...recent, lead.id].slice(-10)) // wrong: more leads may come within an hour
    })
  }

  async function sync(): Promise<void> {
    const since = Math.max(0, Number((await store.get('checkpoint')) ?? 0) - 3_600)
    const startedAt = Math.floor(clock.now() / 1000)
    const query = new URLSearchParams({ limit: '10', access_token: await pageToken() })
    const filtering = [{ field: 'time_created', operator: 'GREATER_THAN_OR_EQUAL', value: since }]
    query.set('filtering', JSON.stringify(filtering))
    let next: string | undefined = `${baseUrl}/${names.form}/leads?${query}`
    while (next !== undefined) {
      const page: LeadPage = await get(next)
      for (const lead of page.data) await addContact(lead)
      next = page.paging.next
    }
    await store.set('checkpoint', startedAt)
  }

  return {
    run: async () => {
      if (await mustWait()) return
      await locked(() => sync().catch(recordTrouble))
    },
  }
}

export const program: GalleryProgram = {
  name: 'lead sync remembers only the last ten leads',
  depth: 2,
  finds: 'a contact stands twice',
  options: {
    name: 'lead sync remembers only the last ten leads',
    world: starterWorld,
    sut: (context) => {
      const sync = makeLeadSync(context)
      return { jobs: { sync: { every: '15m', run: sync.run } } }
    },
    mirror: {
      contacts: async ({ store }) => (await store.list('contact:')).map(([, lead]) => lead),
    },
  },
  invariants: {
    eventually: {
      'no lead is a contact twice': ({ mirror }) =>
        new Set(mirror['contacts']).size === mirror['contacts']?.length,
    },
  },
}
