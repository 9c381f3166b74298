import type { ProcessContext } from '../../../src/explore/run/options/options.ts'
import { codeOf, type Lead, leadClient, passingCodes } from '../lead-client.ts'
import { type GalleryProgram, starterWorld } from '../program.ts'

type LeadPage = { data: Lead[]; paging: { cursors?: { before: string; after: string } } }

function makeLeadSync(context: ProcessContext) {
  const { baseUrl, clock, store, names } = context
  const { get: getOnce, pageToken, recordTrouble, mustWait } = leadClient(context, { waits: [] })

  /** Reads a page. After trouble that may pass it asks for less: 10 leads, then 2, then 1. */
  async function readPage(query: URLSearchParams): Promise<LeadPage> {
    for (const wait of [1_000, 10_000, 60_000]) {
      try {
        return await getOnce(`${baseUrl}/${names.form}/leads?${query}`)
      } catch (error) {
        if (codeOf(error) > 0 && !passingCodes.includes(codeOf(error))) throw error
        query.set('limit', String(Math.ceil(Number(query.get('limit')) / 5)))
        await clock.sleep(wait)
      }
    }
    return getOnce(`${baseUrl}/${names.form}/leads?${query}`)
  }

  async function sync(): Promise<void> {
    const checkpoint = Number((await store.get('checkpoint')) ?? 0)
    const filtering = [{ field: 'time_created', operator: 'GREATER_THAN_OR_EQUAL', value: checkpoint }]
    const query = new URLSearchParams({ limit: '10', access_token: await pageToken() })
    query.set('filtering', JSON.stringify(filtering))
    let newest = checkpoint
    let hasMore = true
    while (hasMore) {
      const page = await readPage(query)
      for (const lead of page.data) {
        await store.set(`lead:${lead.id}`, lead.field_data)
        newest = Math.max(newest, Date.parse(lead.created_time) / 1000)
      }
      const { before, after } = page.paging.cursors ?? {}
      // wrong: the cursors of a page of one lead are equal too
      hasMore = before !== after
      if (after !== undefined) query.set('after', after)
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
  name: 'lead sync takes a page of one lead for the last page',
  depth: 3,
  finds: 'a lead is lost',
  source: 'https://github.com/restfb/restfb/issues/1059',
  options: {
    name: 'lead sync takes a page of one lead for the last page',
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
