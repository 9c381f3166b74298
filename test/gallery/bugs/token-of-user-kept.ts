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

  /** The person's token, which ends after 60 days. */
  async function userToken(): Promise<string> {
    const stored = await store.get('user token')
    if (typeof stored === 'string') return stored
    const [, secret = ''] = names.appToken.split('|')
    const query = new URLSearchParams({ grant_type: 'fb_exchange_token', client_id: names.app })
    query.set('client_secret', secret)
    query.set('fb_exchange_token', names.userToken)
    const user: { access_token: string } = await get(`${baseUrl}/oauth/access_token?${query}`)
    await store.set('user token', user.access_token)
    return user.access_token
  }

  async function pageToken(): Promise<string> {
    const stored = await store.get('page token')
    if (typeof stored === 'string') return stored
    // wrong: only a token of the page never ends; the token of the person is taken again after each 190
    const token = await userToken()
    await store.set('page token', token)
    return token
  }

  /** Records trouble. The next start reads a new token after 190, and waits for an hour after a rate limit. */
  async function recordTrouble(error: unknown): Promise<void> {
    if (codeOf(error) === 190) await store.delete('page token')
    if (limitCodes.includes(codeOf(error))) await store.set('wait until', clock.now() + 3_600_000)
    await store.set('last trouble', String(error))
  }

  const mustWait = async () => clock.now() < Number((await store.get('wait until')) ?? 0)

  /** Adds a contact to the list, once for each lead. */
  async function addContact(lead: Lead): Promise<void> {
    await store.transaction(async (tx) => {
      if (await tx.get(`seen:${lead.id}`)) return
      const place = String((await tx.list('contact:')).length).padStart(6, '0')
      await tx.set(`contact:${place}`, lead.id)
      await tx.set(`seen:${lead.id}`, true)
    })
  }

  async function sync(): Promise<void> {
    const query = new URLSearchParams({ limit: '10', access_token: await pageToken() })
    let next: string | undefined = `${baseUrl}/${names.form}/leads?${query}`
    while (next !== undefined) {
      const page: LeadPage = await get(next)
      for (const lead of page.data) await addContact(lead)
      next = page.paging.next
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
  name: 'lead sync keeps the token of a person in place of that of the page',
  depth: 1,
  finds: 'no lead comes after 60 days',
  source: 'https://github.com/gitroomhq/postiz-app/pull/1881',
  options: {
    name: 'lead sync keeps the token of a person in place of that of the page',
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
      contacts: async ({ store }) => (await store.list('contact:')).map(([, lead]) => lead),
    },
  },
  invariants: {
    eventually: {
      'every lead of the form is stored': ({ world, names, mirror }) => {
        const leads = world
          .fork()
          .as(names.pageToken)
          .listFormLeads({ form: names.form, limit: 1000 })
          .unwrap()
        return leads.data.every(({ id }) => mirror['contacts']?.includes(id ?? ''))
      },
    },
  },
}
