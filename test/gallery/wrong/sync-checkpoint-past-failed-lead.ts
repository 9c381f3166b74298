import type { ProcessContext } from '../../../src/explore/run/options/options.ts'
import { type Lead, type LeadPage, leadClient } from '../lead-client.ts'
import { type GalleryProgram, starterWorld } from '../program.ts'

function makeLeadSync(context: ProcessContext) {
  const { baseUrl, clock, store, names } = context
  const { get, pageToken, recordTrouble, mustWait } = leadClient(context)

  async function keep(id: string, token: string): Promise<void> {
    if (await store.get(`lead:${id}`)) return
    const lead: Lead = await get(`${baseUrl}/${id}?access_token=${token}`)
    await store.set(`lead:${id}`, lead.field_data)
    // At most five reads a second.
    await clock.sleep(200)
  }

  async function sync(): Promise<void> {
    const token = await pageToken()
    const checkpoint = Number((await store.get('checkpoint')) ?? 0)
    const filtering = [{ field: 'time_created', operator: 'GREATER_THAN_OR_EQUAL', value: checkpoint }]
    const query = new URLSearchParams({ limit: '10', fields: 'id,created_time', access_token: token })
    query.set('filtering', JSON.stringify(filtering))
    let newest = checkpoint
    let next: string | undefined = `${baseUrl}/${names.form}/leads?${query}`
    while (next !== undefined) {
      const page: LeadPage = await get(next)
      for (const { id, created_time } of page.data) {
        await keep(id, token).catch(recordTrouble) // wrong: the checkpoint passes leads that could not be read
        newest = Math.max(newest, Date.parse(created_time) / 1000)
      }
      next = page.paging.next
    }
    await store.set('checkpoint', newest)
  }

  return {
    run: async () => {
      if (await mustWait()) return
      await sync().catch(recordTrouble)
    },
  }
}

export const program: GalleryProgram = {
  name: 'lead sync moves its checkpoint past leads that it could not read',
  depth: 1,
  finds: 'a lead is lost',
  source: 'https://github.com/frappe/crm/pull/2676',
  options: {
    name: 'lead sync moves its checkpoint past leads that it could not read',
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
