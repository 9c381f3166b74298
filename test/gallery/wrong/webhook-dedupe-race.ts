import type { ProcessContext } from '../../../src/explore/run/options/options.ts'
import { type Change, type Lead, leadClient, type Notices } from '../lead-client.ts'
import { type GalleryProgram, webhookWorld } from '../program.ts'

function makeLeadConsumer(context: ProcessContext) {
  const { baseUrl, clock, store } = context
  const { get, pageToken, recordTrouble, isSigned, mustWait } = leadClient(context, { waits: [] })

  /** Adds a contact to the list, and marks its lead as seen. */
  async function addContact(lead: Lead): Promise<void> {
    await store.transaction(async (tx) => {
      const place = String((await tx.list('contact:')).length).padStart(6, '0')
      await tx.set(`contact:${place}`, lead.id)
      await tx.set(`seen:${lead.id}`, true)
    })
  }

  async function take({ value }: Change): Promise<void> {
    // wrong: the same notice may be at work already, while its lead is read
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

  return { receive }
}

export const program: GalleryProgram = {
  name: 'lead webhook checks for a duplicate, and acts on it later',
  depth: 2,
  finds: 'a contact stands twice',
  source: 'https://github.com/NorthlandPositronics/Cogtrix/issues/125',
  options: {
    name: 'lead webhook checks for a duplicate, and acts on it later',
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
