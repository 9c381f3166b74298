import type { ProcessContext } from '../../../src/explore/run/options/options.ts'
import { type Change, type Lead, leadClient, type Notices } from '../lead-client.ts'
import { type GalleryProgram, webhookWorld } from '../program.ts'

function makeLeadConsumer(context: ProcessContext) {
  const { baseUrl, clock, store } = context
  const { get, pageToken, recordTrouble, addContact, isSigned, mustWait } = leadClient(context, { waits: [] })

  async function take({ value }: Change): Promise<void> {
    if (await store.get(`seen:${value.leadgen_id}`)) return
    // wrong: notices may come in another order
    if (value.created_time < Number((await store.get('newest')) ?? 0)) return
    await addContact(await get<Lead>(`${baseUrl}/${value.leadgen_id}?access_token=${await pageToken()}`))
    await store.set('newest', value.created_time)
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

  return { receive }
}

export const program: GalleryProgram = {
  name: 'lead webhook ignores notices that are older than the last one',
  depth: 2,
  finds: 'a lead is lost',
  source: 'https://github.com/laravel/cashier-stripe/issues/1201',
  options: {
    name: 'lead webhook ignores notices that are older than the last one',
    world: webhookWorld,
    sut: (context) => {
      const consumer = makeLeadConsumer(context)
      return { webhook: consumer.receive }
    },
    mirror: {
      contacts: async ({ store }) => (await store.list('contact:')).map(([, lead]) => lead),
    },
  },
}
