import type { ProcessContext } from '../../../src/explore/options/options.ts'
import { type Lead, type LeadPage, leadClient } from '../lead-client.ts'
import { type GalleryProgram, starterWorld } from '../program.ts'

function makeLeadSync(context: ProcessContext) {
  const { baseUrl, store, names } = context
  const { get, pageToken, recordTrouble, mustWait } = leadClient(context)

  async function sync(): Promise<void> {
    const checkpoint = Number((await store.get('checkpoint')) ?? 0)
    const filtering = [{ field: 'time_created', operator: 'GREATER_THAN_OR_EQUAL', value: checkpoint }]
    const query = new URLSearchParams({ limit: '10', access_token: await pageToken() })
    query.set('filtering', JSON.stringify(filtering))
    let newest = checkpoint
    let next: string | undefined = `${baseUrl}/${names.form}/leads?${query}`
    const leads: Lead[] = []
    while (next !== undefined) {
      const page: LeadPage = await get(next)
      leads.push(...page.data)
      next = page.paging.next
    }
    for (const lead of leads) newest = Math.max(newest, Date.parse(lead.created_time) / 1000)
    await store.set('checkpoint', newest) // wrong: the leads are not stored yet
    for (const lead of leads) await store.set(`lead:${lead.id}`, lead.field_data)
  }

  return {
    run: async () => {
      if (await mustWait()) return
      await sync().catch(recordTrouble)
    },
  }
}

export const program: GalleryProgram = {
  name: 'lead sync writes its checkpoint before the leads',
  depth: 1,
  finds: 'a lead is lost',
  options: {
    name: 'lead sync writes its checkpoint before the leads',
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
