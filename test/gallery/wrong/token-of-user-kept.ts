import type { ProcessContext } from '../../../src/explore/run/options/options.ts'
import { type LeadPage, leadClient } from '../lead-client.ts'
import { type GalleryProgram, starterWorld } from '../program.ts'

function makeLeadSync(context: ProcessContext) {
  const { baseUrl, store, names } = context
  const { get, recordTrouble, addContact, mustWait } = leadClient(context)

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
    world: starterWorld,
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
