import type { ProcessContext } from '../../../src/explore/run/options/options.ts'
import { type LeadPage, leadClient } from '../lead-client.ts'
import { type GalleryProgram, starterWorld } from '../program.ts'

/** Each run reads the leads of the last hour again. */
const overlapSeconds = 3_600
function makeLeadSync(context: ProcessContext) {
  const { baseUrl, store, names } = context
  const { get, pageToken, recordTrouble, mustWait } = leadClient(context)

  async function sync(): Promise<void> {
    const checkpoint = Number((await store.get('checkpoint')) ?? 0)
    const filtering = [
      {
        field: 'time_created',
        operator: 'GREATER_THAN_OR_EQUAL',
        value: Math.max(0, checkpoint - overlapSeconds),
      },
    ]
    const query = new URLSearchParams({ limit: '10', access_token: await pageToken() })
    query.set('filtering', JSON.stringify(filtering))
    let newest = checkpoint
    let next: string | undefined = `${baseUrl}/${names.form}/leads?${query}`
    while (next !== undefined) {
      const page: LeadPage = await get(next)
      for (const lead of page.data) {
        await store.set(`lead:${lead.id}`, lead.field_data)
        newest = Math.max(newest, Date.parse(lead.created_time) / 1000)
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
  name: 'lead sync with a checkpoint and an overlap window',
  options: {
    name: 'lead sync with a checkpoint and an overlap window',
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
