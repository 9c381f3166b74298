import type { ProcessContext } from '../../../src/explore/options/options.ts'
import { codeOf, type LeadPage, leadClient, limitCodes } from '../lead-client.ts'
import { type GalleryProgram, starterWorld } from '../program.ts'

function makeLeadSync(context: ProcessContext) {
  const { baseUrl, store, names } = context
  const { get, pageToken, recordTrouble, mustWait } = leadClient(context)

  function emptyPage(error: unknown): LeadPage {
    // wrong: an error is no empty page; the leads behind it are lost when the checkpoint moves
    if (codeOf(error) !== 190 && !limitCodes.includes(codeOf(error))) return { data: [], paging: {} }
    throw error
  }

  async function sync(): Promise<void> {
    const checkpoint = Number((await store.get('checkpoint')) ?? 0)
    const filtering = [{ field: 'time_created', operator: 'GREATER_THAN_OR_EQUAL', value: checkpoint }]
    const query = new URLSearchParams({ limit: '10', access_token: await pageToken() })
    query.set('filtering', JSON.stringify(filtering))
    let newest = checkpoint
    let next: string | undefined = `${baseUrl}/${names.form}/leads?${query}`
    while (next !== undefined) {
      const page: LeadPage = await get<LeadPage>(next).catch(emptyPage)
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
  name: 'lead sync takes an error for an empty page',
  depth: 2,
  finds: 'a lead is lost',
  source: 'https://github.com/keboola/ex-facebook-graph-api/issues/33',
  options: {
    name: 'lead sync takes an error for an empty page',
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
