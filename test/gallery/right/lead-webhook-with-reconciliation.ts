import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ProcessContext } from '../../../src/check/options.ts'
import { createWorld } from '../../../src/index.ts'
import type { GalleryProgram } from '../program.ts'

type Lead = { id: string; created_time: string; field_data: { name: string; values: string[] }[] }
type LeadPage = { data: Lead[]; paging: { next?: string } }
type Change = { field: string; value: { leadgen_id: number; created_time: number } }
type Notices = { object: string; entry: { id: number; time: number; changes: Change[] }[] }

/** The error code that the service answered; NaN if it answered none. */
const codeOf = (error: unknown) => Number(error instanceof Error ? error.cause : undefined)

const limitCodes = [4, 17, 32, 613, 80000, 80001, 80004]

function makeLeadConsumer({ fetch, baseUrl, clock, store, names }: ProcessContext) {
  async function get<T>(url: string): Promise<T> {
    const response = await fetch(url)
    const body: T & { error?: { code: number } } = JSON.parse(await response.text())
    if (body.error) throw new Error('The service refused a call', { cause: body.error.code })
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
    return body
  }

  async function pageToken(): Promise<string> {
    const stored = await store.get('page token')
    if (typeof stored === 'string') return stored
    const url = `${baseUrl}/me/accounts?access_token=${names.userToken}`
    const pages: { data: { id: string; access_token: string }[] } = await get(url)
    const page = pages.data.find(({ id }) => id === names.page)
    if (!page) throw new Error('The person has no task on the page')
    await store.set('page token', page.access_token)
    return page.access_token
  }

  /** Records trouble. After 190 the next read takes a new token; after a rate limit all wait for an hour. */
  async function recordTrouble(error: unknown): Promise<void> {
    if (codeOf(error) === 190) await store.delete('page token')
    if (limitCodes.includes(codeOf(error))) await store.set('wait until', clock.now() + 3_600_000)
    await store.set('last trouble', String(error))
  }

  const mustWait = async () => clock.now() < Number((await store.get('wait until')) ?? 0)

  function isSigned(body: string, signature: string | null): boolean {
    const [, secret = ''] = names.appToken.split('|')
    const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
    const given = Buffer.from(signature ?? '')
    return given.length === expected.length && timingSafeEqual(given, expected)
  }

  /** Adds a contact to the list, once for each lead. */
  async function addContact(lead: Lead): Promise<void> {
    await store.transaction(async (tx) => {
      if (await tx.get(`seen:${lead.id}`)) return
      const place = String((await tx.list('contact:')).length).padStart(6, '0')
      await tx.set(`contact:${place}`, lead.id)
      await tx.set(`seen:${lead.id}`, true)
    })
  }

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
    world: () => {
      const world = createWorld()
      const { app, page } = world.starter({ publications: false })
      world.actions.installApp({ page, app }).unwrap()
      world.actions.setWebhook({ app }).unwrap()
      return world
    },
    sut: (context) => {
      const consumer = makeLeadConsumer(context)
      return { webhook: consumer.receive, jobs: { reconcile: { every: '24h', run: consumer.run } } }
    },
    mirror: {
      contacts: async ({ store }) => (await store.list('contact:')).map(([, lead]) => lead),
    },
  },
}
