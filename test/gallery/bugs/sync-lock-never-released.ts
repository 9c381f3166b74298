import type { ProcessContext } from '../../../src/explore/options/options.ts'
import { type LeadPage, leadClient } from '../lead-client.ts'
import { type GalleryProgram, starterWorld } from '../program.ts'

function makeLeadSync(context: ProcessContext) {
  const { baseUrl, store, names } = context
  const { get, pageToken, recordTrouble, addContact, mustWait } = leadClient(context)

  /** Runs work unless another run is at it. */
  async function locked(work: () => Promise<void>): Promise<void> {
    const isFree = await store.transaction(async (tx) => {
      if (await tx.get('lock')) return false // wrong: the process that holds the lock may have died
      await tx.set('lock', true)
      return true
    })
    if (!isFree) return
    try {
      await work()
    } finally {
      await store.delete('lock')
    }
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
      await locked(() => sync().catch(recordTrouble))
    },
  }
}

export const program: GalleryProgram = {
  name: 'lead sync leaves its lock behind when the process dies',
  depth: 1,
  finds: 'no lead comes any more',
  options: {
    name: 'lead sync leaves its lock behind when the process dies',
    world: starterWorld,
    sut: (context) => {
      const sync = makeLeadSync(context)
      return { jobs: { sync: { every: '15m', run: sync.run } } }
    },
    mirror: {
      contacts: async ({ store }) => (await store.list('contact:')).map(([, lead]) => lead),
    },
  },
}
