import type { ProcessContext } from '../../../src/explore/run/options/options.ts'
import { type Lead, leadClient } from '../lead-client.ts'
import { type GalleryProgram, webhookWorld } from '../program.ts'

type Change = { field: string; value: { leadgen_id: number; page_id: number; created_time: number } }
type Notices = { object: string; entry: { id: number; time: number; changes: Change[] }[] }

function makeLeadConsumer(context: ProcessContext) {
  const { baseUrl, clock, store } = context
  const { get, pageToken, recordTrouble, isSigned, mustWait } = leadClient(context, { waits: [] })

  /** Adds a contact to the list. */
  async function addContact(lead: Lead): Promise<void> {
    await store.transaction(async (tx) => {
      const place = String((await tx.list('contact:')).length).padStart(6, '0')
      await tx.set(`contact:${place}`, lead.id)
    })
  }

  async function take({ value }: Change): Promise<void> {
    if (await store.get(`seen:${value.leadgen_id}`)) return
    const token = await pageToken()
    const lead: Lead = await get(`${baseUrl}/${value.leadgen_id}?access_token=${token}`)
    await addContact(lead) // wrong: if the next read fails, the delivery comes again, and so does the contact
    const page: { name: string } = await get(`${baseUrl}/${value.page_id}?fields=name&access_token=${token}`)
    await store.set(`seen:${lead.id}`, page.name)
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
  name: 'lead webhook does half its work again when a delivery is repeated',
  depth: 1,
  finds: 'a contact stands twice',
  options: {
    name: 'lead webhook does half its work again when a delivery is repeated',
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
