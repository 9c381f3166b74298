import type { ProcessContext } from '../../../src/explore/run/options/options.ts'
import { type Change, type Lead, leadClient, type Notices } from '../lead-client.ts'
import { type GalleryProgram, webhookWorld } from '../program.ts'

type LeadPage = { data: Lead[]; paging: { next?: string } }

function makeLeadConsumer(context: ProcessContext) {
  const { baseUrl, clock, store, names } = context
  const { get, pageToken, recordTrouble, addContact, isSigned, mustWait } = leadClient(context, { waits: [] })

  async function take({ value }: Change): Promise<void> {
    if (await store.get(`seen:${value.leadgen_id}`)) return
    await addContact(await get<Lead>(`${baseUrl}/${value.leadgen_id}?access_token=${await pageToken()}`))
    // At most five reads a second.
    await clock.sleep(200)
  }

  /** Receives a delivery. The service repeats it, with growing waits, until it is answered with 200. */
  async function receive(request: Request): Promise<Response> {
    const body = await request.text()
    if (!isSigned(body, request.headers.get('x-hub-signature-256')))
      return new Response(null, { status: 401 })
    if (await mustWait()) return new Response(null, { status: 503 })
    const notices: Notices = JSON.parse(body)
    const changes = notices.entry.flatMap((entry) => entry.changes).filter(({ field }) => field === 'leadgen')
    try {
      for (const change of changes) await take(change)
      return new Response('ok')
    } catch (error) {
      await recordTrouble(error)
      return new Response(null, { status: 500 })
    }
  }

  /** Finds the leads whose notices never came, or could not be worked on. */
  async function reconcile(): Promise<void> {
    const query = new URLSearchParams({ limit: '10', access_token: await pageToken() })
    let next: string | undefined = `${baseUrl}/${names.form}/leads?${query}`
    while (next !== undefined) {
      const page: LeadPage = await get(next)
      for (const lead of page.data) await addContact(lead)
      next = page.paging.next
    }
  }

  return {
    receive,
    run: async () => {
      if (await mustWait()) return
      await reconcile().catch(recordTrouble)
    },
  }
}

export const program: GalleryProgram = {
  name: 'lead webhook that reads each lead, with a nightly reconciliation',
  options: {
    name: 'lead webhook that reads each lead, with a nightly reconciliation',
    world: webhookWorld,
    sut: (context) => {
      const consumer = makeLeadConsumer(context)
      return { webhook: consumer.receive, jobs: { reconcile: { every: '24h', run: consumer.run } } }
    },
    mirror: {
      contacts: async ({ store }) => (await store.list('contact:')).map(([, lead]) => lead),
    },
  },
}
