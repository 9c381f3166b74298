import type { ProcessContext } from '../../../src/explore/run/options/options.ts'
import { codeOf, type Lead, leadClient, type Notices } from '../lead-client.ts'
import { type GalleryProgram, webhookWorld } from '../program.ts'

/** Whether an error is about one lead; after any other error, the other leads would fail too. */
const isAboutLead = (error: unknown) => [100, 200].includes(codeOf(error))

function makeLeadConsumer(context: ProcessContext) {
  const { baseUrl, store } = context
  const { get, pageToken, recordTrouble, isSigned, mustWait } = leadClient(context)

  /** Stores the notices of a delivery, and acknowledges it. */
  async function receive(request: Request): Promise<Response> {
    const body = await request.text()
    if (!isSigned(body, request.headers.get('x-hub-signature-256')))
      return new Response(null, { status: 401 })
    const notices: Notices = JSON.parse(body)
    const changes = notices.entry.flatMap((entry) => entry.changes)
    await store.transaction(async (tx) => {
      for (const { field, value } of changes) {
        if (field !== 'leadgen' || (await tx.get(`seen:${value.leadgen_id}`))) continue
        await tx.set(`inbox:${value.leadgen_id}`, value.leadgen_id)
      }
    })
    return new Response('ok')
  }

  /** Adds a contact to the list, and takes its notice out of the inbox. */
  async function addContact(lead: Lead): Promise<void> {
    await store.transaction(async (tx) => {
      if ((await tx.get(`inbox:${lead.id}`)) === undefined) return
      const place = String((await tx.list('contact:')).length).padStart(6, '0')
      await tx.set(`contact:${place}`, lead.id)
      await tx.set(`seen:${lead.id}`, true)
      await tx.delete(`inbox:${lead.id}`)
    })
  }

  async function work(): Promise<void> {
    if (await mustWait()) return
    for (const [, id] of (await store.list('inbox:')).slice(0, 20)) {
      try {
        await addContact(await get<Lead>(`${baseUrl}/${id}?access_token=${await pageToken()}`))
      } catch (error) {
        await recordTrouble(error)
        if (!isAboutLead(error)) return
      }
    }
  }

  return { receive, work }
}

export const program: GalleryProgram = {
  name: 'lead webhook that stores notices in an inbox, and a job that works on them',
  options: {
    name: 'lead webhook that stores notices in an inbox, and a job that works on them',
    world: webhookWorld,
    sut: (context) => {
      const consumer = makeLeadConsumer(context)
      return { webhook: consumer.receive, jobs: { work: { every: '5m', run: consumer.work } } }
    },
    mirror: {
      contacts: async ({ store }) => (await store.list('contact:')).map(([, lead]) => lead),
    },
  },
}
