import type { ProcessContext } from '../../../src/explore/run/options/options.ts'
import { codeOf, type Lead, leadClient, limitCodes } from '../lead-client.ts'
import { type GalleryProgram, starterWorld } from '../program.ts'

type LeadPage = { data: Lead[]; paging: { next?: string } }

function makeLeadSync(context: ProcessContext) {
  const { baseUrl, clock, store, names } = context
  const { get, mustWait } = leadClient(context)

  /** Records trouble. A refused token is flagged and not used again; after a rate limit all wait for an hour. */
  async function recordTrouble(error: unknown, token?: string): Promise<void> {
    if (codeOf(error) === 190 && token !== undefined) await store.set('refused', token)
    if (limitCodes.includes(codeOf(error))) await store.set('wait until', clock.now() + 3_600_000)
    await store.set('last trouble', String(error))
  }

  /** Takes a new user token and its page token. If another renewal was faster, its tokens stand. */
  async function renew(): Promise<void> {
    const before = (await store.get('page token')) ?? null
    const [, secret = ''] = names.appToken.split('|')
    const query = new URLSearchParams({ grant_type: 'fb_exchange_token', client_id: names.app })
    query.set('client_secret', secret)
    query.set('fb_exchange_token', names.userToken)
    const user: { access_token: string } = await get(`${baseUrl}/oauth/access_token?${query}`)
    const pages: { data: { id: string; access_token: string }[] } = await get(
      `${baseUrl}/me/accounts?access_token=${user.access_token}`,
    )
    const page = pages.data.find(({ id }) => id === names.page)
    if (!page) throw new Error('The person has no task on the page')
    await store.transaction(async (tx) => {
      if (((await tx.get('page token')) ?? null) !== before) return
      await tx.set('page token', page.access_token)
      await tx.set('renewed', clock.now())
      await tx.delete('refused')
    })
  }

  /** Renews the page token if there is none, if the service refused it, or after 30 days. */
  async function renewIfNeeded(): Promise<void> {
    if (await mustWait()) return
    const isRefused = (await store.get('refused')) !== undefined
    const renewed = Number((await store.get('renewed')) ?? 0)
    if (!isRefused && clock.now() < renewed + 30 * 86_400_000) return
    await renew().catch(recordTrouble)
  }

  async function sync(): Promise<void> {
    const token = await store.get('page token')
    if (typeof token !== 'string' || token === (await store.get('refused')) || (await mustWait())) return
    try {
      let next: string | undefined = `${baseUrl}/${names.form}/leads?limit=25&access_token=${token}`
      while (next !== undefined) {
        const page: LeadPage = await get(next)
        for (const lead of page.data) await store.set(`lead:${lead.id}`, lead.field_data)
        next = page.paging.next
      }
    } catch (error) {
      await recordTrouble(error, token)
    }
  }

  return { renewIfNeeded, sync }
}

export const program: GalleryProgram = {
  name: 'token keeper that stops at 190, flags the token, and goes on with a new one',
  options: {
    name: 'token keeper that stops at 190, flags the token, and goes on with a new one',
    world: starterWorld,
    sut: (context) => {
      const sync = makeLeadSync(context)
      return {
        jobs: { renew: { every: '1h', run: sync.renewIfNeeded }, sync: { every: '15m', run: sync.sync } },
      }
    },
    mirror: {
      leads: async ({ store }) => (await store.list('lead:')).map(([key]) => key.slice('lead:'.length)),
    },
  },
}
