import type { ProcessContext } from '../../../src/explore/run/options/options.ts'
import { codeOf, type LeadPage, leadClient, passingCodes } from '../lead-client.ts'
import { type GalleryProgram, starterWorld } from '../program.ts'

function makeLeadSync(context: ProcessContext) {
  const { fetch, baseUrl, clock, store, names } = context
  const { recordTrouble, mustWait } = leadClient(context)

  /** Reads JSON. Tries up to four times, with growing waits, unless the service refused the read. */
  async function get<T>(url: string, waits = [1_000, 10_000, 60_000]): Promise<T> {
    try {
      const response = await fetch(url)
      const body: T & { error?: { code: number } } = JSON.parse(await response.text())
      if (body.error) throw new Error('The service refused a call', { cause: body.error.code })
      if (!response.ok) throw new Error(`HTTP ${response.status}`)
      return body
    } catch (error) {
      if (codeOf(error) === 190) return get(url, waits) // wrong: the token stays refused
      const [wait, ...later] = waits
      const isRefusal = codeOf(error) > 0 && !passingCodes.includes(codeOf(error))
      if (isRefusal || wait === undefined) throw error
      await clock.sleep(wait)
      return get(url, later)
    }
  }

  async function pageToken(): Promise<string> {
    const stored = await store.get('page token')
    if (typeof stored === 'string') return stored
    const url = `${baseUrl}/me/accounts?access_token=${names.userToken}`
    const pages: { data: { id: string; access_token: string }[] } = await get(url)
    const page = pages.data.find(({ id }) => id === names.page)
    if (!page) throw new Error('The person has no task on the page')
    await store.set('page token', page.access_token)
    return page.access_token
  }

  async function sync(): Promise<void> {
    const checkpoint = Number((await store.get('checkpoint')) ?? 0)
    const filtering = [{ field: 'time_created', operator: 'GREATER_THAN_OR_EQUAL', value: checkpoint }]
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
  name: 'lead sync repeats a call at once with a refused token',
  depth: 1,
  finds: 'calls with a refused token without end',
  options: {
    name: 'lead sync repeats a call at once with a refused token',
    world: starterWorld,
    sut: (context) => {
      const sync = makeLeadSync(context)
      return { jobs: { sync: { every: '15m', run: sync.run } } }
    },
    mirror: {
      leads: async ({ store }) => (await store.list('lead:')).map(([key]) => key.slice('lead:'.length)),
    },
  },
  invariants: {
    invariants: {
      'a refused token rests': ({ calls }) =>
        calls.every(
          ({ code, invocation }, at) =>
            code !== 190 || calls.slice(at + 1).every((later) => later.invocation !== invocation),
        ),
    },
  },
}
