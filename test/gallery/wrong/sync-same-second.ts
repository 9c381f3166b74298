import type { ProcessContext } from '../../../src/explore/run/options/options.ts'
import { type Lead, type LeadPage, leadClient } from '../lead-client.ts'
import { type GalleryProgram, starterWorld } from '../program.ts'

function makeLeadSync(context: ProcessContext) {
  const { baseUrl, clock, store, names } = context
  const { get, pageToken, recordTrouble, mustWait } = leadClient(context)

  async function sync(): Promise<void> {
    const checkpoint = Number((await store.get('checkpoint')) ?? 0)
    // The second that is not over yet is left to the next run: then no second is read twice.
    const filtering = [
      { field: 'time_created', operator: 'GREATER_THAN', value: checkpoint },
      { field: 'time_created', operator: 'LESS_THAN', value: Math.floor(clock.now() / 1000) },
    ]
    const query = new URLSearchParams({ limit: '10', access_token: await pageToken() })
    query.set('filtering', JSON.stringify(filtering))
    const leads: Lead[] = []
    let next: string | undefined = `${baseUrl}/${names.form}/leads?${query}`
    while (next !== undefined) {
      const page: LeadPage = await get(next)
      leads.push(...page.data)
      next = page.paging.next
    }
    for (const lead of leads.toReversed()) {
      await store.set(`lead:${lead.id}`, lead.field_data)
      // wrong: the next lead may be of the same second, and the process may die before it is stored
      await store.set('checkpoint', Date.parse(lead.created_time) / 1000)
    }
  }

  return {
    run: async () => {
      if (await mustWait()) return
      await sync().catch(recordTrouble)
    },
  }
}

export const program: GalleryProgram = {
  name: 'lead sync drops leads of the same second after a restart',
  depth: 3,
  finds: 'a lead is lost',
  source: 'https://github.com/estuary/connectors/issues/5205',
  options: {
    name: 'lead sync drops leads of the same second after a restart',
    world: starterWorld,
    sut: (context) => {
      const sync = makeLeadSync(context)
      return { jobs: { sync: { every: '15m', run: sync.run } } }
    },
    mirror: {
      leads: async ({ store }) => (await store.list('lead:')).map(([key]) => key.slice('lead:'.length)),
    },
  },
}
