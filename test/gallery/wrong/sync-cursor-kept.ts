import type { ProcessContext } from '../../../src/explore/run/options/options.ts'
import { type LeadPage, leadClient } from '../lead-client.ts'
import { type GalleryProgram, starterWorld } from '../program.ts'

function makeLeadSync(context: ProcessContext) {
  const { baseUrl, clock, store, names } = context
  const { get, pageToken, recordTrouble, mustWait } = leadClient(context)

  async function sync(): Promise<void> {
    const checkpoint = Number((await store.get('checkpoint')) ?? 0)
    const filtering = [{ field: 'time_created', operator: 'GREATER_THAN_OR_EQUAL', value: checkpoint }]
    const query = new URLSearchParams({ limit: '10', access_token: await pageToken() })
    query.set('filtering', JSON.stringify(filtering))
    const after = await store.get('after')
    if (typeof after === 'string') query.set('after', after)
    // wrong: a walk that goes on began earlier, and has not seen the leads that came since
    const startedAt = Math.floor(clock.now() / 1000)
    let hasMore = true
    while (hasMore) {
      const page: LeadPage = await get(`${baseUrl}/${names.form}/leads?${query}`)
      for (const lead of page.data) await store.set(`lead:${lead.id}`, lead.field_data)
      hasMore = page.paging.next !== undefined
      if (page.paging.cursors) query.set('after', page.paging.cursors.after)
      if (hasMore) await store.set('after', query.get('after'))
    }
    await store.transaction(async (tx) => {
      await tx.set('checkpoint', startedAt)
      await tx.delete('after')
    })
  }

  return {
    run: async () => {
      if (await mustWait()) return
      await sync().catch(recordTrouble)
    },
  }
}

export const program: GalleryProgram = {
  name: 'lead sync goes on from an old cursor and forgets when that walk began',
  depth: 3,
  finds: 'a lead is lost',
  source: 'https://github.com/airbytehq/airbyte/issues/80152',
  options: {
    name: 'lead sync goes on from an old cursor and forgets when that walk began',
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
