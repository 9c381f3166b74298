import type { ProcessContext } from '../../../src/explore/run/options/options.ts'
import { type Change, type Lead, leadClient, type Notices } from '../lead-client.ts'
import { type GalleryProgram, webhookWorld } from '../program.ts'

function makeLeadConsumer(context: ProcessContext) {
  const { baseUrl, clock, store } = context
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
    let status = 200
    for (const change of changes) {
      // wrong: only the last notice decides whether the delivery comes again
      status = await take(change).then(
        () => 200,
        (error) => recordTrouble(error).then(() => 500),
      )
    }
    return new Response(null, { status })
  }

  return { receive }
}

export const program: GalleryProgram = {
  name: 'lead webhook acknowledges a delivery though a lead could not be read',
  depth: 2,
  finds: 'a lead is lost',
  options: {
    name: 'lead webhook acknowledges a delivery though a lead could not be read',
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
