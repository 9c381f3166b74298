import type { ProcessContext } from '../../../src/check/options.ts'
import { createWorld } from '../../../src/index.ts'
import type { GalleryProgram } from '../program.ts'

type Lead = { id: string; created_time: string; field_data: { name: string; values: string[] }[] }
type LeadPage = { data: Lead[]; paging: { next?: string; cursors?: { after: string } } }

/** The error code that the service answered; NaN if it answered none. */
const codeOf = (error: unknown) => Number(error instanceof Error ? error.cause : undefined)

const passingCodes = [1, 2]
const limitCodes = [4, 17, 32, 613, 80000, 80001, 80004]

function makeLeadSync({ fetch, baseUrl, clock, store, names }: ProcessContext) {
  /** Reads JSON. Tries up to four times, with growing waits, unless the service refused the read. */
  async function get<T>(url: string, waits = [1_000, 10_000, 60_000]): Promise<T> {
    try {
      const response = await fetch(url)
      const body: T & { error?: { code: number } } = JSON.parse(await response.text())
      if (body.error) throw new Error('The service refused a call', { cause: body.error.code })
      if (!response.ok) throw new Error(`HTTP ${response.status}`)
      return body
    } catch (error) {
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

  /** Records trouble. The next start reads a new token after 190, and waits for an hour after a rate limit. */
  async function recordTrouble(error: unknown): Promise<void> {
    if (codeOf(error) === 190) await store.delete('page token')
    if (limitCodes.includes(codeOf(error))) await store.set('wait until', clock.now() + 3_600_000)
    await store.set('last trouble', String(error))
  }

  const mustWait = async () => clock.now() < Number((await store.get('wait until')) ?? 0)

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
    world: () => {
      const world = createWorld()
      world.starter({ publications: false })
      return world
    },
    sut: (context) => {
      const sync = makeLeadSync(context)
      return { jobs: { sync: { every: '15m', run: sync.run } } }
    },
    mirror: {
      leads: async ({ store }) => (await store.list('lead:')).map(([key]) => key.slice('lead:'.length)),
    },
  },
}
