import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ProcessContext } from '../../../src/check/options.ts'
import { createWorld } from '../../../src/index.ts'
import type { GalleryProgram } from '../program.ts'

type Lead = { id: string; created_time: string; field_data: { name: string; values: string[] }[] }
type Change = { field: string; value: { leadgen_id: number; created_time: number } }
type Notices = { object: string; entry: { id: number; time: number; changes: Change[] }[] }

/** The error code that the service answered; NaN if it answered none. */
const codeOf = (error: unknown) => Number(error instanceof Error ? error.cause : undefined)

const passingCodes = [1, 2]
const limitCodes = [4, 17, 32, 613, 80000, 80001, 80004]

/** Whether an error is about one lead; after any other error, the other leads would fail too. */
const isAboutLead = (error: unknown) => [100, 200].includes(codeOf(error))

function makeLeadConsumer({ fetch, baseUrl, clock, store, names }: ProcessContext) {
  /** Reads JSON. Tries up to four times, with growing waits, unless the service refused the read. */
  async function get<T>(url: string, waits = [1_000, 10_000, 60_000]): Promise<T> {
    try {
      const response = await fetch(url)
      const body: T & { error?: { code: number } } = JSON.parse(await response.text())
      if (body.error) throw new Error('The service refused a call', { cause: body.error.code })
      if (!response.ok) throw new Error(`HTTP ${response.status}`)
      return body
    } catch (error) {
      const [wait, ...later] = waits
      const isRefusal = codeOf(error) > 0 && !passingCodes.includes(codeOf(error))
      if (isRefusal || wait === undefined) throw error
      await clock.sleep(wait)
      return get(url, later)
    }
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

  /** Records trouble. The next start reads a new token after 190, and waits for an hour after a rate limit. */
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

  /** Stores the notices of a delivery, and acknowledges it. */
  async function receive(request: Request): Promise<Response> {
    const body = await request.text()
    const signature = request.headers.get('x-hub-signature-256')
    const notices: Notices = JSON.parse(body)
    const single = notices.entry.flatMap((entry) =>
      entry.changes.map((change) => ({ ...notices, entry: [{ ...entry, changes: [change] }] })),
    )
    // wrong: the signature is that of the bytes that came, not of each notice written as JSON again
    if (!single.every((notice) => isSigned(JSON.stringify(notice), signature)))
      return new Response(null, { status: 401 })
    await store.transaction(async (tx) => {
      for (const { field, value } of single.flatMap(({ entry }) => entry.flatMap(({ changes }) => changes))) {
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
  name: 'lead webhook checks the signature of JSON that it wrote again',
  depth: 1,
  finds: 'a lead is lost',
  source: 'https://github.com/octokit/webhooks.js/issues/71',
  options: {
    name: 'lead webhook checks the signature of JSON that it wrote again',
    world: () => {
      const world = createWorld()
      const { app, page } = world.starter({ publications: false })
      world.actions.installApp({ page, app }).unwrap()
      world.actions.setWebhook({ app }).unwrap()
      return world
    },
    sut: (context) => {
      const consumer = makeLeadConsumer(context)
      return { webhook: consumer.receive, jobs: { work: { every: '5m', run: consumer.work } } }
    },
    mirror: {
      contacts: async ({ store }) => (await store.list('contact:')).map(([, lead]) => lead),
    },
  },
}
